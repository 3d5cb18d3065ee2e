"""Character creation: names, then memories, then aptitudes. (Ledger 2.2)"""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from mneme.engine.errors import Refused
from mneme.games.schizonauts.nouns import APTITUDES
from tests.games.schizonauts.kit import JULES_GORDON, JULES_GORDON_REVISED, Flashback, Seated

EDITIONS = ("game_chef", "revised")


def at(prompt: str, **options: Any) -> Seated:
    """A table where everyone comes to this step as Jules / Gordon."""
    plain = JULES_GORDON_REVISED if options.get("edition") == "revised" else JULES_GORDON
    game = Seated("Lydia", "Fred", plain=plain, **options)
    game.until(prompt)
    return game


def memories(**texts: str) -> dict[str, list[str]]:
    """One memory in each aptitude, some of them with these words."""
    return {aptitude: [texts.get(aptitude, f"Some {aptitude}")] for aptitude in APTITUDES}


# -- two characters


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_player_makes_two_characters_names_first_then_memories_then_aptitudes(edition: str) -> None:
    """SZ-CHAR-01."""
    game = at("names", edition=edition)
    steps: dict[str, None] = {}

    def note_the_step() -> bool:
        steps.update(dict.fromkeys(game.asked("Lydia")))
        return "preamble_agent" in steps

    game.until_true(note_the_step)
    assert list(steps)[:4] == ["names", "memories_thief", "memories_agent", "aptitudes"]
    assert (game.sheet("Lydia").thief, game.sheet("Lydia").agent) == ("Jules", "Gordon")
    assert all(game.memories("Lydia", side) for side in ("thief", "agent"))
    assert set(game.sheet("Lydia").ratings) == {"thief", "agent"}


def test_everyone_goes_at_their_own_pace() -> None:
    """SZ-CHAR-01: Lydia writes memories while Fred still looks for a name."""
    game = at("names")
    game.say("Lydia", JULES_GORDON["names"])
    assert (game.asked("Lydia"), game.asked("Fred")) == (["memories_thief"], ["names"])


# -- names


def test_a_thief_has_a_first_name_and_nothing_more() -> None:
    """SZ-CHAR-02: there is no room for a surname."""
    game = at("names")
    refusal = game.refused("Lydia", {"thief": "Jules Verne", "agent": "Gordon"})
    assert (refusal.sentence, refusal.rule) == ("One word, without spaces.", "SZ-CHAR-02")
    form: Any = game.prompt("Lydia")
    assert "first name, and nothing more" in form.fields[0].text


def test_an_agent_has_a_last_name_and_nothing_more() -> None:
    """SZ-CHAR-03: there is no room for a first name."""
    game = at("names")
    refusal = game.refused("Lydia", {"thief": "Jules", "agent": "Flash Gordon"})
    assert (refusal.sentence, refusal.rule) == ("One word, without spaces.", "SZ-CHAR-03")
    form: Any = game.prompt("Lydia")
    assert "last name, and nothing more" in form.fields[1].text


@pytest.mark.parametrize("missing", ["thief", "agent"])
def test_neither_goes_without_a_name(missing: str) -> None:
    """SZ-CHAR-02, -03."""
    game = at("names")
    assert (
        game.refused("Lydia", {"thief": "Jules", "agent": "Gordon", missing: "  "}).sentence == "Write something here."
    )


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_rest_of_the_name_comes_with_the_interlude(edition: str) -> None:
    """SZ-AMB-53 (SZ-CHAR-02, -03): in flashback Jules and Agent Gordon, from the interlude on Jules Gordon."""
    game = Flashback("Lydia", "Fred", "Rob", edition=edition, length="custom", rounds=1)
    assert [game.sheet("Lydia").called(side) for side in ("thief", "agent")] == ["Jules", "Agent Gordon"]
    game.until("say_full_name")
    assert not any("Jules Gordon" in line for line in game.story())
    assert game.sheet("Lydia").full_name == ""
    game.say("Lydia", True, "say_full_name")
    assert [game.sheet("Lydia").called(side) for side in ("thief", "agent")] == ["Jules Gordon"] * 2


# -- memories


def test_example_e2_jules_and_gordon_are_legal_in_game_chef() -> None:
    """E2 (SZ-CHAR-04, SZ-AMB-14): five memories a side, at least one in each category."""
    game = at("aptitudes")
    assert [len(game.memories("Lydia", side)) for side in ("thief", "agent")] == [5, 5]
    kenzie = game.memory("Lydia", "Daughter Kenzie")
    assert (kenzie.side, kenzie.aptitude) == ("agent", "intimacy")


@pytest.mark.parametrize("side", ["thief", "agent"])
def test_example_e2_jules_and_gordon_are_illegal_in_the_revised_edition(side: str) -> None:
    """E2 (SZ-CHAR-04, SZ-AMB-14): there it is exactly one."""
    game = at(f"memories_{side}", edition="revised")
    assert game.refused("Lydia", JULES_GORDON[f"memories_{side}"]).sentence == "Give 1 of these."
    assert "Write one memory in each aptitude" in game.prompt("Lydia").text


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_category_stays_empty(edition: str) -> None:
    """SZ-CHAR-04."""
    game = at("memories_thief", edition=edition)
    assert "Give 1" in game.refused("Lydia", {**memories(), "knowledge": []}).sentence
    assert game.memories("Lydia", "thief") == []


@pytest.mark.parametrize(("edition", "ruling"), [("game_chef", "exactly_one"), ("revised", "one_or_more")])
def test_how_many_memories_is_a_ruling_of_the_tables_own(edition: str, ruling: str) -> None:
    """SZ-AMB-14: `initial_memories` goes before the edition."""
    game = at("memories_thief", edition=edition, initial_memories=ruling)
    two = {**memories(), "violence": ["Gang Leader", "Demolitions Expert"]}
    if ruling == "exactly_one":
        assert game.refused("Lydia", two).rule == "SZ-CHAR-04"
    else:
        game.say("Lydia", two)
        assert len(game.memories("Lydia", "thief")) == 4


def test_a_new_memory_has_an_empty_box_and_an_empty_circle() -> None:
    """SZ-CHAR-04: unused, and not bled."""
    game = at("aptitudes")
    written = game.memories("Lydia", "thief") + game.memories("Lydia", "agent")
    assert {(memory.box, memory.circle, memory.struck) for memory in written} == {(False, False, False)}


def test_a_trigger_is_a_few_words_and_no_story() -> None:
    """SZ-CHAR-04."""
    game = at("memories_thief")
    form: Any = game.prompt("Lydia")
    assert "few words" in form.fields[0].item.text
    assert "Keep it to 80 characters" in game.refused("Lydia", memories(violence="and then " * 12)).sentence


@pytest.mark.parametrize("side", ["thief", "agent"])
def test_each_category_says_what_it_means(side: str) -> None:
    """SZ-CHAR-05."""
    form: Any = at(f"memories_{side}").prompt("Lydia")
    violence, knowledge, intimacy = (field.text for field in form.fields)
    assert "done it, or had it done to you" in violence
    assert all(word in knowledge for word in ("good at", "worked out", "noticed"))
    assert all(word in intimacy for word in ("people", "relationship", "be hurt"))


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("text", ["Gang Leader", "gang  LEADER", " gangleader "])
def test_no_memory_belongs_to_both_characters(edition: str, text: str) -> None:
    """SZ-CHAR-06: neither case nor spacing makes it another memory, nor does another category."""
    game = at("memories_agent", edition=edition)
    for aptitude in APTITUDES:
        refusal = game.refused("Lydia", memories(**{aptitude: text}))
        assert (refusal.sentence, refusal.rule) == (
            "Those words are taken already; write something else.",
            "SZ-CHAR-06",
        )


def test_opposed_memories_are_fine_and_so_are_other_peoples() -> None:
    """SZ-CHAR-06: the two sides may contradict each other, and Fred may have what Lydia has."""
    game = Seated("Lydia", "Fred", plain={"memories_thief": memories(intimacy="Happy Marriage")})
    game.until("memories_agent")
    game.say("Lydia", memories(violence="Sharpshooter", knowledge="Harvard", intimacy="Bitter Divorce"))
    game.until_true(lambda: "memories_agent" in game.asked("Fred"))
    game.say("Fred", memories(violence="Sharpshooter", knowledge="Harvard", intimacy="Bitter Divorce"))
    assert game.memory("Fred", "Bitter Divorce").owner == game.seat_of["Fred"]


def test_what_is_written_later_may_be_common_to_both() -> None:
    """SZ-CHAR-06: only starting memories are kept apart; the bled one may be written down word for word."""
    game = Flashback("Lydia", "Fred", "Rob")
    game.until("new_recipient_memory")
    bled = game.table.memory(game.table.turn.bled)
    game.say("Lydia", {"aptitude": bled.aptitude, "text": bled.text})
    assert bled.text in game.remembered("Lydia", "thief" if bled.side == "agent" else "agent")


def test_the_overlap_starts_empty() -> None:
    """SZ-CHAR-07: no memories before the first bleed, and no ratings before the interlude."""
    game = Flashback("Lydia", "Fred", "Rob", length="custom", rounds=1)
    assert game.memories("Lydia", "overlap") == []
    assert "overlap" not in game.sheet("Lydia").ratings
    game.until("read_situation")
    assert len(game.memories("Lydia", "overlap")) == 1
    assert "overlap" not in game.sheet("Lydia").ratings


# -- aptitudes


def test_example_e1_jules_and_gordon() -> None:
    """E1 (SZ-CHAR-08): Gordon 2, 1, 4 and Jules 3, 3, 1 are both legal."""
    game = at("aptitudes")
    game.say("Lydia", JULES_GORDON["aptitudes"])
    ratings = game.sheet("Lydia").ratings
    assert ratings["agent"] == {"violence": 2, "knowledge": 1, "intimacy": 4}
    assert ratings["thief"] == {"violence": 3, "knowledge": 3, "intimacy": 1}


def test_seven_points_can_be_shared_out_in_fifteen_ways() -> None:
    """SZ-CHAR-08: 1-1-5, 1-2-4, 1-3-3 and 2-2-3, in every order, for each of the two on its own."""
    game = at("aptitudes")
    legal = [shares for shares in product(range(9), repeat=3) if is_taken(game, shares, JULES)]
    assert {tuple(sorted(shares)) for shares in legal} == {(1, 1, 5), (1, 2, 4), (1, 3, 3), (2, 2, 3)}
    assert len(legal) == 15
    assert legal == [shares for shares in product(range(9), repeat=3) if is_taken(game, JULES, shares)]


JULES = (3, 3, 1)


def is_taken(game: Seated, thief: tuple[int, ...], agent: tuple[int, ...]) -> bool:
    """Whether these points for the two would be a legal answer."""
    shares = {side: dict(zip(APTITUDES, points, strict=True)) for side, points in (("thief", thief), ("agent", agent))}
    try:
        game.prompt("Lydia").clean(shares)
    except Refused:
        return False
    return True


@pytest.mark.parametrize(
    ("violence", "knowledge", "intimacy", "sentence"),
    [
        (3, 3, 2, "exactly 7; that comes to 8"),
        (3, 2, 1, "exactly 7; that comes to 6"),
        (0, 3, 4, "each part 1 to 7"),
        (-1, 4, 4, "each part 1 to 7"),
    ],
)
def test_other_numbers_are_refused(violence: int, knowledge: int, intimacy: int, sentence: str) -> None:
    """SZ-CHAR-08."""
    game = at("aptitudes")
    agent = {"violence": violence, "knowledge": knowledge, "intimacy": intimacy}
    refusal = game.refused("Lydia", {**JULES_GORDON["aptitudes"], "agent": agent})
    assert sentence in refusal.sentence
    assert refusal.rule == "SZ-CHAR-08"


# -- what is only said


@pytest.mark.parametrize("side", ["thief", "agent"])
def test_ties_to_others_are_welcome_but_never_between_your_own_two(side: str) -> None:
    """SZ-CHAR-09: it stands beside the memories, where ties are made."""
    note = at(f"memories_{side}").prompt("Lydia").note
    assert "may already know other players' characters" in note
    assert "have never met" in note
    assert "never in a scene together, in the whole game" in note


def test_the_two_look_alike_and_their_gender_is_free() -> None:
    """SZ-CHAR-10: it stands beside the names."""
    note = at("names").prompt("Lydia").note
    assert "alike enough to pass for each other" in note
    assert all(words in note for words in ("any gender", "may differ", "leave it open"))


def test_a_rating_is_not_skill() -> None:
    """SZ-CHAR-11: it stands beside the points."""
    note = at("aptitudes").prompt("Lydia").note
    assert all(words in note for words in ("not skill", "how often and how strongly", "how much control"))
