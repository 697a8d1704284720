"""API keys: shown once, kept as a digest."""

import hashlib
import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models

PREFIX = "lom_"


class ApiKey(models.Model):
    """A secret by which a program acts for its owner."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_keys")
    name = models.CharField(max_length=60)
    hint = models.CharField(max_length=12, help_text="The first characters, to tell keys apart.")
    digest = models.CharField(max_length=64, unique=True, help_text="SHA-256 of the key.")
    created_at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.name} ({self.hint}…)"


def new_key() -> str:
    """Return a fresh API key of 160 bits."""
    return PREFIX + secrets.token_hex(20)


def digest_of(key: str) -> str:
    """Return what the database keeps of a key."""
    return hashlib.sha256(key.encode()).hexdigest()
