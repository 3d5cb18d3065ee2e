"""What can be typed beside an answer."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest

from mneme.engine import gamefile, projection
from mneme.engine.guide import Guide, Term
from mneme.engine.prompts import Ack, Form, Option, Pick, Words
from mneme.engine.story import Line
from mneme.engine.table import Table
from mneme.terminal import journal
from mneme.terminal.slash import COMMANDS, STORY_LINES
from tests.engine import two_masks
from tests.terminal.kit import Evening, Script, evening
from tests.terminal.test_table import Quiet

MASKED = ("fox", "Ben")  # the two answers that make a face; then the boasting begins


def told(table: Evening) -> list[Line]:
    return [line for line in table.sitting.table.lines if line.text]


def asking(*prompts: Any, game_name: str = "two-masks", ideas: Any = lambda name: ()) -> Any:
    """A game that asks Ines these things, and nothing else."""

    async def play(table: Table[Any]) -> None:
        for prompt in prompts:
            await table.ask("a", prompt)

    return msgspec.structs.replace(
        two_masks.GAME, name=game_name, lay=Table, play=play, describe=lambda view: "", ideas=ideas
    )


# ---- looking -----------------------------------------------------------------------------------------------


def test_help_names_every_command(tmp_path: Path) -> None:
    text = evening(tmp_path, "/help").text
    for name, command in COMMANDS.items():
        assert command.usage.startswith(f"/{name}")
        assert f"{command.usage}: {command.does}\n" in text


def test_a_command_is_known_in_any_case_and_an_unknown_one_is_refused(tmp_path: Path) -> None:
    text = evening(tmp_path, "/HELP", "/dance", "/").text
    assert "/undo: take back" in text
    assert "There is no command /dance. /help lists them; // writes a slash.\n" in text
    assert "There is no command /. " in text


def test_after_a_command_the_question_is_said_again(tmp_path: Path) -> None:
    text = evening(tmp_path, *MASKED, "/table", bots=Quiet).text
    assert text.index("Ines: 5 coins") < text.rindex(
        "Boast, or turn a card up. (? shows the choices again.)\nChoose 1 to 3, or Enter for “Pass”: "
    )


def test_the_table_is_shown_as_this_seat_sees_it(tmp_path: Path) -> None:
    table = evening(tmp_path, *MASKED, "/table", bots=Quiet)
    view = projection.view(table.sitting, "a")
    assert f"Scene 1\n{two_masks.describe(msgspec.to_builtins(view))}\nWaiting for Ben and Cleo.\n" in table.text


def test_a_sheet_is_ones_own_or_somebody_elses_as_far_as_it_is_seen(tmp_path: Path) -> None:
    table = evening(tmp_path, *MASKED, "/sheet", "/sheet ben", "/sheet c", bots=Quiet)
    mine, bens, _ = (part.partition("Boast,")[0] for part in table.text.split("\nface: ")[1:])
    assert mine.startswith("fox\ncoins: 5\ncards:\n  down: 1\n  up: none\n  faces: ")
    assert mine.endswith("favour: Ben\n\n")
    assert "faces" not in bens
    assert "favour" not in bens


def test_a_sheet_in_the_games_own_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    describe = ModuleType("mneme.games.two_masks.describe")
    describe.sheet_text = lambda view, seat: f"{view['names'][seat]} sits in seat {seat}."  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, describe.__name__, describe)
    assert "Cleo\nCleo sits in seat c.\n" in evening(tmp_path, "/sheet cleo").text


@pytest.mark.parametrize("name", ["Zoe", "e e"])
def test_a_sheet_of_nobody_names_who_is_there(tmp_path: Path, name: str) -> None:
    assert "Name one of Ines, Ben and Cleo.\n" in evening(tmp_path, f"/sheet {name}").text


def test_an_empty_sheet_says_so(tmp_path: Path) -> None:
    assert (
        "Ines\nThere is nothing to see here yet.\n" in evening(tmp_path, "/sheet", game=asking(Ack("a", "Yes?"))).text
    )


def test_the_story_is_told_again_as_far_back_as_one_likes(tmp_path: Path) -> None:
    table = evening(tmp_path, *(f"/say number {number}." for number in range(30)), "/story", "/story 3", "/story 99")
    lines = [f"Ines: number {number}." for number in range(30)]
    for count in (STORY_LINES, 3, 30):
        assert "\n".join(["> ", *lines[-count:], "", "What is your mask called?"]) in table.text


@pytest.mark.parametrize("count", ["x", "0", "-1", "²"])
def test_a_story_of_no_lines_is_refused(tmp_path: Path, count: str) -> None:
    assert "Type /story and how many lines you want, such as /story 40.\n" in evening(tmp_path, f"/story {count}").text


def test_a_game_without_help_points_to_why(tmp_path: Path) -> None:
    text = evening(tmp_path, "/rules mask").text
    assert "This game has no help of its own yet. /why tells by which rule you are asked.\n" in text


def test_the_games_own_help_is_asked_for_a_word(tmp_path: Path) -> None:
    guide = Guide(glossary=(Term("mask", "A face you chose."), Term("boast", "A claim.")))
    game = msgspec.structs.replace(two_masks.GAME, guide=lambda: guide)
    text = evening(tmp_path, "/rules mask", "/rules soup", "/rules", game=game).text
    assert "mask: A face you chose.\n" in text
    assert "There is no help on “soup”. Try another word, or /why.\n" in text
    assert "You can ask about: mask, boast.\n" in text


def test_a_module_that_cannot_be_imported_is_not_hushed_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(name: str) -> ModuleType:
        raise ModuleNotFoundError("No module named 'nothing'", name="nothing")

    monkeypatch.setattr("mneme.terminal.slash.import_module", broken)
    with pytest.raises(ModuleNotFoundError):
        evening(tmp_path, "/sheet")


def test_why_tells_what_is_asked_and_the_rule_in_the_ledgers_words(tmp_path: Path) -> None:
    pick = Pick("first", "Who comes first?", (Option("t", "thief"), Option("a", "agent")), rule="SZ-FB-10")
    text = evening(tmp_path, "/why", game=asking(pick, game_name="schizonauts")).text
    assert "You are asked: Who comes first?\nSZ-FB-10: " in text
    assert "Choose 1 or 2: " in text


def test_why_names_the_rule_of_the_part_or_else_of_the_whole(tmp_path: Path) -> None:
    form = Form("both", "Name both.", (Words("one", "One?", rule="XX-01, XX-02"), Words("two", "Two?")), rule="XX-03")
    text = evening(tmp_path, "/why", "a", "/why", game=asking(form)).text
    assert "You are asked: One?\nThe rule is XX-01.\nThe rule is XX-02.\n" in text
    assert "You are asked: Two?\nThe rule is XX-03.\n" in text


def test_why_says_when_there_is_no_rule(tmp_path: Path) -> None:
    assert "No rule is named for it; it is part of how this table works.\n" in evening(tmp_path, "/why").text


def test_ideas_are_those_of_the_question(tmp_path: Path) -> None:
    game = asking(Words("name", "Your name?", ideas="names"), ideas=lambda name: [f"{name} one", f"{name} two"])
    table = evening(tmp_path, "/ideas", "?2", game=game)
    assert "names one" in table.text
    assert "names two" in table.text


def test_where_there_are_no_ideas_that_is_said(tmp_path: Path) -> None:
    assert "There are no ideas for this one; it is all yours.\n" in evening(tmp_path, "/ideas").text


# ---- talking -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "shown", "mode"),
    [
        ("/say Good evening.", "Ines: Good evening.", "say"),
        ("/me pours the tea.", "Ines: pours the tea.", "narrate"),
        ("/aside Back in five.", "Ines, aside: Back in five.", "aside"),
        ("/note He lies.", "Ines: He lies. (only you see this)", "note"),
        ("/as Tom Hello you.", "Tom (Ines): Hello you.", "as"),
        ("/as Old Tom: Hello you.", "Old Tom (Ines): Hello you.", "as"),
    ],
)
def test_talk_goes_into_the_story_and_answers_nothing(tmp_path: Path, line: str, shown: str, mode: str) -> None:
    table = evening(tmp_path, line)
    assert f"\n{shown}\n\nWhat is your mask called?\n" in table.text
    (spoken,) = told(table)
    assert spoken.facts is not None
    assert (spoken.kind, spoken.facts["mode"]) == ("talk", mode)
    assert spoken.to == (("a",) if mode == "note" else None)
    assert table.sitting.table.beat == 0


def test_talk_without_words_is_refused(tmp_path: Path) -> None:
    table = evening(tmp_path, "/say", "/as", "/as Tom", "/as Tom:")
    assert table.text.count("Write something here.\n") == 1
    assert table.text.count("Type who speaks and what they say, such as /as Tom: Good evening.\n") == 3
    assert told(table) == []


# ---- going back --------------------------------------------------------------------------------------------


def test_undo_takes_back_what_nothing_has_come_of(tmp_path: Path) -> None:
    table = evening(tmp_path, "fox", "/undo", "owl")
    assert "Taken back.\n\nWhat is your mask called?\n" in table.text
    assert projection.view(table.sitting, "a").state["player/a"]["face"] == "owl"


def test_undo_says_when_it_is_too_late_and_what_can_be_done(tmp_path: Path) -> None:
    text = evening(tmp_path, *MASKED, "/undo").text
    assert "ask the table to rewind instead. /rewind lists the moments to go back to.\n" in text
    assert text.rstrip().count("Taken back.") == 0


def test_undo_in_the_middle_of_an_act_begins_the_turn_again(tmp_path: Path) -> None:
    table = evening(tmp_path, "fox", "/note x", "/undo", "owl", "Cleo")
    assert "Ines wears owl." in [line.text for line in told(table)]


def test_rewind_lists_moments_and_goes_back_at_once(tmp_path: Path) -> None:
    table = evening(tmp_path, *MASKED, "pass", "2", "/rewind", "1", "owl", bots=Quiet, seed="rewind")
    assert "  1. The very beginning. You were asked: What is your mask called?\n" in table.text
    assert "  2. The very beginning. You were asked: Whom does it favour?\n" in table.text
    assert "Scene 1: its beginning. You were asked: Boast, or turn a card up.\n" in table.text
    assert "The table goes back. Chance starts afresh from here.\n" in table.text
    assert projection.view(table.sitting, "a").state["player/a"]["face"] == "owl"


def test_rewind_can_be_thought_better_of(tmp_path: Path) -> None:
    table = evening(tmp_path, "fox", "/rewind", "9", "x", "", "Ben")
    assert table.text.count("Type a number, 1 to 1.\n") == 2
    assert "The table stays where it is.\n\nWhom does it favour?" in table.text
    assert "Ines wears fox." in [line.text for line in told(table)]


def test_at_the_very_beginning_there_is_nothing_to_rewind(tmp_path: Path) -> None:
    assert "There is nothing to go back to yet.\nThe table stays where it is.\n" in evening(tmp_path, "/rewind").text


def test_a_label_quotes_the_last_thing_everybody_heard_and_not_too_much_of_it(tmp_path: Path) -> None:
    long = "and so on " * 20
    lines = ["/note never this", *MASKED, "boast", long, "pass", "/rewind", ""]
    text = evening(tmp_path, *lines, bots=Quiet).text.rpartition("Where do you want to go back to?")[2]
    assert "  3. After “Ines wears fox”.\n" in text
    assert "Scene 1: after “Ines: and so on and so on and so on and so on and so on and …”. You were asked: " in text
    assert "never this" not in text


def test_moments_that_were_undone_are_not_offered_again(tmp_path: Path) -> None:
    table = Evening(tmp_path, Script(*MASKED, "pass", "1", "/rewind", "3", "pass", "2", "/rewind"), bots=Quiet)
    table.run()
    beats = [moment.beat for moment in table.table.moments("a")]
    assert beats == sorted(set(beats))
    assert all(beat < table.sitting.table.beat for beat in beats)


# ---- the pause ---------------------------------------------------------------------------------------------


def test_a_pause_is_neutral_and_leaves_no_trace(tmp_path: Path) -> None:
    table = evening(tmp_path, "fox", "/x", "well", "1", "Ben")
    assert "The table has paused. Nobody has to say why.\n" in table.text
    assert "There is no hurry.\n" in table.text
    assert "Whom does it favour? (? shows the choices again.)\n" in table.text
    (tmp_path / "plain").mkdir()
    plain = evening(tmp_path / "plain", "fox", "Ben")
    assert table.sitting.entries[:2] == plain.sitting.entries[:2]


def test_a_pause_can_take_a_break(tmp_path: Path) -> None:
    table = evening(tmp_path, "fox", "/x", "3", "Ben")
    assert table.text.endswith(f"Come back with: mneme play --load {table.path}\n")
    assert table.sitting.table.beat == 1


def test_a_pause_can_strike_what_was_told(tmp_path: Path) -> None:
    """The passage leaves the story, the journal and every file; nothing of it is quoted on the way."""
    lines = [*MASKED, "boast", "a dreadful thing", "/x", "2", "1"]
    table = evening(tmp_path, *lines, "/story", "/save " + str(tmp_path / "copy.json"), bots=Quiet)
    paused = table.text.partition("The table has paused.")[2]
    assert "  1. 1 step back, in Scene 1.\n" in paused
    assert "dreadful" not in paused
    assert b"dreadful" not in table.path.read_bytes()
    assert b"dreadful" not in (tmp_path / "copy.json").read_bytes()
    heading, entries, _ = journal.read(table.path, table.path.read_bytes())
    again = table.sitting.load(two_masks.GAME, heading.header, entries)
    assert again.digest() == table.sitting.digest()
    assert projection.view(again, "a") == projection.view(table.sitting, "a")


def test_after_a_strike_the_game_is_kept_as_before(tmp_path: Path) -> None:
    lines = [*MASKED, "boast", "a dreadful thing", "/x", "2", "1", "boast", "a kind thing", "pass", "2"]
    table = evening(tmp_path, *lines, bots=Quiet)
    heading, entries, _ = journal.read(table.path, table.path.read_bytes())
    assert table.sitting.load(two_masks.GAME, heading.header, entries).digest() == table.sitting.digest()


def test_a_pause_can_stay_after_all(tmp_path: Path) -> None:
    table = evening(tmp_path, "fox", "/x", "2", "", "Ben")
    assert "Ines wears fox." in [line.text for line in told(table)]


# ---- files and leaving -------------------------------------------------------------------------------------


def test_a_copy_can_be_saved_at_any_time_and_again(tmp_path: Path) -> None:
    path = tmp_path / "my copy.json"
    table = evening(tmp_path, "fox", f"/save {path}", "Ben", f"/save {path}")
    assert (
        table.text.count(f"Every answer is kept as it comes, in {table.path}\nA copy of the game so far is in {path}\n")
        == 2
    )
    file = gamefile.read(path.read_bytes(), lambda name, rules: two_masks.GAME)
    assert gamefile.resume(file).digest() == table.sitting.digest()


def test_without_a_name_save_tells_where_the_game_is_kept(tmp_path: Path) -> None:
    table = evening(tmp_path, "/save")
    assert f"Every answer is kept as it comes, in {table.path}\n\nWhat is your mask called?" in table.text


def test_a_file_of_somebody_else_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ada")
    assert f"There is already a file called {path}; choose another name.\n" in evening(tmp_path, f"/save {path}").text
    assert path.read_text() == "Dear Ada"


def test_a_place_that_cannot_be_written_is_named_and_play_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "no" / "such" / "folder.json"
    table = evening(tmp_path, f"/save {path}", "fox")
    assert f"The game cannot be saved in {path}: no such file or directory.\n" in table.text
    assert table.sitting.table.beat == 1


def test_quit_keeps_the_game(tmp_path: Path) -> None:
    table = evening(tmp_path, "fox", "/quit", "Ben")
    assert table.text.endswith(f"Come back with: mneme play --load {table.path}\n")
    assert table.sitting.table.beat == 1


def test_alone_there_is_nobody_to_hand_the_keyboard_to(tmp_path: Path) -> None:
    assert "The keyboard goes round among Ines; name one of the others.\n" in evening(tmp_path, "/hand Ines").text
