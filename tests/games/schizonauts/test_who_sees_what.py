"""Who sees what: the state inventory, checked in what the owner, another seat and somebody looking on get.

(Ledger 3)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from mneme.games.schizonauts.content import KEYS
from tests.games.schizonauts.kit import Fate, Night, Seated, shown

EDITIONS = ("game_chef", "revised")
GAME_CHEF, REVISED = EDITIONS


def everyone(game: Seated) -> list[dict[str, Any]]:
    """What each seat sees, and what somebody looking on sees."""
    return [shown(game, name) for name in (*game.seat_of, None)]


def never_differ(one: Seated, other: Seated, name: str | None, until: Callable[[Seated], bool]) -> int:
    """Two tables, played alike, look the same to somebody at every step; says how many steps there were."""
    steps = 0
    while not until(one):
        assert shown(one, name) == shown(other, name)
        one.step()
        other.step()
        steps += 1
    return steps


# -- the key objects


def test_nobody_sees_the_key_deck() -> None:
    """Ledger 3: its order and the cards out of play are nobody's; the chain is everybody's."""
    game = Seated("ada", "ben", "cyd")
    game.until("first_character")
    chain = list(game.table.decks.chain)
    assert len(chain) == 3
    hidden = [key.name for key in KEYS.values() if key.id not in chain]
    for view in everyone(game):
        assert view["state"]["decks"] == {"keys_left": 3, "chain": chain, "discard": [], "allegiance": 0}
        assert not any(name in str(view) for name in hidden)


def test_key_hands_are_open() -> None:
    """Ledger 3: every card was seen when it was taken."""
    game = Night("ada", "ben", "cyd")
    hand = list(game.sheet("ada").hand)
    for view in everyone(game):
        assert (view["state"]["sheet/a"]["keys"], view["state"]["sheet/a"]["keys_held"]) == (hand, 1)


def test_hidden_key_hands_are_their_owners() -> None:
    """Ledger 3, option `hide_hands`: the others see how many; the key in use and the discard are open."""
    game = Night("ada", "ben", "cyd", rounds=2, hide_hands=True)
    hand = list(game.sheet("ada").hand)
    own, other, looking_on = (game.seen(name)["sheet/a"] for name in ("ada", "ben", None))
    assert (own["keys"], own["keys_hidden"], own["keys_held"]) == ([], hand, 2)
    assert "keys_hidden" not in other | looking_on
    assert [(sheet["keys"], sheet["keys_held"]) for sheet in (other, looking_on)] == [([], 2)] * 2
    game.invite("ben")
    assert game.choices("ada", "eg_key") == hand
    game.say("ada", hand[1], "eg_key")
    assert all(view["state"]["scene"]["key"] == hand[1] for view in everyone(game))
    game.until("bet")
    assert all(view["state"]["decks"]["discard"] == [hand[1]] for view in everyone(game))
    assert game.seen("ada")["sheet/a"]["keys_hidden"] == hand[:1]
    assert "keys_hidden" not in game.seen("ben")["sheet/a"]


# -- the sheets


def test_sheets_are_open_and_the_full_name_comes_with_the_interlude() -> None:
    """Ledger 3: names, ratings, memories and overlap are public; the full name when it has been said."""
    game = Seated("ada", "ben", "cyd", length="custom", rounds=1)
    game.until("say_full_name")
    sheet, (bled,) = game.sheet("ada"), game.memories("ada", "overlap")
    for view in everyone(game):
        shown = view["state"]["sheet/a"]
        assert (shown["thief"], shown["agent"], shown["full_name"]) == (sheet.thief, sheet.agent, "")
        assert shown["ratings"] == sheet.ratings
        assert view["state"][bled.noun_key]["text"] == bled.text
    game.say("ada", True, "say_full_name")
    assert all(view["state"]["sheet/a"]["full_name"] == f"{sheet.thief} {sheet.agent}" for view in everyone(game))


def test_coins_piles_and_scores_are_open() -> None:
    """Ledger 3: in hand, on the sheets and in the end; true, preferred and final allegiance from the final turn on."""
    game = Night("ada", "ben", "cyd")
    game.fall(narrator="ada", judge="ben")
    game.until("bet")
    assert all(view["state"]["sheet/a"]["coins"] == 3 for view in everyone(game))
    game.bet("ada", on="ben", thief=3)
    assert all(view["state"]["sheet/b"]["piles"] == {"thief": 3, "agent": 0} for view in everyone(game))
    assert all(view["state"]["sheet/a"]["true"] == "" for view in everyone(game))
    game.final(ada=Fate("T", thief=4, agent=1), ben=Fate("A"), cyd=Fate("A"))
    for view in everyone(game):
        shown = view["state"]["sheet/a"]
        assert (shown["true"], shown["preferred"], shown["final"]) == ("thief", "thief", "")
        assert (view["state"]["sheet/b"]["true"], view["state"]["sheet/b"]["preferred"]) == ("", "")


# -- allegiance cards


def test_a_card_face_down_is_its_owners() -> None:
    """Ledger 3: others see how many; a card turned up is everyone's, and so are all on the final turn."""
    game = Night("ada", "ben", "cyd", cards=["thief", "agent", "agent"])
    game.deal("ada", "TTA")
    game.invite("ben")
    game.act("ada", "reveal_thief")
    own, *others = (game.seen(name)["sheet/a"]["allegiance"] for name in ("ada", "ben", "cyd", None))
    assert own == {"down": 2, "up": ["thief"], "faces": ["agent", "thief"]}
    assert others == [{"down": 2, "up": ["thief"]}] * 3
    game.final()
    for view in everyone(game):
        assert sorted(view["state"]["sheet/a"]["allegiance"]["up"]) == ["agent", "thief", "thief"]
        assert view["state"]["sheet/b"]["allegiance"]["up"] == []


def test_a_dealt_card_is_told_to_its_owner() -> None:
    """Ledger 3: the story has a line for the owner, and says to the others that everyone has a card."""
    game = Night("ada", "ben", "cyd", cards=["thief", "agent", "agent"])
    told = {
        name: [line for line in game.story(name) if "Your new allegiance card" in line]
        for name in (*game.seat_of, None)
    }
    assert [len(lines) for lines in told.values()] == [1, 1, 1, 0]
    assert "thief" in told["ada"][0]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("name", "one", "other"),
    [("cyd", "TAA", "ATA"), (None, "TAA", "ATA"), ("ben", "TAA", "AAT"), (None, "TTA", "AAT"), ("ada", "TAT", "TTA")],
)
def test_hidden_cards_leave_no_trace(name: str | None, one: str, other: str, edition: str) -> None:
    """Ledger 3, leak hazards: other hands, other worlds; the same prompts, waiting, story and state at every step."""
    faces = {"T": "thief", "A": "agent"}
    tables = [
        Night("ada", "ben", "cyd", edition=edition, cards=[faces[card] for card in cards]) for cards in (one, other)
    ]
    steps = never_differ(tables[0], tables[1], name, lambda game: game.table.course.phase != "endgame")
    assert steps > 20


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_refused_reveal_tells_nobody_anything(edition: str) -> None:
    """Ledger 3, leak hazards: whoever may not reveal hears the same sentence whatever lies before the others."""
    sentences = set()
    for cards in (["thief", "agent", "agent"], ["agent", "thief", "agent"]):
        game = Night("ada", "ben", "cyd", edition=edition, cards=cards)
        game.invite("ben")
        for act in ("reveal_thief", "reveal_agent"):
            sentences.add(game.refused("cyd", {"act": act}, "beside").sentence)
    assert len(sentences) == 1


@pytest.mark.parametrize("alive", [True, False])
@pytest.mark.parametrize("card", ["T", "A"])
def test_a_reveal_is_offered_on_public_facts_alone(card: str, alive: bool) -> None:
    """Ledger 3, leak hazards: a chance to reveal that would gain nothing is still a chance."""
    game = Night("ada", "ben", "cyd", plain={"visitor_aptitude": "violence"})
    game.rate("ben", overlap=2, thief=2, agent=7)
    game.deal("ben", card)
    for memory in game.memories("ben", "thief"):
        memory.struck = True
    game.lay("ben", alive=alive)
    game.invite("ben")
    assert len([act for act in game.may("ben") if act.startswith("reveal_")]) == 1
    game.until("reveal_after_roll")
    game.act("ada", "let_it_be")
    assert ("reveal_after_roll" in game.asked("ben")) == alive


def test_the_surplus_card_stays_unseen() -> None:
    """Ledger 3: with an odd number of players one card is left, and nobody sees it to the end."""
    game = Night("ada", "ben", "cyd")
    game.rest()
    assert [view["state"]["decks"]["allegiance"] for view in everyone(game)] == [1, 1, 1, 1]


# -- votes


def vote(tiebreak: str, votes: tuple[str, str], **options: Any) -> Seated:
    """Ada's turn is over; Ben and Cyd vote, and Ada lays down a card in case they tie."""
    game = Seated("ada", "ben", "cyd", length="custom", rounds=1, **options)
    game.until("closing_vote")
    game.say("ada", tiebreak, "tiebreak_vote")
    game.say("ben", votes[0], "closing_vote")
    assert game.table.turn.votes == {}
    game.say("cyd", votes[1], "closing_vote")
    return game


def test_a_vote_is_secret_until_all_are_in() -> None:
    """Ledger 3: what somebody has voted changes nothing for the others before that."""
    tables = []
    for ballot in ("thief", "agent"):
        game = Seated("ada", "ben", "cyd", length="custom", rounds=1)
        game.until("closing_vote")
        game.say("ben", ballot, "closing_vote")
        tables.append(game)
    for name in ("ada", "cyd", None):
        assert shown(tables[0], name) == shown(tables[1], name)
    assert shown(tables[0], "ben") != shown(tables[1], "ben")


def test_the_actors_card_stays_down_if_it_was_not_needed() -> None:
    """Ledger 3: in Game Chef it is public only on a tie; nobody else ever learns what it was."""
    tables = [vote(card, ("agent", "agent")) for card in ("thief", "agent")]
    for name in ("ben", "cyd", None):
        views = [shown(game, name) for game in tables]
        for view in views:  # what each card was sealed with says nothing about it
            view["lines"] = [line for line in view["lines"] if line["kind"] != "sealed"]
        assert views[0] == views[1]
    assert set(tables[0].table.turn.votes) == {"b", "c"}


@pytest.mark.parametrize(
    ("options", "votes", "turned"),
    [
        ({"edition": GAME_CHEF}, ("agent", "thief"), True),
        ({"edition": GAME_CHEF}, ("agent", "agent"), False),
        ({"edition": REVISED}, ("agent", "agent"), True),
        ({"edition": REVISED}, ("agent", "thief"), True),
        ({"edition": GAME_CHEF, "actor_vote_shown": "always"}, ("agent", "agent"), True),
        ({"edition": REVISED, "actor_vote_shown": "on_tie"}, ("agent", "agent"), False),
    ],
)
def test_when_the_actors_card_is_turned_over(options: dict[str, Any], votes: tuple[str, str], turned: bool) -> None:
    """Ledger 3: on a tie, or always; option `actor_vote_shown`."""
    game = vote("thief", votes, **options)
    public = shown(game, None)
    assert ("a" in public["state"]["turn"]["votes"]) == turned
    assert any("ada says thief" in line["text"] for line in public["lines"]) == turned


# -- dice


@pytest.mark.parametrize("edition", EDITIONS)
def test_sealed_pools_are_opened_together(edition: str) -> None:
    """Ledger 3, option `pool_lock=sealed`: nobody sees the other's choice before both have made it."""
    tables = []
    for pool in ("4d6", "1d12"):
        game = Night("ada", "ben", "cyd", edition=edition, pool_lock="sealed")
        for name in ("ada", "ben"):
            game.rate(name, overlap=4)
            game.lay(name, keys=(next(key.id for key in KEYS.values() if key.aptitude == "violence"),))
        for memory in game.memories("ada", "overlap"):
            memory.aptitude = "intimacy"
        game.until("build_pool")
        game.say("ada", pool, "build_pool")
        tables.append(game)
    for other in ("ben", "cyd", None):
        assert shown(tables[0], other) == shown(tables[1], other)
    tables[1].say("ben", "4d6", "build_pool")
    assert len(tables[1].scene.rolls["a"]) == 1


def test_a_scene_is_open_to_everyone() -> None:
    """Ledger 3: key, memories, flags, question, contributions, pools, rolls, roles and reveals, when they are made."""
    game = Night("ada", "ben", "cyd", cards=["thief", "agent", "agent"])
    stairs = game.write("ada", "thief", "violence", "The Long Stairs")
    game.invite("ben")
    game.act("ada", "reveal_thief", memory=stairs)
    game.give("cyd", to="ben")
    game.until("telling")
    scenes = [view["state"]["scene"] for view in everyone(game)]
    assert all(scene == scenes[0] for scene in scenes)
    scene = scenes[0]
    assert (scene["reveals"], scene["named"], scene["full"]) == ({"a": "thief"}, {"a": stairs}, ["a"])
    assert (scene["given"], scene["memory"], scene["named_in"]) == ({"c": "b"}, stairs, ["a"])
    assert all(scene[part] for part in ("key", "question", "pools", "rolls", "narrator", "judge"))


# -- notes


def test_a_note_is_seen_by_two() -> None:
    """Ledger 3: sender and recipient; for everyone else nothing has happened at all."""
    game = Night("ada", "ben", "cyd", "dov")
    before = {name: shown(game, name) for name in ("cyd", "dov", None)}
    game.act("ada", "pass_note", to=game.seat_of["ben"], text="The bridge, at four.")
    assert {name: shown(game, name) for name in ("cyd", "dov", None)} == before
    assert "The bridge, at four." in str(shown(game, "ada"))
    assert "The bridge, at four." in str(shown(game, "ben"))
    (line,) = (line for line in shown(game, "ben")["lines"] if "The bridge" in line["text"])
    assert list(line["to"]) == ["b"]
