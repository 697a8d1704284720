"""Tokens: unguessable words that survive mail systems (lower-case base32, 26 characters), kept as digests only."""

import base64
import hashlib
import hmac

from django.conf import settings

TOKEN_LENGTH = 26


def token_for(*parts: object) -> str:
    """Return the token of 128 bits that belongs to `parts`, the same each time as long as SECRET_KEY stays."""
    message = "\x1f".join(str(part) for part in parts).encode()
    mac = hmac.digest(settings.SECRET_KEY.encode(), b"letters of marque token\x1f" + message, "sha256")
    return base64.b32encode(mac[:16]).decode().rstrip("=").lower()


def digest_of_token(token: str) -> str:
    """Return what the database keeps of a token, whatever case it came back in."""
    return hashlib.sha256(token.strip().lower().encode(errors="backslashreplace")).hexdigest()
