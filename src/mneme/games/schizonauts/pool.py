"""The dice of a scene: pools, trades and locks, the roll, and who won which role. (Ledger 2.7)"""

from __future__ import annotations

from functools import lru_cache

from mneme.engine.acts import Act
from mneme.engine.prompts import Form, Option, Pick, Seat
from mneme.engine.windows import Offers
from mneme.games.schizonauts import words
from mneme.games.schizonauts.beside import beside_the_dice, offer_contributions, take_beside, undecided
from mneme.games.schizonauts.content import KEYS
from mneme.games.schizonauts.dice import Pool, judge, narrator, reachable
from mneme.games.schizonauts.nouns import OVERLAP, Schizonauts, Source, only_choice
from mneme.games.schizonauts.reveal import full_rating_dice

LOCKS_CLEARED_MOST = 3  # SZ-AMB-26


class Trade(Act):
    pool: str


class Lock(Act):
    """These are the dice I roll."""


async def build_pools(table: Schizonauts) -> None:
    """Base dice, key and held dice; then trades, contributions and locks. (SZ-DICE-01..09)"""
    gather_pools(table)
    scene = table.scene
    scene.last_choice = table.options.pool_lock == "sealed"
    await trades_and_locks(table)
    if scene.last_choice:
        await last_sealed_choice(table)


def gather_pools(table: Schizonauts) -> None:
    """As many d6 as the rating, the key's bonus where it fits, and what was given already. (SZ-DICE-01, -02)"""
    scene = table.scene
    for seat in scene.pair:
        aptitude = scene.aptitudes[seat]
        table.add_dice(seat, Source("aptitude", base_rating(table, seat, aptitude)))
        table.add_dice(seat, Source("key", key_bonus(table, seat, aptitude)))
        if seat in scene.reveals:
            table.add_dice(seat, Source("reveal", full_rating_dice(table, seat) + (seat in scene.named), seat))
    scene.pools = {seat: tuple(Pool(sum(source.dice for source in scene.sources[seat]))) for seat in scene.pair}


def base_rating(table: Schizonauts, seat: Seat, aptitude: str) -> int:
    """Flashback: the character's; endgame, and the dead: the overlap's; crisis: the side of the memory named.

    (SZ-DICE-01, SZ-DEATH-05)
    """
    scene = table.scene
    if scene.in_endgame or not table.sheet[seat].alive:
        return table.rating(seat, OVERLAP, aptitude)
    return table.rating(seat, scene.actor_as if seat == scene.actor else scene.visitor_as, aptitude)


def key_bonus(table: Schizonauts, seat: Seat, aptitude: str) -> int:
    """Only for who controls the key, only in its aptitude. (SZ-DICE-02, SZ-FB-14, SZ-EG-31)"""
    scene = table.scene
    holder = scene.visitor if scene.kind == "flashback" else scene.actor
    if not scene.key or seat != holder or KEYS[scene.key].aptitude != aptitude:
        return 0
    return KEYS[scene.key].bonus


def dice_in(table: Schizonauts, seat: Seat, aptitude: str) -> Pool:
    """What an aptitude gives in this scene, before anybody adds to it."""
    return Pool(base_rating(table, seat, aptitude) + key_bonus(table, seat, aptitude))


# -- trades and locks


async def trades_and_locks(table: Schizonauts) -> None:
    """Both lock, and every contributor has given or passed. (SZ-DICE-04, -07, -09, SZ-AMB-26, -68)"""
    scene = table.scene

    def offers(o: Offers) -> None:
        offer_contributions(table, o, undecided(table), waited_for=True)
        for seat in scene.pair:
            offer_dice(table, o, seat)

    with beside_the_dice(table):
        async for seat, act in table.window("before_the_roll", words.before_the_roll(table), offers):
            match act:
                case Trade(pool):
                    trade(table, seat, Pool.parse(pool))
                case Lock():
                    scene.locked = (*scene.locked, seat)
                case _:
                    take_beside(table, seat, act)
            if len(scene.locked) == 2 and not undecided(table):
                break


def offer_dice(table: Schizonauts, o: Offers, seat: Seat) -> None:
    """Trade up (in the revised edition also down) and lock; with `actor_first` the visitor waits."""
    scene = table.scene
    waits = table.options.pool_lock == "actor_first" and seat == scene.visitor and scene.actor not in scene.locked
    if seat in scene.locked or waits:
        return
    if not scene.last_choice:
        others = pool_options(scene.pool(seat), table.options.downgrade)[1:]
        pools = Pick("pool", words.WHICH_POOL, others, rule="SZ-DICE-04")
        o.may(seat, Trade, words.TRADE, pools, note=words.TRADE_NOTE, rule="SZ-DICE-04")
    o.must(seat, Lock, words.lock(str(scene.pool(seat))), default=True, rule="SZ-DICE-07")
    if not scene.last_choice:
        o.say(seat, words.your_dice(table, seat))


@lru_cache(maxsize=4096)
def pool_options(now: Pool, downgrade: bool) -> tuple[Option, ...]:
    """What a pool may be rolled as: as it is first, then every trade. (SZ-DICE-04..06)"""
    others = (pool for pool in reachable(now, downgrade) if pool != now)
    return tuple(Option(str(pool), str(pool)) for pool in (now, *others))


def trade(table: Schizonauts, seat: Seat, pool: Pool) -> None:
    """A change of dice takes the other's lock off; the third time, both choose once more, sealed. (SZ-AMB-26)"""
    scene = table.scene
    before, scene.pools = scene.pool(seat), {**scene.pools, seat: tuple(pool)}
    other = scene.other(seat)
    if other in scene.locked and table.options.pool_lock == "open":
        scene.locked = ()
        scene.clearings += 1
        scene.last_choice = scene.clearings >= LOCKS_CLEARED_MOST
    table.tell(words.trades(table.name(seat), before, pool), facts={"trades": seat})


async def last_sealed_choice(table: Schizonauts) -> None:
    """Both choose unseen; opened together. (SZ-AMB-26)"""
    scene = table.scene
    prompts = {}
    for seat in scene.pair:
        options = pool_options(scene.pool(seat), table.options.downgrade)
        prompts[seat] = Pick("build_pool", words.LAST_CHOICE, options, default=options[0].key, rule="SZ-AMB-26")
    chosen = await table.ask_all("build_pool", prompts, sealed=True)
    scene.pools = {seat: tuple(Pool.parse(pool)) for seat, pool in chosen.items()}
    for seat in scene.pair:
        table.tell(words.opens_pool(table.name(seat), scene.pool(seat)))


# -- the roll and the roles


def roll(table: Schizonauts) -> None:
    """Both roll at the same time; no trades after this. (SZ-DICE-07, -08)"""
    scene = table.scene
    sizes = {seat: scene.pool(seat).sizes for seat in scene.pair}
    faces = table.throw(sizes[scene.actor] + sizes[scene.visitor])
    count = len(sizes[scene.actor])
    scene.rolls = {scene.actor: faces[:count], scene.visitor: faces[count:]}
    table.tell(words.rolled(table), kind="roll", facts={"rolls": dict(scene.rolls)})


async def settle_roles(table: Schizonauts) -> None:
    """Highest die narrates, lowest die judges; a double winner keeps both or gives one away. (SZ-ROLE-01..05)"""
    scene = table.scene
    actor_rolls, visitor_rolls = scene.rolls[scene.actor], scene.rolls[scene.visitor]
    story, price = narrator(actor_rolls, visitor_rolls), judge(actor_rolls, visitor_rolls)
    by_side = {"actor": scene.actor, "visitor": scene.visitor}
    scene.narrator = scene.rolled_narrator = by_side[story.winner]
    scene.judge = scene.rolled_judge = by_side[price.winner]
    if scene.narrator == scene.judge and table.options.role_double == "give_away":
        await give_a_role_away(table, scene.narrator)
    facts = {"narrator": scene.narrator, "judge": scene.judge}
    table.tell(words.roles(table, story, price), kind="roles", facts=facts)


async def give_a_role_away(table: Schizonauts, winner: Seat) -> None:
    """Keep one, give the other to a contributor; with two players to the other. (SZ-ROLE-05, SZ-AMB-17)"""
    scene = table.scene
    takers = table.contributors()
    if not takers:
        if table.options.double_role_n2 == "keep":
            return
        takers = (scene.other(winner),)
    others = table.seat_options(takers)
    fields = (
        Pick("keep", words.KEEP_ROLE, words.ROLES, rule="SZ-ROLE-05"),
        Pick("give_to", words.GIVE_ROLE_TO, others, rule="SZ-ROLE-05", default=only_choice(others)),
    )
    chosen = await table.ask(winner, Form("keep_role", words.DOUBLE, fields, rule="SZ-ROLE-05"))
    if chosen["keep"] == "narrator":
        scene.judge = chosen["give_to"]
    else:
        scene.narrator = chosen["give_to"]
