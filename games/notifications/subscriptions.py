"""Subscriptions: when a person wants which letters, and the link in each letter that ends only its kind (RFC 8058).

A link's `kind` is a kind of mail, or several joined by `-` for a letter with several. For a letter that came as bundled
or daily mail it is `bundled` or `digest`: the link turns that way off, and with it all mail that would come by it.
"""

import uuid

from django.conf import settings
from django.utils.translation import gettext as _

from accounts.mail_preferences import GATHERED, Timing, change_mail_preferences, timing_of
from accounts.mending import note_mended
from accounts.models import User
from games.models import Invitation, MatchMailTiming, OutboxMail
from games.services.people.shut_addresses import shut_address
from games.services.tables.invitation_links import decline_invitation, find_invitation, token_of
from games.tokens import digest_of_token, find_token, token_for
from games.wakeups import wake

BETWEEN_KINDS = "-"


def unsubscribe_url(person: User, kind: str) -> str:
    """Return the link that ends letters of `kind` to this person, and nothing else."""
    return f"{settings.SITE_URL}/unsubscribe/{person.ref.hex}/{kind}/{token_for(*_parts(person, kind))}/"


def refuse_invitation_url(invitation: Invitation) -> str:
    """Return the link that declines an invitation which came by mail."""
    return f"{settings.SITE_URL}/unsubscribe/invitation/{token_of(invitation)}/"


def find_subscriber(ref: str, kind: str, token: str) -> User | None:
    """Return the person whose letters of `kind` this link ends, or None if the link is not one of ours."""
    if not set(kind.split(BETWEEN_KINDS)) <= {*OutboxMail.Kind.values, *GATHERED}:
        return None
    try:
        person = User.objects.filter(ref=uuid.UUID(ref)).first()
    except ValueError:
        return None
    if person is None or find_token(digest_of_token(token), *_parts(person, kind)) is None:
        return None
    return person


def find_mailed_invitation(token: str) -> Invitation | None:
    """Return the open invitation to a mail address that this token belongs to, or None."""
    invitation = find_invitation(token)
    return invitation if invitation is not None and invitation.address else None


def end_invitations(*, invitation: Invitation) -> None:
    """Decline an invitation that came by mail, and accept no more invitations to its address."""
    decline_invitation(invitation=invitation)
    person = User.objects.filter(email=User.objects.normalize_email(invitation.address)).first()
    if person is None:
        shut_address(invitation.address)
    else:
        set_wanted(person=person, kind=OutboxMail.Kind.INVITATION.value, is_wanted=False)


def set_wanted(*, person: User, kind: str, is_wanted: bool) -> None:
    """Record whether this person wants the letters of a link's `kind`; a repeated call changes nothing.

    Mail that is wanted again comes at once; a bundle or daily mail that is wanted again brings all its kinds as before.
    """
    kinds = [each for each in kind.split(BETWEEN_KINDS) if is_wanted_by(person, each) != is_wanted]
    timing = Timing.AT_ONCE if is_wanted else Timing.NEVER
    change_mail_preferences(user=person, timings=dict.fromkeys(kinds, timing))
    if is_wanted:
        wake("mend_mail")


def is_wanted_by(person: User, kind: str) -> bool:
    """Return whether this person wants the letters of a link's `kind`, or at least some of them."""
    return any(timing_of(person, each) != Timing.NEVER for each in kind.split(BETWEEN_KINDS))


def kind_in_words(kind: str) -> str:
    """Return the name of a link's `kind` for pages and letters."""
    ways = {Timing.BUNDLED.value: _("bundled mail"), Timing.DIGEST.value: _("daily mail")}
    return ", ".join(ways.get(each) or str(OutboxMail.Kind(each).label) for each in kind.split(BETWEEN_KINDS))


def match_timing(person: User, match_id: str) -> Timing | None:
    """Return when this person wants the mail of one match; None if the account's setting applies."""
    chosen = MatchMailTiming.objects.filter(person=person, match_id=match_id).values_list("timing", flat=True).first()
    return None if chosen is None else Timing(chosen)


def set_match_timing(*, person: User, match_id: str, timing: Timing | None) -> None:
    """Record when this person wants the mail of one match; None for the account's setting.

    Choosing bundled or daily mail turns it on again if it was turned off as a whole.
    """
    if timing in GATHERED:
        change_mail_preferences(user=person, timings={timing.value: Timing.AT_ONCE.value})
    before = match_timing(person, match_id)
    if timing is None:
        MatchMailTiming.objects.filter(person=person, match_id=match_id).delete()
    else:
        MatchMailTiming.objects.update_or_create(person=person, match_id=match_id, defaults={"timing": timing})
    if before == Timing.NEVER != timing:
        note_mended(person.pk)
        wake("mend_mail")


def _parts(person: User, kind: str) -> tuple[object, ...]:
    return ("unsubscribe", person.ref, kind)
