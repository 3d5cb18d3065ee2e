"""Cinema and Tokens: what they buy, and when. (Ledger 2.3)"""

from __future__ import annotations

from contextlib import AbstractContextManager
from functools import lru_cache

from mneme.engine.acts import Act
from mneme.engine.prompts import Option, Pick, Seat, Words, aloud
from mneme.engine.windows import Offers
from mneme.games.utopolis import words
from mneme.games.utopolis.deck import deal, discard_one, open_hand
from mneme.games.utopolis.nouns import (
    ATTRIBUTES,
    LINE_MOST,
    MOST_LEVEL,
    NAME_MOST,
    TALENTS,
    Detective,
    Utopolis,
    robot_side,
)

ROBOT_HAND = 7  # UT-TOK-05
LEAST_TO_INTERVENE = 2

HELP_TEXT = aloud("text", words.HELP_TEXT, most=LINE_MOST, ideas="helps")
COMPLICATE_TEXT = aloud("text", words.COMPLICATE_TEXT, most=LINE_MOST, ideas="complications")
HINDER_TEXT = aloud("text", words.HINDER_TEXT, most=LINE_MOST, ideas="complications")
INTERVENE_TEXT = aloud("text", words.INTERVENE_TEXT, most=LINE_MOST)
FACT_TEXT = Words("text", words.FACT_TEXT, most=LINE_MOST, ideas="facts", rule="UT-TOK-01")


class Help(Act):
    text: str


class Complicate(Act):
    target: str
    text: str


class HelpPartner(Act):
    partner: Seat
    text: str


class HinderPartner(Act):
    partner: Seat
    text: str


class Intervene(Act):
    partner: Seat
    text: str


class StateFact(Act):
    partner: Seat
    text: str


class RaiseTalent(Act):
    talent: str


class InventTalent(Act):
    called: str


class RaiseAttribute(Act):
    attribute: str


# -- Cinema and hands


def offer_cinema(table: Utopolis, o: Offers, seat: Seat, against: tuple[str, ...]) -> None:
    """One point: a card more for oneself, or a random card less for a hand that opposes. (UT-CIN-02, -03)"""
    if table.detective[seat].cinema < 1:
        return
    o.may(seat, Help, words.HELP, HELP_TEXT, note=words.ONE_CINEMA, rule="UT-CIN-02")
    full = [side for side in against if side in table.hands and len(table.hands[side])]
    if full:
        sides = tuple([words.side_option(table, side) for side in full])
        target = Pick("target", words.COMPLICATE_WHOM, sides, **({"default": full[0]} if len(full) == 1 else {}))
        o.may(seat, Complicate, words.COMPLICATE, target, COMPLICATE_TEXT, note=words.ONE_CINEMA, rule="UT-CIN-03")


def help_oneself(table: Utopolis, seat: Seat, text: str) -> None:
    """A helpful item, event or person: one card more. (UT-CIN-02)"""
    table.pay_cinema(seat)
    table.add_element("help", seat, text)
    table.tell(words.helps(table.called(seat), text), kind="spend", by=seat, facts={"spend": "help"})
    one_card(table, seat)


def one_card(table: Utopolis, seat: Seat) -> None:
    """At once; before the draw it waits for it. (UT-DRAW-05)"""
    if seat in table.hands:
        deal(table, seat, 1)
    else:
        extra = table.conflict.extra
        table.conflict.extra = {**extra, seat: extra.get(seat, 0) + 1}


def complicate(table: Utopolis, seat: Seat, target: str, text: str) -> None:
    """A complicating factor: the target loses a random card. (UT-CIN-03)"""
    table.pay_cinema(seat)
    table.add_element("complication", seat, text)
    card = discard_one(table, target)
    told = words.complicates(table.called(seat), table.side_name(target), card, text)
    table.tell(told, kind="spend", by=seat, facts={"spend": "complicate", "hand": target, "card": card})


# -- Tokens


def usable_robots(table: Utopolis) -> list[tuple[Seat, Seat]]:
    """Robots in the scene with a Token left, and who plays them. (UT-R-06)"""
    there, robot = table.scene.robots, table.robot
    present = table.present() if there else ()
    return [(seat, robot[seat].player) for seat in present if seat in there and robot[seat].tokens]


def is_rival(table: Utopolis, partner: Seat) -> bool:
    """Whether the robot's player opposes the partner, and the table bars that. (UT-R-65)"""
    if table.options.rival_plays_robot == "allowed" or "conflict" not in table.nouns:
        return False
    return table.robot[partner].player in table.conflict.opposition.get(partner, ())


def offer_partner_help(table: Utopolis, o: Offers, robots: list[tuple[Seat, Seat]]) -> None:
    """One Token: a card for the partner. (UT-TOK-02)"""
    for partner, player in robots:
        if partner in table.conflict.detectives:
            label = words.help_partner(table, partner)
            o.may(
                player,
                HelpPartner,
                label,
                HELP_TEXT,
                note=words.ONE_TOKEN,
                rule="UT-TOK-02",
                key=f"help_{partner}",
                partner=partner,
            )


def offer_hindering(table: Utopolis, o: Offers, robots: list[tuple[Seat, Seat]]) -> None:
    """One Token: a random card leaves the partner's hand. (UT-TOK-03, UT-R-69)"""
    for partner, player in robots:
        if partner in table.hands and len(table.hands[partner]) and not is_rival(table, partner):
            label = words.hinder_partner(table, partner)
            o.may(
                player,
                HinderPartner,
                label,
                HINDER_TEXT,
                note=words.ONE_TOKEN,
                rule="UT-TOK-03",
                key=f"hinder_{partner}",
                partner=partner,
            )


def offer_intervening(table: Utopolis, o: Offers, partners: tuple[Seat, ...]) -> None:
    """All Tokens, at least 2: the robot opposes its partner with a hand of its own. (UT-TOK-05, UT-R-12)"""
    for partner, player in usable_robots(table) if partners else ():
        tokens = table.robot[partner].tokens
        if partner in partners and tokens >= LEAST_TO_INTERVENE and not is_rival(table, partner):
            o.may(
                player,
                Intervene,
                words.intervene(table, partner),
                INTERVENE_TEXT,
                note=words.all_tokens(tokens),
                rule="UT-TOK-05",
                key=f"intervene_{partner}",
                partner=partner,
            )


def help_partner(table: Utopolis, seat: Seat, partner: Seat, text: str) -> None:
    """A card for the partner. (UT-TOK-02)"""
    table.robot[partner].tokens -= 1
    table.add_element("robot help", seat, text)
    facts = {"spend": "help_partner", "hand": partner}
    table.tell(words.robot_helps(table, partner, text), kind="spend", by=seat, facts=facts)
    one_card(table, partner)


def hinder_partner(table: Utopolis, seat: Seat, partner: Seat, text: str) -> None:
    """Deliberately or not. (UT-TOK-03)"""
    table.robot[partner].tokens -= 1
    table.add_element("hindrance", seat, text)
    card = discard_one(table, partner)
    facts = {"spend": "hinder_partner", "hand": partner, "card": card}
    table.tell(words.robot_hinders(table, partner, card, text), kind="spend", by=seat, facts=facts)


def intervene(table: Utopolis, seat: Seat, partner: Seat, text: str) -> None:
    """The robot states an intent; its hand comes with the other draws, or at once after them. (UT-TOK-05, -07)"""
    conflict = table.conflict
    table.robot[partner].tokens = 0
    conflict.robots = (*conflict.robots, partner)
    conflict.intents = {**conflict.intents, robot_side(partner): text}
    table.add_element("intervention", seat, text)
    table.tell(words.robot_intervenes(table, partner, text), kind="intent", by=seat)
    if partner in conflict.opposition:
        conflict.opposition = {**conflict.opposition, partner: (*conflict.opposition[partner], robot_side(partner))}
    if conflict.stage == "adjustment":
        draw_robot_hand(table, partner)


def draw_robot_hand(table: Utopolis, partner: Seat) -> None:
    """Exactly 7. (UT-TOK-05, -07)"""
    open_hand(table, robot_side(partner), table.robot[partner].player)
    deal(table, robot_side(partner), ROBOT_HAND)


def robots_speak_up(table: Utopolis) -> AbstractContextManager[None]:
    """Facts about Utopolis, at any time in a scene with the robot present. (UT-TOK-01, UT-R-11)"""

    def offers(o: Offers) -> None:
        if table.scene.kind == "test" and table.options.tokens_in_test == "none":
            return
        for partner, player in usable_robots(table):
            label = words.state_fact(table, partner)
            o.may(
                player,
                StateFact,
                label,
                FACT_TEXT,
                note=words.ONE_TOKEN,
                rule="UT-TOK-01",
                key=f"fact_{partner}",
                partner=partner,
            )

    def take(seat: Seat, act: StateFact) -> None:
        table.robot[act.partner].tokens -= 1
        table.case.facts = (*table.case.facts, act.text)
        table.add_element("fact", seat, act.text)
        table.tell(words.fact(table, act.partner, act.text), kind="fact about Utopolis", by=seat)

    return table.standing("robot", words.ROBOT_MENU, offers, take)


# -- raising scores at the end of a scene


async def purchases(table: Utopolis, seats: tuple[Seat, ...]) -> None:
    """Each detective who was there may raise scores with Cinema. (UT-CIN-05..07, UT-SCENE-11)"""
    for seat in seats:
        if table.detective[seat].raised:
            table.detective[seat].raised = ()

    def offers(o: Offers) -> None:
        for seat in seats:
            if table.detective[seat].in_play:
                offer_raises(table, o, seat)

    async for seat, act in table.window("purchases", words.PURCHASES, offers, passing=True):
        match act:
            case RaiseAttribute(attribute):
                raise_attribute(table, seat, attribute)
            case RaiseTalent(talent):
                raise_talent(table, seat, talent)
            case InventTalent(called):
                await invent_talent(table, seat, called)


def attribute_price(level: int) -> int:
    """Twice the new level. (UT-CIN-06)"""
    return 2 * (level + 1)


def talent_price(level: int) -> int:
    """The present score and one. (UT-CIN-05)"""
    return level + 1


def offer_raises(table: Utopolis, o: Offers, seat: Seat) -> None:
    """What this detective can pay for; prices go by the undamaged score. (UT-CIN-05..07, UT-R-08..10)"""
    detective = table.detective[seat]
    if not detective.cinema or (table.options.raises_per_scene == "one_raise" and detective.raised):
        return
    if attributes := affordable_attributes(detective):
        attribute = Pick("attribute", words.WHICH_SCORE, attributes)
        o.may(seat, RaiseAttribute, words.RAISE_ATTRIBUTE, attribute, rule="UT-CIN-06")
    learning = table.options.new_talent_from_zero
    talent, called = talent_fields(tuple(detective.talents.items()), min(detective.cinema, MOST_LEVEL), learning)
    o.may(seat, RaiseTalent, words.RAISE_TALENT, talent, rule="UT-CIN-05")
    if learning:
        note = words.price(talent_price(0))
        o.may(seat, InventTalent, words.NEW_TALENT, called, note=note, rule="UT-GM-06")
    o.say(seat, words.purchases(detective.cinema, table.scene.kind == "test"))


def affordable_attributes(detective: Detective) -> tuple[Option, ...]:
    """Each attribute that can rise one level now. (UT-CIN-06, UT-R-09)"""
    cinema, raised = detective.cinema, detective.raised
    return tuple(
        [
            words.raise_option(name, level, attribute_price(level))
            for name, level in detective.attributes.items()
            if level < MOST_LEVEL and attribute_price(level) <= cinema and name not in raised
        ]
    )


@lru_cache(maxsize=256)  # the same between two purchases
def talent_fields(levels: tuple[tuple[str, int], ...], most: int, learning: bool) -> tuple[Pick, Words]:
    """Each talent that can rise one level now, or be learned; and the name of a new one. (UT-CIN-05, UT-R-08)"""
    known = dict(levels)
    if learning:
        known |= {name: 0 for name in TALENTS if name not in known}
    options = tuple(
        words.raise_option(name, level, talent_price(level))
        for name, level in known.items()
        if level < MOST_LEVEL and talent_price(level) <= most
    )
    called = Words("called", words.NEW_TALENT_NAME, most=NAME_MOST, avoid=tuple(known))
    return Pick("talent", words.WHICH_SCORE, options), called


def raise_attribute(table: Utopolis, seat: Seat, attribute: str) -> None:
    """One level for each attribute after a scene. (UT-CIN-06, UT-R-09)"""
    assert attribute in ATTRIBUTES
    detective = table.detective[seat]
    level = detective.attributes[attribute]
    table.pay_cinema(seat, attribute_price(level))
    detective.attributes = {**detective.attributes, attribute: level + 1}
    detective.raised = (*detective.raised, attribute)
    table.tell(words.raises(table.called(seat), attribute, level + 1), kind="raise")


def raise_talent(table: Utopolis, seat: Seat, talent: str) -> None:
    """From 0 too. (UT-CIN-05, UT-R-08)"""
    detective = table.detective[seat]
    level = detective.talents.get(talent, 0)
    table.pay_cinema(seat, talent_price(level))
    detective.talents = {**detective.talents, talent: level + 1}
    detective.raised = (*detective.raised, talent)
    table.tell(words.raises(table.called(seat), talent, level + 1), kind="raise")


async def invent_talent(table: Utopolis, seat: Seat, called: str) -> None:
    """A talent of one's own making needs the GM's permission. (UT-GM-06, UT-R-08)"""
    text = words.approve_talent(table.name(seat), called)
    ask = Pick("approve_talent", text, words.YES_NO, rule="UT-GM-06", default="yes")
    if await table.ask(table.gm, ask) == "yes":
        raise_talent(table, seat, called)
    else:
        table.tell(words.talent_decided(called, False), kind="raise")
