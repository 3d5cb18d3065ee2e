"""One OpenAPI document for everything a client may say and hear: the HTTP routes, and the messages of the socket.

`python -m mneme.server.schema` prints it. The browser client keeps a copy (`web/schema.json`) and makes its types
from that, so a change here that the client does not follow is a type error there.
"""

from __future__ import annotations

import sys
from typing import Any

import msgspec

from mneme.server import app, wire


def document() -> dict[str, Any]:
    """The routes with what they need, and beside them `FromClient` and `FromServer` with what those are made of."""
    routes = app.describe()
    schemas = {name: _whole(schema) for name, schema in routes["components"]["schemas"].items()}
    routes["components"]["schemas"] = schemas | wire.schema()["$defs"]
    suited: dict[str, Any] = _suited(routes)
    return suited


def _whole(schema: dict[str, Any]) -> dict[str, Any]:
    """An answer over HTTP says everything it has; what a request leaves out has a default."""
    is_request = schema.get("additionalProperties") is False
    return schema if is_request else {**schema, "required": sorted(schema["properties"])}


def _suited(schema: Any) -> Any:
    """JSON Schema as generators of types read it best.

    References point into the document; an object that names no parts may hold any; a tagged union is told apart by
    the one value of its tag, which each of its kinds states.
    """
    match schema:
        case {"anyOf": kinds, "discriminator": _, **rest}:
            return {**_suited(rest), "oneOf": _suited(kinds)}
        case {"enum": [str(only)]}:
            return {"type": "string", "const": only}
        case {"type": "object"} if not schema.keys() & {"properties", "additionalProperties"}:
            return {**schema, "additionalProperties": True}
        case {"$ref": str(target)}:
            return {**schema, "$ref": target.replace("#/$defs/", "#/components/schemas/")}
        case dict():
            return {name: _suited(part) for name, part in schema.items()}
        case list():
            return [_suited(part) for part in schema]
    return schema


def text() -> str:
    """The document as the client keeps it."""
    return msgspec.json.format(msgspec.json.encode(document(), order="sorted"), indent=2).decode() + "\n"


if __name__ == "__main__":
    sys.stdout.write(text())
