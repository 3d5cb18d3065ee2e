"""What can be typed beside an answer. Every command begins with a slash, and none of them answers a question.

A command that leaves the table as it was returns, and the question goes on where it stood; one that moves the
table raises `Moved`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from mneme import ledger
from mneme.engine.errors import MnemeError, Refused
from mneme.engine.guide import explain
from mneme.engine.prompts import Menu, Prompt, Seat
from mneme.engine.text import line_text, table_text
from mneme.terminal.chair import Moment
from mneme.terminal.people import Leave, Moved, Person
from mneme.terminal.reader import as_number
from mneme.terminal.screen import tone_of
from mneme.terminal.sheet import sheet_text
from mneme.terminal.showing import joined, show, show_ideas

if TYPE_CHECKING:
    from mneme.terminal.table import Terminal

STORY_LINES = 20
MOMENTS = 12


class Command(Struct, frozen=True):
    """One command: how it is typed, what it does, and whether it shows nobody's secrets."""

    usage: str
    does: str
    run: Callable[[Terminal, str], None]
    anytime: bool = False  # also while the keyboard changes hands


def obey(terminal: Terminal, line: str) -> None:
    """Carry out a line that begins with a slash."""
    word, _, rest = line[1:].partition(" ")
    number = as_number(word)
    command = COMMANDS.get(word.lower())
    if number is None and command is None:
        terminal.screen.say(f"There is no command /{word}. /help lists them; // writes a slash.", "refusal")
    elif terminal.holder is None and not (command and command.anytime):
        terminal.screen.say("Press Enter first; then the table is yours.", "refusal")
    elif number is not None:
        terminal.take_offer(number)
    elif command is not None:
        _run(terminal, command, rest.strip())


def _run(terminal: Terminal, command: Command, rest: str) -> None:
    try:
        command.run(terminal, rest)
    except MnemeError as problem:
        terminal.screen.say(str(problem), "refusal")


# ---- looking -----------------------------------------------------------------------------------------------


def show_help(terminal: Terminal, rest: str) -> None:
    for command in COMMANDS.values():
        terminal.screen.say(f"{command.usage}: {command.does}", "option")
    terminal.screen.say(
        "Choose by number or by the first letters. Type ? to see the choices again or to get ideas, "
        "back to return to the step before, and // to begin a text with a slash."
    )


def show_table(terminal: Terminal, rest: str) -> None:
    view = terminal.person.chair.view()
    terminal.screen.say(view.place, "chapter")
    terminal.screen.say(table_text(terminal.connection.game, view))
    if view.waiting_text:
        terminal.screen.say(view.waiting_text, "quiet")


def show_sheet(terminal: Terminal, rest: str) -> None:
    """Somebody's sheet as far as it may be seen, in the game's words where it has some."""
    view = terminal.person.chair.view()
    seat = seat_called(terminal, rest) if rest else terminal.person.chair.seat
    in_game_words = _sheet_in_game_words(terminal)
    text = in_game_words(msgspec.to_builtins(view), seat) if in_game_words else sheet_text(view, seat)
    terminal.screen.say(view.names[seat], "chapter")
    terminal.screen.say(text or "There is nothing to see here yet.")


def show_story(terminal: Terminal, rest: str) -> None:
    count = as_number(rest) if rest else STORY_LINES
    if count is None or count < 1:
        terminal.screen.say("Type /story and how many lines you want, such as /story 40.", "refusal")
        return
    view = terminal.person.chair.view()
    lines = [line for line in view.lines if line.text]
    for line in lines[-count:]:
        terminal.screen.say(line_text(view, line), tone_of(line))


def show_rules(terminal: Terminal, rest: str) -> None:
    """What the game's own help says of a word."""
    guide = terminal.connection.game.guide()
    if not guide.glossary:
        terminal.screen.say("This game has no help of its own yet. /why tells by which rule you are asked.")
        return
    terminal.screen.say(explain(guide, rest) or f"There is no help on “{rest}”. Try another word, or /why.")


def show_why(terminal: Terminal, rest: str) -> None:
    """What is asked, and the rules that ask it."""
    asking = terminal.person.desk.asking
    if not asking:
        terminal.screen.say("Nothing is asked of you just now.")
        return
    terminal.screen.say(f"You are asked: {asking[-1].text}")
    named = next((rules for prompt in reversed(asking) if (rules := _rules_of(prompt))), [])
    if not named:
        terminal.screen.say("No rule is named for it; it is part of how this table works.")
    for rule in dict.fromkeys(named):
        terminal.screen.say(_rule_text(terminal, rule))


def _rules_of(prompt: Prompt[Any]) -> list[str]:
    """The rule ids a prompt carries, those of its acts included."""
    named = [prompt.rule]
    if isinstance(prompt, Menu):
        named += [choice.rule for choice in prompt.choices]
    return [rule for text in named for rule in re.split(r"[,;\s]+", text) if rule]


def _rule_text(terminal: Terminal, rule: str) -> str:
    try:
        text = ledger.load(terminal.connection.game.name).rule(rule).text
    except ledger.LedgerError:
        return f"The rule is {rule}."
    return f"{rule}: {re.sub('[*`]', '', text)}"


def show_ideas_now(terminal: Terminal, rest: str) -> None:
    desk = terminal.person.desk
    if desk.asking:
        show_ideas(desk.asking[-1], desk)
    else:
        terminal.screen.say("Nothing is asked of you just now.")


def _sheet_in_game_words(terminal: Terminal) -> Callable[..., str] | None:
    """How the game itself puts a sheet into words, where it does."""
    module = f"mneme.games.{terminal.connection.game.name.replace('-', '_')}.describe"
    try:
        provided: Callable[..., str] | None = getattr(import_module(module), "sheet_text", None)
    except ModuleNotFoundError as missing:
        if missing.name is None or not module.startswith(missing.name):
            raise
        return None
    return provided


def seat_called(terminal: Terminal, name: str) -> Seat:
    """The one seat whose name begins like this."""
    names = terminal.connection.public().names
    wanted = name.casefold()
    same = [seat for seat, known in names.items() if known.casefold() == wanted]
    like = same or [seat for seat, known in names.items() if known.casefold().startswith(wanted)]
    if len(like) != 1 or not name:
        raise MnemeError(f"Name one of {joined(names.values())}.")
    return like[0]


# ---- talking -----------------------------------------------------------------------------------------------


def _talk(terminal: Terminal, mode: str, text: str, speaker: str = "") -> None:
    terminal.person.chair.talk(mode, text, speaker)
    terminal.hear()


def say(terminal: Terminal, rest: str) -> None:
    _talk(terminal, "say", rest)


def speak_as(terminal: Terminal, rest: str) -> None:
    """`/as Tom hello`, or with a colon where the name has several words: `/as Old Tom: hello`."""
    speaker, colon, text = rest.partition(":")
    if not colon:
        speaker, _, text = rest.partition(" ")
    if not speaker or not text.strip():
        raise MnemeError("Type who speaks and what they say, such as /as Tom: Good evening.")
    _talk(terminal, "as", text.strip(), speaker.strip())


def narrate(terminal: Terminal, rest: str) -> None:
    _talk(terminal, "narrate", rest)


def aside(terminal: Terminal, rest: str) -> None:
    _talk(terminal, "aside", rest)


def note(terminal: Terminal, rest: str) -> None:
    _talk(terminal, "note", rest)


# ---- going back --------------------------------------------------------------------------------------------


def undo(terminal: Terminal, rest: str) -> None:
    """Take back one's own last answer, while it is free."""
    try:
        terminal.person.chair.take_back()
    except Refused as refusal:
        terminal.screen.say(f"{refusal.sentence} /rewind lists the moments to go back to.", "refusal")
        return
    terminal.screen.say("Taken back.")
    raise Moved


def rewind(terminal: Terminal, rest: str) -> None:
    """Go back to an earlier moment; at a shared keyboard everybody has to agree."""
    moments = terminal.connection.moments(terminal.person.chair.seat)[-MOMENTS:]
    lines = [f"{moment.label}.{_asked(moment)}" for moment in moments]
    moment = _choose_moment(terminal, moments, lines)
    if moment is not None and _others_agree(terminal, moment):
        terminal.connection.rewind(moment.beat)
        raise Moved
    terminal.screen.say("The table stays where it is.")
    if terminal.shared:
        raise Moved  # the keyboard may be in other hands now


def _asked(moment: Moment) -> str:
    return f" You were asked: {moment.asked}" if moment.asked else ""


def _choose_moment(terminal: Terminal, moments: list[Moment], lines: list[str]) -> Moment | None:
    """One of the moments, by its number; an empty line is no."""
    if not moments:
        terminal.screen.say("There is nothing to go back to yet.")
        return None
    terminal.screen.say("Where do you want to go back to? Dice and cards fall anew from there.", "question")
    for number, line in enumerate(lines, start=1):
        terminal.screen.say(f"  {number}. {line}", "option")
    while line := terminal.side.ask("A number, or leave it empty to stay: "):
        number = as_number(line) or 0
        if 1 <= number <= len(moments):
            return moments[number - 1]
        terminal.screen.say(f"Type a number, 1 to {len(moments)}.", "refusal")
    return None


def _others_agree(terminal: Terminal, moment: Moment) -> bool:
    """Ask the others one by one, each at the keyboard, in words that everybody may read."""
    proposer = terminal.person
    for person in terminal.people:
        if person is not proposer:
            terminal.hand_to(person)
            terminal.screen.say(f"{proposer.name} would like to go back to this: {moment.label}.", "question")
            if not terminal.agrees("Do you agree? Type yes or no: "):
                return False
    return True


def pause(terminal: Terminal, rest: str) -> None:
    """Stop for a while. Nothing is written down: not that it happened, and not who wanted it."""
    holder = terminal.holder
    if terminal.shared and holder is not None:
        terminal.screen.cover()
        terminal.holder = None
    terminal.screen.say("The table has paused. Nobody has to say why.", "title")
    terminal.screen.say("  1. Skip on: leave it there, and go on with what comes next.", "option")
    terminal.screen.say("  2. Rewind: go back, and strike what was told since from the story.", "option")
    terminal.screen.say("  3. Take a break: the game is kept, and you can come back to it.", "option")
    while (line := terminal.side.ask("When you are ready, choose 1, 2 or 3: ")) not in {"1", "2", "3"}:
        terminal.screen.say("There is no hurry.", "quiet")
    if line == "3":
        raise Leave
    if line == "2" and _strike(terminal):
        raise Moved
    _go_on(terminal, holder)


def _strike(terminal: Terminal) -> bool:
    """Go back to a moment and take the passage out of the story. Needs no vote, and quotes nothing of it."""
    moments = terminal.connection.moments(None)[-MOMENTS:]
    lines = [_steps_back(moment, len(moments) - index) for index, moment in enumerate(moments)]
    moment = _choose_moment(terminal, moments[::-1], lines[::-1])
    if moment is None:
        return False
    terminal.connection.rewind(moment.beat, struck=True)
    return True


def _steps_back(moment: Moment, steps: int) -> str:
    place = f", in {moment.place}" if moment.place else ""
    return f"{'1 step' if steps == 1 else f'{steps} steps'} back{place}."


def _go_on(terminal: Terminal, holder: Person | None) -> None:
    """Back to what was asked, with the choices on the screen again."""
    if terminal.shared and holder is not None:
        terminal.hand_to(holder)
        for prompt in holder.desk.asking:
            show(prompt, holder.desk)


# ---- leaving -----------------------------------------------------------------------------------------------


def hand_on(terminal: Terminal, rest: str) -> None:
    """Let somebody else at this keyboard do what they may, out of turn."""
    seat = seat_called(terminal, rest)
    person = next((person for person in terminal.people if person.chair.seat == seat), None)
    if person is None or person is terminal.holder:
        names = joined(person.name for person in terminal.people)
        raise MnemeError(f"The keyboard goes round among {names}; name one of the others.")
    terminal.called = person
    raise Moved


def save(terminal: Terminal, rest: str) -> None:
    terminal.screen.say(f"Every answer is kept as it comes, in {terminal.keeper.place}", "verbatim")
    path = terminal.keeper.save(Path(rest).expanduser() if rest else None)
    if path is not None:
        terminal.screen.say(f"A copy of the game so far is in {path}", "verbatim")
        terminal.screen.say("It holds everybody's secrets; open it when the game is over.", "quiet")


def leave(terminal: Terminal, rest: str) -> None:
    raise Leave


COMMANDS = {
    "help": Command("/help", "this list.", show_help, anytime=True),
    "table": Command("/table", "what lies on the table.", show_table),
    "sheet": Command("/sheet NAME", "what is written on somebody's sheet, yours without a name.", show_sheet),
    "story": Command("/story N", f"the last lines of the story, {STORY_LINES} without a number.", show_story),
    "rules": Command("/rules WORD", "what the game's own help says about a word.", show_rules),
    "why": Command("/why", "what you are asked, and by which rule.", show_why),
    "ideas": Command("/ideas", "some ideas for what you are asked to write.", show_ideas_now),
    "undo": Command("/undo", "take back your last answer, while nothing has come of it.", undo),
    "rewind": Command("/rewind", "go back to an earlier moment.", rewind),
    "say": Command("/say TEXT", "say something at the table.", say),
    "as": Command("/as NAME TEXT", "speak as somebody in the story.", speak_as),
    "me": Command("/me TEXT", "tell what you do.", narrate),
    "aside": Command("/aside TEXT", "say something that is not part of the story.", aside),
    "note": Command("/note TEXT", "write something down that only you will see.", note),
    "x": Command("/x", "stop the table, without a reason.", pause, anytime=True),
    "hand": Command("/hand NAME", "give somebody else the keyboard for a moment.", hand_on),
    "save": Command("/save FILE", "write a copy of the game so far.", save, anytime=True),
    "quit": Command("/quit", "keep the game and leave.", leave, anytime=True),
}
