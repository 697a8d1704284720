"""Messages at a table and private notes. They are not part of the logbook, because they do not affect the game."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from games.models.match import Match
from games.models.outbox import OutboxMail

LONGEST_MESSAGE = 1000
LONGEST_NOTES = 10_000


class Message(models.Model):
    """A message to the table, or from one person to another, even if their seats change hands.

    `talk` is empty for the table and otherwise names the two people. Numbers count within a talk, so that they do not
    reveal how much is said elsewhere.
    """

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="messages")
    talk = models.CharField(max_length=65, blank=True, default="")
    number = models.PositiveIntegerField()
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    reader = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+", help_text="None: the table."
    )
    text = models.TextField(max_length=LONGEST_MESSAGE)
    said_at = models.DateTimeField()
    key = models.CharField(max_length=64, help_text="What makes this request the same request.")
    letter = models.ForeignKey(
        OutboxMail, null=True, on_delete=models.SET_NULL, related_name="messages", help_text="The mail that tells it."
    )

    class Meta:
        ordering: ClassVar = ["match", "talk", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "talk", "number"], name="one_message_per_number"),
            models.UniqueConstraint(fields=["author", "key"], name="one_message_per_key"),
        ]
        indexes: ClassVar = [models.Index(fields=["match", "author", "said_at"], name="message_by_author")]

    def __str__(self) -> str:
        return f"message #{self.pk} in {self.match_id}"


class MutedTalk(models.Model):
    """A talk that one person has muted in one match; the others are not notified."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="+")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    talk = models.CharField(max_length=65, blank=True, default="")

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "person", "talk"], name="muted_once")]

    def __str__(self) -> str:
        return f"muted talk #{self.pk} in {self.match_id}"


class Notes(models.Model):
    """One person's private notes on one match; nobody else can read them. `version` grows with every change."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="+")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    text = models.TextField(blank=True, default="", max_length=LONGEST_NOTES)
    version = models.PositiveIntegerField(default=0)
    changed_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name_plural = "notes"
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "person"], name="one_set_of_notes")]

    def __str__(self) -> str:
        return f"notes #{self.pk} on {self.match_id}"
