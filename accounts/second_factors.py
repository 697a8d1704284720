"""Second factors: what they are made of is kept encrypted, so that a copy of the database alone opens no account.

The key comes from SECRET_KEY. After a change of it the old one, among SECRET_KEY_FALLBACKS, still reads what it wrote;
`manage.py reseal_second_factors` writes all of it anew.
"""

import base64
import secrets
from collections.abc import Callable
from typing import Any

import structlog
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.db import transaction

log = structlog.get_logger(__name__)

_USE = b"letters of marque second factor"
_SECRETS = ("secret", "seed")
_LISTS = ("migrated_codes",)


class SecondFactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """Makes allauth store secrets encrypted."""

    def encrypt(self, text: str) -> str:
        """Return the encrypted form of a secret that the database stores."""
        return seal(text)

    def decrypt(self, encrypted_text: str) -> str:
        """Return the decrypted secret; if no key of ours can read it, a secret that no code matches."""
        try:
            return unseal(encrypted_text)
        except InvalidToken:
            log.exception("second_factor_unreadable")
            return base64.b32encode(secrets.token_bytes(20)).decode()


def seal(text: str) -> str:
    """Return `text` encrypted with the current key."""
    return _cipher().encrypt(text.encode()).decode()


def unseal(sealed: str) -> str:
    """Return the decrypted text, sealed with the current or a former key; raises InvalidToken."""
    return _cipher().decrypt(sealed.encode()).decode()


def reseal(sealed: str) -> str:
    """Return the same secret encrypted with the current key; raises InvalidToken."""
    return _cipher().rotate(sealed.encode()).decode()


def reseal_all() -> tuple[int, int]:
    """Re-encrypt all second factors with the current key; return how many succeeded, and how many no key can read."""
    done, unreadable = 0, 0
    with transaction.atomic():
        for row in Authenticator.objects.select_for_update().order_by("pk"):
            try:
                row.data = change_secrets(row.data, reseal)
            except InvalidToken:
                unreadable += 1
                continue
            row.save(update_fields=["data"])
            done += 1
    return done, unreadable


def change_secrets(data: dict[str, Any], change: Callable[[str], str]) -> dict[str, Any]:
    """Return allauth's stored data of a second factor with only its secrets replaced."""
    changed = {name: change(data[name]) for name in _SECRETS if name in data}
    lists = {name: [change(each) for each in data[name]] for name in _LISTS if name in data}
    return {**data, **changed, **lists}


def _cipher() -> MultiFernet:
    return MultiFernet([_key(secret) for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)])


def _key(secret: str) -> Fernet:
    derived = HKDF(algorithm=SHA256(), length=32, salt=None, info=_USE).derive(secret.encode())
    return Fernet(base64.urlsafe_b64encode(derived))
