"""Tokens: unguessable words that survive mail systems (lower-case base32, 26 characters), stored as digests only."""

import base64
import hashlib
import hmac

from django.conf import settings

TOKEN_LENGTH = 26


def token_for(*parts: object, key: str | None = None) -> str:
    """Return the 128-bit token of `parts` under `key` (by default SECRET_KEY); it is the same each time."""
    message = "\x1f".join(str(part) for part in parts).encode()
    mac = hmac.digest((key or settings.SECRET_KEY).encode(), b"letters of marque token\x1f" + message, "sha256")
    return base64.b32encode(mac[:16]).decode().rstrip("=").lower()


def find_token(digest: str, *parts: object) -> str | None:
    """Return the token of `parts` with this digest, under SECRET_KEY or one of its fallbacks; None if no key fits."""
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    tokens = (token_for(*parts, key=key) for key in keys)
    return next((token for token in tokens if digest_of_token(token) == digest), None)


def digest_of_token(token: str) -> str:
    """Return the digest that the database stores of a token; upper and lower case make no difference."""
    return hashlib.sha256(token.strip().lower().encode(errors="backslashreplace")).hexdigest()
