"""The table in words: all that a board shows, once, and nothing that is empty. (LD-SETUP-06)"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from mneme.games.lost_days import GAME
from mneme.games.lost_days.describe import sheet_text
from tests.games.lost_days.kit import Court, Seated


def court(king: str = "hugo", **options: Any) -> Court:
    return Court("cate", "hugo", "martin", king=king, **options)


def told(game: Seated, name: str | None = "cate") -> str:
    return GAME.describe(msgspec.to_builtins(game.view(name)))


def line(game: Seated, start: str, name: str | None = "cate") -> str:
    """The one line that begins like this."""
    (found,) = [text.strip() for text in told(game, name).splitlines() if text.strip().startswith(start)]
    return found


def called(game: Seated, name: str) -> str:
    return game.table.called(game.seat_of[name])


# -- memories


def test_a_card_says_who_wrote_it_and_what_became_of_it() -> None:
    """LD-MEM-06: author, price, and every change of hands with its scene."""
    game = court()
    game.to_scene("cate")
    card = game.value(game.cards("cate")[0], 4)
    author, price = game.name(card.author), card.life[1].text
    game.act("cate", "sell", memory=card.noun_key)
    sold = f"Scene {game.table.scene.number}, with 1 coin: Sold to the market by cate for 3 coins."
    assert line(game, card.text) == f"{card.text} (1 coin, by {author}) {price} {sold}"
    assert line(game, card.text) in sheet_text(msgspec.to_builtins(game.view("martin")), game.seat_of["martin"])


def test_a_card_won_in_a_conflict_names_the_scene_once() -> None:
    """LD-STAKE-01: the sentence has the scene already."""
    game = court()
    card = game.lies_in_market(2)
    game.to_scene("cate")
    game.lay("cate", values=(1, 1, 1, 1))
    game.fight("cate", "opposition", card.noun_key, dice=[6, 1, 1], using={"cate": game.cards("cate")[:1]})
    number = game.table.scene.number
    game.settle()
    assert line(game, card.text).endswith(f"With 2 coins: Won by {called(game, 'cate')} in scene {number}.")


def test_a_new_card_says_in_which_scene_it_was_written() -> None:
    """LD-NEW-01."""
    game = court()
    game.to_scene("cate")
    game.act("cate", "create_memory", text="the last lamp.")
    number = game.table.scene.number
    assert line(game, "I remember the last lamp.") == f"I remember the last lamp. (1 coin, by cate in scene {number})"


@pytest.mark.parametrize(
    ("kingship", "mark"),
    [("candidate", "Memory of Kingship"), ("true", "the crown"), ("pretender", "a claim that came to nothing")],
)
def test_a_card_of_kingship_says_what_its_claim_is_worth(kingship: str, mark: str) -> None:
    """LD-CROWN-03, LD-CROWN-09, LD-Q14."""
    game = court()
    card = game.at("market")[0]
    card.kingship = kingship
    assert f"(1 coin, {mark}, by " in line(game, card.text)


def test_what_taint_does_is_said_once() -> None:
    """LD-MAD-09."""
    game = court()
    assert "tainted" not in told(game)
    for card in game.at("market")[:2]:
        game.table.taint(card)
    assert told(game).count("(1 coin, tainted, by ") == 2
    assert told(game).count("Whoever gains a tainted memory takes 1 coin of madness with it.") == 1


# -- court and scenes


def test_the_court_says_where_the_game_stands() -> None:
    """LD-STORY-01, LD-KING-13, LD-KING-16: session, stories, throne and cycle."""
    game = court()
    course = game.table.course
    game.to_scene("cate")
    course.session, course.story, course.stories = 2, "Rain.", ("Snow.", "Rain.")
    text = told(game)
    assert "The story, session 2.\n" in text
    cycle = "Scenes played in this cycle: martin. Scenes still to come: hugo, the story scene."
    assert f"The story: Rain.\nAn earlier story: Snow.\n{cycle}" in text
    game.act("hugo", "sell", memory=game.value(game.crown, 2).noun_key)
    assert "The throne is empty: the crown lies in the market. hugo keeps the story going." in told(game)


def test_a_place_that_says_it_already_is_enough() -> None:
    """LD-CROWN-07: the place is read first, and here it is the part of the game as well."""
    game = court()
    game.table.course.phase, game.table.course.session = "crowning", 0
    assert "The crowning." in told(game)
    game.table.chapter("The crowning")
    assert "The crowning" not in told(game)


def test_in_the_story_scene_nothing_is_to_come() -> None:
    """LD-SCENE-02."""
    game = court()
    game.to_scene("hugo", "story")
    assert "Scenes played in this cycle: martin, cate, hugo." in told(game)
    assert "still to come" not in told(game)


def test_every_coin_of_the_bank_is_in_one_line() -> None:
    """Ledger 2.17."""
    game = court()
    assert line(game, "Coins in the game").startswith(
        f"Coins in the game: {game.coins()}. Brought to court: 33. Taken at the start of a round: 12. "
    )


def test_a_scene_says_what_was_framed_and_what_waits() -> None:
    """LD-SCENE-04, LD-KING-18."""
    game = court()
    game.to_scene("martin", prompt="frame_scene")
    game.act("martin", "frame", setting="The stair, at dusk.", present="", intent="A key.")
    number, elf = game.table.scene.number, called(game, "martin")
    own = f"Scene {number}: A scene of one's own. martin frames it for {elf}."
    assert f"{own}\nWhere and when: The stair, at dusk.\nWhat is wanted: A key.\n" in told(game)
    assert "Who is there" not in told(game)
    game.offer("martin", "hugo", take=[game.crown.noun_key])
    game.act("hugo", "accept_trade", proposer=game.seat_of["martin"])
    assert line(game, f"Scene {number + 1}: The new king's scene.")
    assert line(game, "Waiting beneath it: ") == f"Waiting beneath it: {own}"


def test_the_end_says_who_was_last() -> None:
    """LD-END-01."""
    game = court()
    game.to_scene("cate")
    game.table.course.phase, game.table.course.last = "ended", game.seat_of["hugo"]
    assert told(game).startswith(f"{called(game, 'hugo')} was the last, after {game.table.course.scenes} scenes.")


# -- the auction


def at_the_first_auction() -> Seated:
    """Cate writes two, Hugo has put up his memory, and nobody has bid."""
    game = Seated("cate", "hugo", "martin")
    game.write()
    game.auction("hugo's 1")
    return game


def test_closed_hands_stay_closed() -> None:
    """LD-CREATE-09: who has bid is seen by all, how much by nobody."""
    game = at_the_first_auction()
    before = told(game)
    game.say("hugo", 7, "bid")
    after = told(game)
    assert "Round 1 of 4: Bidding, hands closed. A memory that most defines you. cate writes two. hugo picks." in after
    assert "For auction: I remember hugo's 1 (by hugo)\n" in after
    assert after.count("hugo's 1") == 1, "it does not lie in the middle as well"
    assert after == before.replace("No bid yet: cate, hugo, martin.", "Hand closed: hugo. No bid yet: cate, martin.")


def test_a_card_that_went_back_and_the_hands_it_saw() -> None:
    """LD-CREATE-12, LD-CREATE-13: raising in the open, and what is remembered of it."""
    game = at_the_first_auction()
    for name, bid in (("cate", 3), ("hugo", 3), ("martin", 1)):
        game.say(name, bid, "bid")
    text = told(game)
    assert "Raising, in the open." in text
    assert "Bids: cate 3, hugo 3, martin 1.\nLevel at 3. Still in: hugo, cate." in text
    game.act("hugo", "decline")
    game.act("cate", "decline")
    assert line(game, "I remember hugo's 1") == "I remember hugo's 1 (by hugo, went back once)"
    assert line(game, "“I remember hugo's 1”").endswith("Bids: cate 3, hugo 3, martin 1. It went back.")


def test_a_raise_and_a_win() -> None:
    """LD-CREATE-11, LD-CREATE-12."""
    game = at_the_first_auction()
    for name, bid in (("cate", 3), ("hugo", 3), ("martin", 1)):
        game.say(name, bid, "bid")
    game.act("hugo", "raise", to=5)
    assert "hugo has raised to 5. Still in: cate, hugo." in told(game)
    game.act("cate", "decline")
    assert "Won already: hugo." in told(game)
    assert line(game, "“I remember hugo's 1”").endswith("hugo wins it for 5 coins.")


def test_nothing_lies_on_a_card_before_its_auction() -> None:
    """LD-CREATE-11."""
    assert "0 coins" not in told(at_the_first_auction())


# -- the conflict


def test_memories_brought_and_refused_are_told() -> None:
    """LD-CONF-08, LD-CONF-09: which, how, whether it fits, and the dice so far."""
    game = court()
    game.lay("cate", values=(2, 1, 1, 1))
    game.to_scene("cate")
    stake = game.cards("martin")[0]
    game.declare("cate", "face/martin", stake.noun_key)
    game.word()
    game.say("martin", {"use": "no"}, "use_stake")
    first, second = game.cards("cate")[:2]
    game.act("cate", "offer_memory", memory=first.noun_key, how="She points.")
    game.say("martin", "accept", "judge_memory")
    game.act("martin", "done")
    game.act("cate", "offer_memory", memory=second.noun_key, how="She stares.")
    game.say("martin", "refuse", "judge_memory")
    cate, martin = called(game, "cate"), called(game, "martin")
    text = told(game)
    assert f"Conflict: {cate} against {martin}. Now: Memories in use.\n" in text
    assert f"At stake, {martin}'s: {stake.text} (" in text
    assert f"{cate} draws on “{first.text}” 2 dice. She points.\n" in text
    assert f"{cate} draws on “{second.text}” It did not fit. She stares.\n" in text
    assert f"Dice so far: 2 against 0. Nothing more to bring: {martin}." in text


def rolled(*faces: int) -> Court:
    """Cate has brought as many dice as there are faces but four, against Hugo's four; Martin is king."""
    game = court("martin")
    game.lay("cate", purse=4, madness=1, values=(len(faces) - 4, 0, 0, 0))
    game.lay("hugo", purse=4, values=(4, 0, 0, 0))
    game.to_scene("cate")
    using = {name: game.cards(name)[:1] for name in ("cate", "hugo")}
    game.fight("cate", "face/hugo", dice=faces, using=using)
    return game


def test_dice_say_what_they_do() -> None:
    """LD-ROLL-03, LD-ROLL-04, LD-GAIN-01, LD-STRAIN-01: equal ones, those that count, gain and strain."""
    game = rolled(5, 6, 4, 1, 6, 3, 2, 1)
    cate, hugo = called(game, "cate"), called(game, "hugo")
    text = told(game)
    assert f"{cate} shows 6, 5, 4, 1. Gain to come: 1. Strain to come: 1.\n" in text
    assert f"{hugo} shows 6, 3, 2, 1. Gain to come: 1. Strain to come: 1.\n" in text
    assert f"Set aside as equal on both sides: 6. {cate} leads by 2. Counting for it: 5, 4." in text
    game.settle("narrate_outcome")
    assert f"{cate} wins by 2." in told(game)
    game.settle("place_strain")
    assert "Gain to come" not in told(game)


def test_every_coin_of_influence_is_told() -> None:
    """LD-INF-04, LD-INF-07, LD-INF-10: who, which die, what it was and is, from where to where."""
    game = rolled(3, 4, 5, 5, 2, 3, 4, 4)
    cate, hugo = called(game, "cate"), called(game, "hugo")
    game.spends("hugo", "reroll_first", 4, source="their_madness", die=2)
    game.spends("hugo", "extra_die_second", 6)
    turned = f"  {hugo}: a 5 of {cate} became a 4. From the other elf's card. Gone to the bank.\n"
    added = f"  {hugo}: one more die for {hugo}, a 6. From a purse. Gone to the bank.\n"
    assert f"Coins that bent it:\n{turned}{added}" in told(game)


@pytest.mark.parametrize(("king", "gain"), [("hugo", " Gain to come: 2."), ("cate", "")])
def test_an_opposition_never_strains_and_gains_only_for_a_king(king: str, gain: str) -> None:
    """LD-KING-08, LD-KING-14: the challenger is Cate; as king she is opposed by a stand-in."""
    game = court(king)
    card = game.lies_in_market(3)
    game.to_scene("cate")
    game.fight("cate", "opposition", card.noun_key, dice=[6, 6, 1])
    cate, runner = called(game, "cate"), game.name(game.conflict.runner)
    assert line(game, "Conflict:").startswith(f"Conflict: {cate} against the opposition, played by {runner}.")
    assert line(game, "At stake, in the market: ")
    assert line(game, "The opposition shows") == f"The opposition shows 6, 6, 1.{gain}"
    assert line(game, f"{cate} shows") == f"{cate} shows no dice."


# -- the elves


@pytest.mark.parametrize(
    ("madness", "outlook"),
    [(0, "Can bear 2 more strain."), (3, "The next strain is one too many."), (5, "Past the line as things stand.")],
)
def test_an_elf_says_how_near_the_line_it_is(madness: int, outlook: str) -> None:
    """LD-MAD-01: each point of strain moves a coin from its memories to its card."""
    game = court()
    game.lay("cate", madness=madness)
    assert line(game, "cate: ").endswith(f"Purse 8. On memories 4. On the card {madness}. {outlook}")


def test_an_elf_that_goes_says_so() -> None:
    """LD-MAD-05, LD-ADV-02, LD-Q55."""
    game = court()
    game.lay("cate", purse=2, madness=3)
    elf, name = game.elf("cate"), called(game, "cate")
    game.act("cate", "leave")
    assert f"{name}. Has asked to go. Purse 2." in line(game, "cate: ")
    elf.leaving, elf.status = False, "doomed"
    assert line(game, "cate: ").endswith("It leaves when its next scene closes.")
    elf.status = "out"
    assert line(game, "cate: ") == (
        f"cate: {name}, out of the story. Purse 2. On the card 3. 5 coins left for adversity."
    )
    elf.status = "left"
    assert line(game, "cate: ") == f"cate: {name}, gone."


# -- offers


def test_an_offer_and_its_promise_are_for_two() -> None:
    """LD-TRADE-01, LD-TRADE-02: what for what; nothing is said of no coins."""
    game = court()
    game.to_scene("martin")
    card = game.cards("hugo")[0]
    game.offer("cate", "hugo", give_coins=3, take=[card.noun_key], promise="I never saw it.")
    offer = f"{called(game, 'cate')} offers {called(game, 'hugo')} 3 coins, in return for “{card.text}”"
    for name in ("cate", "hugo"):
        text = told(game, name)
        assert "Offers only the two of you see:\n" in text
        assert f"  {offer} A promise with it, which binds nobody: I never saw it." in text
    for other in ("martin", None):
        assert "Offers only" not in told(game, other)
        assert "I never saw it." not in told(game, other)


def test_at_the_end_nothing_is_said_of_what_could_still_be_done() -> None:
    """LD-END-01: no strain to bear, no offers, no price of taint."""
    game = Court("ada", "ben", "cyd", king="ada")
    game.to_scene("ben", prompt="frame_scene")
    game.offer("ben", "ada", give_coins=1)
    game.table.taint(game.at("market")[0])
    before = told(game, "ben")
    assert all(said in before for said in ("more strain", "Offers only the two of you see", "takes 1 coin of madness"))
    game.act("ben", "propose_stop")
    for name in ("ada", "cyd"):
        game.say(name, "yes", "agree")
    after = told(game, "ben")
    assert "The tale stopped after 0 scenes." in after
    assert not any(said in after for said in ("more strain", "Offers only", "of madness with it"))
