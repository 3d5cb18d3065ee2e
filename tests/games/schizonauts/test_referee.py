"""`mneme referee schizonauts`, as people and programs use it."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import mneme.games
from mneme.cli import main
from mneme.commands.referee import command
from mneme.games.schizonauts.dice import Pool, partitions


def referee(*arguments: str, typed: str | bytes | None = None) -> Result:
    return CliRunner().invoke(command, ["schizonauts", *arguments], input=typed)


def answer(*arguments: str) -> Any:
    result = referee(*arguments, "--json")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def batch(thing: str, *lines: str) -> tuple[int, list[Any]]:
    result = referee(thing, "--batch", typed="".join(f"{line}\n" for line in lines))
    return result.exit_code, [json.loads(line) for line in result.stdout.splitlines()]


# ---- roll ----------------------------------------------------------------------------------------------


def test_a_roll_in_words() -> None:
    """SZ-ROLE-01..03, SZ-AMB-23, example E19, with Fred acting: read twice, from all dice each time."""
    result = referee("roll", "--actor", "7,2", "--visitor", "5,2,5")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "Actor: 7, 2. Visitor: 5, 5, 2.",
        "",
        "Compare the highest dice.",
        "  Actor 7, visitor 5: the actor is higher.",
        "The actor is the narrator and answers the question.",
        "",
        "Take every die back and compare the lowest.",
        "  Actor 2, visitor 2: equal, so set this pair aside.",
        "  Actor 7, visitor 5: the visitor is lower.",
        "The visitor is the judge and sets the price.",
    ]


def test_a_roll_as_json() -> None:
    """SZ-ROLE-01..03, example E19."""
    assert answer("roll", "--actor", "7,2", "--visitor", "5,2,5") == {
        "narrator": "actor",
        "judge": "visitor",
        "narrator_steps": [{"reading": "decided", "actor": 7, "visitor": 5}],
        "judge_steps": [
            {"reading": "set_aside", "actor": 2, "visitor": 2},
            {"reading": "decided", "actor": 7, "visitor": 5},
        ],
    }


@pytest.mark.parametrize(
    ("actor", "visitor", "sentences"),
    [
        ("6,6", "6", ["The visitor has run out of dice. The actor's 6 wins.", "Here that wins."]),
        ("6", "6,5", ["The actor has run out of dice. The visitor's 5 wins.", "the visitor is lower."]),
        ("6", "6,9", ["the visitor is higher.", "The actor has run out of dice. Here that wins."]),
        (
            "4,1",
            "1,4",
            [
                "Every die is matched. The answer then goes to the actor.",
                "Every die is matched. The price then goes to the visitor.",
            ],
        ),
    ],
)
def test_run_outs_and_full_ties_are_explained(actor: str, visitor: str, sentences: list[str]) -> None:
    """SZ-ROLE-01, -02, SZ-AMB-22."""
    words = referee("roll", "--actor", actor, "--visitor", visitor).stdout
    for sentence in sentences:
        assert sentence in words


@pytest.mark.parametrize(
    ("actor", "visitor", "double"),
    [("9,1", "5", "The actor holds both roles."), ("5", "9,1", "The visitor holds both roles.")],
)
def test_a_double_win_tells_what_each_edition_does(actor: str, visitor: str, double: str) -> None:
    """SZ-ROLE-04, -05: kept in the one, shared in the other."""
    words = referee("roll", "--actor", actor, "--visitor", visitor).stdout
    assert double in words
    assert "keeps both." in words
    assert "gives the other to a contributor." in words
    assert "both roles" not in referee("roll", "--actor", "7,2", "--visitor", "5,2,5").stdout


def test_spaces_between_dice_do_not_matter() -> None:
    assert answer("roll", "--actor", " 7, 2 ", "--visitor", "5,2,5")["narrator"] == "actor"


# ---- allegiance ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "hand", "expected"),
    [
        (4, 3, {"deck": 12, "agents": 6, "thieves": 6, "last_deal": False}),
        (4, 2, {"deck": 12, "agents": 6, "thieves": 6, "last_deal": True}),
        (3, 2, {"deck": 10, "agents": 5, "thieves": 5, "last_deal": True}),
        (7, 1, {"deck": 8, "agents": 4, "thieves": 4, "last_deal": False}),
        (2, 30, {"deck": 62, "agents": 31, "thieves": 31, "last_deal": True}),
    ],
)
def test_an_allegiance_deck_as_json(players: int, hand: int, expected: dict[str, object]) -> None:
    """SZ-EG-02, SZ-FIN-01, examples E11 to E13."""
    assert answer("allegiance", "--players", str(players), "--hand", str(hand)) == expected


def test_an_odd_allegiance_deck_in_words() -> None:
    """SZ-EG-02, SZ-AMB-02, -47, example E13: both books' ways to the same deck, and the card left over."""
    assert referee("allegiance", "--players", "3", "--hand", "2").stdout.splitlines() == [
        (
            "A finished hand has 2 key cards. That is even, so each player ends with 1 more: "
            "3 allegiance cards, which cannot tie."
        ),
        "3 players need 9 cards. That is odd, so add 1. Use 10: 5 agents and 5 thieves.",
        "The revised rules agree: 6 key cards and 3 more make 9, and half of that, rounded up, is 5 of each.",
        "Shuffle the deck.",
        "Deal 1 card to each player for each of the 2 endgame rounds.",
        "Before the final resolution, deal 1 last card to each player.",
        "1 card is left over. Leave it face down; nobody looks at it.",
    ]


def test_an_even_allegiance_deck_in_words() -> None:
    """SZ-EG-02: an odd hand needs no last deal, and an even table leaves nothing over."""
    words = referee("allegiance", "--players", "4", "--hand", "3").stdout
    assert "4 players need 12 cards. Use 12: 6 agents and 6 thieves." in words
    assert "half of 12 key cards, rounded up, is 6 of each." in words
    assert "There is no last deal before the final resolution." in words
    assert "No card is left over." in words


def test_a_single_card_is_spoken_of_as_one() -> None:
    words = referee("allegiance", "--players", "6", "--hand", "1").stdout
    assert "A finished hand has 1 key card, so each player ends with 1 allegiance card." in words
    assert "for the only endgame round." in words


# ---- pools ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dice", [1, 7, 40])
def test_pools_as_json(dice: int) -> None:
    """SZ-DICE-04, -05: every partition of the dice, in the ledger's order."""
    assert answer("pools", "--dice", str(dice)) == {
        "pools": [{"d6": pool.d6, "d8": pool.d8, "d10": pool.d10, "d12": pool.d12} for pool in partitions(dice)]
    }


def test_pools_in_words() -> None:
    """SZ-DICE-04, -06, SZ-AMB-24: the list, and what a trade binds you to."""
    lines = referee("pools", "--dice", "4").stdout.splitlines()
    assert lines[1:7] == [
        "You can roll 4d6 as any of these 5 pools:",
        "  1d12",
        "  1d10+1d6",
        "  2d8",
        "  1d8+2d6",
        "  4d6",
    ]
    assert "  Game Chef rules: a trade is final." in lines
    assert "  Revised rules: you can undo a trade until you roll." in lines


def test_one_die_has_nothing_to_trade() -> None:
    assert referee("pools", "--dice", "1").stdout == "1d6 stays as it is: there is nothing to trade it with.\n"


# ---- questions that have no answer -----------------------------------------------------------------------

BAD = [
    (["roll", "--actor", "0", "--visitor", "2"], "The actor cannot have rolled 0; dice show 1 to 12."),
    (["roll", "--actor", "1", "--visitor", "2,13"], "The visitor cannot have rolled 13; dice show 1 to 12."),
    (["roll", "--actor", "", "--visitor", "2"], "The actor rolls at least 1 die"),
    (["roll", "--actor", "seven", "--visitor", "2"], 'such as 7,2; "seven" cannot be used.'),
    (["roll", "--actor", "7,", "--visitor", "2"], 'such as 7,2; "7," cannot be used.'),
    (["roll", "--actor", "1_0", "--visitor", "2"], 'such as 7,2; "1_0" cannot be used.'),
    (["roll", "--actor", "7"], "Give --actor and --visitor, for example --actor 7,2 --visitor 5,2,5."),
    (["allegiance", "--players", "1", "--hand", "3"], "Schizonauts seats 2 to 8 players; 1 does not work."),
    (["allegiance", "--players", "9", "--hand", "3"], "Schizonauts seats 2 to 8 players; 9 does not work."),
    (["allegiance", "--players", "4", "--hand", "16"], "With 4 players each hand can finish with 1 to 15"),
    (["allegiance", "--players", "4", "--hand", "0"], "With 4 players each hand can finish with 1 to 15"),
    (["allegiance", "--players", "four", "--hand", "3"], 'such as 4; "four" cannot be used.'),
    (["allegiance"], "Give --players and --hand, for example --players 4 --hand 3."),
    (["pools", "--dice", "0"], "Start from 1 to 40 six-sided dice; 0 does not work."),
    (["pools", "--dice", "-3"], "Start from 1 to 40 six-sided dice; -3 does not work."),
    (["pools", "--dice", "41"], "Start from 1 to 40 six-sided dice; 41 does not work."),
    (["pools", "--dice", "7" * 5000], "cannot be used."),
    (["pools", "--batch", "--dice", "7"], "With --batch the questions come from the input; leave out --dice."),
    (["bleed"], 'This referee cannot read "bleed"; it reads allegiance, pools, roll.'),
]


@pytest.mark.parametrize(("arguments", "sentence"), BAD, ids=lambda value: " ".join(value)[:40])
def test_bad_input_ends_with_one_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """SZ-DICE-05, SZ-SETUP-01, -04: exit status 2, nothing on stdout, one line that says what would work."""
    assert main(["referee", "schizonauts", *arguments]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.count("\n") == 1
    assert len(output.err) < 200
    assert sentence in output.err


def test_an_unknown_game_names_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["referee", "chess", "roll"]) == 2
    error = capsys.readouterr().err
    assert 'There is no referee for "chess"; choose ' in error
    assert "schizonauts" in error


# ---- batches -------------------------------------------------------------------------------------------


def test_a_batch_answers_line_by_line() -> None:
    """SZ-ROLE-01, -02: one object in, one object out."""
    status, answers = batch("roll", '{"actor": [7, 2], "visitor": [5, 2, 5]}', '{"visitor": [6], "actor": [6]}')
    assert status == 0
    assert [(each["narrator"], each["judge"]) for each in answers] == [("actor", "visitor")] * 2


def test_batches_of_the_other_things() -> None:
    """SZ-EG-02, SZ-DICE-04."""
    assert batch("allegiance", '{"players": 4, "hand": 3}') == (
        0,
        [{"deck": 12, "agents": 6, "thieves": 6, "last_deal": False}],
    )
    status, (answer,) = batch("pools", '{"dice": 7}')
    assert status == 0
    assert len(answer["pools"]) == 11
    assert Pool(d6=1, d8=3)._asdict() in answer["pools"]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("", "This line is not JSON"),
        ("seven", "This line is not JSON"),
        ("[" * 100_000, "This line is not JSON"),
        ("[7, 2]", "Each line is an object with exactly actor and visitor, such as "),
        ("null", "Each line is an object with exactly actor and visitor, such as "),
        ('{"actor": [7]}', "Each line is an object with exactly actor and visitor, such as "),
        ('{"actor": [7], "visitor": [7], "die": 1}', "Each line is an object with exactly actor and visitor"),
        ('{"actor": "7,2", "visitor": [5]}', 'such as [7, 2]; "7,2" cannot be used.'),
        ('{"actor": [true], "visitor": [5]}', "such as [7, 2]; [true] cannot be used."),
        ('{"actor": [7.0], "visitor": [5]}', "such as [7, 2]; [7.0] cannot be used."),
        ('{"actor": ["\\ud800"], "visitor": [5]}', "cannot be used."),
        ('{"actor": [], "visitor": [5]}', "The actor rolls at least 1 die"),
        ('{"actor": [7], "visitor": [13]}', "The visitor cannot have rolled 13; dice show 1 to 12."),
        ('{"actor": [7], "visitor": [' + "1" * 4000 + "]}", "The visitor cannot have rolled 111"),
    ],
    ids=lambda value: value[:30],
)
def test_a_bad_line_is_answered_on_its_line(line: str, sentence: str) -> None:
    """SZ-DICE-05, -08: the batch goes on, and its end says that something was wrong."""
    good = '{"actor": [7], "visitor": [5]}'
    status, (first, bad, last) = batch("roll", good, line, good)
    assert status == 2
    assert first == last
    assert first["narrator"] == "actor"
    assert bad.keys() == {"error"}
    assert sentence in bad["error"]
    assert len(bad["error"]) < 200


@pytest.mark.parametrize(
    ("thing", "line", "sentence"),
    [
        ("allegiance", '{"players": "4", "hand": 3}', 'Give players as a whole number, such as 4; "4" cannot'),
        ("allegiance", '{"players": 9, "hand": 3}', "Schizonauts seats 2 to 8 players; 9 does not work."),
        ("allegiance", '{"players": 8, "hand": 8}', "1 to 7 key cards"),
        ("pools", '{"dice": 41}', "Start from 1 to 40 six-sided dice; 41 does not work."),
        ("pools", '{"dice": true}', "Give dice as a whole number, such as 4; true cannot be used."),
    ],
)
def test_bad_lines_of_the_other_things(thing: str, line: str, sentence: str) -> None:
    """SZ-SETUP-01, -04, SZ-DICE-05."""
    status, (bad,) = batch(thing, line)
    assert status == 2
    assert sentence in bad["error"]


def test_a_line_that_is_not_text_is_answered_too() -> None:
    result = referee("pools", "--batch", typed=b'\xff\xfe\n{"dice": 1}\n')
    assert result.exit_code == 2
    bad, good = result.stdout.splitlines()
    assert "error" in json.loads(bad)
    assert len(json.loads(good)["pools"]) == 1
    assert result.stderr == "Lines with an error: 1 of 2.\n"


def test_an_empty_batch_is_no_mistake() -> None:
    assert batch("roll") == (0, [])


# ---- room for other games --------------------------------------------------------------------------------


TWO_MASKS = """
import click

@click.group()
def group(): ...

@group.command()
def stake(): click.echo("2 coins")
"""


def test_a_game_that_brings_a_referee_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("two_masks", "without_referee"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").touch()
    (tmp_path / "two_masks" / "referee.py").write_text(TWO_MASKS)
    monkeypatch.setattr(mneme.games, "__path__", [*mneme.games.__path__, str(tmp_path)])
    monkeypatch.delitem(sys.modules, "mneme.games.two_masks", raising=False)
    assert CliRunner().invoke(command, ["two-masks", "stake"]).stdout == "2 coins\n"
    listed = CliRunner().invoke(command, ["--help"]).stdout
    assert "two-masks" in listed
    assert "without-referee" not in listed


def test_no_game_is_loaded_before_it_is_asked() -> None:
    """Starting quickly is a courtesy: naming the games must not import them."""
    program = (
        "import sys, mneme.commands.referee as referee;"
        "names = referee.command.list_commands(None);"
        "print('schizonauts' in names, any('games.schizonauts' in name for name in sys.modules))"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert result.stdout == "True False\n"
