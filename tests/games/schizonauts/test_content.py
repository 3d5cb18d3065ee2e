"""The words of Schizonauts: the grid of key objects, the required facts, and the rules that live in what is said."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from mneme.engine.lines import Lines
from mneme.games.schizonauts import content
from mneme.games.schizonauts.content import KEYS, Passage, suggestions, texts, told

APTITUDES = ("violence", "knowledge", "intimacy")
GUIDE = Path(__file__).parents[3] / "docs" / "play" / "schizonauts.md"

# -- key objects (ledger 6.1)

PER_PAGE = {
    1: {"violence": 4, "knowledge": 3, "intimacy": 3},
    2: {"violence": 3, "knowledge": 4, "intimacy": 3},
    3: {"violence": 3, "knowledge": 3, "intimacy": 4},
}


def test_sixty_cards_fill_six_pages_of_ten() -> None:
    """A d6 and a d10 find every card. (SZ-VAR-01, ledger 6.1)"""
    places = [f"{page}-{entry}" for page in range(1, 7) for entry in range(1, 11)]
    assert list(KEYS) == places
    assert [f"{key.page}-{key.entry}" for key in KEYS.values()] == places


@pytest.mark.parametrize("page", range(1, 7))
def test_each_page_has_its_aptitudes_and_one_big_bonus_of_each(page: int) -> None:
    """The grid of ledger 6.1."""
    cards = [key for key in KEYS.values() if key.page == page]
    assert Counter(key.aptitude for key in cards) == PER_PAGE[(page - 1) % 3 + 1]
    assert Counter(key.aptitude for key in cards if key.bonus == 2) == dict.fromkeys(APTITUDES, 1)


def test_the_two_cards_the_book_names_are_there() -> None:
    known = {key.name: (key.aptitude, key.bonus) for key in KEYS.values()}
    assert known["The Meat Cleaver"] == ("violence", 1)
    assert known["The Bribe Money"] == ("intimacy", 2)


def test_no_two_cards_share_a_name_a_line_or_a_picture() -> None:
    for field in ("name", "line", "alt", "glyph"):
        assert len({getattr(key, field).casefold() for key in KEYS.values()}) == 60, field


def test_a_card_is_named_as_one_thing() -> None:
    """ "The …", and singular, so that "the Torn Sleeve is" always reads right."""
    for key in KEYS.values():
        assert re.fullmatch(r"The [A-Z][\w'-]*( [A-Z][\w'-]*)*", key.name), key.name
        assert not re.search(r"[^s]s$", key.name), key.name
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", key.glyph), key.glyph


def test_a_card_line_is_one_or_two_short_sentences() -> None:
    for key in KEYS.values():
        sentences = re.findall(r"[^.]+\.(?= |$)", key.line.replace("4.10", "4:10"))
        assert 1 <= len(sentences) <= 3, key.line
        assert len(key.line) <= 90, key.line
        assert key.alt.endswith(".")
        assert "\n" not in key.alt


def test_no_card_settles_the_theft_or_belongs_to_a_suggested_character() -> None:
    said = " ".join(f"{key.name} {key.line}" for key in KEYS.values())
    assert "PALACE" not in said
    assert "gate" not in said.casefold()
    names = {*suggestions().names.thief, *suggestions().names.agent} - {"Gray", "Park", "Lee"}
    assert names.isdisjoint(re.findall(r"\w+", said))


# -- the briefing and the situation (ledger 6.2, 6.3)

BRIEFED = {
    "palace_is_a_mind": ("PALACE", "artificial mind"),
    "money_is_information_and_trust": ("money", "information", "trust"),
    "name_is_never_told": ("letters stand for", "not in"),
    "keys_stolen_twelve_hours_ago": ("Twelve hours ago", "keys"),
    "ruin_within_a_day": ("less than 24 hours", "no money"),
    "mnemonis_replays_a_thief": ("Mnemonis", "thief's memory"),
    "agent_looks_like_the_thief": ("mirror", "likeness"),
    "mission_is_compulsory": ("compulsory",),
}
OPENING = {
    "last_doses_used": ("last dose",),
    "wake_alone_at_home": ("wake", "home", "alone"),
    "urgency": ("must be done now",),
    "just_after_sundown": ("sun went down",),
    "twelve_hours_left": ("12 hours",),
}
IF_AGENT = {
    "no_time_to_contact_the_organisation": ("no time", "office"),
    "too_many_lack_clearance": ("not cleared",),
    "memories_belong_to_the_thieves": ("memories in the drug", "thieves"),
    "fellow_agents_may_be_turned": ("agents no longer",),
    "identify_and_contact_them": ("Find those agents", "talk to them"),
    "learn_who_is_compromised": ("compromised",),
    "stop_the_threat_by_any_means": ("stop them", "any means"),
    "key_items_are_tools": ("in your hand", "tools"),
}
IF_THIEF = {
    "large_conspiracy_against_the_economy": ("large conspiracy", "economy"),
    "members_do_not_know_each_other": ("no member knows another",),
    "planted_in_the_agencies_years_ago": ("Years ago", "agencies"),
    "more_than_one_identity": ("more than one identity",),
    "drug_gave_the_keys": ("drug has given you",),
    "keys_open_the_gates": ("psycho-signifier keys", "gates of PALACE"),
    "enough_keys_breach_security": ("enough", "breached"),
    "others_are_allies_or_hunters": ("ally", "hunter"),
    "pass_as_an_agent": ("pass as an agent",),
}


def check_facts(passages: tuple[Passage, ...], required: dict[str, tuple[str, ...]]) -> None:
    conveyed = {fact: passage.text for passage in passages for fact in passage.facts}
    assert required.keys() <= conveyed.keys()
    for fact, essential in required.items():
        for words in essential:
            assert words in conveyed[fact], fact


def test_the_briefing_tells_what_an_agent_must_know() -> None:
    """Ledger 6.3."""
    check_facts(texts().briefing, BRIEFED)


def test_nothing_ever_says_what_palace_stands_for() -> None:
    """Ledger 6.3: it is never told, so no text may spell it out."""
    briefing = told(texts().briefing)
    assert "P.A.L.A.C.E" not in briefing
    assert not re.search(r"stands? for [A-Z\"]", briefing)


def test_the_situation_conveys_every_required_fact() -> None:
    """The starter reads all of it aloud. (SZ-EG-05, ledger 6.2)"""
    situation = texts().situation
    assert situation.rules == ("SZ-EG-05",)
    check_facts(situation.opening, OPENING)
    check_facts(situation.agent, IF_AGENT)
    check_facts(situation.thief, IF_THIEF)


def test_every_seat_hears_both_parts_of_the_situation() -> None:
    """One text, whatever a seat's card says. (SZ-EG-05)"""
    aloud = texts().situation.aloud()
    assert aloud == situation_in_order()
    assert aloud.index("If your card is an agent") < aloud.index("If your card is a thief")


def situation_in_order() -> str:
    parts = texts().situation
    paragraphs = (told(parts.opening), told(parts.agent), told(parts.thief))
    headings = ("", f"{parts.agent_heading}: ", f"{parts.thief_heading}: ")
    return "\n".join(heading + paragraph for heading, paragraph in zip(headings, paragraphs, strict=True))


# -- outcomes, rituals, identities

OUTCOMES = [
    ("safe", "agents", ("PALACE is safe", "stopped")),
    ("safe", "thieves", ("succeeds", "economy")),
    ("safe", "tie", ("thieves lose", "PALACE is shut down", "uncertain")),
    ("surveillance", "agents", ("Every thief is caught", "lens in every ceiling")),
    ("surveillance", "thieves", ("government is gone", "chaos")),
    ("surveillance", "tie", ("thieves lose", "PALACE is shut down", "uncertain")),
]


@pytest.mark.parametrize(("flavour", "result", "essential"), OUTCOMES)
def test_every_ending_is_told_in_both_flavours(flavour: str, result: str, essential: tuple[str, ...]) -> None:
    """Agents, thieves, and the tie that the revised edition inherits. (SZ-TALLY-02, SZ-TALLY-04, SZ-AMB-48)"""
    for words in essential:
        assert words in texts().outcomes[flavour][result]


def test_the_spoken_lines_are_exact() -> None:
    """Ledger 8.2. (SZ-PRE-04, SZ-EG-08, SZ-CONF-02, -04, SZ-CRIS-02, -08)"""
    spoken = {ritual.key: (ritual.line, ritual.rules) for ritual in texts().rituals if ritual.line}
    assert spoken == {
        "this_is_who_i_am": ("This is who I am.", ("SZ-PRE-04",)),
        "full_name": ("I am {first} {last}.", ("SZ-EG-08",)),
        "final_question": ("Who am I?", ("SZ-CONF-02", "SZ-CRIS-02")),
        "final_line": ("This is who I am.", ("SZ-CONF-04", "SZ-CRIS-08")),
    }


@pytest.mark.parametrize(
    ("key", "rule", "essential"),
    [
        ("preamble_agent", "SZ-PRE-01", ("agent alone", "Replace any memory")),
        ("preamble_thief", "SZ-PRE-02", ("thief alone", "Replace any memory")),
        ("preamble_both", "SZ-PRE-03", ("both of them", "might be the same")),
        ("overlap", "SZ-EG-06", ("Study the memories in your overlap",)),
        ("full_name", "SZ-EG-08", ("thief's first name", "agent's last name")),
    ],
)
def test_each_ritual_has_its_lead(key: str, rule: str, essential: tuple[str, ...]) -> None:
    """What the preamble and the interlude ask of everyone. (SZ-PRE-01..03, SZ-EG-06, -08)"""
    ritual = texts().ritual(key)
    assert rule in ritual.rules
    for words in essential:
        assert words in ritual.lead


def test_there_are_six_ways_to_be_somebody() -> None:
    """ "Which one am I?", three for each side. (Ledger 6.3)"""
    found = {identity.key: identity.persona for identity in texts().identities}
    assert found == {
        "always_the_agent": "agent",
        "treble_agent": "agent",
        "agent_is_winning": "agent",
        "always_the_thief": "thief",
        "overwritten": "thief",
        "made_by_the_drug": "thief",
    }


# -- reminders: [NARRATE] rules

REMINDERS = [
    ("first_and_last_names", "SZ-FB-04", "game_chef", ("first name only", "last name only")),
    ("before_the_theft", "SZ-FB-04", "game_chef", ("before the keys to PALACE were stolen",)),
    ("theft_stays_open", "SZ-FB-04", "game_chef", ("not settle the theft", "need not mention")),
    ("nobody_dies_in_flashback", "SZ-FB-04", "game_chef", ("dies in flashback", "Story characters may")),
    ("nobody_dies_in_flashback", "SZ-DEATH-01", "revised", ("No player's character dies",)),
    ("own_pair_never_meets", "SZ-FB-04", "game_chef", ("never in a scene together",)),
    ("own_pair_never_meets", "SZ-CHAR-09", "game_chef", ("never met", "whole game")),
    ("ties_between_characters", "SZ-CHAR-09", "game_chef", ("already know other players' characters",)),
    ("meaning_violence", "SZ-CHAR-05", "game_chef", ("done it", "done to you")),
    ("meaning_knowledge", "SZ-CHAR-05", "game_chef", ("good at", "worked out", "noticed")),
    ("meaning_intimacy", "SZ-CHAR-05", "game_chef", ("with people", "relationship", "can be hurt")),
    ("they_look_alike", "SZ-CHAR-10", "game_chef", ("look alike", "pass for each other")),
    ("gender_is_free", "SZ-CHAR-10", "game_chef", ("any gender", "may differ", "leave it open")),
    ("rating_is_not_skill", "SZ-CHAR-11", "game_chef", ("not skill", "how often", "how strongly", "control")),
    ("any_order", "SZ-FB-05", "game_chef", ("any order", "need not connect")),
    ("framing", "SZ-FB-17", "game_chef", ("Actor and visitor agree", "Everyone else may suggest")),
    ("framing", "SZ-FB-17", "revised", ("The actor says",)),
    ("only_two_player_characters", "SZ-FB-18", "game_chef", ("Only the actor's and the visitor's", "voice")),
    ("work_it_in_flashback", "SZ-FB-19", "game_chef", ("visitor must bring in the key object", "actor must")),
    ("work_it_in_endgame", "SZ-EG-34", "game_chef", ("actor must", "both the key object and the memory")),
    ("open_question", "SZ-QA-01", "game_chef", ("what matters most", "outcome open", "yes or no")),
    ("two_exciting_outcomes", "SZ-QA-02", "game_chef", ("at least two outcomes", "If only one", "let it happen")),
    ("narrator_answers", "SZ-TELL-01", "game_chef", ("narrator answers", "ground rules")),
    ("there_is_a_price", "SZ-TELL-02", "game_chef", ("always a price", "success costs", "failure", "hands")),
    ("there_is_a_price", "SZ-TELL-02", "revised", ("always a price", "break in", "any moment")),
    ("answer_fits_the_aptitude", "SZ-TELL-03", "game_chef", ("answered by violent acts", "gaining knowledge")),
    ("answer_fits_the_aptitude", "SZ-TELL-03", "revised", ("answer fits", "advice, not a rule")),
    ("price_fits_the_aptitude", "SZ-TELL-03", "game_chef", ("price fits its aptitude",)),
    ("price_fits_the_aptitude", "SZ-TELL-03", "revised", ("price fits", "advice, not a rule")),
    ("narrator_concludes", "SZ-TELL-04", "game_chef", ("narrator has the last words",)),
    ("one_night", "SZ-EG-20", "game_chef", ("after the theft", "12 hours from sundown to sunrise")),
    ("gates_stay_undecided", "SZ-EG-20", "game_chef", ("Nobody breaches", "until the final resolution is over")),
    ("no_forced_reveal", "SZ-EG-20", "game_chef", ("Nobody can make you turn up",)),
    ("two_in_the_scene", "SZ-EG-20", "game_chef", ("Only the actor's and the visitor's",)),
    ("everyone_looks_like_an_agent", "SZ-EG-20", "game_chef", ("every schizonaut is the agent",)),
    ("agent_goal", "SZ-EG-22", "game_chef", ("If you are an agent", "turned", "stop them")),
    ("thief_goal", "SZ-EG-22", "game_chef", ("breach PALACE", "allies", "look like an agent")),
    ("talk_about_cards", "SZ-EG-23", "game_chef", ("true or false", "note", "may not show a card to one person")),
    ("talk_about_cards", "SZ-EG-23", "revised", ("Do not talk about your face-down cards", "most of your cards")),
    ("death_in_endgame", "SZ-DEATH-02", "game_chef", ("may die", "everyone at the table agrees")),
    ("death_in_endgame", "SZ-DEATH-02", "revised", ("No player's character dies in the endgame",)),
    ("death_in_final_resolution", "SZ-DEATH-03", "game_chef", ("may die", "everyone at the table agrees")),
    ("death_in_final_resolution", "SZ-DEATH-03", "revised", ("may die", "telling is enough")),
    ("playing_on_after_death", "SZ-DEATH-04", "game_chef", ("plays on", "letters", "overlap ratings only")),
    ("confirmed_answer", "SZ-CONF-03", "game_chef", ("fits who you are", "visitor sets the price")),
    ("settle_it_together", "SZ-CRIS-07", "game_chef", ("together", "thief or agent", "narrator decides")),
    ("epilogue", "SZ-TALLY-04", "game_chef", ("Everyone tells",)),
    ("epilogue", "SZ-TALLY-04", "revised", ("winning side", "If nobody won, everyone")),
    ("leaving", "SZ-AMB-58", "game_chef", ("leave at any time", "seat waits", "keeps it")),
    ("leaving_in_flashback", "SZ-AMB-58", "game_chef", ("end of the round", "set aside unseen")),
    ("leaving_in_endgame", "SZ-AMB-58", "game_chef", ("set aside unseen", "count for nobody")),
    ("leaving_starter", "SZ-AMB-58", "game_chef", ("next seat clockwise", "never goes below 2 players")),
]


@pytest.mark.parametrize(("key", "rule", "edition", "essential"), REMINDERS)
def test_a_rule_that_is_only_spoken_has_its_words(
    key: str, rule: str, edition: str, essential: tuple[str, ...]
) -> None:
    """Each text exists, names its rule and says what matters in it.

    (SZ-CHAR-05, -09, -10, -11, SZ-FB-04, -05, -17, -18, -19, SZ-QA-01, -02, SZ-TELL-01..04, SZ-EG-20, -22, -23,
    SZ-DEATH-01..04, SZ-CONF-03, SZ-CRIS-07, SZ-TALLY-04, SZ-AMB-58; in both editions, SZ-AMB-35, -36)
    """
    reminder = texts().reminder(key, edition)
    assert rule in reminder.rules
    for words in essential:
        assert words in reminder.text
    assert len(reminder.text) <= 260


def test_each_edition_has_each_reminder_exactly_once() -> None:
    for edition in ("game_chef", "revised"):
        keys = [r.key for r in texts().reminders if r.edition in {"both", edition}]
        assert len(keys) == len(set(keys))
    assert {r.key for r in texts().reminders} == {key for key, *_ in REMINDERS}


def test_reminders_can_be_asked_for_by_phase() -> None:
    in_flashback = [reminder.key for reminder in texts().reminders_in("flashback")]
    assert in_flashback == [r.key for r in texts().reminders if r.phase == "flashback"]
    assert "before_the_theft" in in_flashback
    assert "one_night" not in in_flashback


# -- sparks, help, glossary


@pytest.mark.parametrize("aptitude", APTITUDES)
def test_there_are_sparks_for_every_aptitude(aptitude: str) -> None:
    """Seven questions and seven prices each; the questions are open. (SZ-QA-01, SZ-TELL-02)"""
    questions, prices = content.ideas("questions", aptitude), content.ideas("prices", aptitude)
    assert len(set(questions)) == len(set(prices)) == 7
    for question in questions:
        assert re.match(r"(What|Who|How|Which|Where)\b.*\?$", question), question


def test_there_are_thirty_openings_and_the_last_night_shares_the_endgames() -> None:
    """SZ-FB-17."""
    assert len(set(content.ideas("openings"))) == 30
    assert content.ideas("openings.crisis") == content.ideas("openings", "endgame")
    assert not set(content.ideas("openings", "flashback")) & set(content.ideas("openings", "endgame"))


@pytest.mark.parametrize(
    "kind", ["objects", "returns", "answers.violence", "answers.knowledge", "answers.intimacy", "epilogues"]
)
def test_what_is_told_has_ideas_that_can_be_told_as_they_stand(kind: str) -> None:
    """SZ-FB-19, SZ-TELL-01, SZ-TALLY-04: whole sentences without a blank to fill in."""
    ideas = content.ideas(kind)
    assert len(set(ideas)) == len(ideas) >= 6
    assert all(re.fullmatch(r"[A-Z][^{}_]+\.", idea) for idea in ideas)


def test_without_an_aptitude_there_are_memories_of_all() -> None:
    of_each = [content.ideas(f"memories.{aptitude}") for aptitude in APTITUDES]
    assert set(content.ideas("memories")) == {memory for memories in of_each for memory in memories}


def test_an_unknown_list_of_ideas_is_empty() -> None:
    assert content.ideas("rumours.violence") == ()


STEPS = [
    "edition_options",
    "length",
    "seating",
    "starter",
    "names",
    "memories",
    "aptitudes",
    "preamble_swap",
    "say_who_i_am",
    "first_character",
    "visitor",
    "visiting_character",
    "key_from_chain",
    "active_memory",
    "frame",
    "key_integrated",
    "memory_integrated",
    "revealed_memory_integrated",
    "question",
    "approve_question",
    "visitor_aptitude",
    "contribute",
    "build_pool",
    "lock_pool",
    "roll",
    "reveal_after_roll",
    "keep_role",
    "answer",
    "price",
    "price_challenge",
    "kill_character",
    "close_scene",
    "post_scene_memory",
    "closing_vote",
    "tiebreak_vote",
    "new_bleed_candidates",
    "bleed_memory",
    "contradictions",
    "new_recipient_memory",
    "read_situation",
    "say_full_name",
    "eg_visitor",
    "eg_key",
    "eg_memory",
    "reveal",
    "payout",
    "bet",
    "final_visitor",
    "crisis_memory",
    "settle_allegiance",
    "say_final",
    "tally",
    "epilogue",
]


@pytest.mark.parametrize("step", STEPS)
def test_every_step_says_what_is_happening(step: str) -> None:
    """One or two sentences for each entry of the decision catalogue. (Ledger 4)"""
    for edition in ("game_chef", "revised"):
        now = texts().now(step, edition)
        assert 1 <= len(re.findall(r"[.?!](?=[\" ]|$)", now)) <= 4, now
        assert len(now) <= 190, now


def test_what_becomes_of_contradicted_memories_depends_on_the_edition() -> None:
    """SZ-AMB-09."""
    assert "may strike" in texts().now("contradictions", "game_chef")
    assert "strikes every" in texts().now("contradictions", "revised")


TERMS = {
    "actor",
    "visitor",
    "contributor",
    "starter",
    "narrator",
    "judge",
    "price",
    "key object",
    "key deck",
    "chain",
    "hand",
    "bleed",
    "bleeder",
    "recipient",
    "overlap",
    "box",
    "circle",
    "struck",
    "memory",
    "aptitude",
    "violence",
    "knowledge",
    "intimacy",
    "allegiance card",
    "allegiance deck",
    "true allegiance",
    "preferred allegiance",
    "identity confirmation",
    "identity crisis",
    "PALACE",
    "Mnemonis",
    "schizonaut",
    "flashback",
    "endgame",
    "final resolution",
    "preamble",
    "interlude",
    "reveal",
    "claim",
    "bet",
    "coin",
    "closing vote",
    "question",
    "upgrade",
    "contribution",
    "story character",
    "thief",
    "agent",
    "tally",
    "survivors",
    "situation",
    "round",
    "turn",
    "scene",
    "persona",
    "dominant persona",
    "gates",
    "vote card",
    "active memory",
    "active character",
    "dose",
}


def test_the_glossary_explains_every_term() -> None:
    terms = [entry.term for entry in texts().glossary]
    assert terms == sorted(terms, key=str.casefold)
    assert set(terms) == TERMS


def test_schizonaut_is_explained_kindly_and_with_another_word() -> None:
    word = next(entry.text for entry in texts().glossary if entry.term == "schizonaut")
    for text in (word, texts().game.kind_word):
        assert "the game's own word" in text.casefold()
        assert "real illness" in text
        assert "traveller" in text
    assert content.content_notes()[-1] == texts().game.kind_word


def test_the_players_guide_has_the_same_glossary() -> None:
    guide = GUIDE.read_text("utf-8")
    listed = re.findall(r"^- \*\*(.+?)\*\*: (.+)$", guide, re.MULTILINE)
    assert listed == [(entry.term, entry.text) for entry in texts().glossary]


def test_the_designer_is_credited() -> None:
    game = texts().game
    assert game.designer == "Fred Hicks"
    assert "Fred Hicks" in game.credit
    assert "independent implementation" in game.credit
    assert "words are new" in game.credit
    assert "Fred Hicks" in GUIDE.read_text("utf-8")


def test_content_notes_name_what_the_game_touches() -> None:
    said = " ".join(content.content_notes())
    for subject in ("identity", "Amnesia", "drug", "violence", "Police power", "surveillance", "betrayal", "die"):
        assert subject in said
    for left_out in ("sexual violence", "harm to children", "slurs", "real persons"):
        assert left_out in said


def test_no_text_shouts_and_no_mark_is_missing() -> None:
    """Waiting is about people, help never raises its voice: whole sentences, no exclamation marks."""
    plain = [r.text for r in texts().reminders] + [h.text for h in texts().help] + [g.text for g in texts().glossary]
    for text in plain:
        assert "!" not in text
        assert "  " not in text
        assert text[0].isupper() or text[0] == '"'
        assert text.endswith((".", "?", '."')), text


# -- suggestions (ledger 8.3)

BOOK_NAMES = {
    "thief": {"Fred", "Rob", "Lenny", "Graham", "Amber", "Christine", "Lydia", "Jalynda"},
    "agent": {"Hicks", "Donoghue", "Balsera", "Walmsley", "Gray", "Jones", "Lee", "Smith"},
}
BOOK_MEMORIES = {
    "violence": {"Martial Arts", "Gunshot Wounds", "Gang Life", "Sharpshooter", "Reach For the Sky!"},
    "knowledge": {"Harvard", "Sued for Malpractice", "Forensics Expert", "My Life is a Lie", "Safecracker"},
    "intimacy": {
        "I Have an STD",
        "Wallflower",
        "Con Artist",
        "Marriage",
        "Well-Connected",
        "Commitment Issues",
        "Words that Kill",
    },
}


@pytest.mark.parametrize("persona", ["thief", "agent"])
def test_names_are_single_and_many(persona: str) -> None:
    """A first name or a last name and nothing more. (SZ-CHAR-02, SZ-CHAR-03)"""
    names = content.ideas(f"names.{persona}")
    assert len(names) == len(set(names)) >= 68
    assert BOOK_NAMES[persona] <= set(names)
    assert all(re.fullmatch(r"[^\W\d_]+(-[^\W\d_]+)?", name) for name in names)


def test_no_name_is_both_a_first_and_a_last_name() -> None:
    assert not set(content.ideas("names.thief")) & set(content.ideas("names.agent"))


@pytest.mark.parametrize("aptitude", APTITUDES)
def test_memories_are_short_and_many(aptitude: str) -> None:
    """A trigger is a word or a phrase that suggests scenes. (SZ-CHAR-04)"""
    memories = content.ideas(f"memories.{aptitude}")
    assert len(set(memories)) == len(memories) >= 70 + len(BOOK_MEMORIES[aptitude])
    assert BOOK_MEMORIES[aptitude] <= set(memories)
    assert all(1 <= len(memory.split()) <= 5 for memory in memories)


def test_the_two_samples_that_name_abuse_are_left_out() -> None:
    """The content note of ledger 8.3."""
    every = " ".join(text for aptitude in APTITUDES for text in content.idea_memories(aptitude)).casefold()
    for word in ("rape", "abuse", "molest", "incest"):
        assert word not in every


def test_opposed_pairs_oppose_each_other() -> None:
    """One for each side, never the same. (SZ-CHAR-06)"""
    pairs = content.idea_pairs()
    assert ("Happy Marriage", "Bitter Divorce") in {(pair.thief, pair.agent) for pair in pairs}
    assert len(pairs) >= 20
    assert all(pair.thief.casefold() != pair.agent.casefold() for pair in pairs)
    assert {pair.aptitude for pair in pairs} == set(APTITUDES)


# -- lines and veils


def test_a_line_drops_its_word_with_its_endings() -> None:
    lines = Lines(["spider"])
    assert not lines.allows("Two spiders in the lamp")
    assert lines.allows("A lamp")


def test_a_line_at_one_word_of_a_tag_drops_the_whole_tag() -> None:
    lines = Lines(["Knives "])
    assert "weapons" in lines.tags
    assert not lines.allows("The Barber's Razor")
    assert not lines.allows("anything at all", ["weapons"])


def test_a_short_line_does_not_swallow_longer_words() -> None:
    assert Lines(["war"]).allows("A warm ward")
    assert not Lines(["war"]).allows("The War Was Over")


def test_a_phrase_draws_every_tag_it_names() -> None:
    assert {"violence", "animals"} <= Lines(["violence against animals"]).tags


def test_no_lines_allow_everything() -> None:
    assert Lines([" ", ""]).allows("Blood on the knife", ["weapons"])


def test_lines_reach_the_suggestions() -> None:
    """Nothing the table suggests may touch a line."""
    lines = Lines(["guns", "wedding"])
    assert "Warning Shot" not in content.idea_memories("violence", lines)
    assert "My Brother's Wedding" not in content.ideas("memories.intimacy", lines=lines)
    assert all("wedding" not in opening for opening in content.ideas("openings", lines=lines))
    assert all("Marriage" not in pair.thief for pair in content.idea_pairs(lines))


def test_the_two_card_faces_are_told_apart_by_more_than_colour() -> None:
    """Ledger 6.3, 8.2: red is the thief and black the agent, and words and picture say it too."""
    thief, agent = texts().faces
    assert (thief.persona, thief.colour, agent.persona, agent.colour) == ("thief", "red", "agent", "black")
    assert thief.name == "Thief"
    assert agent.name == "Agent"
    assert thief.alt != agent.alt
    assert thief.line != agent.line


def test_the_guide_plays_a_whole_turn_as_an_example() -> None:
    """Ledger 6.3: a worked tutorial, from the first choice to the memory that bleeds."""
    guide = (Path(__file__).parents[3] / "docs" / "play" / "schizonauts.md").read_text(encoding="utf-8")
    turn = guide.split("## A turn, played out")[1].split("\n## ")[0]
    for step in ("visitor", "key object", "memory", "question", "d8", "narrator", "judge", "price", "vote", "overlap"):
        assert step in turn, step
