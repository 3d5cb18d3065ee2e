"""Every sentence the rules of Schizonauts say to players. Longer texts are in data/ and come through content.py."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from mneme.engine.prompts import Option, Seat
from mneme.games.schizonauts.content import KEYS, Edition, texts, told
from mneme.games.schizonauts.dice import Reading, RunOff

if TYPE_CHECKING:
    from mneme.games.schizonauts.lengths import AllegianceDeck, GameLength
    from mneme.games.schizonauts.nouns import Memory, Schizonauts, Sheet

TEXTS = texts()


@cache
def reminders(*keys: str, edition: Edition = "game_chef") -> str:
    """Ground rules that live in what people say, one after another."""
    return " ".join(TEXTS.reminder(key, edition).text for key in keys)


SIDE = {"thief": "Thief", "agent": "Agent"}
PERSONAS = (Option("thief", "Thief"), Option("agent", "Agent"))
CONSENT = (Option("approve", "Fine by me"), Option("abstain", "No opinion"), Option("object", "I would rather not"))
VISITOR_CONSENT = (CONSENT[0], CONSENT[2])
DEATH_CONSENT = (Option("yes", "Yes, it fits"), Option("no", "No, they live"))
ROLES = (
    Option("narrator", "Keep narrator", "you answer the question"),
    Option("judge", "Keep judge", "you set the price"),
)
RATINGS = (Option("full", "Use the full rating"), Option("overlap", "Stay at the overlap rating"))
PASS_OVER_CHOICES = (Option("reword", "Find other words"), Option("pass_over", "Ask it all the same"))

THIS_IS_WHO_I_AM = "This is who I am."
WHO_AM_I = "Who am I?"
TOLD_ALOUD = "(told aloud)"

# -- set-up and creation

BRIEFING_TITLE = "Briefing"
BRIEFING = told(TEXTS.briefing, between="\n")
TWO_PLAYERS = (
    "With 2 players there is nobody to contribute, and you always end up on opposite sides. It works; 3 to 6 is better."
)
MANY_PLAYERS = "With more than 6 players your turns are far apart. It works; 3 to 6 is better."
SEATING = "Put everyone in seating order. Play passes clockwise."
STARTER = "Who starts? The starter takes the first turn of every round and deals the cards."
CREATION = "Two people, one face"
NAMES = "Name your two characters."
THIEF_NAME = "Your thief's first name, and nothing more."
AGENT_NAME = "Your agent's last name, and nothing more."
LOOK_ALIKE = reminders("they_look_alike", "gender_is_free")
TIES = reminders("ties_between_characters", "own_pair_never_meets")
TRIGGER = "A few words that make you think of a scene."
APTITUDE_MEANS = {name: reminders(f"meaning_{name}") for name in ("violence", "knowledge", "intimacy")}
APTITUDES = "Share 7 points among the aptitudes of each character, at least 1 in each."
RATING = reminders("rating_is_not_skill")
KEEP_ALL = "Keep them as they are"
REPLACE = "Replace a memory"
WHICH_MEMORY = "Which memory?"
WHICH_APTITUDE = "Which aptitude?"
LOOK_AT_BOTH = TEXTS.ritual("preamble_both").lead
SAY_WHO_I_AM = TEXTS.ritual("this_is_who_i_am").lead


def how_long(length: GameLength) -> str:
    rounds = "1 round" if length.rounds == 1 else f"{length.rounds} rounds"
    return f"Flashback and endgame take {rounds} each, and everyone has a last turn: {length.scenes} scenes in all."


def approve_seating(table: Schizonauts) -> str:
    order = ", ".join(table.name(seat) for seat in table.circle)
    return f"You sit in this order: {order}. {table.name(table.course.starter)} starts. Is that fine?"


def objects_to_seating(name: str) -> str:
    return f"{name} would like another seating or another starter."


def seated(table: Schizonauts) -> str:
    order = ", ".join(table.name(seat) for seat in table.circle)
    return f"Around the table: {order}. {table.name(table.course.starter)} starts."


def named(name: str, card: str) -> str:
    return f"{name}'s name card reads {card}."


def write_memories(character: str, most: int) -> str:
    if most == 1:
        return f"Write one memory in each aptitude for {character}."
    return f"Write at least one memory in each aptitude for {character}."


def points_for(character: str) -> str:
    return f"7 points for {character}"


def look_alone(character: str) -> str:
    return f"Look at {character} alone. Replace any memory that gives you no story."


def swapped(name: str, aptitude: str) -> str:
    return f"{name} replaces a memory of {aptitude}."


# -- flashback

FLASHBACK_GROUND_RULES = reminders(
    "first_and_last_names",
    "before_the_theft",
    "theft_stays_open",
    "nobody_dies_in_flashback",
    "own_pair_never_meets",
    "any_order",
    "only_two_player_characters",
)
INVITE = "Invite one player to visit your scene."
VISIT_AS = "Which of your two characters appears?"
TAKE_KEY = "Take a key object from the chain. Its bonus is yours."
POST_SCENE = "Does anything from this scene stay with you?"
NEW_MEMORY = "A new memory"
NO_NEW_MEMORY = "Nothing stays"


def persona_options(table: Schizonauts, seat: Seat) -> tuple[Option, ...]:
    sheet = table.sheet[seat]
    return (Option("thief", sheet.thief, "the thief"), Option("agent", f"Agent {sheet.agent}", "the agent"))


def first_character(table: Schizonauts, actor: Seat) -> str:
    return f"It is your turn, {table.name(actor)}. Whom do you play first? The other one has the second scene."


def flashback_scene(table: Schizonauts) -> str:
    scene, course = table.scene, table.course
    half = "first scene" if scene.half == 1 else "second scene"
    who = table.sheet[scene.actor].called(scene.actor_as)
    return f"Flashback, round {course.round} of {course.rounds}: {who} ({table.name(scene.actor)}, {half})"


def invites(actor: str, visitor: str) -> str:
    return f"{actor} invites {visitor}."


def visit(table: Schizonauts) -> str:
    return f"{table.name(table.scene.actor)} invites you into a scene with {table.character(table.scene.actor)}."


def visits(table: Schizonauts) -> str:
    scene, key = table.scene, KEYS[table.scene.key]
    return f"{table.character(scene.visitor)} visits, with {key.name} (+{key.bonus} {key.aptitude})."


def add_memory(character: str) -> str:
    return f"Add a memory to {character}"


def now_remembers(character: str, text: str) -> str:
    return f"{character} now remembers: {text}."


def keeps_key(name: str, key: str) -> str:
    return f"{name} keeps {key} for the endgame."


# -- in a scene

FRAME = "Set the scene"
FRAME_TEXT = "Where are you, and what is about to go wrong?"
FRAMED_ALOUD = "(sets the scene aloud)"
USE_MEMORY = "Choose the memory this scene is about"
CHANGE_MEMORY = "Use another overlap memory instead"
BOX_NOTE = "ticks its box for the rest of flashback, and settles your aptitude"
WRITE_MEMORY = "Write a new memory where none is left, and use it"
OR_SWITCH = "or use a memory of another aptitude"
HOW = "How does it come in?"
KEY_IN_ALOUD = "(the key object is in the scene)"
MEMORY_IN_ALOUD = "(the memory is in the scene)"
POSE_QUESTION = "Ask the question"
PLAY_THE_SCENE = "Play the scene, and work towards one question."
QUESTION_TEXT = "What does this scene ask? Leave room for more than two answers."
QUESTION_NOTE = "everyone must be at ease with it; then the dice answer"
QUESTION_ADVICE = reminders("open_question", "two_exciting_outcomes")
DELEGATE = "Let somebody else word the question"
DELEGATE_TO = "Who words it?"
APPROVE = "Are you at ease with this question?"
REASON = "What would you like instead? (You need not say.)"
PASS_OVER = "Somebody still objects. Will you ask it all the same?"
VISITOR_APTITUDE = "Which aptitude do you use to answer it?"
BESIDE = "You may also do this at any time before the roll."
CONTRIBUTE = "Give a d6"
CONTRIBUTE_TO = "To whom?"
PASS_DIE = "Give no die for now"
BEFORE_THE_ROLL = "Settle the dice. They roll when both have locked and everyone else has given a die or passed."
TRADE = "Trade dice"
TRADE_NOTE = "2d6 make a d8, 3d6 a d10, 4d6 a d12"
WHICH_POOL = "What will you roll?"
LAST_CHOICE = "Choose your dice one last time. Both choices are opened together."
DOUBLE = "You hold the highest die and the lowest. Keep one role and give the other away."
KEEP_ROLE = "Which role do you keep?"
GIVE_ROLE_TO = "Who takes the other?"
ANSWER = "Answer the question"
ANSWERED_ALOUD = "(answers aloud)"
PRICE = "Set the price"
PRICE_TEXT = "What does it cost, or what good comes of the failure? There is always a price."
PRICED_ALOUD = "(names the price aloud)"
FINE = "The price is fine"
TOO_LITTLE = "The price is too small"
TOO_LITTLE_NOTE = "if everyone says so, another player becomes judge"
CLOSING = reminders("narrator_concludes")
CLOSE = "Close the scene"
TITLE = "A title for this scene, if you like."


def work_it_in(in_endgame: bool) -> str:
    return reminders("work_it_in_endgame" if in_endgame else "work_it_in_flashback")


def framing(who: str) -> str:
    return reminders("framing", edition="game_chef" if who == "actor_and_visitor" else "revised")


def key_in(name: str) -> str:
    return f"{name} is in the scene now"


def memory_in(text: str) -> str:
    return f"The memory “{text}” is in the scene now"


def uses_memory(name: str, text: str, aptitude: str) -> str:
    return f"{name} draws on a memory of {aptitude}: {text}."


def delegates(name: str, to: str) -> str:
    return f"{name} asks {to} to word the question."


def proposes(name: str) -> str:
    return f"{name} proposes a question."


def approve_question(text: str) -> str:
    return f"The question: {text}"


def objects(name: str, text: str, reason: str) -> str:
    instead = f"{name} would like another question than “{text}”"
    return f"{instead}: {reason}" if reason else f"{instead}."


def declares(name: str, aptitude: str) -> str:
    return f"{name} answers with {aptitude}."


def link_text(story_characters: bool) -> str:
    if story_characters:
        return "How does your thief, your agent, or somebody you voice touch this scene from afar?"
    return "How does your thief or your agent touch this scene from afar?"


def contribute_note(endgame: bool) -> str:
    return "it cannot be taken back; it earns you 1 coin" if endgame else "it cannot be taken back"


def contributes(name: str, to: str, link: str) -> str:
    return f"{name} gives {to} a d6: {link}" if link else f"{name} gives {to} a d6."


def lock(pool: str) -> str:
    return f"Lock {pool}"


def trades(name: str, pool: str) -> str:
    return f"{name} will roll {pool}."


def rolled(table: Schizonauts) -> str:
    scene = table.scene
    actor, visitor = (f"{table.name(seat)} {_faces(scene.rolls[seat])}" for seat in scene.pair)
    return f"The dice fall. {actor}. {visitor}."


def _faces(faces: tuple[int, ...]) -> str:
    return ", ".join(map(str, sorted(faces, reverse=True)))


def throws_more(name: str, faces: tuple[int, ...]) -> str:
    return f"{name} throws {len(faces)} more: {_faces(faces)}."


def roles(table: Schizonauts, story: RunOff, price: RunOff) -> str:
    scene = table.scene
    parts = [
        f"{table.name(scene.rolled_narrator)} has the high dice{_run_off(story)}.",
        f"{table.name(scene.rolled_judge)} has the low dice{_run_off(price)}.",
        f"{table.name(scene.narrator)} is the narrator.",
        f"{table.name(scene.judge)} is the judge.",
    ]
    return " ".join(parts)


def _run_off(reading: RunOff) -> str:
    """How many equal pairs were set aside, and whether somebody ran out: what people misread most."""
    equal, last = len(reading.steps) - 1, reading.steps[-1].reading
    pairs = {0: "", 1: ", after 1 equal pair"}.get(equal, f", after {equal} equal pairs")
    return pairs + {
        Reading.RAN_OUT: ", the other dice having run out",
        Reading.ALL_EQUAL: ", all dice being equal",
    }.get(last, "")


def telling_heading(table: Schizonauts, seat: Seat = "") -> str:
    """Who does what, for whoever reads it: with a seat, in the second person."""
    narrator, judge = table.scene.narrator, table.scene.judge
    answers = "You answer the question" if narrator == seat else f"{table.name(narrator)} answers the question"
    if narrator == judge:
        return f"{answers} and {'set' if judge == seat else 'sets'} the price."
    prices = "You set the price" if judge == seat else f"{table.name(judge)} sets the price"
    return f"{answers}. {prices}."


def telling_note(kind: str) -> str:
    return reminders("settle_it_together") if kind == "crisis" else ""


def answer_text(table: Schizonauts) -> str:
    return f"{table.scene.question} What happens?"


def bound(table: Schizonauts, roller: Seat) -> str:
    aptitude = table.scene.aptitudes.get(roller, "")
    if not aptitude:  # a confirmation has no dice
        return ""
    return f"let it fit {aptitude}" if table.options.aptitude_binds else f"it helps if it fits {aptitude}"


def answer_note(table: Schizonauts) -> str:
    return f"{reminders('narrator_answers')} {_fits_the_aptitude(table)}".rstrip()


def price_note(table: Schizonauts) -> str:
    return f"{reminders('there_is_a_price', edition=table.options.edition)} {_fits_the_aptitude(table)}".rstrip()


def _fits_the_aptitude(table: Schizonauts) -> str:
    if not table.scene.aptitudes:
        return ""
    return reminders("telling_fits_the_aptitude", edition="game_chef" if table.options.aptitude_binds else "revised")


def price_enough(table: Schizonauts) -> str:
    return f"Is the price {table.name(table.scene.judge)} set enough?"


def judge_passes(name: str) -> str:
    return f"The table asks for a greater price. {name} is the judge now."


def closed(title: str) -> str:
    return f"The scene closes: {title}" if title else "The scene closes."


# -- vote and bleed

TIEBREAK = "Lay down a card of your own. It counts only if the others tie."
REPLACEMENT = "What takes its place?"
NOTHING_MORE = "Nothing more is contradicted"


def vote(table: Schizonauts, actor: Seat) -> str:
    return f"Which side of {table.sheet[actor].name_card()} was stronger in these two scenes?"


def voted(table: Schizonauts) -> str:
    turn = table.turn
    cards = ", ".join(f"{table.name(seat)} {card}" for seat, card in turn.votes.items())
    return f"The cards turn over: {cards}. {table.sheet[turn.actor].called(turn.bleeder)} bleeds."


def rating_rises(character: str, aptitude: str, rating: int) -> str:
    return f"{character}'s {aptitude} rises to {rating}."


def candidates(few: int) -> str:
    return f"Every memory on this side has bled. Write at least {few} new ones for the others to choose from."


def choose_bleed(table: Schizonauts) -> str:
    turn = table.turn
    return f"Which memory of {table.sheet[turn.actor].called(turn.bleeder)} bleeds into the overlap?"


def bleeds(table: Schizonauts, memory: Memory) -> str:
    return f"“{memory.text}” bleeds into {table.name(memory.owner)}'s overlap."


def must_strike(table: Schizonauts) -> str:
    return f"Strike every memory that {_bled(table)} contradicts."


def may_strike(table: Schizonauts) -> str:
    return f"Does {_bled(table)} contradict anything? You may strike it and write what is remembered instead."


def _bled(table: Schizonauts) -> str:
    return f"“{table.memory(table.turn.bled).text}”"


def strike(text: str) -> str:
    return f"Strike “{text}”"


def struck(character: str, text: str) -> str:
    return f"{character} no longer remembers: {text}."


def replaced(text: str, aptitude: str) -> str:
    return f"In its place, under {aptitude}: {text}."


def connected(character: str, text: str) -> str:
    return f"Write a new memory for {character}, connected with “{text}”."


# -- preparing endgame, and endgame

INTERLUDE = "Interlude"
EVERYONE_DEALT = "Everyone is dealt an allegiance card, face down."
SITUATION = TEXTS.situation.aloud()
READ_SITUATION = "Read the situation aloud, all of it, whatever your own card says."
SITUATION_READ = "I have read it"
STUDY_OVERLAP = TEXTS.ritual("full_name").lead
ENDGAME_GROUND_RULES = reminders(
    "one_night",
    "gates_stay_undecided",
    "no_forced_reveal",
    "two_in_the_scene",
    "everyone_looks_like_an_agent",
    "agent_goal",
    "thief_goal",
)
CHOOSE_KEY = "Choose the key object you use in this scene. It is discarded afterwards."
REVEAL_DEAD = "for show: the dead gain no dice"
REVEAL_NOTE = "it stays face up for the rest of the game"
NO_MEMORY = "No memory"
NAME_MEMORY = "Name a memory of that side to bring in? (+1d6, and it settles your aptitude)"
WHICH_RATING = "Which rating do you use?"
REVEAL_AFTER_ROLL = "The dice are down. You may turn up a card for more dice. More dice can cost you the judge's role."
LET_IT_BE = "Leave it as it is"
KILL = "Propose that a character dies"
KILL_WHO = "Who?"
BET_ON = "On whose sheet?"
BET_SIDES = "On which side?"
NOTES = "You may pass a note. Only the two of you will see it."
PASS_NOTE = "Pass a note"
NOTE_TO = "To whom?"
NOTE_TEXT = "What does it say? It need not be true."
LEAVE_TEXT = "If you have to go for good"
LEAVE = "Leave the game when this round ends"
LEAVE_NOTE = "your seat drops out; the others play on"


def deck_built(deck: AllegianceDeck) -> str:
    return f"The allegiance deck is {deck.cards} cards: {deck.agents} agents and {deck.thieves} thieves."


def dealt(card: str, dominant: str) -> str:
    return f"Your new allegiance card: {card}. {dominant}"


def dominant(table: Schizonauts, seat: Seat) -> str:
    """Which side a player's cards say, for that player alone; on a tie the editions differ. (SZ-EG-21)"""
    hand = table.sheet[seat].allegiance
    thieves = (*hand.down, *hand.up).count("thief")
    if 2 * thieves != len(hand):
        return f"By your cards you are {_a('thief' if 2 * thieves > len(hand) else 'agent')}."
    if table.options.edition == "revised":
        return "Your cards are even, so you may act for either side, or for both."
    return "Your cards are even, so not even you know which side you are on."


def overlap_of(table: Schizonauts, seat: Seat) -> str:
    texts = [memory.text for memory in table.on_side(seat, "overlap")]
    return f"{TEXTS.ritual('overlap').lead} They are: {'; '.join(texts)}."


def i_am(name: str) -> str:
    return f"I am {name}."


def claims(allowed: bool) -> str:
    return reminders("talk_about_cards", edition="game_chef" if allowed else "revised")


def endgame_death(option: str) -> str:
    return reminders("death_in_endgame", edition="game_chef" if option == "consensus" else "revised")


def endgame_scene(table: Schizonauts) -> str:
    scene, course = table.scene, table.course
    who = table.sheet[scene.actor].full_name
    return f"Endgame, round {course.round} of {course.rounds}: {who} ({table.name(scene.actor)})"


def brings_key(name: str, key: str) -> str:
    return f"{name} brings {key}."


def reveal(persona: str) -> str:
    return f"Turn up {_a(persona)} card"


def _a(persona: str) -> str:
    return "a thief" if persona == "thief" else "an agent"


def bare_note(full_rating: bool) -> str:
    return "your full rating of that side, without a memory" if full_rating else "a signal, without dice"


def reveals(name: str, persona: str) -> str:
    return f"{name} turns up {_a(persona)} card."


def names_memory(name: str, text: str, aptitude: str) -> str:
    return f"{name} remembers: {text} ({aptitude})."


def paid(table: Schizonauts) -> str:
    coins = [(table.name(seat), table.sheet[seat].coins) for seat in table.circle if table.sheet[seat].coins]
    return "The bank pays: " + ", ".join(f"{name} {_coins(count)}" for name, count in coins) + "."


def _coins(count: int) -> str:
    return "1 coin" if count == 1 else f"{count} coins"


def bet(coins: int) -> str:
    return f"Place {_coins(coins)}: on which side do you hope they are? All of it stays there."


def pile(table: Schizonauts, target: Seat, side: str) -> str:
    return f"{table.name(target)}, {side} side"


def bets(table: Schizonauts, seat: Seat, shares: dict[str, int]) -> str:
    placed = []
    for slot, count in shares.items():
        if count:
            target, side = slot.split(".")
            placed.append(f"{_coins(count)} on {table.name(target)} the {side}")
    return f"{table.name(seat)} puts " + " and ".join(placed) + "."


def kill_note(table: Schizonauts) -> str:
    if table.scene.in_final and table.options.final_death == "open":
        return "your word is enough"
    return "only if the table agrees; their player plays on"


def approve_death(name: str) -> str:
    return f"Somebody proposes that {name} dies here. Does it fit?"


def will_die(name: str) -> str:
    return f"When this scene closes, {name} is dead."


def spared(name: str) -> str:
    return f"{name} lives."


def dies(name: str) -> str:
    return f"{name} is dead. {reminders('playing_on_after_death')}"


def note(name: str, to: str, text: str) -> str:
    return f"A note from {name} to {to}: {text}"


def leaves(name: str) -> str:
    return f"{name} will leave when this round ends."


def gone(name: str) -> str:
    return f"{name}'s seat is empty now. The story goes on."


# -- final resolution and tally

CRISIS_VISITOR = "Invite somebody who does not clearly look like your true side."
NARRATOR_DECIDES = "You and the judge do not agree. The price stands; you decide."
SAY_FINAL = TEXTS.ritual("final_line").lead
CONFIRMED_ANSWER = reminders("confirmed_answer")
TALLY = "Sunrise"


def final_death(option: str) -> str:
    return reminders("death_in_final_resolution", edition="game_chef" if option == "consensus" else "revised")


def final_scene(table: Schizonauts) -> str:
    scene = table.scene
    kind = "identity confirmed" if scene.kind == "confirmation" else "identity crisis"
    return f"Final resolution: {table.sheet[scene.actor].full_name} ({table.name(scene.actor)}), {kind}"


def true_and_preferred(table: Schizonauts, seat: Seat) -> str:
    sheet = table.sheet[seat]
    up = sheet.allegiance.up
    piles = f"{_coins(sheet.piles['thief'])} on the thief side, {_coins(sheet.piles['agent'])} on the agent side"
    return (
        f"{table.name(seat)}'s cards: {up.count('thief')} thief, {up.count('agent')} agent. "
        f"True allegiance: {sheet.true}. The sheet holds {piles}. Preferred: {sheet.preferred}."
    )


def crisis_memory(sheet: Sheet, side: str) -> str:
    name = sheet.thief if side == "thief" else f"Agent {sheet.agent}"
    return f"Choose any memory of {name}. You roll its full rating."


def settle(table: Schizonauts) -> str:
    name = table.sheet[table.scene.actor].full_name
    return f"Who is {name}: thief or agent? Agree with each other; if you cannot, the narrator decides."


def scored(table: Schizonauts, seat: Seat) -> str:
    sheet, scores = table.sheet[seat], table.course.scores
    return (
        f"{sheet.full_name} is {_a(sheet.final)}. {_coins(sheet.piles[sheet.final])} for that side. "
        f"Thieves {scores['thief']}, agents {scores['agent']}."
    )


def outcome(table: Schizonauts) -> str:
    course, scores = table.course, table.course.scores
    assert course.outcome
    text = TEXTS.outcomes[table.options.outcome_text][course.outcome]
    return f"Thieves {scores['thief']}, agents {scores['agent']}. {text}"


def survivors(table: Schizonauts) -> str:
    """Who escapes the worst, subject to what has already happened. (SZ-TALLY-03)"""
    sheets = [table.sheet[seat] for seat in table.course.survivors]
    alive = [sheet.full_name for sheet in sheets if sheet.alive]
    told = [
        f"{sheet.full_name} would have escaped the worst of it, and is past it." for sheet in sheets if not sheet.alive
    ]
    if alive:
        verb = "escapes" if len(alive) == 1 else "escape"
        told.insert(0, f"{_and(alive)} {verb} the worst of it.")
    told.append("The others are caught in what follows." if sheets else "Nobody escapes the worst of it.")
    return " ".join(told)


def _and(names: list[str]) -> str:
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]


def concluded(result: dict[str, Any]) -> str:
    """The result of a finished game in a sentence."""
    thieves, agents = result["scores"]["thief"], result["scores"]["agent"]
    match result["outcome"]:
        case "thieves":
            return f"The thieves win, {thieves} to {agents}."
        case "agents":
            return f"The agents win, {agents} to {thieves}."
    return f"Neither side wins: {thieves} to {agents}."


def survivor_tie(places: int) -> str:
    return f"These are tied, and {places} more can escape. Ask the table, then mark whom it chose."


def epilogue(table: Schizonauts, seat: Seat) -> str:
    return f"What becomes of {table.sheet[seat].full_name}?"


def epilogue_note(option: str) -> str:
    return reminders("epilogue", edition="game_chef" if option == "all" else "revised")


# -- whom the table waits for

WAITING = {
    "seating": "Waiting for {names} to seat everyone.",
    "starter": "Waiting for {names} to name a starter.",
    "approve_seating": "Waiting for {names} to agree to the seating.",
    "names": "Waiting for {names} to name their characters.",
    "memories_thief": "Waiting for {names} to write their thief's memories.",
    "memories_agent": "Waiting for {names} to write their agent's memories.",
    "aptitudes": "Waiting for {names} to share out their points.",
    "preamble_agent": "Waiting for {names} to look at their agent.",
    "preamble_thief": "Waiting for {names} to look at their thief.",
    "say_who_i_am": "Waiting for {names} to say who they are.",
    "first_character": "Waiting for {names} to choose a character.",
    "visitor": "Waiting for {names} to invite somebody.",
    "visit": "Waiting for {names} to step into the scene.",
    "scene": "Waiting for {names} to play the scene up to its question.",
    "approve_question": "Waiting for {names} to say whether the question suits them.",
    "pass_over": "Waiting for {names} to decide about the question.",
    "visitor_aptitude": "Waiting for {names} to choose an aptitude.",
    "before_the_roll": "Waiting for {names} to settle the dice.",
    "build_pool": "Waiting for {names} to choose their dice, sealed.",
    "reveal_after_roll": "Waiting for {names} to show a card or leave the dice as they are.",
    "keep_role": "Waiting for {names} to give one role away.",
    "telling": "Waiting for {names} to tell it.",
    "price_challenge": "Waiting for {names} to weigh the price.",
    "close_scene": "Waiting for {names} to close the scene.",
    "kill_character": "Waiting for {names} to say whether a death fits.",
    "post_scene_memory": "Waiting for {names} to see what stays with them.",
    "closing_vote": "Waiting for {names} to vote.",
    "new_bleed_candidates": "Waiting for {names} to write new memories.",
    "bleed_memory": "Waiting for {names} to choose what bleeds.",
    "contradictions": "Waiting for {names} to look for contradictions.",
    "new_recipient_memory": "Waiting for {names} to write a new memory.",
    "read_situation": "Waiting for {names} to read the situation aloud.",
    "say_full_name": "Waiting for {names} to say their name.",
    "eg_key": "Waiting for {names} to choose a key object.",
    "bet": "Waiting for {names} to place their coins.",
    "final_visitor": "Waiting for {names} to invite somebody.",
    "crisis_memory": "Waiting for {names} to choose a memory.",
    "settle_allegiance": "Waiting for {names} to settle who it is.",
    "say_final": "Waiting for {names} to say it.",
    "survivor_tie": "Waiting for {names} to settle a tie.",
    "epilogue": "Waiting for {names} to tell what becomes of them.",
}
