"""Ledger 2.1 and 2.2: set-up, and what a memory card is."""

from __future__ import annotations

import pytest

from mneme.engine.errors import BadOptions
from mneme.engine.game import read_options
from mneme.games.lost_days import GAME
from mneme.games.lost_days.creation import as_memory
from tests.games.lost_days.kit import Court, Seated


@pytest.mark.parametrize("seats", [1, 2, 6])
def test_three_to_five_play(seats: int) -> None:
    """LD-SETUP-01, LD-Q54: any other number is refused before the game begins."""
    with pytest.raises(BadOptions):
        read_options(GAME, seats, {})
    assert [read_options(GAME, count, {}) for count in (3, 4, 5)]


def test_an_elf_starts_with_a_name_and_eleven_coins() -> None:
    """LD-SETUP-03..05, LD-Q02: the name is the player's; eleven coins from the bank, nothing else."""
    game = Seated("ada", "ben", "cyd")
    for name in ("ada", "ben", "cyd"):
        game.say(name, name.title(), "name_elf")
    assert [game.elf(name).name for name in game.seat_of] == ["Ada", "Ben", "Cyd"]
    assert game.table.course.flows["setup"] == 33
    assert game.purses() == [12, 12, 12]  # the first round has begun
    assert not any(game.elf(name).madness for name in game.seat_of)
    assert game.table.course.king == ""
    assert game.table.cards == []


def test_no_two_elves_share_a_name() -> None:
    """LD-SETUP-03: of two who choose the same, the second by seat is asked again; case and spaces do not count."""
    game = Seated("ada", "ben", "cyd", "dee")
    for name, elf in (("dee", "Roen"), ("cyd", "MIRA FAR"), ("ben", "Mirafar"), ("ada", "mirafar")):
        assert game.prompt(name, "name_elf").text == "Name your elf."
        game.say(name, elf, "name_elf")
    assert [game.elf(name).name for name in game.seat_of] == ["mirafar", "", "", "Roen"]
    assert game.who("name_elf") == ["ben", "cyd"]
    assert game.prompt("ben", "name_elf").text.startswith("Another elf has come to court by that name.")
    assert game.refused("ben", "roen ", "name_elf").sentence.startswith("Those words are taken already")
    game.say("ben", "Illuen", "name_elf")
    game.say("cyd", "illuen", "name_elf")
    assert game.who("name_elf") == ["cyd"]
    game.say("cyd", "Vane", "name_elf")
    assert [game.elf(name).name for name in game.seat_of] == ["mirafar", "Illuen", "Vane", "Roen"]
    assert next(line for line in game.story() if "to court" in line).startswith("ada brings mirafar to court")


def test_seating_order_drives_the_table() -> None:
    """LD-SETUP-02: clockwise is the next seat, round and round."""
    game = Court("ada", "ben", "cyd", king="ben")
    game.to_scene("cyd")
    assert [game.name(seat) for seat in game.table.course.order] == ["cyd", "ada", "ben"]


def test_coins_and_cards_are_open_and_bids_are_not() -> None:
    """LD-SETUP-06: purses, cards and madness are seen by everyone; a bid only when all are in."""
    game = Seated("ada", "ben", "cyd")
    game.auction()
    game.say("ben", 7, "bid")
    seen = game.view("ada")
    assert seen.state["elf/b"]["purse"] == 12
    assert seen.state["elf/b"]["madness"] == 0
    assert "7" not in str(seen.state["round"]["bids"])
    game.say("ada", 0, "bid")
    game.say("cyd", 1, "bid")
    assert game.table.round.auctions[-1].bids == {"a": 0, "b": 7, "c": 1}
    assert game.view("ada").state["round"]["bids"] == {}  # the next card has no bids yet


def test_a_card_may_be_noted_on() -> None:
    """LD-SETUP-03, LD-SETUP-07: the card holds a name and free notes; there are no other numbers but what follows from
    its coins."""
    game = Court("ada", "ben", "cyd")
    game.act("ben", "card_note", text="wants the bell back")
    assert game.elf("ben").notes == ("wants the bell back",)
    assert set(game.view("ada").state["elf/b"]) == {
        "owner", "name", "notes", "status", "purse", "madness", "held", "bears", "candidate_written", "leaving",
    }  # fmt: skip


@pytest.mark.parametrize("text", ["the bridge", "I remember the bridge", "i Remember the bridge"])
def test_every_memory_begins_alike(text: str) -> None:
    """LD-MEM-01: "I remember" stands first whatever was typed."""
    assert as_memory(text) == "I remember the bridge"


def test_another_word_that_begins_alike_does_not_count() -> None:
    """LD-MEM-01: the words themselves, not just their letters."""
    assert as_memory("I remembered too late") == "I remember I remembered too late"
    assert as_memory("I remember, always, the bridge") == "I remember, always, the bridge"
    assert as_memory("The bridge was glass.") == "I remember: The bridge was glass."


def test_the_prefix_is_put_on_written_cards() -> None:
    """LD-MEM-01, LD-MEM-02: any text is taken as a memory; the table judges how good it is, never the rules."""
    game = Seated("ada", "ben", "cyd")
    game.write()
    assert {card.text for card in game.table.cards} == {
        "I remember ada's 1", "I remember ada's extra 1", "I remember ben's 1", "I remember cyd's 1",
    }  # fmt: skip
    assert {card.coins for card in game.table.cards} == {0}


def test_a_memory_is_worth_its_coins_and_they_travel_with_it() -> None:
    """LD-MEM-03..05: value is coins; a card that changes hands keeps them, and the old owner has it no more."""
    game = Court("ada", "ben", "cyd")
    game.to_scene("ben")
    card = game.value(game.cards("ben")[1], 5)
    game.offer("ben", "cyd", give=[card.noun_key])
    game.act("cyd", "accept_trade", proposer="b")
    assert card.coins == 5
    assert card in game.cards("cyd")
    assert card not in game.cards("ben")


def test_every_memory_lies_in_one_place_for_all_to_read() -> None:
    """LD-MEM-06, LD-MEM-08: pool, aside, owned or market; open once read. Nothing unwritten exists."""
    game = Court("ada", "ben", "cyd")
    assert [len(game.at(place)) for place in ("pool", "aside", "owned", "market")] == [0, 0, 12, 4]
    shown = [noun["text"] for key, noun in game.view(None).state.items() if key.startswith("memory/")]
    assert len(shown) == len(game.table.cards) == 16


def test_a_drained_memory_stays_and_gives_no_dice() -> None:
    """LD-MEM-07, LD-Q16: 0 coins, still owned, 0 dice, and it can get coins again."""
    game = Court("ada", "ben", "cyd")
    game.lay("ben", values=(0, 0, 0, 0))
    game.to_scene("ben")
    game.fight("ben", "opposition", dice=[4, 4, 4], using={"ben": game.cards("ben")[:1]})
    assert game.conflict.dice == {"first": (), "second": (4, 4, 4)}
    assert len(game.cards("ben")) == 4


def test_there_is_no_limit_to_memories_or_coins() -> None:
    """LD-MEM-09: all cards may come to one elf, and another may have none."""
    game = Court("ada", "ben", "cyd")
    game.value(game.cards("ben")[0], 40)
    game.to_scene("ben")
    game.offer("ben", "cyd", give=[card.noun_key for card in game.cards("ben")])
    game.act("cyd", "accept_trade", proposer="b")
    assert len(game.cards("cyd")) == 8
    assert game.cards("ben") == []


def test_coins_cannot_be_moved_between_purse_and_card_at_will() -> None:
    """LD-MEM-10: outside a conflict the only acts that touch coins are a new memory, a sale and a trade."""
    game = Court("ada", "ben", "cyd")
    game.to_scene("ben")
    assert set(game.may("ben")) == {
        "end_scene", "declare_conflict", "create_memory", "sell", "leave", "card_note", "pact_note",
        "propose_trade_a", "propose_trade_c",
    }  # fmt: skip
