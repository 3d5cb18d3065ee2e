"""Preparing endgame: the deck, the first card, the situation and the interlude. (Ledger 2.10)"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import UNSET

from mneme.engine.state import fields_of
from mneme.games.schizonauts import words
from tests.games.schizonauts.kit import Night, Seated
from tests.games.seated import Plain

EDITIONS = ("game_chef", "revised")


def held(game: Seated) -> list[int]:
    """How many allegiance cards lie before each player."""
    return [len(game.sheet(name).allegiance) for name in game.seat_of]


# -- gathering the cards


def test_after_flashback_nobody_votes_any_more() -> None:
    """SZ-EG-01: the vote cards are gathered, and no vote is asked for again."""
    game = Seated("ada", "ben", "cyd", length="custom", rounds=1)
    game.until("closing_vote")
    game.until("read_situation")
    asked: set[str] = set()
    while not game.sitting.over:
        asked.update(prompt for name in game.seat_of for prompt in game.asked(name))
        game.step()
    assert asked.isdisjoint({"closing_vote", "tiebreak_vote"})


def test_e11_four_players_with_hands_of_two_gather_six_and_six() -> None:
    """SZ-EG-02, -03, example E11: 12 cards, and one of them before each player."""
    game = Seated("lydia", "fred", "rob", "deborah", length="very_short")
    game.until("read_situation")
    assert "The allegiance deck is 12 cards: 6 agents and 6 thieves." in game.story("rob")
    assert held(game) == [1, 1, 1, 1]
    assert len(game.table.decks.allegiance) == 8


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("players", "rounds", "each"),
    [(3, 2, 5), (3, 3, 5), (3, 4, 8), (3, 5, 8), (4, 2, 6), (4, 3, 6), (4, 4, 10), (4, 5, 10)],
)
def test_e12_the_decks_of_the_example_at_the_table(players: int, rounds: int, each: int, edition: str) -> None:
    """SZ-EG-02, SZ-AMB-02, example E12: the same deck in both editions, half of it thieves."""
    game = Seated(*"abcdef"[:players], length="custom", rounds=rounds, edition=edition, first_deal="round_start")
    game.until("read_situation", "say_full_name")
    deck = game.table.decks.allegiance
    assert (deck.items.count("thief"), deck.items.count("agent")) == (each, each)


def test_e13_the_revised_table_of_three_gathers_five_and_five() -> None:
    """SZ-EG-02, SZ-AMB-02, -03, -47, example E13: 5 thieves and 5 agents; not 12 of each, twice the keys."""
    game = Seated("ada", "ben", "cyd", edition="revised", length="very_short")
    game.until("say_full_name")
    assert "The allegiance deck is 10 cards: 5 agents and 5 thieves." in game.story("ada")


# -- the first card


def test_game_chef_deals_a_card_before_the_situation_is_read() -> None:
    """SZ-EG-03, SZ-AMB-06: one card each before the text, and no second one in round 1."""
    game = Seated("ada", "ben", "cyd", length="very_short")
    game.until("read_situation")
    assert held(game) == [1, 1, 1]
    game.until_true(lambda: game.table.course.phase == "endgame")
    assert (game.table.course.round, held(game)) == (1, [1, 1, 1])
    game.until_true(lambda: game.table.course.round == 2)
    assert held(game) == [2, 2, 2]


def test_revised_deals_the_first_card_when_round_one_starts() -> None:
    """SZ-EG-03, SZ-AMB-06: interlude first, with no card on the table."""
    game = Seated("ada", "ben", "cyd", edition="revised", length="very_short")
    game.until("say_full_name")
    assert held(game) == [0, 0, 0]
    game.until_true(lambda: game.table.course.phase == "endgame")
    assert (game.table.course.round, held(game)) == (1, [1, 1, 1])
    game.until_true(lambda: game.table.course.round == 2)
    assert held(game) == [2, 2, 2]


@pytest.mark.parametrize(("first_deal", "cards"), [("before_interlude", 1), ("round_start", 0)])
@pytest.mark.parametrize("edition", EDITIONS)
def test_either_edition_may_deal_at_either_time(edition: str, first_deal: str, cards: int) -> None:
    """SZ-AMB-06: option `first_deal`; either way round 1 is played with one card."""
    game = Seated("ada", "ben", "cyd", edition=edition, first_deal=first_deal, length="custom", rounds=1)
    game.until("say_full_name")
    assert held(game) == [cards] * 3
    game.until_true(lambda: game.table.course.phase == "endgame")
    assert held(game) == [1, 1, 1]


def test_the_deal_is_told_before_what_was_dealt() -> None:
    """SZ-EG-03, -04: first that everyone gets a card, then to each which one."""
    game = Night("ada", "ben", "cyd")
    told = [line.kind for line in game.table.lines if line.kind in {"deal", "allegiance"}]
    assert told == ["deal", "allegiance", "allegiance", "allegiance"]


def test_a_card_is_for_its_owners_eyes() -> None:
    """SZ-EG-04: the owner may look at any time; the others see that there is a card; nobody sees the deck."""
    game = Night("ada", "ben", "cyd", cards=["thief", "agent", "agent"])
    own, other, looking_on = (game.seen(name) for name in ("ada", "ben", None))
    assert own["sheet/a"]["allegiance"] == {"down": 1, "up": [], "faces": ["thief"]}
    assert other["sheet/a"]["allegiance"] == looking_on["sheet/a"]["allegiance"] == {"down": 1, "up": []}
    assert own["decks"]["allegiance"] == 1


def test_four_cards_hold_any_number_of_thieves() -> None:
    """SZ-AMB-07: the deal is random; players know what is in the deck, not what was dealt of it."""
    dealt = set()
    for seed in range(6):
        game = Seated("lydia", "fred", "rob", "deborah", length="very_short", seed=str(seed))
        game.until("read_situation")
        dealt.add(sum(game.sheet(name).allegiance.down == ("thief",) for name in game.seat_of))
        told = [line for line in game.story("lydia") if "allegiance card" in line]
        assert len(told) == 2  # her own, and that everyone has one
    assert len(dealt) > 1


# -- the situation


def test_the_starter_reads_the_situation_to_everyone() -> None:
    """SZ-EG-05: the same whole text for every seat, whatever its card; nothing goes on before it is read."""
    plain: Plain = {"starter": "b"}
    game = Seated("ada", "ben", "cyd", cards=["thief", "agent", "agent"], plain=plain, length="custom", rounds=1)
    assert game.until("read_situation") == "ben"
    assert (game.asked("ada"), game.asked("cyd")) == ([], [])
    assert all(words.SITUATION in game.story(name) for name in game.seat_of)
    assert game.prompt("ben").text == words.READ_SITUATION
    game.refused("ben", False)
    game.say("ben", True)
    assert game.asked("ada")[0] == "say_full_name"


@pytest.mark.parametrize(
    ("options", "read"),
    [
        ({"edition": "game_chef"}, True),
        ({"edition": "revised"}, False),
        ({"edition": "game_chef", "situation_text": False}, False),
        ({"edition": "revised", "situation_text": True}, True),
    ],
)
def test_the_situation_is_read_where_the_table_wants_it(options: dict[str, Any], read: bool) -> None:
    """SZ-EG-05: required in Game Chef, absent from the revised rules; option `situation_text`."""
    game = Seated("ada", "ben", "cyd", length="custom", rounds=1, **options)
    game.until("read_situation", "say_full_name")
    assert (game.asked("ada")[0] == "read_situation") == read
    assert (words.SITUATION in game.story("cyd")) == read


# -- the interlude


def interlude(*names: str, **options: Any) -> Seated:
    """Everyone is about to say a full name."""
    game = Seated(*names, length="custom", rounds=1, **options)
    game.until("say_full_name")
    return game


def test_everyone_studies_the_overlap() -> None:
    """SZ-EG-06: each player is shown the overlap memories, and nobody may pass over it."""
    game = interlude("ada", "ben", "cyd")
    for name in game.seat_of:
        (bled,) = game.memories(name, "overlap")
        note = game.prompt(name, "say_full_name").note
        assert "Study the memories in your overlap." in note
        assert note.startswith("Your first allegiance card lies face down on your sheet")
        assert bled.text in note
        assert game.prompt(name, "say_full_name").default is UNSET


def test_e14_jules_gordon_keeps_the_smaller_ratings() -> None:
    """SZ-EG-07, -08, example E14: intimacy 5/1, knowledge 1/3, violence 2/4 make 1, 1 and 2."""
    game = Seated("lydia", "fred", "rob", "deborah", length="very_short")
    game.until("read_situation")
    lydia = game.sheet("lydia")
    lydia.thief, lydia.agent = "Jules", "Gordon"
    lydia.ratings = {
        "agent": {"violence": 2, "knowledge": 1, "intimacy": 5},
        "thief": {"violence": 4, "knowledge": 3, "intimacy": 1},
    }
    game.until("say_full_name")
    assert lydia.ratings["overlap"] == {"violence": 2, "knowledge": 1, "intimacy": 1}
    game.say("lydia", True, "say_full_name")
    assert lydia.full_name == "Jules Gordon"
    assert "I am Jules Gordon." in game.story("fred")


def test_the_overlap_is_blank_until_the_interlude() -> None:
    """SZ-EG-07: its ratings come now, and not before."""
    game = Seated("ada", "ben", "cyd", length="custom", rounds=1)
    game.until("read_situation")
    assert "overlap" not in game.sheet("ada").ratings
    game.until("say_full_name")
    for name in game.seat_of:
        ratings = game.sheet(name).ratings
        for aptitude, rating in ratings["overlap"].items():
            assert rating == min(ratings["thief"][aptitude], ratings["agent"][aptitude])


def test_endgame_starts_when_everyone_has_said_a_name() -> None:
    """SZ-EG-08: nothing but the line itself will do, in any order, and all of them are needed."""
    game = interlude("ada", "ben", "cyd")
    sheet = game.sheet("cyd")
    assert game.prompt("cyd", "say_full_name").label == f"I am {sheet.thief} {sheet.agent}."
    assert sheet.full_name == ""
    refusal = game.refused("cyd", False)
    assert refusal.rule == "SZ-EG-08"
    game.say("cyd", True)
    game.say("ada", True)
    assert sheet.spoken[-1] == f"I am {sheet.full_name}."
    assert game.table.course.phase == "interlude"
    game.say("ben", True)
    assert game.table.course.phase == "endgame"


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_sheet_stays_as_it_is_from_here_on(edition: str) -> None:
    """SZ-EG-09: nothing is written, ticked, struck or bled, and no rating moves, whatever is played."""
    game = Night("ada", "ben", "cyd", edition=edition, cards=["thief", "agent", "agent"])
    named = game.write("ada", "thief", "violence", "The Long Stairs")
    before = sheets(game)
    game.invite("ben")
    game.act("ada", "reveal_thief", memory=named, rating="full")
    game.rest()
    assert sheets(game) == before


def sheets(game: Night) -> list[Any]:
    """All ratings, and every memory with its marks."""
    memories = [fields_of(memory) for name in game.seat_of for memory in game.table.memories[game.seat_of[name]]]
    return [*memories, *(game.sheet(name).ratings for name in game.seat_of)]
