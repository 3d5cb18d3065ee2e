"""Ledger 2.6: story, cycle and scenes."""

from __future__ import annotations

from typing import Any

from mneme.games.lost_days import words
from tests.games.lost_days.kit import Court


def court(king: str = "hugo", **options: Any) -> Court:
    return Court("cate", "hugo", "martin", king=king, **options)


def framed(game: Court, count: int) -> list[tuple[str, str]]:
    """The next scenes: who frames what."""
    seen: list[tuple[str, str]] = []
    while len(seen) < count:
        game.until_scene(game.table.course.scenes + 1)
        seen.append((game.framer(), game.table.scene.kind))
    return seen


def test_the_king_opens_a_story() -> None:
    """LD-STORY-01..03: before the first scene; it says what a story needs, and stays in sight for all."""
    game = court()
    assert game.who("open_story") == ["hugo"]
    assert "if nobody does anything" in game.prompt("hugo", "open_story").note
    game.say("hugo", "Forty jars stand before the gate.", "open_story")
    assert game.view(None).state["course"]["story"] == "Forty jars stand before the gate."


def test_the_cycle() -> None:
    """LD-SCENE-01, LD-SCENE-02, LD-Q17: from the king's left, the king last, then the story scene; and again."""
    game = court()
    order = [("martin", "personal"), ("cate", "personal"), ("hugo", "personal"), ("hugo", "story")]
    assert framed(game, 8) == order * 2


def test_a_table_may_alternate() -> None:
    """LD-Q17: the option alternate, a story scene after every scene."""
    game = court(scene_order="alternate")
    assert framed(game, 4) == [("martin", "personal"), ("hugo", "story"), ("cate", "personal"), ("hugo", "story")]


def test_a_new_king_does_not_change_the_running_cycle() -> None:
    """LD-SCENE-03, LD-Q18: only who frames the story scene, and where the next cycle starts."""
    game = court()
    game.to_scene("martin")
    game.offer("hugo", "cate", give=[game.crown.noun_key])
    game.act("cate", "accept_trade", proposer=game.seat_of["hugo"])
    assert game.table.scene.kind == "interrupt"
    assert framed(game, 4) == [("cate", "personal"), ("hugo", "personal"), ("cate", "story"), ("hugo", "personal")]


def test_a_king_who_leaves_does_not_take_the_story_scene_along() -> None:
    """LD-SCENE-02, LD-KING-13, LD-Q55: whoever keeps the throne then frames it."""
    game = court()
    game.to_scene("hugo")
    game.act("hugo", "leave")
    game.act("hugo", "end_scene")
    game.say("martin", "none", "substitute")
    assert (game.framer(), game.table.scene.kind) == ("martin", "story")


def test_a_scene_is_framed_played_and_ended() -> None:
    """LD-SCENE-04, -05, -08 and -11: setting, present, intent; a conflict or none; the framer ends it."""
    game = court()
    game.to_scene("martin", prompt="frame_scene")
    game.act("martin", "frame", setting="The north stair.", present="Everyone.", intent="To be seen.")
    assert (game.table.scene.text, game.table.scene.intent) == ("The north stair.", "To be seen.")
    told = [line.text for line in game.table.lines if line.kind == "frame"]
    assert told == ["The north stair. Present: Everyone. The aim: To be seen."]
    assert "Everyone may suggest" in game.prompt("martin", "scene").text
    assert "end_scene" not in game.may("cate")
    game.act("martin", "end_scene")
    assert game.framer() == "cate"


def test_one_conflict_a_scene() -> None:
    """LD-SCENE-06, LD-Q56: a second has to wait."""
    game = court()
    game.to_scene("martin")
    game.fight("martin", "opposition", dice=[2, 2, 3])
    game.settle()
    game.to_scene("martin")
    assert "declare_conflict" not in game.may("martin")


def test_the_first_scene_starts_from_what_just_happened() -> None:
    """LD-SCENE-07: a hint at the round-4 memory in first scenes, later at any memory."""
    game = court()
    game.to_scene("martin", prompt="frame_scene")
    assert "round 4" in game.prompt("martin", "frame_scene").choices[0].note
    game.to_scene("martin")
    game.until_true(lambda: game.table.course.scenes > 4)
    game.to_scene("martin", prompt="frame_scene")
    assert "Take one of your memories" in game.prompt("martin", "frame_scene").choices[0].note


def test_a_first_scene_is_one_of_the_first_cycle_whatever_came_between() -> None:
    """LD-SCENE-07: the scenes that new kings were owed do not count."""
    game = Court("ada", "ben", "cyd", "dee", king="ada")
    game.to_scene("ben")
    for giver, taker in (("ada", "ben"), ("ben", "ada")):
        game.offer(giver, taker, give=[game.crown.noun_key])
        game.act(taker, "accept_trade", proposer=game.seat_of[giver])
        game.to_scene(taker, "interrupt")
    game.to_scene("dee", prompt="frame_scene")
    assert game.table.scene.number > 4
    assert "round 4" in game.prompt("dee", "frame_scene").choices[0].note


def test_the_story_scene_is_free() -> None:
    """LD-SCENE-09: the king may set the opposition against anyone, or fight, or do neither."""
    game = court()
    game.to_scene("hugo", "story")
    game.act("hugo", "declare_conflict")
    keys = {key.partition("/")[0] for key in game.choices("hugo", "declare_conflict")}
    assert keys == {"opposition", "face", "set", "pair"}


def test_new_memories_before_and_after_the_conflict() -> None:
    """LD-SCENE-10, LD-NEW-01: the framer only, never between roll and settlement."""
    game = court()
    game.to_scene("martin")
    assert "create_memory" in game.may("martin")
    assert "create_memory" not in game.may("cate")
    game.fight("martin", "opposition", dice=[2, 2, 3])
    assert not any("create_memory" in game.may(name) for name in game.seat_of)
    game.settle()
    game.to_scene("martin")
    assert "create_memory" in game.may("martin")


def test_a_session_may_stop_between_scenes() -> None:
    """LD-SCENE-12, LD-Q57: with everybody's yes; then the king opens a new story and the cycle goes on."""
    game = court()
    game.to_scene("cate", prompt="frame_scene")
    game.act("martin", "propose_pause")
    game.say("cate", "yes", "agree")
    game.say("hugo", "yes", "agree")
    assert game.table.course.session == 2
    game.say("hugo", "Rain, inside.", "open_story")
    assert game.table.course.stories[-1] == "Rain, inside."
    assert game.framer() == "cate"


def test_a_table_may_stop_the_game() -> None:
    """LD-Q57, LD-END-03: by consensus, with no winner and no last elf; one no is enough to go on."""
    game = court()
    game.to_scene("cate", prompt="frame_scene")
    game.act("martin", "propose_stop")
    assert game.prompt("cate", "agree").text.startswith("martin would like to end the game here")
    game.say("cate", "no", "agree")
    game.say("hugo", "yes", "agree")
    assert game.table.course.phase == "play"
    assert game.story()[-1] == words.NOT_STOPPED
    game.act("martin", "propose_stop")
    game.say("cate", "yes", "agree")
    game.say("hugo", "yes", "agree")
    assert game.sitting.over
    assert game.table.course.scenes == 2
    assert game.table.result == {"last": "", "elf": "", "scenes": 1}  # the second was not set yet


def test_what_happens_when_a_scene_closes() -> None:
    """LD-SCENE-13: writing out, then the end test, then the market test, then the next framer."""
    game = Court("ada", "ben", "cyd", "dee", king="ada", market_threshold=4)
    game.to_scene("ben", prompt="frame_scene")
    game.elf("ben").status = "doomed"
    game.table.scene.doomed_before = True
    game.take("cyd", *game.at("market")[:3], *game.cards("ben")[:2])
    game.act("ben", "frame")
    game.act("ben", "end_scene")
    assert game.who("write_out") == ["ben"]
    game.say("ben", "", "write_out")
    assert game.who("replenish_theme") == ["ada"]  # 1 + 2 memories in the market, fewer than 4


def test_what_is_told_aloud_leaves_no_words() -> None:
    """LD-SCENE-04: the story holds what was written, and the board that there is a scene."""
    game = court()
    game.to_scene("martin", prompt="frame_scene")
    game.act("martin", "frame")
    game.act("martin", "declare_conflict")
    game.say("martin", "opposition", "declare_conflict")
    game.say("martin", "none", "stake")
    game.say("martin", {}, "scope_and_wants")
    assert "told aloud" not in game.told()
    assert words.WORDED_ALOUD in game.prompt("hugo", "answer_stakes").note


def test_what_goes_on_is_offered_before_what_ends_things() -> None:
    """LD-SCENE-05, -11, LD-CONF-08: an empty chair still does what ends them."""
    game = court()
    game.to_scene("martin")
    acts = [choice.key for choice in game.prompt("martin", "scene").choices]
    assert acts.index("declare_conflict") < acts.index("end_scene")
    assert game.prompt("martin", "scene").default == {"act": "end_scene"}
    game.declare("martin", "opposition")
    game.word()
    asked = game.prompt("martin", "offer_memory")
    assert [choice.key for choice in asked.choices][:2] == ["offer_memory", "done"]
    assert asked.default == {"act": "done"}
    assert game.choice("martin", "done").note == words.NO_DICE
