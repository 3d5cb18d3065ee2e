"""Every sentence the rules of Lost Days say to players. Longer material is in data/ and comes through content.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mneme.engine.prompts import Option
from mneme.games.lost_days.content import texts
from mneme.games.lost_days.dice import FIRST, SECOND

if TYPE_CHECKING:
    from mneme.games.lost_days.nouns import Coin, LostDays, Trade

TEXTS = texts()

YES_NO = (Option("yes", "Yes"), Option("no", "No"))
TOLD_ALOUD = "(told aloud)"


def count_coins(count: int) -> str:
    return "1 coin" if count == 1 else f"{count} coins"


# -- set-up

COURT = "The Eternal Court"
BRIEFING = TEXTS.game.briefing
NAME_ELF = "Name your elf."
NAME_NOTE = "Your elf is a name, a purse, and whatever it remembers. Everything else you make up in play."
LEAVE_TEXT = "If you have to go"
LEAVE = "Leave the game for good"
LEAVE_NOTE = "Somebody may take your chair. If nobody does, your elf leaves the court."
CARD_NOTES = "Your character card"
CARD_NOTE = "Write a line on your character card"
CARD_NOTE_TEXT = "Something worth keeping in sight."
DEALINGS = "Between you and them"
SUBSTITUTE_CHOICES = (
    Option("somebody", "Somebody takes the chair", "the elf plays on"),
    Option("none", "Nobody does", "the elf leaves the court"),
)


def comes_to_court(player: str, elf: str) -> str:
    return f"{player} brings {elf} to court, with 11 coins."


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
FIRST_SELECTOR = "You pick the first memory for auction. Keep that, or name somebody else."
VOLUNTEER = "Nobody has written a Memory of Kingship yet. Will you write one now?"
WRITE = "Write your memory."
WRITE_EXTRA = "Write one more on the same theme."
QUALITY = "One moment, one thing you could touch, and what it cost."
KINGSHIP = "Is it a Memory of Kingship? Its owner may wear the crown. You can write only one in the whole game."
KINGSHIP_CHOICES = (Option("none", "No"), Option("own", "Yes, this memory"), Option("extra", "Yes, the extra memory"))
READ = "Read out"
ANNOUNCE = "Say that it is a Memory of Kingship."
SELECT = "Pick a memory for auction, and read it again."
BID = "Bid in secret: whole coins, up to all in your purse. Only the winner pays."
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
    return f"{THEME_LINES[number]} You take 1 coin."


def write_on(number: int) -> str:
    return THEME_LINES[number]


def write_instead(player: str) -> str:
    return f"Shall {player} write two memories this round instead?"


def select_instead(player: str) -> str:
    return f"Shall {player} pick the first memory instead?"


def oppose_instead(player: str) -> str:
    return f"Shall {player} run the opposition instead?"


def writes_two(player: str) -> str:
    return f"{player} writes two memories this round."


def written_by(player: str) -> str:
    return f"Written by {player}."


def read_aloud(memories: list[str]) -> str:
    return "Read this aloud: " + " / ".join(memories)


def announced(player: str) -> str:
    return f"{player} announces a Memory of Kingship."


def put_up(player: str, text: str) -> str:
    return f"{player} puts up: {text}"


THE_TABLE = "The table"


def bids(bid: dict[str, int]) -> str:
    return "The hands open: " + ", ".join(f"{player} {coins}" for player, coins in bid.items()) + "."


def raise_above(high: int) -> str:
    return f"You are level at {count_coins(high)}. Raise, or let it go for good."


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


# -- the crown

CROWNING = "The crowning"
CROWN_AGREE = "Two memories weigh the same. Which one carries the crown? If you all say the same, that is it."
CROWN_RAISES = "You do not agree, so you bid on. What lies on the cards counts."
CROWN_BY_LOT = "Nobody gives more. Chance picks the crown."
CROWN_PICK = "Which of yours carries the crown?"
TO_MARKET = "Laid out in the Market of Memories."


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
INTENT = "What is your elf after?"
END_SCENE = "End the scene"
DECLARE = "Bring it to a conflict"
DECLARE_NOTE = "one in each scene at most"
PAUSE = "Propose to stop here for today"
STOP = "Propose to end the game here"
AGREE_PAUSE = "Stop here for today? The next session opens with a new story."
AGREE_STOP = "End the game here, with no last elf?"
STOPPED = "You end the game here."
NEW_STORY = "The crown is yours. Keep the story that is running, or close it and open your own?"
STORY_CHOICES = (Option("keep", "Let it run"), Option("new", "Close it, open a new one"))

SCENE_TITLES = {
    "personal": "A scene for {elf}",
    "story": "The story goes on, told by {player}",
    "interrupt": "The new king's scene: {elf}",
    "adversity": "Adversity, framed by {player}",
}
FRAME_NOTES = {
    "personal": "Stuck? Take one of your memories and ask what it wants.",
    "story": "Move the story towards the fall. You may set the opposition against anyone.",
    "interrupt": "You reign as of now. Show it.",
    "adversity": "Your elf is gone; its enemies are not. Threaten the others.",
}


def session(number: int) -> str:
    return f"Session {number}"


def scene_title(table: LostDays) -> str:
    scene = table.scene
    return SCENE_TITLES[scene.kind].format(elf=table.called(scene.framer), player=table.name(scene.framer))


def frame_note(kind: str, early: bool) -> str:
    return (
        "Begin with what has just happened: your memory of round 4."
        if early and kind == "personal"
        else FRAME_NOTES[kind]
    )


def framing(table: LostDays) -> str:
    return f"{table.name(table.scene.framer)} sets the scene. Deals can be made meanwhile."


def playing(table: LostDays) -> str:
    return f"{table.name(table.scene.framer)}'s scene is being played. Everyone may suggest, and lend a voice."


# -- the market

WRITE_NEW = "Write a memory on any theme."
CREATE = "Write a new memory for the market"
CREATE_COST = "1 coin from your purse lies on it; it belongs to nobody yet"
SELL = "Sell a memory to the market"
SELL_WHICH = "Which one?"
PAST_THE_LINE = "without it you are past the line"
SELL_NOTE = "you get all its coins but 1"
TRADE = "Offer a trade"
TRADE_WITH = "To whom?"
GIVE = "Which of your memories do you give?"
GIVE_COINS = "How many coins do you give?"
TAKE = "Which of their memories do you take?"
TAKE_COINS = "How many coins do you take?"
PROMISE = "A promise, if you like. It binds nobody."
DROP_OFFER = "Drop the offers between you and somebody"
DROP_WHICH = "Between you and whom?"
OFFER_DROPPED = "The offer is off the table."
ACCEPT = "Accept a trade"
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


def sold_by(player: str, price: int) -> str:
    return f"Sold to the market by {player} for {count_coins(price)}."


def sells(elf: str, text: str, price: int) -> str:
    return f"{elf} sells a memory for {count_coins(price)}: {text}"


def traded_to(player: str) -> str:
    return f"Traded to {player}."


def _bundle(table: LostDays, cards: tuple[str, ...], coins: int) -> str:
    parts = [f"“{table.memory(key).text}”" for key in cards]
    if coins:
        parts.append(count_coins(coins))
    return " and ".join(parts) or "nothing"


def offer(table: LostDays, trade: Trade) -> str:
    give, take = _bundle(table, trade.give, trade.give_coins), _bundle(table, trade.take, trade.take_coins)
    promise = f" And a promise: {trade.promise}" if trade.promise else ""
    return f"{table.called(trade.proposer)} offers {table.called(trade.partner)} {give} for {take}.{promise}"


def trade_done(table: LostDays, trade: Trade) -> str:
    give, take = _bundle(table, trade.give, trade.give_coins), _bundle(table, trade.take, trade.take_coins)
    return f"{table.called(trade.proposer)} gives {table.called(trade.partner)} {give} for {take}."


# -- conflict

SIDES = "Who stands against whom?"
AGAINST_OPPOSITION = "Your elf against the opposition"
TWO_OTHERS = "Two other elves, if both agree"
FIRST_SIDE = "Who brings the conflict?"
SECOND_SIDE = "Against whom?"
STAKE = "Is a memory at stake?"
NO_STAKE = "No memory at stake"
PICK_RIVAL = "Will you face a rival, or the opposition?"
STAND_IN = "You cannot oppose yourself. This player runs the opposition unless you name somebody else."
WORDING = "Say what it is about, before anyone rolls. Winning and losing should both lead somewhere."
SCOPE = "How is it fought, and what is it fought over?"
WANTS = "What does each side want? Aim straight at it."
ANSWER_STAKES = "Is the wording fair? You can change the words, not the attempt and not the memory."
ACCEPT_WORDING = "Fair enough"
COUNTER = "Put it differently"
CALL_ARBITER = "Let somebody else find the words"
ARBITRATE = "They do not agree on the wording. What you write stands."
PROPOSE_DROP = "Propose an outcome without dice"
OUTCOME = "What happens instead?"
CANCELLED = "A side has left the court. The conflict is off."
OFFER_MEMORY = "Act on a memory, or say that you are done."
BRING = "Act on a memory"
WHICH_MEMORY = "Which memory?"
ACTION = "What does your elf do, and how does the memory come into it?"
DONE = "That is all I bring"
USE_STAKE = "Your own memory is at stake. You may use its dice without asking anybody."
JUDGE_CHOICES = (Option("accept", "It fits"), Option("refuse", "It does not fit"))


def against(elf: str) -> str:
    return f"Your elf against {elf}"


def set_against(elf: str) -> str:
    return f"The opposition against {elf}"


def agree_to_fight(first: str, second: str) -> str:
    return f"Shall it come to a conflict between {first} and {second}?"


def offer_rival(elf: str, text: str) -> str:
    return f"{elf} reaches for a memory in the market. Will you be the rival? {text}"


def allow_stake(text: str) -> str:
    return f"Do you accept this memory as the stake? {text}"


def side_name(table: LostDays, side: str) -> str:
    here = table.conflict
    return table.called(here.player(side)) if here.in_person(side) else "the opposition"


def declared(table: LostDays) -> str:
    here = table.conflict
    sides = f"{side_name(table, FIRST)} against {side_name(table, SECOND)}."
    wording = " ".join(part for part in (here.scope, here.wants) if part)
    stake = f"At stake: {table.memory(here.stake).text}" if here.stake else "No memory is at stake."
    return " ".join(part for part in (sides, wording, stake) if part)


def countered(table: LostDays) -> str:
    here = table.conflict
    return " ".join(part for part in (here.scope, here.wants) if part) or TOLD_ALOUD


def arbitrated(player: str) -> str:
    return f"{player} settles the wording."


def drop_it(outcome: str) -> str:
    return f"Leave the dice and agree on this? {outcome or TOLD_ALOUD}"


def dropped(outcome: str) -> str:
    return f"You agree without dice. {outcome or TOLD_ALOUD}"


def judge(elf: str, text: str, how: str) -> str:
    return f"{elf} acts on a memory: {text} {how or TOLD_ALOUD} Does it fit?"


def brings(elf: str, text: str, accepted: bool) -> str:
    return f"{elf} draws on a memory: {text}" if accepted else f"It does not fit, so {elf} may try again: {text}"


def _standing(table: LostDays) -> str:
    here = table.conflict
    if here.leader in (FIRST, SECOND):
        return f"{side_name(table, here.leader)} leads by {here.margin}."
    return "It is level."


def _faces(faces: tuple[int, ...]) -> str:
    return ", ".join(str(face) for face in sorted(faces, reverse=True)) or "no dice"


def rolled(table: LostDays) -> str:
    dice = table.conflict.dice
    first = f"{side_name(table, FIRST)}: {_faces(dice[FIRST])}."
    return f"{first} Against {side_name(table, SECOND)}: {_faces(dice[SECOND])}. {_standing(table)}"


# -- influence

INFLUENCE = "Spend coins to bend what happens, one at a time, or let it be."
SOURCE = "Which coin?"
YOUR_PURSE = "From your purse"
YOUR_MADNESS = "From your own card"
TO_STAKE = "it lands on the stake"
TO_BANK = "it goes to the bank"
HEALS = "it goes to the bank, and they are the saner for it"
SNIPPET = "How do you sway events? If it is their coin, how does their mind betray them?"
WHICH_DIE = "Which die?"
END_TURN = "Let it be"
BRIBE = "Slip somebody coins"
BRIBE_WHOM = "Whom?"
HOW_MANY = "How many?"


def madness_of(elf: str) -> str:
    return f"From {elf}'s card"


def reroll(side: str) -> str:
    return f"Reroll a die of {side}"


def extra_die(side: str) -> str:
    return f"One more die for {side}"


def bribes(elf: str, other: str, coins: int) -> str:
    return f"{elf} slips {other} {count_coins(coins)}."


def coin_spent(table: LostDays, coin: Coin) -> str:
    by, side = table.called(coin.by), side_name(table, coin.side)
    if coin.effect == "reroll":
        return f"{by}'s coin turns a {coin.was} of {side} into a {coin.now}. {_standing(table)}"
    return f"{by}'s coin brings {side} one more die: {coin.now}. {_standing(table)}"


# -- settling

NARRATE_OUTCOME = "Tell how it ends, within what you agreed."
WHICH_COINS = "Which coins do you pay?"
PURSE_COIN = "A coin from your purse"
PLACE_TRIBUTE = "Where do you put the tribute?"
INTO_PURSE = "Into your purse"
DECLINE_GAIN = "Leave it"
GAIN_HOW = "What did it win you: favour, influence, a name?"
STRAIN_FROM = "Which memories give way?"
STRAIN_HOW = "How did it turn against you? Name no names for it."
LOST_TO_OPPOSITION = "Lost to the opposition, and carried off to the market."


def result(table: LostDays) -> str:
    here = table.conflict
    if here.leader in (FIRST, SECOND):
        return f"{side_name(table, here.leader)} wins by {here.margin}."
    return "Nobody wins. It is a stand-off."


def won_in_conflict(elf: str, scene: int) -> str:
    return f"Won by {elf} in scene {scene}."


def tribute_from(elf: str) -> str:
    return f"Given by {elf} as tribute."


def pay_tribute(margin: int) -> str:
    return f"You owe {count_coins(margin)} in tribute. Any one memory also settles all of it."


def pay_coins(count: int) -> str:
    return f"Pay {count_coins(count)}"


def pays(elf: str, count: int) -> str:
    return f"{elf} pays {count_coins(count)} in tribute."


def pays_memory(elf: str, text: str) -> str:
    return f"{elf} gives up a memory: {text}"


def pays_nothing(elf: str) -> str:
    return f"{elf} has nothing left to pay with."


def narrate_tribute(paid: str) -> str:
    return f"What form does the tribute take? ({paid})"


def place_coin(number: int) -> str:
    return f"Coin {number}: where does it go?"


def gain(sixes: int) -> str:
    return f"Your 6s bring you {count_coins(sixes)}."


def gains(elf: str, count: int) -> str:
    return f"{elf} gains {count_coins(count)}."


def strain(ones: int) -> str:
    return f"Your 1s move {count_coins(ones)} from your memories to your card."


def strains(elf: str, count: int) -> str:
    return f"{count_coins(count)} more on {elf}'s card."


# -- descent and the end

WRITE_OUT_NOW = "Your elf is past the line. Does it leave the story as this scene closes, or in your next one?"
NOW_OR_NEXT = (Option("next", "In my next scene"), Option("now", "Now"))
GENTLER = TEXTS.game.gentler
DESTITUTE = "Your elf has not one coin left. It may leave the story here, or stay."
STAY_OR_GO = (Option("stay", "Stay"), Option("go", "Leave the story"))
EXIT_HOW = "How does it go?"
THE_END = "The fall"


def tainted(elf: str) -> str:
    return f"The memory is tainted. 1 coin more on {elf}'s card."


def doomed(elf: str) -> str:
    return f"{elf} carries more on the card than on all memories. There is no way back over that line."


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
    "offer_rival": "Waiting for {names} to say who wants it too.",
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
