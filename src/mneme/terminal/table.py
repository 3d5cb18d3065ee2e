"""The evening at one keyboard: who is asked next, what they have not yet heard, and what they answer.

Written against `Connection` and `Keeper` alone, so the table may be on this machine or far away. One person
plays on without a break; several pass the keyboard round, and the screen is wiped before it changes hands.
"""

from __future__ import annotations

import random
import shlex
from typing import Any

from mneme.engine.errors import Refused, RulesBug
from mneme.engine.game import Game
from mneme.engine.prompts import Prompt, Wire
from mneme.engine.text import table_text
from mneme.engine.view import View
from mneme.terminal.chair import Connection, Keeper
from mneme.terminal.desk import Back, Desk, Input
from mneme.terminal.people import Leave, Moved, Offer, Person, offers_in
from mneme.terminal.reader import read, read_act
from mneme.terminal.screen import Screen
from mneme.terminal.sheet import in_plain_words
from mneme.terminal.showing import joined
from mneme.terminal.slash import obey

MARK = 16  # characters of a commitment: enough to compare by eye
BACKLOG = 12  # lines told again to somebody who comes back to a game


class Terminal:
    """One keyboard, one screen, and the people who share them."""

    def __init__(
        self,
        connection: Connection,
        keeper: Keeper,
        screen: Screen,
        typed: Input,
        *,
        resumed: bool = False,
        unhurried: bool = False,
    ) -> None:
        self.connection = connection
        self.keeper = keeper
        self.screen = screen
        self.people = [Person(chair, Desk(typed, screen, self._obey, self._ideas)) for chair in connection.chairs]
        self.holder: Person | None = None  # nobody while the keyboard changes hands
        self.called: Person | None = None  # who was given the keyboard out of turn
        self.side = Desk(typed, screen, self._obey)  # for what this client asks, beside the rules
        self._resumed = resumed  # the people have been here before
        self._unhurried = unhurried  # somebody is there to read the first screen
        self._shuffled: dict[str, list[str]] = {}

    @property
    def shared(self) -> bool:
        """Whether the keyboard goes from hand to hand."""
        return len(self.people) > 1

    @property
    def person(self) -> Person:
        """Who has the keyboard."""
        if self.holder is None:
            raise RulesBug("nobody has the keyboard, so nobody's view may be shown")
        return self.holder

    def run(self) -> None:
        """Play until the game is over or somebody leaves. Either way the game is kept."""
        try:
            self._welcome()
            while not self.connection.public().over:
                self._next()
            self._ending()
        except (Leave, EOFError, KeyboardInterrupt):
            self._farewell()

    def _obey(self, line: str) -> None:
        obey(self, line)

    def _ideas(self, name: str) -> list[str]:
        """The game's ideas in an order of this evening's own, so that nobody always meets the same ones."""
        if name not in self._shuffled:
            ideas = list(self.connection.game.ideas(name))
            self._shuffled[name] = random.sample(ideas, len(ideas))
        return self._shuffled[name]

    # -- whose turn

    def _next(self) -> None:
        person, self.called = self.called or self._who_is_next(), None
        try:
            if person is None:
                self.wait_for_others()
            else:
                self.hand_to(person)
                self.turn()
        except Moved:
            return

    def wait_for_others(self) -> None:
        """Nobody here is asked anything: let the others do something, and hear of it."""
        if not self.connection.others_act():
            raise RulesBug("the table waits for somebody who is not there")
        if not self.shared:
            self.hear()

    def _who_is_next(self) -> Person | None:
        """Whoever has the keyboard keeps it while asked; then the others who are asked, in seat order.

        Alone with bots, one is also stopped when something new may be done, or the bots would rush past it.
        """
        asked = [person for person in self.people if person.is_asked]
        if self.holder in asked:
            return self.holder
        if asked:
            return asked[0]
        return self.people[0] if not self.shared and self.people[0].notices_new_offers() else None

    def hand_to(self, person: Person) -> None:
        """Pass the keyboard on. Nothing secret is on the screen then, nor before the next one says so."""
        if person is self.holder:
            return
        before, self.holder = self.holder, None
        if self.shared:
            if before is not None:
                self.screen.cover()
            self.screen.say(f"Hand the keyboard to {person.name}.", "question")
            self.side.ask(f"{person.name}, press Enter when nobody else can see the screen. ")
        self.holder = person
        if self._resumed and not person.heard:
            self._remind_of_the_story(person)

    def _remind_of_the_story(self, person: Person) -> None:
        """Somebody who comes back hears the last lines only."""
        view = person.chair.view()
        lines = [line for line in person.news(view) if line.text]
        self.screen.say()
        if len(lines) > BACKLOG:
            self.screen.say("This is how it stood. Type /story 99 to hear more of it.", "quiet")
        self.screen.tell(view, lines[-BACKLOG:], paced=False)

    # -- one turn

    def turn(self) -> None:
        """What is new, what may be done, what must be; then one answer."""
        view = self.hear()
        self.screen.settle()
        self.screen.say()
        self._list_offers(view)
        must: list[Prompt[Any]] = [shown.prompt for shown in view.prompts if shown.must]
        if must:
            self.send(must[0], read(must[0], self.person.desk))
        else:
            self.linger()

    def hear(self) -> View:
        """Tell the person at the keyboard what is new to them."""
        view = self.person.chair.view()
        self.screen.tell(view, self.person.news(view))
        return view

    def linger(self) -> None:
        """Nothing must be done; time to look, or to do something that may be."""
        while self.person.desk.ask("Press Enter to go on. "):
            self.screen.say("Nothing is asked of you just now. /help lists what you can type.", "quiet")

    def _list_offers(self, view: View) -> None:
        offers = self.person.sees(view)
        if offers:
            marked = (f"/{number} {offer.label}" for number, offer in enumerate(offers, start=1))
            self.screen.say(f"You may also: {'; '.join(marked)}.", "quiet")

    def send(self, prompt: Prompt[Any], value: Wire) -> None:
        """Give an answer to what was asked, if it is still being asked."""
        prompts = self.person.chair.view().prompts
        shown = next((shown for shown in prompts if shown.prompt == prompt), None)
        try:
            if shown is None:
                raise Refused("stale", "The table has moved on since then. Here is what is asked now.")
            self.person.chair.answer(shown, value)
        except Refused as refusal:
            self.screen.say(refusal.sentence, "refusal")
            raise Moved from refusal
        if shown.sealed:
            self.screen.say("Sealed. Nobody sees it before everyone has answered.", "quiet")

    def take_offer(self, number: int) -> None:
        """Do something beside what is asked, then come back to it, if it is still asked."""
        view = self.person.chair.view()
        offers = offers_in(view)
        if not 1 <= number <= len(offers):
            self.screen.say(f"There is nothing under /{number} just now.", "refusal")
            self._list_offers(view)
            return
        offer = offers[number - 1]
        try:
            self.send(offer.shown.prompt, self._read_offer(offer))
        except Back:
            return
        view = self.hear()
        asking = self.person.desk.asking
        if asking and all(shown.prompt != asking[0] for shown in view.prompts):
            raise Moved
        self._list_offers(view)

    def _read_offer(self, offer: Offer) -> Wire:
        """The parts of an act; one without parts is confirmed, for a single digit is quickly typed."""
        prompt: Prompt[Any] = offer.shown.prompt
        desk = self.person.desk
        if offer.choice is None:
            return read(prompt, desk, offer.shown.given)
        if offer.choice.note:
            self.screen.say(offer.choice.note, "quiet")
        if not offer.choice.fields and not self.agrees(f"{offer.label}? Type yes or no: "):
            raise Back
        with desk.about(prompt):
            return read_act(offer.choice, desk)

    def agrees(self, question: str) -> bool:
        return self.side.ask(question).lower() in {"y", "yes"}

    # -- beginning and end

    def _welcome(self) -> None:
        game = self.connection.game
        say = self.screen.say
        if self._resumed:
            say(f"Welcome back to {game.title}.", "title")
        else:
            introduce(game, self.screen)
        say()
        say(f"Around the table: {self._seating()}.")
        mark = self.connection.commitment[:MARK]
        say(f"The seed of all chance is sealed; its mark is {mark}. The finished game lets you check it.", "quiet")
        say("Type /help at any time to see what else you can do. Every answer is kept as you give it.", "quiet")
        if not self.shared:
            if self._unhurried and not self._resumed:
                self.side.ask("Press Enter to begin. ")
            self.hand_to(self.people[0])

    def _seating(self) -> str:
        here = {person.chair.seat for person in self.people}
        word = "at this keyboard" if self.shared else "you"
        names = self.connection.public().names
        return joined(f"{name} ({word if seat in here else 'a bot'})" for seat, name in names.items())

    def _ending(self) -> None:
        """What everybody may see; then where the story lies."""
        self._tell_the_end(self._last_look())
        say = self.screen.say
        place = self.keeper.finish()
        quoted = shlex.quote(str(place))
        say()
        say(f"The whole game is kept in {place}", "verbatim")
        say(f"Check every roll and draw with: mneme verify {quoted}", "verbatim")
        say(f"Read it again with: mneme replay {quoted}", "verbatim")

    def _tell_the_end(self, view: View) -> None:
        self.screen.say()
        self.screen.say("The game is over.", "title")
        game = self.connection.game
        self.screen.say(table_text(game, view))
        if view.result:
            self.screen.say()
            self.screen.say(game.conclude(view.result) if game.conclude else in_plain_words(view.result, view.names))

    def _last_look(self) -> View:
        """The end of the story: everything for one person, what is everybody's for several."""
        if not self.shared:
            return self.hear()
        self._clear_the_table()
        self.screen.say("Everybody may look now.", "question")
        view = self.connection.public()
        heard = min(sum(line.to is None for line in person.heard) for person in self.people)
        self.screen.tell(view, view.lines[heard:])
        return view

    def _farewell(self) -> None:
        self._clear_the_table()
        copy = self.keeper.save()
        self.screen.say()
        self.screen.say("Your game is kept, and the table waits for you.")
        self.screen.say(f"Come back with: {self.keeper.comeback}", "verbatim")
        if copy is not None:
            self.screen.say(f"A copy of the game so far is in {copy}", "verbatim")

    def _clear_the_table(self) -> None:
        """Nobody's secrets stay on a shared screen."""
        if self.shared and self.holder is not None:
            self.screen.cover()
        self.holder = None


def introduce(game: Game, screen: Screen) -> None:
    """A game to people who have not played it yet, with what it may touch, before anybody sits down. (ux X6)"""
    screen.say(game.title, "title")
    screen.say(f"Designed by {game.designers}.")
    screen.say()
    screen.say(game.blurb)
    if game.content_notes:
        screen.say()
        screen.say("Before you sit down:")
        for note in game.content_notes:
            screen.say(f"  - {note}", "option")
        screen.say("Type /x at any time to stop the table. Nobody has to say why.")
