"""A Wager: wants, stake, accepting, Edges, cards, invoking, payment. (Ledger 2.6, 2.7, 2.9, 2.10, 2.13)"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from mneme.engine.state import Bag
from mneme.games.know_thyself import cards as play
from mneme.games.know_thyself.cards import DECK, chance_to_win, chance_with_one_more, degree, unseen, winnings
from mneme.games.know_thyself.wager import next_card
from tests.games.know_thyself.kit import Seated

# -- opening steps


def test_a_wager_is_against_the_house() -> None:
    """KT-WAGER-01, -03, KT-AMB-34, example EX-11: an opponent in words, never a guest; the initiator is kept."""
    game = Seated("mia", "ada", "ben").wake()
    assert "never another guest" in game.field("ada", "start_wager", "opponent").text
    game.act("ada", "start_wager", opponent="the archer.", want="I want to beat the archer")
    assert (game.wager.initiator, game.wager.opponent) == (game.seat_of["ada"], "the archer")
    assert game.wager.wants == {game.seat_of["ada"]: "I want to beat the archer"}
    assert "I want to beat the archer" in game.story()
    assert game.table.course.met == ("the archer",)


def test_others_in_the_room_may_join_until_the_stake_is_named() -> None:
    """KT-WAGER-02, KT-MULTI-01, KT-AMB-21."""
    game = Seated("mia", "ada", "ben", "cyd").wake()
    game.put("garden", "cyd")
    game.begin("ada")
    assert "join" in game.may("ben")
    assert "join" not in game.may("cyd")
    game.until("stake")
    game.act("ben", "join", want="I want to help")
    assert game.asked("mia")[0] == "conflict"  # the Master answers for the newcomer first
    game.until("accept")
    assert game.wager.participants == (game.seat_of["ada"], game.seat_of["ben"])
    assert "join" not in game.may("ben")
    game.until("explore")
    game.begin("ada")
    game.until("accept")
    assert "join" not in game.may("ben")  # the stake is named


@pytest.mark.parametrize("prompt", ["conflict", "stake"])
def test_the_master_may_ask_until_the_stake_is_named(prompt: str) -> None:
    """KT-WAGER-04, -03: and the want may be said better."""
    game = Seated("mia", "ada").wake()
    game.begin("ada")
    game.until(prompt)
    assert "restate" not in game.may("ada")  # nobody has asked
    game.act("mia", "clarify", question="With or without the horse?")
    assert "With or without the horse?" in game.story()
    game.act("ada", "restate", want="I want the horse")
    assert game.wager.wants[game.seat_of["ada"]] == "I want the horse"
    if prompt == "conflict":
        assert "I want the horse" in game.prompt("mia", "conflict").note
    game.until("accept")
    assert not {"clarify", "restate"} & {*game.may("mia"), *game.may("ada")}


def test_without_a_conflict_there_is_no_wager() -> None:
    """KT-WAGER-05: it is told and over; no Coins, no Memory, no Edge, no leave to go."""
    game = Seated("mia", "ada", plain={"conflict": "none", "it_happens": "Olaf shrugs and lets you in."}).wake()
    before = game.coins("ada", "master")
    game.settle("ada")
    assert "Olaf shrugs and lets you in." in game.story()
    assert (game.coins("ada", "master"), game.memories("ada"), game.table.course.wagers) == (before, [], 0)


def test_the_counter_want_spares_the_guest() -> None:
    """KT-WAGER-06: said aloud or written, and the Master is reminded of the limit."""
    game = Seated("mia", "ada").wake()
    game.begin("ada")
    game.until("stake")
    counter = game.prompt("mia").fields[0]
    assert counter.name == "counter"
    assert "No guest dies or is put out of action." in counter.text
    game.say("mia", {"counter": "He wants your boots.", "stake": 3})
    assert "He wants your boots." in game.story()


def test_the_stake_is_at_least_two_and_within_the_masters_pile() -> None:
    """KT-WAGER-07, KT-MULTI-02, KT-AMB-05: S times k is at most M; it goes to escrow; the guide is shown,
    and what they want."""
    game = Seated("mia", "ada", "ben").wake()
    game.masters_pile(41)
    game.begin("ada", "ben")
    game.until("stake")
    ada, ben, _, purses, guide = game.prompt("mia").note.split("\n")
    assert (ada.split(": ")[0], ben.split(": ")[0]) == ("ada", "ben")
    assert purses == "ada has 12 Coins and ben has 12 Coins. The evening ends when you have fewer than 16."
    assert "5 and more" in guide
    assert (game.prompt("mia").fields[-1].least, game.prompt("mia").fields[-1].most) == (2, 20)
    for stake in (1, 21):
        game.refused("mia", {"counter": "", "stake": stake})
    game.say("mia", {"counter": "", "stake": 5})
    assert game.coins("master") == (31,)
    assert set(game.wager.master_side.values()) == {5}


def test_the_stake_may_exceed_what_a_player_owns() -> None:
    """KT-WAGER-07, -08: then it cannot be accepted."""
    game = Seated("mia", "ada").wake()
    game.begin("ada", stake=13)
    game.until("accept")
    assert game.choices("ada") == ["back_down"]


def test_accepting_stakes_the_same_and_is_final() -> None:
    """KT-WAGER-08, -10: P = G = S, and nothing offers a way back."""
    game = Seated("mia", "ada").wake()
    game.edge("ada", "Bullet Wound")
    game.begin("ada", stake=4)
    game.until("accept")
    assert game.choices("ada") == ["accept", "back_down"]
    game.say("ada", "accept")
    ada = game.seat_of["ada"]
    assert (game.wager.player_side[ada], game.wager.master_side[ada], game.coins("ada")) == (4, 4, (8,))
    assert game.choices("ada") == ["call_help", "pass"]


@pytest.mark.parametrize(("by", "teller"), [("mia", "ada"), (None, "mia")])
def test_who_tells_the_retreat(by: str | None, teller: str) -> None:
    """KT-WAGER-09: the player if the Master began, the Master if any player did; nothing is lost."""
    game = Seated("mia", "ada", plain={"accept": "back_down"}).wake()
    before = game.coins("ada", "master")
    game.begin("ada", by=by, stake=4)
    assert game.until("retreat") == teller
    assert game.coins("ada", "master") == before
    game.until("explore")
    assert (game.memories("ada"), game.guest("ada").edges) == ([], {})


def test_the_master_names_guests_of_one_room() -> None:
    """KT-WAGER-11: they take part, and each states a want; a player starts for the own guest only."""
    game = Seated("mia", "ada", "ben", "cyd").wake()
    game.put("garden", "cyd")
    options = game.field("mia", "challenge_guest_suite", "guests").options
    assert [option.key for option in options] == [game.seat_of["ada"], game.seat_of["ben"]]
    game.begin("ada", "ben", by="mia")
    assert "want" in game.asked("ada")
    assert "Neil" in game.prompt("ben", "want").text
    assert "conflict" not in game.asked("mia")
    assert "cyd" not in [game.name(seat) for seat in game.wager.participants]
    game.say("ada", "I want to pass", "want")
    game.say("ben", "I want no trouble", "want")
    assert game.wager.wants == {game.seat_of["ada"]: "I want to pass", game.seat_of["ben"]: "I want no trouble"}
    assert "conflict" in game.asked("mia")


def test_what_a_rule_hangs_on_is_declared_before_anyone_accepts() -> None:
    """KT-WAGER-12: at the Cliffs and, before things are gathered, in the Guest Suite; nowhere else."""
    game = Seated("mia", "ada", "ben")
    game.until("explore")
    ada = game.seat_of["ada"]
    game.begin("ada")
    game.until("stake")
    field = next(field for field in game.prompt("mia").fields if field.name == f"issue_{ada}")
    assert [option.key for option in field.options] == ["leave_things", "other"]
    game.say("mia", {"counter": "", f"issue_{ada}": "leave_things", "stake": 2})
    assert any("Leaving without the Attachments" in line for line in game.story())
    assert game.asked("ada")[0] == "accept"


def test_nothing_is_declared_in_other_rooms() -> None:
    """KT-WAGER-12."""
    game = Seated("mia", "ada").wake()
    game.put("garden", "ada")
    game.begin("ada")
    game.until("stake")
    assert [field.name for field in game.prompt("mia").fields] == ["counter", "stake"]


# -- Edges


def edged(**options: Any) -> Seated:
    game = Seated("mia", "ada", "ben", **options).wake()
    game.edge("ada", "Bullet Wound")
    game.edge("ada", "A letter from the Countess")
    game.begin("ada", stake=2)
    game.until("edges")
    return game


def test_the_master_calls_an_edge_and_the_player_may_answer() -> None:
    """KT-EDGE-03, -06, example EX-04: P is 3 and G is 2; then the player looks for one of her own."""
    game = edged()
    ada = game.seat_of["ada"]
    game.act("ada", "pass")
    game.act("mia", "call_hindrance", edge="edge1", how="You limp.")
    assert (game.wager.player_side[ada], game.wager.master_side[ada]) == (3, 2)
    assert "call_help" in game.may("ada")
    assert "call_hindrance" not in game.may("mia")


def test_both_sides_make_a_double_edged_wager() -> None:
    """KT-EDGE-02, -05, -07, KT-AMB-13, example EX-12: even with the same Edge, and it is not used up."""
    game = edged()
    ada = game.seat_of["ada"]
    game.act("ada", "call_help", edge="edge1", how="They pity me.")
    game.act("mia", "call_hindrance", edge="edge1", how="")
    assert (game.wager.player_side[ada], game.wager.master_side[ada]) == (3, 3)
    assert game.asked("ada")[0] == "keep"
    assert list(game.guest("ada").edges) == ["edge1", "edge2"]
    assert any("They pity me." in line for line in game.story())


def test_the_edges_window_closes_when_both_have_passed() -> None:
    """KT-EDGE-06, -01: and with no Edges there is none."""
    game = edged()
    game.act("mia", "pass")
    game.act("ada", "pass")
    assert game.asked("ada")[0] == "keep"
    other = Seated("mia", "ada").wake()
    other.begin("ada")
    assert other.until("edges", "keep") == "ada"
    assert other.asked("ada")[0] == "keep"


def test_a_call_needs_a_coin_that_is_not_staked() -> None:
    """KT-EDGE-02, -03, KT-AMB-05, -13: on the other side."""
    game = edged()
    game.purse("ada", 0)
    assert "call_hindrance" not in game.may("mia")
    assert "call_help" in game.may("ada")
    game.masters_pile(0)
    assert "call_help" not in game.may("ada")


def test_how_an_edge_matters_is_asked() -> None:
    """KT-EDGE-04: told aloud or written; only Edges from before this Wager are there."""
    game = edged()
    assert game.field("ada", "call_help", "how") is not None
    assert [option.key for option in game.field("ada", "call_help", "edge").options] == ["edge1", "edge2"]


@pytest.mark.parametrize(("gift", "side"), [(1, 3), (0, 2)])
def test_an_edge_call_may_be_covered_by_option(gift: int, side: int) -> None:
    """KT-AMB-13: exactly one Coin, or the call is refused."""
    game = edged(cover_gm_edge=True)
    game.purse("ada", 0)
    ben = game.coins("ben")[0]
    game.act("mia", "call_hindrance", edge="edge1", how="")
    assert game.prompt("ben").most == 1
    game.say("ben", gift)
    ada = game.seat_of["ada"]
    assert game.wager.player_side[ada] == side
    assert game.wager.brings[ada]["failure"] == -side
    assert game.wager.refused == (() if gift else (ada,))
    assert game.coins("ada", "ben") == (0, ben - 2 * gift)


# -- cards


def test_each_wager_has_a_whole_deck() -> None:
    """KT-DRAW-01, -02: shuffled anew; the first card is face up for all."""
    game = Seated("mia", "ada").wake()
    for _ in range(2):
        game.begin("ada", cards=["8D"])
        game.until("keep")
        assert len(game.wager.deck) == 51
        assert game.seen(None)["wager"]["drawn"] == {game.seat_of["ada"]: ["8D"]}
        game.until("explore")


def test_two_discards_at_most() -> None:
    """KT-DRAW-03, -05: the third card is kept, and what is discarded stays out."""
    game = Seated("mia", "ada").wake()
    game.begin("ada", cards=["2D", "3H", "4C"])
    game.until("keep")
    game.say("ada", "discard")
    game.say("ada", "discard")
    assert game.wager.drawn[game.seat_of["ada"]] == ("2D", "3H", "4C")
    assert "keep" not in game.asked("ada")
    assert {"2D", "3H"} == set(game.wager.discards)
    assert not {"2D", "3H", "4C"} & set(game.wager.deck.items)


def test_the_master_gets_one_card_after_the_player_stays() -> None:
    """KT-DRAW-04, KT-AMB-22: one of those not face up, and no choice."""
    game = Seated("mia", "ada").wake()
    game.begin("ada", cards=["8D"])
    game.until("keep")
    assert game.wager.master_card == ""
    game.say("ada", "keep")
    assert game.wager.master_card in DECK
    assert game.wager.master_card != "8D"
    assert game.asked("mia") == ["desk"]


def test_an_empty_deck_is_made_of_this_wagers_discards() -> None:
    """KT-AMB-24: not of cards that are held."""
    game = Seated("mia", "ada").wake()
    game.begin("ada", cards=["2D", "3H", "4C"])
    game.until("keep")
    game.say("ada", "discard")
    game.say("ada", "discard")
    wager = game.wager
    wager.deck = Bag()
    assert next_card(game.table) in {"2D", "3H"}
    assert wager.discards == ()


# KT-CARD-01..03: a card, the Master's, and whether the player wins outside the Master's Suite.
MATCHES = [
    ("8D", "9S", False),
    ("9D", "8S", True),
    ("JD", "10S", True),
    ("QD", "KS", False),
    ("7D", "7S", True),
    ("AD", "10S", False),
    ("AD", "QS", True),
    ("3D", "AS", True),
    ("KD", "AS", False),
    ("AD", "AS", True),
]


@pytest.mark.parametrize(("player", "master", "wins"), MATCHES)
def test_comparing(player: str, master: str, wins: bool) -> None:
    """KT-CARD-01..03, KT-AMB-17, -38: Aces by match-up, ties to the player, in a real Wager."""
    game = Seated("mia", "ada").wake()
    game.begin("ada", cards=[player, master])
    game.until("narration")
    assert (game.wager.result[game.seat_of["ada"]] != "failure") is wins


@pytest.mark.parametrize(
    ("drawn", "invokes", "expected"), [(1, 0, "full"), (2, 0, "partial"), (3, 0, "minor"), (1, 1, "minor")]
)
def test_degrees(drawn: int, invokes: int, expected: str) -> None:
    """KT-CARD-04, KT-INVOKE-07."""
    assert degree(drawn, invokes) == expected


def test_failure_is_total() -> None:
    """KT-CARD-05, KT-NARR-04: one degree, whatever was drawn."""
    game = Seated("mia", "ada").wake()
    game.begin("ada", cards=["3D", "2D", "9S"])
    game.until("keep")
    game.say("ada", "discard")
    game.say("ada", "keep")
    assert game.wager.result[game.seat_of["ada"]] == "failure"
    game.say("ada", "outcome")
    assert "do not soften" in game.prompt("ada").text


# -- invoking


def losing(coins: int = 8) -> Seated:
    """Example EX-05: 8 of Diamonds against 9 of Spades, 4 Coins staked, a free Memory on the Diamonds Attachment."""
    game = Seated("mia", "ada").wake()
    game.remember("ada", "D")
    game.purse("ada", 4 + coins)
    game.begin("ada", stake=4, cards=["8D", "9S"])
    game.until("keep")
    game.say("ada", "keep")
    return game


def test_invoking_as_in_the_book() -> None:
    """KT-INVOKE-01..06, KT-PAY-02, KT-MEM-02, -03, example EX-05."""
    game = losing()
    master = game.coins("master")[0]
    game.cards = ["5S"]
    memory = game.memories("ada")[0]
    game.say("ada", memory.noun_key)
    game.say("ada", "I bit it off myself.")
    assert (memory.invoked, memory.added) == (True, "I bit it off myself.")
    assert game.coins("ada", "master") == (7, master + 1)
    assert game.wager.card(game.seat_of["ada"]) == "5S"
    assert game.wager.master_card == "9S"
    assert "narration" in game.asked("ada")  # nothing free on Spades
    game.until("explore")
    assert game.coins("ada") == (7,)  # 4 staked and lost, 1 for invoking
    made = game.memories("ada")[-1]
    assert (made.type, made.suit) == ("Guilt", "S")


def test_only_the_losing_invoke() -> None:
    """KT-INVOKE-01, KT-AMB-10, -38: a tie is a win, so there is nothing to invoke."""
    game = Seated("mia", "ada").wake()
    game.remember("ada", "D")
    game.begin("ada", cards=["9D", "9S"])
    assert game.until("invoke", "narration") == "ada"
    assert "narration" in game.asked("ada")


def test_only_free_memories_of_the_cards_suit() -> None:
    """KT-INVOKE-02: ticked ones and other suits are not offered."""
    game = Seated("mia", "ada").wake()
    game.remember("ada", "D", 2)
    game.remember("ada", "D", invoked=True)
    game.remember("ada", "H")
    game.begin("ada", cards=["8D", "9S"])
    game.until("invoke")
    keys = [memory.noun_key for memory in game.memories("ada")]
    assert game.choices("ada") == [*keys[:2], "stand"]


def test_invoking_needs_a_spare_coin() -> None:
    """KT-INVOKE-03, KT-COVER-03: staked Coins do not count, and nobody covers it."""
    game = losing(coins=0)
    assert "invoke" not in game.asked("ada")
    assert "narration" in game.asked("ada")


def test_a_memory_is_expanded_when_invoked() -> None:
    """KT-INVOKE-04: a little more of it, told aloud or written."""
    game = losing()
    game.say("ada", game.memories("ada")[0].noun_key)
    assert game.asked("ada")[0] == "expand"
    assert game.prompt("ada").aloud


def test_invoking_again_and_winning() -> None:
    """KT-INVOKE-05..07: each new card says which Attachment is next; the win is Minor and ticks still count."""
    game = losing()
    game.remember("ada", "C")
    game.cards = ["4C", "KH"]
    for memory in game.memories("ada"):
        game.say("ada", memory.noun_key)
        game.say("ada", "")
    ada = game.seat_of["ada"]
    assert game.wager.result[ada] == "minor"
    assert all(memory.invoked for memory in game.memories("ada"))
    before = game.coins("ada")[0]
    game.until("explore")
    assert game.coins("ada")[0] == before + 4 + 2


def test_letting_it_stand() -> None:
    """KT-INVOKE-01."""
    game = losing()
    assert game.wager.odds == {game.seat_of["ada"]: {"turn": 38}}  # 19 of the 50 cards not face up
    game.say("ada", "stand")
    assert "narration" in game.asked("ada")
    assert game.wager.odds == {}


# -- payment


# KT-PAY-01, -02: player's cards, Master's card, and what a stake of 4 brings.
PAYMENTS = [(["8D"], "2S", 4), (["2D", "8D"], "2S", 3), (["2D", "3D", "8D"], "2S", 2), (["3D"], "9S", -4)]


@pytest.mark.parametrize(("own", "master", "change"), PAYMENTS)
def test_payment(own: list[str], master: str, change: int) -> None:
    """KT-PAY-01, -02, KT-AMB-18: by degree of the Master's side; a loser's whole side goes to the Master."""
    game = Seated("mia", "ada").wake()
    game.begin("ada", stake=4, cards=[*own, master])
    for _ in own[1:]:
        game.until("keep")
        game.say("ada", "discard")
    game.until("explore")
    assert game.coins("ada", "master") == (12 + change, 20 - change)


def test_the_masters_edge_coin_only_raises_the_players_side() -> None:
    """KT-PAY-01, the table under ledger 2.13."""
    game = edged()
    game.cards = ["8D", "2S"]
    game.act("mia", "call_hindrance", edge="edge1", how="")
    game.until("explore")
    assert game.coins("ada") == (14,)


def test_what_hangs_on_a_wager_is_there_for_all_to_see() -> None:
    """KT-PAY-01, -02, KT-EDGE-02, -03: before anyone accepts, and after every Edge; whoever backs down is out of it."""
    game = Seated("mia", "ada", "ben").wake()
    game.edge("ada", "Loud")
    ada, ben = game.seat_of["ada"], game.seat_of["ben"]
    game.begin("ada", "ben", stake=4)
    game.until("accept")
    plain = {"full": 4, "partial": 3, "minor": 2, "failure": -4}
    assert game.seen(None)["wager"]["brings"] == {ada: plain, ben: plain}
    game.say("ada", "accept")
    game.say("ben", "back_down")
    game.until("edges")
    game.act("ada", "call_help", edge="edge1", how="")
    assert game.wager.brings == {ada: {"full": 5, "partial": 4, "minor": 3, "failure": -4}}
    game.act("mia", "call_hindrance", edge="edge1", how="")
    assert game.wager.brings[ada]["failure"] == -5


def test_what_a_win_would_be_is_there_for_all_to_see() -> None:
    """KT-CARD-04, KT-INVOKE-07: a rung down with each card, and Minor once a Memory is invoked."""
    game = Seated("mia", "ada").wake()
    game.remember("ada", "D")
    ada = game.seat_of["ada"]
    game.begin("ada", cards=["2S", "3D", "9S", "KH"])
    game.until("keep")
    assert game.seen(None)["wager"]["degree"] == {ada: "full"}
    game.say("ada", "discard")
    assert game.wager.degree == {ada: "partial"}
    game.until("invoke")
    assert (game.wager.degree[ada], game.wager.result[ada]) == ("partial", "failure")
    game.say("ada", f"memory/{ada}/1")
    game.say("ada", "")
    assert (game.wager.degree[ada], game.wager.result[ada]) == ("minor", "minor")


def test_winnings_by_degree() -> None:
    """KT-PAY-01, -04: G, G-1 but at least 1, G-2 but at least 0."""
    assert [winnings("full", side) for side in (1, 2, 5)] == [1, 2, 5]
    assert [winnings("partial", side) for side in (1, 2, 5)] == [1, 1, 4]
    assert [winnings("minor", side) for side in (1, 2, 5)] == [0, 0, 3]


# -- odds (ledger 9.1)

# O1: the first card alone, out of 51.
KEEP = {"2": 7, "3": 11, "7": 27, "8": 31, "10": 39, "J": 39, "Q": 43, "K": 47, "A": 15}


def test_odds_of_keeping_and_of_one_more() -> None:
    """Ledger 9.1, O1, O2 and O7."""
    for value, wins in KEEP.items():
        card = f"{value}D"
        assert chance_to_win(card, unseen([card])) == Fraction(wins, 51)
    assert chance_with_one_more(DECK) == Fraction(27, 51)
    assert play.chance_of_the_last_wager() == Fraction(8, 17)


# O4: stake, Coins to expect with best play, and the lowest first card to keep.
EXPECTED = [(2, 0.37, "6"), (3, 0.73, "7"), (4, 1.10, "7"), (5, 1.49, "8")]


@pytest.mark.parametrize(("stake", "coins", "lowest"), EXPECTED)
def test_best_play_for_coins(stake: int, coins: float, lowest: str) -> None:
    """Ledger 9.1, O3 and O4."""
    assert round(float(play.value_of_another(0, DECK, (stake, stake))), 2) == coins
    numbers = [value for value in play.RANKS if value not in ("A", "J", "Q", "K")]
    kept = [
        value
        for value in numbers
        for rest in [unseen([f"{value}D"])]
        if play.value_of_keeping(f"{value}D", 1, rest, (stake, stake)) >= play.value_of_another(1, rest, (stake, stake))
    ]
    assert kept[0] == lowest


def test_an_ace_is_explained_beside_the_card() -> None:
    """KT-CARD-02."""
    for card, explained in (("AD", True), ("KD", False)):
        game = Seated("mia", "ada").wake()
        game.begin("ada", cards=[card])
        game.until("keep")
        assert ("wins only against" in game.prompt("ada").note) is explained


def test_the_odds_are_beside_the_card_unless_switched_off() -> None:
    """Ledger 5.9, show_odds."""
    for shown in (True, False):
        game = Seated("mia", "ada", show_odds=shown).wake()
        game.begin("ada", cards=["8D"])
        game.until("keep")
        assert ("61%" in game.prompt("ada").note) is shown
        assert game.wager.odds == ({game.seat_of["ada"]: {"keep": 61, "another": 53}} if shown else {})


# -- what is told of it


def test_the_last_word_on_a_lost_wager() -> None:
    """KT-INVOKE-01: somebody is losing while a Memory could still turn it, and loses when none can or none should."""
    for remembers, chosen, told in (
        (False, "", ["ada loses."]),
        (True, "stand", ["ada is losing.", "ada loses."]),
        (True, "memory/b/1", ["ada is losing.", "ada loses."]),
    ):
        game = Seated("mia", "ada").wake()
        if remembers:
            game.remember("ada", "D")
        game.begin("ada", cards=["3D", "9S", "4D"])
        if chosen:
            game.until("invoke")
            game.say("ada", chosen)
        game.until("narration")
        results = [line for line in game.table.lines if line.kind == "result"]
        assert [line.text for line in results] == told
        assert all(line.facts == {"seat": game.seat_of["ada"], "result": "failure"} for line in results)


def test_whoever_leaves_instead_of_invoking_has_lost() -> None:
    """KT-AMB-25, KT-INVOKE-01."""
    game = Seated("mia", "ada", "ben", leaving="retire").wake()
    game.remember("ada", "D")
    game.remember("ben", "D")
    game.begin("ada", "ben", cards=["3D", "4D", "9S"])
    game.until("invoke")
    game.act("ben", "leave")
    game.say("ada", "stand")
    told = [line.text for line in game.table.lines if line.kind == "result"]
    assert told == ["ada is losing.", "ben is losing.", "ada loses.", "ben loses."]


def test_everyone_speaks_for_themselves() -> None:
    """KT-EDGE-04, KT-INVOKE-04: what is told to a call or to a Memory is a line of its own, and silence is none."""
    game = Seated("mia", "ada", plain={"expand": "It was my father's."}).wake()
    game.edge("ada", "Loud")
    game.remember("ada", "D")
    game.begin("ada", cards=["3D", "9S", "KH"])
    game.until("edges")
    game.act("ada", "call_help", edge="edge1", how="I shout.")
    game.act("mia", "call_hindrance", edge="edge1", how="")
    game.until("invoke")
    game.say("ada", "memory/b/1")
    game.until("narration")
    told = [(line.text, line.by) for line in game.table.lines if line.kind in ("edge_called", "invoke", "telling")][-5:]
    assert told[1:] == [
        ("I shout.", "b"),
        ("The Master calls “Loud”. ada adds 1 Coin.", ""),
        ("ada pays 1 Coin and invokes a Memory: “D 0.”", ""),
        ("It was my father's.", "b"),
    ]


def test_the_master_is_asked_about_each_guest_by_name() -> None:
    """KT-WAGER-05: and what stands in the way fits into the sentence."""
    game = Seated("mia", "ada").wake()
    game.act("ada", "start_wager", opponent="The wind, from the sea", want="I want my hat")
    assert game.prompt("mia", "conflict").text == "Does the wind stand in ada's way?"


def test_a_win_without_a_coin() -> None:
    """KT-PAY-01: the smallest stake, on the third card."""
    game = Seated("mia", "ada", plain={"keep": "discard"}).wake()
    game.settle("ada", stake=2, cards=["2D", "3D", "8D", "2S"])
    assert "ada takes back the stake and wins nothing more." in game.story()


@pytest.mark.parametrize(
    ("player", "master", "why"),
    [
        ("9S", "AD", "an Ace is low against a 9"),
        ("8S", "AD", "an Ace is low against an 8"),
        ("QS", "AD", "an Ace is high against a Queen"),
        ("AS", "10D", "an Ace is low against a 10"),
        ("7C", "7S", "a tie is the guest's"),
        ("AC", "AS", "a tie is the guest's"),
        ("9C", "5S", ""),
    ],
)
def test_a_result_says_why_where_the_numbers_do_not(player: str, master: str, why: str) -> None:
    """KT-CARD-02, -03: an Ace or a tie, in the line that tells who wins."""
    game = Seated("mia", "ada").wake()
    game.begin("ada", cards=[player, master])
    game.until("narration")
    told = next(line.text for line in game.table.lines if line.kind == "result")
    assert told.endswith(f"({why})." if why else ".")
    assert ("(" in told) is bool(why)


def test_backing_down_says_nothing_of_a_door_that_is_open() -> None:
    """KT-WAGER-09: only whoever is not free to leave is told that this does not free them."""
    game = Seated("mia", "ada").wake()
    game.put("library", "ada")
    notes = []
    for _ in range(2):
        game.begin("ada")
        game.until("accept")
        notes.append(game.prompt("ada").options[-1].note)
        game.until("explore")
    assert [("free you to leave" in note) for note in notes] == [True, False]


def test_whose_edge_it_is_and_what_is_staked_stand_in_the_question() -> None:
    """KT-EDGE-02, -03, KT-MULTI-04."""
    game = Seated("mia", "ada", "ben").wake()
    for name in ("ada", "ben"):
        game.edge(name, "a limp")
    game.begin("ada", "ben", stake=3)
    asked = []
    for name in ("ada", "ben"):
        game.until("edges")
        asked.append((game.prompt("mia", "edges").text, game.prompt("mia", "edges").note))
        assert game.prompt(name, "edges").note == "You stake 3 Coins, the Master 3 Coins."
        game.act("mia", "pass")
        game.act(name, "pass")
    assert asked == [
        (f"Does an Edge of {name}'s matter here?", f"{name} stakes 3 Coins, you 3 Coins.") for name in ("ada", "ben")
    ]
