"""`mneme referee know-thyself`: match-ups and payments, for people with real cards and coins."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

import click

from mneme.commands.referee import (
    BadQuestion,
    Question,
    Thing,
    Things,
    answer_options,
    number_option,
    shown,
    whole_number,
)
from mneme.games.know_thyself.cards import DECK, FAILURE, FULL, MINOR, PARTIAL, card_name, player_wins, winnings, worth
from mneme.games.know_thyself.content import MASTERS_SUITE, ROOMS

Answer = TypeVar("Answer")
RESULTS = (FULL, PARTIAL, MINOR, FAILURE)
EDGES = ("none", "player", "master", "both")
MOST_COINS = 10_000
ANY_ROOM = "any"


@dataclass(frozen=True)
class ThingWithDefaults(Thing[Answer]):
    """A thing with parts that may be left out; `example` names them all."""

    defaults: Mapping[str, Any]

    def answer(self, question: Question, *, as_json: bool, batch: bool) -> None:
        given = {key: value for key, value in question.items() if value is not None}
        super().answer(given if batch else {**self.defaults, **given}, as_json=as_json, batch=batch)

    def _read(self, line: bytes) -> Question:
        try:
            question = json.loads(line)
        except (ValueError, RecursionError):
            return super()._read(line)  # says what would have worked
        if isinstance(question, dict):
            line = json.dumps({**self.defaults, **question}).encode()
        return super()._read(line)


@click.group(cls=Things)
def group() -> None:
    """Match-ups of cards, and payments."""


# ---- match ---------------------------------------------------------------------------------------------


class Match(NamedTuple):
    """Two cards compared."""

    player: str
    master: str
    place: str

    @property
    def in_the_masters_suite(self) -> bool:
        return self.place == MASTERS_SUITE

    @property
    def winner(self) -> str:
        wins = player_wins(self.player, self.master, masters_suite=self.in_the_masters_suite)
        return "player" if wins else "master"

    @property
    def tie(self) -> bool:
        return worth(self.player, self.master) == worth(self.master, self.player)


def decide_match(question: Question) -> Match:
    """Who wins, and by what. (KT-CARD-01..03, KT-FX-07)"""
    return Match(_read_card(question, "player"), _read_card(question, "master"), _read_place(question["place"]))


def _read_card(question: Question, key: str) -> str:
    text = question[key]
    card = text.upper() if isinstance(text, str) else ""
    if card not in DECK:
        raise BadQuestion(f"Give {key} as rank and suit, such as 8D, 10H or AS; {shown(text)} is not a card.")
    return card


def _read_place(text: object) -> str:
    place = text.lower().replace("-", "_") if isinstance(text, str) else ""
    if place not in (*ROOMS, ANY_ROOM):
        raise BadQuestion(f"Give place as a room, such as masters-suite or garden; {shown(text)} is none.")
    return place


def match_record(match: Match) -> dict[str, object]:
    return {
        "winner": match.winner,
        "tie": match.tie,
        "player_value": worth(match.player, match.master),
        "master_value": worth(match.master, match.player),
        "place": match.place.replace("_", "-"),
    }


def match_words(match: Match) -> str:
    lines = [f"Player: {card_name(match.player)}. Master: {card_name(match.master)}."]
    if "A" in (match.player[:-1], match.master[:-1]):
        lines.append("An Ace loses to 2 to 10, beats Jack, Queen and King, and ties with an Ace.")
    if match.tie and match.in_the_masters_suite:
        lines.append("A tie. In the Master's Suite it is the Master's.")
    elif match.tie:
        lines.append("A tie. It is the player's, everywhere but in the Master's Suite.")
    lines.append("The player wins." if match.winner == "player" else "The Master wins.")
    return "\n".join(lines)


MATCH = ThingWithDefaults(
    {"player": "8D", "master": "9S", "place": "masters-suite"},
    decide_match,
    match_record,
    match_words,
    {"place": ANY_ROOM},
)


@group.command("match")
@click.option("--player", metavar="CARD", help="The player's card, such as 8D.")
@click.option("--master", metavar="CARD", help="The Master's card, such as 9S.")
@click.option("--place", metavar="ROOM", help="The room, if it matters: masters-suite gives ties to the Master.")
@answer_options
def match_command(player: str | None, master: str | None, place: str | None, as_json: bool, batch: bool) -> None:
    """Compare two cards: who wins, and why."""
    MATCH.answer({"player": player, "master": master, "place": place}, as_json=as_json, batch=batch)


# ---- payment -------------------------------------------------------------------------------------------


class Payment(NamedTuple):
    """What changes hands at the end of a Wager."""

    result: str
    stake: int
    edges: str
    invokes: int

    @property
    def master_side(self) -> int:
        return self.stake + (self.edges in ("player", "both"))

    @property
    def player_side(self) -> int:
        return self.stake + (self.edges in ("master", "both"))

    @property
    def change(self) -> int:
        """What the player has more or less than before the Wager, with Coins paid for invoking. (Ledger 2.13)"""
        won = -self.player_side if self.result == FAILURE else winnings(self.result, self.master_side)
        return won - self.invokes


def decide_payment(question: Question) -> Payment:
    """By result, stake, Edges called and Memories invoked. (KT-PAY-01..04, KT-EDGE-02, -03, KT-INVOKE-03)"""
    result, edges = _one_of(question, "result", RESULTS), _one_of(question, "edges", EDGES)
    stake, invokes = whole_number(question, "stake"), whole_number(question, "invokes")
    if not 1 <= stake <= MOST_COINS:
        raise BadQuestion(f"Give stake as 1 to {MOST_COINS}; {shown(stake)} cannot be staked.")
    if not 0 <= invokes <= len(DECK):
        raise BadQuestion(f"Give invokes as 0 to {len(DECK)}; {shown(invokes)} is not possible.")
    if invokes and result in (FULL, PARTIAL):
        raise BadQuestion("After invoking a Memory a win is minor; give result as minor or failure.")
    return Payment(result, stake, edges, invokes)


def _one_of(question: Question, key: str, known: tuple[str, ...]) -> str:
    value = question[key]
    if value not in known:
        raise BadQuestion(f"Give {key} as {', '.join(known[:-1])} or {known[-1]}; {shown(value)} is none of them.")
    return str(value)


def payment_record(payment: Payment) -> dict[str, object]:
    return {
        "player": payment.change,
        "master": -payment.change,
        "master_side": payment.master_side,
        "player_side": payment.player_side,
        "invoke_coins": payment.invokes,
    }


def payment_words(payment: Payment) -> str:
    lines = [f"Staked: the Master {payment.master_side}, the player {payment.player_side}."]
    if payment.result == FAILURE:
        lines.append(f"The player loses all {payment.player_side} to the Master, who keeps what he staked.")
    else:
        taken = winnings(payment.result, payment.master_side)
        lines.append(f"A {payment.result} success: the player takes {taken} from the Master and the own stake back.")
    if payment.invokes:
        lines.append(f"Invoking has already cost the player {payment.invokes}.")
    lines.append(f"In all the player is at {payment.change:+d}.")
    return "\n".join(lines)


PAYMENT = ThingWithDefaults(
    {"result": "partial", "stake": 4, "edges": "none", "invokes": 0},
    decide_payment,
    payment_record,
    payment_words,
    {"edges": "none", "invokes": 0},
)


@group.command("payment")
@click.option("--result", metavar="RESULT", help="full, partial, minor or failure.")
@number_option("--stake", "The stake the Master named.")
@click.option("--edges", metavar="WHO", help="Who called an Edge: none, player, master or both.")
@number_option("--invokes", "How many Memories were invoked.")
@answer_options
def payment_command(
    result: str | None, stake: int | None, edges: str | None, invokes: int | None, as_json: bool, batch: bool
) -> None:
    """Say what changes hands at the end of a Wager."""
    given = {"result": result, "stake": stake, "edges": edges, "invokes": invokes}
    PAYMENT.answer(given, as_json=as_json, batch=batch)
