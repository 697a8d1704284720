"""Repairs: a person whose address was stopped requests a test letter, and confirms its arrival by its link."""

from datetime import timedelta

import structlog
from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.addresses import lift_stop, mark_of, stop_of
from accounts.models import TroubledAddress, User
from accounts.refusals import check_taken
from accounts.return_paths import send_back_to
from games.notifications.mending import mend
from games.tokens import digest_of_token, find_token, token_for

log = structlog.get_logger(__name__)

REST = timedelta(minutes=10)
"""How long after one letter to a stopped address the next may be requested."""


def try_address(person: User) -> bool:
    """Send a test letter to a person's stopped address; return False if one was sent just now, or cannot be sent."""
    now = timezone.now()
    stopped = TroubledAddress.objects.filter(mark=mark_of(person.email), stopped_at__isnull=False)
    if not stopped.exclude(asked_at__gt=now - REST).update(asked_at=now):
        return False
    message = EmailMessage(
        subject=_("Does mail reach you again?"),
        body=render_to_string("mail/trial.txt", {"name": person.name, "works_url": _works_url(person)}),
        from_email=settings.DEFAULT_FROM_EMAIL,
        to=[person.email],
        headers={"Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All"},
    )
    send_back_to(message, f"a{mark_of(person.email)}")
    try:
        message.send()
        check_taken(message)
    except Exception as error:  # noqa: BLE001 - every mail provider has errors of its own
        log.warning("trial_not_sent", person=person.pk, error=type(error).__name__)
        return False
    return True


def find_tried(ref: str, token: str) -> User | None:
    """Return the person of this link if the address it was mailed to is still stopped for the same cause, else None."""
    person = User.objects.filter(ref=ref).first() if len(ref) == len("0" * 32) and ref.isalnum() else None
    stopped = stop_of(person.email) if person else None
    if person is None or stopped is None:
        return None
    return person if find_token(digest_of_token(token), *_parts(person, stopped)) else None


def take_up_again(person: User) -> int:
    """Lift the stop of this person's address and queue the letters they missed; return how many may be sent."""
    lift_stop(person.email)
    return mend(person)


def _works_url(person: User) -> str:
    stopped = stop_of(person.email)
    token = token_for(*_parts(person, stopped)) if stopped else ""
    return f"{settings.SITE_URL}/account/mail/works/{person.ref.hex}/{token}/"


def _parts(person: User, stopped: TroubledAddress) -> tuple[object, ...]:
    return ("address works", person.ref, stopped.mark, stopped.pk)
