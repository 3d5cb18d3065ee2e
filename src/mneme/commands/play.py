"""`mneme play`: a whole game at this terminal, with bots, with friends round one keyboard, or at a table far away."""

from __future__ import annotations

import os
import random
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec
from msgspec import Struct

from mneme import games
from mneme.bots.runner import NAMES
from mneme.engine import gamefile
from mneme.engine.errors import BadFile, BadOptions, Refused
from mneme.engine.game import Game, option_values, parse_option, read_options, value_words
from mneme.engine.log import Sitting
from mneme.engine.prompts import Words
from mneme.terminal.desk import Input
from mneme.terminal.journal import Heading, Journal, is_journal
from mneme.terminal.journal import read as read_journal
from mneme.terminal.keyboard import keyboard, wait_for_enter
from mneme.terminal.local import LocalTable, is_copy_of, seat_bots
from mneme.terminal.screen import PACES, Screen, sleep
from mneme.terminal.table import Terminal

if TYPE_CHECKING:
    from mneme.client import Client

SEATS = 3  # enough for most games, and no long wait for a single person
EVERYBODY = "all"


class Wishes(Struct, frozen=True, kw_only=True):
    """What was asked for on the command line."""

    game: str | None
    seats: int | None
    options: tuple[str, ...]
    seed: str | None
    names: tuple[str, ...]
    hotseat: str | None
    load: Path | None
    save: Path | None
    join: str | None
    watch: bool


@click.command("play")
@click.argument("game", required=False)
@click.option("--seats", type=int, metavar="N", help=f"How many sit at the table; {SEATS} if you do not say.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="Play by another ruling.")
@click.option("--options", "listed", is_flag=True, help="List the rulings that GAME can be played by, and stop.")
@click.option("--seed", metavar="TEXT", help="Where the dice come from; the same text gives the same dice.")
@click.option("--name", "names", multiple=True, metavar="NAME", help="A name for each seat in turn.")
@click.option(
    "--hotseat",
    is_flag=False,
    flag_value=EVERYBODY,
    metavar="N",
    help="N people share this keyboard; without a number, everybody does.",
)
@click.option("--load", type=click.Path(path_type=Path), metavar="FILE", help="Go on with a kept game.")
@click.option("--save", type=click.Path(path_type=Path), metavar="FILE", help="Where the game file goes.")
@click.option("--join", metavar="LINK", help="Play at a table on a server: its invitation, or the link of your seat.")
@click.option("--watch", is_flag=True, help="With --join: look on, without a seat.")
@click.option(
    "--pace", type=click.Choice(list(PACES)), default="normal", help="How fast the story is told.", show_default=True
)
@click.option("--plain", is_flag=True, help="Plain lines: no colours, nothing that moves.")
def command(pace: str, plain: bool, listed: bool, **wanted: Any) -> None:
    """Play GAME at this terminal. Bots take the seats that nobody else has.

    Every answer is kept as you give it. Leave when you like, and come back with --load.

    With --join you sit down with other people at a table on a server. With a GAME and only the address of the server,
    you lay a new table there and are its host.
    """
    at_a_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    plain = plain or bool(os.environ.get("NO_COLOR"))
    _never_stumble_over_characters()
    wishes = Wishes(**wanted)
    if listed:
        click.echo(_rulings(_game(wishes)))
        return
    page = partial(
        Screen,
        sys.stdout,
        terminal=at_a_terminal,
        styled=at_a_terminal and not plain,
        pace=PACES[pace] if at_a_terminal else PACES["instant"],
    )
    if wishes.join is not None:
        _join(wishes, page, terminal=at_a_terminal, plain=plain)
        return
    if wishes.watch:
        raise BadOptions("--watch goes with --join: it lets you look on at a table on a server.")
    screen = page(wait=sleep if sys.platform == "win32" else wait_for_enter)
    typed = keyboard(sys.stdin, sys.stdout, terminal=at_a_terminal, plain=plain)
    table = _sit_down(wishes, typed if at_a_terminal else None) if wishes.load is None else _come_back(wishes)
    try:
        resumed = wishes.load is not None
        Terminal(table, table, screen, typed, resumed=resumed, unhurried=at_a_terminal).run()
    finally:
        table.close()


def _never_stumble_over_characters() -> None:
    """A letter that the terminal does not know is no reason to lose an evening."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


# ---- a new game --------------------------------------------------------------------------------------------


def _sit_down(wishes: Wishes, typed: Input | None) -> LocalTable:
    """Lay a new table. Where somebody is there to be asked, people who gave no name are asked for one."""
    game = _game(wishes)
    options = dict(parse_option(game, text) for text in wishes.options)
    seats, people = _count_seats(game, wishes)
    read_options(game, seats, options)
    _check_room(seats, people)
    if len(wishes.names) > seats:
        raise BadOptions(f"There are {seats} seats, and {len(wishes.names)} names for them; leave some out.")
    _check_copy(wishes.save)
    names = _names(wishes.names, seats, people, typed)
    sitting = Sitting.lay(game, names, options, wishes.seed)
    journal = _new_journal(sitting, people)
    return _table(sitting, journal, wishes.save)


def _game(wishes: Wishes) -> Game:
    if wishes.game is None:
        raise BadOptions(f"Name a game to play: {', '.join(games.names())}.")
    return games.find(wishes.game)


def _rulings(game: Game) -> str:
    """Every option with its sentence, what it can be set to, and what it is when nobody says anything."""
    usual: dict[str, Any] = msgspec.to_builtins(game.options())
    return "\n\n".join(
        f"{option}\n  {sentence}\n{_values(game, option, usual[option])}"
        for option, sentence in game.option_words.items()
    )


def _values(game: Game, option: str, usual: Any) -> str:
    values = option_values(game, option)
    if not values:
        return f"  A whole number; {usual} if you do not say."
    rows = []
    for value, words in zip(values, value_words(game, option), strict=True):
        typed = str(value).lower() if isinstance(value, bool) else str(value)
        said = f": {words}" if words != typed else ""
        rows.append(f"  {option}={typed}{said}{' (if you do not say)' if value == usual else ''}")
    return "\n".join(rows)


def _count_seats(game: Game, wishes: Wishes) -> tuple[int, int]:
    """How many seats there are, and how many of them are people at this keyboard."""
    people = 1 if wishes.hotseat is None else _people(wishes.hotseat)
    usual = max(min(SEATS, game.seats[-1]), game.seats[0])
    if wishes.seats is not None:
        seats = wishes.seats
    elif wishes.hotseat is None or people is None:
        seats = usual
    else:
        seats = max(people, game.seats[0])
    return seats, seats if people is None else people


def _check_room(seats: int, people: int) -> None:
    if people > seats:
        raise BadOptions(f"There are {seats} seats; that is not enough for {people} people.")


def _people(hotseat: str) -> int | None:
    """How many people share the keyboard; None for as many as there are seats."""
    if hotseat == EVERYBODY:
        return None
    if not hotseat.isdecimal() or int(hotseat) < 1:
        raise BadOptions(f"--hotseat takes the number of people at this keyboard, not {hotseat!r}.")
    return int(hotseat)


def _names(given: Sequence[str], seats: int, people: int, typed: Input | None) -> list[str]:
    """A name for every seat: those given, those people give now, and spare ones for the rest."""
    names: list[str] = []
    for name in given:
        names.append(_new_name(name, names))
    while typed is not None and len(names) < people:
        names.append(_ask_name(typed, names, people))
    while len(names) < seats:
        names.append(_spare_name(names))
    return names


def _new_name(name: str, taken: Sequence[str]) -> str:
    """A name that can be shown and that nobody has yet."""
    try:
        checked = Words("name", "Your name", most=40).clean(name)
    except Refused as refusal:
        raise BadOptions(f"The name {name!r} cannot be used. {refusal.sentence}") from refusal
    if checked.casefold() in {other.casefold() for other in taken}:
        raise BadOptions(f"Two seats are called {checked}; give each a name of its own.")
    return checked


def _spare_name(taken: Sequence[str]) -> str:
    known = {name.casefold() for name in taken}
    return next(name for name in NAMES if name.casefold() not in known)


def _ask_name(typed: Input, taken: Sequence[str], people: int) -> str:
    """Ask until there is a name that can be used."""
    spare = _spare_name(taken)
    who = "What is your name?" if people == 1 else f"Who is number {len(taken) + 1} at this keyboard?"
    question = f"{who} (Leave it empty to be {spare}.) "
    asked = question
    while True:
        try:
            return _new_name(typed.read(asked).strip() or spare, taken)
        except BadOptions as problem:
            asked = f"{problem} {question}"


def _new_journal(sitting: Sitting, people: int) -> Journal:
    """A journal of its own in the user's data folder."""
    stem = f"{sitting.game.name}-{time.strftime('%Y-%m-%d-%H%M%S')}"
    folder = _data_folder()
    path = folder / f"{stem}.journal"
    number = 1
    while path.exists() or path.with_suffix(".json").exists():
        number += 1
        path = folder / f"{stem}-{number}.journal"
    heading = Heading(header=sitting.header, people=sitting.header.seats[:people])
    return Journal.begin(path, heading, sitting.entries)


def _data_folder() -> Path:
    home = os.environ.get("XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "mneme"


def _check_copy(path: Path | None, sitting: Sitting | None = None) -> None:
    """Better to say now than at the end of the evening that a file cannot be written."""
    if path is None:
        return
    if path.exists() and not (sitting and is_copy_of(path, sitting)):
        raise BadOptions(f"There is already a file called {path}; choose another name for --save.")
    if not path.parent.is_dir():
        raise BadOptions(f"There is no folder {path.parent} for --save.")


def _table(sitting: Sitting, journal: Journal, copy: Path | None) -> LocalTable:
    header = sitting.header
    dice = random.Random(f"bots {header.seed} {len(sitting.entries)}")
    seats = tuple(seat for seat in header.seats if seat not in journal.heading.people)
    return LocalTable(sitting, journal, seat_bots(sitting.game, seats, dice), dice, copy)


# ---- a table on a server -----------------------------------------------------------------------------------


def _join(wishes: Wishes, page: Callable[..., Screen], *, terminal: bool, plain: bool) -> None:
    """Sit down at a table on a server, and play there."""
    from mneme.terminal import remote  # the network is loaded only by those who need it
    from mneme.terminal.wakeful import wakeful

    _check_joining(wishes)
    _check_copy(wishes.save)
    typed = keyboard(sys.stdin, sys.stdout, terminal=True, plain=plain) if terminal else None
    client = _find_seat(wishes, typed)
    live_keyboard = wakeful(sys.stdin, sys.stdout, terminal=terminal, plain=plain)
    screen = page(wait=live_keyboard.pause)
    if not wishes.watch and str(client.link) != wishes.join:
        remote.say_the_way_back(client, screen)
    remote.play(client, live_keyboard, screen, wishes.save)


def _check_joining(wishes: Wishes) -> None:
    if wishes.load is not None or wishes.seed is not None or wishes.hotseat is not None:
        raise BadOptions("A table on a server keeps its own games and dice; leave out --load, --seed and --hotseat.")
    if len(wishes.names) > 1:
        raise BadOptions("You take one seat with --join, so give one --name.")


def _find_seat(wishes: Wishes, typed: Input | None) -> Client:
    """A place at the table: by its link, by its invitation, or as the host of a new one."""
    from mneme.client import Client, read_link

    assert wishes.join is not None
    link = read_link(wishes.join)
    if not link.table:
        return _lay_there(wishes, typed)
    if wishes.game is not None or wishes.seats is not None or wishes.options:
        raise BadOptions("That table has its own game, seats and options; leave those out with its link.")
    if wishes.watch:
        return Client.watch(link)
    if link.token:
        return Client.sit(link)
    room = Client(link).lobby()  # nobody is asked for a name at a table that is not there
    return Client.claim(link, _my_name(wishes, typed, [info.name for info in room.seats if info.name]))


def _lay_there(wishes: Wishes, typed: Input | None) -> Client:
    from mneme.client import Client

    if wishes.game is None or wishes.watch:
        raise BadOptions("That link names a server, but no table; name a game to lay one there.")
    game = games.find(wishes.game)
    options = dict(parse_option(game, text) for text in wishes.options)
    seats, _ = _count_seats(game, wishes)
    read_options(game, seats, options)
    name = _my_name(wishes, typed)
    return Client.create(str(wishes.join), game.name, seats=seats, name=name, options=options)


def _my_name(wishes: Wishes, typed: Input | None, taken: Sequence[str] = ()) -> str:
    if wishes.names:
        return _new_name(wishes.names[0], ())
    if typed is None:
        raise BadOptions("Say who you are with --name NAME.")
    return _ask_name(typed, taken, 1)


# ---- a kept game -------------------------------------------------------------------------------------------


def _come_back(wishes: Wishes) -> LocalTable:
    """Go on with a journal where it ends, or with a game file in a journal of its own."""
    path = wishes.load
    assert path is not None
    if wishes.seats is not None or wishes.options or wishes.seed is not None or wishes.names:
        raise BadOptions("A kept game has its own seats, options, seed and names; leave those out with --load.")
    data = _read_file(path)
    kept = is_journal(data)
    sitting = _lay_again(path, data) if kept else gamefile.resume(gamefile.read(data, games.find))
    _check_going_on(sitting, wishes)
    _check_copy(wishes.save, sitting)
    people = _people_of(sitting, wishes)
    journal = _same_journal(path, people) if kept else _new_journal(sitting, people or 1)
    return _table(sitting, journal, wishes.save)


def _check_going_on(sitting: Sitting, wishes: Wishes) -> None:
    game = sitting.game
    if wishes.game is not None and wishes.game != game.name:
        raise BadOptions(f"The file {wishes.load} holds a game of {game.title}, not of {wishes.game}.")
    if sitting.over:
        raise BadOptions(f"The game in {wishes.load} is over. Read it with: mneme replay {wishes.load}")


def _read_file(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as problem:
        reason = (problem.strerror or "it is not possible").lower()
        raise BadFile(f"The file {path} cannot be opened: {reason}.") from problem


def _lay_again(path: Path, data: bytes) -> Sitting:
    """Play a journal into a new table."""
    heading, entries, _ = read_journal(path, data)
    header = heading.header
    game = games.find(header.game, header.rules)
    if header.names.keys() != set(header.seats):
        raise BadFile(f"The seats and names in {path} do not fit together.")
    read_options(game, len(header.seats), header.options)
    return Sitting.load(game, header, entries)


def _same_journal(path: Path, people: int | None) -> Journal:
    """The journal itself, perhaps with other people at the keyboard than before."""
    journal, entries = Journal.resume(path)
    if people is not None:
        seats = journal.heading.header.seats[:people]
        journal.heading = msgspec.structs.replace(journal.heading, people=seats)
        journal.rewrite(entries)
    return journal


def _people_of(sitting: Sitting, wishes: Wishes) -> int | None:
    """How many people are at the keyboard now; None for as many as before."""
    if wishes.hotseat is None:
        return None
    seats = len(sitting.header.seats)
    people = _people(wishes.hotseat) or seats
    _check_room(seats, people)
    return people
