"""Who you are when you wake: the mirror, the Attachments, the Coins. (Ledger 2.2)"""

from __future__ import annotations

from typing import Any

from mneme.engine.prompts import Arrange, Form, Number, Option, Pick, Prompt, Seat, Several, Some, Words, aloud
from mneme.engine.state import Bag
from mneme.games.know_thyself import words
from mneme.games.know_thyself.cards import SUITS
from mneme.games.know_thyself.nouns import LINE_MOST, PHRASE_MOST, TEXT_MOST, KnowThyself
from mneme.games.know_thyself.options import MOST_START

CARDS_EACH, ATTACHMENTS, SHELF_MOST = 5, 4, 60
SUGGESTED = 12  # Coins, unless the Master says otherwise


async def create_guests(table: KnowThyself, seats: tuple[Seat, ...]) -> None:
    """Standard: mirror, Attachments, Coins. Hardcore deals the Attachments first, Extra Hardcore last.

    (KT-SETUP-06, KT-CHAR-05, -25, -26)
    """
    table.course.creating = seats
    if table.options.variant == "hardcore":
        await deal_attachments(table, seats)
    await describe_and_settle(table)
    if table.options.variant == "extra":
        await deal_attachments(table, seats)


async def describe_and_settle(table: KnowThyself) -> None:
    """Write, be weighed, answer the figure, until every figure is fixed. (KT-CHAR-12)"""
    course = table.course
    while course.creating:
        await table.each(course.creating, lambda seat: describe_yourself(table, seat))
        for seat in course.creating:
            course.weighed = seat
            await weigh(table, seat)
        course.weighed = ""
        await answer_the_figures(table)


# -- the mirror and the nightstand


async def describe_yourself(table: KnowThyself, seat: Seat) -> None:
    """What do I see in the mirror? Then four Attachments, one for each suit. (KT-CHAR-01, -05, -06, -09)"""
    guest = table.guest[seat]
    mirror = Words(
        "appearance", words.MIRROR, most=TEXT_MOST, ideas="appearance", rule="KT-CHAR-01", note=words.mirror_note(guest)
    )
    guest.appearance = await table.ask(seat, mirror)
    if not guest.dealt and table.options.variant == "standard":
        await write_attachments(table, seat)


async def write_attachments(table: KnowThyself, seat: Seat) -> None:
    """Four things that are part of you or that you carry. (KT-CHAR-05, -11)"""
    one = Words("attachment", words.ATTACHMENT, most=PHRASE_MOST, ideas="attachments", rule="KT-CHAR-05")
    ask = Several(
        "attachments", words.ATTACHMENTS, one, ATTACHMENTS, ATTACHMENTS, rule="KT-CHAR-05", note=words.LESS_IS_MORE
    )
    await assign_suits(table, seat, await table.ask(seat, ask))


async def assign_suits(table: KnowThyself, seat: Seat, things: tuple[str, ...]) -> None:
    """One Attachment to each suit; until the Coins are fixed the mirror may be changed too.

    (KT-CHAR-06, -09, -23)
    """
    guest = table.guest[seat]
    options = tuple(Option(str(place + 1), thing) for place, thing in enumerate(things))
    order = Arrange("order", words.SUIT_ORDER, options, default=[option.key for option in options])
    fields: tuple[Prompt[Any], ...] = (order,)
    if guest.appearance and not guest.award:
        again = words.mirror_again(guest.appearance)
        fields += (Words("mirror", again, most=TEXT_MOST, optional=True, default="", rule="KT-CHAR-09"),)
    chosen = await table.ask(seat, Form("suits", words.ASSIGN_SUITS, fields, rule="KT-CHAR-06", default={}))
    boxes = {suit: things[int(key) - 1] for suit, key in zip(SUITS, chosen["order"], strict=True)}
    if guest.dealt:
        guest.attachments = boxes  # dealt cards lie open already
    else:
        guest.draft, guest.appearance = boxes, chosen.get("mirror") or guest.appearance


# -- the Coins


async def weigh(table: KnowThyself, seat: Seat) -> None:
    """The Master lets it pass or asks for a change, and then proposes a figure. (KT-CHAR-02, -03, -07, -08)"""
    guest = table.guest[seat]
    table.tell(words.in_the_mirror(table.name(seat), guest.appearance), kind="appearance", facts={"seat": seat})
    ask = Pick(
        "review",
        words.review(table.name(seat)),
        words.VERDICTS,
        rule="KT-CHAR-02",
        note="\n".join(filter(None, (words.seen_of(guest), words.name_hint(guest)))),
        default="approve",
    )
    guest.change = ""
    if await table.ask(table.master, ask) == "approve":
        await propose_a_figure(table, seat)
        return
    say = aloud("change", words.what_to_change(table.name(seat)), most=LINE_MOST)
    guest.change = await table.ask(table.master, say) or words.CHANGE_ALOUD
    guest.figure = 0


async def propose_a_figure(table: KnowThyself, seat: Seat) -> None:
    """More description, fewer Coins. Dealt Attachments are never docked. (KT-CHAR-03, -04, -08, -25, KT-AMB-03)"""
    guest, least = table.guest[seat], table.options.pc_start_min
    fields: tuple[Prompt[Any], ...] = (
        Number("coins", words.FIGURE, least, MOST_START, default=max(SUGGESTED, least), rule="KT-CHAR-03"),
    )
    if guest.draft and least < MOST_START:
        fields += (Number("dock", words.DOCK, 0, MOST_START - least, default=0, rule="KT-CHAR-08"),)
    fields += (Words("reason", words.REASON, most=LINE_MOST, optional=True, default=""),)
    note = f"{words.seen_of(guest)}\n\n{words.BENCHMARKS}"
    ask = Form("figure", words.figure(table.name(seat)), fields, rule="KT-CHAR-03", note=note, default={})
    answer = await table.ask(table.master, ask)
    guest.figure = max(least, answer["coins"] - answer.get("dock", 0))
    table.tell(
        words.proposes(table.name(seat), guest.figure, answer["reason"]),
        kind="figure",
        facts={"seat": seat, "coins": guest.figure},
    )


async def answer_the_figures(table: KnowThyself) -> None:
    """Accept, or rewrite once and be weighed again; after that the last word is the Master's. (KT-CHAR-12)"""
    course = table.course
    asked = {
        seat: Pick(
            "respond", words.respond(table.guest[seat].figure), words.RESPONSES, default="accept", rule="KT-CHAR-12"
        )
        for seat in course.creating
        if table.guest[seat].figure and not table.guest[seat].rewritten
    }
    for seat, answer in (await table.ask_all("respond", asked)).items():
        if answer == "rewrite":
            table.guest[seat].rewritten, table.guest[seat].figure = True, 0
    for seat in course.creating:
        if table.guest[seat].figure:
            fix_the_coins(table, seat)
    course.creating = tuple(seat for seat in course.creating if not table.guest[seat].award)


def fix_the_coins(table: KnowThyself, seat: Seat) -> None:
    """The figure stands, and everyone may now read the Attachments. (KT-CHAR-12, ledger 3.2)"""
    guest = table.guest[seat]
    guest.award = guest.figure
    table.tell(words.starts_with(table.name(seat), guest.award), facts={"seat": seat, "coins": guest.award})
    if guest.draft:
        guest.attachments, guest.draft = guest.draft, {}
        show_attachments(table, seat)


def show_attachments(table: KnowThyself, seat: Seat) -> None:
    table.opened("attachments", table.guest[seat].attachments)
    things = words.nightstand(table.name(seat), table.guest[seat].attachments)
    table.tell(things, kind="attachments", facts={"seat": seat})


# -- Hardcore


async def deal_attachments(table: KnowThyself, seats: tuple[Seat, ...]) -> None:
    """Everyone writes five; four are dealt to each player, none to the Master. (KT-CHAR-20..24)"""
    if table.course.phase == "creation":
        await write_cards(table)
    if len(table.pool.pile) < ATTACHMENTS * len(seats):
        await write_what_cannot_be_dealt(table, seats)
        return
    for seat in seats:
        table.guest[seat].dealt = tuple(draw_attachment(table) for _ in range(ATTACHMENTS))
    await strike_cards(table, seats)
    await table.each(seats, lambda seat: assign_suits(table, seat, table.guest[seat].dealt))
    for seat in seats:
        show_attachments(table, seat)


async def write_what_cannot_be_dealt(table: KnowThyself, seats: tuple[Seat, ...]) -> None:
    """Somebody comes late and the pile is too small: they write their own. (RULINGS.md, R6)"""
    await table.each(seats, lambda seat: write_attachments(table, seat))
    for seat in seats:
        guest = table.guest[seat]
        if guest.award:
            guest.attachments, guest.draft = guest.draft, {}
            show_attachments(table, seat)


async def write_cards(table: KnowThyself) -> None:
    """Written in secret by everyone, the Master too; an older shelf may be laid in. (KT-CHAR-20, -21)"""
    one = Words("card", words.CARD, most=PHRASE_MOST, ideas="attachments", rule="KT-CHAR-20")
    ask = Several("cards", words.CARDS, one, CARDS_EACH, CARDS_EACH, rule="KT-CHAR-20")
    writers = (*table.guests, table.master)
    shelf = Several("shelf", words.SHELF, one, 0, SHELF_MOST, default=[], rule="KT-CHAR-21")
    pile = await table.ask(table.master, shelf)
    written = await table.ask_all("cards", dict.fromkeys(writers, ask), sealed=True, opens=lambda _answers: ())
    table.pool.pile = Bag((*pile, *(card for cards in written.values() for card in cards)))
    table.tell(words.pile_ready(len(table.pool.pile)))


def draw_attachment(table: KnowThyself) -> str:
    """The next card, for everyone to see. Authors are never shown. (KT-CHAR-22)"""
    card, table.pool.pile = table.draw(table.pool.pile, to=None)
    return card


async def strike_cards(table: KnowThyself, seats: tuple[Seat, ...]) -> None:
    """The Master strikes dealt cards that name somebody; the next undealt card comes instead. (KT-CHAR-27)"""
    pool = table.pool
    pool.looked_over = seats
    while pool.looked_over and len(pool.pile):
        await strike_once(table)
    pool.looked_over = ()


async def strike_once(table: KnowThyself) -> None:
    pool = table.pool
    options = tuple(
        Option(f"{seat}.{place}", card, table.name(seat))
        for seat in pool.looked_over
        for place, card in enumerate(table.guest[seat].dealt, start=1)
    )
    ask = Some("strike", words.STRIKE, options, most=min(len(pool.pile), len(options)), default=[], rule="KT-CHAR-27")
    struck = await table.ask(table.master, ask)
    for key in struck:
        seat, _, place = key.partition(".")
        dealt = list(table.guest[seat].dealt)
        dealt[int(place) - 1] = draw_attachment(table)
        table.guest[seat].dealt = tuple(dealt)
    pool.struck += len(struck)
    pool.looked_over = tuple(dict.fromkeys(key.partition(".")[0] for key in struck))


async def shelve(table: KnowThyself) -> None:
    """What was not dealt is kept for another evening, and the dealt cards too if you like. (KT-CHAR-24)"""
    if table.options.variant == "standard":
        return
    ask = Pick("shelve", words.SHELVE, words.SHELVE_CHOICES, default="undealt", rule="KT-CHAR-24")
    cards = table.pool.pile.items
    if await table.ask(table.master, ask) == "all":
        cards += tuple(card for guest in table.guest.values() for card in guest.dealt)
    table.opened("shelf", cards, to=(table.master,))
    table.tell(words.shelf(cards), kind="shelf", to=(table.master,))
