"""The document the browser client makes its types from."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

from mneme.engine.prompts import AnyPrompt
from mneme.server import schema, wire

KEPT = Path(__file__).parents[2] / "web" / "schema.json"


def kinds(union: Any) -> set[str]:
    return {str(kind.__struct_config__.tag) for kind in get_args(union)}


def test_the_client_has_the_newest_document() -> None:
    fresh = schema.text()
    assert KEPT.read_text(encoding="utf-8") == fresh, "run `make types`"


def test_every_reference_leads_somewhere() -> None:
    references = set(re.findall(r'"#/([^"]*)"', schema.text()))
    assert references
    assert {reference.rpartition("/")[0] for reference in references} == {"components/schemas"}
    assert {reference.rpartition("/")[2] for reference in references} <= schema.document()["components"][
        "schemas"
    ].keys()


def test_messages_and_prompts_are_told_apart_by_one_value() -> None:
    schemas = schema.document()["components"]["schemas"]

    def tags(union: dict[str, Any], field: str) -> set[str]:
        names = [kind["$ref"].rpartition("/")[2] for kind in union["oneOf"]]
        assert all(field in schemas[name]["required"] for name in names)
        return {schemas[name]["properties"][field]["const"] for name in names}

    assert tags(schemas["FromClient"], "type") == kinds(wire.FromClient)
    assert tags(schemas["FromServer"], "type") == kinds(wire.FromServer)
    assert tags(schemas["ShownPrompt"]["properties"]["prompt"], "kind") == kinds(AnyPrompt)


def test_a_part_that_may_be_left_out_is_not_promised() -> None:
    schemas = schema.document()["components"]["schemas"]
    assert "must" not in schemas["ShownPrompt"]["required"], "left out where it is false"
    assert "chapters" in schemas["Guide"]["required"], "always said"
    assert "settings" not in schemas["NewTable"]["required"], "a request may leave it out"
    assert schemas["View"]["properties"]["result"]["additionalProperties"] is True
