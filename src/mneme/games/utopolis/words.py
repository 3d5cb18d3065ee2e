"""Every sentence the rules of Utopolis say to players. Lists and longer texts are in data/, through content.py."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING
from zlib import crc32

from mneme.engine.prompts import Option, Seat
from mneme.games.utopolis import hands, odds
from mneme.games.utopolis.content import IDEAS, MUSE_WORDS, TALENT_WORDS, VERDICTS, QuickStart
from mneme.games.utopolis.hands import FACES, JOKER, Compared, Reading, Step, in_order
from mneme.games.utopolis.nouns import ATTRIBUTES as ATTRIBUTE_NAMES
from mneme.games.utopolis.nouns import MUSES, QUESTIONS

if TYPE_CHECKING:
    from mneme.games.utopolis.nouns import Case, Detective, Element, Item, Result, Robot, Trial, Utopolis

TOLD_ALOUD = "(told aloud)"
YES_NO = (Option("yes", "Yes"), Option("no", "No"))
AGREEMENT = (Option("agree", "Agreed"), Option("object", "I would rather not"))
ALLOW_OR_OBJECT = (Option("allow", "Come along"), Option("object", "Not in this scene"))

# -- welcome, seats, safety

WELCOME_TITLE = "Good morning, Utopolis"
WELCOME = (
    "It is the year 2000, and everything works. The slidewalks hum, the weather is on time, and nobody has to be "
    "unhappy. When somebody is unhappy all the same, the police send a detective with a kind face, a robot partner, "
    "and no memory of the crime that made a detective of them."
)
CHOOSE_GM = "Who is the GM? The GM plays the city and everybody in it."
SEATING = "Put the players in order, clockwise from the GM's left. That is also the order of turns."
SEATS_AGAIN = "Somebody would rather sit differently. The host proposes again."
SAFETY = (
    "First, look after each other. A line is something that never appears in this game. A veil is something that may "
    "happen, but nobody describes it. Anyone can add one at any time, and anyone can pause the game. "
    "Nobody has to say why, and what was told can be taken back and told anew."
)
VISION = "What do you see when you picture this city? Name an image, a show or a film."
LINES_VEILS = "Is there anything you would rather leave out, or keep in the background?"
LINES = "Lines: what never appears."
VEILS = "Veils: what is never described."
LIMIT_TEXT = "Name it in a few words."
SAFETY_MENU = "You can pause the game or set a limit at any time."
CHECK_IN = "Pause the game"
CHECK_IN_TEXT = "Say what is on your mind, if you like."
GO_ON = "Everybody is fine; go on"
ADD_LINE = "Draw a line"
ADD_VEIL = "Draw a veil"


def approve_seats(table: Utopolis) -> str:
    if len(table.circle) == 1:
        return f"{_gm_and_detective(table)} Is that fine?"
    order = ", ".join(table.name(seat) for seat in table.circle)
    return f"{table.name(table.gm)} is the GM. The players sit in this order: {order}. Is that fine?"


def seated(table: Utopolis) -> str:
    if len(table.circle) == 1:
        return _gm_and_detective(table)
    order = ", ".join(table.name(seat) for seat in table.circle)
    return f"{table.name(table.gm)} is the GM. Clockwise from the GM's left: {order}."


def _gm_and_detective(table: Utopolis) -> str:
    """A table of two has no order to speak of. (UT-R-01)"""
    return f"{table.name(table.gm)} is the GM, and {table.name(table.circle[0])} plays the detective."


def line_drawn(text: str) -> str:
    return f"A line: {text}. It does not appear in this game."


def veil_drawn(text: str) -> str:
    return f"A veil: {text}. It is never described."


def checks_in(name: str, text: str) -> str:
    return f"{name} pauses the game. {text}" if text else f"{name} pauses the game."


def limits(table: Utopolis) -> str:
    course = table.course
    lines = ", ".join(course.lines) or "none"
    veils = ", ".join(course.veils) or "none"
    return f"Lines: {lines}. Veils: {veils}."


def goes_on(name: str) -> str:
    return f"{name} is ready to go on."


# -- notes and the file

NOTES = "Your notebook. Nobody else can read it."
NOTE_TEXT = "What do you want to remember?"
JOT = "Write in your notebook"
REMARK = "Add a remark to your detective's file"
FILE_MENU = "The files are open."
MARK_SUSPECT = "Add a suspect, or say how one stands"
SUSPECT_NAME = "Who is it?"
NEW_SUSPECT_NAME = "Their name, if they are not on the list."
SUSPECT_STANDING = "How do they look now?"
SUSPECT_NOTE = "Why? A few words, if you like."
STANDINGS = (Option("open", "Under suspicion"), Option("implicated", "It looks bad"), Option("cleared", "In the clear"))
TAG_CRIME = "Change the crime's Muses"
LEAVE = "Leave the game for good"
LEAVE_NOTE = "Your detective stays behind when this scene is over."
FINAL_SCENE = "This is the last scene"
FINAL_SCENE_NOTE = "When it ends you tell the epilogue, and your detective leaves play."
STANDING_WORDS = {option.key: option.label for option in STANDINGS}


def suspect_marked(name: str, standing: str, note: str) -> str:
    said = f"{name}: {STANDING_WORDS[standing].lower()}."
    return f"{said} {note}" if note else said


def remarked(identity: str, text: str) -> str:
    return f"A note on the file of {identity}: {text}"


def crime_tagged(muses: Sequence[str]) -> str:
    return f"This crime now belongs to {listed(muses)}." if muses else "This crime belongs to no Muse now."


def declares_final_scene(identity: str) -> str:
    return f"For {identity} this is the last scene."


def will_leave(name: str) -> str:
    return f"{name} leaves when this scene is over."


def has_left(name: str) -> str:
    return f"{name} has left the table."


# -- detectives and robots

CREATION = (
    "Make a detective: one who serves the city to pay for a crime nobody will tell them about. "
    "You carry a zapgun that only stuns, a wrist videophone, a good suit and a badge."
)
MAKE_OWN = "Make a detective of your own"
WHICH_DETECTIVE = "Make your own detective, or take a file from the drawer?"
NAME_DETECTIVE = "Who is your detective?"
PERSONA = "Your detective in a word or a brief phrase; see that nobody else has the same."
IDENTITY = "Your detective's name."
MUSE = "Which Muse does your forgotten crime belong to? You do not know the crime, only its kind."
MUSE_OPTIONS = tuple(Option(muse, muse, MUSE_WORDS[muse]) for muse in MUSES)
CORE = "How strong is your Core? 3 is free; each point above it adds one to your Flaw or Fear."
ATTRIBUTES = "Share 7 points among your attributes, 3 at most in each."
ATTRIBUTE_WORDS = {
    "Tenacity": "keeping at it, and resisting your Flaw",
    "Stability": "keeping calm, and resisting your Fear",
    "Prowess": "what your body can do",
    "Aptitude": "what your mind can do",
}
ATTRIBUTE_OPTIONS = tuple(Option(name, name, ATTRIBUTE_WORDS[name]) for name in ATTRIBUTE_NAMES)
FREE_TALENTS = "You have 7 points for talents. How many go to the three that you have already?"
FREE_TALENTS_NOTE = f"The rest goes to the others, in the next question: {', '.join(TALENT_WORDS)}."
INVENTED = "Talents of your own making, if you want any; the GM has to agree."
TALENT_NAME = "Name a talent that is not among those above."
WHICH_SCORE = "Which one?"
ROBOT_MANNER = "How does it behave? A few words, if you like."


def rename(detective: Detective, holder: str | None) -> str:
    said = f"You have the file of {detective.identity}, {detective.persona}."
    if holder is not None:
        return f"{said} So has {holder}: give yours another name, and another phrase."
    return f"{said} Do you call them something else?"


def instead_of(present: str) -> str:
    return f"Instead of “{present}”, if you like."


def flaw_fear(extra: int) -> str:
    way = "Which of them rises to 2?" if extra == 1 else "Share 2 points between them."
    return f"Flaw and Fear are both 1, and your Core has its price. {way}"


def raise_free(talent: str) -> str:
    return f"{talent}, which is 1: points to add."


STATUS = {
    "none": "not made yet",
    "active": "on duty",
    "consumed": "consumed, on the last case",
    "released": "released",
    "dead": "dead",
    "retired": "out of the service",
    "absent": "left behind",
}


def talents(left: int) -> str:
    return f"Share the other {counted(left)} among these talents, 3 at most in each."


def talent_options(names: Iterable[str]) -> tuple[Option, ...]:
    return tuple(Option(name, name, TALENT_WORDS.get(name, "your own")) for name in names)


def quick_start(made: QuickStart, holder: str | None) -> str:
    """A file from the drawer in a line: who, and what they are good at; or who is that already."""
    if holder is not None:
        return f"taken: {holder} has this one, so you would have to rename yours"
    best = max(made.attributes, key=lambda name: made.attributes[name])
    skill = max(made.talents, key=lambda name: made.talents[name])
    return f"{made.persona}; {made.muse}, Core {made.core}, best at {best} and {skill}"


def approve_talent(name: str, talent: str) -> str:
    return f"{name} would like a talent called “{talent}”. Is that fine?"


def approve_talents(name: str) -> str:
    return f"{name} would like talents of their own making. Which of them fit this city?"


def talent_decided(talent: str, yes: bool) -> str:
    return f"“{talent}” is a talent now." if yes else f"“{talent}” will not be a talent."


def detective_made(detective: Detective) -> str:
    return f"{detective.identity}, {detective.persona}, reports for duty. Muse: {detective.muse}."


def name_robot(table: Utopolis, partner: Seat) -> str:
    return f"You play {table.called(partner)}'s robot partner: black suit, glass dome, even voice. What is it called?"


def robot_designation(spare: str) -> str:
    return f"A letter and a number. If you give none, it is {unbroken(spare)}."


def nickname(robot: Robot) -> str:
    return f"Your partner is {unbroken(robot.designation)}. Do you give it a nickname?"


def robot_named(table: Utopolis, partner: Seat) -> str:
    robot = table.robot[partner]
    return f"{table.called(partner)}'s partner is {robot.called}, played by {table.name(robot.player)}."


# -- the crime

CRIME_SOURCE = "A new case. Which Muse sends it?"
CRIME_SOURCES = (
    Option("roll", "Let the die say", "1 in 6 for each Muse"),
    *(Option(muse, muse, MUSE_WORDS[muse]) for muse in MUSES),
    Option("choose", "Look through all crimes, or invent one"),
)
DESCRIBE_CRIME = "What has happened, on such a fine day?"
WHICH_CRIME = "Which crime?"
OWN_CRIME = "A crime of your own"
CRIME_TEXT = "Tell it in a sentence or two, or leave it as it stands."
CRIME_MUSES = "Which Muses does it belong to?"
MAJOR = "Is it a major crime? Then every question needs 2 pieces of evidence."
CLUE = "One clue that suggests what to do next."
INITIAL_SUSPECT = "Is there a suspect already?"
OPENING_TYPE = "You won this. Which question does the clue answer?"


def reopen(case: Case) -> str:
    return f"Take up case {case.number} again: {case.crime}"


def muse_hint(table: Utopolis) -> str:
    """Which detectives have not met their own kind of crime yet. (UT-INV-08)"""
    met = {muse for case in table.cases for muse in case.muses}
    waiting = [
        f"{table.called(s)} ({table.detective[s].muse})"
        for s in table.investigators
        if table.detective[s].muse not in met
    ]
    return f"Not yet faced with a crime of their own Muse: {listed(waiting)}." if waiting else ""


def muse_rolled(muse: str) -> str:
    return f"The die says {muse}: {MUSE_WORDS[muse]}."


def case_title(case: Case) -> str:
    return f"Case {case.number}"


def crime(case: Case) -> str:
    kind = "A major crime. " if case.major else ""
    muses = f" This crime belongs to {listed(case.muses)}." if case.muses else ""
    return f"{kind}{case.crime}{muses} The GM has {case.crime_points} Crime points."


def starting_clues(count: int) -> str:
    return f"Give {count} starting clues, one for each player." if count > 1 else "Give 1 starting clue."


def some_clues(count: int) -> list[str]:
    return list(IDEAS["starting_clues"][:count])


def starting_clue(text: str) -> str:
    return f"A clue to start with: {text}"


# -- scenes

FRAME_TEXT = "When is it, where, and what is going on?"
FRAME_ROBOTS = "Which robots are along?"
FREE_PLAY = "Play the scene. When interests clash, call a conflict."
CALL_CONFLICT = "Call a conflict"
CLASH = "What clashes?"
END_SCENE = "Close the scene"
ASK_TO_END = "Ask the GM to close the scene"
JOIN = "Ask to join the scene"
JOIN_MENU = "You are elsewhere, and can ask to come along."
SCENE_OVER = "The scene is over."
CONFIRM_CONFLICT = "Do interests clash here?"
NO_CLASH = "The GM sees no conflict yet; play goes on."
PURSUE = "Which clue do you follow?"
AT_FIRST = " (At first: "
KEEP_OR_REROLL = (Option("keep", "Keep it"), Option("reroll", "Roll again", "1 Cinema"))
SCENE_KINDS = {
    "opening": "The opening",
    "trail": "On the trail",
    "follow_up": "A follow-up",
    "arrest": "The arrest",
    "test": "A quiet moment",
}
SCENE_TITLES = {"opening": "The scene of the crime", "arrest": "The arrest"}
NOBODY_LEFT = "No detective is left on the case. The file is put away."


# A chapter's title goes into the digests of stored games, so titles stay as they are.
def scene_title(table: Utopolis) -> str:
    scene = table.scene
    if scene.kind in SCENE_TITLES:
        return SCENE_TITLES[scene.kind]
    name = table.called(scene.player)
    return f"{name} returns" if scene.kind == "follow_up" else f"{name} follows a clue"


def frame(table: Utopolis) -> str:
    scene = table.scene
    if scene.kind == "trail":
        return f"Set the scene: {table.called(scene.player)} follows a clue."
    if scene.kind == "arrest":
        return f"Set the scene of the arrest of {short(table.case.arrested)}."
    if scene.problem:
        return "Set the scene of what was left open."
    alone = len(scene.present) == 1
    return f"Set the scene. {table.called(scene.player) + ' is' if alone else 'All detectives are'} there."


def framed_around(table: Utopolis) -> str:
    """The clue that is followed, or the problem that is returned to."""
    scene = table.scene
    return clue_in_full(table.item(scene.pursued)) if scene.kind == "trail" else scene.problem


def clue_in_full(item: Item) -> str:
    """By its newest reading, and as it was found."""
    return item.reads if item.reads == item.text else f"{item.reads}{AT_FIRST}{item.text})"


def at_stake(table: Utopolis, clash: str) -> str:
    """What a conflict is about, for those who are asked what they want: all of it has been told. (UT-CONF-02)"""
    scene = table.scene
    followed = f"The clue: {clue_in_full(table.item(scene.pursued))}" if scene.pursued else ""
    suspect = f"To be arrested: {table.case.arrested}" if scene.kind == "arrest" else ""
    crime = table.case.crime if scene.kind == "opening" else ""
    problem = f"Now: {scene.problem}" if scene.problem else ""
    return "\n".join(filter(None, (crime, suspect, followed, scene.framed, problem, clash)))


def foreshadowing(detective: Detective) -> list[str]:
    """Reminders of what grows in a detective. (UT-TEST-14, UT-END-05)"""
    name = detective.identity
    if detective.status == "consumed":
        return [f"{name} is lost to the past. In each scene, show a little more of it."]
    slipping = [kind for kind, base in detective.resistance.items() if base <= 2]
    if not slipping:
        return []
    return [f"{name}'s {listed(slipping)} {'is' if len(slipping) == 1 else 'are'} close to winning. Let it show."]


def pursues(clue: str) -> str:
    return f"The clue: {clue}"


def returns(problem: str) -> str:
    return f"Back to what was left open: {problem}"


FOLLOW_A_CLUE = Option("trail", "Follow a clue")


def turn_choices(case: Case) -> tuple[Option, ...]:
    return (FOLLOW_A_CLUE, Option("arrest", "Propose an arrest", arrest_chance(case)))


def arrest_chance(case: Case) -> str:
    """What the supercomputer would say to the file as it is. (UT-ARR-08, -09)"""
    answered = len(case.answered)
    if answered == len(QUESTIONS):
        return "The file answers all six questions."
    return f"The file answers {answered} of 6 questions: {counted(answered, 'chance')} in 6 that the case closes."


def turn(table: Utopolis) -> str:
    return f"It is your turn, {table.called(table.course.turn)}. What do you do?"


def question_rolled(identity: str, question: str) -> str:
    return f"{identity} rolls the question die. The question is {question}."


def question_rerolled(identity: str, question: str) -> str:
    return f"{identity} spends 1 Cinema and rolls again. The question is {question}."


def reroll(question: str, cinema: int) -> str:
    return f"The question is {question}. Keep it, or roll again for 1 Cinema? You have {cinema}."


@cache
def still_open(questions: tuple[str, ...]) -> str:
    """What a roll would be good for. (UT-CIN-01)"""
    if not questions:
        return "The file has evidence for all six questions."
    if len(questions) == len(QUESTIONS):
        return "Evidence is still missing for all six questions. Any question helps."
    hit = "it" if len(questions) == 1 else "one of them"
    chance = f"{counted(len(questions), 'chance')} in 6"
    return f"Evidence is still missing for {listed(questions)}. A roll hits {hit} with {chance}."


def asks_to_end(name: str) -> str:
    return f"{name} would like to close the scene."


def calls_conflict(text: str) -> str:
    return text or "Interests clash here."


def asks_to_join(identity: str) -> str:
    return f"{identity} would like to join the scene."


def object_join(identity: str) -> str:
    return f"{identity} would like to join this scene. Is that fine?"


def joined(identity: str) -> str:
    return f"{identity} joins the scene, robot and all."


def not_joined(identity: str) -> str:
    return f"{identity} stays elsewhere."


def too_late(identity: str) -> str:
    return f"{identity} asked too late, and has missed this scene."


# -- intents

STAGES = {
    "intents": "What everybody wants",
    "initiation": "How it begins",
    "draw": "The draw",
    "adjustment": "Spending",
    "reveal": "The reveal",
    "result": "The result",
    "narration": "The telling",
}
CONFLICT = "A conflict. Say what you want out of it."
NO_CONFLICT = "Nobody stands against anybody, so there is no conflict."
INTENT = "What do you want out of this? You may also stay out of it."
GM_INTENT = "What do your characters want? You may also keep them out of it."
INTENT_TEXT = "What should be so in the end? Such as: “Get the letter from the clerk.”"
TAKE_PART = "Do you take part?"
GM_TAKE_PART = "Do they take part?"
IN_OR_OUT = (Option("in", "Take part"), Option("out", "Stay out"))
CAPTURE = "Do you mean to take the suspect?"
CHANGE_INTENT = "Change what you want"
TAKE_PART_AFTER_ALL = "Take part after all"
STAY_OUT = "Stay out of it"
CONTENT = "Is everybody content with the intents? Change yours, or pass."
OPPOSITION = "Say who stands against whom."
CAPTORS = "Who means to take the suspect?"
RELATED = "Does this conflict have to do with the crime? Then its Muses count."
ROBOT_AGAINST_YOU = "Your robot partner stands in your way. What do you want?"


def intends(table: Utopolis, seat: Seat, text: str) -> str:
    said = text or TOLD_ALOUD
    return f"What the GM's characters want: {said}" if seat == table.gm else f"What {table.called(seat)} wants: {said}"


def intents(table: Utopolis) -> str:
    """What everybody in it wants, a line each; what was told aloud has been heard."""
    wants = table.conflict.intents.items()
    return "\n".join(f"• {capital(table.side_name(side))}: {text}" for side, text in wants if text)


def stays_out(table: Utopolis, seat: Seat) -> str:
    return "The GM's characters stay out of it." if seat == table.gm else f"{table.called(seat)} stays out of it."


def side_option(table: Utopolis, side: str) -> Option:
    return Option(side, capital(table.side_name(side)))


def who_opposes(table: Utopolis, seat: Seat) -> str:
    return f"Who opposes {table.called(seat)}?"


def opposition(table: Utopolis) -> str:
    """Who is up against whom; those against the same are named together."""
    together: dict[tuple[str, ...], list[str]] = {}
    for seat, sides in table.conflict.opposition.items():
        together.setdefault(sides, []).append(table.called(seat))
    return " ".join([_up_against(table, names, sides) for sides, names in together.items()])


def _up_against(table: Utopolis, names: Sequence[str], sides: Sequence[str]) -> str:
    if not sides:
        return f"Nobody opposes {listed(names)}."
    against = listed([table.side_name(side) for side in sides])
    return f"{listed(names)} {'is' if len(names) == 1 else 'are'} up against {against}."


# -- beginning and drawing

INITIATE = "Begin. Say what you start to do, and not how it goes."
INITIATE_NOTE = "You draw as many cards as Core, attribute and talent make together."
INITIATE_TEXT = "How do you begin?"
ATTRIBUTE = "Which attribute do you use?"
TALENT = "Which talent do you use?"
TALENTS = "Which talents do you use?"
BESIDE_INITIATION = "While the detectives begin, you can also do this."
DISAPPROVE = "Say that a choice does not fit"
DISAPPROVE_OF = "Whose?"
VETO = "Does an attribute or talent clearly not fit? Then refuse it; another is chosen."
VETO_ALL = "Refuse all of it"
NO_VETO = "It all fits"
CHOOSE_AGAIN = "The GM finds that this does not fit. Choose again."
GM_DRAWS = "You draw 7 cards, and 1 more for each Crime point you spend."
GM_BEGINS = "How do your characters begin?"
NO_SCORE = Option("none", "Nothing")


def scores(detective: Detective, levels: Mapping[str, int]) -> tuple[Option, ...]:
    """None, and each score with its level as it counts now."""
    hurt = detective.hurt
    return (NO_SCORE, *[score(name, level, name in hurt) for name, level in levels.items()])


@lru_cache(maxsize=256)
def score(name: str, level: int, hurt: bool) -> Option:
    return Option(name, name, f"{max(0, level - 1)}, hurt" if hurt else str(level))


def begins(table: Utopolis, seat: Seat, text: str) -> str:
    conflict = table.conflict
    used = [name for name in (conflict.attributes[seat], *conflict.talents[seat]) if name]
    name = table.called(seat)
    with_what = f"{name} begins with {listed(used)}." if used else f"{name} begins on Core alone."
    return f"{with_what} {text}" if text else with_what


def disapproves(table: Utopolis, seat: Seat, of: Seat) -> str:
    return f"{table.name(seat)} finds that {table.called(of)}'s choice does not fit."


def veto_one(name: str) -> str:
    return f"Refuse {name}"


def veto_of(table: Utopolis, seat: Seat) -> str:
    flagged = table.conflict.disapproved.get(seat, ())
    said = f"{table.called(seat)}'s choice."
    return f"{said} It seems unfit to {listed([table.name(by) for by in flagged])}." if flagged else said


def vetoes(table: Utopolis, seat: Seat, refused: Sequence[str]) -> str:
    return f"The GM refuses {table.called(seat)} the use of {listed(refused)} here."


def chooses_again(table: Utopolis, seat: Seat) -> str:
    return begins(table, seat, "")


def hands_drawn(table: Utopolis) -> str:
    drawn = [f"{table.called(seat)} {_cards(len(table.hands[seat]))}" for seat in table.conflict.detectives]
    return f"Drawn: {', '.join(drawn)}."


def crime_points(pool: int) -> str:
    return f"How many Crime points? You have {pool}, and they do not come back."


@cache
def gm_odds(size: int, pool: int) -> str:
    """How a few numbers would fare against the largest hand, unseen. (Ledger 9, GM view)"""
    none, *more = [points for points in (0, 2, 4, 6) if points <= pool]
    first = f"Against the largest hand, {_cards(size)}, you win {_in_100(odds.gm_beats(size, none))} with {none} points"
    others = [f"{round(100 * odds.gm_beats(size, points))} with {points}" for points in more]
    share = "A detective who fails gains an equal share of what you spend as Cinema."
    return f"{', '.join([first, *others])}. {share}"


def spends_crime_points(points: int, text: str) -> str:
    said = f"The GM spends {_crime_points(points)} and draws {7 + points} cards."
    return f"{said} {text}" if text else said


# -- spending

ONE_CINEMA = "1 Cinema"
ONE_TOKEN = "1 Token"
HELP = "Bring in something helpful: 1 card more for you"
HELP_TEXT = "What or who helps?"
COMPLICATE = "Put something in their way: a hand against you loses a random card"
COMPLICATE_WHOM = "Whose hand?"
COMPLICATE_TEXT = "What gets in the way?"
HINDER_TEXT = "How does the robot get in the way?"
INTERVENE_TEXT = "What does the robot want?"
FACT_TEXT = "A fact about Utopolis. It is true from now on, and it is no clue by itself."
ROBOT_MENU = "The robot you play can speak up."
ADJUST = "The robot you play may help or hinder its partner now, or pass. After the reveal it is too late."
ADJUST_YOURS = "Spend now, or pass; after the reveal it is too late."
LAST_CHANCE = "All hands are open. Do you want to do anything more?"
REDRAW = "Double or nothing: throw all your cards away and draw as many"
DECLARE_JOKER = "You hold a Joker. Which card is it?"
PURCHASES = "The scene is over. Those who were there may raise scores with Cinema."
RAISE_ATTRIBUTE = "Raise an attribute"
RAISE_TALENT = "Raise a talent, or learn one"
NEW_TALENT = "Learn a talent of your own making, if the GM agrees"
NEW_TALENT_NAME = "What is it called?"


@lru_cache
def holding(cards: tuple[str, ...], reading: Reading) -> str:
    """A hand for its owner's eyes."""
    return f"Your hand: {card_list(cards)}. That makes {groups(*reading.key[:3])}."


def against_you(table: Utopolis, seat: Seat) -> str:
    """What to weigh before spending: the sizes of the hands, the chance with this one, and the Cinema. (Ledger 9)"""
    mine = table.hands[seat]
    sides = [side for side in table.conflict.opposition[seat] if side in table.hands]
    theirs = max(sides, key=lambda side: len(table.hands[side]), default="")
    if not theirs:
        return _your_cinema(table, seat)
    other = table.side_name(theirs)
    return f"{odds_held(mine.faces, len(table.hands[theirs]), other)} {_your_cinema(table, seat)}"


def _your_cinema(table: Utopolis, seat: Seat) -> str:
    return f"You have {table.detective[seat].cinema} Cinema."


@lru_cache
def odds_held(mine: tuple[str, ...], theirs: int, other: str) -> str:
    """A known hand against so many unknown cards, as it is and with one card moved."""
    key = hands.read(mine).key
    now, less = odds.held_against(key, theirs), odds.held_against(key, max(0, theirs - 1))
    more = odds.before_the_draw(len(mine) + 1, theirs) - odds.before_the_draw(len(mine), theirs)
    gain = f"A card more for you adds about {_points(more)}, a card less for {other} about {_points(less - now)}."
    return f"You hold {_cards(len(mine))}, {other} {theirs}. You would {_wins(now)}. {gain}"


def _wins(chance: float) -> str:
    if 0.005 <= chance < 0.995:
        return f"win about {_in_100(chance)}"
    return "nearly always win" if chance > 0.5 else "hardly ever win"


def _points(chance: float) -> str:
    return str(max(0, round(100 * chance)))


LAST_CHANCE_YOURS = {True: "You are ahead of {other}. Anything more?", False: "You are behind {other}. Anything more?"}


def last_chance(table: Utopolis, result: Result) -> str:
    """How it stands for a detective, now that all hands are open."""
    return LAST_CHANCE_YOURS[result.success].format(other=table.side_name(result.against))


def both_hands(table: Utopolis, result: Result) -> str:
    """The open hands that decide it, and what they make."""
    sides = ((table.called(result.seat), result.seat), (capital(table.side_name(result.against)), result.against))
    made = [f"{name}: {groups(*_key(table, side)[:3])}." for name, side in sides]
    return "\n".join([*made, f"What decides: {_decided(result)}."])


def _key(table: Utopolis, side: str) -> hands.Key:
    hand = table.hands[side]
    return hands.reread(hand.faces, hand.declared).key


def _decided(result: Result | Trial) -> str:
    """The step that tells the hands apart, with its figures."""
    last = result.steps[-1]
    if last.outcome == "equal":
        return "nothing, and a tie is not yours"
    if last.step == Step.HIGH_CARD:
        return f"high card, {_left(last.mine)} to {_left(last.theirs)}"
    return f"same {last.step}, {last.mine} to {last.theirs}"


def results(table: Utopolis) -> str:
    """Who succeeded and who failed, by what, and what it brought; for whoever comes to speak next."""
    return "\n".join([_result(table, result) for result in table.conflict.results])


def _result(table: Utopolis, result: Result) -> str:
    verb = "succeeds" if result.success else "fails"
    again = ", after double or nothing" if result.seat in table.conflict.redrawn else ""
    gain = f"+{result.award} Cinema" if result.award else "no Cinema"
    hurt = f", hurt: {listed(result.hurt)}" if result.hurt else ""
    name, other = table.called(result.seat), table.side_name(result.against)
    return f"{name} {verb} against {other}{again} ({_decided(result)}): {gain}{hurt}."


def just_found(table: Utopolis) -> str:
    """The clue or lead that the scene has brought, once its conflict is over."""
    newest = table.items[-1] if table.items else None
    return newest.text if newest and newest.scene == table.case.scenes and newest.origin != "starting" else ""


@cache
def draw_muse(muse: str) -> str:
    return f"Call on {muse} ({MUSE_WORDS[muse]}): 2 cards more"


def muse_note(detective: Detective) -> str:
    return f"After the scene comes a test. {test_risk(detective)}"


def redraw_note(detective: Detective, size: int, against: hands.Key) -> str:
    """How likely a new hand wins, and what follows. (Ledger 9, P_redraw)"""
    wins = f"A new hand of {_cards(size)} wins about {_in_100(odds.to_beat(size, against))}, and is final."
    return f"{wins} After the scene comes a test. {test_risk(detective)}"


def test_risk(detective: Detective) -> str:
    """What a test would be like, without Cinema. (Ledger 9, P_test_fail)"""
    flaw, fear = detective.resistance["Flaw"], detective.resistance["Fear"]
    if min(flaw, fear) <= 0:
        return f"With no card to draw against your {'Flaw' if flaw <= fear else 'Fear'}, it may be your last."
    return f"You would fail it {_in_100(odds.failing_a_test(flaw, fear))}, and your Flaw or Fear would rise by 1."


def purchases(cinema: int, after_test: bool) -> str:
    over = "The test is behind you" if after_test else "The scene is over"
    return f"{over}, and you have {cinema} Cinema. Raise a score, or keep it."


def price(points: int) -> str:
    return f"{points} Cinema"


def raised(name: str, level: int) -> str:
    return f"{name}, from {level} to {level + 1}"


@lru_cache(maxsize=256)
def raise_option(name: str, level: int, points: int) -> Option:
    return Option(name, raised(name, level), price(points))


def lowered(name: str, level: int) -> str:
    return f"{name}, from {level} to {level - 1}"


def raises(identity: str, name: str, level: int) -> str:
    return f"{identity}'s {name} is now {level}."


def helps(identity: str, text: str) -> str:
    said = f"{identity} spends 1 Cinema and draws a card."
    return f"{said} {text}" if text else said


def complicates(identity: str, target: str, card: str, text: str) -> str:
    said = f"{identity} spends 1 Cinema. {capital(target)} loses the {card_name(card)}."
    return f"{said} {text}" if text else said


def help_partner(table: Utopolis, partner: Seat) -> str:
    return f"{table.robot[partner].called} helps {table.called(partner)}: 1 card more"


def hinder_partner(table: Utopolis, partner: Seat) -> str:
    return f"{table.robot[partner].called} gets in {table.called(partner)}'s way: 1 random card less"


def intervene(table: Utopolis, partner: Seat) -> str:
    return f"{table.robot[partner].called} turns against {table.called(partner)} with 7 cards"


def all_tokens(tokens: int) -> str:
    return f"all {tokens} Tokens"


def state_fact(table: Utopolis, partner: Seat) -> str:
    return f"{table.robot[partner].called} states a fact about Utopolis"


def robot_helps(table: Utopolis, partner: Seat, text: str) -> str:
    said = f"{table.robot[partner].called} helps {table.called(partner)} for 1 Token."
    return f"{said} {text}" if text else said


def robot_hinders(table: Utopolis, partner: Seat, card: str, text: str) -> str:
    lost = f"{table.called(partner)} loses the {card_name(card)}."
    said = f"{table.robot[partner].called} gets in the way for 1 Token. {lost}"
    return f"{said} {text}" if text else said


def robot_intervenes(table: Utopolis, partner: Seat, text: str) -> str:
    return f"{table.robot[partner].called} turns against {table.called(partner)}. What it wants: {text or TOLD_ALOUD}"


def fact(table: Utopolis, partner: Seat, text: str) -> str:
    return f"{table.robot[partner].called} states, for 1 Token: {text}"


def draws_muse(identity: str, muse: str, count: int, open_cards: Sequence[str]) -> str:
    """The cards are named once all hands are open, and not before. (UT-HAND-01)"""
    drawn = listed([the_card(card) for card in open_cards]) if open_cards else _cards(count)
    return f"{identity} calls on {muse} and draws {drawn}. A test follows the scene."


def redraws(identity: str) -> str:
    return f"{identity} plays double or nothing and draws a new hand. A test follows the scene."


# -- hands

STEP_WORDS = {
    Step.VALUE: "the most cards of one value; which value does not matter",
    Step.SUIT: "the most cards of one suit",
    Step.COLOUR: "the most cards of one colour",
    Step.HIGH_CARD: "equal cards set aside one for one, the highest left; Ace is high",
}
VALUE_NAMES = {"A": "Ace", "K": "King", "Q": "Queen", "J": "Jack", "T": "10"}
SUIT_NAMES = {"S": "Spades", "H": "Hearts", "D": "Diamonds", "C": "Clubs"}


def value_name(value: str) -> str:
    return VALUE_NAMES.get(value, value)


CARD_NAMES = {JOKER: "Joker", **{card: f"{value_name(card[0])} of {SUIT_NAMES[card[1]]}" for card in FACES}}


def card_name(card: str) -> str:
    return CARD_NAMES[card]


def the_card(card: str) -> str:
    return "a Joker" if card == JOKER else f"the {CARD_NAMES[card]}"


def card_list(cards: Sequence[str]) -> str:
    """Jokers first, then from the Ace down."""
    return ", ".join([CARD_NAMES[card] for card in in_order(cards)]) if cards else "no cards"


def card_options(cards: Iterable[str]) -> tuple[Option, ...]:
    return tuple(Option(card, card_name(card)) for card in cards)


def joker_is(name: str, card: str) -> str:
    return f"{capital(name)}: the Joker is the {card_name(card)}."


def groups(value: int, suit: int, colour: int) -> str:
    """A hand's largest groups in words. (UT-HAND-03)"""
    said = [f"{count} of one {what}" for count, what in ((value, "value"), (suit, "suit"), (colour, "colour")) if count]
    return ", ".join(said) if said else "high card only"


def hand_shown(name: str, cards: Sequence[str], reading: Reading) -> str:
    said = f"{capital(name)}: {card_list(cards)}. That makes {groups(*reading.key[:3])}."
    return f"{said} {jokers(reading.jokers, [reading.identity])}" if reading.jokers else said


def jokers(count: int, cards: Sequence[str]) -> str:
    """What one Joker or several stand for."""
    stand_for = listed([the_card(card) for card in cards])
    if count == 1:
        return f"The Joker counts as {stand_for}."
    return f"{'Both Jokers' if count == 2 and len(cards) == 1 else 'The Jokers'} count as {stand_for}."


def compared(mine: Reading, theirs: Reading, me: str, them: str) -> list[str]:
    """A comparison step by step, down to what decides it. (UT-HAND-04, -07, -08)"""
    return [_step(step, me, them) for step in hands.compared(mine.key, theirs.key)]


def _step(compared: Compared, me: str, them: str) -> str:
    is_last, is_equal = compared.step == Step.HIGH_CARD, compared.outcome == "equal"
    if is_equal:
        matched = "High card: every card is matched, so nobody is higher."
        return matched if is_last else f"Same {compared.step}: {compared.mine} each."
    higher = capital(me if compared.outcome == "higher" else them)
    if is_last:
        shown = f"{me} {_left(compared.mine)}, {them} {_left(compared.theirs)}"
        return f"High card, equal ones set aside: {shown}. {higher} is higher."
    return f"Same {compared.step}: {me} {compared.mine}, {them} {compared.theirs}. {higher} is higher."


def _left(value: str) -> str:
    return value_name(value) if value else "nothing"


# -- results

DAMAGE = ("no harm", "the talent is hurt", "talent and attribute are hurt", "talent, attribute and Core are hurt")


def outcome(table: Utopolis, result: Result) -> list[str]:
    name, other = table.called(result.seat), table.side_name(result.against)
    decided = "by high card" if result.step == Step.HIGH_CARD else f"by {result.step}"
    if result.success:
        return [f"{name} succeeds against {other}, {decided}, and gains {result.award} Cinema."]
    how = "in a tie" if result.step == Step.TIE else decided
    said = [f"{name} fails against {other}, {how}, and gains {result.award} Cinema."]
    harm = f"{listed(result.hurt)} will be 1 lower when next used." if result.hurt else "No harm done."
    return [*said, f"{clubs_less_hearts(other, name, result.difference)} {harm}"]


def clubs_less_hearts(other: str, name: str, difference: int) -> str:
    """What damage goes by. (UT-DMG-02)"""
    return f"Clubs in {other}'s hand, less Hearts in {name}'s: {figure(difference)}."


# -- telling

SEIZE = "Tell the failure yourself"
NARRATE_SUCCESS = "Tell how it ends, with one new clue"
OUTCOME_TEXT = "What happens to everyone? Be true to what each of them wanted."
CLUE_OR_EVIDENCE = "Is it a clue, or evidence that somebody did it or did not?"
CLUE_STANDINGS = (
    Option("clue", "A clue", "it only leads on"),
    Option("evidence", "Evidence", "it counts before the supercomputer"),
)
EVIDENCE_KIND = "What is it?"
EVIDENCE_KINDS = (
    Option("physical", "An object"),
    Option("suspect", "A suspect's statement"),
    Option("witness", "A witness's statement"),
)
CONCERNS = "Which suspect does it concern?"
NOBODY = "Nobody in particular"
AS_BEFORE = "As before"
REEXPLAIN = "Show an earlier clue in a new light"
WHICH_CLUE = "Which one?"
NEW_QUESTION = "Which question does it answer now?"
REFUTED = "Was it a red herring after all?"
REEXPLAIN_TEXT = "How does it look now?"
TURN_OF_EVENTS = "Is it “no, and” or “no, but”?"
TURNS = (
    Option("no_but", "No, but", "it points to where a clue may be found"),
    Option("no_and", "No, and", "there is a new problem, and another conflict"),
)
PROBLEM_OR_LEAD = "The lead, or the new problem."
LEAD_ALOUD = "A lead told aloud"
PROBLEM_ALOUD = "A problem told aloud"
OWN_DEATH = "Does your own detective die here?"
ESCAPE = (Option("continue", "It goes on"), Option("escape", "Gone for good", "the investigation ends"))
ESCAPE_TEXT = "How does the suspect get away?"
FOLLOW_UP = "Ask for another conflict"
FOLLOW_UP_TEXT = "What new thing is at stake?"
FOLLOW_UP_NOTE = "It flows from the last one and is no second try."
FOLLOW_UP_OR_END = "Does another conflict follow from this one? If not, the scene ends."
GRANT = "Do you grant another conflict?"
NOW_OR_CUT = "Play it now, or cut to the others first?"
NO_FOLLOW_UP = "The GM would rather end the scene here."


def narrates(table: Utopolis) -> str:
    """Who tells it, and why. (UT-NARR-01, -03)"""
    conflict = table.conflict
    teller = f"{table.name(conflict.holder)} tells how it ends."
    if conflict.holds_as == "gm":
        return f"No detective succeeds. {teller}"
    if conflict.holds_as == "robot" and not conflict.succeeded:
        return f"The robot has the highest hand. {teller}"
    if conflict.holds_as != "detective":
        return teller
    alone = len(conflict.succeeded) == 1
    why = "succeeds" if alone else "has the highest hand of those who succeed"
    return f"{table.called(conflict.holder)} {why}. {teller}"


def seize_failure(table: Utopolis) -> str:
    """Who would tell it, and what hangs on it in an arrest. (UT-CIN-04, UT-R-81)"""
    alone = len(table.conflict.detectives) == 1
    pay = "Do you tell it yourself, for 1 Cinema?" if alone else "The first to spend 1 Cinema tells it instead."
    said = f"It fails, and the GM would tell how. {pay}"
    if table.scene.kind != "arrest" or table.options.arrest_escape_decider == "gm":
        return said
    return f"{said} Whoever tells it decides whether {short(table.case.arrested)} escapes for good."


def seize_success(table: Utopolis, partner: Seat) -> str:
    return f"{table.called(partner)} would tell the success. Does {table.robot[partner].called} tell it for 1 Token?"


def robot_takes_over(table: Utopolis, partner: Seat) -> str:
    return f"{table.robot[partner].called} takes over the telling for 1 Token."


def seizes(identity: str) -> str:
    return f"{identity} spends 1 Cinema and tells it instead of the GM."


def elements(table: Utopolis) -> str:
    """What the telling has to use. (UT-NARR-05)"""
    used = [_element(table, element) for element in table.scene.elements]
    return "\n".join(["Bring in:", *(f"• {capital(element)}" for element in used)]) if used else ""


ELEMENTS = {
    "help": "{name} is helped: {text}",
    "complication": "in the way, by {name}: {text}",
    "robot help": "{name} helps: {text}",
    "hindrance": "{name} gets in the way: {text}",
    "intervention": "{name} wants: {text}",
    "fact": "{name} states: {text}",
}
BY_DETECTIVES = ("help", "complication")


def _element(table: Utopolis, element: Element) -> str:
    """What somebody brought in, by the detective or the robot who did."""
    if not element.text:
        return f"What {table.name(element.by)} told aloud"
    played = [robot.called for robot in table.robot.values() if robot.player == element.by]
    is_robot = element.kind not in BY_DETECTIVES and len(played) == 1
    name = played[0] if is_robot else table.called(element.by)
    return ELEMENTS[element.kind].format(name=name, text=element.text)


def tell_success(table: Utopolis) -> str:
    return f"Tell how it ends. The new clue answers: {table.scene.question}?"


def tell_failure(table: Utopolis) -> str:
    hurt = [table.called(result.seat) for result in table.conflict.results if result.hurt]
    seized = table.conflict.holds_as == "seized"
    said = f"Tell how it goes wrong. {'Nobody else dies of it.' if seized else 'Nobody dies of it.'}"
    return f"{said} These are hurt: {listed(hurt)}." if hurt else said


def clue_text(question: str) -> str:
    return f"The clue. It answers the question: {question}?"


def clue_found(item: Item) -> str:
    what = "Evidence" if item.evidence else "A clue"
    return f"{what} ({item.questions[0]}): {item.text}"


def item_note(item: Item) -> str:
    """What it is, what it answers, and whom it concerns; and how it was found, where it reads otherwise now."""
    standing = item_standing(item)
    return f"{standing}; at first: {item.text}" if item.reads != item.text else standing


def item_standing(item: Item) -> str:
    return "red herring" if item.refuted else _item_note(item.evidence, item.questions, item.concerns)


@lru_cache
def _item_note(evidence: bool, questions: tuple[str, ...], concerns: str) -> str:
    parts = ["evidence" if evidence else "clue", listed(questions), short(concerns)]
    return ", ".join(part for part in parts if part)


def item_options(items: Iterable[Item]) -> tuple[Option, ...]:
    """Clues to choose from, by their newest reading."""
    return tuple([Option(item.noun_key, item.reads, item_note(item)) for item in items])


def re_explained(item: Item, text: str) -> str:
    said = f"In a new light ({item_standing(item)}): {item.text}"
    return f"{said.rstrip('.')}. {text}" if text else said


def lead(text: str) -> str:
    return f"A lead: {text}"


def problem(text: str) -> str:
    return f"A new problem: {text}"


def dies(identity: str) -> str:
    return f"{identity} dies."


def wants_follow_up(name: str, problem: str) -> str:
    return f"{name} asks for another conflict: {problem}"


def now_or_cut_options(table: Utopolis) -> tuple[Option, ...]:
    later = "it opens the first turn" if table.scene.kind == "opening" else "the others have a scene first"
    return (Option("now", "Play it now"), Option("cut", "Cut away", later))


def cut_away(identity: str) -> str:
    return f"Cut. We come back to this on {identity}'s next turn."


# -- tests

TEST_KINDS = (Option("Flaw", "Flaw"), Option("Fear", "Fear"))
JOKER_COLOUR = "A Joker. Is it your Flaw that is tested, or your Fear?"
ROBOT_THERE = "Is the robot there?"
TRIGGER = "What do you notice that stirs something you have forgotten?"
TEST_CINEMA = "The tested detective may spend Cinema."
REVELATION = "You are past testing. Reveal a little more of what you did."


def test_title(identity: str) -> str:
    return f"{identity} remembers something"


def tell_pass(identity: str) -> str:
    return f"The memory goes by. Tell how it leaves {identity} almost untouched."


def trigger_note(trial: Trial, detective: Detective, framed: str) -> str:
    """Where it happens, what is tested, and what kind of past it is."""
    about = f"A {trial.kind} test. What you have forgotten was one of {detective.muse}'s: {MUSE_WORDS[detective.muse]}."
    return f"{framed}\n{about}" if framed else about


def test_cinema(trial: Trial) -> str:
    return f"Your {trial.kind} is tested. Spend Cinema for your hand or against the GM's?"


def test_stakes(table: Utopolis, narrator: Seat) -> str:
    """The chance with this hand, and what a failure costs. (UT-TEST-09..11)"""
    trial, detective = table.trial, table.detective[table.trial.seat]
    worn = detective.flaw if trial.kind == "Flaw" else detective.fear
    lost = f"If you fail, your {trial.kind} rises to {worn + 1}, and {table.name(narrator)} tells a scrap of your past."
    held = odds_held(table.hands[trial.seat].faces, len(table.hands["gm"]), "the GM")
    return f"{held} {lost} {_your_cinema(table, trial.seat)}"


def test_won(trial: Trial) -> str:
    return f"The {trial.kind} test is passed ({_decided(trial)})."


def test_kind(identity: str, trial: Trial) -> str:
    return f"{identity} draws the {card_name(trial.card)}: a {trial.kind} test, with {_cards(trial.base)} against 5."


def frame_test(identity: str) -> str:
    return f"Set a quiet moment for {identity}. Where, doing what, and who is about?"


def consumption(kind: str, muse: str) -> str:
    if kind == "Flaw":
        return f"You give in to what you once were. Tell it all; the crime was one of {muse}'s."
    return f"You break down, and remember. Tell it all; the crime was one of {muse}'s."


def consumed(identity: str, kind: str) -> str:
    return f"{identity} is consumed by {kind}, and stays for this investigation only."


def test_passed(identity: str) -> str:
    return f"{identity} passes the test."


def seize_test(table: Utopolis, partner: Seat) -> str:
    return f"{table.called(partner)} passes the test. Does {table.robot[partner].called} tell it for 1 Token?"


def test_failed(detective: Detective, kind: str) -> str:
    level = detective.flaw if kind == "Flaw" else detective.fear
    return f"{detective.identity} fails the test. {kind} is now {level}."


def tell_fragment(detective: Detective) -> str:
    return f"Tell a scrap of what {detective.identity} remembers. Keep it vague, and fit for {detective.muse}."


def stirred_by(trial: Trial) -> str:
    return f"What stirred it: {trial.trigger}" if trial.trigger else ""


# -- arrest

ARREST = "Whom do you want to arrest?"
WHICH_SUSPECT = "Which suspect?"
SOMEBODY = "The suspect"
SOMEBODY_ELSE = "Somebody who is not on the list"
NO_ARREST = "Not everybody agrees. The trail goes on."
PRESENTATION = "Before the supercomputer"
STRIKE = "Strike what does not concern this suspect, or stands refuted."
STRIKE_REASON = "The reason."
SPOKEN = "It is said"


ARREST_CONFLICT = (Option("yes", "Yes", "a conflict"), Option("no", "No", "in custody at once, without a clue"))


def short(suspect: str) -> str:
    """A suspect as a sentence names them: `Judd Grant`, and not again what they do."""
    return suspect.partition(",")[0].strip() or suspect


def proposes_arrest(identity: str, suspect: str) -> str:
    return f"{identity} wants to arrest {suspect}."


def arrest_vote(proposer: str, suspect: str) -> str:
    return f"{proposer} would arrest {short(suspect)} now. Do you agree?"


def arrest_conflict(suspect: str) -> str:
    return f"Does {short(suspect)} put up a fight, or run?"


def comes_quietly(suspect: str) -> str:
    return f"{short(suspect)} comes quietly."


def secured(suspect: str) -> str:
    return f"{short(suspect)} is in custody."


def escape(suspect: str) -> str:
    return f"{short(suspect)} is not in custody. Is this the end of the investigation?"


def escaped(suspect: str) -> str:
    return f"{short(suspect)} is gone. The investigation ends here."


def present(case: Case) -> str:
    return f"Which evidence do you lay before the supercomputer against {short(case.arrested)}?"


def argue(prong: str, texts: Sequence[str]) -> str:
    if not texts:
        return f"You have no evidence for the {prong.lower()}. Say what you can, and nothing new."
    return f"Argue the {prong.lower()} from what is in the file."


def argued(prong: str, text: str) -> str:
    return f"The {prong.lower()}. {text or TOLD_ALOUD}"


def judge(case: Case) -> str:
    return f"You are the supercomputer. Is all of this evidence against {short(case.arrested)}?"


def struck(text: str, reason: str) -> str:
    said = f"Struck from the file: {_quoted([text])}."
    return f"{said} {reason}" if reason else said


def answered(questions: Sequence[str]) -> str:
    if len(questions) == len(QUESTIONS):
        return "All six questions are answered."
    missing = [question for question in QUESTIONS if question not in questions]
    shown = f"Answered: {listed(questions) or 'none'}. Open: {listed(missing)}."
    return f"{shown} {_chances_to_close(len(questions))}"


def _chances_to_close(answered: int) -> str:
    """One roll decides. (UT-ARR-09)"""
    if not answered:
        return "There is no chance to close the case."
    return f"There {'is' if answered == 1 else 'are'} {counted(answered, 'chance')} in 6 to close the case."


def verdict_roll(question: str, yes: bool) -> str:
    return f"The supercomputer asks: {question}? {'It has its answer.' if yes else 'There is no answer.'}"


def speak_verdict(case: Case, answered: int) -> str:
    return f"Speak the verdict as the supercomputer: {verdict(case, answered)}"


def verdict(case: Case, answered: int) -> str:
    """What the supercomputer says: true of this file, and not the same in every game."""
    missing = len(QUESTIONS) - answered
    exact = {("closed", 0): "all_answered", ("discontinued", 1): "one_missing"}.get((case.status, missing))
    fitting = (*VERDICTS[case.status], *(VERDICTS[exact] if exact else ()))
    known_by = f"{case.crime}/{case.arrested}/{case.items}"
    return f"“{fitting[crc32(known_by.encode()) % len(fitting)]}”"


def judged(case: Case) -> str:
    if case.status == "closed":
        return f"{short(case.arrested)} did it."
    return f"The evidence is not enough. {short(case.arrested)} goes free."


# -- endings

ADVANCE = "The case is closed. What do you take from it?"
NOTHING = "Nothing"
RELEASE_EPILOGUE = "You are a free citizen. Tell a little of the life that follows."
NEXT = "What next?"
GO_ON_OR_STOP = "Go on, or stop here?"
NEXT_OPTIONS = (
    Option("go_on", "Go on", "the next case, with the same detectives"),
    Option("stop", "Stop here", "the story ends"),
    Option("either", "As the others like", "your voice is not counted"),
)
WISH = "If you go on, which case would you like?"
NEW_CASE = "A new case"
NEW_DETECTIVE = "Your detective is gone. Do you make a new one for the next case?"
FAREWELL_TITLE = "Good night, Utopolis"


def how_it_ended(case: Case) -> str:
    """What became of the last suspect, for whoever is asked what next."""
    if case.status == "escaped":
        return escaped(case.arrested)
    return judged(case) if case.arrested else ""


def advanced(detective: Detective, chosen: str) -> str:
    name = detective.identity
    if chosen == "nothing":
        return f"{name} changes nothing."
    level = {"core": detective.core, "flaw": detective.flaw, "fear": detective.fear}[chosen]
    said = f"{name}'s {chosen.capitalize()} is now {level}."
    steps = detective.steps_to_release
    return f"{said} Release is {counted(steps, 'step')} away." if steps else said


def released(identity: str) -> str:
    return f"{identity} has served, and is released."


def consumed_epilogue(detective: Detective) -> str:
    told = _quoted([fragment.text for fragment in detective.fragments])
    said = "Tell the end: what you did, and what becomes of you."
    return f"{said} Tie these together: {told}." if told else said


def retired(identity: str) -> str:
    return f"{identity} leaves the service."


PHASES = {  # between scenes; a scene has its own kind
    "safety": WELCOME_TITLE,
    "creation": "Detectives report for duty",
    "crime": NEW_CASE,
    "between scenes": "Between scenes",
    "end of scene": "The scene is over",
    "presentation": PRESENTATION,
    "advancement": "After the case",
    "between investigations": "Between cases",
    "over": FAREWELL_TITLE,
}
CASE_STATUS = {
    "open": "open",
    "arrest": "arrest under way",
    "closed": "closed",
    "discontinued": "discontinued, file kept",
    "escaped": "escaped, file kept",
}
CASE_ENDS = {
    "closed": "Case {number} is closed.",
    "discontinued": "Case {number} is discontinued. The file is kept.",
    "escaped": "Case {number} ends with an escape. The file is kept.",
}


def case_ended(case: Case) -> str:
    return CASE_ENDS[case.status].format(number=case.number)


def wishes(table: Utopolis, seat: Seat, say: str, wish: str) -> str:
    name = table.name(seat)
    if say == "either":
        return f"{name} would do either."
    if say == "stop":
        return f"{name} would stop here."
    if wish.startswith("case_"):
        return f"{name} would take up case {wish.removeprefix('case_')} again."
    return f"{name} would go on."


def farewell(table: Utopolis) -> str:
    closed = sum(case.status == "closed" for case in table.cases)
    return f"Cases closed: {closed} of {len(table.cases)}. The weather for tomorrow is fine."


def concluded(result: Mapping[str, Mapping[str, str]]) -> str:
    """The result of a finished game in a few words."""
    cases = list(result["cases"].values())
    files = [f"{result['names'][seat]} is {STATUS[status]}." for seat, status in result["detectives"].items()]
    return " ".join([f"Cases closed: {cases.count('closed')} of {len(cases)}.", *files])


# -- what the table waits for

WAITING = {
    "choose_gm": "Waiting for {names} to name the GM.",
    "seating": "Waiting for {names} to seat the players.",
    "approve_seats": "Waiting for {names} to agree on the seats.",
    "vision": "Waiting for {names} to picture the city.",
    "lines_veils": "Waiting for {names} to set limits.",
    "detective": "Waiting for {names} to choose a detective.",
    "persona": "Waiting for {names} to name a detective.",
    "rename": "Waiting for {names} to look at a file.",
    "muse": "Waiting for {names} to choose a Muse.",
    "core": "Waiting for {names} to set Core.",
    "flaw_fear": "Waiting for {names} to share out Flaw and Fear.",
    "attributes": "Waiting for {names} to share out attributes.",
    "free_talents": "Waiting for {names} to raise talents.",
    "talents": "Waiting for {names} to raise talents.",
    "robot_name": "Waiting for {names} to name a robot.",
    "nickname": "Waiting for {names} to nickname a robot.",
    "crime_source": "Waiting for {names} to find a crime.",
    "crime": "Waiting for {names} to describe the crime.",
    "starting_clues": "Waiting for {names} to give the first clues.",
    "initial_suspect": "Waiting for {names} to name a suspect, or nobody.",
    "turn_choice": "Waiting for {names} to follow a clue or propose an arrest.",
    "pursue_clue": "Waiting for {names} to choose a clue.",
    "reroll_die": "Waiting for {names} to keep the question or roll again.",
    "frame_scene": "Waiting for {names} to set the scene.",
    "free_play": "Waiting for {names} to move the scene along.",
    "object_join": "Waiting for {names} to let a guest in.",
    "confirm_conflict": "Waiting for {names} to open the conflict.",
    "intents": "Waiting for {names} to say what they want.",
    "change_intents": "Waiting for {names} to be content with the intents.",
    "robot_intent": "Waiting for {names} to answer the robot.",
    "opposition": "Waiting for {names} to say who opposes whom.",
    "initiation": "Waiting for {names} to begin.",
    "veto": "Waiting for {names} to look at the choices.",
    "choose_again": "Waiting for {names} to choose again.",
    "crime_points": "Waiting for {names} to spend Crime points.",
    "adjustment": "Waiting for {names} to spend or pass.",
    "last_chance": "Waiting for {names} to take a last chance or pass.",
    "declare_joker": "Waiting for {names} to say what the Joker is.",
    "opening_type": "Waiting for {names} to choose a question.",
    "seize_success": "Waiting for {names} to leave the telling or take it.",
    "seize_failure": "Waiting for {names} to leave the telling or take it.",
    "narration": "Waiting for {names} to tell how it ends.",
    "narrate_failure": "Waiting for {names} to tell how it goes wrong.",
    "arrest_failure": "Waiting for {names} to say whether it is over.",
    "narrate_escape": "Waiting for {names} to tell the escape.",
    "grant_followup": "Waiting for {names} to grant another conflict.",
    "followup": "Waiting for {names} to ask for more or pass.",
    "now_or_cut": "Waiting for {names} to play on or cut away.",
    "purchases": "Waiting for {names} to raise scores or pass.",
    "approve_talent": "Waiting for {names} to allow a talent.",
    "joker_colour": "Waiting for {names} to choose Flaw or Fear.",
    "consumption": "Waiting for {names} to tell it all.",
    "revelation": "Waiting for {names} to reveal a little more.",
    "frame_test": "Waiting for {names} to set a quiet moment.",
    "trigger": "Waiting for {names} to notice something.",
    "test_cinema": "Waiting for {names} to spend or pass.",
    "test_narration": "Waiting for {names} to tell what comes back.",
    "arrest_proposal": "Waiting for {names} to name the suspect.",
    "arrest_vote": "Waiting for {names} to agree to the arrest.",
    "arrest_conflict": "Waiting for {names} to say how the suspect takes it.",
    "present_evidence": "Waiting for {names} to lay out the evidence.",
    "argument": "Waiting for {names} to argue the case.",
    "judge_items": "Waiting for {names} to weigh the evidence.",
    "verdict": "Waiting for {names} to speak the verdict.",
    "advance": "Waiting for {names} to choose what they take from the case.",
    "epilogue": "Waiting for {names} to tell an ending.",
    "next_investigation": "Waiting for {names} to go on or stop.",
    "new_detective": "Waiting for {names} to decide on a new detective.",
}


def listed(names: Sequence[str]) -> str:
    """Names as a sentence has them: `Who, What and Why`."""
    if len(names) < 2:
        return "".join(names)
    return ", ".join(names[:-1]) + " and " + names[-1]


def _quoted(texts: Sequence[str]) -> str:
    """People's own sentences in a row, to be closed by ours."""
    return "; ".join(text.rstrip(".") for text in texts)


def _in_100(chance: float) -> str:
    """A chance as people say it."""
    return f"{round(100 * chance)} times in 100"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def counted(count: int, what: str = "point") -> str:
    """`1 point`, `2 points`."""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def figure(number: int) -> str:
    """With a minus that is no hyphen."""
    return f"−{-number}" if number < 0 else str(number)


def unbroken(designation: str) -> str:
    """`K-7` in one piece, wherever the line ends."""
    return designation.replace("-", "\u2011")


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _crime_points(count: int) -> str:
    return "1 Crime point" if count == 1 else f"{count} Crime points"
