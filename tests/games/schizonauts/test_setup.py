"""Set-up: who sits where, how long it is, and which cards are in. (Ledger 2.1, 2.17)"""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from mneme.engine import gamefile
from mneme.engine.errors import BadOptions
from mneme.engine.log import Sitting
from mneme.engine.table import Table
from mneme.games.schizonauts import GAME
from mneme.games.schizonauts.content import KEYS
from mneme.games.schizonauts.nouns import Schizonauts
from tests.games.schizonauts.kit import Flashback, Night, Seated, shown

PEOPLE = ("ada", "ben", "cyd", "dov", "eva", "fay", "gus", "hal")


def reminders(game: Seated) -> list[str]:
    return [line.text for line in game.table.lines if line.kind == "reminder"]


def actors(game: Seated, turns: int) -> list[str]:
    """Who has the next turns of flashback."""
    found = []
    for _ in range(turns):
        found.append(game.until("first_character"))
        game.until("new_recipient_memory")
        game.step()
    return found


# -- how many, and how long


@pytest.mark.parametrize("players", [1, 9])
def test_the_table_has_two_to_eight_seats(players: int) -> None:
    """SZ-SETUP-01."""
    with pytest.raises(BadOptions, match="2 to 8 seats"):
        Seated(*(f"p{number}" for number in range(players)))


@pytest.mark.parametrize(
    ("players", "warning"), [(2, "opposite sides"), (3, ""), (6, ""), (7, "far apart"), (8, "far apart")]
)
def test_two_players_and_more_than_six_are_told_that_three_to_six_is_better(players: int, warning: str) -> None:
    """SZ-SETUP-01."""
    warned = reminders(Seated(*PEOPLE[:players]))
    assert len(warned) == bool(warning)
    assert all(warning in text and "3 to 6 is better" in text for text in warned)


@pytest.mark.parametrize(
    ("players", "options", "rounds", "scenes"),
    [
        (3, {}, 2, 21),
        (4, {"length": "short"}, 3, 40),
        (2, {"length": "medium"}, 6, 38),
        (6, {"length": "short"}, 2, 42),
        (5, {"length": "custom", "rounds": 1}, 1, 20),
    ],
)
def test_everyone_hears_how_long_it_will_be(players: int, options: dict[str, Any], rounds: int, scenes: int) -> None:
    """SZ-SETUP-04, SZ-AMB-56: the number shown is 3K + N, whatever the book says of a 12-card deck."""
    game = Seated(*PEOPLE[:players], **options)
    assert (game.table.course.rounds, game.table.decks.keys_left) == (rounds, rounds * players)
    assert any(f"{scenes} scenes" in line for line in game.story())


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"length": "custom", "rounds": 21}, "1 to 20 key cards"),
        ({"length": "custom"}, "1 to 20 key cards"),
        ({"length": "short", "rounds": 2}, "goes with length=custom"),
        ({"length": "endless"}, "very_short, short, medium, long, very_long or custom"),
    ],
)
def test_a_length_that_the_sixty_cards_cannot_make_is_refused(options: dict[str, Any], sentence: str) -> None:
    """SZ-SETUP-04: three players have cards for 20 rounds at most."""
    with pytest.raises(BadOptions, match=sentence):
        Seated("ada", "ben", "cyd", **options)


def test_example_e3_four_players_and_the_shortest_game() -> None:
    """E3 (SZ-SETUP-04, SZ-FB-36): 8 key cards, 2 rounds, and every hand ends with 2."""
    game = Seated("Lydia", "Fred", "Rob", "Deborah", length="very_short")
    assert game.table.decks.keys_left == 8
    game.until("say_full_name")
    assert [len(game.sheet(name).keys) for name in game.seat_of] == [2, 2, 2, 2]


# -- edition and rulings

EDITIONS = {
    "initial_memories": ("one_or_more", "exactly_one"),
    "framing": ("actor_and_visitor", "actor"),
    "integration_gate": ("before_question", "before_wrap"),
    "no_memory_left": ("switch_or_write", "write"),
    "post_scene_memory": (True, False),
    "story_character_link": (True, False),
    "downgrade": (False, True),
    "role_double": ("keep", "give_away"),
    "price_challenge": (True, False),
    "aptitude_binds": (True, False),
    "actor_vote_shown": ("on_tie", "always"),
    "contradiction": ("may_replace", "must_strike"),
    "first_deal": ("before_interlude", "round_start"),
    "situation_text": (True, False),
    "allegiance_claims": (True, False),
    "reveal_after_roll": (True, False),
    "reveal_full_rating": ("any", "with_memory"),
    "endgame_death": ("consensus", "forbidden"),
    "final_death": ("consensus", "open"),
    "contributor_split": ("four_piles", "one_target"),
    "role_coin": ("holder", "holder"),
    "survivors": (True, False),
    "epilogue": ("all", "winners"),
    "outcome_text": ("safe", "surveillance"),
}
ALIKE = {
    "new_memory_category": "any",
    "few_min": 2,
    "overlap_active": False,
    "double_role_n2": "other",
    "pool_lock": "open",
    "visitor_needs_memory": False,
    "crisis_eligibility": "faceup_majority",
    "death_consent": "all",
    "question_approval": "consensus",
    "survivor_tie": "exclude",
    "bet_order": "actor_visitor_clockwise",
    "hide_hands": False,
    "leaving": "caretaker",
}


@pytest.mark.parametrize(("column", "edition"), [(0, "game_chef"), (1, "revised")])
def test_an_edition_is_a_set_of_rulings(column: int, edition: str) -> None:
    """SZ-SETUP-03: the table of ledger 10, whole."""
    rulings = {name: values[column] for name, values in EDITIONS.items()}
    options = msgspec.to_builtins(Seated("ada", "ben", "cyd", edition=edition).table.options)
    assert options == {**rulings, **ALIKE, "edition": edition, "length": "very_short", "rounds": 0}


def test_a_ruling_of_the_tables_own_wins_over_the_edition() -> None:
    """SZ-SETUP-03."""
    options = Seated("ada", "ben", "cyd", edition="revised", downgrade=False).table.options
    assert (options.downgrade, options.contradiction) == (False, "must_strike")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"edition": "third"}, "takes game_chef or revised"),
        ({"pool_lock": "hidden"}, "takes open, sealed or actor_first"),
        ({"few_min": 0}, "takes 1 to 6"),
        ({"handicap": 1}, "has no option called 'handicap'"),
    ],
)
def test_an_unknown_ruling_is_refused_with_what_there_is(options: dict[str, Any], sentence: str) -> None:
    """SZ-SETUP-03."""
    with pytest.raises(BadOptions, match=sentence):
        Seated("ada", "ben", "cyd", **options)


# -- the key deck


def test_the_key_deck_is_a_part_of_the_sixty_and_the_rest_stays_unseen() -> None:
    """SZ-SETUP-05: six cards come into a short game for three; nobody ever learns which 54 do not."""
    game = Seated("ada", "ben", "cyd")
    assert game.table.decks.keys_left == 6
    game.until("say_full_name")
    met = [card for name in game.seat_of for card in game.sheet(name).keys]
    assert len(set(met)) == 6
    assert game.table.decks.keys_left == 0
    game.finish()
    assert set(game.table.decks.discard) == set(met)
    for name in ("ada", None):
        assert set(game.seen(name)["decks"]) == {"keys_left", "chain", "discard", "allegiance"}
        told = str(shown(game, name))
        assert not [key.name for card, key in KEYS.items() if card not in met and key.name in told]


def test_drawing_without_a_printed_deck_is_drawing_without_replacement() -> None:
    """SZ-VAR-01: a used entry never comes again, the length still ends the drawing, and every entry can come."""
    game = Seated("ada", "ben", length="custom", rounds=30)
    game.until("say_full_name")
    met = [card for name in game.seat_of for card in game.sheet(name).keys]
    assert sorted(met) == sorted(KEYS)
    assert {(KEYS[card].page, KEYS[card].entry) for card in met} == {
        (d6, d10) for d6 in range(1, 7) for d10 in range(1, 11)
    }


# -- seats, and the starter


def test_one_objection_sends_the_seating_back() -> None:
    """SZ-SETUP-02: nobody is outvoted."""
    game = Seated("ada", "ben", "cyd", "dov")
    game.until("approve_seating")
    assert game.asked("ada") == []
    for name, answer in (("ben", "approve"), ("cyd", "object"), ("dov", "approve")):
        game.say(name, answer)
    assert game.asked("ada") == ["seating"]
    assert "cyd would like another seating or another starter." in game.story()


def test_an_objection_blocks_until_it_is_withdrawn() -> None:
    """SZ-SETUP-02: while others still think it over, cyd may think again; to have no opinion blocks nothing."""
    game = Seated("ada", "ben", "cyd")
    game.until("approve_seating")
    game.say("cyd", "object")
    game.say("cyd", "approve")
    game.say("ben", "abstain")
    assert game.asked("cyd") == ["names"]


def test_an_answer_that_is_none_of_the_three_is_refused() -> None:
    """SZ-SETUP-02."""
    game = Seated("ada", "ben", "cyd")
    game.until("approve_seating")
    assert "Fine by me, No opinion, I would rather not" in game.refused("ben", "veto").sentence


def test_play_passes_clockwise_around_the_circle() -> None:
    """SZ-SETUP-07: the table sits as it likes, and that is the order of turns."""
    game = Seated("ada", "ben", "cyd", "dov")
    game.say("ada", [game.seat_of[name] for name in ("ada", "dov", "ben", "cyd")])
    assert actors(game, turns=5) == ["ada", "dov", "ben", "cyd", "ada"]


def test_everybody_gets_exactly_one_place() -> None:
    """SZ-SETUP-07."""
    game = Seated("ada", "ben", "cyd")
    seats = game.seat_of
    refusal = game.refused("ada", [seats["ada"], seats["ben"], seats["ben"]])
    assert "Put each of these in order, once" in refusal.sentence


def test_the_starter_is_named_and_approved_by_the_others() -> None:
    """SZ-SETUP-08: ada proposes, and the others are asked."""
    game = Seated("ada", "ben", "cyd")
    game.until("starter")
    assert game.choices("ada") == list(game.seat_of.values())
    game.say("ada", game.seat_of["cyd"])
    assert game.asked("ben") == game.asked("cyd") == ["approve_seating"]
    assert "cyd starts" in game.prompt("ben").text


@pytest.mark.parametrize("edition", ["game_chef", "revised"])
def test_the_starter_has_the_first_turn_of_every_round_in_every_phase(edition: str) -> None:
    """SZ-SETUP-08."""
    game = Seated("ada", "ben", "cyd", edition=edition, length="very_short")
    game.until("starter")
    game.say("ada", game.seat_of["cyd"])
    order: dict[tuple[str, int], list[str]] = {}

    def note_the_actor() -> bool:
        course = game.table.course
        turns = order.setdefault((course.phase, course.round), [])
        if course.actor and game.name(course.actor) not in turns:
            turns.append(game.name(course.actor))
        return course.phase == "over"

    game.until_true(note_the_actor)
    rounds = [("flashback", 1), ("flashback", 2), ("endgame", 1), ("endgame", 2), ("final", 2)]
    assert [order[place] for place in rounds] == [["cyd", "ada", "ben"]] * 5


def test_the_starter_deals_first_and_reads_the_situation() -> None:
    """SZ-SETUP-08: with the cards laid out as thief, agent, agent the starter's is the thief."""
    game = Seated("ada", "ben", "cyd", cards=["thief", "agent", "agent"])
    game.until("starter")
    game.say("ada", game.seat_of["ben"])
    assert game.until("read_situation") == "ben"
    assert [game.sheet(name).allegiance.down for name in ("ben", "cyd", "ada")] == [("thief",), ("agent",), ("agent",)]


# -- what there is enough of, and what is kept


def test_everyone_has_one_thief_card_and_one_agent_card_to_vote_with() -> None:
    """SZ-SETUP-06: nobody runs out of either, since they come back after each vote."""
    game = Flashback("ada", "ben", "cyd", "dov")
    for _ in range(2):
        game.until("closing_vote")
        voters = [name for name in game.seat_of if name != game.actor]
        assert [game.choices(name) for name in voters] == [["thief", "agent"]] * 3
        game.vote(**dict.fromkeys(voters, "thief"))
        game.until("first_character")


def test_dice_never_run_out() -> None:
    """SZ-SETUP-09: 13 dice for one player are more d6, d8 and d12 than either book would have her buy."""
    game = Flashback(*PEOPLE)
    game.lay_chain("The Bribe Money")
    game.rate("ben", "agent", intimacy=5)
    game.open_scene("ben")
    game.to_the_dice("Gang Leader", "intimacy")
    for name in PEOPLE[2:]:
        game.act(name, "contribute", to=game.seat_of["ben"])
    assert game.pool("ben") == "13d6"
    pools = [option.key for option in game.choice("ben", "trade").fields[0].options]
    assert {"3d12+1d6", "6d8+1d6"} <= set(pools)


def test_the_bank_never_runs_out() -> None:
    """SZ-SETUP-09: whatever has been paid, a scene pays its 5 coins."""
    game = Night("ada", "ben", "cyd")
    game.lay("cyd", piles={"thief": 10_000, "agent": 10_000})
    game.fall(narrator="ada", judge="ben")
    game.until("bet")
    assert [game.sheet(name).coins for name in ("ada", "ben")] == [3, 2]


def test_the_name_card_shows_first_name_and_last_name() -> None:
    """SZ-SETUP-10."""
    game = Seated("Lydia", "Fred", plain={"names": {"thief": "Jules", "agent": "Gordon"}})
    game.until("memories_thief")
    assert "Lydia's name card reads Jules / Gordon." in game.story("Fred")


@pytest.mark.parametrize("moment", ["bleed_memory", "bet"])
def test_a_game_put_away_comes_back_whole(moment: str) -> None:
    """SZ-SETUP-11: hands, coins and the rest of the key deck, and everything else besides."""
    game = Seated("ada", "ben", "cyd", length="very_short")
    for _ in range(2):
        game.until(moment)
        game.step()
    kept = gamefile.resume(gamefile.read(gamefile.export(game.sitting), lambda *_: GAME))
    assert belongings(kept.table) == belongings(game.table)
    assert any(keys or coins for keys, coins, _ in belongings(game.table)[1:])
    assert kept.digest() == game.sitting.digest()
    answers_alike(kept, game)


def belongings(table: Table[Any]) -> list[Any]:
    """The key deck, and what lies before each player."""
    assert isinstance(table, Schizonauts)
    sheets = table.sheet.values()
    return [(table.decks.keys_left, table.decks.chain), *((sheet.keys, sheet.coins, sheet.piles) for sheet in sheets)]


def answers_alike(kept: Sitting, game: Seated) -> None:
    """The next answer changes both tables in the same way."""
    window = game.sitting.play.windows[0]
    seat = next(iter(window.awaited))
    answer = window.prompts[seat].random(random.Random(1))
    for sitting in (kept, game.sitting):
        sitting.answer(seat, window.prompts[seat].name, answer)
    assert kept.digest() == game.sitting.digest()
