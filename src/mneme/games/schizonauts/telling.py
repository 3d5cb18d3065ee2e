"""Playing it out: answer, price, challenge, close; and death. (Ledger 2.7, 2.15)"""

from __future__ import annotations

from mneme.engine.acts import Act
from mneme.engine.prompts import Option, Pick, Seat, Words, aloud
from mneme.engine.windows import Offers
from mneme.games.schizonauts import words
from mneme.games.schizonauts.beside import all_worked_in, offer_final_frame, offer_worked_in, still_to_come, take_beside
from mneme.games.schizonauts.nouns import LINE_MOST, Scene, Schizonauts


class Answer(Act):
    text: str


class Price(Act):
    text: str


class Kill(Act):
    who: Seat


class CloseScene(Act):
    title: str


class Fine(Act):
    """The price is enough."""


class TooLittle(Act):
    """The price is not enough."""


async def play_it_out(table: Schizonauts) -> None:
    """Answer and price, and perhaps a challenge; none in a confirmation. (SZ-TELL-01..03, SZ-ROLE-06, SZ-AMB-59)"""
    scene = table.scene
    scene.step = "telling"
    await answer_and_price(table)
    if table.options.price_challenge and scene.kind != "confirmation" and await price_challenged(table):
        pass_the_judge_on(table)
        await answer_and_price(table)


async def answer_and_price(table: Schizonauts) -> None:
    """The narrator answers as she likes; the judge may speak during it or after. (SZ-TELL-01..03)"""
    scene = table.scene

    def offers(o: Offers) -> None:
        offer_telling(table, o)
        offer_final_frame(table, o)
        offer_worked_in(table, o)
        offer_deaths(table, o)
        say_whose_telling(table, o)

    async for seat, act in table.window(
        "telling", words.telling_heading(table), offers, note=words.telling_note(scene, "")
    ):
        match act:
            case Answer(text):
                scene.answered = True
                table.tell(text or words.ANSWERED_ALOUD, kind="answer", by=seat)
            case Price(text):
                scene.priced = True
                table.tell(text or words.PRICED_ALOUD, kind="price", by=seat)
            case Kill(who):
                await propose_death(table, seat, who)
            case _:
                take_beside(table, seat, act)
        if scene.answered and scene.priced:
            break


def offer_telling(table: Schizonauts, o: Offers) -> None:
    """Answer and price. (SZ-TELL-01, -02)"""
    scene = table.scene
    if not scene.answered:
        offer_answer(table, o)
    if not scene.priced:
        offer_price(table, o)


def say_whose_telling(table: Schizonauts, o: Offers) -> None:
    """Above whatever narrator and judge are offered; a confirmed identity asks for an answer that fits. (SZ-CONF-03)"""
    scene = table.scene
    for seat in (scene.narrator, scene.judge):
        o.say(seat, words.your_telling(table, seat), note=words.telling_note(scene, seat))
    if scene.kind == "confirmation" and not scene.answered:
        o.say(scene.narrator, words.confirmed_answer(table.sheet[scene.actor].true))


def offer_answer(table: Schizonauts, o: Offers) -> None:
    """It fits the aptitude rolled for it, whoever tells it. (SZ-TELL-01, -03, SZ-AMB-20)"""
    scene = table.scene
    ideas = f"answers.{scene.aptitudes[scene.rolled_narrator]}" if scene.aptitudes and not scene.in_final else ""
    text = aloud("text", words.answer_text(table), ideas=ideas, rule="SZ-TELL-01", note=words.answer_note(table))
    bound = words.bound(table, scene.rolled_narrator)
    o.must(scene.narrator, Answer, words.ANSWER, text, note=bound, rule="SZ-TELL-01")


def offer_price(table: Schizonauts, o: Offers) -> None:
    """Never none; it fits the aptitude rolled for it, whoever sets it. (SZ-TELL-02, -03, SZ-AMB-20)"""
    scene = table.scene
    text = aloud(
        "text",
        words.PRICE_TEXT,
        ideas=f"prices.{scene.aptitudes.get(scene.rolled_judge, '')}",
        rule="SZ-TELL-02",
        note=words.price_note(table),
    )
    bound = words.bound(table, scene.rolled_judge)
    o.must(scene.judge, Price, words.PRICE, text, note=bound, rule="SZ-TELL-02")


# -- the price challenge


async def price_challenged(table: Schizonauts) -> bool:
    """Upheld only if all who are asked call the price too little; the first "fine" ends it. (SZ-ROLE-06, SZ-AMB-21)"""
    scene = table.scene
    askees = challengers(table)
    scene.unhappy = ()

    def offers(o: Offers) -> None:
        for seat in askees:
            if seat not in scene.unhappy:
                o.must(seat, Fine, words.FINE, default=True, rule="SZ-ROLE-06")
                note = words.too_little_note(table.name(next_judge(scene)), seat == next_judge(scene))
                o.may(seat, TooLittle, words.TOO_LITTLE, note=note, rule="SZ-ROLE-06")

    async for seat, act in table.window("price_challenge", words.price_enough(table), offers):
        if isinstance(act, Fine):
            if scene.unhappy:
                unhappy = [table.name(other) for other in scene.unhappy]
                table.tell(words.price_stands(unhappy, table.name(seat)))
            return False
        scene.unhappy = (*scene.unhappy, seat)
    return True


def challengers(table: Schizonauts) -> tuple[Seat, ...]:
    """All but the judge; with two players the judge too, unless one holds both roles. (SZ-AMB-21, ledger 11.5)"""
    scene = table.scene
    if len(table.circle) == 2 and scene.narrator != scene.judge:
        return table.circle
    return tuple(seat for seat in table.circle if seat != scene.judge)


def next_judge(scene: Scene) -> Seat:
    """Who judges if the price is too small. (SZ-AMB-21, -72)"""
    if scene.judge in scene.pair:
        return scene.other(scene.judge)
    return scene.other(scene.narrator) if scene.narrator in scene.pair else scene.actor


def pass_the_judge_on(table: Schizonauts) -> None:
    """To the other participant; from a contributor to the participant without a role. Once a scene. (SZ-AMB-21, -72)"""
    scene = table.scene
    scene.judge = next_judge(scene)
    scene.challenged = True
    scene.priced = False
    table.tell(
        words.judge_passes(table.name(scene.judge)),
        kind="roles",
        facts={"narrator": scene.narrator, "judge": scene.judge},
    )


# -- closing


async def close_scene(table: Schizonauts) -> None:
    """Only when everything that had to be in the scene is in it. (SZ-TELL-04, -05, SZ-FB-20, -22)"""
    scene = table.scene
    scene.step = "closing"

    def offers(o: Offers) -> None:
        offer_worked_in(table, o, waited_for=True)
        offer_deaths(table, o)
        say_what_is_missing(table, o)
        if all_worked_in(scene):
            title = Words("title", words.TITLE, most=LINE_MOST, optional=True, default="")
            o.must(scene.narrator, CloseScene, words.CLOSE, title, default=True, rule="SZ-TELL-05")
            o.say(scene.narrator, words.YOU_CLOSE)

    async for seat, act in table.window("close_scene", words.CLOSING, offers):
        match act:
            case CloseScene(title):
                scene.title = title
                break
            case Kill(who):
                await propose_death(table, seat, who)
            case _:
                take_beside(table, seat, act)
    for seat in scene.doomed:
        table.sheet[seat].alive = False
        table.tell(words.dies(table.sheet[seat].full_name), kind="death")
    scene.step = "closed"
    table.tell(words.closed(scene.title), kind="closed", facts={"title": scene.title})


def say_what_is_missing(table: Schizonauts, o: Offers) -> None:
    """Why the scene cannot close yet, to everybody who is offered something. (SZ-FB-20, SZ-RVL-02)"""
    missing: dict[Seat, list[str]] = {}
    for one in still_to_come(table):
        missing.setdefault(one.seat, []).append(one.thing)
    for seat in table.circle if missing else ():
        waiting = [("You" if who == seat else table.name(who), things) for who, things in missing.items()]
        o.say(seat, words.before_closing(waiting))


# -- death


def offer_deaths(table: Schizonauts, o: Offers) -> None:
    """Narrator or judge may propose that actor or visitor dies. (SZ-DEATH-01..03, -06, SZ-AMB-73)"""
    if not death_is_possible(table):
        return
    scene = table.scene
    mortal = tuple(seat for seat in scene.pair if table.sheet[seat].alive and seat not in scene.doomed + scene.spared)
    options = tuple(Option(seat, table.sheet[seat].full_name, table.name(seat)) for seat in mortal)
    word_is_enough = needs_no_consent(table)
    for seat in dict.fromkeys((scene.narrator, scene.judge)):
        o.may(
            seat,
            Kill,
            words.kill(word_is_enough),
            Pick("who", words.KILL_WHO, options),
            note=words.kill_note(word_is_enough),
            rule="SZ-DEATH-02",
        )


def death_is_possible(table: Schizonauts) -> bool:
    scene = table.scene
    if scene.kind == "flashback":
        return False
    return scene.in_final or table.options.endgame_death == "consensus"


def needs_no_consent(table: Schizonauts) -> bool:
    """In the revised edition's final resolution the word of whoever tells it is enough. (SZ-DEATH-03)"""
    return table.scene.in_final and table.options.final_death == "open"


async def propose_death(table: Schizonauts, by: Seat, who: Seat) -> None:
    """The table agrees, or the character lives; it takes effect when the scene closes.

    (SZ-DEATH-02, -03, -06, SZ-AMB-36)
    """
    scene = table.scene
    name = table.sheet[who].full_name
    asked = [seat for seat in table.circle if seat != by]
    if table.options.death_consent == "all_but_victim" and len(table.circle) > 2:
        asked = [seat for seat in asked if seat != who]
    text = words.approve_death(table.name(by), name)
    consent = Pick("kill_character", text, words.DEATH_CONSENT, default="no", rule="SZ-DEATH-02")
    if needs_no_consent(table):
        asked = []
    said = await table.ask_all("kill_character", dict.fromkeys(asked, consent))
    if all(answer == "yes" for answer in said.values()):
        scene.doomed = (*scene.doomed, who)
        table.tell(words.will_die(name), kind="death")
    else:
        scene.spared = (*scene.spared, who)
        table.tell(words.spared(name), kind="death")
