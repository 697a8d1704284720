"""Requests that carried an Idempotency-Key: what each asked for, so that another one under its key is found out."""

from django.db import models


class KeyedRequest(models.Model):
    """One request that had its effect. `key` tells whose it was, what it called and its key; `body` what it said."""

    key = models.CharField(max_length=64, primary_key=True)
    body = models.CharField(max_length=64)
    heard_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"request {self.key[:8]}"
