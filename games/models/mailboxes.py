"""What the service remembers about a mailbox on an IMAP server between two visits."""

from typing import ClassVar

from django.db import models


class Mailbox(models.Model):
    """How far a mailbox has been read. Mails below `next_number` were tried; those that failed are `UnfetchedMail`.

    `visited_at` is when the last visit that got through all the mail began.
    """

    name = models.CharField(max_length=64, unique=True, help_text="A digest of where it is and whose it is.")
    numbering = models.BigIntegerField(default=0, help_text="UIDVALIDITY: under another one the numbers mean nothing.")
    next_number = models.BigIntegerField(default=0, help_text="The lowest UID that was not met yet; 0: none was.")
    visited_at = models.DateTimeField()
    fault = models.CharField(max_length=100, blank=True, default="", help_text="Why the last visit ended early.")

    class Meta:
        verbose_name_plural = "mailboxes"

    def __str__(self) -> str:
        return f"mailbox #{self.pk}"


class UnfetchedMail(models.Model):
    """A mail still in the mailbox because storing it failed; `attempts` is raised before each attempt."""

    mailbox = models.ForeignKey(Mailbox, on_delete=models.CASCADE, related_name="unfetched")
    number = models.BigIntegerField()
    attempts = models.PositiveSmallIntegerField(default=1)
    met_at = models.DateTimeField()
    not_before = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["mailbox", "number"], name="one_unfetched_mail")]

    def __str__(self) -> str:
        return f"unfetched mail {self.number}"
