"""Ledger 2.12: the market, new memories, trades and sales."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from mneme.games.lost_days.describe import sheet_text
from tests.games.lost_days.kit import Court


def court(king: str = "hugo", **options: Any) -> Court:
    return Court("cate", "hugo", "martin", king=king, **options)


def test_the_market_holds_all_that_nobody_owns() -> None:
    """LD-MKT-01: leftovers, new memories, sold ones, face up."""
    game = court()
    game.to_scene("cate")
    sold = game.value(game.cards("cate")[0], 3)
    game.act("cate", "create_memory", text="the bell under the lake")
    game.act("cate", "sell", memory=sold.noun_key)
    assert len(game.at("market")) == 6
    shown = [n["text"] for n in game.view(None).state.values() if n.get("place") == "market"]
    assert "I remember the bell under the lake" in shown


def test_market_memories_are_never_bought() -> None:
    """LD-MKT-02, LD-Q52: outside a conflict no choice of any act is a memory of the market."""
    game = court()
    game.to_scene("cate")
    market = {card.noun_key for card in game.at("market")}
    menus = [pending.prompt for name in game.seat_of for pending in game.pending(name)]
    fields = [field for menu in menus for choice in getattr(menu, "choices", ()) for field in choice.fields]
    offered = {option.key for field in fields for option in getattr(field, "options", ())}
    assert offered & {card.noun_key for card in game.cards("hugo")}  # one could trade for these
    assert not offered & market


def test_a_new_memory_costs_a_coin() -> None:
    """LD-NEW-01..03, LD-Q53: from the purse onto the card; any theme, any number, nobody's; stakeable at once."""
    game = court()
    game.to_scene("cate")
    game.lay("cate", purse=2)
    game.act("cate", "create_memory", text="a door")
    game.act("cate", "create_memory", text="the same door, from inside")
    assert game.elf("cate").purse == 0
    assert "create_memory" not in game.may("cate")
    new = game.table.cards[-1]
    assert (new.coins, new.place, new.holder) == (1, "market", "")
    game.act("cate", "declare_conflict")
    game.say("cate", "opposition", "declare_conflict")
    assert new.noun_key in game.choices("cate", "stake")


def test_a_bare_market_is_filled_again() -> None:
    """LD-REP-01..03, LD-Q49, LD-Q15: fewer than 2 at a scene's end; one theme; all write; 1 bank coin on each."""
    game = court()
    game.to_scene("cate")
    game.take("martin", *game.at("market")[1:])
    before = (game.coins(), game.purses())
    game.act("cate", "end_scene")
    assert game.who("replenish_theme") == ["hugo"]
    game.say("hugo", "love", "replenish_theme")
    assert game.who("replenish_write") == ["cate", "hugo", "martin"]
    for name in game.seat_of:
        game.say(name, f"{name} at the window", "replenish_write")
    assert [card.coins for card in game.at("market")] == [1, 1, 1, 1]
    assert (game.coins(), game.purses()) == (before[0] + 3, before[1])
    assert game.table.cards[-1].text == "I remember martin at the window"


def test_two_are_enough() -> None:
    """LD-REP-01, LD-Q49: the line is at fewer than 2, unless the table moves it."""
    for threshold, filled in ((2, False), (3, True)):
        game = court(market_threshold=threshold)
        game.to_scene("cate")
        game.take("martin", *game.at("market")[2:])
        game.act("cate", "end_scene")
        assert bool(game.who("replenish_theme")) is filled


def test_a_trade_is_between_two_until_it_is_done() -> None:
    """LD-TRADE-01, LD-TRADE-02, LD-Q51: any mix, both confirm, all at once; a promise is noted and binds nobody."""
    game = court()
    game.to_scene("martin")
    mine, theirs = game.cards("cate")[0], game.cards("martin")[1]
    game.offer("cate", "martin", give=[mine.noun_key], give_coins=2,
        take=[theirs.noun_key], take_coins=1, promise="My vote at midsummer.",
    )  # fmt: skip
    assert "midsummer" in game.told("martin")
    assert "midsummer" not in game.told("hugo")
    assert not [key for key in game.view("hugo").state if key.startswith("trade/")]
    assert "accept_trade" not in game.may("hugo")
    game.act("martin", "accept_trade", proposer=game.seat_of["cate"])
    assert game.purses() == [7, 8, 9]
    assert mine in game.cards("martin")
    assert theirs in game.cards("cate")
    assert "gives" in game.told("hugo")
    assert [opening.to for opening in game.table.openings if opening.kind == "trade"] == [None]


def test_gifts_are_legal_and_offers_can_be_dropped() -> None:
    """LD-TRADE-01, LD-TRADE-03: a gift is fine; either may drop an offer; what cannot be kept is not on offer."""
    game = court()
    game.to_scene("martin")
    game.offer("cate", "martin", give_coins=8)
    game.act("martin", "drop_offer", other=game.seat_of["cate"])
    assert "accept_trade" not in game.may("martin")
    game.offer("cate", "martin", give_coins=8)
    game.act("martin", "accept_trade", proposer=game.seat_of["cate"])
    assert game.purses() == [0, 8, 16]
    game.offer("cate", "martin", take_coins=16)
    game.lay("martin", purse=15)
    game.act("hugo", "card_note", text="the table breathes")
    assert "accept_trade" not in game.may("martin")


def test_what_a_trade_brings_along() -> None:
    """LD-TRADE-04, LD-MAD-02: coins, taint, and the madness check at once."""
    game = court()
    game.to_scene("martin")
    game.lay("cate", madness=0, values=(0, 0, 0, 0))
    tainted = game.value(game.cards("martin")[0], 0)
    game.table.taint(tainted)
    game.offer("martin", "cate", give=[tainted.noun_key])
    game.act("cate", "accept_trade", proposer=game.seat_of["martin"])
    assert game.elf("cate").madness == 1
    assert game.elf("cate").status == "doomed"


def test_a_note_has_chosen_readers() -> None:
    """LD-TRADE-02, D41: only those named may read it."""
    game = court()
    game.act("cate", "pact_note", readers=[game.seat_of["martin"]], text="Tonight, the stair.")
    assert "the stair" in game.told("martin")
    assert "the stair" not in game.told("hugo")
    assert "the stair" not in game.told(None)


@pytest.mark.parametrize(("value", "price"), [(4, 3), (1, 0)])
def test_a_sale_takes_all_coins_but_one(value: int, price: int) -> None:
    """LD-SELL-01, LD-SELL-02, LD-Q50: in anyone's scene; the card keeps 1."""
    game = court()
    game.to_scene("martin")
    card = game.value(game.cards("cate")[0], value)
    game.act("cate", "sell", memory=card.noun_key)
    assert (card.place, card.coins) == ("market", 1)
    assert game.elf("cate").purse == 8 + price


def test_an_empty_memory_cannot_be_sold() -> None:
    """LD-SELL-01, LD-Q50."""
    game = court()
    game.lay("cate", values=(0, 1, 1, 1))
    game.to_scene("martin")
    assert game.cards("cate")[0].noun_key not in [o.key for o in game.field("cate", "sell", "memory").options]


def test_a_sale_may_go_too_far() -> None:
    """LD-SELL-02, LD-MAD-02: the madness check comes after it."""
    game = court()
    game.lay("cate", madness=1, values=(1, 0, 0, 0))
    game.to_scene("martin")
    first, second = game.field("cate", "sell", "memory").options[0], game.field("hugo", "sell", "memory").options[0]
    assert "past the line" in first.note
    assert "past the line" not in second.note
    game.act("cate", "sell", memory=game.cards("cate")[0].noun_key)
    assert game.elf("cate").status == "doomed"


def test_a_memory_tells_its_life() -> None:
    """LD-MEM-06: author, owners and prices stay readable on the card."""
    game = court()
    game.to_scene("martin")
    card = game.value(game.cards("cate")[0], 4)
    game.act("cate", "sell", memory=card.noun_key)
    assert [moment.kind for moment in card.life] == ["written", "won", "sold"]
    sold = card.life[-1]
    assert sold.text == "Sold to the market by cate for 3 coins."
    assert (sold.seat, sold.coins, sold.scene) == (game.seat_of["cate"], 1, game.table.scene.number)
    told = sheet_text(msgspec.to_builtins(game.view("hugo")), game.seat_of["hugo"])
    assert "Sold to the market by cate for 3 coins." in told


def test_an_offer_asks_only_for_what_the_other_has() -> None:
    """LD-TRADE-01: their memories, and coins up to their purse."""
    game = court()
    game.lay("hugo", purse=3)
    game.to_scene("martin")
    act = f"propose_trade_{game.seat_of['hugo']}"
    assert {o.key for o in game.field("cate", act, "take").options} == {card.noun_key for card in game.cards("hugo")}
    assert game.field("cate", act, "take_coins").most == 3


def test_an_offer_says_what_it_would_do() -> None:
    """LD-TRADE-01, LD-MAD-01: what you get and give, and whether your mind would bear it."""
    game = court()
    game.to_scene("martin")
    game.lay("cate", madness=2, values=(2, 0, 0, 0))
    game.offer("hugo", "cate", give_coins=5, take=[game.cards("cate")[0].noun_key])
    offered = game.choice("cate", "accept_trade")
    assert offered.label == f"Accept {game.elf('hugo').name}'s trade"
    assert offered.note.startswith("you get 5 coins, and give “I remember")
    assert offered.note.endswith("past the line with that")
    assert [option.note for option in offered.fields[0].options] == [""]  # said once is enough


def test_of_several_offers_each_says_what_it_would_do() -> None:
    """LD-TRADE-01: then the act itself cannot."""
    game = court()
    game.to_scene("martin")
    game.offer("hugo", "cate", give_coins=1)
    game.offer("martin", "cate", give_coins=2)
    offered = game.choice("cate", "accept_trade")
    assert offered.note == ""
    notes = {option.key: option.note for option in offered.fields[0].options}
    assert notes[game.seat_of["hugo"]] == "you get 1 coin, and give nothing"
    assert notes[game.seat_of["martin"]] == "you get 2 coins, and give nothing"


def test_a_sale_of_the_crown_says_so() -> None:
    """LD-KING-01: the mark stands wherever the card is quoted."""
    game = court()
    game.to_scene("martin")
    game.act("hugo", "sell", memory=game.crown.noun_key)
    assert f"{game.crown.text} (the crown)" in game.told()
