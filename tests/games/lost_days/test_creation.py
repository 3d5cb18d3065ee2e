"""Ledger 2.3: four rounds of memories, sealed bids and raises."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.lost_days.kit import Seated


def cate_hugo_martin(**options: Any) -> Seated:
    return Seated("cate", "hugo", "martin", **options)


def test_example_one() -> None:
    """LD-CREATE-09..11, LD-CREATE-15 and -16, LD-Q04, LD-Q06, EX-1: Hugo wins for 4, the others keep their coins."""
    game = cate_hugo_martin()
    game.write()
    assert game.until("select_memory") == "hugo"
    game.auction("hugo's 1", cate=1, hugo=4, martin=2)
    card = game.cards("hugo")[0]
    assert (card.text, card.coins) == ("I remember hugo's 1", 4)
    assert game.purses() == [12, 8, 12]
    assert game.who("select_memory") == ["martin"]
    game.auction("")
    assert game.who("bid") == ["cate", "martin"]


def test_four_rounds_in_order() -> None:
    """LD-CREATE-01, LD-CREATE-06, LD-Q01, LD-Q02: themes T1 to T4, a coin for each player once a round."""
    game = Seated("ada", "ben", "cyd", "dee")
    seen = []
    for _ in range(4):
        game.until("write_memory")
        seen.append((game.table.round.theme, game.table.course.flows.get("round coin")))
        game.until_true(lambda: game.table.round.number > len(seen) or game.table.course.phase == "play")
    assert seen == [("T1", 4), ("T2", 8), ("T3", 12), ("T4", 16)]


@pytest.mark.parametrize("names", [("a", "b", "c"), ("a", "b", "c", "d"), ("a", "b", "c", "d", "e")])
def test_everybody_writes_and_one_writes_two(names: tuple[str, ...]) -> None:
    """LD-CREATE-02, LD-CREATE-03, LD-CREATE-18, LD-CREATE-19: players + 1 cards a round; four each in the end."""
    game = Seated(*names)
    game.write()
    assert len(game.table.cards) == len(names) + 1
    game.until("open_story")
    assert {len(game.cards(name)) for name in names} == {4}
    assert all(card.coins >= 1 for card in game.at("owned"))
    assert len(game.at("market")) == 4
    for name in names:
        crown = sum(card.kingship == "true" for card in game.cards(name))
        assert game.elf(name).purse == 15 - sum(game.values(name)) + crown


def test_writing_is_hidden_until_all_have_written() -> None:
    """LD-CREATE-02: nobody sees a draft."""
    game = cate_hugo_martin()
    game.until("write_memory")
    game.say("hugo", {"text": "a secret spire"}, "write_memory")
    assert "secret spire" not in str(game.view("cate"))
    assert "secret spire" not in str(game.view(None))


def test_the_writer_of_two_rotates_and_the_next_selects() -> None:
    """LD-CREATE-03, LD-CREATE-07, LD-Q03: round r, seat r - 1; the first selector sits on the left."""
    game = cate_hugo_martin()
    seen = []
    for number in range(1, 5):
        game.until_round(number)
        game.until_true(lambda: bool(game.table.round.selector))
        seen.append((game.name(game.table.round.extra_writer), game.name(game.table.course.selectors[-1])))
    assert seen == [("cate", "hugo"), ("hugo", "martin"), ("martin", "cate"), ("cate", "hugo")]


def test_the_table_may_name_another_writer_if_all_agree() -> None:
    """LD-CREATE-03, LD-Q03: one objection leaves the custom."""
    for answer, writer in (("yes", "martin"), ("no", "cate")):
        game = cate_hugo_martin()
        game.until("extra_writer")
        game.say("cate", game.seat_of["martin"], "extra_writer")
        assert game.prompt("martin", "agree").text == "cate would like you to write two memories this round. Will you?"
        assert "cate would like martin to write two" in game.prompt("hugo", "agree").text
        game.say("hugo", "yes", "agree")
        game.say("martin", answer, "agree")
        assert game.name(game.table.round.extra_writer) == writer


def test_nobody_selects_first_in_every_round() -> None:
    """LD-CREATE-07: whoever has begun three rounds cannot begin the fourth."""
    game = cate_hugo_martin(plain={"first_selector": "a", "agree": "yes"})
    game.until_true(lambda: len(game.table.course.selectors) == 3)
    assert set(game.table.course.selectors) == {"a"}
    game.until_true(lambda: game.table.round.number == 4 and bool(game.who("first_selector")))
    assert "a" not in game.choices(game.who("first_selector")[0], "first_selector")


def test_the_theme_is_shown_and_not_policed() -> None:
    """LD-CREATE-04, LD-Q61: round 3 says what it should tie to, round 4 that it has just happened; any text goes."""
    game = cate_hugo_martin()
    game.until_true(lambda: hasattr(game.table, "round") and game.table.round.number == 3)
    assert "tied to another memory" in game.told()
    game.until_true(lambda: game.table.round.number == 4)
    assert "just happened" in game.told()


def test_cards_are_read_out_from_the_writer_of_two_on() -> None:
    """LD-CREATE-05: clockwise from the extra writer, all their cards, then everything lies in the middle."""
    game = cate_hugo_martin()
    game.write()
    order = []
    while game.who("read_out"):
        order.append(game.who("read_out")[0])
        game.say(order[-1], True, "read_out")
    assert order == ["cate", "hugo", "martin"]
    assert len(game.at("pool")) == 4
    assert "I remember cate's extra 1" in game.told()


def test_the_selector_reads_a_card_again() -> None:
    """LD-CREATE-08: any card of the pool, read out once more."""
    game = cate_hugo_martin()
    game.write()
    game.until("select_memory")
    assert len(game.choices("hugo", "select_memory")) == 4
    game.auction("martin's 1")
    assert "hugo puts up: I remember martin's 1" in game.told()


def test_bids_go_from_zero_to_the_purse() -> None:
    """LD-CREATE-09, LD-Q05: zero is a bid; more than the purse is not; an author may bid on their own card."""
    game = cate_hugo_martin()
    game.write()
    game.auction("cate's 1")
    bid = game.prompt("cate", "bid")
    assert (bid.least, bid.most) == (0, 12)
    assert game.refused("cate", 13, "bid").rule == "LD-CREATE-09"


def test_a_table_may_ask_for_one_coin_at_least() -> None:
    """LD-Q05: the option min_bid."""
    game = cate_hugo_martin(min_bid=1)
    game.write()
    game.auction("cate's 1")
    assert game.prompt("cate", "bid").least == 1


def test_bids_open_together() -> None:
    """LD-CREATE-10: nothing is told before the last hand is in, then all of it."""
    game = cate_hugo_martin()
    game.write()
    game.auction("cate's 1", cate=1, hugo=2)
    assert "hands open" not in game.told()
    game.say("martin", 0, "bid")
    assert "The hands open: cate 1, hugo 2, martin 0." in game.told()


def test_a_tie_is_raised_clockwise_from_the_selector() -> None:
    """LD-CREATE-12, LD-Q07: only the tied, above the highest bid, within the purse; declining is final."""
    game = cate_hugo_martin()
    game.write()
    game.auction("cate's 1", cate=3, hugo=1, martin=3)
    assert game.who("raise_or_decline") == ["martin"]  # hugo selected; martin sits next
    to = game.field("martin", "raise", "to")
    assert (to.least, to.most) == (4, 12)
    asked = game.prompt("martin", "raise_or_decline")
    assert asked.text.startswith("You and cate are level at 3 coins.")
    assert asked.note == "I remember cate's 1"
    game.act("martin", "raise", to=5)
    assert game.prompt("cate", "raise_or_decline").text.startswith("martin has raised to 5 coins.")
    assert game.field("cate", "raise", "to").least == 6
    game.act("cate", "decline")
    assert game.values("martin") == [5]
    assert game.purses() == [12, 12, 7]


def test_the_last_one_in_must_still_raise() -> None:
    """LD-CREATE-12, LD-CREATE-13, LD-Q07: without a raise nobody wins, and the card goes back."""
    game = cate_hugo_martin()
    game.write()
    game.auction("cate's 1", cate=3, hugo=1, martin=3)
    game.act("martin", "decline")
    game.act("cate", "decline")
    assert game.at("owned") == []
    assert game.purses() == [12, 12, 12]
    assert len(game.at("pool")) == 4


def test_a_lone_remaining_bidder_wins_with_a_raise() -> None:
    """LD-CREATE-12: the first declines, the other raises by one and has it."""
    game = cate_hugo_martin()
    game.write()
    game.auction("cate's 1", cate=3, hugo=1, martin=3)
    game.act("martin", "decline")
    game.act("cate", "raise", to=4)
    assert game.values("cate") == [4]


def test_two_with_everything_on_the_table_cannot_raise() -> None:
    """LD-CREATE-12, LD-Q07: a purse that is not above the highest bid declines by itself."""
    game = cate_hugo_martin()
    game.write()
    game.auction("cate's 1", cate=12, hugo=1, martin=12)
    assert game.who("raise_or_decline") == []
    assert game.who("select_memory") == ["martin"]


def test_a_failed_card_waits_and_then_chance_decides() -> None:
    """LD-CREATE-13, LD-CREATE-14, LD-Q08, LD-Q09: once all have failed, the next tie goes by lot for 1 or the bid."""
    game = cate_hugo_martin()
    game.write()
    for left in (4, 3, 2, 1):
        selector = game.until("select_memory")
        assert len(game.choices(selector, "select_memory")) == left
        game.auction("", cate=0, hugo=0, martin=0)
        for _ in range(3):
            game.act(game.who("raise_or_decline")[0], "decline")
    assert len(game.choices(game.until("select_memory"), "select_memory")) == 4
    game.auction("", cate=2, hugo=2, martin=0)
    game.chance.dice = [2]
    for _ in range(2):
        game.act(game.who("raise_or_decline")[0], "decline")
    assert game.values("hugo") == [2]
    assert game.table.round.failed == ()


def test_a_lot_at_zero_costs_one() -> None:
    """LD-CREATE-14, LD-Q05, LD-Q09: a memory is never won for nothing."""
    game = cate_hugo_martin()
    game.until("open_story")  # plainly everybody bids 0 and declines
    assert sorted(game.values("cate") + game.values("hugo") + game.values("martin")) == [1] * 11 + [2]


@pytest.mark.parametrize(("option", "next_one"), [("left_of_selector", "martin"), ("left_of_winner", "hugo")])
def test_who_selects_next(option: str, next_one: str) -> None:
    """LD-CREATE-15, LD-Q04: left of the last selector, or by option of the winner."""
    game = cate_hugo_martin(next_selector=option)
    game.write()
    game.auction("", cate=4, hugo=1, martin=2)
    assert game.who("select_memory") == [next_one]


def test_one_win_a_round_and_the_last_takes_a_card_alone() -> None:
    """LD-CREATE-16, LD-CREATE-17, LD-Q10: the last without a win chooses one of two and pays 1 or more."""
    game = cate_hugo_martin()
    game.write()
    game.auction("", cate=4, hugo=1, martin=2)
    game.auction("", hugo=3, martin=2)
    assert game.who("sole_bid") == ["martin"]
    card, price = game.prompt("martin", "sole_bid").fields
    assert len(card.options) == 2
    assert (price.least, price.most) == (1, 12)
    game.say("martin", {"card": card.options[1].key, "price": 6}, "sole_bid")
    assert game.values("martin") == [6]
    assert f"martin is the last, and takes: {card.options[1].label}\nmartin pays 6 coins for it." in game.told()
    assert game.elf("martin").purse == 6 + 1  # the next round has begun
    assert [card.coins for card in game.at("aside")] == [0]


def test_nothing_else_happens_in_creation() -> None:
    """LD-CREATE-20, LD-Q51: no trades, sales, new memories or conflicts."""
    game = cate_hugo_martin()
    game.write()
    game.auction("", cate=4, hugo=1, martin=2)
    game.until("select_memory")
    assert set(game.may("cate")) == {"leave", "card_note"}


def test_bids_never_outrun_the_coins() -> None:
    """LD-CREATE-21: every bidder has a coin, no bid is above 12, the first r wins cost 11 + r at most."""

    def everything(_name: str, prompt: object) -> int:
        return int(getattr(prompt, "most"))  # noqa: B009

    game = cate_hugo_martin(plain={"bid": everything})
    most = 0
    while "open_story" not in [asked for name in game.seat_of for asked in game.asked(name)]:
        for name in game.who("bid"):
            assert game.elf(name).purse >= 1
            most = max(most, game.prompt(name, "bid").most)
        if hasattr(game.table, "round"):
            for name in game.seat_of:
                won = sum(card.coins for card in game.cards(name) if card.kingship != "true")
                assert won <= 11 + game.table.round.number
        game.step()
    assert most == 12


def test_a_memory_of_kingship_is_marked_wherever_it_is_up() -> None:
    """LD-CROWN-03: from its reading on, also where it is put up, bid for and raised for."""
    game = cate_hugo_martin()
    game.write(martin="own")
    game.until("select_memory")
    game.auction("martin's 1")
    marked = "I remember martin's 1 (Memory of Kingship)"
    assert f"hugo puts up: {marked}" in game.told()
    assert game.prompt("cate", "bid").note.startswith(marked)
    for name in ("cate", "hugo", "martin"):
        game.say(name, 2, "bid")
    assert game.prompt(game.who("raise_or_decline")[0], "raise_or_decline").note == marked


def test_ones_own_card_is_by_you() -> None:
    """LD-CREATE-09: an author may bid on it, and is told which it is."""
    game = cate_hugo_martin()
    game.write()
    game.until("select_memory")
    notes = {option.label: option.note for option in game.prompt("hugo", "select_memory").options}
    assert notes["I remember hugo's 1"] == "by you"
    assert notes["I remember cate's 1"] == "by cate"
