"""Disputes, what people say about them, and the unchangeable record of what referees do at their desk."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.match import Match

LONGEST_WORDS = 2000


class Dispute(models.Model):
    """A dispute, projected from the logbook for lists. `seat` is None if a referee ruled without being asked."""

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        RULED = "ruled", _("ruled on")
        APPEALED = "appealed", _("appealed")
        SETTLED = "settled", _("settled")
        WITHDRAWN = "withdrawn", _("withdrawn")

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="disputes")
    number = models.PositiveSmallIntegerField(help_text="Disputes of a match count from 1.")
    seat = models.PositiveSmallIntegerField(null=True)
    position = models.PositiveIntegerField(help_text="The disputed log entry.")
    status = models.CharField(max_length=10, choices=Status)
    opened_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["opened_at", "pk"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "number"], name="one_dispute_per_number")]
        indexes: ClassVar = [
            models.Index(
                fields=["opened_at"], name="dispute_waiting", condition=models.Q(status__in=["open", "appealed"])
            )
        ]
        permissions: ClassVar = [("rule_matches", "Can look into matches at the referee's desk and rule on them")]

    def __str__(self) -> str:
        return f"dispute {self.number} of {self.match_id}"


class DisputeWord(models.Model):
    """A text about a dispute: its claim, a referee's question, an answer to that, or the grounds of an appeal."""

    class Kind(models.TextChoices):
        CLAIM = "claim", _("claim")
        QUESTION = "question", _("question")
        ANSWER = "answer", _("answer")
        APPEAL = "appeal", _("appeal")

    dispute = models.ForeignKey(Dispute, on_delete=models.CASCADE, related_name="words")
    kind = models.CharField(max_length=10, choices=Kind)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    seat = models.PositiveSmallIntegerField(null=True, help_text="Who is asked, or who speaks; None: the whole table.")
    text = models.TextField(max_length=LONGEST_WORDS)
    said_at = models.DateTimeField()
    key = models.CharField(max_length=64, unique=True, help_text="What makes this request the same request.")

    class Meta:
        ordering: ClassVar = ["dispute", "pk"]

    def __str__(self) -> str:
        return f"{self.kind} #{self.pk}"


class DeskRecord(models.Model):
    """One act of a referee, or one look at a secret. Database triggers refuse to change or delete the row."""

    class Act(models.TextChoices):
        OPENED = "opened", _("opened the match at the desk")
        LOOKED = "looked", _("looked at what a seat knew")
        WATCHED = "watched", _("watched the match as a spectator")
        ASKED = "asked", _("asked the table")
        RULED = "ruled", _("ruled")
        RETRIED = "retried", _("tried a mail again")
        READ_MAIL = "read_mail", _("read a mail that was put aside")
        SUSPENDED = "suspended", _("shut an account")
        READMITTED = "readmitted", _("opened an account again")
        REFUSED = "refused", _("was refused at the desk")

    referee = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    act = models.CharField(max_length=10, choices=Act)
    match = models.ForeignKey(Match, null=True, on_delete=models.PROTECT, related_name="desk_records")
    position = models.PositiveIntegerField(null=True)
    seat = models.PositiveSmallIntegerField(null=True)
    reason = models.CharField(max_length=1000, blank=True, default="")
    detail = models.CharField(max_length=200, blank=True, default="")
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["-at", "-pk"]
        indexes: ClassVar = [models.Index(fields=["match", "referee"], name="desk_record_by_match")]

    def __str__(self) -> str:
        return f"{self.act} #{self.pk}"
