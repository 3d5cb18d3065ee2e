"""Exact odds for Schizonauts: roles before and after a roll, coin, and allegiance. (ledger 9.2, 9.3)

Roles are counted, never sampled, face by face (ledger 12.3): the narrator is decided on the highest face
where the two sides differ in dice, the judge on the lowest. A die that is large enough to show a face, and
known to show no more than it, shows each number up to it equally often, whatever its size. So what is left to
read of a side is one number, how many of its dice show this face or less, and the tables stay small.

Everything is counted in whole numbers; the exact and the float functions divide the same counts, so they
agree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from operator import mul
from typing import Generic, Literal, NamedTuple, TypeVar

from mneme.games.schizonauts.dice import LARGEST_FACE, Pool, Roles, Side, check_roll, reachable, roles
from mneme.games.schizonauts.lengths import AllegianceDeck

NARRATOR_COINS = 3  # SZ-PAY-01
JUDGE_COINS = 2

Number = TypeVar("Number", Fraction, float)
RoleDouble = Literal["keep", "give_away"]  # SZ-ROLE-04, -05


class RoleOdds(NamedTuple, Generic[Number]):
    """How likely one of the two who roll is to end up with each set of roles."""

    both: Number
    narrator_only: Number
    judge_only: Number
    neither: Number

    @property
    def narrator(self) -> Number:
        return self.both + self.narrator_only

    @property
    def judge(self) -> Number:
        return self.both + self.judge_only

    @property
    def opposite(self) -> RoleOdds[Number]:
        """The same odds, told of the other one."""
        return RoleOdds(self.neither, self.judge_only, self.narrator_only, self.both)


class _Counts(NamedTuple):
    """How many equally likely rolls give the actor each set of roles."""

    both: int
    narrator_only: int
    judge_only: int
    neither: int

    def exactly(self) -> RoleOdds[Fraction]:
        total = sum(self)
        return RoleOdds(*(Fraction(count, total) for count in self))

    def roughly(self) -> RoleOdds[float]:
        total = sum(self)
        return RoleOdds(*(count / total for count in self))


# ---- before the roll -----------------------------------------------------------------------------------


def role_odds(actor: Pool, visitor: Pool) -> RoleOdds[Fraction]:
    """The actor's exact odds; the visitor's are their `opposite`. (SZ-ROLE-01, -02)"""
    return _role_counts(actor, visitor).exactly()


def role_chances(actor: Pool, visitor: Pool) -> RoleOdds[float]:
    """The same odds as floats, for whoever asks often."""
    return _role_counts(actor, visitor).roughly()


class Split(NamedTuple, Generic[Number]):
    """One way to roll a pool, and what it gives its owner."""

    pool: Pool
    odds: RoleOdds[Number]


def split_odds(side: Side, own: Pool, other: Pool, *, downgrade: bool) -> tuple[Split[Fraction], ...]:
    """Every legal way to roll `own` against the other's dice as they lie, largest dice first. (ledger 9.2)"""
    return tuple(Split(pool, _own(side, pool, other, role_odds)) for pool in reachable(own, downgrade))


def split_chances(side: Side, own: Pool, other: Pool, *, downgrade: bool) -> tuple[Split[float], ...]:
    """The same splits with floats."""
    return tuple(Split(pool, _own(side, pool, other, role_chances)) for pool in reachable(own, downgrade))


def best_split(splits: Iterable[Split[Number]], worth: Callable[[RoleOdds[Number]], Number]) -> Split[Number]:
    """The split worth most; of equals the one with the most dice, since a trade not made is still open."""
    return max(splits, key=lambda split: (worth(split.odds), split.pool.dice))


def _own(side: Side, own: Pool, other: Pool, odds: Callable[[Pool, Pool], RoleOdds[Number]]) -> RoleOdds[Number]:
    return odds(own, other) if side is Side.ACTOR else odds(other, own).opposite


def expected_coin(odds: RoleOdds[Number], role_double: RoleDouble) -> Number:
    """What an endgame roll earns on average. (ledger 9.2, SZ-PAY-01)

    Where a double win must be shared (`give_away`), the winner is taken to keep the narrator's coins.
    """
    judge = odds.judge if role_double == "keep" else odds.judge_only
    return NARRATOR_COINS * odds.narrator + JUDGE_COINS * judge


# ---- counting the rolls of two pools -------------------------------------------------------------------


Row = list[int]
Table = list[Row]  # [actor's dice][visitor's dice] on this face and below -> ways they can fall


@lru_cache(maxsize=16384)
def _role_counts(actor: Pool, visitor: Pool) -> _Counts:
    """Climb the faces from 1 and count the rolls by who narrates and who judges.

    For every number of dice either side may have so far, `judged` counts the ways in which these faces make
    the actor judge, and `ties` those that put as many dice of either side on each face. Where everything
    above is tied and the actor has more dice on this face, the actor narrates, whatever fell below.
    """
    if not actor.dice or not visitor.dice:
        raise ValueError("Both sides roll at least 1 die; give two pools with dice in them.")
    top = max(actor.sizes[0], visitor.sizes[0])
    tied_above = _tied_above(actor, visitor, top)
    ties = [1] + [0] * min(actor.dice, visitor.dice)
    judged = [[0] * (visitor.dice + 1) for _ in range(actor.dice + 1)]
    narrator = both = 0
    for face in range(1, top + 1):
        rows = _placings(actor)[face], _placings(visitor)[face]
        level = _level(ties, *rows)
        narrator += _led(tied_above[face], _all_falls(actor, visitor, face - 1), *rows)
        both += _led(tied_above[face], judged, *rows) + _led_here_alone(tied_above[face], level)
        judged = _judged_here(_push(judged, *rows), level)
        ties = [level[dice][dice] for dice in range(len(ties))]
    if actor.dice == visitor.dice:
        narrator += ties[-1]  # everything equal: the actor narrates and the visitor judges
    judge = judged[-1][-1]
    total = prod(actor.sizes + visitor.sizes)
    return _Counts(both, narrator - both, judge - both, total - narrator - judge + both)


@lru_cache(maxsize=1024)
def _placings(pool: Pool) -> list[Table]:
    """`[face][dice][left]`: of so many dice on this face and below, the ways to leave so many below it."""
    tables = []
    for face in range(LARGEST_FACE + 1):
        too_small = sum(size < face for size in pool.sizes)
        tables.append([_placing_row(dice, too_small) for dice in range(pool.dice + 1)])
    return tables


def _placing_row(dice: int, too_small: int) -> Row:
    """Dice too small for the face are always left; which of the others show it is a free choice."""
    if dice < too_small:
        return [0] * (dice + 1)
    return [comb(dice - too_small, dice - left) for left in range(dice + 1)]


def _tied_above(actor: Pool, visitor: Pool, top: int) -> list[Row]:
    """`[face][pairs]`: the ways that each face above is tied, so many dice of either side lying there."""
    most = min(actor.dice, visitor.dice)
    by_face = [[1] + [0] * most] * (top + 1)
    for face in range(top, 0, -1):
        actor_rows, visitor_rows = _placings(actor)[face], _placings(visitor)[face]
        by_face[face - 1] = [
            sum(
                ways
                * actor_rows[actor.dice - before][actor.dice - pairs]
                * visitor_rows[visitor.dice - before][visitor.dice - pairs]
                for before, ways in enumerate(by_face[face][: pairs + 1])
            )
            for pairs in range(most + 1)
        ]
    return by_face


def _all_falls(actor: Pool, visitor: Pool, face: int) -> Table:
    """All the ways that any number of dice of either side can fall on this face and below."""
    visitor_falls = _falls(visitor, face)
    return [[ways * other for other in visitor_falls] for ways in _falls(actor, face)]


def _falls(pool: Pool, face: int) -> Row:
    """Dice no larger than the face are surely among those on it and below; each other one shows 1..face."""
    settled = [size for size in pool.sizes if size <= face]
    known = [0] * len(settled)
    return known + [prod(settled) * face**larger for larger in range(pool.dice - len(settled) + 1)]


def _level(ties: Row, actor_rows: Table, visitor_rows: Table) -> Table:
    """The ways that this face falls anyhow and every face below it is tied."""
    weighted = [list(map(mul, row, ties)) for row in actor_rows]
    return [[_dot(actor_row, visitor_row) for visitor_row in visitor_rows] for actor_row in weighted]


def _judged_here(judged: Table, level: Table) -> Table:
    """Add the ways that give the actor the judge's role on this very face, all below being tied. (SZ-ROLE-02)

    More dice on the face win it, except that a side with nothing above it has run out, and running out wins.
    """
    all_actor, all_visitor = len(level) - 1, len(level[0]) - 1
    for actor_dice, row in enumerate(level):
        for visitor_dice, ways in enumerate(row):
            has_more = actor_dice > visitor_dice and visitor_dice < all_visitor
            ran_out = actor_dice < visitor_dice and actor_dice == all_actor
            if has_more or ran_out:
                judged[actor_dice][visitor_dice] += ways
    return judged


def _led(tied: Row, below: Table, actor_rows: Table, visitor_rows: Table) -> int:
    """The ways that the actor has more dice on this face under nothing but ties, times the ways `below`."""
    return sum(
        ways * _leads(actor_rows[-1 - pairs], visitor_rows[-1 - pairs], below)
        for pairs, ways in enumerate(tied)
        if ways
    )


def _leads(actor_row: Row, visitor_row: Row, below: Table) -> int:
    """The ways that the actor puts more dice on the face than the visitor."""
    ahead = len(visitor_row) - len(actor_row) + 1
    leads = 0
    for left, ways in enumerate(actor_row):
        fewest = max(left + ahead, 0)  # the visitor must leave at least this many below
        leads += ways * _dot(visitor_row[fewest:], below[left][fewest:])
    return leads


def _led_here_alone(tied: Row, level: Table) -> int:
    """The ways that this face alone differs and gives the actor both roles.

    Then the actor has more dice in all, and the visitor has some above: else running out would win the judge.
    """
    if len(level) <= len(level[0]):
        return 0
    return sum(ways * level[-1 - pairs][-1 - pairs] for pairs, ways in enumerate(tied) if pairs)


def _push(below: Table, actor_rows: Table, visitor_rows: Table) -> Table:
    """Let both sides put any of their dice on this face, on top of the ways `below`."""
    by_visitor = [[_dot(row, ways) for ways in below] for row in visitor_rows]
    return [[_dot(row, ways) for ways in by_visitor] for row in actor_rows]


def _dot(left: Row, right: Row) -> int:
    return sum(map(mul, left, right))


# ---- after the roll ------------------------------------------------------------------------------------


def reveal_odds(actor_rolls: Sequence[int], visitor_rolls: Sequence[int], side: Side, dice: int) -> RoleOdds[Fraction]:
    """What `side` can expect after adding this many plain d6 to dice that already lie there. (SZ-RVL-05)"""
    check_roll(actor_rolls)
    check_roll(visitor_rolls)
    tally: Counter[Roles] = Counter()
    for added in combinations_with_replacement(range(1, 7), dice):
        if side is Side.ACTOR:
            held = roles([*actor_rolls, *added], visitor_rolls)
        else:
            held = roles(actor_rolls, [*visitor_rolls, *added])
        tally[held] += _arrangements(added)
    return _counts_of(tally, side).exactly()


def endangers_judge(actor_rolls: Sequence[int], visitor_rolls: Sequence[int], side: Side, dice: int) -> bool:
    """Whether adding dice could cost `side` the judge's role: the longer roll loses run-outs. (SZ-AMB-60)"""
    holds_it = roles(actor_rolls, visitor_rolls).judge is side
    return holds_it and reveal_odds(actor_rolls, visitor_rolls, side, dice).judge < 1


def _arrangements(added: tuple[int, ...]) -> int:
    """In how many orders these dice could have been thrown."""
    return factorial(len(added)) // prod(factorial(count) for count in Counter(added).values())


def _counts_of(tally: Counter[Roles], side: Side) -> _Counts:
    return _Counts(
        both=tally[Roles(side, side)],
        narrator_only=tally[Roles(side, side.other)],
        judge_only=tally[Roles(side.other, side)],
        neither=tally[Roles(side.other, side.other)],
    )


# ---- allegiance ----------------------------------------------------------------------------------------


class Cards(NamedTuple):
    """Some allegiance cards whose faces are known."""

    thieves: int = 0
    agents: int = 0

    @property
    def total(self) -> int:
        return self.thieves + self.agents


def own_thief_odds(deck: AllegianceDeck, own: Cards, others_face_up: Cards) -> Fraction:
    """The odds that your own majority ends thief, from your cards and everything face up. (ledger 9.2)"""
    return _thief_odds(deck, own, _unseen(deck, own, others_face_up))


def other_thief_odds(deck: AllegianceDeck, own: Cards, others_face_up: Cards, hers: Cards) -> Fraction:
    """The odds that another player's majority ends thief; `hers` are her face-up cards.

    `others_face_up` counts every face-up card but your own, hers included. This is card counting only: it
    does not know that people choose which card they turn. (ledger 9.2)
    """
    return _thief_odds(deck, hers, _unseen(deck, own, others_face_up))


def true_thief_odds(deck: AllegianceDeck, known: Sequence[Cards] = ()) -> tuple[Fraction, ...]:
    """The odds that 0, 1, … all players are truly thieves, given the known cards of each player in turn.

    Never all and never none: the deck is too even for that. (ledger 11)
    """
    hands = [*known, *[Cards()] * (deck.players - len(known))]
    if len(hands) > deck.players:
        raise ValueError(f"There are {deck.players} players; give at most as many hands, not {len(known)}.")
    thieves_left = deck.thieves - sum(hand.thieves for hand in hands)
    ways = {(0, thieves_left): 1}  # (true thieves so far, thief cards still unseen) -> ways to deal
    for hand in hands:
        ways = _deal(ways, deck, hand)
    tally = [0] * (deck.players + 1)
    for (true_thieves, left), count in ways.items():
        tally[true_thieves] += count * comb(deck.surplus, left)
    return tuple(Fraction(count, sum(tally)) for count in tally)


def _deal(ways: dict[tuple[int, int], int], deck: AllegianceDeck, hand: Cards) -> dict[tuple[int, int], int]:
    """Fill up one player's hand in every way."""
    missing = deck.held - hand.total
    dealt: Counter[tuple[int, int]] = Counter()
    for (true_thieves, left), count in ways.items():
        for drawn in range(min(missing, left) + 1):
            is_thief = hand.thieves + drawn >= _majority(deck)
            dealt[true_thieves + is_thief, left - drawn] += count * comb(missing, drawn)
    return dealt


def _thief_odds(deck: AllegianceDeck, hand: Cards, unseen: Cards) -> Fraction:
    """Draw the missing cards of one hand from the unseen ones: a hypergeometric tail."""
    missing = deck.held - hand.total
    needed = max(_majority(deck) - hand.thieves, 0)
    favourable = sum(
        comb(unseen.thieves, drawn) * comb(unseen.agents, missing - drawn) for drawn in range(needed, missing + 1)
    )
    return Fraction(favourable, comb(unseen.total, missing))


def _unseen(deck: AllegianceDeck, own: Cards, others_face_up: Cards) -> Cards:
    unseen = Cards(
        deck.thieves - own.thieves - others_face_up.thieves, deck.agents - own.agents - others_face_up.agents
    )
    if min(unseen) < 0:
        raise ValueError(f"The deck has {deck.thieves} thieves and {deck.agents} agents; more were counted as seen.")
    return unseen


def _majority(deck: AllegianceDeck) -> int:
    return (deck.held + 1) // 2
