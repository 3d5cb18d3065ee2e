"""The bots' voice: grammar, facts, variety, memory within a game, and lines as hard filters."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise, product

import msgspec
import pytest

from mneme.engine.lines import Lines, tag_words
from mneme.games.schizonauts.content import KEYS, Aptitude, Outcome, Persona
from mneme.games.schizonauts.nouns import LINE_MOST, MEMORY_MOST, NAME_MOST
from mneme.games.schizonauts.phrases import MEMORIES, MEMORY_WORDS, Context, Duty, Voice, fragments, material

APTITUDES: tuple[Aptitude, ...] = ("violence", "knowledge", "intimacy")
PERSONAS: tuple[Persona, ...] = ("thief", "agent")
OUTCOMES: tuple[Outcome, ...] = ("agents", "thieves", "tie")
NAMES = {Duty.THIEF_NAME, Duty.AGENT_NAME}
SHORT = NAMES | MEMORIES | {Duty.TITLE}
LONG = [duty for duty in Duty if duty not in SHORT]
ADDRESSED = {Duty.LINK, Duty.NOTE, Duty.CLAIM}
SENTENCE = re.compile(r"(?<=[.?!]) (?=[“A-Z])")

FLASHBACK = Context(
    phase="flashback",
    aptitude="violence",
    persona="thief",
    actor="Jules",
    visitor="Agent Jones",
    key="The Meat Cleaver",
    memory="Gang Leader",
    question="What happens with the cleaver?",
    place="the long dining room",
    outcome="tie",
    fared="well",
)
ENDGAME = msgspec.structs.replace(FLASHBACK, phase="endgame", actor="Jules Gordon", visitor="Mina Jones", hours_left=9)
FINAL = msgspec.structs.replace(ENDGAME, phase="final", key=None, hours_left=None)


def scenes(duty: Duty) -> Iterator[Context]:
    """Every combination of conditions a fragment may ask about. The last round has no keys. (SZ-FIN-02)"""
    phases = (FLASHBACK, ENDGAME) if duty == Duty.KEY_IN else (FLASHBACK, ENDGAME, FINAL)
    for scene, aptitude, persona, outcome in product(phases, APTITUDES, PERSONAS, OUTCOMES):
        scene = msgspec.structs.replace(scene, aptitude=aptitude, persona=persona, outcome=outcome)
        yield to_say(duty, scene)


def to_say(duty: Duty, context: Context) -> Context:
    return msgspec.structs.replace(context, recipient=context.visitor) if duty in ADDRESSED else context


def spoken(duty: Duty, seed: int = 1, avoid: tuple[str, ...] = ()) -> Iterator[str]:
    """What is said for a duty in every kind of scene, as if each were the first of a game."""
    rng = random.Random(seed)
    for context in scenes(duty):
        yield Voice(avoid).say(duty, context, rng)


def fallbacks(duty: Duty) -> tuple[str, ...]:
    return material().fallback.get(duty, material().fallback["*"])


# -- grammar


@pytest.mark.parametrize("duty", LONG)
def test_a_line_is_one_or_two_whole_sentences(duty: Duty) -> None:
    for text in spoken(duty):
        assert 1 <= len(SENTENCE.split(text)) <= 2, text
        for sentence in SENTENCE.split(text):
            assert re.match(r"“?[A-Z]", sentence), text
            assert re.search(r"[^\W_][”']?[.?]$", sentence), text
        assert len(text) <= 300


@pytest.mark.parametrize("duty", Duty)
def test_no_slot_is_left_open_and_no_mark_is_doubled(duty: Duty) -> None:
    for text in spoken(duty, seed=2):
        assert not re.search(r"[{}_\n]|  | [,.;:?]|[,;:]{2}|\.\.|,;|;,", text), text
        assert '"' not in text, text
        assert text.count("“") == text.count("”"), text
        assert not re.search(r"\b(a [aeiou]\w+ |an [^aeiou\W]|the the|and and)\b", text.casefold()), text
        assert text not in fallbacks(duty), text


@pytest.mark.parametrize("duty", sorted(SHORT))
def test_a_name_a_memory_or_a_title_is_a_heading(duty: Duty) -> None:
    for text in spoken(duty, seed=3):
        assert text[0].isupper()
        assert text[-1] not in ".;,:"


def test_names_are_single_and_fit_the_sheet() -> None:
    """A first name only, a last name only. (SZ-CHAR-02, SZ-CHAR-03)"""
    for duty in NAMES:
        voice, rng = Voice(), random.Random(4)
        for _ in range(300):
            name = voice.say(duty, Context(), rng)
            assert re.fullmatch(r"[^\W\d_]+(-[^\W\d_]+)?", name), name
            assert len(name) <= NAME_MOST
            assert len(set(name.split("-"))) == len(name.split("-")), name


def test_memories_fit_the_sheet() -> None:
    """A few words, whatever they are made of. (SZ-CHAR-04, SZ-BLEED-06, -07)"""
    for duty in MEMORIES:
        for memory in spoken(duty, seed=5):
            assert len(memory) <= MEMORY_MOST
            assert len(memory.split()) <= MEMORY_WORDS, memory


def test_a_line_can_be_kept_to_a_length() -> None:
    """Questions, links and objections fit their prompts, whatever the names."""
    long_names = msgspec.structs.replace(
        FLASHBACK, actor="Wilhelmina-Maximiliana", visitor="Agent Featherstonehaugh-Bo", memory="A Long Memory " * 5
    )
    for duty in (Duty.QUESTION, Duty.LINK, Duty.OBJECTION, Duty.TITLE):
        voice, rng = Voice(), random.Random(32)
        said = [voice.say(duty, to_say(duty, long_names), rng, most=LINE_MOST) for _ in range(4)]
        assert all(len(text) <= LINE_MOST for text in said)
        assert not set(said) & set(fallbacks(duty))


def test_a_memory_that_bleeds_again_and_again_does_not_grow() -> None:
    """SZ-BLEED-07."""
    voice, rng, memory = Voice(), random.Random(6), "Daughter Kenzie"
    for _ in range(20):
        memory = voice.say(Duty.BLED_MEMORY, Context(aptitude="intimacy", memory=memory), rng)
        assert len(memory.split()) <= MEMORY_WORDS


def test_a_bled_memory_takes_up_the_one_that_bled() -> None:
    """By its name, if it is named like a thing; else by what it would feel like. (SZ-BLEED-07)"""
    voice, rng = Voice(), random.Random(7)
    said = [voice.say(Duty.BLED_MEMORY, Context(aptitude="violence", memory="The Brawl"), rng) for _ in range(12)]
    assert sum(memory.endswith("the Brawl") for memory in said) > 6
    other = [voice.say(Duty.BLED_MEMORY, Context(aptitude="violence", memory="I Found It"), rng) for _ in range(12)]
    assert not any("Found It" in memory and ("the" in memory or ":" in memory) for memory in other)


# -- persons and facts


@pytest.mark.parametrize("duty", [Duty.KEY_IN, Duty.MEMORY_IN])
def test_what_must_be_worked_in_is_named(duty: Duty) -> None:
    """The key object and the memory come up in so many words. (SZ-FB-19)"""
    voice, rng = Voice(), random.Random(8)
    for _ in range(12):
        text = voice.say(duty, FLASHBACK, rng)
        assert ("the Meat Cleaver" if duty == Duty.KEY_IN else "“Gang Leader”").casefold() in text.casefold()


def test_a_title_is_made_of_what_is_in_the_scene() -> None:
    """Its place, its object or its memory, and nothing that nobody has mentioned."""
    voice, rng = Voice(), random.Random(34)
    assert {voice.say(Duty.TITLE, FLASHBACK, rng) for _ in range(5)} == {
        "The Long Dining Room",
        "The Meat Cleaver",
        "Jules and the Meat Cleaver",
        "Agent Jones and the Meat Cleaver",
        "Gang Leader",
    }


@pytest.mark.parametrize("duty", LONG)
def test_nobody_is_named_twice_in_a_sentence(duty: Duty) -> None:
    for text in spoken(duty, seed=35):
        for sentence, name in product(SENTENCE.split(text), ("Jules", "Jones")):
            assert sentence.count(name) <= 1, text


def test_a_frame_makes_room_for_both() -> None:
    """Two player characters and no others. (SZ-FB-17, SZ-FB-18)"""
    for text in spoken(Duty.FRAME, seed=9):
        assert re.search(r"Jules( Gordon)?", text), text
        assert re.search(r"(Agent|Mina) Jones", text), text


def test_a_visitor_speaks_of_her_own_character() -> None:
    context = msgspec.structs.replace(FLASHBACK, speaker="Agent Jones")
    voice, rng = Voice(), random.Random(10)
    said = " ".join(voice.say(Duty.ANSWER, context, rng) for _ in range(10))
    assert said.count("Agent Jones") > said.count("Jules")


def test_nobody_elses_character_is_made_to_act_before_the_dice() -> None:
    """Scenes leave the other player's character to that player."""
    for part in ("doing", "room_for_them", "key_brings", "about_it", "memory_comes", "memory_does"):
        for fragment in fragments()[part]:
            assert not fragment.say.startswith(("{them} ", "{visitor} ", "{actor} ")), fragment.say


def test_a_question_is_open() -> None:
    """Never yes or no. (SZ-QA-01)"""
    for text in spoken(Duty.QUESTION, seed=11):
        assert re.match(r"(What|Who|How|Where|With [^,]+ watching, what|In front of [^,]+, what)\b.*\?$", text), text


ASKED = (
    ("who", "Who keeps the cleaver?"),
    ("where", "Where does the cleaver end up?"),
    ("why", "Why has Jules brought the cleaver?"),
    ("tell", "What does Jules tell Agent Jones about the cleaver?"),
    ("learn", "What does Agent Jones find out about the cleaver?"),
    ("do", "How does Jules get past Agent Jones?"),
)


@pytest.mark.parametrize(("aptitude", "asked"), list(product(APTITUDES, ASKED)))
def test_an_answer_fits_the_aptitude_and_the_question(aptitude: Aptitude, asked: tuple[str, str]) -> None:
    """What was rolled, and what was asked for. (SZ-TELL-01, SZ-TELL-03)"""
    kind, question = asked
    fitting = {"aptitude": (aptitude,), "asks": (kind,)}
    replies = [filled(f.say) for f in fragments()["reply"] if f.when == fitting]
    voice, rng = Voice(), random.Random(12)
    context = msgspec.structs.replace(FLASHBACK, aptitude=aptitude, question=question)
    for _ in range(4):
        assert voice.say(Duty.ANSWER, context, rng).casefold() in replies


def filled(reply: str) -> str:
    facts = {"me": "Jules", "them": "Agent Jones", "topic": "the Meat Cleaver", "object": "the Meat Cleaver"}
    return f"{reply.format(**facts)}.".casefold()


def test_an_answer_is_about_what_the_question_names() -> None:
    """The question's own thing, whoever worded it; what has only been spoken of is not picked up and carried off."""
    voice, rng = Voice(), random.Random(36)
    context = msgspec.structs.replace(FLASHBACK, question="What does Jules tell Agent Jones about the red suitcase?")
    said = [voice.say(Duty.ANSWER, context, rng) for _ in range(6)]
    assert any("the red suitcase" in text for text in said)
    assert not any("Cleaver" in text for text in said)
    remembered = msgspec.structs.replace(FLASHBACK, question="Where does “Gang Leader” lead?", key=None)
    assert not any("Gang Leader” ends up" in voice.say(Duty.ANSWER, remembered, rng) for _ in range(2))


@pytest.mark.parametrize("aptitude", APTITUDES)
def test_there_is_always_a_price_and_it_fits_the_aptitude(aptitude: Aptitude) -> None:
    """Never none. (SZ-TELL-02, SZ-TELL-03)"""
    costs = [f.say for f in fragments()["cost"] if f.when["aptitude"] == (aptitude,)]
    costs += [f.say for f in fragments()["cost_here"]]
    facts = {"actor": "Jules", "visitor": "Agent Jones", "key": "the Meat Cleaver", "memory": "Gang Leader"}
    costs = [cost.format(**facts).casefold() for cost in costs]
    voice, rng = Voice(), random.Random(13)
    for _ in range(12):
        text = voice.say(Duty.PRICE, msgspec.structs.replace(FLASHBACK, aptitude=aptitude), rng)
        assert any(cost in text.casefold() for cost in costs), text


@pytest.mark.parametrize("persona", PERSONAS)
def test_a_confirmed_answer_names_the_side(persona: Persona) -> None:
    """It says thief or agent, and the right one. (SZ-CONF-03)"""
    other = "agent" if persona == "thief" else "thief"
    voice, rng = Voice(), random.Random(14)
    for _ in range(12):
        context = msgspec.structs.replace(FINAL, persona=persona)
        last = SENTENCE.split(voice.say(Duty.FINAL_CONFIRMED, context, rng))[-1]
        assert persona in last, last
        assert other not in last, last


def test_an_answer_in_a_crisis_leaves_the_side_to_be_agreed() -> None:
    """Narrator and judge settle it together, after the telling. (SZ-CRIS-07)"""
    for text in spoken(Duty.FINAL_CRISIS, seed=14):
        assert not re.search(r"\b(thief|agent)\b", text), text


@pytest.mark.parametrize("persona", PERSONAS)
def test_a_claim_names_its_side(persona: Persona) -> None:
    """True or not. (SZ-EG-23)"""
    voice, rng = Voice(), random.Random(15)
    for _ in range(12):
        assert persona in voice.say(Duty.CLAIM, msgspec.structs.replace(ENDGAME, persona=persona), rng)


def test_the_dead_speak_only_through_what_they_left() -> None:
    """Letters, recordings, preparations. (SZ-DEATH-04)"""
    context = msgspec.structs.replace(ENDGAME, dead=("Jules Gordon",))
    voice, rng = Voice(), random.Random(16)
    alive = [
        f.say.removeprefix("{me} ") for part in ("doing", "reply", "memory_does", "fate") for f in fragments()[part]
    ]
    for duty, _ in product((Duty.FRAME, Duty.KEY_IN, Duty.MEMORY_IN, Duty.ANSWER, Duty.EPILOGUE), range(4)):
        text = voice.say(duty, context, rng)
        assert text not in fallbacks(duty)
        assert not any(f"Jules Gordon {deed}" in text for deed in alive), text


@pytest.mark.parametrize("dead", [("Jules Gordon",), ("Mina Jones",), ("Jules Gordon", "Mina Jones")])
def test_death_leaves_nobody_without_words(dead: tuple[str, ...]) -> None:
    """A dead character's player goes on in every role. (SZ-DEATH-04, SZ-DEATH-05)"""
    for duty in Duty:
        context = msgspec.structs.replace(to_say(duty, ENDGAME), dead=dead)
        assert Voice().variety(duty, context) >= 2, duty


@pytest.mark.parametrize(("hours", "words"), [(1, "One hour left"), (9, "Nine hours left")])
def test_the_night_runs_out_in_words(hours: int, words: str) -> None:
    """Endgame scenes mostly follow the clock, if the caller knows it. (SZ-EG-20)"""
    context = msgspec.structs.replace(ENDGAME, hours_left=hours)
    voice, rng = Voice(), random.Random(17)
    assert any(voice.say(Duty.FRAME, context, rng).startswith(words) for _ in range(12))


def test_flashback_and_endgame_keep_their_own_time() -> None:
    """Before the theft; after it. (SZ-FB-04, SZ-EG-20)"""
    nights = {f.say for f in fragments()["when"] if "flashback" not in f.when["phase"]}
    pasts = {f.say for f in fragments()["when"] if "flashback" in f.when["phase"]}
    voice, rng = Voice(), random.Random(18)
    for _ in range(30):
        assert not any(night in voice.say(Duty.FRAME, FLASHBACK, rng) for night in nights)
        assert not any(past in voice.say(Duty.FRAME, ENDGAME, rng) for past in pasts)


def test_somebody_elses_words_are_quoted_safely() -> None:
    unruly = msgspec.structs.replace(FLASHBACK, memory='They “said” "run".\n{key} {nowhere}', place=None)
    voice, rng = Voice(), random.Random(19)
    for _ in range(8):
        text = voice.say(Duty.MEMORY_IN, unruly, rng)
        assert "They ‘said’ 'run'. {key} {nowhere}" in text
        assert "\n" not in text


# -- variety and memory


@pytest.mark.parametrize("duty", Duty)
def test_there_is_more_than_one_way_to_say_it(duty: Duty) -> None:
    """Few and good: names, objects and memories make them new each time."""
    for context in scenes(duty):
        assert Voice().variety(duty, context) >= 5, context


def test_small_pieces_come_round_only_when_all_were_used() -> None:
    """The least used comes first, so nobody hears the same place twice in an evening."""
    voice, rng = Voice(), random.Random(21)
    places = [f.say for f in fragments()["place"] if "flashback" in f.when["phase"]]
    said = [voice.say(Duty.FRAME, FLASHBACK, rng) for _ in places]
    assert all(sum(place.casefold() in text.casefold() for text in said) == 1 for place in places)


@pytest.mark.parametrize("duty", [Duty.FRAME, Duty.KEY_IN, Duty.ANSWER])
def test_one_somebody_is_enough(duty: Duty) -> None:
    voice, rng = Voice(), random.Random(33)
    for _ in range(60):
        text = voice.say(duty, FLASHBACK, rng).casefold()
        assert len(re.findall(r"(?:^|[,;:.] (?:and )?)somebody\b", text)) <= 1, text


EVERY_SCENE = [Duty.FRAME, Duty.KEY_IN, Duty.MEMORY_IN, Duty.QUESTION, Duty.LINK, Duty.ANSWER, Duty.PRICE]
AT_TIMES = [Duty.OBJECTION, Duty.NOTE, Duty.CLAIM]
AT_THE_END = [Duty.FINAL_CONFIRMED, Duty.FINAL_CRISIS, Duty.EPILOGUE]


def evening(seed: int) -> list[str]:
    """What the bots of one game of 40 scenes say, line by line: their own names, keys and memories."""
    rng, voice = random.Random(seed), Voice()
    names = [voice.say(Duty.THIEF_NAME, Context(), rng) for _ in range(4)]
    keys = rng.sample([key.name for key in KEYS.values()], 20)
    said: list[str] = []
    for scene in range(44):
        actor, visitor = rng.sample(names, 2)
        aptitude, persona, outcome = rng.choice(APTITUDES), rng.choice(PERSONAS), rng.choice(OUTCOMES)
        context = msgspec.structs.replace(
            FLASHBACK if scene < 28 else ENDGAME if scene < 40 else FINAL,
            actor=actor,
            visitor=visitor,
            key=keys[scene // 2] if scene < 40 else None,
            memory=voice.say(Duty.STARTING_MEMORY, Context(aptitude=aptitude), rng),
            aptitude=aptitude,
            persona=persona,
            outcome=outcome,
        )
        duties = (EVERY_SCENE + AT_TIMES * (scene % 5 == 0)) if scene < 40 else AT_THE_END
        said += [voice.say(duty, to_say(duty, context), rng) for duty in duties]
    return said


def test_no_sentence_is_said_twice_in_a_game() -> None:
    """And nobody ever runs out of words."""
    said = [sentence for text in evening(seed=22) for sentence in SENTENCE.split(text)]
    assert len({sentence.casefold() for sentence in said}) == len(said) > 350


def test_two_games_in_a_row_share_no_line() -> None:
    """Twenty pairs of games of some 300 lines each; one pair may meet by chance."""
    games = [set(evening(seed)) for seed in range(30, 51)]
    shared = [first & second for first, second in pairwise(games)]
    assert sum(map(bool, shared)) <= 1, shared


def test_the_same_seed_says_the_same() -> None:
    assert evening(seed=23) == evening(seed=23)
    assert evening(seed=23) != evening(seed=24)


def test_another_process_says_the_same() -> None:
    """Nothing depends on hash order."""
    script = (
        "import random; from mneme.games.schizonauts.phrases import *; v, r = Voice(['blood']), random.Random(5); "
        "c = Context(actor='Jules', visitor='Mina', key='The Fire Axe', memory='Harvard', aptitude='knowledge'); "
        "print([v.say(d, c, r) for d in Duty for _ in range(5)])"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", script], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(runs) == 1


def test_words_heard_at_the_table_are_not_said_again() -> None:
    """After a restart a new voice is told what was said."""
    first = Voice().say(Duty.PRICE, FLASHBACK, random.Random(25))
    returning = Voice()
    returning.hear(first)
    assert returning.say(Duty.PRICE, FLASHBACK, random.Random(25)) != first


# -- lines and veils


@pytest.mark.parametrize("tag", tag_words())
def test_nothing_that_is_said_touches_a_line(tag: str) -> None:
    """Lines are hard filters on everything generated, and they leave enough to say."""
    lines, rng = Lines([tag]), random.Random(26)
    for duty, context in product(Duty, (FLASHBACK, ENDGAME)):
        for aptitude in APTITUDES:
            context = msgspec.structs.replace(to_say(duty, context), aptitude=aptitude, memory="Harvard", question=None)
            text = Voice([tag]).say(duty, context, rng)
            assert lines.allows(text), text
            assert text not in fallbacks(duty)


def test_every_line_at_once_still_leaves_something_to_say() -> None:
    voice, rng = Voice(tag_words()), random.Random(27)
    for duty in Duty:
        text = voice.say(duty, to_say(duty, ENDGAME), rng)
        assert text not in fallbacks(duty)
        assert Lines(tag_words()).allows(text), text


@pytest.mark.parametrize("duty", LONG)
def test_a_key_object_or_a_memory_that_touches_a_line_is_not_named(duty: Duty) -> None:
    voice, rng = Voice(["cleaver", "gang", "dining"]), random.Random(28)
    for _ in range(8):
        text = voice.say(duty, to_say(duty, FLASHBACK), rng).casefold()
        assert "cleaver" not in text
        assert "gang" not in text
        assert "dining" not in text


def test_a_line_drawn_in_mid_game_holds_from_the_next_word() -> None:
    voice, rng = Voice(), random.Random(29)
    before = [voice.say(Duty.FRAME, FLASHBACK, rng) for _ in range(40)]
    voice.avoid(["caretaker", "clock"])
    after = [voice.say(Duty.FRAME, FLASHBACK, rng) for _ in range(40)]
    assert any("caretaker" in text for text in before)
    assert not any("caretaker" in text or "clock" in text for text in after)


def test_a_veil_over_everything_fades() -> None:
    """Where nothing may be said, the bot lets the scene fade and goes on."""
    text = Voice().say(Duty.FRAME, Context(phase="flashback"), random.Random(30))
    assert text == "We let this part fade, and go on."


def test_tags_drop_fragments_whose_words_alone_would_pass() -> None:
    """ "Last One Out Alive" names no death of its own but "The Man on the Roof" is tagged with one."""
    voice, rng = Voice(["death"]), random.Random(31)
    said = {voice.say(Duty.STARTING_MEMORY, Context(aptitude="violence"), rng) for _ in range(600)}
    assert "The Man on the Roof" not in said
    assert "Temper" in said


# -- the material itself

FACTS = {"me", "them", "actor", "visitor", "friend", "late_me", "late_them", "late_actor", "late_visitor"}
FACTS |= {"key", "thing", "memory", "the_head", "title_memory", "topic", "object", "place_title", "hours"}
CONDITIONS: dict[str, set[str]] = {
    "asks": {"who", "where", "why", "tell", "learn", "do"},
    "phase": {"flashback", "endgame", "final"},
    "aptitude": set(APTITUDES),
    "persona": set(PERSONAS),
    "outcome": set(OUTCOMES),
    "outcome_text": {"safe", "surveillance"},
    "fared": {"well", "badly"},
}


def test_every_slot_is_a_part_or_a_fact_and_every_part_is_used() -> None:
    slots = {slot for parts in fragments().values() for fragment in parts for slot in fragment.slots}
    parts = {name for name in fragments() if not name.startswith("to say: ")}
    assert slots - FACTS == parts
    assert not FACTS & parts


def test_every_duty_has_patterns_and_no_part_contains_itself() -> None:
    assert set(material().duties) == set(Duty)

    def below(name: str, above: tuple[str, ...]) -> None:
        assert name not in above, above
        for fragment in fragments().get(name, ()):
            for slot in fragment.slots - FACTS:
                below(slot, (*above, name))

    for name in fragments():
        below(name, ())


def test_conditions_and_tags_are_known_words() -> None:
    for parts in fragments().values():
        for fragment in parts:
            assert set(fragment.tags) <= {*tag_words(), "book", "crime"}
            for what, values in fragment.when.items():
                assert set(values) <= CONDITIONS[what]


def test_no_fragment_is_written_twice_in_a_list() -> None:
    for name, parts in fragments().items():
        written = [(fragment.say, str(fragment.when)) for fragment in parts]
        assert len(written) == len(set(written)), name


def test_no_fragment_gives_a_character_a_pronoun() -> None:
    """A character's gender is the player's to declare, or to leave open. (SZ-CHAR-10)"""
    for parts in fragments().values():
        for fragment in parts:
            if {"me", "them", "actor", "visitor"} & fragment.slots:
                assert not re.search(r"\b(he|she|his|her|him|hers|himself|herself)\b", fragment.say), fragment.say
