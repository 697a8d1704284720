"""Calendar feeds: each has a secret address, which only its owner knows and can change."""

import uuid

from django.conf import settings
from django.db.models import F
from django.urls import reverse

from accounts.models import CalendarFeed, User
from games.tokens import digest_of_token, find_token, token_for


def wants_invites(user: User) -> bool:
    """Whether letters to this person carry their deadlines as calendar files."""
    return CalendarFeed.objects.filter(user=user, wants_invites=True).exists()


def feed_of(user: User) -> CalendarFeed:
    """Return a person's feed, or a new, unsaved and closed one if they have never asked for it."""
    return CalendarFeed.objects.filter(user=user).first() or CalendarFeed(user=user)


def open_feed(*, user: User) -> CalendarFeed:
    """Open a person's feed at a new address; any earlier address stops working."""
    feed, _ = CalendarFeed.objects.get_or_create(user=user)
    CalendarFeed.objects.filter(pk=feed.pk).update(turn=F("turn") + 1, is_open=True)
    feed.refresh_from_db()
    return feed


def close_feed(*, user: User) -> None:
    """Close a person's feed; its address stops working."""
    CalendarFeed.objects.filter(user=user).update(turn=F("turn") + 1, is_open=False)


def set_invites(*, user: User, wants_invites: bool) -> None:
    """Save whether letters that ask something carry the deadline as a calendar file."""
    CalendarFeed.objects.update_or_create(user=user, defaults={"wants_invites": wants_invites})


def address_of(feed: CalendarFeed) -> str:
    """Return the full URL of an open feed; "" for a closed one."""
    if not feed.is_open:
        return ""
    path = reverse("calendar", args=[feed.user.ref.hex, token_for(*_parts(feed))])
    return f"{settings.SITE_URL}{path}"


def find_feed(ref: str, token: str) -> CalendarFeed | None:
    """Return the open feed at this address, or None."""
    try:
        whose = uuid.UUID(ref)
    except ValueError:
        return None
    feed = CalendarFeed.objects.select_related("user").filter(user__ref=whose, is_open=True).first()
    if feed is None or not feed.user.is_active or find_token(digest_of_token(token), *_parts(feed)) is None:
        return None
    return feed


def _parts(feed: CalendarFeed) -> tuple[object, ...]:
    return ("calendar", feed.user.ref, feed.turn)
