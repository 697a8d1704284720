"""Invitations to a table: mailed to an address, or as a link for anybody who has it."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from games.models.match import Match


class ShutAddress(models.Model):
    """A mail address without an account whose owner wants no more invitations. Only its digest is stored."""

    digest = models.CharField(max_length=64, unique=True)
    shut_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "shut addresses"

    def __str__(self) -> str:
        return f"shut address #{self.pk}"


class Invitation(models.Model):
    """The right to see a table and sit down at it. Only the digest of its token is stored."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="invitations")
    digest = models.CharField(max_length=64, unique=True)
    address = models.EmailField(blank=True, default="", help_text="Empty for a link.")
    named = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text="Who was invited by name; the host does not learn the address.",
    )
    invited_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField()
    accepted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    declined_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["match", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["match", "address"], name="one_invitation_per_address", condition=~models.Q(address="")
            ),
        ]

    def __str__(self) -> str:
        return f"invitation #{self.pk} to {self.match_id}"

    @property
    def shown_to_host(self) -> str:
        """The invited person as the host knows them: the name or the address that the host gave."""
        return self.named.name if self.named is not None else self.address
