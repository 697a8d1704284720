"""The inbox: raw incoming mail and its processing state, and the reply addresses that give the right to play."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from games.models.match import Match


class InboundMail(models.Model):
    """A mail as it came in. It is committed before it is acknowledged, and handled once afterwards."""

    class State(models.TextChoices):
        WAITING = "waiting", "waiting"
        HANDLED = "handled", "handled"
        ASIDE = "aside", "put aside"

    digest = models.CharField(max_length=64, unique=True, help_text="What makes this mail the same mail.")
    door = models.CharField(max_length=16)
    sender = models.CharField(max_length=320, blank=True, default="", help_text="Envelope sender.")
    recipient = models.CharField(max_length=320, help_text="Envelope recipient.")
    token_digest = models.CharField(max_length=64, blank=True, default="", help_text="Of the reply address it came to.")
    raw = models.BinaryField()
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    reason = models.CharField(max_length=200, blank=True, default="")
    answer = models.TextField(blank=True, default="", help_text="What the receipt or refusal says, as JSON.")
    received_at = models.DateTimeField()
    not_before = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)
    settled_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["-received_at", "-pk"]
        indexes: ClassVar = [
            models.Index(fields=["not_before"], name="inbox_to_read", condition=models.Q(state="waiting")),
            models.Index(fields=["token_digest"], name="inbox_unread_answers", condition=models.Q(state="waiting")),
            models.Index(fields=["-id"], name="inbox_aside", condition=models.Q(state="aside")),
            models.Index(fields=["received_at"], name="inbox_by_arrival"),
            models.Index(fields=["token_digest", "received_at"], name="inbox_by_address"),
            models.Index(fields=["sender", "received_at"], name="inbox_by_sender"),
            models.Index(fields=["settled_at"], name="inbox_by_settling"),
        ]

    def __str__(self) -> str:
        return f"inbound #{self.pk}"


class ReplyAddress(models.Model):
    """The right of one player to answer one Decision by mail. Only the digest of the address's token is kept."""

    digest = models.CharField(max_length=64, unique=True)
    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="+")
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    decision = models.CharField(max_length=40)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "reply addresses"
        indexes: ClassVar = [models.Index(fields=["match", "seat"], name="reply_by_match")]

    def __str__(self) -> str:
        return f"reply address #{self.pk}"
