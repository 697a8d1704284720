"""API keys: shown once, kept as a digest."""

import hashlib
import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

PREFIX = "lom_"


class ApiKey(models.Model):
    """A secret with which a program acts for its owner, within its scope, until it expires."""

    class Scope(models.TextChoices):
        """The rights of a key; each scope includes those before it."""

        READ = "read", _("read")
        PLAY = "play", _("read and play")
        ACCOUNT = "account", _("read, play and change preferences")

        def covers(self, needed: "ApiKey.Scope") -> bool:
            """Whether a key of this scope may do what requires `other`."""
            order = list(ApiKey.Scope)
            return order.index(self) >= order.index(needed)

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_keys")
    name = models.CharField(max_length=60)
    hint = models.CharField(max_length=12, help_text="The first characters, to tell keys apart.")
    digest = models.CharField(max_length=64, unique=True, help_text="SHA-256 of the key.")
    scope = models.CharField(max_length=10, choices=Scope.choices, default=Scope.PLAY)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True, blank=True, help_text="From when on it is good for nothing.")
    last_used_at = models.DateTimeField(null=True, blank=True, help_text="When it was used, to the hour.")
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.name} ({self.hint}…)"


def new_key() -> str:
    """Return a fresh API key of 160 bits."""
    return PREFIX + secrets.token_hex(20)


def digest_of(key: str) -> str:
    """Return the digest of a key, which the database stores."""
    return hashlib.sha256(key.encode()).hexdigest()
