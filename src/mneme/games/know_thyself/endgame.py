"""The Master's Suite: four questions, the last wager, the endings. (Ledger 2.17)"""

from __future__ import annotations

from mneme.engine.acts import Act
from mneme.engine.prompts import Number, Seat, Words, aloud
from mneme.engine.state import Bag
from mneme.engine.windows import Offers
from mneme.games.know_thyself import words
from mneme.games.know_thyself.cards import DECK, player_wins
from mneme.games.know_thyself.content import MASTERS_SUITE
from mneme.games.know_thyself.moving import draw_true_name
from mneme.games.know_thyself.nouns import PHRASE_MOST, TEXT_MOST, KnowThyself
from mneme.games.know_thyself.reckoning import reckon, to_beat


class StakeAll(Act):
    """Once, on a single card."""

    stake: int


async def endgame(table: KnowThyself) -> None:
    """Three questions, a reckoning, last wagers, a final reckoning, the endings. (KT-END-06..15)"""
    await enter_the_masters_suite(table)
    await ask_three_questions(table)
    first_reckoning(table)
    await last_wagers(table)
    final_reckoning(table)
    await epilogues(table)


async def enter_the_masters_suite(table: KnowThyself) -> None:
    """Everyone is brought there, for good. (KT-END-06, KT-NAME-05, KT-AMB-15, KT-MOVE-09)"""
    table.course.phase = "endgame"
    table.chapter(words.MASTERS_SUITE_TITLE)
    if table.options.name_master_suite:
        draw_true_name(table, MASTERS_SUITE)
    for seat in table.guests:
        table.guest[seat].room, table.guest[seat].foot = MASTERS_SUITE, False
    table.open_cards()
    table.tell(words.MASTERS_SUITE, kind="reminder")
    ask = aloud("blinding_light", words.BLINDING_LIGHT, rule="KT-END-06")
    table.tell(await table.ask(table.master, ask) or words.TOLD_ALOUD, kind="telling", by=table.master)


# -- the questions


async def ask_three_questions(table: KnowThyself) -> None:
    """All answer one question before the next is asked. (KT-END-07..09)"""
    for number, field in enumerate(("name", "why", "wager")):
        table.course.question = number + 1
        table.tell(words.QUESTIONS[number], kind="question", facts={"question": number + 1})
        await ask_one_question(table, number, field)


async def ask_one_question(table: KnowThyself, number: int, field: str) -> None:
    """The name is written on the sheet; the rest may be told aloud. (KT-END-07..09)"""
    ask = Words(
        f"end_{field}",
        words.QUESTIONS[number],
        most=PHRASE_MOST if field == "name" else TEXT_MOST,
        aloud=field != "name",
        rule=f"KT-END-0{7 + number}",
    )
    for seat, answer in (await table.ask_all(f"end_{field}", dict.fromkeys(table.guests, ask))).items():
        setattr(table.guest[seat], field, answer or words.TOLD_ALOUD)
        table.tell(answer or words.TOLD_ALOUD, kind="answer", by=seat, facts={"question": number + 1})


# -- the reckoning


def first_reckoning(table: KnowThyself) -> None:
    """Did you win? (KT-END-10)"""
    table.course.question = 4
    table.tell(words.QUESTIONS[3], kind="question", facts={"question": 4})
    find_the_winners(table)
    tell_reckoning(table, final=not any(may_stake(table, seat) for seat in table.guests))


def find_the_winners(table: KnowThyself) -> None:
    reckon(table)
    for seat in table.guests:
        table.guest[seat].won = seat in table.coins.winning


def tell_reckoning(table: KnowThyself, *, final: bool) -> None:
    to_beat = table.coins.to_beat
    facts = {"to_beat": to_beat, "won": [seat for seat in table.guests if table.guest[seat].won]}
    table.tell(words.reckoning(table, to_beat, final=final), kind="reckoning", facts=facts)


def final_reckoning(table: KnowThyself) -> None:
    """Once more, for all; it is told again if anybody has staked. (KT-END-14)"""
    find_the_winners(table)
    if any(table.guest[seat].last_wager for seat in table.guests):
        tell_reckoning(table, final=True)
    table.result = {
        "master": table.masters_coins(),
        "bank": table.coins.bank,
        "triggers": list(table.course.triggers),
        "guests": {
            seat: {"name": table.guest[seat].name, "coins": table.guest[seat].coins, "won": table.guest[seat].won}
            for seat in table.guests
        },
    }


# -- the last wager


async def last_wagers(table: KnowThyself) -> None:
    """Whoever is losing may stake once; a pass lapses when the Master's pile changes. (KT-END-11, -13, KT-AMB-19)"""

    def offers(o: Offers) -> None:
        for seat in table.guests:
            if may_stake(table, seat):
                stake = Number("stake", words.LAST_STAKE, 1, table.guest[seat].coins, rule="KT-END-11")
                o.may(seat, StakeAll, words.LAST_WAGER, stake, note=words.LAST_WAGER_NOTE, rule="KT-END-11")
                o.say(seat, words.last_chance(table, seat), words.last_wager_note(table, seat))

    mark_enough(table)
    async for seat, act in table.window("last_wager", words.LAST_WAGER, offers, passing=True):
        resolve_last_wager(table, seat, act.stake)
        reckon(table)
        mark_enough(table)
    for seat in table.guests:
        if may_stake(table, seat):
            table.tell(words.lets_it_rest(table.called(seat)), kind="last_wager", facts={"seat": seat, "stake": 0})
        table.guest[seat].enough = 0


def may_stake(table: KnowThyself, seat: Seat) -> bool:
    """Once, with a Coin, and only while losing. (KT-END-11)"""
    guest = table.guest[seat]
    return bool(guest.coins) and not guest.last_wager and seat not in table.coins.winning


def mark_enough(table: KnowThyself) -> None:
    """Write on each sheet what last stake would be enough. (Ledger 9.1, O7)"""
    for seat in table.guests:
        table.guest[seat].enough = enough_to_win(table, seat) if may_stake(table, seat) else 0


def enough_to_win(table: KnowThyself, seat: Seat) -> int:
    """The smallest stake that would turn a loss into a win, or 0 if none does. (Ledger 9.1, O7)"""
    own, masters = table.guest[seat].coins, table.masters_coins()
    return next((stake for stake in range(1, own + 1) if own + stake > to_beat(table, masters - stake)), 0)


def resolve_last_wager(table: KnowThyself, seat: Seat, stake: int) -> None:
    """A fresh deck, one card each; only a higher card wins. (KT-END-12, KT-FX-07, KT-AMB-17)"""
    master_card, deck = table.draw(Bag(DECK), to=None)
    player_card, _ = table.draw(deck, to=None)
    guest = table.guest[seat]
    wins = player_wins(player_card, master_card, masters_suite=True)
    change = stake if wins else -stake
    guest.last_wager, guest.last_cards = stake, (player_card, master_card)
    guest.coins += change
    table.coins.master -= change
    table.tell(
        words.last_wager_result(table.called(seat), stake, player_card, master_card, wins),
        kind="last_wager",
        facts={"seat": seat, "player": player_card, "master": master_card, "stake": stake, "won": wins},
    )


# -- endings


async def epilogues(table: KnowThyself) -> None:
    """A winner gains what was sought, a loser loses what was risked. (KT-END-15)"""
    asked = {
        seat: aloud(
            "epilogue",
            words.EPILOGUE_WON if table.guest[seat].won else words.EPILOGUE_LOST,
            ideas="epilogue",
            rule="KT-END-15",
        )
        for seat in table.guests
    }
    for seat, text in (await table.ask_all("epilogue", asked)).items():
        table.guest[seat].epilogue = text or words.TOLD_ALOUD
        table.tell(text or words.TOLD_ALOUD, kind="epilogue", by=seat)
