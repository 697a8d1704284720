"""Blocks: a person wants nothing to do with another. Stored by account, so that a new name does not avoid it."""

from typing import ClassVar

from django.conf import settings
from django.db import models


class Block(models.Model):
    """`owner` has blocked `person`, who is not notified."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["person__name_key"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["owner", "person"], name="one_block_per_person")]

    def __str__(self) -> str:
        return f"block #{self.pk}"
