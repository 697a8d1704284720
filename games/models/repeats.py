"""Requests with an Idempotency-Key, stored so that a different request under the same key is detected."""

from django.db import models


class KeyedRequest(models.Model):
    """One request that took effect. `key` is a digest of its sender, target and key; `body` is a digest of its body."""

    key = models.CharField(max_length=64, primary_key=True)
    body = models.CharField(max_length=64)
    heard_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"request {self.key[:8]}"
