"""Every sentence the rules of Lost Days say to players. Longer material is in data/ and comes through content.py."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from mneme.engine.prompts import Option
from mneme.engine.wording import ended, sentence
from mneme.games.lost_days.content import texts
from mneme.games.lost_days.dice import FIRST, SECOND

if TYPE_CHECKING:
    from mneme.games.lost_days.nouns import Coin, LostDays, Trade

TEXTS = texts()

YES_NO = (Option("yes", "Yes"), Option("no", "No"))
TOLD_ALOUD = "(told aloud)"


TAINTED = "tainted"
OF_KINGSHIP = "Memory of Kingship"
THE_CROWN = "the crown"


def count_coins(count: int) -> str:
    return "1 coin" if count == 1 else f"{count} coins"


def count_dice(count: int) -> str:
    return "1 die" if count == 1 else f"{count} dice"


def more_coins_lie(count: int) -> str:
    return "1 more coin lies" if count == 1 else f"{count} more coins lie"


def with_coins(count: int) -> str:
    return f"with its {count_coins(count)}" if count else "with no coins on it"


def joined(*notes: str) -> str:
    """Several short notes as one."""
    return ", ".join(filter(None, notes))


def _and(names: list[str]) -> str:
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]


# -- set-up

COURT = "The Eternal Court"
BRIEFING = TEXTS.game.briefing
NAME_ELF = "Name your elf."
NAME_AGAIN = "Another elf has come to court by that name. Give yours a name of its own."
NAME_NOTE = "Your elf is a name, a purse, and whatever it remembers. Everything else you make up in play."
LEAVE_TEXT = "If you have to go"
LEAVE = "Leave the game for good"
LEAVE_NOTE = "Somebody may take your chair. If nobody does, your elf leaves the court."
CARD_NOTES = "Your character card"
CARD_NOTE = "Write a line on your character card"
CARD_NOTE_TEXT = "Something worth keeping in sight."
DEALINGS = "Notes and deals with the others"
SUBSTITUTE_CHOICES = (
    Option("somebody", "Somebody takes the chair", "the elf plays on"),
    Option("none", "Nobody does", "the elf leaves the court"),
)


def comes_to_court(player: str, elf: str, coins: int) -> str:
    return f"{player} brings {elf} to court, with {count_coins(coins)}."


def noted(elf: str, text: str) -> str:
    return f"On {elf}'s card: {text}"


def is_leaving(player: str) -> str:
    return f"{player} has to go."


def substitute(elf: str) -> str:
    return f"Does somebody else take {elf}'s chair?"


def chair_taken(elf: str) -> str:
    return f"Somebody else plays {elf} from now on."


def has_left(player: str, elf: str) -> str:
    return f"{player} has left. {elf} is seen no more at court."


LEFT_BEHIND = "Left behind when its owner left the court."

# -- creating memories

THEME_LINES = {1: TEXTS.themes.T1, 2: TEXTS.themes.T2, 3: TEXTS.themes.T3, 4: TEXTS.themes.T4}
EXTRA_WRITER = "You write two memories this round. Keep that, or name somebody else."
KEEP_IT = "Keep it"
FIRST_SELECTOR = "You pick the first memory for auction. Keep that, or name somebody else."
VOLUNTEER = "Nobody has written a Memory of Kingship yet. Will you write one now?"
WRITE = "Write your memory."
WRITE_EXTRA = "Write one more on the same theme."
QUALITY = "One moment, one thing you could touch, and what it cost."
KINGSHIP = "Is it a Memory of Kingship? Its owner may wear the crown. You can write only one in the whole game."
KINGSHIP_OF_ONE = (Option("none", "No"), Option("own", "Yes"), Option("extra", "Yes"))
KINGSHIP_OF_TWO = (Option("none", "No"), Option("own", "The first one is"), Option("extra", "The second one is"))
READ_ALOUD = "Read this aloud."
READ = "Read out"
ANNOUNCE = "(Say that this is a Memory of Kingship.)"
SELECT = "Pick a memory for auction, and read it again."
BID = "Bid in secret; only the winner pays."
AUCTION_FAILS = "Nobody goes higher. All coins go home, and the memory waits."
RAISE = "Raise"
RAISE_TO = "To how many coins in all?"
DECLINE = "Let it go"
SOLE_BID = "You are the last without a memory this round."
LAST_CARD = "Take one of these, and read it again."
LAST_PRICE = "Pay what it is worth to you, 1 coin or more."
SET_ASIDE = "Nobody claimed it, and it was set aside."


def round_title(number: int) -> str:
    return f"Memories, round {number} of 4"


def theme(number: int) -> str:
    return f"{THEME_LINES[number]} Each of you takes 1 coin."


def write_on(number: int) -> str:
    return THEME_LINES[number]


WRITE_TWO = "write two memories this round"
PICK_FIRST = "pick the first memory"
RUN_OPPOSITION = "run the opposition"


def you_instead(proposer: str, what: str) -> str:
    """Asked of the one who is named."""
    return f"{proposer} would like you to {what}. Will you?"


def somebody_instead(proposer: str, player: str, what: str) -> str:
    """Asked of everybody else."""
    return f"{proposer} would like {player} to {what} instead. Do you agree?"


def writes_two(player: str) -> str:
    return f"{player} writes two memories this round."


def written_by(player: str) -> str:
    return f"Written by {player}."


def to_read(text: str, *, of_kingship: bool) -> str:
    return f"{text}\n{ANNOUNCE}" if of_kingship else text


def announced(player: str) -> str:
    return f"{player} announces a Memory of Kingship."


def marked_as(text: str, mark: str) -> str:
    """A memory that is quoted, with what everybody should know of it."""
    return f"{text} ({mark})" if mark else text


def read_out(text: str) -> str:
    return f"“{text}”"


def put_up(player: str, text: str) -> str:
    return f"{player} puts up: {text}"


def takes_the_last(player: str, text: str) -> str:
    return f"{player} is the last, and takes: {text}"


THE_TABLE = "The table"


def up_for_auction(author: str, of_kingship: bool) -> str:
    return joined(f"by {author}", OF_KINGSHIP if of_kingship else "")


def bid_for(text: str, purse: str) -> str:
    return f"{text}\n\n{purse}"


def bid_note(purse: int, rounds: int) -> str:
    """What is in the purse, and what it still has to last for."""
    if not rounds:
        return f"You have {count_coins(purse)}. This is the last round; what you keep is your purse."
    more = "1 more round after this one, with" if rounds == 1 else f"{rounds} more rounds after this one, each with"
    return f"You have {count_coins(purse)}, and {more} 1 coin more."


def at_most(coins: int) -> str:
    return f"up to {count_coins(coins)}"


def bids(bid: dict[str, int]) -> str:
    return "The hands open: " + ", ".join(f"{player} {coins}" for player, coins in bid.items()) + "."


def level_at(others: list[str], high: int) -> str:
    """What somebody hears who is level with others; the last of them must still raise to win."""
    if not others:
        return f"Only you are left, at {count_coins(high)}. Raise, or let it go for good."
    return f"{_and(['You', *others])} are level at {count_coins(high)}. Raise, or let it go for good."


def raise_above(player: str, high: int) -> str:
    return f"{player} has raised to {count_coins(high)}. Go higher, or let it go for good."


def raises(player: str, to: int) -> str:
    return f"{player} raises to {to}."


def declines(player: str) -> str:
    return f"{player} lets it go."


def by_lot(player: str) -> str:
    return f"Chance gives it to {player}."


def won_for(player: str, price: int) -> str:
    return f"Won by {player} for {count_coins(price)}."


def wins(player: str, price: int) -> str:
    return f"{player} wins the memory for {count_coins(price)}."


def pays_for_it(player: str, price: int) -> str:
    return f"{player} pays {count_coins(price)} for it."


# -- the crown

CROWNING = "The crowning"
CROWN_AGREE = "Two memories weigh the same. Which one carries the crown? If you all say the same, that is it."
CROWN_RAISES = "You do not agree, so you bid on. What lies on the cards counts."
CROWN_BY_LOT = "Nobody gives more. Chance picks the crown."
CROWN_PICK = "Which of yours carries the crown?"
TO_MARKET = "Laid out in the Market of Memories."


def market_opens(cards: int, seed: int) -> str:
    if cards == 1:
        lying = f", with {count_coins(seed)} from the bank" if seed else ""
        return f"What nobody claimed is laid out in the Market of Memories: 1 memory{lying}."
    lying = f", each with {count_coins(seed)} from the bank" if seed else ""
    return f"What nobody claimed is laid out in the Market of Memories: {cards} memories{lying}."


def most_coins(coins: int) -> str:
    return f"The true Memory of Kingship is the one with the most coins on it: {count_coins(coins)}."


def crowned(elf: str, text: str) -> str:
    return f"{elf} wears the crown, and the bank adds 1 coin to the memory: {text}"


def new_king(elf: str) -> str:
    return f"{elf} holds the Memory of Kingship, and with it the throne."


def throne_vacant(elf: str) -> str:
    return f"The throne is empty. {elf}'s player keeps the story going."


# -- story and scenes

OPEN_STORY = "Open a story: something happens in or near the Eternal Palace."
STORY_NOTE = "Give everyone a reason to care. Know what happens if nobody does anything."
FRAME = "Set the scene"
SETTING = "Where and when?"
PRESENT = "Who is there?"
INTENTS = {
    "personal": "What is your elf after?",
    "story": "What is coming?",
    "interrupt": "What is your elf after?",
    "adversity": "What do they want?",
}
AIMS = {"personal": "The aim", "story": "To come", "interrupt": "The aim", "adversity": "The aim"}
END_SCENE = "End the scene"
DECLARE = "Bring it to a conflict"
DECLARE_NOTE = "one in each scene at most"
FRAMING_YOURS = "This scene is yours to set. Everyone can make deals meanwhile."
PLAYING_YOURS = "Your scene is being played. Everyone may suggest, and lend a voice."
ALL_MUST_AGREE = "everyone has to agree"
PAUSE = "Propose to stop here for today"
STOP = "Propose to end the game here"
NOT_PAUSED = "Not all of you want to stop for today. The game goes on."
NOT_STOPPED = "Not all of you want to end it here. The game goes on."
STOPPED = "You end the game here."
NEW_STORY = "The crown is yours. Keep the story that is running, or close it and open your own?"
STORY_CHOICES = (Option("keep", "Let it run"), Option("new", "Close it, open a new one"))


def agree_pause(player: str) -> str:
    return f"{player} would like to stop here for today. Do you agree? The next session opens with a new story."


def agree_stop(player: str) -> str:
    return f"{player} would like to end the game here, with no last elf. Do you agree?"


SCENE_TITLES = {
    "personal": "A scene for {elf}",
    "story": "The story goes on, told by {player}",
    "interrupt": "The new king's scene: {elf}",
    "adversity": "Adversity, framed by {player}",
}
BACK_TO = {
    "personal": "Back to {elf}'s scene",
    "story": "Back to the story, told by {player}",
    "interrupt": "Back to the king's scene: {elf}",
    "adversity": "Back to adversity, framed by {player}",
}
FRAME_NOTES = {
    "personal": "Stuck? Take one of your memories and ask what it wants.",
    "story": "Move the story towards the fall. You may set the opposition against anyone.",
    "interrupt": "You reign as of now. Show it.",
    "adversity": "Your elf is gone; its enemies are not. Threaten the others.",
}


def framed(kind: str, setting: str, present: str, aim: str) -> str:
    """A scene as its framer has set it, in one paragraph; whatever was told aloud is left out."""
    parts = (setting, f"Present: {present}" if present else "", f"{AIMS[kind]}: {aim}" if aim else "")
    return " ".join(sentence(part) for part in parts if part)


def session(number: int) -> str:
    return f"Session {number}"


def scene_title(table: LostDays) -> str:
    scene = table.scene
    return SCENE_TITLES[scene.kind].format(elf=table.called(scene.framer), player=table.name(scene.framer))


def back_to(table: LostDays) -> str:
    return BACK_TO[table.scene.kind].format(elf=table.called(table.scene.framer), player=table.name(table.scene.framer))


FIRST_SCENE = "Begin with what has just happened: the memory you won in round 4."


def frame_note(kind: str, *, first: bool) -> str:
    return FIRST_SCENE if first and kind == "personal" else FRAME_NOTES[kind]


def framing(table: LostDays) -> str:
    return f"{table.name(table.scene.framer)} sets the scene. Deals can be made meanwhile."


def playing(table: LostDays) -> str:
    return f"{table.name(table.scene.framer)}'s scene is being played. Everyone may suggest, and lend a voice."


# -- the market

WRITE_NEW = "Write a memory on any theme."
NEW_THEMES = f"Some themes: {', '.join(TEXTS.market_themes)}."
CREATE = "Write a new memory for the market"
CREATE_COST = "1 coin from your purse lies on it; it belongs to nobody yet"
SELL = "Sell a memory to the market"
SELL_WHICH = "Which one?"
PAST_THE_LINE = "without it you are past the line"
NEW_IN_MARKET = "It lies in the Market of Memories with 1 coin, and belongs to nobody."
SELL_NOTE = "you get all its coins but 1"
TRADE_NOTE = "only the two of you see it"
GIVE = "Which of your memories do you give?"
GIVE_COINS = "How many coins do you give?"
TAKE = "Which of their memories do you take?"
TAKE_COINS = "How many coins do you take?"
PROMISE = "A promise, if you like. It binds nobody."
DROP_OFFER = "Withdraw an offer, or say no to one"
DROP_WHICH = "Between you and whom?"
OFFER_DROPPED = "The offer is off the table."
ACCEPT_ONE = "Accept a trade"
ACCEPT_WHOSE = "Whose offer?"
PACT = "Pass a note"
READERS = "For whose eyes?"
PACT_TEXT = "What does it say? A promise binds nobody; keep it fun for all of you."
REPLENISH = "The market is nearly bare"
REPLENISH_THEME = "Ask around, then name one theme. Everyone writes a memory on it for the market."


def stock_theme(scenes: int) -> str:
    return TEXTS.market_themes[scenes % len(TEXTS.market_themes)]


def replenish_on(theme: str) -> str:
    return f"Everyone writes a memory of {theme}."


def accept_from(elf: str) -> str:
    return f"Accept {elf}'s trade"


def trade_with(elf: str) -> str:
    return f"Offer {elf} a trade"


def sold_by(player: str, price: int) -> str:
    return f"Sold to the market by {player} for {count_coins(price)}."


def sells(elf: str, text: str, price: int) -> str:
    return f"{elf} sells a memory for {count_coins(price)}: {text}"


def traded_to(player: str) -> str:
    return f"Traded to {player}."


def _bundle(table: LostDays, cards: tuple[str, ...], coins: int) -> str:
    parts = [marked_as(f"“{table.memory(key).text}”", _crown(table, key)) for key in cards]
    if coins:
        parts.append(count_coins(coins))
    return " and ".join(parts) or "nothing"


def offer(table: LostDays, trade: Trade) -> str:
    give, take = _bundle(table, trade.give, trade.give_coins), _bundle(table, trade.take, trade.take_coins)
    promise = f" And a promise: {trade.promise}" if trade.promise else ""
    return ended(f"{table.called(trade.proposer)} offers {table.called(trade.partner)} {give}, for {take}") + promise


def what_you_get(table: LostDays, trade: Trade, crosses: bool) -> str:
    """An offer as it looks to the one who may accept it."""
    give, take = _bundle(table, trade.give, trade.give_coins), _bundle(table, trade.take, trade.take_coins)
    return joined(f"you get {give}, and give {take}", "past the line with that" if crosses else "")


def trade_done(table: LostDays, trade: Trade) -> str:
    give, take = _bundle(table, trade.give, trade.give_coins), _bundle(table, trade.take, trade.take_coins)
    return ended(f"{table.called(trade.proposer)} gives {table.called(trade.partner)} {give}, for {take}")


# -- conflict

SIDES = "Who stands against whom?"
AGAINST_OPPOSITION = "Your elf against the opposition"
OPPOSITION_DICE = (
    "choose this for a memory in the market; it rolls as many dice as the stake has coins, or 3 without a stake"
)
THE_OPPOSITION = "The opposition"
TWO_OTHERS = "Two other elves, if both agree"
FIRST_SIDE = "Who brings the conflict?"
SECOND_SIDE = "Against whom?"
STAKE = "Is a memory at stake?"
STAKE_NOTE = "An elf that wins takes it, with all coins that land on it."
STAKE_NOTE_FACE = (
    "An elf that wins takes it. For a memory in the market, stand against the opposition and see who wants it too."
)
NO_STAKE = "No memory at stake"
STAKE_REFUSED = "The stake is refused, so there is no conflict yet."
NOT_BOTH = "They do not both agree, so there is no conflict yet."
RIVAL_CHOICES = (
    Option(
        "yes",
        "Yes",
        "if you are chosen, your own elf fights: it can win the memory, and it can owe tribute and take strain",
    ),
    Option("no", "No"),
)
PICK_RIVAL = "Will you face a rival, or the opposition?"
WORDING = "Say what it is about, before anyone rolls. Winning and losing should both lead somewhere."
SCOPE = "How is it fought, and what is it fought over?"
WANTS = "What does each side want? Aim straight at it."
ALLOW_STAKE = "Do you accept this memory as the stake?"
ANSWER_WORDING = "Is the wording fair? You can change the words, but not the attempt."
ANSWER_STAKES = "Is the wording fair? You can change the words, but not the attempt or the stake."
FRAMERS_WORDING = "Nobody is left to ask, so the framer's wording stands."
ACCEPT_WORDING = "Fair enough"
COUNTER = "Put it differently"
CALL_ARBITER = "Let somebody else find the words"
ARBITRATE = "They do not agree on the wording. What you write stands."
PROPOSE_DROP = "Propose an outcome without dice"
DROP_NOTE = "once; both sides have to agree"
OUTCOME = "What happens instead?"
DROP_AS_TOLD = "Leave the dice and agree on what was told aloud?"
WORDED_ALOUD = "The wording was told aloud."
CANCELLED = "A side has left the court. The conflict is off."
BRING = "Act on a memory"
BRING_NOTE = "its coins are your dice; your opponent says whether it fits"
WHICH_MEMORY = "Which memory?"
ACTION = "What does your elf do, and how does the memory come into it?"
ACTED_ALOUD = "How it comes in was told aloud."
DONE = "That is all I bring"
NO_DICE = "you would roll no dice at all"
USE_STAKE = "Your own memory is at stake. You may use its dice without asking anybody."
USE_IT = "Do you use it?"


def against(elf: str) -> str:
    return f"Your elf against {elf}"


def set_against(elf: str) -> str:
    return f"The opposition against {elf}"


def at_full_strength(coins: int) -> str:
    return f"up to {count_dice(coins)} from memories"


def opposition_rolls(dice: int) -> str:
    return f"it rolls {count_dice(dice)}"


YOURS = "yours"
LOST_IF_BEATEN = "If the opposition wins, a memory that somebody holds goes to the market."


def whose(elf: str) -> str:
    return f"{elf}'s" if elf else "in the market"


def odds_for_all(odds: str) -> str:
    """The odds in a sentence of their own, where they are the same for every stake."""
    return f"{odds[:1].upper()}{odds[1:]}." if odds else ""


def at_stake(text: str) -> str:
    return f"At stake: {text}" if text else "No memory is at stake."


def agree_to_fight(first: str, second: str, stake: str) -> str:
    return f"Shall it come to a conflict between {first} and {second}? {stake}"


def card_note(text: str, marks: str) -> str:
    """A memory and what lies on it."""
    return f"{text}\nOn it: {marks}."


def would_be_rivals(elves: list[str]) -> str:
    return f"{elves[0]} wants it too." if len(elves) == 1 else f"{_and(elves)} want it too."


def runs_opposition(player: str) -> str:
    return f"{player} runs the opposition now. The dice stay as they lie."


def stand_in(player: str) -> str:
    return f"You cannot oppose yourself. {player} runs the opposition unless you name somebody else."


def still_weighing(player: str) -> str:
    return f"{player} is still weighing the words."


def still_bringing(player: str) -> str:
    return f"{player} is still acting on memories."


def offer_rival(elf: str) -> str:
    return f"{elf} reaches for a memory in the market. Will you be the rival?"


def side_name(table: LostDays, side: str, *, opens: bool = False) -> str:
    """Who stands there; `opens` where it begins a sentence."""
    here = table.conflict
    if here.in_person(side):
        return table.called(here.player(side))
    return "The opposition" if opens else "the opposition"


def declared(table: LostDays) -> str:
    return " ".join(filter(None, (_sides(table), worded(table), _stake(table))))


def in_dispute(table: LostDays) -> str:
    """What somebody should know who is asked whether the words are fair."""
    return "\n".join((_sides(table), worded(table) or WORDED_ALOUD, _stake(table)))


def _sides(table: LostDays) -> str:
    runner = table.conflict.runner
    against = f"{side_name(table, FIRST, opens=True)} against {side_name(table, SECOND)}"
    return f"{against}, run by {table.name(runner)}." if runner else f"{against}."


def _stake(table: LostDays) -> str:
    stake = table.conflict.stake
    return at_stake(marked_as(table.memory(stake).text, _crown(table, stake)) if stake else "")


def _crown(table: LostDays, key: str) -> str:
    """The mark of the one memory that makes a king."""
    return THE_CROWN if table.memory(key).kingship == "true" else ""


def worded(table: LostDays) -> str:
    """Who put it so, and how; nothing where it was told aloud."""
    here, said = table.conflict, _scope_and_wants(table)
    return f"{table.name(here.worded_by if here.countered else here.framer)} says: “{said}”" if said else ""


def wording(table: LostDays) -> str:
    """How somebody puts it now."""
    said = _scope_and_wants(table)
    return f"Let us put it like this: “{said}”" if said else WORDED_ALOUD


def agreed(table: LostDays) -> str:
    """Who has won, and within what it may be told."""
    said = _scope_and_wants(table)
    return f"{result(table)} You agreed on this: “{said}”" if said else result(table)


def _scope_and_wants(table: LostDays) -> str:
    here = table.conflict
    return " ".join(sentence(part) for part in (here.scope, here.wants) if part)


def offer_memory(mine: int, theirs: int) -> str:
    return f"You have {count_dice(mine)} so far, they have {theirs}. Act on a memory, or say that you are done."


def use_choices(coins: int) -> tuple[Option, ...]:
    return (Option("yes", "Yes", f"{count_dice(coins)} more for you"), Option("no", "No"))


def judge_choices(coins: int, theirs: int, yours: int) -> tuple[Option, ...]:
    return _fits_or_not(f"{count_dice(coins)} more against you: {theirs} to your {yours}")


def appeal_choices(elf: str, coins: int) -> tuple[Option, ...]:
    return _fits_or_not(f"{count_dice(coins)} more for {elf}")


def _fits_or_not(note: str) -> tuple[Option, ...]:
    return (Option("accept", "It fits", note), Option("refuse", "It does not fit"))


# -- odds, at tables that show them


def in_100(chance: Fraction) -> int:
    return round(100 * chance)


def odds_at_best(elf: str, mine: int, theirs: int, ahead: int) -> str:
    return f"at full strength {elf} rolls {mine} against {theirs} and leads {ahead} times in 100"


def odds_of_pools(mine: int, theirs: int, ahead: int, doom: int) -> str:
    if not mine and not theirs:
        return "no dice on either side: a stand-off"
    lead = f"{count_dice(mine)} against {theirs}: you lead {ahead} times in 100"
    return joined(lead, f"strain takes you past the line {doom} times" if doom else "")


def odds_still_open(mine: int, more: int, doom: int) -> str:
    """While the other side can still bring dice, nobody knows who will lead."""
    pools = f"{count_dice(mine)} for you, and they can still bring {more}"
    return joined(pools, f"strain takes you past the line {doom} times in 100" if doom else "")


def odds_of_coin(side: str, faces: int) -> str:
    return f"{side} then leads on {faces} of 6 faces"


def arbitrated(player: str) -> str:
    return f"{player} settles the wording."


def drop_it(outcome: str) -> str:
    return f"Leave the dice and agree on this? {outcome}" if outcome else DROP_AS_TOLD


def dropped(outcome: str) -> str:
    return f"You agree without dice. {outcome}" if outcome else "You agree without dice."


def judge(elf: str) -> str:
    return f"{elf} acts on a memory. Does it fit?"


def acted_on(text: str, how: str) -> str:
    return f"“{text}”\n{how or ACTED_ALOUD}"


def brings(elf: str, text: str, accepted: bool) -> str:
    if accepted:
        return f"{elf} draws on a memory: {text}"
    return f"This does not fit: “{text}” {elf} may try something else."


def _standing(table: LostDays) -> str:
    here = table.conflict
    if here.leader in (FIRST, SECOND):
        return f"{side_name(table, here.leader, opens=True)} leads by {here.margin}."
    return "It is level."


def rolled(table: LostDays) -> str:
    return f"{_rolls(table, FIRST)} {_rolls(table, SECOND)} {_standing(table)}"


def _rolls(table: LostDays, side: str) -> str:
    name, faces = side_name(table, side, opens=True), table.conflict.dice[side]
    return f"{name} rolls {_faces(faces)}." if faces else f"{name} has no dice."


def both_show(table: LostDays) -> str:
    """The dice as they lie, once coins may have turned some."""
    return f"{_shows(table, FIRST)} {_shows(table, SECOND)}"


def _shows(table: LostDays, side: str) -> str:
    name, faces = side_name(table, side, opens=True), table.conflict.dice[side]
    return f"{name} shows {_faces(faces)}." if faces else f"{name} has no dice."


def _faces(faces: tuple[int, ...]) -> str:
    return ", ".join(map(str, sorted(faces, reverse=True)))


# -- influence

INFLUENCE = "Coins go round, and may bend what happens."
ONE_COIN = "1 coin"
SOURCE = "Which coin?"
YOUR_PURSE = "From your purse"
YOUR_MADNESS = "From your own card"
TO_STAKE = "it lands on the stake"
TO_BANK = "it goes to the bank"
SNIPPET = "How do you sway events?"
WHICH_DIE = "Which die?"
END_TURN = "Let it be"
BRIBE = "Slip somebody coins"
BRIBE_WHOM = "Whom?"
HOW_MANY = "How many?"


def influence(table: LostDays, purse: int) -> str:
    return f"{_standing(table)} Spend coins to bend it, one at a time, or let it be. Your purse holds {purse}."


def you_have(coins: int) -> str:
    return f"you have {coins}"


def madness_of(elf: str) -> str:
    return f"From {elf}'s card"


def heals(elf: str, there: int) -> str:
    return f"{there} there; it goes to the bank, and {elf} is further from the line"


def snippet(elf: str) -> str:
    """What is asked of whoever can also spend the madness of an elf."""
    return f"How do you sway events? With a coin from {elf}'s card, show what slips in {elf}'s mind."


def reroll(side: str) -> str:
    return f"Reroll a die of {side}"


def extra_die(side: str) -> str:
    return f"One more die for {side}"


def bribes(elf: str, other: str, coins: int) -> str:
    return f"{elf} slips {other} {count_coins(coins)}."


def coin_spent(table: LostDays, coin: Coin) -> str:
    """A coin from a purse does something; one from a card is spent first, and what it does is told for itself."""
    off, side = _off_a_card(table, coin), side_name(table, coin.side)
    if off:
        return f"{off} {_what_came(coin, side_name(table, coin.side, opens=True))} {_standing(table)}"
    return f"{_what_it_did(coin, _spender(table, coin), side)} {_standing(table)}"


def _what_it_did(coin: Coin, spender: str, side: str) -> str:
    if coin.effect != "reroll":
        return f"{spender}'s coin brings {side} one more die: a {coin.now}."
    if coin.was == coin.now:
        return f"{spender}'s coin rolls {side}'s {coin.was} again: still a {coin.now}."
    return f"{spender}'s coin turns {side}'s {coin.was} into a {coin.now}."


def _what_came(coin: Coin, side: str) -> str:
    if coin.effect != "reroll":
        return f"{side} gets one more die: a {coin.now}."
    if coin.was == coin.now:
        return f"{side}'s {coin.was} is rolled again: still a {coin.now}."
    return f"{side}'s {coin.was} becomes a {coin.now}."


def _off_a_card(table: LostDays, coin: Coin) -> str:
    """Whose madness is spent, in a sentence; nothing for a coin from a purse."""
    here, spender = table.conflict, _spender(table, coin)
    if coin.source == "their_madness":
        across = here.player(SECOND) if here.side_of(coin.by) == FIRST else here.first
        return f"{spender} spends a coin off {table.called(across)}'s card."
    if coin.source == "own_madness":
        return f"{spender} spends a coin from the card {table.called(coin.by)} left."
    return ""


def _spender(table: LostDays, coin: Coin) -> str:
    """The elf, or the player of one that is out of the story."""
    return table.called(coin.by) if table.is_active(coin.by) else table.name(coin.by)


# -- settling

NARRATE_OUTCOME = "Tell how it ends, within what you agreed."
WHICH_COINS = "Which coins do you pay?"
PURSE_COIN = "Your purse"
SHORT = 40  # characters of a memory where many are named at once
THE_BANK = "the bank"
YOU = "you"
PLACE_TRIBUTE = "Where do you put the tribute?"
INTO_PURSE = "Into your purse"
DECLINE_GAIN = "Leave it"
GAIN_HOW = "What did it win you: favour, influence, a name?"
STRAIN_FROM = "Which memories give way?"
STRAIN_HOW = "How did it turn against you? At court nobody says the word for it."
LOST_TO_OPPOSITION = "Lost to the opposition, and carried off to the market."


def result(table: LostDays) -> str:
    here = table.conflict
    if here.leader in (FIRST, SECOND):
        return f"{side_name(table, here.leader, opens=True)} wins by {here.margin}."
    return "Nobody wins. It is a stand-off."


def takes_stake(elf: str, text: str, coins: int) -> str:
    return f"{elf} takes the memory, {with_coins(coins)}: {text}"


def keeps_stake(elf: str, text: str, coins: int) -> str:
    return f"{elf} keeps the memory, {with_coins(coins)}: {text}"


def stake_stays(text: str) -> str:
    return f"The memory stays where it was: {text}"


def stake_to_market(text: str) -> str:
    return f"The memory is carried off to the market: {text}"


def won_in_conflict(elf: str, scene: int) -> str:
    return f"Won by {elf} in scene {scene}."


def tribute_from(elf: str) -> str:
    return f"Given by {elf} as tribute."


def pay_tribute(winner: str, margin: int) -> str:
    return f"You owe {winner} {count_coins(margin)} in tribute, or any one memory instead."


def cannot_pay_tribute(winner: str, margin: int) -> str:
    return f"You owe {winner} {count_coins(margin)}, more than you have. Any one memory settles it."


def pay_coins(count: int) -> str:
    return f"Pay {count_coins(count)}"


def wealth(purse: int, memories: int) -> str:
    return f"you have {purse} in your purse and {memories} on memories"


def coin_of(number: int, there: int) -> str:
    return f"coin {number} of {there}"


def shortened(text: str) -> str:
    """Enough of a memory to know it by."""
    text = text.removeprefix("I remember ")
    return text if len(text) <= SHORT else f"{text[:SHORT].rsplit(' ', 1)[0].rstrip(',;:')} …"


def receiver(elf: str) -> str:
    return elf or THE_BANK


def pays(elf: str, receiver: str, count: int) -> str:
    return f"{elf} pays {receiver} {count_coins(count)} in tribute."


def pays_memory(elf: str, winner: str, text: str) -> str:
    return f"{elf} gives {winner} a memory in tribute: {text}"


def gives_to_market(elf: str, text: str) -> str:
    return f"{elf} gives up a memory in tribute, and it goes to the market: {text}"


def pays_nothing(elf: str) -> str:
    return f"{elf} has nothing left to pay with."


def coins_paid(elf: str, to: str, count: int) -> str:
    return f"{elf} pays {to} {count_coins(count)}. What form does it take?"


def memory_paid(elf: str) -> str:
    return f"{elf} gives you a memory. What form does it take?"


def memory_given_up(elf: str) -> str:
    return f"{elf} gives up a memory to the market. What form does it take?"


def place_coin(number: int) -> str:
    return f"Coin {number}: where does it go?"


def before_gain(memories: int, madness: int) -> str:
    """How near the line somebody is. Every coin lost to strain moves it by two."""
    safe, missing = (memories - madness) // 2, madness - memories
    if missing > 0:
        return f"You are past the line, unless {more_coins_lie(missing)} on your memories when this is settled."
    if not safe:
        return "You cannot lose a coin to strain and stay this side of the line."
    return f"You can lose {count_coins(safe)} to strain and stay this side of the line."


def before_strain(memories: int, madness: int) -> str:
    """What an elf will hold when the strain is taken."""
    held = f"Afterwards: {count_coins(memories)} on your memories, {madness} on your card."
    return f"{held} That is past the line." if madness > memories else held


def gain(sixes: int) -> str:
    return "Your 6 brings you 1 coin." if sixes == 1 else f"Your {sixes} sixes bring you {sixes} coins."


def gains(elf: str, count: int) -> str:
    return f"{elf} gains {count_coins(count)}." if count else f"{elf} takes nothing."


def gains_for_the_opposition(elf: str, count: int) -> str:
    return f"{elf} runs the opposition, and gains {count_coins(count)} for it."


def strain(ones: int) -> str:
    if ones == 1:
        return "Your 1 moves 1 coin from your memories to your card."
    return f"Your {ones} ones move {ones} coins from your memories to your card."


def strains(elf: str, count: int) -> str:
    if not count:
        return f"{elf} has nothing left that could give way."
    return f"{more_coins_lie(count)} on {elf}'s card."


# -- descent and the end

WRITE_OUT_NOW = "Your elf is past the line. Does it leave the story as this scene closes, or in your next one?"
NOW_OR_NEXT = (Option("next", "In my next scene"), Option("now", "Now"))
GENTLER = TEXTS.game.gentler
DESTITUTE = "Your elf has not one coin left. It may leave the story here, or stay."
STAY = "Does it stay?"
STAY_OR_GO = (Option("stay", "Stay"), Option("go", "Leave the story"))
EXIT_HOW = "How does it go?"
THE_END = "The fall"


def tainted(elf: str) -> str:
    return f"Somebody fell with this memory, so it is tainted: 1 more coin lies on {elf}'s card."


def doomed(elf: str) -> str:
    return (
        f"{elf} has more coins on the character card than on all memories together. Nobody comes back over that line."
    )


def write_out(elf: str) -> str:
    return f"Tell how {elf} leaves the story."


def left_by(elf: str) -> str:
    return f"Left behind by {elf}."


def is_out(elf: str, player: str) -> str:
    return f"{elf} is out of the story. From now on {player} plays adversity."


def epilogue(elf: str) -> str:
    return f"Only {elf} is left. Tell the fall of the elves, and what became of this one."


def over(table: LostDays) -> str:
    last = table.course.last
    return f"{table.called(last)} was the last. Nobody has won." if last else "Here the tale stops. Nobody has won."


def concluded(result: dict[str, Any]) -> str:
    """The result of a finished game in a sentence."""
    after = "after 1 scene" if result["scenes"] == 1 else f"after {result['scenes']} scenes"
    return f"{result['elf']} was the last, {after}." if result["last"] else f"The tale stopped {after}."


# -- waiting

WAITING = {
    "name_elf": "Waiting for {names} to name an elf.",
    "extra_writer": "Waiting for {names} to say who writes two.",
    "agree": "Waiting for {names} to agree or not.",
    "kingship_volunteer": "Waiting for {names} to say who writes of kingship.",
    "write_memory": "Waiting for {names} to write.",
    "read_out": "Waiting for {names} to read aloud.",
    "first_selector": "Waiting for {names} to say who picks first.",
    "select_memory": "Waiting for {names} to pick a memory.",
    "bid": "Waiting for {names} to bid.",
    "raise_or_decline": "Waiting for {names} to raise or let it go.",
    "sole_bid": "Waiting for {names} to take a memory.",
    "crown_agree": "Waiting for {names} to settle the crown.",
    "crown_pick": "Waiting for {names} to choose the crown.",
    "open_story": "Waiting for {names} to open a story.",
    "frame_scene": "Waiting for {names} to set the scene.",
    "scene": "Waiting for {names} to play the scene.",
    "new_story": "Waiting for {names} to decide about the story.",
    "declare_conflict": "Waiting for {names} to name the sides.",
    "first_side": "Waiting for {names} to name the sides.",
    "second_side": "Waiting for {names} to name the sides.",
    "agree_to_fight": "Waiting for {names} to agree to the conflict.",
    "stake": "Waiting for {names} to name the stake.",
    "offer_rival": "Waiting for {names} to say whether they want it too.",
    "pick_rival": "Waiting for {names} to choose an opponent.",
    "stand_in": "Waiting for {names} to say who opposes.",
    "allow_stake": "Waiting for {names} to weigh the stake.",
    "scope_and_wants": "Waiting for {names} to say what it is about.",
    "answer_stakes": "Waiting for {names} to agree to the wording.",
    "arbitrate": "Waiting for {names} to settle the wording.",
    "drop_conflict": "Waiting for {names} to take or leave the proposal.",
    "use_stake": "Waiting for {names} to use the memory at stake.",
    "offer_memory": "Waiting for {names} to act.",
    "judge_memory": "Waiting for {names} to say whether it fits.",
    "appeal": "Waiting for {names} to say whether it fits.",
    "influence": "Waiting for {names} to spend or let it be.",
    "narrate_outcome": "Waiting for {names} to tell how it ends.",
    "pay_tribute": "Waiting for {names} to pay tribute.",
    "tribute_coins": "Waiting for {names} to pay tribute.",
    "place_tribute": "Waiting for {names} to put the tribute away.",
    "narrate_tribute": "Waiting for {names} to describe the tribute.",
    "place_gain": "Waiting for {names} to take what they gained.",
    "place_strain": "Waiting for {names} to bear the strain.",
    "write_out_now": "Waiting for {names} to decide when to go.",
    "write_out": "Waiting for {names} to take their leave.",
    "destitute_exit": "Waiting for {names} to stay or go.",
    "replenish_theme": "Waiting for {names} to name a theme.",
    "replenish_write": "Waiting for {names} to write.",
    "substitute": "Waiting for {names} to say who takes the chair.",
    "epilogue": "Waiting for {names} to tell the fall.",
}
"""Whom the table waits for, and for what."""
