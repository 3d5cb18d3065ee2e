"""Bots keep any seat from its view alone, play to the end, and never write the same court twice."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable
from typing import Any

import pytest

from mneme.bots.runner import Runner
from mneme.bots.worn import mark
from mneme.engine.entries import Talk
from mneme.engine.log import Sitting
from mneme.engine.projection import view
from mneme.engine.prompts import Words
from mneme.games.lost_days import GAME, words
from mneme.games.lost_days.bots import sit, speech
from mneme.games.lost_days.bots.replies import REPLIES
from mneme.games.lost_days.bots.seen import Seen
from mneme.games.lost_days.bots.speech import Speech, material
from mneme.games.lost_days.content import texts
from tests.games.lost_days.kit import Court

NAMES = ("Ada", "Ben", "Cleo", "Dov", "Edda")


def played(seats: int, seed: str, avoid: Iterable[str] = ()) -> tuple[Sitting, Runner]:
    sitting = Sitting.lay(GAME, NAMES[:seats], {}, seed=seed)
    bots = {seat: sit(seat, random.Random(f"{seat}/{seed}"), avoid) for seat in sitting.table.seats}
    runner = Runner(sitting, bots, random.Random(seed))
    runner.run()
    return sitting, runner


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_bots_play_to_the_fall(seats: int) -> None:
    """LD-END-01: to the last elf, with a crown, conflicts and coins on the way, and no answer made up for them."""
    sitting, runner = played(seats, "to the fall")
    table = sitting.table
    GAME.check(table)
    assert sitting.over
    assert runner.fallbacks == 0
    assert table.result["last"]
    told = {line.kind for line in table.lines}
    assert {"king", "roll", "coin", "tribute", "gain", "strain", "doomed", "write_out", "epilogue"} <= told


def test_a_bot_takes_no_name_that_is_taken() -> None:
    """LD-SETUP-03: asked again, it gives a name nobody has, in whatever letters that is written."""
    sitting = Sitting.lay(GAME, NAMES[:3], {}, seed="names")
    bot = sit("c", random.Random(1))
    first = bot.answer(view(sitting, "c"))
    assert first is not None
    others = [name for name in texts().names if name != first[1]]
    sitting.answer("a", "name_elf", first[1].upper())
    sitting.answer("b", "name_elf", others[0].lower())
    sitting.answer("c", *first)
    again = bot.answer(view(sitting, "c"))
    assert again is not None
    assert again[1] in others[1:]


def test_two_courts_share_no_memory() -> None:
    """LD-MEM-02: what is written differs from game to game."""

    def written(seed: str) -> set[str]:
        return {line.text for line in played(3, seed)[0].table.lines if line.kind == "memory"}

    assert not written("one") & written("two")


def test_a_bot_says_the_same_when_asked_twice() -> None:
    sitting = Sitting.lay(GAME, NAMES[:3], {}, seed="twice")
    bot = sit("a", random.Random(1))
    assert bot.answer(view(sitting, "a")) == bot.answer(view(sitting, "a"))


def test_lines_are_a_hard_filter() -> None:
    """Nothing that touches a line is said, all game long."""
    sitting, _ = played(3, "lines", avoid=["knives", "bride", "cold", "poison"])
    said = " ".join(line.text.lower() for line in sitting.table.lines if line.by)
    for word in ("glass knife", "bride", "cold", "poison"):
        assert word not in said


@pytest.mark.parametrize(
    ("line", "touching"),
    [
        ("death", ["the hand I held was already cold", "the wrong one will hang", "the drowned harp", "A funeral"]),
        ("death", ["the executioner", "They find the window open", "the gravedigger", "the dead queen's left slipper"]),
        ("executions", ["the executioner", "the wrong one will hang"]),
        ("suicide", ["They find the window open", "I let the water have it", "half a sleeping draught"]),
        ("drowning", ["the drowned harp", "I let the water have it", "on the ferry landing", "on the river stair"]),
        ("weapons", ["a glass knife", "A duel with glass blades", "an empty scabbard", "with knives"]),
        ("violence", ["a glass knife", "A duel with glass blades", "the executioner", "will hang", "with torches"]),
        ("fire", ["with torches", "the lamp girl", "the lamp that would not go out", "the candle from the other room"]),
        ("marriage", ["a bride", "somebody's wedding fan", "There is to be a wedding"]),
        ("family", ["my father", "my sister's comb", "a child's map", "a distant cousin"]),
        ("children", ["a child's map", "the youngest guard", "the lamp girl", "in the locked nursery"]),
        ("animals", ["the last white peacock", "the moth-eaten banner", "the dog stopped barking", "Birds nest"]),
        ("animals", ["among the beehives", "in the dovecote", "the falcon's hood", "A hunt", "a feather from no bird"]),
        ("blindness", ["a blind envoy"]),
        ("hostages", ["the hostage's shoe"]),
        ("war", ["a widow of two wars", "one half of a treaty", "or an army"]),
        ("religion", ["in the chapel of the wrong saint", "a novice of the silent order"]),
        ("alcohol", ["a thimble of wine", "the third goblet", "A toast is proposed"]),
        ("ghosts", ["the regent's ghost"]),
    ],
)
def test_a_line_takes_away_whatever_touches_its_subject(line: str, touching: list[str]) -> None:
    """Each of these is among the parts bots speak with."""
    parts = "\n".join(text for lists in material().values() for texts in lists.values() for text in texts)
    for part in touching:
        assert part in parts
        assert not Speech([line]).allows(part), part


MEMORIES = {*texts().market_themes, *(f"{crown}T{n}" for crown in ("", "crown_") for n in range(1, 5))}
"""What each memory is about; the rest of the sentence is always the same."""


def looking(seat: str = "a", seed: str = "looking", moment: str = "now") -> Seen:
    """What a seat sees at a table that has just sat down, and what it makes of it at a moment."""
    sitting = Sitting.lay(GAME, NAMES[:3], {}, seed=seed)
    for other, name in zip(sitting.table.seats, ("Illuen", "Veyra", "Osmer"), strict=True):
        sitting.answer(other, "name_elf", name)
    return Seen(seat, view(sitting, seat), "whim", moment)


def test_a_line_can_be_drawn_later() -> None:
    voice = Speech()
    voice.avoid(["crowns"])
    assert not any("crown" in voice.memory(looking(moment=str(number)), "T1") for number in range(200))


def test_when_all_is_off_limits_something_plain_is_said() -> None:
    every_word = {word for frame in material()["say"]["strain"] for word in re.findall("[a-z]+", frame.casefold())}
    assert Speech(every_word).line(looking(), "strain") == speech.NOTHING


def test_a_table_hears_no_sentence_again_while_there_are_others() -> None:
    """What has been said is worn, whoever said it, and so are its parts."""
    sitting = Sitting.lay(GAME, NAMES[:3], {}, seed="worn")
    said: list[str] = []
    for number in range(16):
        seen = Seen("abc"[number % 3], view(sitting, "a"), "whim", str(number))
        said.append(Speech().line(seen, "strain"))
        sitting.apply(Talk("a", "say", said[-1]))
    shapes = {re.sub("|".join(map(re.escape, parts_of(text))) or "$^", "_", text.casefold()) for text in said}
    assert len(shapes) == 16
    parts = [part for text in said for part in parts_of(text)]
    assert len(parts) == len(set(parts)) > 16


def parts_of(text: str) -> list[str]:
    """The parts a text has, also where they come up again as things that are known."""
    parts = [part.casefold() for listed in material()["parts"].values() for part in listed]
    return [part for part in parts if part in text.casefold() or re.sub("^an? ", "the ", part) in text.casefold()]


def test_an_answer_takes_up_what_it_answers() -> None:
    """LD-CONF-08: how a memory comes in tells of what is in the memory."""
    memory = "I remember the falconer giving me a button of bone in the silk room; I kept the ribbon."
    for number in range(20):
        action = Speech().line(looking(moment=str(number)), "action", memory)
        assert set(parts_of(action)) <= {"the falconer", "a button of bone", "in the silk room"}, action
        assert parts_of(action)
        assert "a button of bone" not in action  # it is known by now


def test_what_is_known_is_taken_up_again() -> None:
    """What an answer took up can be taken up in its turn."""
    action = "I tell the truth about the button of bone."
    assert any("the button of bone" in Speech().line(looking(moment=str(n)), "strain", action) for n in range(20))


def test_an_answer_to_somebody_elses_words_is_a_sentence_all_the_same() -> None:
    action = Speech().line(looking(), "action", "I remember nothing you would know.")
    assert parts_of(action)


def test_only_a_foe_who_is_there_is_named() -> None:
    """Who stands across is named in a conflict, and nowhere else."""
    alone = {Speech().line(looking(moment=str(number)), "action") for number in range(60)}
    assert not any("{" in text or "Veyra" in text or "Osmer" in text for text in alone)
    table = looking()
    table.state["conflict"] = {"first": "a", "second": "b", "runner": ""}
    assert table.foes == ["Veyra"]


@pytest.mark.parametrize("about", sorted(material()["say"]))
def test_every_sentence_has_only_slots_that_can_be_filled(about: str) -> None:
    known = {*material()["parts"], "elf", "foe"}
    for frame in material()["say"][about]:
        assert {slot.lower() for slot in re.findall(r"\{(\w+)\}", frame)} <= known
        first = frame[:1]
        assert first.isupper() or (first == "{" and frame[1].isupper()) or about in MEMORIES


@pytest.mark.parametrize("theme", sorted(MEMORIES))
def test_every_frame_fills(theme: str) -> None:
    """LD-MEM-01: a whole sentence, without a gap left in it."""
    for number in range(60):
        text = Speech().memory(looking(moment=str(number)), theme)
        assert text.startswith("I remember ")
        assert text.endswith(".")
        assert "{" not in text
        assert len(text) <= 240


def test_who_writes_two_does_not_begin_twice_alike() -> None:
    """LD-CREATE-03: the first card counts as heard when the second is written."""
    for number in range(30):
        seen = looking(moment=str(number))
        first = Speech().memory(seen, "crown_T2", "text")
        second = Speech().memory(seen, "crown_T2", "extra", beside=first)
        assert not set(parts_of(first)) & set(parts_of(second))
        assert shape("crown_T2", first) != shape("crown_T2", second)


def test_those_who_write_at_once_do_not_write_alike() -> None:
    """LD-CREATE-02: frames and parts are dealt out by seat where nobody can hear the others."""
    for number in range(20):
        written = [Speech().memory(looking(seat, moment=str(number)), "T1") for seat in "abc"]
        assert len({shape("T1", text) for text in written}) == 3
        parts = [part for text in written for part in parts_of(text)]
        assert len(parts) == len(set(parts))


def shape(about: str, text: str) -> str:
    """The frame that a sentence was made with."""
    return next(frame for frame in material()["say"][about] if mark(frame) in text.casefold())


def test_lines_that_take_a_whole_hand_leave_the_others() -> None:
    hand = looking().hand(material()["say"]["rain"])
    other = next(frame for frame in material()["say"]["rain"] if frame not in hand)
    touched = {word for frame in hand for word in re.findall(r"[a-z]{4,}", frame)} - set(re.findall("[a-z]+", other))
    assert Speech(touched).memory(looking(), "rain") != speech.NOTHING


def test_only_elves_in_the_story_are_spoken_of() -> None:
    """LD-MAD-08: whoever is out, or has left, is nobody one meets."""
    seen = looking()
    assert seen.elves == ["Veyra", "Osmer"]
    for status in ("out", "left"):
        seen.state["elf/b"] = {**seen.state["elf/b"], "status": status}
        assert seen.elves == ["Osmer"]


@pytest.mark.parametrize("theme", texts().market_themes)
def test_a_memory_for_the_market_is_on_its_theme(theme: str) -> None:
    """LD-REP-02, LD-REP-03: there is something to say on each theme that the table proposes."""
    ask = Words("replenish_write", words.replenish_on(theme))
    text = REPLIES["replenish_write"](Speech(), looking(), ask)
    assert shape(theme, str(text))


def test_a_theme_of_somebody_s_own_gets_some_memory() -> None:
    ask = Words("replenish_write", words.replenish_on("the sea"))
    assert str(REPLIES["replenish_write"](Speech(), looking(), ask)).startswith("I remember ")


@pytest.mark.parametrize(("kind", "about"), [("personal", "intent"), ("story", "coming"), ("adversity", "demand")])
def test_a_scene_is_set_as_its_kind_asks(kind: str, about: str) -> None:
    """LD-SCENE-04, LD-SCENE-09, LD-ADV-01: what an elf is after, what is coming, or what they want."""
    game = Court("cate", "hugo", "martin", king="hugo")
    if kind == "adversity":
        game.elf("cate").status = "out"
        game.lose_all("cate")
    game.to_scene("hugo" if kind == "story" else "cate", kind, prompt="frame_scene")
    said = answer(game, "hugo" if kind == "story" else "cate", "frame_scene")
    assert shape(about, said["intent"])


def test_the_story_goes_on_with_what_it_is_about() -> None:
    """LD-STORY-03, LD-SCENE-09."""
    game = Court("cate", "hugo", "martin", king="hugo")
    game.say("hugo", "The ferryman has a bee in amber in the map room.", "open_story")
    game.to_scene("hugo", "story", prompt="frame_scene")
    said = answer(game, "hugo", "frame_scene")
    assert set(parts_of(f"{said['setting']} {said['intent']}")) <= {"the ferryman", "a bee in amber", "in the map room"}


def test_a_bot_spends_no_coin_that_cannot_help() -> None:
    """LD-INF-02: where no coin can turn the lead, it lets it be; never a die for the other side."""
    for number in range(20):
        game = Court("cate", "hugo", "martin", king="martin")
        game.lay("cate", purse=9, values=(4, 0, 0, 0))
        game.lay("hugo", purse=9, madness=3, values=(1, 4, 0, 0))
        game.to_scene("hugo")
        using = {"cate": game.cards("cate")[:1], "hugo": game.cards("hugo")[:1]}
        game.fight("hugo", "face/cate", dice=[2, 6, 6, 6, 6], using=using)
        assert answer(game, "hugo", "influence", whim=str(number)) == {"act": "end_turn"}


def test_a_coin_off_a_card_shows_what_slips_in_that_mind() -> None:
    """LD-INF-09: of the elf across; a coin from the purse sways the world."""
    game = Court("cate", "hugo", "martin", king="martin")
    game.lay("cate", purse=0, values=(1, 0, 0, 0))
    game.lay("hugo", purse=0, madness=1, values=(1, 4, 0, 0))
    game.to_scene("cate")
    using = {"cate": game.cards("cate")[:1], "hugo": game.cards("hugo")[:1]}
    game.fight("cate", "face/hugo", dice=[2, 3], using=using)
    said = answer(game, "cate", "influence")
    assert said["source"] == "their_madness"
    assert game.elf("hugo").name in said["how"].casefold()
    assert shape("slip", said["how"])


def test_a_conflict_is_fought_where_the_scene_is_over_what_is_at_stake() -> None:
    """LD-CONF-03: people, place and thing are those that are on the table already."""
    for number in range(20):
        game = Court("cate", "hugo", "martin", king="hugo")
        card = game.lies_in_market(2)
        card.text = "I remember the falconer giving me a button of bone in the silk room; I kept the ribbon."
        game.to_scene("cate", prompt="frame_scene")
        game.act("cate", "frame", setting="A feast in the map room, in honour of a beekeeper.")
        game.act("cate", "declare_conflict")
        game.say("cate", "opposition", "declare_conflict")
        game.say("cate", card.noun_key, "stake")
        for name in ("hugo", "martin"):
            game.say(name, "no", "offer_rival")
        said = answer(game, "cate", "scope_and_wants", whim=str(number))
        assert set(parts_of(said["scope"])) <= {"a beekeeper", "a button of bone", "in the map room"}, said
        assert parts_of(said["scope"])


def test_what_somebody_calls_their_own_is_not_mine() -> None:
    """Of another's words a bot takes up everything but that."""
    words_of_another = "My father is waiting in the map room with a puppet with my hair."
    for number in range(20):
        seen = looking(moment=str(number))
        assert "my father" not in Speech().line(seen, "outcome", words_of_another, mine=False).casefold()
        assert "puppet" not in Speech().line(seen, "outcome", words_of_another, mine=False)
    mine = [Speech().line(looking(moment=str(number)), "outcome", words_of_another) for number in range(20)]
    assert any("my father" in text.casefold() for text in mine)


@pytest.mark.parametrize("about", ["story", "adversity"])
def test_what_befalls_the_court_is_nobodys_own(about: str) -> None:
    """LD-STORY-02: everyone goes on telling it."""
    told = [Speech().line(looking(moment=str(number)), about) for number in range(60)]
    assert not any(re.search(r"\b(my|me)\b", part) for text in told for part in parts_of(text))


def test_nobody_has_won_a_stand_off() -> None:
    """LD-SET-04: what is told of it names neither winner nor loser."""
    game = Court("cate", "hugo", "martin", king="martin")
    game.lay("cate", purse=0, values=(1, 0, 0, 0))
    game.lay("hugo", purse=0, values=(1, 4, 0, 0))
    game.to_scene("cate")
    using = {"cate": game.cards("cate")[:1], "hugo": game.cards("hugo")[:1]}
    game.fight("cate", "face/hugo", dice=[3, 3], using=using)
    game.settle("narrate_outcome")
    assert shape("standoff", answer(game, "cate", "narrate_outcome"))


def answer(game: Court, name: str, prompt: str, whim: str = "whim") -> Any:
    """What a bot in this seat says to what it is asked now."""
    shown = next(shown for shown in game.view(name).prompts if shown.prompt.name == prompt)
    return REPLIES[prompt](Speech(), Seen(game.seat_of[name], game.view(name), whim, shown.id), shown.prompt)
