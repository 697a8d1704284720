"""Tokens: unguessable words that survive mail systems (lower-case base32, 26 characters), kept as digests only."""

import base64
import hashlib
import hmac

from django.conf import settings

TOKEN_LENGTH = 26


def token_for(*parts: object, key: str | None = None) -> str:
    """Return the token of 128 bits that belongs to `parts` under `key` (SECRET_KEY), the same each time."""
    message = "\x1f".join(str(part) for part in parts).encode()
    mac = hmac.digest((key or settings.SECRET_KEY).encode(), b"letters of marque token\x1f" + message, "sha256")
    return base64.b32encode(mac[:16]).decode().rstrip("=").lower()


def find_token(digest: str, *parts: object) -> str | None:
    """Return the token of `parts` that `digest` was kept of, under SECRET_KEY or one it has replaced; None if lost."""
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    tokens = (token_for(*parts, key=key) for key in keys)
    return next((token for token in tokens if digest_of_token(token) == digest), None)


def digest_of_token(token: str) -> str:
    """Return what the database keeps of a token, whatever case it came back in."""
    return hashlib.sha256(token.strip().lower().encode(errors="backslashreplace")).hexdigest()
