"""Mending: somebody's mail is wanted, or works, again; a sweep tells what waited for that."""

from django.utils import timezone

from accounts.models import User


def note_mended(person_id: int) -> None:
    """Have what this person is asked now be mailed, where no letter has told it."""
    User.objects.filter(pk=person_id).update(mail_mended_at=timezone.now())
