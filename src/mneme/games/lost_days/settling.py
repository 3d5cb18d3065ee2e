"""Settling a conflict: stake, tribute, gain, strain, madness, in this order and no other. (Ledger 2.10, 2.11)"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mneme.engine.prompts import Form, Option, Pick, Prompt, Seat, Some, aloud
from mneme.games.lost_days import dice, words
from mneme.games.lost_days.dice import FIRST, SECOND
from mneme.games.lost_days.moving import (
    PURSE,
    by_value,
    coin_options,
    give_card,
    given_up,
    madness_check,
    purse_change,
    take_coin,
    test_after_a_coin,
    to_market,
)
from mneme.games.lost_days.nouns import MARKET, OTHER_SIDE, LostDays, Memory, memory_options, quoted

COINS = "coins"
DECLINE = "decline"
GAIN, STRAIN = "gain", "strain"


async def settle(table: LostDays) -> None:
    """Winner, telling, stake, tribute, gain, strain, madness. (LD-SET-01, LD-Q35)"""
    here = table.conflict
    here.step = "outcome"
    fix_the_winner(table)
    await tell_the_outcome(table)
    if here.leader in OTHER_SIDE:
        award_the_stake(table)
        here.step = "tribute"
        await tribute(table)
    here.step = "gain"
    await gains(table)
    here.step = "strain"
    see_what_comes(table)
    await strains(table)
    madness_check(table)


def fix_the_winner(table: LostDays) -> None:
    """Level dice: a stand-off; or, by option, things stay with whoever had them. (LD-SET-04, LD-Q29)"""
    here = table.conflict
    if here.leader not in OTHER_SIDE and table.options.draw_result == "status_quo_side_wins":
        owner = table.memory(here.stake).holder if here.stake else ""
        here.leader = here.side_of(owner) if owner and here.side_of(owner) else SECOND
        see_what_comes(table)
    here.winner = here.leader
    table.tell(words.result(table), kind="result", facts={"leader": here.leader, "margin": here.margin})


def see_what_comes(table: LostDays) -> None:
    """Every 6 is a gain and every 1 strains an elf in person; an opposition gains where it wins for somebody. When
    strain is settled, gain has come already. (LD-GAIN-01, -02, LD-STRAIN-01, LD-KING-08, -09, LD-Q21)"""
    here = table.conflict
    brings: dict[str, tuple[str, ...]] = {}
    for side in (FIRST, SECOND):
        in_person = here.in_person(side)
        gains = here.step != "strain" and (in_person or (here.leader == side and bool(collector(table))))
        comes = {dice.STRAIN_FACE: STRAIN if in_person else "", dice.GAIN_FACE: GAIN if gains else ""}
        brings[side] = tuple([comes.get(face, "") for face in here.dice[side]])
    here.brings = brings


async def tell_the_outcome(table: LostDays) -> None:
    """The winner, within what was agreed; after a draw both. (LD-SET-02, -04)"""
    here = table.conflict
    sides = (here.leader,) if here.leader in OTHER_SIDE else (FIRST, SECOND)
    for side in sides:
        text, agreed = words.NARRATE_OUTCOME, words.agreed(table)
        await narrate(table, here.player(side), "narrate_outcome", text, "outcome", "LD-SET-02", note=agreed)


async def narrate(table: LostDays, seat: Seat, name: str, text: str, ideas: str, rule: str, *, note: str = "") -> None:
    """Somebody tells; what is told aloud leaves no words in the story."""
    ask = aloud(name, text, ideas=ideas, rule=rule, note=note)
    table.tell(await table.ask(seat, ask), kind=name, by=seat)


# -- the stake


def award_the_stake(table: LostDays) -> None:
    """An elf that wins takes or keeps it with every coin; the opposition never does. (LD-STAKE-01..07, LD-KING-08)"""
    here = table.conflict
    if not here.stake:
        return
    card, owner = table.memory(here.stake), table.memory(here.stake).holder
    winner = here.player(here.leader)
    if here.in_person(here.leader):
        text = words.keeps_stake if owner == winner else words.takes_stake
        table.tell(text(table.called(winner), quoted(card), card.coins), kind="stake", facts=stake_facts(card, winner))
        give_card(table, card, winner, "conflict", words.won_in_conflict(table.called(winner), table.scene_number))
    elif card.place != MARKET and table.options.own_stake_lost_to_opposition == "market":
        table.tell(words.stake_to_market(quoted(card)), kind="stake", facts=stake_facts(card, ""))
        to_market(table, card, "conflict", words.LOST_TO_OPPOSITION, owner)
    else:
        table.tell(words.stake_stays(quoted(card)), kind="stake", facts=stake_facts(card, owner))


def stake_facts(card: Memory, to: Seat) -> dict[str, Any]:
    return {"memory": card.noun_key, "to": to, "coins": card.coins}


# -- tribute


async def tribute(table: LostDays) -> None:
    """1 coin for each point of margin, or one memory for all of it; a losing opposition pays nothing.

    (LD-TRIB-01..07, LD-KING-09, LD-Q36, LD-Q37, LD-Q38)
    """
    here = table.conflict
    losing = OTHER_SIDE[here.leader]
    if not here.margin or not here.in_person(losing):
        return
    loser = here.player(losing)
    text, note = await pay_tribute(table, loser)
    if text:
        await narrate(table, here.player(here.leader), "narrate_tribute", text, "tribute", "LD-TRIB-07", note=note)


async def pay_tribute(table: LostDays, loser: Seat) -> tuple[str, str]:
    """What the winner is asked about what was paid, and a memory that was given; nothing, if there was nothing.

    (LD-TRIB-02, -04, -05)
    """
    margin = table.conflict.margin
    cards = given_cards(table, loser)
    can_pay = table.wealth(loser) >= margin
    if can_pay or table.options.tribute_short == "pay_what_you_can" or not cards:
        note = words.wealth(table.elf[loser].purse, table.elf[loser].held)
        options = [Option(COINS, words.pay_coins(min(margin, table.wealth(loser))), note)]
    else:
        options = []
    if can_pay or table.options.tribute_short == "memory_forced":
        options += given_up(table.elf[loser], cards)
    least = least_valuable(cards) if not can_pay and cards else None
    default = least.noun_key if least and options[0].key != COINS else COINS
    text = (words.pay_tribute if can_pay else words.cannot_pay_tribute)(payee(table), margin)
    ask = Pick("pay_tribute", text, tuple(options), rule="LD-TRIB-02", default=default)
    chosen = await table.choose(loser, ask)
    if chosen != COINS:
        return give_memory(table, loser, table.memory(chosen))
    return await give_coins(table, loser, margin)


def given_cards(table: LostDays, loser: Seat) -> list[Memory]:
    """Any memory will do, an empty one too, unless the table forbids it. (LD-TRIB-04, LD-Q38)"""
    cards = by_value(table.owned(loser))
    if table.options.tribute_zero_memory == "forbidden":
        return [card for card in cards if card.coins]
    return cards


def least_valuable(cards: list[Memory]) -> Memory:
    """The cheapest, and the crown last of all. (D25)"""
    return min(cards, key=lambda card: (card.kingship == "true", card.coins))


def collector(table: LostDays) -> Seat:
    """Who receives what the winning side wins; nobody, for an opposition without a reigning king. (LD-KING-08, -14)"""
    here = table.conflict
    pays = here.in_person(here.leader) or here.royal or table.options.nonking_opposition_winnings == "collects"
    return here.player(here.leader) if pays else ""


def payee(table: LostDays) -> str:
    """Who receives it, by name."""
    winner = collector(table)
    return words.receiver(table.called(winner) if winner else "")


def give_memory(table: LostDays, loser: Seat, card: Memory) -> tuple[str, str]:
    """It settles everything, whatever the margin. (LD-TRIB-02, -06, LD-KING-14, LD-ADV-05)"""
    winner = collector(table)
    text, how = quoted(card), words.tribute_from(table.called(loser))
    if winner and table.is_active(winner):
        line = words.pays_memory(table.called(loser), table.called(winner), text)
        table.tell(line, kind="tribute", facts={"from": loser, "to": winner, "memory": card.noun_key})
        give_card(table, card, winner, "tribute", how)
        asked = words.memory_paid(table.called(loser))
    else:
        line = words.gives_to_market(table.called(loser), text)
        table.tell(line, kind="tribute", facts={"from": loser, "to": "", "memory": card.noun_key})
        to_market(table, card, "tribute", how, loser)
        asked = words.memory_given_up(table.called(loser))
    return asked, text


async def give_coins(table: LostDays, loser: Seat, margin: int) -> tuple[str, str]:
    """From any mix of purse and memories, to the winner's purse. (LD-TRIB-02, -03, -05)"""
    count = min(margin, table.wealth(loser))
    if not count:
        table.tell(words.pays_nothing(table.called(loser)), kind="tribute", facts={"from": loser, "coins": 0})
        return "", ""
    options = coin_options(table, loser, count, purse=True)
    default = default_coins(table, loser, count)
    ask = Some("tribute_coins", words.WHICH_COINS, options, count, count, rule="LD-TRIB-02", default=default)
    chosen = await table.ask(loser, ask) if len(options) > count else tuple(option.key for option in options)
    winner = collector(table)
    places = await tribute_places(table, winner, count) if winner else []
    for key in chosen:
        take_coin(table, loser, key)
    for place in places:
        put_coin(table, winner, place)
    if not winner:
        table.bank("tribute to the bank", -count)
    line = words.pays(table.called(loser), payee(table), count)
    table.tell(line, kind="tribute", facts={"from": loser, "to": winner, "coins": count})
    test_after_a_coin(table)
    return words.coins_paid(table.called(loser), words.YOU if winner else words.THE_BANK, count), ""


def default_coins(table: LostDays, seat: Seat, count: int, *, purse: bool = True) -> list[str]:
    """Purse first, then one coin at a time from what is then the most valuable memory, the crown last. (D25, D28)"""
    from_purse = min(count, table.elf[seat].purse) if purse else 0
    chosen = [f"{PURSE}#{n}" for n in range(1, from_purse + 1)]
    crown = table.true_memory
    left = {card.noun_key: card.coins for card in by_value(table.owned(seat))}
    taken = dict.fromkeys(left, 0)
    while len(chosen) < count:
        key = max(left, key=lambda card: (left[card] > 0, not crown or card != crown.noun_key, left[card]))
        left[key] -= 1
        taken[key] += 1
        chosen.append(f"{key}#{taken[key]}")
    return chosen


async def tribute_places(table: LostDays, winner: Seat, count: int) -> list[str]:
    """Into the purse; by option also onto memories. (LD-TRIB-03, LD-Q36)"""
    if table.options.tribute_destination == "purse" or not table.owned(winner):
        return [PURSE] * count
    form = Form("place_tribute", words.PLACE_TRIBUTE, coin_fields(table, winner, count), rule="LD-Q36", default={})
    return list((await table.ask(winner, form)).values())


def coin_fields(table: LostDays, seat: Seat, count: int, *more: Option) -> tuple[Prompt[Any], ...]:
    """Each coin is placed by itself. (LD-GAIN-01)"""
    options = (Option(PURSE, words.INTO_PURSE), *memory_options(table.owned(seat)), *more)
    return tuple(Pick(f"coin_{n}", words.place_coin(n), options, default=PURSE) for n in range(1, count + 1))


def put_coin(table: LostDays, seat: Seat, place: str) -> None:
    if place == PURSE:
        purse_change(table, seat, 1)
    else:
        table.lay_coins(table.memory(place), 1)


# -- gain


async def gains(table: LostDays) -> None:
    """A coin for each 6, to purse or memory, for winner and loser alike; the king's opposition only when it wins.

    (LD-GAIN-01, -02, LD-KING-08, -09, LD-Q21, LD-Q39)
    """
    here = table.conflict
    asks: dict[Seat, Form] = {}
    for side in (FIRST, SECOND):
        sixes, seat = here.brings[side].count(GAIN), here.player(side)
        if sixes and here.in_person(side):
            fields = coin_fields(table, seat, sixes, Option(DECLINE, words.DECLINE_GAIN))
            fields += (aloud("how", words.GAIN_HOW, ideas="gain"),)
            note = words.before_gain(table.elf[seat].held, table.elf[seat].madness)
            asks[seat] = Form("place_gain", words.gain(sixes), fields, rule="LD-GAIN-01", default={}, note=note)
        elif sixes:
            take_gain(table, seat, [PURSE] * sixes, words.gains_for_the_opposition)
    for seat, said in (await table.ask_all("place_gain", asks)).items():
        if said["how"]:
            table.tell(said["how"], kind="gain", by=seat)
        take_gain(table, seat, [place for name, place in said.items() if name != "how" and place != DECLINE])


def take_gain(table: LostDays, seat: Seat, places: list[str], line: Callable[[str, int], str] = words.gains) -> None:
    for place in places:
        table.bank("gain", 1)
        put_coin(table, seat, place)
        test_after_a_coin(table)
    facts = {"seat": seat, "coins": len(places), "places": places}
    table.tell(line(table.called(seat), len(places)), kind="gain", facts=facts)


# -- strain


async def strains(table: LostDays) -> None:
    """A coin from one's memories onto the character card for each 1. (LD-STRAIN-01..05, LD-Q40)"""
    here = table.conflict
    asks: dict[Seat, Form] = {}
    for side in (FIRST, SECOND):
        ones, seat = here.brings[side].count(STRAIN), here.player(side)
        if ones:
            asks[seat] = strain_form(table, seat, ones)
    for seat, said in (await table.ask_all("place_strain", asks)).items():
        if said["how"]:
            table.tell(said["how"], kind="strain", by=seat)
        strain(table, seat, said.get("from", ()), here.brings[here.side_of(seat)].count(STRAIN))


def strain_form(table: LostDays, seat: Seat, ones: int) -> Form:
    count = min(ones, table.elf[seat].held)
    fields: tuple[Prompt[Any], ...] = ()
    if count:
        options = coin_options(table, seat, count, purse=False)
        default = default_coins(table, seat, count, purse=False)
        fields += (Some("from", words.STRAIN_FROM, options, count, count, default=default, rule="LD-STRAIN-01"),)
    fields += (aloud("how", words.STRAIN_HOW, ideas="strain"),)
    from_purse, from_bank = beyond_memories(table, seat, ones - count)
    elf = table.elf[seat]
    note = words.before_strain(elf.held - count, elf.madness + count + from_purse + from_bank)
    return Form("place_strain", words.strain(ones), fields, rule="LD-STRAIN-01", default={}, note=note)


def beyond_memories(table: LostDays, seat: Seat, ones: int) -> tuple[int, int]:
    """What purse and bank add for 1s that no memory has a coin for. (LD-STRAIN-02, LD-Q40)"""
    ruled = table.options.strain_short
    from_purse = min(ones, table.elf[seat].purse) if ruled != "waive" else 0
    return from_purse, ones - from_purse if ruled == "purse_then_bank" else 0


def strain(table: LostDays, seat: Seat, chosen: tuple[str, ...], ones: int) -> None:
    """Memories first; then, as the table has ruled, the purse, the bank, or nothing. (LD-STRAIN-02, LD-Q40)"""
    elf = table.elf[seat]
    for key in chosen:
        take_coin(table, seat, key)
        table.madden(seat, 1)
        test_after_a_coin(table)
    from_purse, from_bank = beyond_memories(table, seat, ones - len(chosen))
    elf.purse -= from_purse
    table.bank("strain from the bank", from_bank)
    table.madden(seat, from_purse + from_bank)
    taken = len(chosen) + from_purse + from_bank
    test_after_a_coin(table)
    facts = {"seat": seat, "coins": taken, "from": [key.partition("#")[0] for key in chosen]}
    table.tell(words.strains(table.called(seat), taken), kind="strain", facts=facts)
