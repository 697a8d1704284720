"""Mail addresses that letters came back from; the address itself is not kept, only a mark of it."""

from django.db import models


class TroubledAddress(models.Model):
    """What is known against one mail address (`accounts/addresses.py` says what follows)."""

    class Cause(models.TextChoices):
        BOUNCED = "bounced", "letters come back"
        COMPLAINED = "complained", "letters were reported as unwanted"
        SUPPRESSED = "suppressed", "the mail provider sends nothing there"

    mark = models.CharField(max_length=26, unique=True, help_text="A mark of the address, which cannot be read back.")
    soft_bounces = models.PositiveSmallIntegerField(default=0, help_text="Since a letter was last known to arrive.")
    soft_since = models.DateTimeField(null=True)
    stopped_at = models.DateTimeField(null=True, help_text="Since when no letters are sent there.")
    cause = models.CharField(max_length=12, blank=True, default="", choices=Cause)
    detail = models.CharField(max_length=200, blank=True, default="", help_text="What the mail server said last.")
    asked_at = models.DateTimeField(null=True, help_text="When its owner last asked for a letter to try it.")

    class Meta:
        verbose_name_plural = "troubled addresses"

    def __str__(self) -> str:
        return f"troubled address #{self.pk}"
