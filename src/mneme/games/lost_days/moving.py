"""Moving coins and cards. Every move in the game goes through here, so nothing can be lost. (LD-MEM-04, -10)"""

from __future__ import annotations

from collections.abc import Iterable

from mneme.engine.prompts import Option, Seat
from mneme.games.lost_days import words
from mneme.games.lost_days.nouns import DOOMED, MARKET, OWNED, SANE, TRUE, Elf, LostDays, Memory, Moment, marked

PURSE = "purse"


def give_card(table: LostDays, card: Memory, seat: Seat, kind: str, how: str) -> None:
    """A memory, with all its coins, comes to a player. (LD-MEM-04, LD-KING-01, LD-MAD-09)"""
    if card.holder == seat:
        return
    toll = card.toll
    table.move(card, OWNED, seat)
    note_life(table, card, kind, how, seat)
    if card.kingship == TRUE:
        crown(table, seat)
    if toll:
        table.bank("taint", toll)
        table.madden(seat, toll)
        facts = {"seat": seat, "memory": card.noun_key}
        table.tell(words.tainted(table.called(seat)), kind="taint", facts=facts)
    test_after_a_coin(table)


def crown(table: LostDays, seat: Seat) -> None:
    """Whoever holds the true memory is king, and is owed a scene. (LD-KING-01, -15)"""
    course = table.course
    facts = {"king": seat, "before": course.king}
    course.king = course.caretaker = seat
    course.interrupts = (*course.interrupts, seat)
    table.tell(words.new_king(table.called(seat)), kind="king", facts=facts)


def to_market(table: LostDays, card: Memory, kind: str, how: str, seat: Seat = "") -> None:
    """A memory goes to the market, where none lies bare. (LD-MKT-01, LD-CROWN-12, LD-Q15)"""
    table.move(card, MARKET)
    if card.coins == 0:
        table.bank("market seed", table.options.bare_market_seed)
        table.lay_coins(card, table.options.bare_market_seed)
    note_life(table, card, kind, how, seat)
    if card.kingship == TRUE and table.course.king:
        facts = {"king": "", "before": table.course.king}
        table.course.king = ""
        table.tell(words.throne_vacant(table.called(table.course.caretaker)), kind="king", facts=facts)


def note_life(table: LostDays, card: Memory, kind: str, text: str, seat: Seat = "") -> None:
    """Every memory keeps its own story."""
    card.life = (*card.life, Moment(kind, text, seat, card.coins, table.scene_number))


# -- coins chosen one by one


def coin_options(table: LostDays, seat: Seat, count: int, *, purse: bool) -> tuple[Option, ...]:
    """The coins a player can give up, each a choice of its own: the purse first, then the most valuable memory."""
    options = coins_of(PURSE, words.PURSE_COIN, table.elf[seat].purse, count) if purse else []
    for card in by_value(table.owned(seat)):
        mark = words.THE_CROWN if card.kingship == TRUE else ""
        options += coins_of(card.noun_key, words.shortened(card.text), card.coins, count, mark)
    return tuple(options)


def coins_of(source: str, label: str, there: int, count: int, mark: str = "") -> list[Option]:
    """Up to `count` of the coins that lie in one place."""
    numbers = range(1, min(count, there) + 1)
    return [Option(f"{source}#{n}", label, words.joined(words.coin_of(n, there), mark)) for n in numbers]


def given_up(elf: Elf, cards: Iterable[Memory]) -> tuple[Option, ...]:
    """Memories as choices to part with, with a warning where the mind would not bear it. (LD-MAD-01)"""
    spare = elf.held - elf.madness if elf.status == SANE else elf.held
    return tuple(
        [
            Option(card.noun_key, card.text, marked(card.coins, card.tainted, card.kingship, card.coins > spare))
            for card in cards
        ]
    )


def by_value(cards: Iterable[Memory]) -> list[Memory]:
    """The most valuable first."""
    return sorted(cards, key=lambda card: -card.coins)


def take_coin(table: LostDays, seat: Seat, key: str) -> str:
    """One coin leaves a purse or a memory; says where it was."""
    source = key.partition("#")[0]
    if source == PURSE:
        table.elf[seat].purse -= 1
    else:
        table.lay_coins(table.memory(source), -1)
    return source


# -- the line


def madness_check(table: LostDays) -> None:
    """More madness than coins on one's own memories: doomed, and nothing undoes it. (LD-MAD-01..04, LD-Q41, LD-Q42)"""
    for seat in table.active:
        elf = table.elf[seat]
        if elf.status == SANE and elf.madness > elf.held:
            elf.status = DOOMED
            table.weigh(seat)
            table.tell(words.doomed(table.called(seat)), kind="doomed", facts={"seat": seat})


def test_after_a_coin(table: LostDays) -> None:
    """With the option every_coin, the line is watched all the time. (LD-Q42)"""
    if table.options.madness_test == "every_coin":
        madness_check(table)


def purse_change(table: LostDays, seat: Seat, change: int) -> None:
    elf = table.elf[seat]
    elf.purse += change
    assert elf.purse >= 0, f"{-change} coins were not there"
