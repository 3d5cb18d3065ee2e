"""The protocol: every message is documented, the schema is whole, and nothing that can be said breaks a table."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from click.testing import CliRunner

from mneme.commands.serve import command
from mneme.server import api, app, errors, records, tokens, wire
from mneme.server.limits import Addresses, Bucket, Limits
from tests.server.kit import House

ROOT = Path(__file__).parents[2]
PROTOCOL = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")


def section(title: str) -> dict[str, str]:
    """The rows of a table in the document, by their first cell."""
    text = re.split(rf"^### {title}$", PROTOCOL, flags=re.MULTILINE)[1].split("\n### ")[0]
    return {row[1]: row[0] for row in re.finditer(r"^\| `(\w+)` \|.*$", text, re.MULTILINE)}


def tags(union: Any) -> dict[str, type[msgspec.Struct]]:
    return {str(kind.__struct_config__.tag): kind for kind in get_args(union)}


@pytest.mark.parametrize(
    ("title", "union"), [("From the client", wire.FromClient), ("From the server", wire.FromServer)]
)
def test_every_message_is_documented(title: str, union: Any) -> None:
    assert section(title).keys() == tags(union).keys()


def test_every_part_of_what_a_client_says_is_documented() -> None:
    rows = section("From the client")
    for tag, kind in tags(wire.FromClient).items():
        assert set(re.findall(r"`(\w+)`", rows[tag].split("|")[2])) == set(kind.__struct_fields__), tag


def test_every_code_and_every_route_is_documented() -> None:
    for code in get_args(errors.Code):
        assert f"`{code}`" in PROTOCOL
    for handler in app.ROUTES:
        path = min(handler.paths).replace("{table:str}", "T").replace("{game:str}", "G")
        assert path in PROTOCOL, path


def test_the_schema_describes_what_is_sent() -> None:
    printed = CliRunner().invoke(command, ["--schema"])
    schema = json.loads(printed.output)
    assert schema == json.loads(json.dumps(wire.schema()))
    references = set(re.findall(r'"#/\$defs/(\w+)"', printed.output))
    assert references <= schema["$defs"].keys()
    assert {"FromClient", "FromServer", "Frame", "ShownPrompt"} <= schema["$defs"].keys()


def test_requests_and_commands_refuse_what_they_do_not_know() -> None:
    with pytest.raises(msgspec.ValidationError):
        wire.decode(b'{"type":"pause","id":"x","who":"a"}')
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"fill":true,"now":1}', type=api.Start)


# Anything that can be said.

VALUES: tuple[Any, ...] = (
    0,
    1,
    -1,
    10**6,
    "",
    "a",
    "b",
    "zz",
    "x" * 300,
    "\u202e",
    None,
    True,
    [],
    {},
    {"act": "pass"},
    1.5,
)


def something_said(dice: random.Random) -> dict[str, Any]:
    """A message of any kind, its parts mostly of the right type."""
    tag, kind = dice.choice(list(tags(wire.FromClient).items()))
    said: dict[str, Any] = {"type": tag}
    for name in kind.__struct_fields__:
        if name == "id":
            said[name] = f"i{dice.randrange(10**9)}"
        elif name in ("kind", "mode"):
            said[name] = dice.choice(["rewind", "strike", "resume", "reveal", "line", "veil", "say", "note", "as"])
        elif name in ("lines", "before", "n"):
            said[name] = dice.randrange(40)
        elif name in ("up", "look_on"):
            said[name] = dice.random() < 0.5
        elif dice.random() < 0.9:
            said[name] = dice.choice(VALUES)
    return said


@pytest.mark.parametrize("seed", range(6))
def test_nothing_that_can_be_said_breaks_a_table(seed: int) -> None:
    dice = random.Random(seed)
    house = House.laid(3, bots=seed % 2)
    counted = 0
    for _ in range(400):
        viewer = dice.choice([*house.tokens, None])
        screen = house.sit(viewer)
        try:
            said = wire.decode(msgspec.json.encode(something_said(dice)))
        except msgspec.ValidationError:
            screen.close()
            continue
        counted += 1
        house.room.hear(screen, viewer, said)
        house.clock.advance(dice.random() * 2)
        if screen.closed is None:
            screen.close()
    assert counted > 100
    assert house.hall.counts.faults == 0
    again = house.restarted().room.table
    assert again.state == house.room.table.state
    assert again.motions.keys() == house.room.table.motions.keys()
    assert again.limits == house.room.table.limits


# Small parts.


def test_tokens() -> None:
    token = tokens.new_token()
    assert len(token) == 32
    assert tokens.fits(token, tokens.digest(token))
    assert not tokens.fits(token + "x", tokens.digest(token))
    assert tokens.mark(token, "line spiders") != tokens.mark(tokens.new_token(), "line spiders")


def test_a_bucket_fills_with_time_and_no_further() -> None:
    bucket = Bucket(2, 3, now=0)
    assert [bucket.take(0) for _ in range(4)] == [True, True, True, False]
    assert [bucket.take(0.5), bucket.take(0.5)] == [True, False]
    assert [bucket.take(100) for _ in range(4)] == [True, True, True, False]


def test_old_addresses_are_forgotten_unless_somebody_is_there() -> None:
    addresses = Addresses(Limits(), most=3)
    addresses.of("kept", 0).sockets = 1
    for number in range(50):
        addresses.of(f"address {number}", 0)
    assert addresses.of("kept", 0).sockets == 1
    assert len(addresses._known) <= 4  # noqa: SLF001


def test_every_happening_survives_the_file() -> None:
    for kind in get_args(records.Happening):
        assert str(kind.__struct_config__.tag).islower()
    assert records.decode(records.STRUCK) == records.Struck()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [(["--limit", "speed=1"], "Write a limit as name=number"), (["--limit", "messages=fast"], "A limit is a number")],
)
def test_a_limit_that_is_none_is_refused(arguments: list[str], sentence: str) -> None:
    result = CliRunner().invoke(command, arguments)
    assert sentence in str(result.exception)


def test_flags_can_be_given_in_the_environment() -> None:
    result = CliRunner().invoke(command, [], env={"MNEME_LIMITS": "speed=1"})
    assert "Write a limit as name=number" in str(result.exception)
    assert CliRunner().invoke(command, [], env={"MNEME_PORT": "many"}).exit_code == 2
