"""Mending: a person's mail is wanted or works again, so a sweep sends what they missed."""

from django.utils import timezone

from accounts.models import User


def note_mended(person_id: int) -> None:
    """Have open questions mailed to this person if no letter has asked them yet."""
    User.objects.filter(pk=person_id).update(mail_mended_at=timezone.now())
