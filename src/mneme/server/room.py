"""A table that is live: its screens, what each of them was shown, its bots and its patience.

Nothing is sent before it is kept: what is to be said waits in `replies` and in the feeds until the hall has committed
the table's news and calls `look` and `tell`. They lay everything out by screen, and `deliver` hands it over: one write
for each screen. There is no task and no queue for a screen; every write is a direct one.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Protocol

from mneme import games
from mneme.bots import Considerate
from mneme.bots.random_legal import RandomLegal
from mneme.bots.runner import Runner
from mneme.engine.chance import commitment
from mneme.engine.entries import Retract, TakeBack, Talk
from mneme.engine.errors import Refused
from mneme.engine.feed import Feed, Public, Viewer
from mneme.engine.lines import Lines
from mneme.engine.log import Sitting
from mneme.engine.prompts import Seat
from mneme.server import wire
from mneme.server.errors import Denied
from mneme.server.limits import Bucket
from mneme.server.records import Kind, Paused, Seen
from mneme.server.table import OnlineTable, OpenMotion

if TYPE_CHECKING:
    from mneme.server.hall import Hall

LABEL_MOST = 80
SHYEST = 0.5  # seconds before it shows that somebody paused the table or named a line: never at once,
SLOWEST = 3.0  # so that it cannot be read off the moment (ux X2)
AFTER_LEAVING = 20.0  # seconds before bots go on when somebody has got up, who may think better of it
GRACE = 60.0  # seconds that people have to come back after a restart before an empty chair is answered for

_PAUSED = "The table has paused. It goes on when everyone who is here agrees."
_FAULT = "Something went wrong at this table. Nothing was lost; please try again."
_NOT_SEATED = "You are only looking on; take a seat to do that."


class Screen(Protocol):
    """One open socket."""

    token: str  # the capability it came with, kept only while it is open

    def send(self, *messages: bytes) -> None: ...

    def drop(self, code: int, reason: str) -> None: ...


class Timer(Protocol):
    def cancel(self) -> None: ...


class Room:
    """A live table."""

    def __init__(self, hall: Hall, table: OnlineTable, away_since: Mapping[Seat, float] | None = None) -> None:
        self.hall = hall
        self.table = table
        self.screens: dict[Viewer, list[Screen]] = {}
        self.replies: list[tuple[Screen, bytes]] = []
        self.is_due = False  # whether the hall will call `tell` in this turn
        self._post: defaultdict[Screen, list[bytes]] = defaultdict(list)  # laid out for delivery
        self.idle_since = hall.clock.elapsed()
        self._newcomers: list[tuple[Screen, Viewer]] = []
        self._feeds: dict[Viewer, Feed] = {}
        self._public: Public | None = None
        self._hands: dict[Seat, None] = {}
        self._declined: Kind | None = None  # until something else is proposed
        self._furnished = True  # whether the room message may have changed
        self._rooms_sent: dict[Viewer, int] = {}
        self._runner: Runner | None = None
        self._bots: dict[Seat, Considerate] = {}
        self._avoided: frozenset[str] = frozenset()  # the lines and veils that the bots have been told of
        self._timer: Timer | None = None
        self._bots_at: float | None = None
        self._away_since = dict(away_since or {})
        self._just_loaded = away_since is None
        self._read: dict[Seat, int] = {}  # how much of the story each seat has read since it came
        self._leaving: list[Seat] = []
        self._pages: list[tuple[Screen, Viewer, int]] = []  # older parts of the story that were asked for
        self._over_told = False
        self.troubles = 0  # faults of ours at this table since it was last told anything
        self.buckets: dict[Seat, Bucket] = {}
        self._show_what_is_hidden()

    # -- coming and going

    @property
    def is_empty(self) -> bool:
        return not self.screens and not self._newcomers

    def sit(self, screen: Screen, viewer: Viewer) -> None:
        """A screen is opened. It gets everything after what is not yet kept has been kept."""
        self._newcomers.append((screen, viewer))
        if viewer is not None:
            here = self.table.here
            here[viewer] = here.get(viewer, 0) + 1
            self.table.come_back(viewer)
            self._furnished = True
        self.hall.touch(self)

    def get_up(self, screen: Screen, viewer: Viewer) -> None:
        """A screen is closed."""
        self._newcomers = [one for one in self._newcomers if one[0] is not screen]
        self.replies = [reply for reply in self.replies if reply[0] is not screen]
        self._post.pop(screen, None)
        if screen in self.screens.get(viewer, ()):
            self.screens[viewer].remove(screen)
            if not self.screens[viewer]:
                del self.screens[viewer]
                self._feeds.pop(viewer, None)
                self._rooms_sent.pop(viewer, None)
        self.idle_since = self.hall.clock.elapsed()
        if viewer is not None:
            self._seat_closes(viewer)

    def _seat_closes(self, seat: Seat) -> None:
        table = self.table
        if seat in table.places and (lines := self._read.pop(seat, None)) and lines != table.places[seat].seen:
            table.do(Seen(seat, lines))
        if table.here.get(seat, 0) > 1:
            table.here[seat] -= 1
        else:
            table.here.pop(seat, None)
            self._hands.pop(seat, None)
            self._furnished = True
        self.hall.touch(self)

    def close_seat(self, seat: Seat, code: int, reason: str) -> None:
        """Whoever sits here has left, or came with a link that opens nothing any more."""
        for screen in list(self.screens.get(seat, ())):
            screen.drop(code, reason)

    def close_onlookers(self) -> None:
        """Nobody looks on here any more."""
        for screen in list(self.screens.get(None, ())):
            screen.drop(4003, "nobody looks on here any more")

    # -- what is said

    def hear(self, screen: Screen, viewer: Viewer, said: wire.FromClient) -> None:
        """Carry out what a screen asks for, or refuse it."""
        command = said.id if isinstance(said, wire.Command) else ""
        try:
            if self._obey(screen, viewer, said):
                self.hall.touch(self)
                self.reply(screen, wire.Done(id=command))
        except (Refused, Denied) as refused:
            self.hall.counts.refused += 1
            rule = refused.rule if isinstance(refused, Refused) else ""
            self.reply(screen, wire.Refused(id=command, code=refused.code, text=refused.sentence, rule=rule))
        except Exception as problem:  # noqa: BLE001  # a fault of ours must not stop the other tables
            self.hall.give_up(self, problem, kept=False)
            self.reply(screen, wire.Refused(id=command, code="fault", text=_FAULT))

    def reply(self, screen: Screen, message: wire.Told) -> None:
        """Say something to one screen, after all that has to be kept before it."""
        encoded = wire.encode(message)
        if self.is_due:
            self.replies.append((screen, encoded))
        else:
            screen.send(encoded)

    def _obey(self, screen: Screen, viewer: Viewer, said: wire.FromClient) -> bool:
        """Carry out a message; says whether it is a command that was carried out."""
        if isinstance(said, wire.Command):
            if viewer is None:
                raise Denied("not_seated", _NOT_SEATED)
            self._command(screen, viewer, said)
            return True
        match said:
            case wire.Earlier(before=before):
                self._send_page(screen, viewer, before)
            case wire.AskIdeas(name=name):
                unwanted = Lines(limit for limits in self._limits_shown for limit in limits)
                ideas = tuple(filter(unwanted.allows, self.table.game.ideas(name)))
                self.reply(screen, wire.Ideas(name=name, ideas=ideas))
            case wire.Ping():
                self.reply(screen, wire.Pong())
            case wire.Sit():
                raise Denied("illegal", "You sit already.")
            case _ if viewer is None:
                raise Denied("not_seated", _NOT_SEATED)
            case wire.Typing():
                self._someone_types(viewer)
            case wire.Seen(lines=lines):
                self._read[viewer] = lines
            case wire.Hand(up=up):
                self._raise_hand(viewer, up)
        return False

    def _command(self, screen: Screen, seat: Seat, said: wire.Command) -> None:
        table, at = self.table, self.hall.clock.now()
        if table.knows(seat, said.id):
            return  # it was carried out before: say so again
        if table.archived:
            raise Denied("illegal", "This table has been put away; it can only be read.")
        match said:
            case wire.Answer(id=command, prompt=prompt, prompt_id=prompt_id, value=value):
                self._check_going_on()
                table.answer(
                    seat, prompt, value, None if self._asks(seat, prompt, prompt_id) else prompt_id, at, command
                )
                self.hall.counts.answers += 1
            case wire.Retract(id=command, prompt=prompt):
                self._check_going_on()
                table.enter(Retract(seat, prompt), at, seat, command)
            case wire.TakeBack(id=command):
                self._check_going_on()
                table.enter(TakeBack(seat), at, seat, command)
            case wire.Talk(id=command, mode=mode, text=text, speaker=speaker):
                table.enter(Talk(seat, mode, text, speaker), at, seat, command)
            case wire.Suggest(id=command, to=to, text=text):
                table.suggest(seat, to, text, at, command)
            case _:
                self._command_about_the_table(screen, seat, said, at)
                self._furnished = True

    def _asks(self, seat: Seat, prompt: str, prompt_id: str) -> bool:
        """Whether this is what the seat was last asked and nothing has happened since: then it need not be checked."""
        return not self.is_due and seat in self._feeds and self._feeds[seat].asks(prompt, prompt_id)

    def _command_about_the_table(self, screen: Screen, seat: Seat, said: wire.Command, at: int) -> None:
        table = self.table
        match said:
            case wire.Rename(id=command, name=name):
                table.rename(seat, name, at, command)
            case wire.Propose(id=command, kind=kind, lines=lines):
                table.propose(kind, seat, lines, at, command)
                self._declined = None
                self._show_later()
            case wire.Agree(kind=kind):
                if not self._is_shown(kind):
                    raise Denied("illegal", "There is nothing to agree to just now.")
                table.agree(kind, seat, at)
            case wire.Decline(kind=kind):
                table.decline(kind)
                self._declined = kind
            case wire.Leave():
                self.leave(seat)
            case wire.Nudge(seat=other):
                self._nudge(seat, other)
            case wire.Pause():
                if not table.paused:
                    table.do(Paused())
                self._show_later()
            case wire.Limit(kind=limit_kind, text=text):
                table.limit(limit_kind, text, screen.token)
                self._show_later()
            case wire.Unlimit(kind=limit_kind, text=text):
                table.unlimit(limit_kind, text, screen.token)
                self._show_later()

    def leave(self, seat: Seat) -> None:
        self.table.leave(seat)
        self._leaving.append(seat)
        if self.table.state == "playing":
            self._bots_at = self.hall.clock.elapsed() + AFTER_LEAVING
        self.furnish()

    def _check_going_on(self) -> None:
        if self._paused_shown:
            raise Denied("paused", _PAUSED)

    def _someone_types(self, seat: Seat) -> None:
        """Pass it on, but never while everyone chooses alone: it would tell who is at it. (design D5)"""
        sitting = self.table.sitting
        if sitting is not None and sitting.play.sealed:
            return
        note = wire.encode(wire.SomeoneTypes(seat=seat))
        for viewer, screens in tuple(self.screens.items()):
            if viewer != seat:
                for screen in tuple(screens):
                    screen.send(note)

    def _raise_hand(self, seat: Seat, up: bool) -> None:
        if up:
            self._hands.setdefault(seat)
        else:
            self._hands.pop(seat, None)
        self.furnish()

    def _nudge(self, by: Seat, seat: Seat) -> None:
        if seat == by or seat not in self.table.game_on.play.awaited():
            raise Denied("illegal", "The table does not wait for them just now.")
        for screen in list(self.screens.get(seat, ())):
            self.reply(screen, wire.Nudged(by=by))

    def _send_page(self, screen: Screen, viewer: Viewer, before: int) -> None:
        if self.is_due:
            self._pages.append((screen, viewer, before))  # the story is being written just now
        elif viewer in self._feeds:
            screen.send(self._feeds[viewer].page(before))
        else:
            raise Denied("not_started", "There is no story yet.")

    # -- what shows later than it happened

    def _show_what_is_hidden(self) -> None:
        self._paused_shown = self.table.paused
        self._limits_shown = self.table.lines_and_veils()
        self._strike_shown = "strike" in self.table.motions

    def _show_later(self) -> None:
        def show() -> None:
            self._show_what_is_hidden()
            self.furnish()

        self.hall.clock.later(random.uniform(SHYEST, SLOWEST), show)

    def _is_shown(self, kind: Kind) -> bool:
        if kind == "resume":
            return self._paused_shown
        return self._strike_shown if kind == "strike" else True

    # -- telling

    def furnish(self) -> None:
        """Something about the table apart from its game has changed."""
        self._furnished = True
        self.hall.touch(self)

    def look(self) -> None:
        """Everything so far is kept: see what has changed in the game."""
        sitting, public = self.table.sitting, self._public
        if public is not None and public.sitting is sitting:
            public.turn()
        else:
            self._public = None

    def tell(self) -> None:
        """Lay out what has changed for everyone, then the answers to who asked."""
        self.is_due = False
        if self.table.sitting is not None:
            self._tell_game(self.table.sitting)
        if self._furnished:
            self._tell_room()
        if self._newcomers:
            self._welcome()
        replies, self.replies = self.replies, []
        for screen, message in replies:
            self._post[screen].append(message)
        self.troubles = 0
        if self._pages:
            self._turn_pages()
        self._plan()

    def _turn_pages(self) -> None:
        pages, self._pages = self._pages, []
        for screen, viewer, before in pages:
            if screen in self.screens.get(viewer, ()) and viewer in self._feeds:
                self._post[screen].append(self._feeds[viewer].page(before))

    def deliver(self) -> None:
        """Hand everything over, and let those go who have left."""
        post, self._post = self._post, defaultdict(list)
        for screen, messages in post.items():
            screen.send(*messages)
        if self._leaving:
            leaving, self._leaving = self._leaving, []
            for seat in leaving:
                self.close_seat(seat, 4000, "you left")

    def _tell_game(self, sitting: Sitting) -> None:
        if self._public is None:
            self._public = Public(sitting)
            self._feeds = {viewer: Feed(self._public, viewer) for viewer in self.screens}
            for viewer, feed in self._feeds.items():
                self._lay_out_for(viewer, feed.full())
            self._furnished = True
            return
        post, screens = self._post, self.screens
        for viewer, feed in self._feeds.items():
            frame = feed.frame()
            if frame is not None:
                for screen in screens[viewer]:
                    post[screen].append(frame)
        if sitting.over != self._over_told:
            self._over_told = sitting.over
            self._furnished = True

    def _lay_out_for(self, viewer: Viewer, message: bytes) -> None:
        for screen in self.screens.get(viewer, ()):
            self._post[screen].append(message)

    def _tell_room(self) -> None:
        self._furnished = False
        self._paused_shown = self._paused_shown and self.table.paused
        self._strike_shown = self._strike_shown and "strike" in self.table.motions
        for viewer in self.screens:
            message = wire.encode(self.message(viewer))
            if self._rooms_sent.get(viewer) != hash(message):
                self._rooms_sent[viewer] = hash(message)
                self._lay_out_for(viewer, message)

    def _seen_by(self, viewer: Viewer) -> int:
        """How much of the story somebody has read, here and now on another screen too."""
        if viewer is None or viewer not in self.table.places:
            return 0
        return self._read.get(viewer, self.table.places[viewer].seen)

    def _welcome(self) -> None:
        """Seat those who have just come: who they are, the room, and the whole view."""
        newcomers, self._newcomers = self._newcomers, []
        for screen, viewer in newcomers:
            self.screens.setdefault(viewer, []).append(screen)
            seated = wire.Seated(protocol=wire.PROTOCOL, you=viewer, seen=self._seen_by(viewer))
            message = wire.encode(self.message(viewer))
            self._rooms_sent[viewer] = hash(message)
            self._post[screen] = [wire.encode(seated), message]
            if self._public is not None:
                if viewer not in self._feeds:
                    self._feeds[viewer] = Feed(self._public, viewer)
                self._post[screen].append(self._feeds[viewer].full())

    def message(self, viewer: Viewer) -> wire.Room:
        """The room as one viewer sees it."""
        table = self.table
        lines, veils = self._limits_shown
        return wire.Room(
            table=table.name,
            game=table.game.name,
            title=table.game.title,
            state=table.state,
            host=table.host,
            you=viewer,
            seats=tuple(self._seat_info(seat) for seat in table.places),
            options=table.options,
            settings=table.settings,
            commitment=commitment(table.laid.seed),
            paused=self._paused_shown,
            motions=tuple(self._motions(viewer)),
            declined=self._declined,
            lines=lines,
            veils=veils,
            revealed=table.revealed,
        )

    def _motions(self, viewer: Viewer) -> Iterator[wire.Motion]:
        for motion in self.table.motions.values():
            if self._is_shown(motion.kind):
                yield self._motion(motion, viewer)

    def _seat_info(self, seat: Seat) -> wire.SeatInfo:
        place = self.table.places[seat]
        return wire.SeatInfo(
            seat=seat,
            name=place.name,
            kind="bot" if place.bot else "person" if place.token else "empty",
            here=bool(self.table.here.get(seat)),
            hand=seat in self._hands,
        )

    def _motion(self, motion: OpenMotion, viewer: Viewer) -> wire.Motion:
        named = motion.kind != "strike"
        return wire.Motion(
            kind=motion.kind,
            text=self._motion_text(motion),
            by=motion.by if named else "",
            agreed=tuple(seat for seat in self.table.places if seat in motion.agreed) if named else (),
            missing=len(self.table.missing(motion)),
            yours=viewer in motion.agreed,
        )

    def _motion_text(self, motion: OpenMotion) -> str:
        table = self.table
        if motion.kind == "resume":
            return "Shall the table go on?"
        if motion.kind == "reveal":
            return f"{table.places[motion.by].name} asks to open the whole game, secrets and all."
        after = self._last_line_before(table.game_on, motion.beat)
        if motion.kind == "strike":
            return f"Somebody asks to go back to {after}. What came since is removed for good."
        return f"{table.places[motion.by].name} asks to go back to {after}. Dice and cards then fall anew."

    def _last_line_before(self, sitting: Sitting, beat: int) -> str:
        """Where the story stood, told by the last thing that everybody had heard."""
        names = sitting.table.names
        for line in reversed(sitting.table.lines[: sitting.line_of(beat)]):
            if line.to is None and line.text and not line.undone:
                text = f"{names.get(line.by, line.by)}: {line.text}" if line.by else line.text
                return f"“{text}”" if len(text) <= LABEL_MOST else f"“{text[:LABEL_MOST].rsplit(' ', 1)[0]} …”"
        return "the very beginning"

    # -- starting over

    def begin_again(self, table: OnlineTable) -> None:
        """Take a table that was built anew from its records; everyone gets a full view of it."""
        table.here = self.table.here
        self.table = table
        self._public = None
        self._runner = None
        self._over_told = False
        self._show_what_is_hidden()
        self._rooms_sent = {}
        self._furnished = True

    # -- bots and empty chairs

    def _plan(self) -> None:
        """Decide when something has to be done here without anybody asking for it."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        table, bots = self.table, self.table.bots
        if table.state != "playing" or self._paused_shown:
            return
        if not bots:
            self._bots_at = None
            if not table.settings.absence:
                self._away_since = {}
                return
        now = self.hall.clock.elapsed()
        if bots and self._bots_at is None:
            self._bots_at = now + table.settings.pace
        self._note_who_is_away(now)
        moments = [since + table.settings.absence for since in self._away_since.values()]
        if self._bots_at is not None:
            moments.append(self._bots_at)
        if moments:
            self._timer = self.hall.clock.later(max(min(moments) - now, 0), self._wake)

    @property
    def waits_for_time(self) -> bool:
        """Whether something will happen here by itself before long."""
        return self._bots_at is not None

    @property
    def away_since(self) -> Mapping[Seat, float]:
        """Since when the table has waited for those who are not here, in time that never jumps."""
        return self._away_since

    def _note_who_is_away(self, now: float) -> None:
        """Remember since when the table has waited for somebody who is not here.

        Only for the time before this process began is the wall clock asked, and believed within reason: it may have
        jumped, and whoever was here until the restart must be able to come back.
        """
        table = self.table
        if not table.settings.absence:
            self._away_since = {}
            return
        away = [seat for seat in table.needed() if table.places[seat].is_person and not table.here.get(seat)]
        most = max(table.settings.absence - GRACE, 0)
        waited = min(max((self.hall.clock.now() - table.last_at) / 1000, 0), most)
        first = now - waited if self._just_loaded else now
        self._just_loaded = False
        self._away_since = {seat: self._away_since.get(seat, first) for seat in away}

    def _wake(self) -> None:
        self._timer = None
        if self.table.state != "playing" or self._paused_shown:
            return
        now, absence = self.hall.clock.elapsed(), self.table.settings.absence
        try:
            for seat, since in list(self._away_since.items()):
                if since + absence <= now:
                    del self._away_since[seat]
                    self._answer_for(seat)
                    self.hall.touch(self)
                    return
            if self._bots_at is not None and self._bots_at <= now:
                self._let_bots_act()
            else:
                self._plan()  # a clock may wake us a moment too early
        except Exception as problem:  # noqa: BLE001  # a fault of ours must not stop the other tables
            self.hall.give_up(self, problem, kept=False)

    def _let_bots_act(self) -> None:
        self._bots_at = None
        entries = self._run_bots().step()
        if entries:
            self.table.keep_entries(entries, self.hall.clock.now())
            self.hall.touch(self)
        else:
            self._replan_without_bots()

    def _replan_without_bots(self) -> None:
        """The bots wait for people, who may still be away."""
        now = self.hall.clock.elapsed()
        if self._away_since:
            first = min(self._away_since.values()) + self.table.settings.absence
            self._timer = self.hall.clock.later(max(first - now, 0), self._wake)

    def _run_bots(self) -> Runner:
        sitting, seats, unwanted = self.table.game_on, self.table.bots, frozenset(self.table.unwanted())
        if self._runner is None or self._runner.sitting is not sitting or list(self._bots) != seats:
            dice = self.hall.new_dice()
            self._bots = {seat: seat_bot(sitting, seat, dice, sorted(unwanted)) for seat in seats}
            self._runner = Runner(sitting, self._bots, dice)
        elif more := sorted(unwanted - self._avoided):
            # Only ever more: what was withdrawn is no loss to a bot, and it need not become somebody else for it.
            for bot in self._bots.values():
                bot.avoid(more)
        self._avoided = unwanted
        return self._runner

    def _answer_for(self, seat: Seat) -> None:
        """What an empty chair says: the question's own default, else what a bot would. (ux K4, X8)"""
        table, at = self.table, self.hall.clock.now()
        if table.answer_for(seat, at):
            return
        sitting, dice = table.game_on, self.hall.new_dice()
        pending = next(pending for pending in sitting.play.pending(seat) if pending.must)
        bot = seat_bot(sitting, seat, dice, self.table.unwanted())
        entries = Runner(sitting, {seat: bot}, dice).step()
        if not entries:
            entries = sitting.answer(seat, pending.prompt.name, pending.prompt.random(dice))
        table.keep_entries(entries, at)

    def fold(self) -> None:
        """Keep the past of a long game small."""
        if self.table.sitting is not None:
            self.table.sitting.fold()

    def close(self) -> None:
        """Nothing more will happen here by itself."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def seat_bot(sitting: Sitting, seat: Seat, dice: random.Random, avoid: Iterable[str]) -> Considerate:
    """The game's own sensible bot, who keeps to the table's lines and veils; any legal answer where it has none."""
    sit = games.sensible(sitting.game.name)
    return RandomLegal(dice) if sit is None else sit(seat, dice, avoid)
