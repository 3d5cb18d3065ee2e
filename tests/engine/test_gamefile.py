"""Game files: what goes in, what stays out, and that no damage and no tampering goes unnoticed."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET

from mneme.bots.runner import NAMES, random_game
from mneme.engine import checks, gamefile
from mneme.engine.chance import commitment
from mneme.engine.entries import Answer, Digest, Entry, Rename, Retract, Rewind, TakeBack, Talk
from mneme.engine.errors import BadFile, MnemeError, Refused, RulesBug
from mneme.engine.game import Game
from mneme.engine.gamefile import GameFile, export, read, resume, verify
from mneme.engine.log import DIGEST_EVERY, Sitting
from mneme.engine.projection import story, view
from mneme.engine.prompts import Seat
from mneme.engine.view import View
from tests.engine.two_masks import GAME

Edit = Callable[[dict[str, Any]], None]


def find(name: str, rules: int) -> Game:
    if (name, rules) != (GAME.name, GAME.version):
        raise MnemeError(f"There is no {name} with rules {rules} here.")
    return GAME


def opened(data: bytes) -> GameFile:
    return read(data, find)


# -- tables to write down


def sit(*names: str, seed: str = "seed", **options: Any) -> Sitting:
    """A table with its faces made, at the first boast."""
    sitting = Sitting.lay(GAME, names or ("Ada", "Ben", "Cleo"), options, seed)
    for seat in sitting.header.seats:
        sitting.answer(seat, "face", f"Face-{seat}")
        sitting.answer(seat, "favour", sitting.table.after(seat)[0])
    return sitting


def at_the_stakes(**options: Any) -> Sitting:
    sitting = sit(**options)
    for seat in sitting.header.seats:
        sitting.answer(seat, "boasting", {"act": "pass"})
    return sitting


def stake(sitting: Sitting, **stakes: int) -> Sitting:
    for seat, coins in stakes.items():
        sitting.answer(seat, "stake", coins)
    return sitting


def something(sitting: Sitting, dice: random.Random) -> None:
    """Anything that can happen at a table: mostly answers, but also talk, second thoughts and rewinds."""
    seat = dice.choice(sitting.header.seats)
    beat = sitting.table.beat
    kind = dice.choices(["answer", "talk", "rename", "take back", "rewind", "strike"], [80, 5, 3, 7, 2, 2])[0]
    words = f"w{dice.randrange(10_000)}"
    others: dict[str, Entry] = {
        "talk": Talk(seat, dice.choice(["say", "note", "aside"]), words),
        "rename": Rename(seat, words),
        "take back": TakeBack(seat),
        "rewind": Rewind(dice.randint(max(0, beat - 6), beat)),
        "strike": Rewind(dice.randint(max(0, beat - 6), beat), struck=True),
    }
    try:
        if kind in others:
            sitting.apply(others[kind])
        else:
            answer_something(sitting, seat, dice)
    except Refused:
        assert kind == "take back"


def answer_something(sitting: Sitting, seat: Seat, dice: random.Random) -> None:
    pending = list(sitting.play.pending(seat))
    if not pending:
        return
    chosen = dice.choice(pending)
    if chosen.given is not UNSET and dice.random() < 0.5:
        sitting.apply(Retract(seat, chosen.prompt.name))
    else:
        sitting.answer(seat, chosen.prompt.name, chosen.prompt.random(dice))


def lively(seed: int) -> tuple[Sitting, random.Random]:
    dice = random.Random(seed)
    options = {"scenes": dice.randint(1, 4), "stakes": dice.choice(["seen", "unseen"])}
    return Sitting.lay(GAME, NAMES[: dice.randint(2, 5)], options, str(seed)), dice


def seen(sitting: Sitting, seat: Seat | None) -> View:
    """A view without what a file leaves out on purpose: prompt ids, and what an open sealed window holds."""
    full = view(sitting, seat)
    prompts = [
        msgspec.structs.replace(shown, id="", commitment="", must=True, given=UNSET)
        if shown.sealed
        else msgspec.structs.replace(shown, id="")
        for shown in full.prompts
    ]
    if sitting.play.sealed:
        return msgspec.structs.replace(full, prompts=prompts, waiting=[], waiting_text="")
    return msgspec.structs.replace(full, prompts=prompts)


def assert_same(one: Sitting, other: Sitting) -> None:
    for seat in (None, *one.header.seats):
        assert seen(one, seat) == seen(other, seat)


def entries(data: bytes) -> list[Entry]:
    return list(opened(data).document.entries)


def answers(data: bytes) -> list[tuple[Seat, str, Any]]:
    return [(entry.seat, entry.name, entry.value) for entry in entries(data) if isinstance(entry, Answer)]


# -- there and back


@pytest.mark.parametrize("seed", range(16))
def test_a_resumed_game_is_the_live_one_for_every_seat(seed: int) -> None:
    sitting, dice = lively(seed)
    for number in range(220):
        something(sitting, dice)
        if number % 44 == 43 or sitting.over:
            data = export(sitting)
            again = resume(opened(data))
            assert_same(again, sitting)
            assert export(again) == data
            assert verify(opened(data)).problems == ()
        if sitting.over:
            break


def test_a_resumed_game_goes_on_with_the_same_dice() -> None:
    sitting = stake(at_the_stakes(), a=1, b=2, c=3)
    again = resume(opened(export(sitting)))
    for table in (sitting, again):
        dice = random.Random(4)
        while not table.over:
            answer_something(table, dice.choice(table.header.seats), dice)
    assert again.table.draws == sitting.table.draws
    assert_same(again, sitting)


def test_a_story_of_several_paragraphs_can_be_saved() -> None:
    sitting = sit()
    sitting.table.tell("Dear Ada,\n\n\tcome home.")
    assert opened(export(sitting, open_seed=False)).document.story[-1].text == "Dear Ada,\n\n\tcome home."


def test_an_untouched_table_can_be_saved() -> None:
    sitting = Sitting.lay(GAME, ["Ada", "Ben"], seed="new")
    assert_same(resume(opened(export(sitting))), sitting)


def test_a_file_has_the_same_bytes_in_every_process() -> None:
    code = (
        "import sys; from mneme.bots.runner import random_game; from mneme.engine.gamefile import export;"
        "from tests.engine.two_masks import GAME; sys.stdout.buffer.write(export(random_game(GAME, 4, seed='9')))"
    )
    for hash_seed in ("1", "2"):
        made = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            check=True,
        )
        assert made.stdout == export(random_game(GAME, 4, seed="9"))


def test_a_digest_comes_with_every_so_many_answers_and_at_the_end() -> None:
    answered, digests = 0, []
    for entry in entries(export(random_game(GAME, 4, {"scenes": 9}, seed="12"))):
        answered += isinstance(entry, Answer)
        if isinstance(entry, Digest):
            digests.append(answered)
    assert [count // DIGEST_EVERY for count in digests[:-1]] == list(range(1, len(digests)))
    assert digests[-1] == answered > 64


# -- what stays out


def test_sealed_answers_stand_in_seat_order_without_second_thoughts() -> None:
    plain = stake(at_the_stakes(), a=1, b=2, c=3)
    moody = at_the_stakes()
    stake(moody, c=0, b=2)
    moody.apply(Talk("a", "say", "hm"))
    moody.apply(Retract("c", "stake"))
    stake(moody, c=1, b=0)
    stake(moody, c=3, b=2, a=1)
    plain.apply(Talk("a", "say", "hm"))
    assert answers(export(moody)) == answers(export(plain))
    assert answers(export(moody))[-3:] == [("a", "stake", 1), ("b", "stake", 2), ("c", "stake", 3)]
    assert b"retract" not in export(moody)


@pytest.mark.parametrize("stakes", ["seen", "unseen"])
def test_what_is_still_sealed_is_left_out(stakes: str) -> None:
    nobody = export(at_the_stakes(stakes=stakes))
    two = stake(at_the_stakes(stakes=stakes), c=3, a=2)
    assert export(two) == nobody
    two.apply(Retract("c", "stake"))
    assert export(two) == nobody


def test_what_a_rewind_cut_short_stays_sealed() -> None:
    sitting = stake(at_the_stakes(), a=1, b=2)
    sitting.apply(Rewind(sitting.table.beat))
    assert not [answer for answer in answers(export(sitting)) if answer[1] == "stake"]


def test_what_was_taken_back_is_left_out() -> None:
    sitting = sit()
    sitting.answer("a", "boasting", {"act": "boast", "words": "I should not have said this"})
    sitting.apply(Talk("b", "say", "Oh?"))
    sitting.answer("c", "notes", {"act": "note", "to": "b", "text": "psst"})
    sitting.apply(TakeBack("a"))
    data = export(sitting)
    assert b"should not" not in data
    assert b"takeback" not in data
    assert b"psst" in data
    assert_same(resume(opened(data)), sitting)


def struck() -> tuple[Sitting, int]:
    """A table that has struck a passage and rolled again, and the beat it went back to."""
    sitting = sit()
    sitting.apply(Talk("a", "say", "before"))
    sitting.answer("c", "boasting", {"act": "boast", "words": "harmless"})
    beat = sitting.table.beat
    sitting.answer("a", "boasting", {"act": "boast", "words": "terrible-boast"})
    sitting.apply(Talk("b", "say", "terrible-talk"))
    sitting.answer("b", "notes", {"act": "note", "to": "c", "text": "terrible-note"})
    sitting.apply(Rewind(beat))
    sitting.answer("b", "boasting", {"act": "boast", "words": "terrible-too"})
    sitting.apply(Rename("b", "Bea"))
    sitting.apply(Rewind(beat, struck=True))
    for seat in sitting.header.seats:
        sitting.answer(seat, "boasting", {"act": "pass"})
    return stake(sitting, a=1, b=2, c=3), beat


def test_a_struck_passage_is_gone_but_the_dice_stay() -> None:
    sitting, beat = struck()
    data = export(sitting)
    assert b"terrible" not in data
    assert b"before" in data
    assert [entry for entry in entries(data) if isinstance(entry, Rewind)] == [Rewind(beat, 2, struck=True)]
    again = resume(opened(data))
    assert again.table.draws == sitting.table.draws
    assert again.table.names["b"] == "Bea"
    assert_same(again, sitting)
    assert verify(opened(data)).problems == ()


def test_an_undone_passage_stays_with_its_dice() -> None:
    sitting = at_the_stakes()
    beat = sitting.table.beat
    stake(sitting, a=1, b=2, c=3)
    sitting.apply(Rewind(beat))
    stake(sitting, a=1, b=2, c=3)
    document = opened(export(sitting)).document
    stakes = [answer for answer in answers(export(sitting)) if answer[1] == "stake"]
    assert stakes == [("a", "stake", 1), ("b", "stake", 2), ("c", "stake", 3)] * 2
    assert {draw.epoch for draw in document.draws} == {0, 1}
    assert [window.entry for window in document.sealed] == [12, 16]


def test_a_closed_file_tells_only_what_a_spectator_knows() -> None:
    sitting = stake(at_the_stakes(seed="the-hidden-seed"), a=1, b=2, c=3)
    sitting.answer("a", "notes", {"act": "note", "to": "b", "text": "for your eyes"})
    sitting.apply(Talk("c", "note", "dear diary"))
    data = export(sitting, open_seed=False)
    for secret in (b"the-hidden-seed", b"for your eyes", b"dear diary", b"favour", b"moon", b"sun"):
        assert secret not in data
    document = opened(data).document
    assert list(document.story) == story(sitting, None)
    assert document.commitment == commitment("the-hidden-seed")
    assert (document.seed, document.entries, document.draws, document.sealed) == (None, (), (), ())
    assert verify(opened(data)).problems == ()
    with pytest.raises(BadFile, match="not opened yet"):
        resume(opened(data))


def test_a_closed_file_gives_nothing_of_a_secret_away() -> None:
    def file(favours: str) -> bytes:
        sitting = Sitting.lay(GAME, ["Ada", "Ben", "Cleo"], seed="same")
        for seat in sitting.header.seats:
            sitting.answer(seat, "face", f"Face-{seat}")
            sitting.answer(seat, "favour", favours if favours != seat else "c")
        return export(sitting, open_seed=False)

    assert file("a") == file("b")


def test_a_table_with_loaded_dice_is_not_written_down() -> None:
    class Loaded:
        def numbers(self, epoch: int, beat: int, index: int, bounds: Sequence[int]) -> list[int]:
            return [0 for _ in bounds]

        def salt(self, epoch: int, beat: int, seat: Seat) -> bytes:
            return b""

    sitting = Sitting.lay(GAME, ["Ada", "Ben"], seed="x", chance=Loaded())
    for seat in sitting.header.seats:
        sitting.answer(seat, "face", f"Face-{seat}")
        sitting.answer(seat, "favour", sitting.table.after(seat)[0])
    with pytest.raises(RulesBug, match="does not lead to the table"):
        export(sitting)


# -- damage

DATA = export(random_game(GAME, 3, {"scenes": 2}, seed="damage"))
COUNT = len(entries(DATA))
CLOSED = export(random_game(GAME, 3, {"scenes": 2}, seed="damage"), open_seed=False)


TOO_MUCH = "The file is damaged: its seed is not opened, but it holds more than a spectator knows."


def changed(edit: Edit, data: bytes = DATA) -> bytes:
    document = json.loads(data)
    edit(document)
    return json.dumps(document).encode()


def put(name: str, value: Any) -> Edit:
    return lambda document: document.update({name: value})


def put_in(name: str, index: Any, value: Any) -> Edit:
    return lambda document: document[name].__setitem__(index, value)


def drop(name: str) -> Edit:
    return lambda document: document.pop(name) and None


def test_the_file_for_these_tests_is_sound() -> None:
    assert verify(opened(DATA)).problems == ()
    assert changed(lambda document: None) != DATA
    assert opened(changed(lambda document: None)).document == opened(DATA).document


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "The file is empty."),
        (b" \n", "The file is empty."),
        (b"PK\x03\x04", "This is not a game file, or it is damaged: it cannot be read as JSON."),
        (DATA + b"{}", "This is not a game file, or it is damaged: it cannot be read as JSON."),
        (DATA.replace(b"Ada", b"\xff\xfe"), "This is not a game file, or it is damaged: it cannot be read as JSON."),
        (DATA[: len(DATA) // 2], "The file ends too early; the rest of it is missing."),
        (b"[" * 100_000, "The file is damaged: it is nested too deeply to be a game."),
        (b"[]", "This is not a Mneme game file."),
        (b'{"format": "chess"}', "This is not a Mneme game file."),
        (changed(put("version", 2)), "This game file is of another version; this copy of Mneme reads version 1."),
        (changed(drop("version")), "This game file is of another version; this copy of Mneme reads version 1."),
        (changed(put("game", "chess")), "There is no chess with rules 1 here."),
        (changed(put("rules", 7)), "There is no two-masks with rules 7 here."),
        (changed(drop("entries")), "The file is damaged: the part 'entries' is missing."),
        (changed(put("more", 1)), "The file is damaged: it holds a part that does not belong there."),
        (changed(put("seed", None)), TOO_MUCH),
        (changed(put("draws", [[0, 1, 0, [6], [5]]]), CLOSED), TOO_MUCH),
        (
            changed(put("story", [{"kind": "fact", "text": "Ada won."}])),
            "The file is damaged: its seed is opened, but it has a story for spectators.",
        ),
        (changed(put("rules", "one")), "The file is damaged: the part 'rules' cannot be read."),
        (changed(put("seats", "abc")), "The file is damaged: the part 'seats' cannot be read."),
        (changed(put_in("names", "a", 5)), "The file is damaged: the part 'names' cannot be read."),
        (changed(put_in("options", "scenes", [])), "The file is damaged: the part 'options' cannot be read."),
        (changed(put_in("entries", 3, ["dance", "a"])), "The file is damaged: entry 4 cannot be read."),
        (changed(put_in("entries", 3, ["answer", "a"])), "The file is damaged: entry 4 cannot be read."),
        (changed(put_in("draws", 0, [])), "The file is damaged: draw 1 cannot be read."),
        (changed(put_in("sealed", 1, 7)), "The file is damaged: sealed window 2 cannot be read."),
        (changed(put_in("checks", 1, 7)), "The file is damaged: check 2 cannot be read."),
        (
            changed(put_in("entries", 3, ["answer", "a", "face", "x", "and more"])),
            "The file is damaged: something in the part 'entries' does not belong there.",
        ),
        (
            changed(put_in("names", "a", "\x1b[2JAda")),
            "The file is damaged: one of its texts holds control characters.",
        ),
    ],
)
def test_damage_is_named_in_one_sentence(data: bytes, sentence: str) -> None:
    with pytest.raises(BadFile) as caught:
        opened(data)
    assert str(caught.value) == sentence


@pytest.mark.parametrize("data", [DATA, CLOSED], ids=["open", "closed"])
def test_a_file_cut_off_anywhere_is_refused(data: bytes) -> None:
    for length in [*range(0, len(data) - 2, 61), len(data) - 3, len(data) - 2]:
        with pytest.raises(BadFile, match=r"ends too early|is empty"):
            opened(data[:length])
    assert opened(data[:-1]).document == opened(data).document  # only the last line end is gone


def assert_noticed(data: bytes, original: bytes) -> None:
    """Either the file cannot be read, or something is found wrong with it, or it is still the same file."""
    sentences: tuple[str, ...]
    try:
        file = opened(data)
    except BadFile as problem:
        sentences = (str(problem),)
    else:
        sentences = verify(file).problems
        assert sentences or file.document == opened(original).document
    assert all(sentence.endswith(".") and "\n" not in sentence for sentence in sentences)


@given(place=st.integers(0, len(DATA) - 1), flip=st.integers(1, 255))
def test_a_flipped_byte_is_noticed(place: int, flip: int) -> None:
    assert_noticed(DATA[:place] + bytes([DATA[place] ^ flip]) + DATA[place + 1 :], DATA)


@given(place=st.integers(0, len(CLOSED) - 1), flip=st.integers(1, 255))
def test_a_flipped_byte_in_a_closed_file_is_noticed(place: int, flip: int) -> None:
    assert_noticed(CLOSED[:place] + bytes([CLOSED[place] ^ flip]) + CLOSED[place + 1 :], CLOSED)


@given(start=st.integers(0, len(DATA)), length=st.integers(1, 200), noise=st.binary(max_size=40))
def test_a_garbled_stretch_is_noticed(start: int, length: int, noise: bytes) -> None:
    assert_noticed(DATA[:start] + noise + DATA[start + length :], DATA)


# -- tampering


def with_its_check(edit: Callable[[list[Any]], None]) -> Edit:
    """Do the same to an entry and to its check. Eight checks of the header come before those of the entries."""

    def both(document: dict[str, Any]) -> None:
        entry_checks = document["checks"][8:]
        edit(document["entries"])
        edit(entry_checks)
        document["checks"][8:] = entry_checks

    return both


def only_the_entry(edit: Callable[[list[Any]], None]) -> Edit:
    return lambda document: edit(document["entries"])


def swap(items: list[Any]) -> None:
    items[6], items[7] = items[7], items[6]


def take_out(items: list[Any]) -> None:
    del items[6]


def put_before(items: list[Any]) -> None:
    items.insert(6, items[2])


LAST = "The result was changed, or something before it is missing."


def change_value(document: dict[str, Any]) -> None:
    document["entries"][2][3] = "Someone-Else"


def change_check(document: dict[str, Any]) -> None:
    document["checks"][8 + 4] = "0" * 16


def described(number: int) -> str:
    """What the sound file calls an entry."""
    entry = opened(DATA).document.entries[number - 1]
    assert isinstance(entry, Answer)
    return f"{number} ({ {'a': 'Ada', 'b': 'Ben', 'c': 'Cleo'}[entry.seat] }, {entry.name})"


@pytest.mark.parametrize(
    ("edit", "sentence"),
    [
        (change_value, f"Entry {described(3)} was changed."),
        (change_check, f"The check of entry {described(5)} was changed."),
        (only_the_entry(swap), f"Entry 7 ({described(8)[3:]} and entry 8 ({described(7)[3:]} have changed places."),
        (with_its_check(swap), f"Entry 7 ({described(8)[3:]} and entry 8 ({described(7)[3:]} have changed places."),
        (only_the_entry(take_out), f"Something is missing before entry 7 ({described(8)[3:]}."),
        (with_its_check(take_out), f"Something is missing before entry 7 ({described(8)[3:]}."),
        (only_the_entry(put_before), f"Entry 7 ({described(3)[3:]} was added."),
        (with_its_check(put_before), f"Entry 7 ({described(3)[3:]} was added."),
        (put_in("options", "scenes", 3), "The options were changed."),
        (put("seats", ["a", "c", "b"]), "The seats were changed."),
        (put_in("names", "b", "Bob"), "The names were changed."),
        (put("words", {"a": "abracadabra"}), "The words for chance were changed."),
        (put("commitment", "00"), "The commitment to the seed was changed."),
        (put("seed", "lucky"), "The seed was changed."),
        (put("result", {"coins": {"a": 99}}), LAST),
        (put("result", None), LAST),
        (
            only_the_entry(lambda entries: entries.append(["talk", "b", "say", "Ha!", ""])),
            f"Entry {COUNT + 1} (Ben, talk) was added.",
        ),
        (only_the_entry(lambda entries: entries.pop() and None), "Something is missing before the result."),
        (with_its_check(lambda items: items.pop(COUNT - 1) and None), LAST),
        (lambda document: document["checks"].pop() and None, "The check of the result is missing."),
        (lambda document: document["checks"].append("more"), "A check was added at the end."),
        (lambda document: document["checks"].clear(), "The check of the name of the game is missing."),
    ],
)
def test_tampering_is_found_and_named(edit: Edit, sentence: str) -> None:
    report = verify(opened(changed(edit)))
    assert report.problems == (sentence,)
    assert report.checked == ()


def loaded(document: dict[str, Any]) -> None:
    numbers = document["draws"][-1][4]
    numbers[0] = (numbers[0] + 1) % 6


@pytest.mark.parametrize(
    ("edit", "start"),
    [
        (loaded, "The roll or draw at entry "),
        (lambda document: document["draws"].pop(), "The file lists "),
        (lambda document: document["draws"].reverse(), "The roll or draw at entry "),
        (lambda document: document["sealed"].pop(), "The file lists 1 sealed windows; the game has 2."),
        (lambda document: document["sealed"][0][1].update(b="0" * 32), "Ben's sealed answer, opened by entry "),
        (lambda document: document["sealed"][0][1].pop("b"), "Ben's sealed answer, opened by entry "),
        (lambda document: document["sealed"][0].__setitem__(0, 1), "The record of the sealed answers opened by entry "),
    ],
)
def test_edited_records_of_chance_and_sealed_answers_are_found(edit: Edit, start: str) -> None:
    (problem,) = verify(opened(changed(edit))).problems
    assert problem.startswith(start)


def test_several_problems_are_all_told() -> None:
    def edit(document: dict[str, Any]) -> None:
        loaded(document)
        document["sealed"].pop()
        document["result"] = {}

    problems = verify(forged(edit)).problems
    assert len(problems) == 3
    assert problems[2] == "The result was changed; the rules give another."


def test_a_changed_line_of_a_closed_file_is_named() -> None:
    def edit(document: dict[str, Any]) -> None:
        document["story"][4]["text"] = "Nothing happened."

    assert verify(opened(changed(edit, CLOSED))).problems == ("Line 5 of the story was changed.",)


def test_a_changed_file_is_not_played_on() -> None:
    with pytest.raises(BadFile, match=r"^Entry 3 \(.*\) was changed\.$"):
        resume(opened(changed(change_value)))


def forged(edit: Edit, data: bytes = DATA) -> GameFile:
    """An edit by somebody who makes a new chain of checks afterwards."""
    file = opened(changed(edit, data))
    pieces = gamefile.pieces(file.document)
    return GameFile(file.game, msgspec.structs.replace(file.document, checks=tuple(checks.chain(pieces))))


def other_stake(document: dict[str, Any]) -> None:
    entry = next(entry for entry in document["entries"] if entry[:3] == ["answer", "a", "stake"])
    entry[3] = 1 if entry[3] != 1 else 0


def no_digests(document: dict[str, Any]) -> None:
    other_stake(document)
    document["entries"] = [entry for entry in document["entries"] if entry[0] != "digest"]


@pytest.mark.parametrize(
    ("edit", "problem"),
    [
        (put("seed", "lucky"), r"^The seed does not fit the commitment"),
        (other_stake, r"^Entry \d+ \(.*\) does not fit the game: |^The roll or draw at entry \d+ "),
        (no_digests, r"sealed answer|roll or draw|does not fit the game"),
        (
            put_in("entries", 0, ["answer", "z", "face", "x"]),
            r"^Entry 1 \(z, face\) does not fit the game: There is no",
        ),
        (put_in("entries", 0, ["answer", "a", "stake", []]), r"^Entry 1 \(Ada, stake\) does not fit the game: "),
        (put_in("entries", 0, ["rewind", 99, 1, False]), r"^Entry 1 \(rewind\) does not fit the game: "),
        (put_in("entries", 0, ["rename", "z", "Zoe"]), r"^Entry 1 \(z, rename\) does not fit the game: "),
        (put("names", {"a": "Ada"}), r"^The seats, names and words in the file do not fit together\."),
        (put("seats", ["a", "a", "b"]), r"^The seats, names and words in the file do not fit together\."),
        (put("words", {"z": "x"}), r"^The seats, names and words in the file do not fit together\."),
        (put_in("options", "scenes", 99), r"^The options in the file do not fit the game\. "),
        (put_in("options", "colour", "red"), r"^The options in the file do not fit the game\. "),
    ],
)
def test_a_new_chain_does_not_help(edit: Edit, problem: str) -> None:
    found = verify(forged(edit)).problems
    assert found
    assert re.search(problem, found[0])


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
SEATS = st.sampled_from(["a", "b", "c", "z", ""])
PROMPTS = st.sampled_from(["face", "favour", "boasting", "stake", "told", "unmask", "notes", "dance"])
MENU = st.fixed_dictionaries({"act": st.sampled_from(["pass", "boast", "turn", "note"])}, optional={"words": ANYTHING})
FORGERIES = st.one_of(
    st.tuples(st.just("answer"), SEATS, PROMPTS, ANYTHING | MENU),
    st.tuples(st.just("retract"), SEATS, PROMPTS),
    st.tuples(st.just("takeback"), SEATS),
    st.tuples(st.just("rewind"), st.integers(-1, 12), st.integers(-1, 3), st.booleans()),
    st.tuples(st.just("rename"), SEATS, st.text()),
    st.tuples(st.just("talk"), SEATS, st.sampled_from(["say", "note", "shout"]), st.text(), st.text()),
)


@given(forgery=FORGERIES, place=st.integers(0, COUNT - 2))
def test_an_entry_slipped_in_with_a_new_chain_never_upsets_the_check(forgery: tuple[Any, ...], place: int) -> None:
    def edit(document: dict[str, Any]) -> None:
        document["entries"].insert(place, list(forgery))

    try:
        file = forged(edit)
    except BadFile:
        return
    report = verify(file)
    assert report.checked or report.problems
    # Talk, a name, and what is retracted at once may be slipped in unseen; nothing that changes the game.
    if forgery[0] in {"answer", "rewind"} and not report.problems:
        assert resume(file).table.result == resume(opened(DATA)).table.result


@pytest.mark.parametrize("epoch", [0, 1, 3])
def test_nobody_chooses_the_dice_by_choosing_the_run_of_chance(epoch: int) -> None:
    sitting = sit()
    beat = sitting.table.beat
    sitting.apply(Rewind(beat))
    sitting.apply(Rewind(beat))
    data = export(sitting)
    assert verify(opened(data)).problems == ()

    def edit(document: dict[str, Any]) -> None:
        second = [entry for entry in document["entries"] if entry[0] == "rewind"][1]
        assert second[2] == 2
        second[2] = epoch

    (problem,) = verify(forged(edit, data)).problems
    assert problem.endswith("(rewind) starts chance afresh out of turn.")


def test_all_that_was_checked_is_told() -> None:
    assert [sentence.split(":")[0] for sentence in verify(opened(DATA)).checked] == [
        "Nothing was changed since the file was written",
        "The seed fits the commitment that was shown before the first roll.",
        "Every roll and draw follows from the seed",
        "Every sealed answer fits its commitment",
        "The table agrees with every digest",
        "The result is what the rules give.",
    ]
    assert verify(opened(export(sit()))).checked[-1] == "The game is not over yet."
    assert len(verify(opened(CLOSED)).checked) == 2
