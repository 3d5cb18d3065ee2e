"""Every sentence the rules of Schizonauts say to players. Longer texts are in data/ and come through content.py."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from mneme.engine.prompts import Option, Seat
from mneme.engine.wording import ended, sentence
from mneme.games.schizonauts import dice
from mneme.games.schizonauts.content import KEYS, Edition, texts, told
from mneme.games.schizonauts.dice import Pool, Reading, RunOff

if TYPE_CHECKING:
    from mneme.games.schizonauts.lengths import AllegianceDeck, GameLength
    from mneme.games.schizonauts.nouns import Memory, Scene, Schizonauts, Sheet

TEXTS = texts()


@cache
def reminders(*keys: str, edition: Edition = "game_chef", between: str = " ") -> str:
    """Ground rules that live in what people say, one after another; many of them a line each."""
    return between.join(TEXTS.reminder(key, edition).text for key in keys)


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
    between="\n",
)
INVITE = "Invite one player to visit your scene."
VISIT_AS = "Which of your two characters appears?"
TAKE_KEY = "Take a key object from the chain. Its bonus is yours."
POST_SCENE = "Does anything from this scene stay with you?"
NEW_MEMORY = "A new memory"
NO_NEW_MEMORY = "Nothing stays"
FIRST_CHARACTER = "Whom do you play first? The other one has the second scene."


def persona_options(table: Schizonauts, seat: Seat) -> tuple[Option, ...]:
    sheet = table.sheet[seat]
    thief, agent = (f"the {side}: {_ratings(sheet.ratings[side])}" for side in ("thief", "agent"))
    return (Option("thief", sheet.thief, thief), Option("agent", f"Agent {sheet.agent}", agent))


def _ratings(ratings: dict[str, int]) -> str:
    return ", ".join(f"{aptitude} {rating}" for aptitude, rating in ratings.items())


def visitor_options(table: Schizonauts, seats: tuple[Seat, ...]) -> tuple[Option, ...]:
    """Whom one may invite, and whom each of them plays."""
    sheets = ((seat, table.sheet[seat]) for seat in seats)
    return tuple(
        Option(seat, table.name(seat), sheet.full_name or f"{sheet.thief} or Agent {sheet.agent}")
        for seat, sheet in sheets
    )


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
    return ended(f"{character} now remembers “{text}”")


def keeps_key(name: str, key: str) -> str:
    return f"{name} keeps {key} for the endgame."


# -- in a scene

FRAME = "Set the scene"
ADD_TO_FRAME = "Add to the scene"
FRAME_TEXT = "Where are you, and what is about to go wrong?"
FRAMED_ALOUD = "(sets the scene aloud)"
USE_MEMORY = "Choose the memory this scene is about"
CHANGE_MEMORY = "Use another overlap memory instead"
BOX_NOTE = "ticks its box for the rest of flashback, and settles your aptitude"
OR_SWITCH = "or use a memory of another aptitude"
KEY_IN_ALOUD = "(the key object is in the scene)"
MEMORY_IN_ALOUD = "(the memory is in the scene)"
POSE_QUESTION = "Ask the question"
PLAY_THE_SCENE = "Play the scene, and work towards one question."
QUESTION_TEXT = "What does this scene ask? Leave room for more than two answers."
QUESTION_NOTE = "everyone must be at ease with it; then the dice say who answers"
QUESTION_ADVICE = reminders("open_question", "two_exciting_outcomes")
DELEGATE = "Let somebody else word the question"
DELEGATE_TO = "Who words it?"
APPROVE = "Are you at ease with this question?"
REASON = "If you would rather not, what would you like instead? (You need not say.)"
PASS_OVER = "Somebody still objects. Will you ask it all the same?"
VISITOR_APTITUDE = "Which aptitude do you roll for this question?"
BESIDE = "Until the dice roll, you may also do this."
BESIDE_REVEAL = (
    "A card you turn up lets you bring in a memory of its side, for 1 more d6, and roll that side's full rating. "
    "From then on everyone can see it."
)
CONTRIBUTE = "Give a d6"
CONTRIBUTE_TO = "To whom?"
PASS_DIE = "Pass"
PASS_DIE_NOTE = "you can still give a die until the roll"
TRADE = "Trade dice"
TRADE_NOTE = "2d6 make a d8, 3d6 a d10, 4d6 a d12"
WHICH_POOL = "What will you roll?"
LAST_CHOICE = "Choose your dice one last time. Both choices are opened together."
DOUBLE = "You have the high dice and the low dice. Keep one role and give the other away."
KEEP_ROLE = "Which role do you keep?"
GIVE_ROLE_TO = "Who takes the other?"
ANSWER = "Answer the question"
ANSWERED_ALOUD = "(answers aloud)"
PRICE = "Set the price"
PRICE_TEXT = "What does it cost, or what good comes of the failure?"
PRICED_ALOUD = "(names the price aloud)"
FINE = "The price is fine"
TOO_LITTLE = "The price is too small"
CLOSING = reminders("narrator_concludes")
YOU_CLOSE = "You have the last words of the scene, if you want them. Then close it."
CLOSE = "Close the scene"
TITLE = "A title for this scene, if you like."


def framing(who: str) -> str:
    return reminders("framing", edition="game_chef" if who == "actor_and_visitor" else "revised")


def write_memory(aptitudes: tuple[str, ...]) -> str:
    """What is offered where an aptitude has no unused memory left."""
    return f"No memory of {_or(aptitudes)} is left: write one and use it"


def how(thing: str) -> str:
    return f"How does {thing} come in?"


def your_part(table: Schizonauts, seat: Seat) -> str:
    """What actor or visitor still has to do before the question.

    It changes with what they have done, and with what changes their choices anyway.
    """
    scene = table.scene
    if seat == scene.visitor:
        return _visitors_part(table)
    if not scene.memory:
        return f"You choose the memory this scene is about and bring it in. {_brings_key(table)}"
    gated = table.options.integration_gate == "before_question"
    if not gated or (scene.key_in and scene.memory_in):
        return "Play it until a question is in the air. Then ask it."
    if scene.memory_in:
        return f"Your memory is in. {_brings_key(table)} Then you can ask."
    yours = f"Now bring in “{table.memory(scene.memory).text}”, where nobody can miss it."
    return yours if scene.key_in else f"{yours} {_brings_key(table)}"


def _brings_key(table: Schizonauts) -> str:
    scene = table.scene
    who = "You bring" if scene.in_endgame else f"{table.name(scene.visitor)} brings"
    return f"{who} in {KEYS[scene.key].name}."


def _visitors_part(table: Schizonauts) -> str:
    scene, actor = table.scene, table.name(table.scene.actor)
    if scene.key_in or scene.in_endgame:
        return f"{actor} asks the question."
    return f"You bring in {KEYS[scene.key].name}, where nobody can miss it. {actor} asks the question."


def key_in(name: str) -> str:
    return f"{name} is in the scene now"


def memory_in(text: str) -> str:
    return f"The memory “{text}” is in the scene now"


def uses_memory(name: str, text: str, aptitude: str) -> str:
    return f"{name} draws on “{text}”, a memory of {aptitude}."


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
    return f"{name} rolls {aptitude}."


def link_text(story_characters: bool) -> str:
    if story_characters:
        return "How does your thief, your agent, or somebody you voice touch this scene from afar?"
    return "How does your thief or your agent touch this scene from afar?"


def contribute_note(endgame: bool) -> str:
    return "it cannot be taken back; it earns you 1 coin" if endgame else "it cannot be taken back"


def contributes(name: str, to: str, link: str) -> str:
    return f"{name} gives {to} a d6: {link}" if link else f"{name} gives {to} a d6."


def before_the_roll(table: Schizonauts) -> str:
    """What the dice wait for, in the same words for everyone."""
    actor, visitor = (table.name(seat) for seat in table.scene.pair)
    if len(table.circle) == 2:
        return f"The dice roll when {actor} and {visitor} have locked theirs."
    return f"The dice roll when {actor} and {visitor} have locked theirs, and everyone else has given a die or passed."


def your_dice(table: Schizonauts, seat: Seat) -> str:
    """The two pools as they stand: a trade is only worth what it does against the other's."""
    scene = table.scene
    other = scene.other(seat)
    return f"You roll {scene.pool(seat)} against {table.name(other)}'s {scene.pool(other)}. Trade up, or lock."


def lock(pool: str) -> str:
    return f"Lock {pool}"


def trades(name: str, before: Pool, pool: Pool) -> str:
    """The first trade of plain d6, or a change of mind."""
    return f"{name} takes {pool}." if before.is_plain else f"{name} changes to {pool}."


def opens_pool(name: str, pool: Pool) -> str:
    return f"{name} has chosen {pool}."


def rolled(table: Schizonauts) -> str:
    return f"The dice fall. {_both_show(table)}"


def as_they_lie(table: Schizonauts) -> str:
    """The dice, and whose roles they would be if nothing more came."""
    scene = table.scene
    won = dice.roles(scene.rolls[scene.actor], scene.rolls[scene.visitor])
    by_side = {"actor": table.name(scene.actor), "visitor": table.name(scene.visitor)}
    narrator, judge = by_side[won.narrator], by_side[won.judge]
    if narrator == judge:
        return f"{_both_show(table)} As they lie, {narrator} is narrator and judge."
    return f"{_both_show(table)} As they lie, {narrator} is the narrator and {judge} the judge."


def _both_show(table: Schizonauts) -> str:
    scene = table.scene
    actor, visitor = (f"{table.name(seat)} {_faces(scene.rolls[seat])}" for seat in scene.pair)
    return f"{actor}. {visitor}."


def _faces(faces: tuple[int, ...]) -> str:
    return ", ".join(map(str, sorted(faces, reverse=True)))


def throws_more(name: str, faces: tuple[int, ...]) -> str:
    return f"{name} throws {len(faces)} more: {_faces(faces)}."


def roles(table: Schizonauts, story: RunOff, price: RunOff) -> str:
    """Who won which role, and how; and what became of it where somebody won both."""
    scene = table.scene
    high, low = _has(table, scene.rolled_narrator, "high", story), _has(table, scene.rolled_judge, "low", price)
    if scene.rolled_narrator != scene.rolled_judge:
        return f"{high} and is the narrator. {low} and is the judge."
    name, at_once = table.name(scene.rolled_narrator), len(story.steps) == len(price.steps) == 1
    both = f"{high} and the low dice" if at_once else f"{high}. {low} too"
    if scene.narrator != scene.rolled_narrator:
        return f"{both}. {name} stays judge and makes {table.name(scene.narrator)} the narrator."
    if scene.judge != scene.rolled_judge:
        return f"{both}. {name} stays narrator and makes {table.name(scene.judge)} the judge."
    return f"{both}, and is narrator and judge."


def _has(table: Schizonauts, winner: Seat, dice: str, reading: RunOff) -> str:
    """Who has the high or the low dice, after how many equal pairs, and who ran out: what people misread most."""
    equal, name = len(reading.steps) - 1, table.name(winner)
    pairs = "1 equal pair" if equal == 1 else f"{equal} equal pairs"
    match reading.steps[-1].reading:
        case Reading.RAN_OUT:
            emptied = table.name(table.scene.other(winner)) if dice == "high" else name
            return f"After {pairs} {emptied} has run out of dice, so {name} has the {dice} dice"
        case Reading.ALL_EQUAL:
            return f"All dice are equal, so {name} has the {dice} dice as {reading.winner}"
    return f"After {pairs} {name} has the {dice} dice" if equal else f"{name} has the {dice} dice"


def telling_heading(table: Schizonauts) -> str:
    """Who does what, for those who only watch."""
    narrator, judge = table.name(table.scene.narrator), table.name(table.scene.judge)
    if table.scene.answered:  # another judge has been called in
        return f"{narrator} has answered. {judge} sets the price."
    if narrator == judge:
        return f"{narrator} answers the question and sets the price."
    return f"{narrator} answers the question. {judge} sets the price."


def your_telling(table: Schizonauts, seat: Seat) -> str:
    """Who does what, for narrator or judge. It changes with what they themselves have done, and with nothing else."""
    scene = table.scene
    answer = "You have answered." if scene.answered else "You answer the question."
    price = "You have set the price." if scene.priced else "You set the price."
    if scene.narrator != scene.judge:
        if seat == scene.narrator:
            return f"{answer} {table.name(scene.judge)} sets the price."
        narrator = table.name(scene.narrator)
        return f"{narrator} has answered. {price}" if scene.challenged else f"{narrator} answers the question. {price}"
    if scene.answered:
        return f"{answer} Now set the price."
    return f"{price} Now answer the question." if scene.priced else "You answer the question and set the price."


def telling_note(scene: Scene, seat: Seat) -> str:
    """The question for whoever is not asked it anyway; a crisis is settled together."""
    if scene.kind == "crisis":
        return reminders("settle_it_together")
    return "" if seat == scene.narrator else scene.question


def answer_text(table: Schizonauts) -> str:
    """The question again; "Who am I?" needs nothing after it."""
    scene = table.scene
    return scene.question if scene.in_final else sentence(scene.question)


def bound(table: Schizonauts, roller: Seat) -> str:
    aptitude = table.scene.aptitudes.get(roller, "")
    if not aptitude:  # a confirmation has no dice
        return ""
    return f"let it fit {aptitude}" if table.options.aptitude_binds else f"it helps if it fits {aptitude}"


def answer_note(table: Schizonauts) -> str:
    return f"{reminders('narrator_answers')} {_fits_the_aptitude(table, 'answer')}".rstrip()


def price_note(table: Schizonauts) -> str:
    price = reminders("there_is_a_price", edition=table.options.edition)
    return f"{price} {_fits_the_aptitude(table, 'price')}".rstrip()


def _fits_the_aptitude(table: Schizonauts, telling: str) -> str:
    if not table.scene.aptitudes:
        return ""
    edition: Edition = "game_chef" if table.options.aptitude_binds else "revised"
    return reminders(f"{telling}_fits_the_aptitude", edition=edition)


def price_enough(table: Schizonauts) -> str:
    return f"Is the price {table.name(table.scene.judge)} set enough?"


def too_little_note(name: str, yourself: bool) -> str:
    return f"if everyone says so, {'you become' if yourself else f'{name} becomes'} judge"


def price_stands(unhappy: list[str], name: str) -> str:
    """How a challenge ended that somebody had begun."""
    verb = "finds" if len(unhappy) == 1 else "find"
    return f"{_and(unhappy)} {verb} the price too small, {name} does not. It stands."


def before_closing(waiting: list[tuple[str, list[str]]]) -> str:
    """What has to come into the scene before it can close, and who says how. `You` is the one who reads it."""
    parts = [f"{'you say' if who == 'You' else f'{who} says'} how {_and(things)} came in" for who, things in waiting]
    return sentence(f"Before the scene can close, {_and(parts)}")


def judge_passes(name: str) -> str:
    return f"The table asks for a greater price. {name} is the judge now."


def closed(title: str) -> str:
    return ended(f"The scene closes: “{title}”") if title else "The scene closes."


# -- vote and bleed

REPLACEMENT = "What takes its place?"


def vote(table: Schizonauts, actor: Seat) -> str:
    return f"Which side of {table.sheet[actor].name_card()} was stronger in these two scenes?"


def tiebreak(table: Schizonauts, actor: Seat) -> str:
    card = table.sheet[actor].name_card()
    return f"Which side of {card} was stronger? Your own card counts only if the others tie."


def voted(table: Schizonauts) -> str:
    turn = table.turn
    cards = ", ".join(f"{table.name(seat)} says {card}" for seat, card in turn.votes.items())
    return f"The cards turn over: {cards}. {table.sheet[turn.actor].called(turn.bleeder)} bleeds."


def rating_rises(character: str, aptitude: str, rating: int) -> str:
    return f"{character}'s {aptitude} rises to {rating}."


def candidates(few: int) -> str:
    return f"Every memory on this side has bled. Write at least {few} new ones for the others to choose from."


def choose_bleed(table: Schizonauts) -> str:
    turn = table.turn
    return f"Which memory of {table.sheet[turn.actor].called(turn.bleeder)} bleeds into the overlap?"


def bleed_note(table: Schizonauts, last_word: bool) -> str:
    if last_word:
        return "The others did not agree, so it is yours to choose."
    return f"If you do not all agree, the visitors choose, and after them {table.name(table.turn.actor)}."


def bleeds(table: Schizonauts, memory: Memory) -> str:
    return f"“{memory.text}” bleeds into {table.name(memory.owner)}'s overlap."


def must_strike(table: Schizonauts) -> str:
    return f"Strike every memory that {_bled(table)} contradicts. There may be none."


def may_strike(table: Schizonauts, recipient: str) -> str:
    whose = table.sheet[table.turn.actor].called(recipient)
    return f"Does {_bled(table)} contradict a memory of {whose}?"


MAY_STRIKE_NOTE = "You may strike that memory and write another in its place."


def nothing_contradicted(struck: bool) -> str:
    return "Nothing else is contradicted" if struck else "Nothing is contradicted"


def _bled(table: Schizonauts) -> str:
    return f"“{table.memory(table.turn.bled).text}”"


def strike(text: str) -> str:
    return f"Strike “{text}”"


def struck(character: str, text: str) -> str:
    return ended(f"{character} no longer remembers “{text}”")


def replaced(text: str, aptitude: str) -> str:
    return f"In its place comes “{text}”, a memory of {aptitude}."


def connected(character: str, text: str) -> str:
    return ended(f"Write a new memory for {character}, connected with “{text}”")


# -- preparing endgame, and endgame

INTERLUDE = "Interlude"
FIRST_CARD = "Your first allegiance card lies face down on your sheet, and only you may look at it."
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
    between="\n",
)
CHOOSE_KEY = "Choose the key object you use in this scene. It is discarded afterwards."
REVEAL_DEAD = "for show: the dead gain no dice"
REVEAL_NOTE = "it stays face up for the rest of the game"
NO_MEMORY = "No memory"
REVEAL_AFTER_ROLL = "The dice are down. You may turn up a card for more dice."
LET_IT_BE = "Leave it as it is"
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
    texts = [f"“{memory.text}”" for memory in table.on_side(seat, "overlap")]
    overlap = f"{TEXTS.ritual('overlap').lead} In it: {_and(texts)}."
    return f"{FIRST_CARD} {overlap}" if len(table.sheet[seat].allegiance) else overlap


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


def reveal(persona: str, down: tuple[str, ...]) -> str:
    """A label that can stand in the open: the side is named only when it is opened.

    Cards lie sorted, agents on the left, so whoever holds both kinds knows which end is which.
    """
    if len(set(down)) == 1:
        return "Turn up one of my cards"
    return "Turn up my leftmost card" if persona == down[0] else "Turn up my rightmost card"


def reveal_for_show(persona: str) -> str:
    """The dead are asked nothing more when they turn up a card, so here it is said at once."""
    return f"Turn up {_a(persona)} card"


def reveal_after_roll(is_judge: bool) -> str:
    """More dice can only ever cost whoever has the low dice."""
    return f"{REVEAL_AFTER_ROLL} More dice can cost you the judge's role." if is_judge else REVEAL_AFTER_ROLL


def more_dice(aptitude: str, more: int) -> str:
    return f"{aptitude}, {more} more d6 at full rating" if more else f"{aptitude}, no more dice"


def _a(persona: str) -> str:
    return "a thief" if persona == "thief" else "an agent"


def name_memory(sheet: Sheet, persona: str, aptitude_is_fixed: bool) -> str:
    gain = "+1d6" if aptitude_is_fixed else "+1d6, and it settles your aptitude"
    whose = sheet.thief if persona == "thief" else f"Agent {sheet.agent}"
    return f"It is {_a(persona)}. Which memory of {whose} do you bring in? ({gain})"


def which_rating(without_memory: bool) -> str:
    if without_memory:
        return "Which rating do you use?"
    return "Which rating do you use with that memory? Without a memory it is the overlap rating."


def bare_note(full_rating: bool) -> str:
    return "your full rating of that side, without a memory" if full_rating else "a signal, without dice"


def reveals(name: str, persona: str) -> str:
    return f"{name} turns up {_a(persona)} card."


def names_memory(name: str, text: str, aptitude: str) -> str:
    return f"{name} brings in “{text}”, a memory of {aptitude}."


def paid(table: Schizonauts) -> str:
    coins = [(table.name(seat), table.sheet[seat].coins) for seat in table.circle if table.sheet[seat].coins]
    return "The bank pays: " + ", ".join(f"{name} {_coins(count)}" for name, count in coins) + "."


def _coins(count: int) -> str:
    return _count(count, "coin", "coins")


def _count(count: int, one: str, more: str) -> str:
    return f"{count} {one if count == 1 else more}"


def bet(table: Schizonauts, coins: int, targets: tuple[Seat, ...]) -> str:
    """A bet says what one hopes for, and stays. (SZ-BET-05)"""
    stay = "Coins stay where you put them."
    names = [table.name(target) for target in targets]
    if len(names) == 1:
        return f"Place {_coins(coins)} on {names[0]}'s sheet. On which side do you hope {names[0]} is? {stay}"
    return f"Place {_coins(coins)} on {names[0]}'s or {names[1]}'s sheet, on the side you hope for. {stay}"


def coins_on(table: Schizonauts, targets: tuple[Seat, ...]) -> str:
    """What lies on a sheet so far, and what it is for."""
    piles = [(table.name(target), table.sheet[target].piles) for target in targets]
    lie = "; ".join(f"on {name} lie {_coins(on['thief'])} for thief and {on['agent']} for agent" for name, on in piles)
    return f"So far {lie}. In the end only the coins on the side somebody ends on count, for that side."


def pile(table: Schizonauts, target: Seat, side: str) -> str:
    return f"{table.name(target)}, {side} side"


def bets(table: Schizonauts, seat: Seat, shares: dict[str, int]) -> str:
    placed = []
    for slot, count in shares.items():
        if count:
            target, side = slot.split(".")
            placed.append(f"{_coins(count)} on {table.name(target)} the {side}")
    return f"{table.name(seat)} puts " + " and ".join(placed) + "."


def kill(word_is_enough: bool) -> str:
    return "Let a character die" if word_is_enough else "Propose that a character dies"


def kill_note(word_is_enough: bool) -> str:
    return "your word is enough" if word_is_enough else "only if the table agrees; their player plays on"


def approve_death(by: str, name: str) -> str:
    return f"{by} proposes that {name} dies here. Does it fit?"


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

SAY_FINAL = TEXTS.ritual("final_line").lead
TALLY = "Sunrise"


def final_death(option: str) -> str:
    return reminders("death_in_final_resolution", edition="game_chef" if option == "consensus" else "revised")


def final_scene(table: Schizonauts) -> str:
    scene = table.scene
    kind = "identity confirmed" if scene.kind == "confirmation" else "identity crisis"
    return f"Final resolution: {table.sheet[scene.actor].full_name} ({table.name(scene.actor)}), {kind}"


def true_and_preferred(table: Schizonauts, seat: Seat) -> str:
    sheet = table.sheet[seat]
    name, up, on = table.name(seat), sheet.allegiance.up, sheet.piles
    thieves, agents = up.count("thief"), up.count("agent")
    shown = [_count(thieves, "thief", "thieves")] * bool(thieves) + [_count(agents, "agent", "agents")] * bool(agents)
    prefer = f"They prefer {sheet.preferred}."
    if on["thief"] == on["agent"]:
        prefer = f"The coins are level, so the preferred side is the opposite of the true one: {sheet.preferred}."
    return (
        f"{name}'s cards show {_and(shown)}. {name}'s true side is {sheet.true}. "
        f"The others have put {_coins(on['thief'])} on thief and {on['agent']} on agent. {prefer}"
    )


def crisis_visitor(true: str) -> str:
    return f"Your true side is {true}. Invite somebody who does not clearly look like {_a(true)}."


def confirmed_answer(true: str) -> str:
    return f"You are {_a(true)}. {reminders('confirmed_answer')}"


def crisis_memory(sheet: Sheet, side: str) -> str:
    name = sheet.thief if side == "thief" else f"Agent {sheet.agent}"
    return f"Choose any memory of {name}. You roll its full rating."


def settle(table: Schizonauts) -> str:
    name = table.sheet[table.scene.actor].full_name
    return f"Who is {name}: thief or agent? Agree with each other; if you cannot, the narrator decides."


def at_stake(table: Schizonauts) -> str:
    """Which coins count either way. (SZ-CRIS-09)"""
    on = table.sheet[table.scene.actor].piles
    thief, agent = _coins(on["thief"]), _coins(on["agent"])
    return f"As a thief, {thief} will count for the thieves; as an agent, {agent} for the agents."


def narrator_decides(table: Schizonauts) -> str:
    name, judge = table.sheet[table.scene.actor].full_name, table.name(table.scene.judge)
    return f"You and {judge} do not agree. You decide who {name} is, and {judge}'s price stands."


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


def _or(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " or " + names[-1]


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
    sheet = table.sheet[seat]
    return f"You end the night as {_a(sheet.final)}{_escape(table, seat)}. What becomes of {sheet.full_name}?"


def _escape(table: Schizonauts, seat: Seat) -> str:
    if not table.options.survivors:
        return ""
    safe = seat in table.course.survivors
    return ", and you escape the worst of it" if safe else ", and you are caught in what follows"


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
    "reveal_after_roll": "Waiting for {names} to turn up a card or leave the dice as they are.",
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
