"""Several people at one keyboard: no secret is on the screen when it changes hands."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from mneme.engine.log import Sitting
from mneme.engine.prompts import Ack
from mneme.engine.table import Table
from mneme.terminal.screen import CLEAR
from tests.engine import two_masks
from tests.terminal.kit import NAMES, Evening, Person, evening

PAGE = "\f\n"
ASIDE = [
    "/table",
    "/sheet",
    "/sheet Ben",
    "/story",
    "/why",
    "/help",
    "/note diary {}",
    "/1",
    "/1",
    "/me dances {}",
    "?",
]
WAIT = "press Enter when nobody else can see the screen. "


def hand_over(name: str) -> str:
    return f"Hand the keyboard to {name}.\n{name}, {WAIT}"


def pages(text: str) -> list[tuple[str, str]]:
    """The evening in pages, each with the name of whoever had the keyboard."""
    found = []
    for page in re.split(re.escape(PAGE), text):
        holder = re.search(r"^Hand the keyboard to (\w+)\.$", page, re.MULTILINE)
        found.append((holder[1] if holder else "", page))
    return found


def private_lines(sitting: Sitting, name: str) -> set[str]:
    """What everybody's own lines say that this person must never see."""
    seat = next(seat for seat, known in sitting.table.names.items() if known == name) if name else ""
    return {line.text for line in sitting.table.lines if line.to is not None and seat not in line.to}


@pytest.mark.parametrize(("people", "seats"), [(2, 2), (2, 3), (3, 3), (3, 5), (4, 4)])
def test_nobody_ever_sees_what_is_anothers(tmp_path: Path, people: int, seats: int) -> None:
    """At every line that is typed: what is on the screen belongs to whoever has the keyboard."""
    table = Evening(tmp_path, Person(f"{people}/{seats}", ASIDE), people=people, seats=seats, terminal=True)
    secrets_hidden = 0

    def watch(invitation: str) -> None:
        nonlocal secrets_hidden
        visible = table.text.rpartition(CLEAR)[2]
        if WAIT in invitation:
            assert visible.endswith(hand_over(invitation.partition(",")[0]))
            assert CLEAR not in table.text or visible == hand_over(invitation.partition(",")[0])
            holder = ""
        else:
            holder = table.terminal.person.name
        hidden = private_lines(table.sitting, holder)
        secrets_hidden += len(hidden)
        assert not [secret for secret in hidden if secret in visible]

    table.typed.watch = watch
    table.run()
    assert table.sitting.over
    assert secrets_hidden > 20


@pytest.mark.parametrize("seed", range(5))
def test_no_page_holds_a_card_or_a_favour_of_another(tmp_path: Path, seed: int) -> None:
    """Hands and favours are shown on demand, to their owner alone; no page carries two owners' hands."""
    looking = ["/table", "/sheet", *(f"/sheet {name}" for name in NAMES[:3])]
    table = Evening(tmp_path, Person(seed, looking, often=0.5), people=3, seed=str(seed))
    shown = 0
    for holder, page in pages(table.run()):
        for name in NAMES[:3]:
            faces = re.findall(rf"^{name}: \d+ coins, \d+ cards down (?:moon|sun)", page, re.MULTILINE)
            assert name == holder or not faces
            shown += len(faces)
            sheet = rf"^{name}\nface: .*\ncoins: .*\ncards:\n  down: .*\n  up: .*\n"
            own_parts = re.findall(sheet + r"(?:  faces|diary|favour): ", page, re.MULTILINE)
            assert name == holder or not own_parts
            shown += len(own_parts)
    assert shown > 3


def test_the_page_is_turned_before_every_hand_over_but_the_first(tmp_path: Path) -> None:
    table = Evening(tmp_path, Person("pages"), people=3)
    first, *rest = pages(table.run())
    assert first[1].index("Around the table:") < first[1].index(hand_over("Ines"))
    assert len(rest) > 5
    for holder, page in rest[:-1]:
        assert page.startswith(hand_over(holder))
    assert rest[-1][1].startswith("Everybody may look now.\n")


def test_two_worlds_that_differ_in_a_secret_look_the_same_to_everybody_else(tmp_path: Path) -> None:
    def world(number: int, lines: list[str]) -> list[tuple[str, str]]:
        folder = tmp_path / str(number)
        folder.mkdir()
        return pages(evening(folder, *lines, people=3, seed="worlds").text.replace(str(folder), ""))

    def lines(favour: str, note: str) -> list[str]:
        ines, cleo = ["", "fox", "Cleo"], ["", "elk", "Ben"]
        ben = ["", "owl", note, favour]
        return [*ines, *ben, *cleo, "/table", "/story", "pass", "", "/sheet Ben", "pass", "", "/table"]

    one = world(1, lines("Ines", "/note She cheats."))
    two = world(2, lines("Cleo", "/note I have counted all the coins, and there are too few of them."))
    assert [holder for holder, _ in one] == [holder for holder, _ in two]
    others = [(page, twin) for (holder, page), (_, twin) in zip(one, two, strict=True) if holder != "Ben"]
    assert len(others) >= 4
    assert all(page == twin for page, twin in others)
    assert one != two


def test_what_happened_meanwhile_is_told_after_the_hand_over(tmp_path: Path) -> None:
    """Public lines wait for whoever has not heard them, and come before the question."""
    lines = ["", "fox", "Ben", "", "owl", "Ines", "boast", "I am the owl.", "pass", "", "pass"]
    table = evening(tmp_path, *lines, people=2, seats=2)
    page = next(page for holder, page in pages(table.text) if "Ben: I am the owl." in page and holder == "Ines")
    assert page.index(WAIT) < page.index("Ben wears owl.") < page.index("Ben: I am the owl.") < page.index("Boast, or")


def test_the_end_is_for_everybody_and_holds_nobodys_secrets(tmp_path: Path) -> None:
    table = Evening(tmp_path, Person("end", ASIDE), people=3)
    last = pages(table.run())[-1][1]
    assert last.startswith("Everybody may look now.\n")
    assert "(only you see this)" not in last
    assert not re.search(r"cards down (moon|sun)", last)
    assert f"mneme verify {tmp_path / 'evening.json'}" in last


async def secrets(table: Table[Any]) -> None:
    """Each is told something alone, and then all of them together."""
    for seat in table.seats:
        await table.ask(seat, Ack("ready", "Are you ready?"))
        table.tell(f"This is for {table.name(seat)} alone.", to=(seat,))
    table.tell("And this is for everybody.")


async def bots_first(table: Table[Any]) -> None:
    """Cleo, who is a bot, moves before anybody else."""
    await table.ask("c", Ack("ready", "Are you ready?"))
    table.tell("Cleo is ready.")
    table.tell("Ines, run.", to=("a",))
    for seat in ("b", "a"):
        await table.ask(seat, Ack("ready", "Are you ready?"))


def test_what_bots_do_before_anybody_sits_down_waits_for_the_hand_over(tmp_path: Path) -> None:
    game = msgspec.structs.replace(two_masks.GAME, lay=Table, play=bots_first, describe=lambda view: "")
    text = evening(tmp_path, "", "", "", "", game=game, people=2).text
    (_, first), (_, second), _ = pages(text)
    assert first.index(hand_over("Ben")) < first.index("Cleo is ready.")
    assert "Ines, run." not in first
    assert second.startswith(f"{hand_over('Ines')}\nCleo is ready.\nInes, run. (only you see this)\n")


def test_the_last_lines_are_told_to_all_who_have_not_heard_them(tmp_path: Path) -> None:
    game = msgspec.structs.replace(two_masks.GAME, lay=Table, play=secrets, describe=lambda view: "")
    text = evening(tmp_path, "", "", "", "", game=game, people=2, seats=2).text
    assert text.rpartition(PAGE)[2].startswith(
        "Everybody may look now.\nAnd this is for everybody.\n\nThe game is over."
    )
    assert "alone" not in text.rpartition(PAGE)[2]


@pytest.mark.parametrize("count", range(12))
def test_leaving_clears_the_screen_too(tmp_path: Path, count: int) -> None:
    lines = ["", "fox", "/note my own", "Ben", "", "owl", "/note his own", "Ines", "pass", "/1", "Ines", "psst"]
    table = evening(tmp_path, *lines[:count], people=2, seats=2)
    last = table.text.rpartition(PAGE)[2]
    assert f"Come back with: mneme play --load {table.path}" in last
    assert not [secret for secret in ("my own", "his own", "psst", "fox", "owl") if secret in last]


# ---- commands while the keyboard goes round ----------------------------------------------------------------


@pytest.mark.parametrize("command", ["/table", "/sheet", "/story", "/why", "/undo", "/note x", "/1", "/rewind"])
def test_nothing_can_be_looked_at_between_two_people(tmp_path: Path, command: str) -> None:
    """The screen belongs to nobody until the next person has pressed Enter."""
    table = evening(tmp_path, "", "fox", "/note mine", "Ben", command, "", people=2, seats=2)
    holder, page = pages(table.text)[1]
    assert holder == "Ben"
    assert page.startswith(f"{hand_over('Ben')}\nPress Enter first; then the table is yours.\nBen, {WAIT}\n")


def test_one_can_leave_or_read_the_help_between_two_people(tmp_path: Path) -> None:
    text = evening(tmp_path, "/help", "/quit", people=2, seats=2).text
    assert "/rewind: go back to an earlier moment.\n" in text
    assert "Your game is kept" in text


def test_the_keyboard_can_be_given_to_somebody_out_of_turn(tmp_path: Path) -> None:
    lines = ["", "fox", "Ben", "", "owl", "Ines", "/hand Ines", "", "/1", "Ben", "psst", "pass", "", "/story"]
    table = evening(tmp_path, *lines, people=2, seats=2)
    assert [line.text for line in table.sitting.table.lines if line.kind == "note"] == ["A note from Ines: psst"]
    assert [holder for holder, _ in pages(table.text)][:4] == ["Ines", "Ben", "Ines", "Ben"]


@pytest.mark.parametrize("name", ["Ben", "Cleo", "nobody", ""])
def test_the_keyboard_goes_only_to_others_who_are_here(tmp_path: Path, name: str) -> None:
    lines = ["", "fox", "Ben", "", "owl", "Ines", f"/hand {name}"]
    page = evening(tmp_path, *lines, people=2).text
    refusals = [
        "The keyboard goes round among Ines and Ben; name one of the others.",
        "Name one of Ines, Ben and Cleo.",
    ]
    assert any(refusal in page for refusal in refusals)


def test_everybody_agrees_to_a_rewind(tmp_path: Path) -> None:
    lines = ["", "fox", "Ben", "", "owl", "Ines", "/rewind", "1", "", "yes", "", "cat"]
    table = evening(tmp_path, *lines, people=2, seats=2)
    asking = next(page for holder, page in pages(table.text) if "would like to go back" in page)
    assert asking.startswith(
        f"{hand_over('Ines')}\nBen would like to go back to this: The very beginning.\nDo you agree? Type yes or no: "
    )
    assert table.sitting.table.beat == 1


@pytest.mark.parametrize("command", ["/why", "/ideas"])
def test_whoever_votes_does_not_learn_what_the_other_is_asked(tmp_path: Path, command: str) -> None:
    lines = ["", "fox", "/rewind", "1", "", command, "no"]
    table = evening(tmp_path, *lines, people=2, seats=2)
    page = next(page for _, page in pages(table.text) if "would like to go back" in page)
    assert "Nothing is asked of you just now.\n" in page
    assert "favour" not in page


def test_back_stays_with_whoever_typed_it(tmp_path: Path) -> None:
    """Ben is in the middle of a boast when Ines takes the keyboard; her steps are hers."""
    lines = ["", "fox", "Ben", "", "owl", "Ines", "boast", "/hand Ines", "", "boast", "back", "pass", "", "pass"]
    table = evening(tmp_path, *lines, people=2, seats=2)
    assert not [line for line in table.sitting.table.lines if line.kind == "told"]
    assert "How many coins?" in table.text


@pytest.mark.parametrize("answer", ["no", "", "perhaps"])
def test_anybody_can_keep_the_table_where_it_is(tmp_path: Path, answer: str) -> None:
    lines = ["", "fox", "Ben", "", "owl", "Ines", "/rewind", "1", "", answer]
    table = evening(tmp_path, *lines, people=2, seats=2)
    assert "The table stays where it is." in table.text
    assert table.sitting.table.beat == 4


def test_a_pause_hides_the_page_and_needs_no_vote(tmp_path: Path) -> None:
    lines = ["", "fox", "Ben", "", "owl", "/note his", "/x", "2", "1", "", "cat"]
    table = evening(tmp_path, *lines, people=2, seats=2)
    page = next(page for _, page in pages(table.text) if "The table has paused." in page)
    assert page.startswith("The table has paused. Nobody has to say why.\n")
    assert "his" not in page.partition("Hand the keyboard")[0]
    assert "would like to go back" not in table.text


def test_after_a_pause_the_question_is_shown_again_to_whoever_had_it(tmp_path: Path) -> None:
    lines = ["", "fox", "/x", "1", "", "Ben"]
    table = evening(tmp_path, *lines, people=2, seats=3)
    assert "choose 1, 2 or 3: \n" + hand_over("Ines") + "\nWhom does it favour?\n  1. Ben\n  2. Cleo\n" in table.text
    assert table.sitting.table.beat == 2


def test_a_pause_between_two_people_can_rewind_too(tmp_path: Path) -> None:
    table = evening(tmp_path, "", "fox", "Ben", "/x", "2", "1", "", "cat", people=2, seats=2)
    assert table.sitting.table.beat == 1
    assert "Ines wears fox." not in [line.text for line in table.sitting.table.lines]


def test_a_sealed_answer_that_is_already_given_can_be_changed(tmp_path: Path) -> None:
    lines = ["", "fox", "Ben", "", "owl", "Ines", "pass", "", "pass", "2", "", "/hand Ines", "", "/1", "3", "", "", "1"]
    table = evening(tmp_path, *lines, people=2, seats=2, options={"stakes": "unseen"})
    assert "You may also: /1 Change your answer to “How many coins?”.\n" in table.text
    assert "So far: 2. An empty line keeps it." in table.text
    assert table.sitting.table.nouns["scene"].rolls.keys() == {"a", "b"}  # type: ignore[attr-defined]
    assert len(table.sitting.table.nouns["scene"].rolls["a"]) == 4  # type: ignore[attr-defined]
