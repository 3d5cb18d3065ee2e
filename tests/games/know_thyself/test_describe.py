"""The table in plain words: what the board draws is also said, once, and to those who may know it. (Ledger 9)"""

from __future__ import annotations

import msgspec
import pytest

from mneme.games.know_thyself import GAME
from mneme.games.know_thyself.content import ANYWHERE, NPCS, ROOMS, SKETCHES
from tests.games.know_thyself.kit import Seated


def told(game: Seated, name: str | None) -> str:
    return GAME.describe(msgspec.to_builtins(game.view(name)))


def part(game: Seated, name: str | None, heading: str) -> str:
    """The paragraph that begins like this, or nothing."""
    return next((text for text in told(game, name).split("\n\n") if text.startswith(heading)), "")


def has(text: str, *sentences: str) -> None:
    """Every sentence is there, and once."""
    assert {sentence: text.count(sentence) for sentence in sentences} == dict.fromkeys(sentences, 1), text


# -- the evening


def test_where_the_coins_are_and_how_far_it_is_to_the_end() -> None:
    """KT-COIN-01, KT-END-02, -10: staked Coins still belong to whoever staked them."""
    game = Seated("mia", "ada", "ben").wake()
    game.masters_pile(17)
    game.purse("ada", 18)
    game.begin("ada", stake=4)
    game.until("accept")
    has(
        told(game, None),
        "mia is the Master of the Palace.",
        "The Master has 17 Coins (4 staked), the Bank 23. There are 70 in all.",
        "The end comes when 2 more Coins are won from the Master.",
        "If it ended now, ada would win. There are 17 Coins to beat.",
    )
    game.change(lambda table: setattr(table.coins, "master", 3))
    has(told(game, None), "few enough Coins for the end to come")


@pytest.mark.parametrize(
    ("reckoning", "standing"), [("whole", "nobody would win. There are 23"), ("share", "ada would")]
)
def test_what_is_to_beat_is_the_whole_pile_or_a_share(reckoning: str, standing: str) -> None:
    """KT-END-10, KT-AMB-06: rounded up, and as many is losing."""
    game = Seated("mia", "ada", "ben", reckoning=reckoning).wake()
    game.masters_pile(23)
    game.purse("ada", 13)
    has(told(game, None), f"If it ended now, {standing}")


def test_who_waits_and_who_is_going() -> None:
    """KT-MOVE-11, -12."""
    game = Seated("mia", "ada", "ben").wake()
    game.act("ben", "wait")
    has(told(game, "mia"), "ben waits and sees.")
    game.act("ada", "move", room="great_hall", company=[game.seat_of["ben"]])
    has(told(game, "mia"), "Going to the Great Hall: ada.")
    game.say("ben", "come")
    assert "Going to" not in told(game, "mia")


def test_who_has_nothing_is_named() -> None:
    """KT-COVER-02."""
    game = Seated("mia", "ada", "ben").wake()
    game.purse("ada", 2)
    game.begin("ada", cards=["3D", "9S"])
    game.until("cover_zero")
    has(told(game, "ben"), "ada has no Coins. The others may help.")


# -- the Palace


def test_ways_out_are_told_from_where_one_stands() -> None:
    """KT-MOVE-03: with their kind, the floor they lead to, and the doors that never open."""
    game = Seated("mia", "ada", "ben", true_names=[("KD", "5C"), ("AD", "7S"), ("4D", "8S")]).wake()
    game.put("courtyard", "ada")
    game.put("great_hall", "ben")
    palace = part(game, "ada", "Where you are:")
    has(
        palace,
        "Courtyard of Abused Purity (Ace of Diamonds, 7 of Spades), outdoors. Here: ada.",
        "Field (outdoor stairs, below the house, outdoors)",
        "Great Hall (main doors)",
        "Other rooms you know:",
        "Great Hall of Corrupt Recognition (4 of Diamonds, 8 of Spades). Here: ben.",
        "Ways to: Banquet Hall, Courtyard, Guest Suite, Mirrored Hall, Parlor.",
        "Nobody has been in 23 of 26 rooms: Armory, ",
    )
    assert "Sealed" not in palace
    has(part(game, "ben", "Where you are:"), "Sealed doors: Master's Suite.")
    for name in ("mia", None):
        has(part(game, name, "Where the guests are:"), "Field (outdoor", "Banquet Hall (arch)")


def test_a_room_nobody_has_entered_has_its_plain_name_only() -> None:
    """KT-NAME-01: and nothing of what it does."""
    game = Seated("mia", "ada").wake()
    palace = part(game, "ada", "Where you are:")
    fog = ", ".join(room.name for room in ROOMS.values() if room.id != "guest_suite")
    assert palace.endswith(f"\nNobody has been in 25 of 26 rooms: {fog}.")
    assert SKETCHES["cliffs"].effect not in palace
    game.put("cliffs", "ada")
    has(part(game, "ada", "Where you are:"), SKETCHES["cliffs"].effect)


def test_before_anybody_wakes_there_is_no_palace() -> None:
    game = Seated("mia", "ada")
    assert told(game, "ada") == "Nobody is the Master yet."
    game.until("appearance")
    assert told(game, "ada") == "mia is the Master of the Palace.\n\nada: is not awake yet."


# -- the guests


@pytest.mark.parametrize(
    ("exit_", "sentence"),
    [
        ("free", "ada, at the Cliffs, is free to leave."),
        ("toll", "ada, at the Cliffs, can leave after a Wager, or for a toll."),
        ("stuck", "ada, at the Cliffs, can leave only after a Wager."),
        ("foot", "ada is at the foot of the cliff and leaves it only by winning the climb."),
        ("gate", "ada, at the Cliffs, has yet to gather the four things before leaving."),
    ],
)
def test_whether_a_guest_may_leave(exit_: str, sentence: str) -> None:
    """KT-MOVE-02, -06..08, KT-FX-06."""
    game = Seated("mia", "ada").wake()
    game.put("cliffs", "ada")
    game.guest("ada").exit = exit_
    has(told(game, "ada"), sentence)


def test_a_sheet_in_words() -> None:
    """KT-END-03: how near the Memories are to the end."""
    game = Seated("mia", "ada").wake()
    has(told(game, None), "ada: 12 Coins, no Memories yet.")
    game.remember("ada", "S", 2, invoked=True)
    game.remember("ada", "H")
    game.edge("ada", "Loud")
    has(
        told(game, None),
        "ada: 12 Coins, 3 of 9 Memories (2 of 5 on one Attachment).",
        "In the mirror: A strong man in a loincloth",
        "  Spades: red rose\n    Goal, Lost Love: S 0 (invoked)\n    Goal, Lost Love: S 1 (invoked)",
        "  Hearts: gold amulet\n    Goal, Lost Love: H 0\n",
        "Edges: Loud.",
    )


def test_a_guest_who_is_being_made() -> None:
    """KT-CHAR-05, -08: drafts and wishes are for two."""
    game = Seated("mia", "ada", plain={"review": "change", "change": "No crown, please."})
    game.until("change")
    assert "red rose" in told(game, "mia")
    game.say("mia", "No crown, please.")
    for name in ("ada", "mia"):
        has(told(game, name), "Only ada and the Master read these until", "The Master asks: No crown, please.")
    assert "rose" not in told(game, None)
    assert "crown" not in told(game, None)
    game.plain = {**game.plain, "review": "approve"}
    game.until("respond")
    has(told(game, None), "ada: is offered 12 Coins.")


def test_the_hardcore_pile_is_counted() -> None:
    """KT-CHAR-20."""
    game = Seated("mia", "ada", "ben", variant="hardcore").wake()
    pile = len(game.table.pool.pile)
    assert pile
    has(told(game, None), f"Attachment cards left in the pile: {pile}.")
    assert "pile:" not in told(Seated("mia", "ada").wake(), None)


# -- the Wager


def test_a_wager_before_anybody_accepts() -> None:
    """KT-WAGER-07, KT-PAY-01, -04: the stake, and what each degree would bring."""
    game = Seated("mia", "ada", "ben", true_names=[("KD", "5C")]).wake()
    game.begin("ada", "ben", stake=4)
    game.until("accept")
    has(
        part(game, None, "A Wager"),
        "A Wager in the Guest Suite of Necessary Deceit, against Neil.",
        "Step 3 of 14: Accept or back down. Cards in the deck: 52.",
        "Against them: No.",
        "The stake for each guest: 4 Coins.",
        "  ada: I want to get past.",
        "Staked: the Master 4, ada nothing yet.",
    )
    ladder = "A Full success brings 4 Coins, a Partial one 3, a Minor one 2; losing costs 4."
    assert part(game, None, "A Wager").count(ladder) == 2
    game.say("ada", "back_down")
    game.until("accept")
    has(part(game, None, "A Wager"), "ada: I want to get past. Backed down.", ladder)


def test_a_wager_nobody_minds() -> None:
    """KT-WAGER-05."""
    game = Seated("mia", "ada", "ben", plain={"conflict": "none"}).wake()
    game.begin("ada")
    game.until("it_happens")
    has(part(game, None, "A Wager"), "ada: I want to get past. Nobody minds; it simply happens.")


def test_a_wager_while_the_cards_are_drawn() -> None:
    """KT-EDGE-02, -03, KT-DRAW-03, ledger 9.1: Edges, cards, the degree and the odds."""
    game = Seated("mia", "ada").wake()
    game.edge("ada", "Loud")
    game.edge("ada", "Lame")
    game.begin("ada", stake=4, cards=["3D", "9S"])
    game.until("edges")
    game.act("ada", "call_help", edge="edge1", how="")
    game.act("mia", "call_hindrance", edge="edge2", how="")
    game.until("keep")
    game.say("ada", "discard")
    odds = game.wager.odds[game.seat_of["ada"]]
    has(
        part(game, None, "A Wager"),
        "Step 5 of 14: Your cards. Cards in the deck: 50.",
        "Staked: the Master 5, ada 5.",
        "Called for ada: “Loud”. Called against ada: “Lame”.",
        "Holds: 9 of Spades. Discarded: 3 of Diamonds.",
        "A Full success brings 5 Coins, a Partial one 4, a Minor one 3; losing costs 5.",
        "With this card a win is a Partial success.",
        f"Odds to win with this card: {odds['keep']} in 100. With one more: {odds['another']} in 100.",
    )


def test_an_edge_for_which_there_was_no_coin() -> None:
    """KT-AMB-13: the call is spent, and counts for nothing."""
    game = Seated("mia", "ada", "ben", cover_gm_edge=True).wake()
    game.edge("ada", "Lame")
    game.begin("ada", stake=2)
    game.until("edges")
    game.purse("ada", 0)
    game.act("mia", "call_hindrance", edge="edge1", how="")
    game.say("ben", 0)
    has(part(game, None, "A Wager"), "Called against ada: “Lame”. There was no Coin for that, so it does not count.")


def test_odds_are_told_only_where_the_table_shows_them() -> None:
    """Ledger 5.9."""
    game = Seated("mia", "ada", show_odds=False).wake()
    game.begin("ada")
    game.until("keep")
    assert "Odds" not in told(game, "ada")


def test_a_wager_from_invoking_to_payment() -> None:
    """KT-INVOKE-05, KT-NARR-01, KT-MEM-02, -03, KT-PAY-01."""
    game = Seated("mia", "ada").wake()
    game.remember("ada", "D")
    game.begin("ada", stake=4, cards=["3D", "9S", "KH"])
    game.until("invoke")
    turn = game.wager.odds[game.seat_of["ada"]]["turn"]
    has(
        part(game, None, "A Wager"),
        "The Master's card: 9 of Spades.",
        "Now: losing, which costs 4 Coins.",
        f"Odds that the next card wins: {turn} in 100.",
    )
    game.say("ada", "memory/" + game.seat_of["ada"] + "/1")
    game.until("narration")
    has(
        part(game, None, "A Wager"),
        "Holds: King of Hearts by invoking. Discarded: 3 of Diamonds.",
        "Now: a Minor success, which brings 2 Coins.",
        "To be remembered: Goal, on “red rose”.",
    )
    game.say("ada", "outcome")
    has(part(game, None, "A Wager"), "ada tells what happens; the Master tells what is remembered.")
    game.until("edge_change")
    has(
        part(game, None, "A Wager"),
        "Step 13 of 14: Edges change.",
        "Result: a Minor success.",
        "Remembered: Goal, on “red rose”.",
        "ada wins 2 Coins from the Master.",
    )


def test_an_edge_that_is_dropped_after_it_was_called_is_gone() -> None:
    """KT-EDGE-08."""
    game = Seated("mia", "ada", plain={"narration": "outcome"}).wake()
    game.edge("ada", "Loud")
    game.begin("ada", cards=["9D", "3S"])
    game.until("edges")
    game.act("ada", "call_help", edge="edge1", how="")
    game.until("edge_change")
    assert "“Loud”" in part(game, None, "A Wager")
    game.change(lambda table: setattr(game.guest("ada"), "edges", {}))
    assert "Loud" not in told(game, None)


def test_what_hangs_on_a_climb() -> None:
    """KT-WAGER-12."""
    game = Seated("mia", "ada").wake()
    game.put("cliffs", "ada")
    game.begin("ada")
    game.until("stake")
    game.say("mia", {"counter": "", f"issue_{game.seat_of['ada']}": "climb_down", "stake": 2}, "stake")
    has(part(game, None, "A Wager at the Cliffs"), "It is about climbing down the cliff.")


# -- the end


def test_the_end_in_words() -> None:
    """KT-END-06..14: the question, the last cards, and who won."""
    game = Seated("mia", "ada", "ben", plain={"end_early": "yes"}).wake()
    game.act("mia", "call_the_end")
    game.until("end_why")
    game.purse("ada", 12)
    game.masters_pile(15)
    has(
        told(game, None),
        "The table has called the end. It is time.",
        "Question 2 of 4: Why are you here?",
        "Master's Suite of ",
        "Sealed doors: Great Hall, Gallery.",
    )
    game.until("last_wager")
    assert told(game, None).count("A stake of 2 on one last card would be enough to win.") == 2
    game.cards += ["9S", "10D"]
    game.act("ada", "stake_all", stake=3)
    game.finish()
    has(
        told(game, None),
        "In the end ada won. There are 12 Coins to beat.",
        "ada, ada the Great: 15 Coins, no Memories yet.",
        "The last wager, 3 Coins: 10 of Diamonds against the Master's 9 of Spades.",
    )


# -- the Master's side


def test_the_master_reads_the_whole_house_and_nobody_else_does() -> None:
    """KT-NPC-01..04: everyone of the house with every line, once; those of the room with the room."""
    game = Seated("mia", "ada").wake()
    game.act("mia", "rename_npc", npc="Olaf", name="Olga")
    for number in range(20):
        game.act("mia", "take_note", text=f"Note number {number}.")
    has(told(game, "mia"), *(line for npc in NPCS.values() for line in npc.lines))
    has(
        told(game, "mia"),
        "Your desk, for your eyes only:",
        "Perhaps Grigori, the stoic butler: ",
        SKETCHES["guest_suite"].look,
        ANYWHERE.hooks[0],
        "Others of the house:",
        "Olga (for Olaf), the attentive head waiter: ",
        "Note number 0.",
        "Note number 19.",
    )
    for name in ("ada", None):
        assert not any(line in told(game, name) for npc in NPCS.values() for line in npc.lines)
        assert "your eyes" not in told(game, name)


# -- what is asked


@pytest.mark.parametrize(
    ("own", "text"),
    [
        (4, "The stake is 4 Coins; you have 4 Coins. Do you accept?"),
        (1, "The stake is 4 Coins; you have 1 Coin. That is not enough."),
    ],
)
def test_what_stands_against_you_is_in_the_note(own: int, text: str) -> None:
    """KT-WAGER-08: the question itself is short."""
    game = Seated("mia", "ada").wake()
    game.purse("ada", own)
    game.begin("ada", stake=4)
    game.until("accept")
    prompt = game.prompt("ada", "accept")
    assert (prompt.text, prompt.note) == (text, "Against you: No.")


@pytest.mark.parametrize(("choice", "start"), [("outcome", "ada remembers"), ("memory", "You remember")])
def test_a_memory_is_asked_for_in_the_right_person(choice: str, start: str) -> None:
    """KT-MEM-02: the Master is asked about somebody else."""
    game = Seated("mia", "ada").wake()
    game.begin("ada", cards=["9D", "3S"])
    game.until("narration")
    game.say("ada", choice)
    teller = game.until("memory")
    whose = {"outcome": "they", "memory": "you"}[choice]
    assert game.prompt(teller, "memory").text.startswith(f"{start} a victory {whose} had a part in")


def test_a_failure_is_called_so_once_nobody_invokes() -> None:
    """KT-CARD-05, KT-PAY-02: until then it is only losing."""
    game = Seated("mia", "ada").wake()
    game.act("ada", "start_wager", opponent="The wind, from the sea", want="I want my hat")
    game.cards = ["3D", "9S"]
    game.until("narration")
    has(part(game, None, "A Wager"), ", against the wind, from the sea.", "Now: a failure, which costs 2 Coins.")
    game.until("edge_change")
    has(part(game, None, "A Wager"), "Result: a failure.")
