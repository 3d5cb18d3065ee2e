"""Ledger 2.4: the Memory of Kingship."""

from __future__ import annotations

from typing import Any

from tests.games.lost_days.kit import Seated


def three(**options: Any) -> Seated:
    return Seated("cate", "hugo", "martin", **options)


def test_anybody_may_mark_one_candidate() -> None:
    """LD-CROWN-01..03: marked when written, announced when read, and only once for each player."""
    game = three()
    game.write(cate="extra", hugo="own")
    marked = {card.text for card in game.table.cards if card.kingship}
    assert marked == {"I remember cate's extra 1", "I remember hugo's 1"}
    game.until("select_memory")
    assert "hugo announces a Memory of Kingship." in game.told()
    game.until_true(lambda: game.table.round.number == 2 and bool(game.who("write_memory")))
    assert "kingship" not in [field.name for field in game.prompt("hugo", "write_memory").fields]
    assert "kingship" in [field.name for field in game.prompt("martin", "write_memory").fields]


def test_candidates_are_auctioned_like_any_card() -> None:
    """LD-CROWN-04: one player may win several."""
    game = three()
    game.write(cate="own")
    game.auction("cate's 1", cate=0, hugo=3, martin=0)
    game.until_true(lambda: game.table.round.number == 2)
    game.write(martin="own")
    game.auction("martin's 2", cate=0, hugo=3, martin=0)
    assert [card.kingship for card in game.cards("hugo")] == ["candidate", "candidate"]


def test_somebody_must_write_one_in_the_end() -> None:
    """LD-CROWN-05, LD-Q11: in round 4 volunteers are asked for; if there is none, the extra card it is."""
    game = three()
    game.until("kingship_volunteer")
    assert game.table.round.number == 4
    for name in game.seat_of:
        game.say(name, "no", "kingship_volunteer")
    game.write(cate="extra")
    assert [card.text for card in game.table.cards if card.kingship] == ["I remember cate's extra 4"]


def test_a_volunteer_is_bound() -> None:
    """LD-CROWN-05, LD-Q11, D04: who says yes can only write a candidate; the extra writer is free."""
    game = three()
    game.until("kingship_volunteer")
    for name in game.seat_of:
        game.say(name, "yes" if name == "hugo" else "no", "kingship_volunteer")
    pick = next(field for field in game.prompt("hugo", "write_memory").fields if field.name == "kingship")
    assert [option.key for option in pick.options] == ["own"]
    free = next(field for field in game.prompt("cate", "write_memory").fields if field.name == "kingship")
    assert "none" in [option.key for option in free.options]


def test_the_only_candidate_cannot_be_left_over() -> None:
    """LD-CROWN-06, LD-Q12: while nobody owns one, the last player must take it."""
    game = three()
    game.write(cate="own")
    game.auction("hugo's 1", cate=4, hugo=1, martin=2)
    game.auction("martin's 1", hugo=3, martin=2)
    card = game.prompt("martin", "sole_bid").fields[0]
    assert [option.label for option in card.options] == ["I remember cate's 1"]


def test_once_somebody_owns_a_candidate_the_last_is_free() -> None:
    """LD-CROWN-06, LD-CREATE-17: any of the two."""
    game = three()
    game.write(cate="own", hugo="own")
    game.auction("cate's 1", cate=4, hugo=1, martin=2)
    game.auction("martin's 1", hugo=3, martin=2)
    assert len(game.prompt("martin", "sole_bid").fields[0].options) == 2


def crown_tie(**options: Any) -> Seated:
    """Cate and Hugo own a candidate of 3 coins each; all else is worth 1."""
    game = three(**options)
    game.write(cate="own", hugo="own")
    game.auction("cate's 1", cate=3, hugo=0, martin=0)
    game.auction("hugo's 1", hugo=3, martin=0)
    game.until("crown_agree", "open_story")
    return game


def test_the_most_valuable_candidate_is_the_true_one() -> None:
    """LD-CROWN-07, LD-CROWN-09..12, LD-Q14, LD-Q15: +1 coin, its holder reigns, the rest is ordinary; bare cards
    come to market with 1 coin."""
    game = three()
    game.write(cate="own", hugo="own", martin="own")
    game.auction("cate's 1", cate=5, hugo=0, martin=0)
    game.auction("hugo's 1", hugo=3, martin=0)
    game.until("open_story")
    assert game.name(game.table.course.king) == "cate"
    assert "the one with the most coins on it: 5 coins." in game.told()
    marks = {card.text: card.kingship for card in game.table.cards if card.kingship}
    assert marks["I remember cate's 1"] == "true"
    assert set(marks.values()) == {"true", "pretender"}
    assert game.table.memory("memory/1").coins == 6
    assert [card.coins for card in game.at("market")] == [1, 1, 1, 1]
    assert game.table.course.flows == {"setup": 33, "round coin": 12, "crown coin": 1, "market seed": 4}
    assert game.coins() == 50
    assert game.elf("cate").purse == 16 - sum(game.values("cate"))


def test_bare_market_cards_may_stay_bare() -> None:
    """LD-Q15: the option bare_market_seed=0."""
    game = three(bare_market_seed=0)
    game.until("open_story")
    assert [card.coins for card in game.at("market")] == [0, 0, 0, 0]


def test_a_tie_is_settled_by_agreement() -> None:
    """LD-CROWN-08, LD-Q13: both name the same card."""
    game = crown_tie()
    key = game.choices("cate", "crown_agree")[1]
    game.say("cate", key, "crown_agree")
    game.say("hugo", key, "crown_agree")
    assert game.table.memory(key).kingship == "true"


def test_a_tie_is_settled_by_raises() -> None:
    """LD-CROWN-08, LD-Q13: values are standing bids, only the winner's raise is paid, onto the card."""
    game = crown_tie()
    mine, theirs = game.choices("cate", "crown_agree")
    before = dict(zip(game.seat_of, game.purses(), strict=True))
    game.say("cate", mine, "crown_agree")
    game.say("hugo", theirs, "crown_agree")
    first = game.who("raise_or_decline")[0]
    clockwise = [game.name(seat) for seat in game.table.clockwise(game.table.course.last_picker)]
    assert first == next(name for name in [*clockwise, "cate", "hugo"] if name in ("cate", "hugo"))
    assert game.field(first, "raise", "to").most == 3 + before[first]
    game.act(first, "raise", to=4)
    second = game.who("raise_or_decline")[0]
    game.act(second, "raise", to=6)
    game.act(first, "decline")
    assert game.name(game.table.course.king) == second
    assert game.elf(second).purse == before[second] - 3
    assert game.elf(first).purse == before[first]
    assert game.table.true_memory is not None
    assert game.table.true_memory.coins == 7


def test_a_deadlock_goes_by_lot() -> None:
    """LD-CROWN-08, LD-Q13: no agreement, no raise."""
    game = crown_tie()
    mine, theirs = game.choices("cate", "crown_agree")
    game.say("cate", mine, "crown_agree")
    game.say("hugo", theirs, "crown_agree")
    game.act(game.who("raise_or_decline")[0], "decline")
    game.chance.dice = [2]
    game.act(game.who("raise_or_decline")[0], "decline")
    assert game.table.memory(theirs).kingship == "true"


def test_a_single_owner_of_all_tied_cards_picks() -> None:
    """LD-CROWN-08, LD-Q13."""
    game = three()
    game.write(cate="own")
    game.auction("cate's 1", cate=0, hugo=3, martin=0)
    game.until_true(lambda: game.table.round.number == 2)
    game.write(martin="own")
    game.auction("martin's 2", cate=0, hugo=3, martin=0)
    assert game.until("crown_pick", "open_story") == "hugo"
    key = game.choices("hugo", "crown_pick")[1]
    game.say("hugo", key, "crown_pick")
    assert game.table.memory(key).kingship == "true"


def test_what_is_not_on_memories_is_the_purse() -> None:
    """LD-CROWN-11."""
    game = three()
    game.until("open_story")
    held = sum(game.purses()) + sum(card.coins for card in game.table.cards)
    assert held == 50
