"""The ledgers are read whole, and citations of their rules are found.

The ids of the four games are not written out here, for that would cite them: an invented game stands in.
"""

import json
import textwrap
from pathlib import Path

import pytest

from mneme import ledger as ledgers
from mneme.cli import main
from mneme.ledger import Ledger, LedgerError, Part, Place

GAMES = {  # numbered rules and rulings, counted with grep
    "know-thyself": ("KT", 159, 41),
    "lost-days": ("LD", 179, 63),
    "schizonauts": ("SZ", 154, 73),
    "utopolis": ("UT", 203, 87),
}

TWO_MASKS = textwrap.dedent("""\
    # Two Masks: rules ledger

    ## 1. At a glance

    * **TM-GLANCE-01** [AUTO] — Not a numbered rule: it stands in the wrong section.

    ## 2. Numbered rules

    ### 2.1 Staking

    * **TM-STAKE-01** [DECISION] — *Each player* — stake coins in secret.
    * **TM-STAKE-02** [DECISION/TABLE] (GC, option `pot`) — Ties stay in the pot.
    * **TM-STAKE-03** [AUTO] (RV) — Ties go back.

    ### 2.2 The roll

    | ID | Tag | Who | Rule |
    |---|---|---|---|
    | TM-ROLL-01 | [AUTO] | engine | One d6 a coin. |
    | TM-ROLL-02 | [DECISION]+[NARRATE] | | Reroll one die. |
    | TM-ROLL-05 | hint | all | Breathe first. |

    #### C11 to C13: a heading that only looks like an id

    ## 5. Gaps

    ### 5.1 AMB-01 Empty purses

    - Nothing is said.
    - **RULING:** an empty purse stakes nothing.

    ### 5.2 Further items

    | ID | Question | Ruling | Option? |
    |---|---|---|---|
    | AMB-02 | Two dice or three? | Two. | no |
    | R-35b | Odd coins? | To the bank. | yes |

    - **TM-Q01 Who begins?** The text is silent. **Ruling:** the youngest.
    - **TM-Q02 Who ends?** **Ruling:** the oldest.

    ## 6. Missing content

    | TM-ROLL-09 | [AUTO] | engine | Not a numbered rule either. |
    """)


@pytest.fixture
def two_masks() -> Ledger:
    return ledgers.parse("two-masks", TWO_MASKS)


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small source tree with the invented game, in which `mneme` is made to run."""
    package = tmp_path / "src" / "mneme"
    write(tmp_path / "docs/rules/two-masks.md", TWO_MASKS)
    write(package / "games/two_masks/rules.py", 'async def stake():\n    """Fists open. (TM-STAKE-01)"""\n')
    (tmp_path / "tests").mkdir()
    monkeypatch.setattr(ledgers, "PACKAGE", package)
    return tmp_path


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(textwrap.dedent(text), encoding="utf-8")


# The ledgers.


@pytest.mark.parametrize("game", GAMES)
def test_every_entry_of_a_ledger_is_read(game: str) -> None:
    prefix, rules, rulings = GAMES[game]
    ledger = ledgers.load(game)
    assert ledger.prefix == prefix
    assert sum(rule.kind == "rule" for rule in ledger.rules) == rules
    assert sum(rule.kind == "ruling" for rule in ledger.rules) == rulings


@pytest.mark.parametrize("game", GAMES)
def test_every_entry_is_whole(game: str) -> None:
    tags = {"AUTO", "DECISION", "NARRATE", "TABLE", "GM", "hint", "variant"}
    for rule in ledgers.load(game).rules:
        assert rule.id.startswith(GAMES[game][0] + "-")
        assert set(rule.tags) <= tags, rule.id
        assert rule.text, rule.id
        assert not rule.text.startswith(("—", "[", "(GC", "|")), rule.id


def test_every_game_has_its_ledger() -> None:
    assert ledgers.games() == sorted(GAMES)


def test_entries_are_read_in_order_from_sections_two_and_five_alone(two_masks: Ledger) -> None:
    rules = "TM-STAKE-01 TM-STAKE-02 TM-STAKE-03 TM-ROLL-01 TM-ROLL-02 TM-ROLL-05"
    rulings = "TM-AMB-01 TM-AMB-02 TM-R-35b TM-Q01 TM-Q02"
    assert [rule.id for rule in two_masks.rules] == f"{rules} {rulings}".split()


def test_a_bullet_gives_tags_edition_and_text(two_masks: Ledger) -> None:
    rule = two_masks.rule("TM-STAKE-02")
    assert (rule.kind, rule.tags, rule.edition) == ("rule", ("DECISION", "TABLE"), "GC")
    assert rule.section == "2.1 Staking"
    assert rule.text == "option `pot` Ties stay in the pot."


def test_a_row_gives_tags_and_labelled_cells(two_masks: Ledger) -> None:
    assert two_masks.rule("TM-ROLL-01").parts == (Part("Who", "engine"), Part("Rule", "One d6 a coin."))
    assert two_masks.rule("TM-ROLL-02").tags == ("DECISION", "NARRATE")
    assert two_masks.rule("TM-ROLL-05").tags == ("hint",)
    assert two_masks.rule("TM-AMB-02").parts[1] == Part("Ruling", "Two.")


def test_a_heading_gives_everything_under_it(two_masks: Ledger) -> None:
    ruling = two_masks.rule("TM-AMB-01")
    assert ruling.kind == "ruling"
    assert ruling.text == "- Nothing is said.\n- **RULING:** an empty purse stakes nothing."


def test_a_bullet_with_a_title_keeps_it(two_masks: Ledger) -> None:
    assert two_masks.rule("TM-Q01").text == "Who begins? The text is silent. **Ruling:** the youngest."


@pytest.mark.parametrize("written", ["TM-R-35b", "tm-r-35B", "R-35b"])
def test_a_rule_is_found_in_any_case_and_without_prefix(two_masks: Ledger, written: str) -> None:
    assert two_masks.rule(written).id == "TM-R-35b"


@pytest.mark.parametrize(
    ("written", "exists"),
    [("TM-ROLL-09", "there are TM-ROLL-01..02, 05."), ("TM-DUEL-01", "begin with TM-STAKE-, TM-ROLL-,")],
)
def test_an_unknown_rule_is_told_what_exists(two_masks: Ledger, written: str, exists: str) -> None:
    with pytest.raises(LedgerError, match=f"Two Masks has no rule {written}; .*{exists}"):
        two_masks.rule(written)


def test_an_id_may_not_be_used_twice() -> None:
    with pytest.raises(LedgerError, match="twice"):
        ledgers.parse("two-masks", TWO_MASKS.replace("TM-STAKE-03", "TM-STAKE-01"))


# Citations.


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("(TM-STAKE-01)", "TM-STAKE-01"),
        ("TM-STAKE-01..03", "TM-STAKE-01 TM-STAKE-02 TM-STAKE-03"),
        ("TM-STAKE-01..TM-STAKE-03", "TM-STAKE-01 TM-STAKE-02 TM-STAKE-03"),
        ("TM-ROLL-01..05", "TM-ROLL-01 TM-ROLL-02 TM-ROLL-05"),
        ("TM-ROLL-01, -05", "TM-ROLL-01 TM-ROLL-05"),
        ("TM-ROLL-01, -02 and -05.", "TM-ROLL-01 TM-ROLL-02 TM-ROLL-05"),
        ("TM-ROLL-01,\n    # -05", "TM-ROLL-01 TM-ROLL-05"),
        ("TM-ROLL-01, ROLL-02", "TM-ROLL-01 TM-ROLL-02"),
        ("TM-ROLL-01/02", "TM-ROLL-01 TM-ROLL-02"),
        ("TM-STAKE-01..02, TM-ROLL-05", "TM-STAKE-01 TM-STAKE-02 TM-ROLL-05"),
        ("TM-Q01, Q02", "TM-Q01 TM-Q02"),
        ("TM-Q01..02", "TM-Q01 TM-Q02"),
        ("TM-R-35b", "TM-R-35b"),
        ("TM-STAKE-01, 02 coins", "TM-STAKE-01"),
        ("TM-STAKE-01. Then -02", "TM-STAKE-01"),
        ("TM-ROLL-01, D12", "TM-ROLL-01"),
        ("TM-ROLL-01, Q02", "TM-ROLL-01"),
        ("TM-ROLL-01..77", "TM-ROLL-01 TM-ROLL-02 TM-ROLL-05 TM-ROLL-77"),
        ("TM-ROLL-011, XTM-ROLL-01, A-TM-ROLL-01, TM-E11, ROLL-01", ""),
    ],
)
def test_compact_citations_are_written_out(two_masks: Ledger, text: str, ids: str) -> None:
    found = [rule_id for _, cited in two_masks.expand(text) for rule_id in cited]
    assert found == ids.split()


def test_code_is_cited_by_file_line_and_function(tree: Path) -> None:
    write(tree / "src/mneme/games/two_masks/data/words.toml", 'text = "Open."\nrules = ["TM-STAKE-01"]\n')
    write(tree / "src/mneme/games/one_mask/rules.py", '"""Another game. TM-STAKE-02"""\n')
    found = ledgers.citations_in_code(ledgers.load("two-masks")).places
    assert found == {
        "TM-STAKE-01": [
            Place("src/mneme/games/two_masks/data/words.toml", 2, None),
            Place("src/mneme/games/two_masks/rules.py", 2, "stake"),
        ]
    }


CITING = '''
    """A module of tests does not prove TM-STAKE-01."""

    CASES = [("TM-STAKE-02", 2)]

    def helper():
        """A helper does not prove TM-STAKE-03."""

    # A comment above a test belongs to it: TM-ROLL-01.
    @mark("TM-ROLL-02")
    def test_roll():
        """One die a coin (TM-AMB-01)."""
        assert "TM-AMB-01" and "TM-R-35b"

    class TestPurse:
        def test_empty(self):
            """TM-Q01"""

    class Purses(RuleBasedStateMachine):
        """TM-Q02"""
    '''


def test_a_test_cites_what_stands_in_it(tree: Path) -> None:
    write(tree / "tests/games/test_roll.py", CITING)
    write(tree / "tests/games/record.py", 'def test_nothing():\n    """TM-AMB-02"""\n')
    found = ledgers.citations_in_tests(ledgers.load("two-masks"), tree).places
    assert {rule_id: [place.function for place in places] for rule_id, places in found.items()} == {
        "TM-STAKE-02": ["CASES"],
        "TM-ROLL-01": ["test_roll"],
        "TM-ROLL-02": ["test_roll"],
        "TM-AMB-01": ["test_roll"],
        "TM-R-35b": ["test_roll"],
        "TM-Q01": ["TestPurse::test_empty"],
        "TM-Q02": ["Purses"],
    }


# The command.

Captured = pytest.CaptureFixture[str]


def cite(tree: Path, text: str) -> None:
    write(tree / "tests/test_all.py", f'def test_all():\n    """{text}"""\n')


ALL_IDS = "TM-STAKE-01..03, TM-ROLL-01..05, TM-AMB-01, -02, TM-R-35b, TM-Q01, -02"


def test_check_passes_when_every_rule_is_cited(tree: Path, capsys: Captured) -> None:
    cite(tree, ALL_IDS)
    assert main(["rules", "two-masks", "--check"]) == 0
    assert capsys.readouterr().out == "A test cites each of the 11 Two Masks rules and rulings.\n"


@pytest.mark.parametrize(("left_out", "missing"), [(", TM-R-35b", "TM-R-35b"), ("-01..03", "TM-STAKE-03")])
def test_check_fails_and_names_the_rule_no_test_cites(
    tree: Path, capsys: Captured, left_out: str, missing: str
) -> None:
    cite(tree, ALL_IDS.replace(left_out, "-01..02" if ".." in left_out else "", 1))
    assert main(["rules", "two-masks", "--check"]) == 1
    *listed, summary = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in listed] == [missing]
    assert summary == "1 of 11 Two Masks rules and rulings are cited by no test."


def test_check_fails_on_a_citation_of_no_rule(tree: Path, capsys: Captured) -> None:
    cite(tree, f"{ALL_IDS} and TM-ROLL-77")
    assert main(["rules", "two-masks", "--check"]) == 1
    assert "TM-ROLL-77  cited in tests/test_all.py:2, but not in the ledger" in capsys.readouterr().out


def test_check_speaks_json(tree: Path, capsys: Captured) -> None:
    cite(tree, ALL_IDS.replace(", TM-Q01, -02", ""))
    assert main(["rules", "two-masks", "--check", "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer == {"game": "two-masks", "rules": 11, "uncited": ["TM-Q01", "TM-Q02"], "unknown": {}}


def test_one_rule_is_shown_with_its_code_and_tests(tree: Path, capsys: Captured) -> None:
    cite(tree, "TM-STAKE-01")
    assert main(["rules", "two-masks", "--rule", "stake-01"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("TM-STAKE-01 [DECISION] — rule, under “2.1 Staking”\n")
    assert "stake coins in secret" in shown
    assert "Code:\n  src/mneme/games/two_masks/rules.py:2 stake\n" in shown
    assert shown.endswith("Tests:\n  tests/test_all.py::test_all\n")


def test_the_table_has_a_line_for_every_rule(tree: Path, capsys: Captured) -> None:
    cite(tree, "TM-STAKE-01")
    assert main(["rules", "two-masks"]) == 0
    _, first, second, *_ = rows = capsys.readouterr().out.splitlines()
    assert len(rows) == 12
    assert first.split() == ["TM-STAKE-01", "rules.py:2", "test_all.py::test_all"]
    assert second.split() == ["TM-STAKE-02", "—", "—"]


def test_the_whole_ledger_is_printed_as_json(tree: Path, capsys: Captured) -> None:
    assert main(["rules", "two-masks", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["game"], answer["prefix"], len(answer["rules"])) == ("two-masks", "TM", 11)
    assert answer["rules"][0]["code"][0]["function"] == "stake"
    assert answer["rules"][0]["tests"] == []


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chess"], "mneme: There is no game called chess; the games are two-masks.\n"),
        (
            ["two-masks", "--rule", "TM-ROLL-09"],
            "mneme: Two Masks has no rule TM-ROLL-09; there are TM-ROLL-01..02, 05.\n",
        ),
    ],
)
def test_what_does_not_exist_is_refused_in_one_sentence(
    tree: Path, capsys: Captured, arguments: list[str], sentence: str
) -> None:
    assert main(["rules", *arguments]) == 2
    assert capsys.readouterr().err == sentence


def test_a_test_that_is_not_python_is_named(tree: Path, capsys: Captured) -> None:
    write(tree / "tests/test_broken.py", "def test_all(:  # TM-STAKE-01\n")
    assert main(["rules", "two-masks", "--check"]) == 2
    assert capsys.readouterr().err == "mneme: tests/test_broken.py is not valid Python at line 1.\n"


def test_an_installation_says_that_it_has_no_tests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    write(tmp_path / "mneme/_ledgers/two-masks.md", TWO_MASKS)
    monkeypatch.setattr(ledgers, "PACKAGE", tmp_path / "mneme")
    assert main(["rules", "two-masks", "--rule", "TM-ROLL-01"]) == 0
    assert "The tests are not part of this installation" in capsys.readouterr().out
    assert main(["rules", "two-masks", "--check"]) == 2
    assert capsys.readouterr().err.startswith("mneme: The tests are not part of this installation")
