"""Bots as guests and as the Master: whole games, the odds, and lines that are never crossed."""

from __future__ import annotations

import itertools
import random
import re
from functools import partial
from typing import Any, cast

import pytest

from mneme.bots.runner import Runner
from mneme.engine.log import Sitting
from mneme.engine.projection import view
from mneme.engine.story import Line
from mneme.games.know_thyself import GAME
from mneme.games.know_thyself.bots import guest, sit
from mneme.games.know_thyself.bots.guest import first_sentence
from mneme.games.know_thyself.bots.master import at_issue, scene
from mneme.games.know_thyself.bots.seen import Seen
from mneme.games.know_thyself.bots.speech import Speech, bare, material
from mneme.games.know_thyself.bots.tale import gained, kind_of
from mneme.games.know_thyself.bots.temper import Mind
from mneme.games.know_thyself.content import NPCS, SKETCHES, TRUE_NAMES
from mneme.games.know_thyself.nouns import KnowThyself
from mneme.games.know_thyself.words import short
from tests.games.know_thyself.kit import Seated

OWN = {"memory", "appearance", "attachments"}  # told by the table in a player's words
NAMES = ("Ada", "Ben", "Cleo", "Dov", "Edda", "Fay", "Gus")


def bots_alone(seats: int, seed: str, avoid: tuple[str, ...] = (), **options: object) -> tuple[KnowThyself, Runner]:
    """A whole game of bots."""
    sitting = Sitting.lay(GAME, NAMES[:seats], options, seed=seed)
    dice = random.Random(seed)
    bots = {seat: sit(seat, random.Random(dice.random()), avoid) for seat in sitting.table.seats}
    runner = Runner(sitting, bots, dice)
    runner.run()
    assert sitting.over
    GAME.check(sitting.table)
    return cast(KnowThyself, sitting.table), runner


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("variant", ["standard", "hardcore", "extra"])
def test_bots_play_to_the_end_by_themselves(seats: int, variant: str) -> None:
    table, runner = bots_alone(seats, f"{variant} {seats}", variant=variant)
    assert runner.fallbacks == 0
    assert table.course.wagers >= 3
    assert table.course.triggers
    assert all(table.guest[seat].name and table.guest[seat].epilogue for seat in table.guests)


def test_bots_without_tolls_and_with_every_cap() -> None:
    table, _ = bots_alone(4, "no tolls", toll="off", cover_cap="shortfall", cover_gm_edge=True, edge_change="per_wager")
    assert table.course.triggers


def told(table: KnowThyself) -> list[str]:
    """What bots have told at some length: outcomes, Memories, answers and endings."""
    said = [line.text for line in table.lines if line.kind in ("outcome", "answer", "epilogue")]
    return said + [memory.text for kept in table.memories.values() for memory in kept]


def test_a_memory_comes_from_the_room_and_never_says_its_name() -> None:
    """KT-MEM-03, -04: it hangs on the Attachment and has the colour of the True Name, by one of its words."""
    table, _ = bots_alone(3, "from the room")
    memories = [memory for kept in table.memories.values() for memory in kept]
    assert len(memories) > 5
    for memory in memories:
        colours = [text for word in memory.true_name.split() for text in material()["colour"][word]]
        assert memory.true_name.lower() not in memory.text.lower()
        assert any(text in memory.text for text in colours)
        assert bare(table.guest[memory.owner].attachments[memory.suit]) in memory.text
    assert len({memory.text for memory in memories}) == len(memories)


def test_every_word_of_a_true_name_has_a_colour() -> None:
    assert set(material()["colour"]) == set(TRUE_NAMES.values())


def test_everybody_of_the_house_has_something_to_stand_in_the_way_with() -> None:
    assert set(material()["people"]) == set(NPCS)


@pytest.mark.parametrize(
    ("foe", "inside_a_sentence"),
    [
        ("Neil, the brutish convict", "Neil"),
        ("The clock that strikes thirteen", "the clock that strikes thirteen"),
        ("An old man, asleep", "an old man"),
        ("Andrea", "Andrea"),
        ("An, the tailor", "An"),
        ("Whoever is laughing, out there", "whoever is laughing"),
    ],
)
def test_whatever_stands_in_the_way_fits_into_a_sentence(foe: str, inside_a_sentence: str) -> None:
    assert short(foe) == inside_a_sentence


def test_games_in_a_row_tell_nothing_twice() -> None:
    """Nor is anything told twice within a game."""
    evenings = [told(bots_alone(3, seed)[0]) for seed in ("first", "second", "third", "fourth", "fifth")]
    for one, next_one in itertools.pairwise(evenings):
        assert len(one) >= 15
        assert len(set(one)) == len(one)
        assert set(one).isdisjoint(next_one)


@pytest.mark.parametrize(
    ("kind", "cards", "degree"),
    [("truth", ["9D", "2S"], "full"), ("ally", ["3D", "9H", "2S"], "partial"), ("gift", ["3D", "KS"], "failure")],
)
def test_an_outcome_answers_the_want_by_its_degree(kind: str, cards: list[str], degree: str) -> None:
    """KT-NARR-03..06: whoever tells it, and in their own person."""
    want = material()["want"][kind][0].format(foe="Neil", thing="ring")
    for name, me in (("ada", "me"), ("mia", "ada")):
        choice = "outcome" if name == "ada" else "memory"
        game = Seated("mia", "ada", plain={"narration": choice}).wake()
        game.begin("ada", want=want, counter="Neil says no. Lose, and Neil makes you bow.", cards=cards)
        game.until("keep")
        game.say("ada", "discard" if degree == "partial" else "keep")
        game.until("outcome")
        reply = sit(game.seat_of[name], random.Random(1)).answer(view(game.sitting, game.seat_of[name]))
        assert reply is not None
        slots = {"foe": "Neil", "me": me, "my": "my" if me == "me" else "ada's"}
        assert any(reply[1].startswith(text.format(**slots)) for text in material()["outcome"][f"{kind}_{degree}"])
        assert (f"Neil makes {me} bow." in reply[1]) is (degree == "failure")


def test_a_want_in_somebodys_own_words_is_quoted_or_left_alone() -> None:
    assert kind_of("I want the moon.") == "any"
    game = Seated("mia", "ada").wake()
    game.begin("ada", want="I want the moon.", cards=["9D", "2S"])
    game.until("outcome")
    seat = game.seat_of["ada"]
    replies = [sit(seat, random.Random(number)).answer(view(game.sitting, seat)) for number in range(20)]
    assert any("“I want the moon”:" in reply[1] for reply in replies if reply)


def test_an_edge_is_voiced_by_whoever_writes_it_down() -> None:
    """KT-EDGE-08: in the telling of the same Wager."""
    table, _ = bots_alone(3, "edges")
    gained = [line for line in table.lines if line.kind == "edge"]
    said = " ".join(line.text for line in table.lines if line.kind == "outcome")
    assert gained
    assert all(line.text.partition("“")[2].removesuffix("”.") in said for line in gained)


def test_what_is_left_fits_the_result() -> None:
    """KT-EDGE-08, KT-END-15: an Edge of a success or of a failure, and an ending that was won or lost."""
    for seed in ("edges", "endings"):
        table, _ = bots_alone(4, seed)
        way: dict[str, str] = {}
        for line in table.lines:
            facts = line.facts or {}
            if line.kind == "result":
                way[facts["seat"]] = "lost" if facts["result"] == "failure" else "won"
            elif line.kind == "edge":
                assert line.text.partition("“")[2].removesuffix("”.") in material()["edge"][way[facts["seat"]]]
        for sheet in (table.guest[seat] for seat in table.guests):
            parts = [
                part
                for key, texts in material()["end"].items()
                if key.startswith(way_of_end(sheet.won))
                for part in texts
            ]
            assert any(all(piece in sheet.epilogue for piece in part.split("{thing}")) for part in parts)


def way_of_end(won: bool) -> str:
    return "won_" if won else "lost_"


def test_the_questions_are_answered_out_of_what_was_remembered() -> None:
    """KT-END-08, -15: one of the guest's own Memories is quoted, and its kind decides the wager and the ending."""
    table, _ = bots_alone(3, "remembered")
    for seat in table.guests:
        guest, memories = table.guest[seat], table.memories[seat]
        quoted = [memory for memory in memories if first_sentence(memory.text) in guest.why]
        assert quoted
        assert any(
            all(piece in guest.wager for piece in part.split("{thing}"))
            for part in material()["end"][f"wager_{quoted[0].type}"]
        )


def test_those_who_took_part_are_left_with_different_edges() -> None:
    """KT-EDGE-08."""
    names = ("mia", "ada", "ben", "cyd")
    game = Seated(*names, plain={"narration_vote": "outcome"}).wake()
    game.begin(*names[1:], cards=["8D", "9D", "10D", "2S"])
    game.until("outcome")
    seats = [game.seat_of[name] for name in names[1:]]
    for number in range(30):
        mind = Mind(seats[0], random.Random(number))
        edges = [gained(mind, Seen(seat, view(game.sitting, seat)), Speech(), seat) for seat in seats]
        left = [edge for edge in edges if edge]
        assert len(set(left)) == len(left)


@pytest.mark.parametrize(
    ("memory", "quoted"),
    [
        ("Long before any of that, I took the dry bed. I can still taste it.", "I took the dry bed"),
        ("In the rain, I took the dry bed.", "In the rain, I took the dry bed"),
        ("A door", "A door"),
    ],
)
def test_a_memory_is_quoted_without_what_it_followed(memory: str, quoted: str) -> None:
    assert first_sentence(memory) == quoted


def test_a_hindrance_is_not_told_in_the_first_person() -> None:
    """KT-EDGE-04: whoever calls an Edge says how it matters; the Master speaks for the other side."""
    assert all(re.search(r"\b(I|me|my)\b", part) for part in material()["edge_call"]["help"])
    assert not [part for part in material()["edge_call"]["hinder"] if re.search(r"\b(I|me|my)\b", part)]
    game = Seated("mia", "ada").wake()
    game.edge("ada", "a limp")
    game.begin("ada")
    game.until("edges")
    for name, first_person in (("ada", True), ("mia", False)):
        seat = game.seat_of[name]
        replies = [sit(seat, random.Random(number)).answer(view(game.sitting, seat)) for number in range(12)]
        told = [reply[1]["how"] for reply in replies if reply and reply[1]["act"] != "pass"]
        assert told
        assert all(bool(re.search(r"\b(I|me|my)\b", text)) is first_person for text in told)


def test_what_was_heard_within_a_longer_line_is_not_said_again() -> None:
    """Rather nothing; and another part, where there is one, even when all are worn."""

    def say(speech: Speech, count: int, foe: str = "Neil") -> str:
        slots = {"edge": "a limp", "foe": foe, "thing": "ring"}
        return speech.say(random.Random(7), "edge_call", "[hinder]", lambda parts: parts[:count], **slots)

    once, speech = say(Speech(), 1), Speech()
    speech.listen([Line("edge_called", f"The Master calls “a limp”. {once}")])
    assert say(speech, 1) == ""
    other = say(speech, 2, foe="Olaf")
    speech.listen([Line("telling", other)])
    assert other.replace("Olaf", "Neil") == say(speech, 2) != once


def test_a_sentence_begins_with_a_capital() -> None:
    text = Speech().say(random.Random(3), "memory", "[when], [Goal]. [Goal|Guilt].")
    assert re.fullmatch(r"[A-Z][^.]*\. [A-Z][^.]*\.", text)


def test_those_who_answer_at_once_say_different_things() -> None:
    names = ("mia", "ada", "ben", "cyd", "dan", "eve", "fay")
    game = Seated(*names).wake()
    game.begin(*names[1:], by="mia")
    for number in range(5):
        replies = [
            sit(game.seat_of[name], random.Random(number * 10 + place)).answer(view(game.sitting, game.seat_of[name]))
            for place, name in enumerate(names[1:])
        ]
        openings = [reply[1].split(",")[0] for reply in replies if reply]
        assert len(set(openings)) == len(names) - 1


def meet(who: tuple[str, ...], table: KnowThyself) -> None:
    table.course.met = who


def test_a_guest_takes_somebody_of_the_room_and_nobody_twice_in_the_same_way() -> None:
    """KT-NPC-01: rather somebody new; somebody met before is about something else now."""
    likely = SKETCHES["library"].npcs
    for number in range(20):
        game = Seated("mia", "ada").wake()
        game.put("library", "ada")
        game.act("mia", "wait")
        met = tuple(f"{name}, {material()['people'][name][0]}" for name in likely[: 1 + number % len(likely)])
        game.change(partial(meet, met))
        seat = game.seat_of["ada"]
        reply = sit(seat, random.Random(number)).answer(view(game.sitting, seat))
        assert reply is not None
        assert reply[1]["opponent"] not in met
        assert short(reply[1]["opponent"]) in (likely[len(met) :] or likely)


def test_a_first_sight_fits_the_sky_above_it() -> None:
    parts = material()["scene"]
    for room in ("cemetery", "library"):
        other = parts["glance_out" if room == "library" else "glance_in"]
        for number in range(20):
            game = Seated("mia", "ada").wake()
            game.put(room, "ada")
            mind, seen = Mind("a", random.Random(number)), Seen("a", view(game.sitting, "a"))
            told = scene(mind, seen, Speech(), room)
            assert not [part for part in other if told.startswith(part.partition("{prop}")[0])]


def test_a_guest_has_things_of_different_makes() -> None:
    for number in range(20):
        things = guest.things(Mind("a", random.Random(number)), Speech(), 4)
        assert isinstance(things, list)
        assert len({thing.split()[1] for thing in things}) == 4


def test_the_masters_card_is_not_read_out() -> None:
    """KT-NPC-01: not even by a bot."""
    table, _ = bots_alone(4, "cards")
    said = " ".join(line.text for line in table.lines)
    assert not any(text in said for card in SKETCHES.values() for text in (card.look, *card.conflicts, *card.hooks))


def test_a_guest_leaves_the_first_step_to_the_master() -> None:
    """KT-MOVE-11, -AMB-09: until the Master waits; its own things it can gather all the same."""
    game = Seated("mia", "ada").wake()
    game.put("library", "ada")
    seat = game.seat_of["ada"]
    assert sit(seat, random.Random(1)).answer(view(game.sitting, seat)) is None
    game.act("mia", "wait")
    assert sit(seat, random.Random(1)).answer(view(game.sitting, seat)) is not None


def test_a_guest_gives_way_to_whoever_had_less_light() -> None:
    """KT-MOVE-11, KT-AMB-09: unless they wait."""
    game = Seated("mia", "ada", "ben").wake()
    game.settle("ada", cards=["8D", "2S"])
    seat = game.seat_of["ada"]
    game.act("mia", "wait")
    assert sit(seat, random.Random(1)).answer(view(game.sitting, seat)) is None
    game.act("ben", "wait")
    assert sit(seat, random.Random(1)).answer(view(game.sitting, seat)) is not None


def test_a_master_brings_something_to_those_who_wait_for_it() -> None:
    """KT-AMB-37: always, then; and waits where there is nothing to do."""
    for number in range(10):
        game = Seated("mia", "ada").wake()
        seat = game.seat_of["mia"]
        assert sit(seat, random.Random(number)).answer(view(game.sitting, seat)) == ("explore", {"act": "wait"})
        game.put("library", "ada")
        game.act("ada", "wait")
        reply = sit(seat, random.Random(number)).answer(view(game.sitting, seat))
        assert reply is not None
        assert reply[1]["act"] == "challenge_library"
        assert reply[1]["opponent"].partition(",")[0] in SKETCHES["library"].npcs


@pytest.mark.parametrize(
    ("offered", "want", "issue"),
    [
        (["climb_down", "other"], "i want to climb to the water", "climb_down"),
        (["climb_down", "other"], "i want my hat back", "other"),
        (["climb_up", "other"], "i want my hat back", "climb_up"),
        (["leave_things", "other"], "i want to leave as i am", "leave_things"),
    ],
)
def test_a_master_declares_what_was_wanted(offered: list[str], want: str, issue: str) -> None:
    """KT-WAGER-12."""
    assert at_issue(offered, want) == issue


def test_a_bot_rewords_and_retreats() -> None:
    """KT-MEM-06, KT-WAGER-09: in new words, and in a few."""
    game = Seated("mia", "ada", "ben").wake()
    game.begin("ada", cards=["8S", "2D"])
    game.until("contradictions")
    game.act("ben", "flag", memory=game.memories("ada")[-1].noun_key, why="No.")
    game.say("mia", "reword")
    reply = sit(game.seat_of["mia"], random.Random(1)).answer(view(game.sitting, game.seat_of["mia"]))
    assert reply is not None
    assert "rusty longsword" in reply[1]
    other = Seated("mia", "ada", plain={"accept": "back_down"}).wake()
    for by, teller in (("mia", "ada"), ("ada", "mia")):
        other.begin("ada", by=by)
        other.until("retreat")
        answer = sit(other.seat_of[teller], random.Random(1)).answer(view(other.sitting, other.seat_of[teller]))
        assert answer is not None
        assert "Neil" in answer[1]
        other.until("explore")


def test_a_guest_says_what_it_meant_when_it_is_asked() -> None:
    """KT-WAGER-03, -04: once for a question, with who is meant where that was asked, and not for somebody else."""
    game = Seated("mia", "ada", "ben").wake()
    game.begin("ada", want="I want Neil to vouch for me.")
    game.until("conflict")
    seat = game.seat_of["ada"]

    def reply() -> tuple[str, Any] | None:
        return sit(seat, random.Random(1)).answer(view(game.sitting, seat))

    assert reply() is None
    game.act("mia", "clarify", question="Which Neil do you mean?")
    answer = reply()
    assert answer is not None
    assert answer[0] == "talk"
    assert answer[1]["act"] == "restate"
    assert answer[1]["want"].startswith("I mean Neil")
    assert kind_of(answer[1]["want"]) == "ally"
    game.act("ada", "restate", want=answer[1]["want"])
    assert reply() is None


@pytest.mark.parametrize(
    ("asked", "changes"),
    [
        ("A medal ribbon says soldier. Please find something quieter.", {"a half-burnt medal ribbon"}),
        ("The first thing, please.", {"a gold ring"}),
        ("That scar says too much.", {"mirror"}),
        ("I know this face from the papers, and the ring too.", {"mirror", "a gold ring"}),
        ("Hm.", {"mirror"}),
    ],
)
def test_a_guest_changes_what_it_was_asked_to_change(asked: str, changes: set[str]) -> None:
    """KT-CHAR-02, -07: as far as the words tell; else the mirror."""
    things = ("a gold ring", "a horn spoon", "a dented flask", "a half-burnt medal ribbon")
    mirror = "Tall, in silk, with a scar."
    game = Seated("mia", "ada", plain={"review": "change", "change": asked})
    game.until("appearance")
    game.say("ada", mirror)
    game.until("attachments")
    game.say("ada", list(things))
    game.until("change")
    game.say("mia", asked)
    seat, bot = game.seat_of["ada"], sit(game.seat_of["ada"], random.Random(1))
    first = bot.answer(view(game.sitting, seat))
    assert first is not None
    assert (first[1] == mirror) is ("mirror" not in changes)
    game.say("ada", first[1])
    second = bot.answer(view(game.sitting, seat))
    assert second is not None
    assert {before for before, now in zip(things, second[1], strict=True) if before != now} == changes - {"mirror"}


def test_lines_are_never_crossed() -> None:
    for seed in ("lines", "more lines"):
        table, _ = bots_alone(3, seed, avoid=("funeral", "knife", "grave"))
        said = " ".join(line.text for line in table.lines if line.by or line.kind in OWN).casefold()
        assert not any(word in said for word in ("funeral", "knife", "grave"))


def test_a_voice_with_nothing_left_to_say_says_nothing() -> None:
    speech = Speech(material()["edge"]["lost"])
    assert speech.say(random.Random(1), "edge", "[lost]") == ""
    assert not speech.allows("There was a TORN sleeve, a torn sleeves")


@pytest.mark.parametrize(
    ("card", "stake", "answer"),
    [("5D", 2, "discard"), ("6D", 2, "keep"), ("7D", 5, "discard"), ("8D", 5, "keep"), ("AD", 3, "discard")],
)
def test_a_guest_redraws_by_the_odds(card: str, stake: int, answer: str) -> None:
    """Ledger 9.1, O4: the lowest first card to keep, by stake; an Ace is always redrawn."""
    game = Seated("mia", "ada").wake()
    game.begin("ada", stake=stake, cards=[card])
    game.until("keep")
    seat = game.seat_of["ada"]
    assert sit(seat, random.Random(3)).answer(view(game.sitting, seat)) == ("keep", answer)


@pytest.mark.parametrize(("stake", "master", "invokes"), [(6, "9S", True), (2, "KS", False)])
def test_a_guest_invokes_when_it_pays(stake: int, master: str, invokes: bool) -> None:
    """Ledger 9.1, O5."""
    game = Seated("mia", "ada").wake()
    game.remember("ada", "D")
    game.begin("ada", stake=stake, cards=["8D", master])
    game.until("invoke")
    seat = game.seat_of["ada"]
    reply = sit(seat, random.Random(3)).answer(view(game.sitting, seat))
    assert reply is not None
    assert (reply[1] != "stand") is invokes


@pytest.mark.parametrize(("coins", "stake"), [(12, 5), (5, 0)])
def test_the_last_wager_is_just_enough(coins: int, stake: int) -> None:
    """Ledger 9.1, O7: 20 against 12 takes 5, and nobody passes then; with 5 there is no hope."""
    game = Seated("mia", "ada", plain={"end_early": "yes"}).wake()
    game.act("mia", "call_the_end")
    game.until("blinding_light")
    game.purse("ada", coins)
    game.until("last_wager")
    seat = game.seat_of["ada"]
    answers = [sit(seat, random.Random(number)).answer(view(game.sitting, seat)) for number in range(8)]
    staked = {answer[1].get("stake", 0) for answer in answers if answer}
    assert staked == {stake}


def test_a_master_names_a_stake_that_can_be_matched() -> None:
    """And leaves a Coin to live on, where there is one."""
    for number in range(12):
        game = Seated("mia", "ada").wake()
        game.purse("ada", 4)
        game.begin("ada")
        game.until("stake")
        seat = game.seat_of["mia"]
        reply = sit(seat, random.Random(number)).answer(view(game.sitting, seat))
        assert reply is not None
        assert 2 <= reply[1]["stake"] <= 3
        assert reply[1]["counter"]


def test_a_person_alone_may_sit_with_bots() -> None:
    """Bots in every other seat stop where the person is needed."""
    sitting = Sitting.lay(GAME, NAMES[:3], {}, seed="alone")
    dice = random.Random(1)
    runner = Runner(sitting, {seat: sit(seat, dice) for seat in sitting.table.seats[1:]}, dice)
    sitting.answer("a", "master", "b")
    runner.run()
    assert "a" in sitting.play.awaited()
    assert {pending.prompt.name for pending in sitting.play.pending("a")} == {"appearance"}
