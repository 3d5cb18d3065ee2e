"""Capabilities: whoever holds a token may sit in its seat. Only a digest of it is ever kept."""

from __future__ import annotations

import hashlib
import hmac
import secrets

TABLE_BYTES = 9  # a table's name is in addresses and logs; it opens nothing
TOKEN_BYTES = 24
MOST = 64  # no token of ours is longer


def new_table() -> str:
    return secrets.token_urlsafe(TABLE_BYTES)


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def digest(token: str) -> str:
    return hashlib.sha256(b"mneme token\0" + token.encode()).hexdigest()


def fits(token: str, kept: str) -> bool:
    """Whether a token is the one whose digest was kept, in a time that tells nothing about it."""
    return hmac.compare_digest(digest(token), kept)


def mark(token: str, text: str) -> str:
    """What binds a private note to the token it came with, so that its author alone can withdraw it.

    The token itself is kept nowhere, so nobody who reads the store can tell whose note it is.
    """
    return hmac.digest(token.encode(), b"mneme mark\0" + text.encode(), "sha256").hex()[:32]
