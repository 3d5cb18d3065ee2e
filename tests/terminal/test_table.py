"""Whole evenings at one keyboard, alone with bots."""

from __future__ import annotations

import random
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

from mneme import games
from mneme.engine import gamefile, projection
from mneme.engine.acts import Act
from mneme.engine.chance import commitment
from mneme.engine.entries import Rewind
from mneme.engine.errors import BadOptions, RulesBug
from mneme.engine.game import Game, read_options
from mneme.engine.log import Sitting
from mneme.engine.prompts import Ack, Wire
from mneme.engine.table import Table
from mneme.engine.text import line_text
from mneme.engine.view import View
from mneme.engine.windows import Offers
from mneme.terminal import journal
from mneme.terminal.people import Person as AtTheKeyboard
from tests.engine import two_masks
from tests.terminal.kit import Evening, Person, Script, evening

OPTIONS: list[dict[str, Any]] = [{}, {"scenes": 1}, {"notes": False}, {"stakes": "unseen"}]


class Quiet:
    """A bot that does only what it must, and as little of that as it can."""

    def __init__(self, dice: random.Random) -> None:
        self._dice = dice

    def answer(self, view: View) -> tuple[str, Wire] | None:
        must = [shown.prompt for shown in view.prompts if shown.must]
        if not must:
            return None
        return must[0].name, {"act": "pass"} if must[0].name == "boasting" else must[0].random(self._dice)


def find(name: str, rules: int) -> Any:
    return two_masks.GAME


def resumed(path: Path) -> Sitting:
    heading, entries, _ = journal.read(path, path.read_bytes())
    return Sitting.load(two_masks.GAME, heading.header, entries)


# ---- whole games -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_a_person_plays_a_whole_game_with_bots(tmp_path: Path, seats: int, options: dict[str, Any]) -> None:
    table = Evening(tmp_path, Person(seats), seats=seats, options=options, seed=f"{seats}")
    text = table.run()
    assert table.sitting.over
    assert "The game is over." in text
    two_masks.GAME.check(table.sitting.table)


def fewest(game: Game) -> int:
    """The smallest table that can be laid with no option set."""
    for seats in game.seats:
        with suppress(BadOptions):
            read_options(game, seats, {})
            return seats
    raise AssertionError(f"{game.title} cannot be laid without options")


@pytest.mark.parametrize("name", games.names())
def test_every_game_we_have_can_be_played_to_its_end_by_typing(tmp_path: Path, name: str) -> None:
    game = games.find(name)
    table = Evening(tmp_path, Person(name), game=game, seats=fewest(game), seed=name)
    table.run()
    assert table.sitting.over
    game.check(table.sitting.table)


def test_the_whole_story_was_told_once_and_in_order(tmp_path: Path) -> None:
    table = Evening(tmp_path, Person("story"), seed="story")
    text = table.run()
    view = projection.view(table.sitting, "a")
    story = [told for line in view.lines if (told := line_text(view, line))]
    shown = [line for line in text.splitlines() if line in story]
    assert shown == story


def test_the_same_seed_and_the_same_lines_are_the_same_evening(tmp_path: Path) -> None:
    def play(folder: str) -> str:
        (tmp_path / folder).mkdir()
        return Evening(tmp_path / folder, Person("twice"), seed="twice").run().replace(f"/{folder}/", "/")

    assert play("one") == play("two")


def test_the_first_screen_says_what_is_played_and_who_sits_where(tmp_path: Path) -> None:
    text = evening(tmp_path, seed="moon").text
    mark = commitment("moon")[:16]
    assert text.splitlines()[:9] == [
        "Two Masks",
        "Designed by nobody.",
        "",
        "A game that exists only to try the table out.",
        "",
        "Around the table: Ines (you), Ben (a bot) and Cleo (a bot).",
        f"The seed of all chance is sealed; its mark is {mark}. The finished game lets you check it.",
        "Type /help at any time to see what else you can do. Every answer is kept as you give it.",
        "",
    ]


def test_content_notes_come_before_the_seats(tmp_path: Path) -> None:
    noted = msgspec.structs.replace(two_masks.GAME, content_notes=("Masks lie.", "Coins are lost."))
    text = evening(tmp_path, game=noted).text
    assert "Before you sit down:\n  - Masks lie.\n  - Coins are lost.\nType /x at any time to stop the table." in text


def test_the_end_tells_the_result_and_where_the_game_lies(tmp_path: Path) -> None:
    table = Evening(tmp_path, Person("end"), seed="end")
    text = table.run()
    place = tmp_path / "evening.json"
    coins = table.sitting.table.result["coins"]
    assert f"coins: Ines {coins['a']}, Ben {coins['b']}, Cleo {coins['c']}\n" in text
    assert text.endswith(
        f"\nThe whole game is kept in {place}\n"
        f"Check every roll and draw with: mneme verify {place}\n"
        f"Read it again with: mneme replay {place}\n"
    )


def test_the_finished_game_is_one_file_that_can_be_verified(tmp_path: Path) -> None:
    table = Evening(tmp_path, Person("file"), seed="file")
    table.run()
    assert [path.name for path in tmp_path.iterdir()] == ["evening.json"]
    file = gamefile.read((tmp_path / "evening.json").read_bytes(), find)
    assert gamefile.verify(file).problems == ()
    assert gamefile.resume(file).digest() == table.sitting.digest()


# ---- leaving and coming back -------------------------------------------------------------------------------


def whole_evening(tmp_path: Path) -> list[str]:
    """Everything typed in one whole game, looking around included."""
    person = Person("leaving", ["/table", "/note {}", "/1", "?"], often=0.5)
    Evening(tmp_path, person, seed="leaving", options={"scenes": 2}).run()
    return person.lines


def test_the_input_may_end_at_every_prompt(tmp_path: Path) -> None:
    """Whenever the lines end, the game is kept, and the table that was told of is the table on file."""
    lines = whole_evening(tmp_path)
    assert len(lines) > 25
    for count in range(len(lines)):
        folder = tmp_path / str(count)
        folder.mkdir()
        table = evening(folder, *lines[:count], seed="leaving", options={"scenes": 2})
        assert "\nYour game is kept, and the table waits for you.\n" in table.text
        assert table.text.endswith(f"Come back with: mneme play --load {table.path}\n")
        again = resumed(table.path)
        assert again.digest() == table.sitting.digest()
        assert projection.view(again, "a") == projection.view(table.sitting, "a")


def test_a_finished_game_never_takes_the_place_of_another_file(tmp_path: Path) -> None:
    (tmp_path / "evening.json").write_text("Dear Ada")
    table = Evening(tmp_path, Person("place"), seed="place", options={"scenes": 1})
    assert f"The whole game is kept in {tmp_path / 'evening-2.json'}\n" in table.run()
    assert (tmp_path / "evening.json").read_text() == "Dear Ada"


@pytest.mark.parametrize("leave", [EOFError, KeyboardInterrupt])
def test_every_way_out_is_polite(tmp_path: Path, leave: type[BaseException]) -> None:
    class Door:
        def read(self, invitation: str) -> str:
            raise leave

    text = Evening(tmp_path, Door()).run()
    assert text.endswith(f"Come back with: mneme play --load {tmp_path / 'evening.journal'}\n")


def test_every_answer_is_on_file_before_its_consequences_are_told(tmp_path: Path) -> None:
    table = Evening(tmp_path, Person("durable"), seed="durable")

    def on_file(invitation: str) -> None:
        assert resumed(table.path).entries == table.sitting.entries

    table.typed.watch = on_file
    table.run()


# ---- what is asked, and what may be done beside ------------------------------------------------------------


def test_only_what_is_new_is_told(tmp_path: Path) -> None:
    """Each line of the story is told once, however often the person is asked."""
    text = evening(tmp_path, "fox", "Ben", "boast", "I am the fox.", "pass", bots=Quiet, seed="news").text
    assert text.count("Ines wears fox.") == 1
    assert text.count("Ines: I am the fox.") == 1


def test_offers_beside_the_question_are_listed_and_reached_by_number(tmp_path: Path) -> None:
    table = evening(tmp_path, "fox", "Ben", "/1", "Ben", "Meet me later.", "pass", bots=Quiet)
    assert "You may also: /1 Pass a note.\nBoast, or turn a card up.\n" in table.text
    assert "A note from Ines: Meet me later. (only you see this)\n" in table.text
    assert table.sitting.given("a", "stake") is None
    assert "How many coins?" in table.text


def test_after_an_offer_the_question_goes_on_where_it_stood(tmp_path: Path) -> None:
    """A note can be passed in the middle of a boast; nothing typed so far is lost."""
    table = evening(tmp_path, "fox", "Ben", "boast", "/1", "Ben", "Psst.", "I boast.", bots=Quiet)
    told = [line.text for line in table.sitting.table.lines]
    assert told.index("A note from Ines: Psst.") < told.index("I boast.")


def test_an_offer_can_be_left_alone_again(tmp_path: Path) -> None:
    table = evening(tmp_path, "fox", "Ben", "/1", "back", "pass", bots=Quiet)
    assert not [line for line in table.sitting.table.lines if line.kind == "note"]
    assert "How many coins?" in table.text


def test_an_offer_that_is_not_there_is_refused_and_the_list_shown_again(tmp_path: Path) -> None:
    text = evening(tmp_path, "fox", "Ben", "/7", bots=Quiet).text
    assert "There is nothing under /7 just now.\nYou may also: /1 Pass a note.\n" in text


class Wave(Act):
    """Nothing comes of it but a line."""


class Go(Act):
    """For good."""


async def watching(table: Table[Any]) -> None:
    """Ben works through three jobs; from the second on, Ines may wave, and leave."""

    def offers(offer: Offers) -> None:
        offer.may("a", Wave, "Wave", note="He will see it.")
        offer.may("a", Go, "Go away.")

    await table.ask("b", Ack("job", "First job."))
    table.tell("Ben starts on the second job.")
    with table.standing("beside", "You may.", offers, lambda seat, act: table.tell(f"Ines: {type(act).__name__}!")):
        await table.ask("b", Ack("job", "Second job."))
        table.tell("Ben starts on the third job.")
        await table.ask("b", Ack("job", "Third job."))
    table.tell("Ben is done.")


WATCHING = msgspec.structs.replace(two_masks.GAME, lay=Table, play=watching, describe=lambda view: "")


def test_bots_do_not_rush_past_something_new_that_may_be_done(tmp_path: Path) -> None:
    """When the rules wait for others alone, the person is still stopped once to look at a new offer."""
    table = evening(tmp_path, "", game=WATCHING, seats=2)
    assert table.sitting.over
    assert (
        "Ben starts on the second job.\n\nYou may also: /1 Wave; /2 Go away.\nPress Enter to go on. \n"
        "Ben starts on the third job.\nBen is done.\n"
    ) in table.text


@pytest.mark.parametrize("seed", range(5))
def test_an_offer_that_only_rested_while_answers_were_sealed_is_not_new(tmp_path: Path, seed: int) -> None:
    """Notes can be passed in every scene of Two Masks, but never beside a sealed stake."""
    text = Evening(tmp_path, Person(seed), seed=str(seed)).run()
    for scene in text.split("— Scene ")[1:]:
        before, *pauses = scene.split("Press Enter to go on. ")
        assert len(pauses) <= 1
        assert not pauses or before.count("You may also: /1 Pass a note.") == 1


async def scenes(table: Table[Any]) -> None:
    """Ben is alone in two scenes; in each of them, Ines may wave for a while."""
    for number in (1, 2):
        table.chapter(f"Scene {number}")
        await table.ask("b", Ack("job", "Begin."))
        with table.standing("beside", "You may.", lambda o: o.may("a", Wave, "Wave"), lambda seat, act: None):
            await table.ask("b", Ack("job", "Go on."))
        await table.ask("b", Ack("job", "End."))


def test_the_same_offer_in_another_scene_is_new(tmp_path: Path) -> None:
    game = msgspec.structs.replace(WATCHING, play=scenes)
    table = evening(tmp_path, "", "", game=game, seats=2)
    assert table.sitting.over
    assert table.text.count("You may also: /1 Wave.\nPress Enter to go on. ") == 2


class Wait(Act):
    """The others may go first."""


async def resting(table: Table[Any]) -> None:
    """Both may wave until Ben has enough; whoever waits is not waited for, and may still wave."""
    waiting: set[str] = set()

    def offers(offer: Offers) -> None:
        for seat in "ab":
            offer.may(seat, Wave, "Wave")
            if seat not in waiting:
                offer.must(seat, Wait, "Wait")

    async for seat, act in table.window("day", "What do you do?", offers):
        if isinstance(act, Wave) and seat == "b":
            break
        waiting.add(seat)


def test_what_was_on_the_menu_is_not_new_to_whoever_waits(tmp_path: Path) -> None:
    game = msgspec.structs.replace(WATCHING, play=resting)
    table = evening(tmp_path, "wait", game=game, seats=2, seed="rest")
    assert table.sitting.over
    assert "Press Enter to go on." not in table.text


def test_while_one_lingers_offers_can_be_taken(tmp_path: Path) -> None:
    text = evening(tmp_path, "hm", "/1", "no", "/1", "yes", "", game=WATCHING, seats=2).text
    assert "Nothing is asked of you just now. /help lists what you can type." in text
    assert text.count("Ines: Wave!") == 1
    assert text.index("Ines: Wave!") < text.index("Ben starts on the third job.")


def test_an_act_without_parts_is_confirmed_first(tmp_path: Path) -> None:
    """A single digit is quickly typed; what it does and costs is said before it is done."""
    text = evening(tmp_path, "/1", "", "", game=WATCHING, seats=2).text
    assert "He will see it.\nWave? Type yes or no: " in text
    assert "Wave!" not in text


def test_a_table_where_nobody_will_ever_act_is_our_own_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Evening(tmp_path, Script(), game=WATCHING, seats=2)
    monkeypatch.setattr(table.table, "others_act", lambda: False)
    with pytest.raises(RulesBug, match="waits for somebody who is not there"):
        table.run()


def test_a_sealed_answer_is_acknowledged(tmp_path: Path) -> None:
    text = evening(tmp_path, "fox", "Ben", "pass", "2", bots=Quiet).text
    assert "Sealed. Nobody sees it before everyone has answered.\nThe fists open.\n" in text


def test_lines_undone_or_taken_away_are_not_told_again(tmp_path: Path) -> None:
    table = Evening(tmp_path, Script())
    person = AtTheKeyboard(table.table.chairs[0], table.terminal.side)
    sitting = table.sitting
    for seat in "abc":
        sitting.answer(seat, "face", f"mask{seat}")
        sitting.answer(seat, "favour", "b" if seat == "a" else "a")
    assert len(person.news(person.chair.view())) == 4
    sitting.apply(Rewind(3))
    assert [line.kind for line in person.news(person.chair.view())] == ["rewind"]
    sitting.apply(Rewind(0, struck=True))
    assert [line.kind for line in person.news(person.chair.view())] == ["rewind"]
    table.table.close()
