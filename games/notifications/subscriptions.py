"""Subscriptions: which kinds of letters a person wants, and the link in each letter that ends one kind (RFC 8058)."""

import uuid

from django.conf import settings
from django.db import transaction

from accounts.models import User
from games.models import Invitation, OutboxMail
from games.services.invitations import decline_invitation, find_invitation, shut_address, token_of
from games.tokens import digest_of_token, find_token, token_for


def unsubscribe_url(person: User, kind: str) -> str:
    """Return the address that ends letters of `kind` to this person, and nothing else."""
    return f"{settings.SITE_URL}/unsubscribe/{person.ref.hex}/{kind}/{token_for(*_parts(person, kind))}/"


def refuse_invitation_url(invitation: Invitation) -> str:
    """Return the address that declines an invitation which came by mail."""
    return f"{settings.SITE_URL}/unsubscribe/invitation/{token_of(invitation)}/"


def find_subscriber(ref: str, kind: str, token: str) -> User | None:
    """Return the person whose letters of `kind` this link ends, or None if the link is not one of ours."""
    if kind not in OutboxMail.Kind.values:
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
    """Decline an invitation that came by mail, and let nobody invite this address again."""
    decline_invitation(invitation=invitation)
    person = User.objects.filter(email=User.objects.normalize_email(invitation.address)).first()
    if person is None:
        shut_address(invitation.address)
    else:
        set_wanted(person=person, kind=OutboxMail.Kind.INVITATION.value, is_wanted=False)


def set_wanted(*, person: User, kind: str, is_wanted: bool) -> None:
    """Note whether this person wants letters of `kind`; saying so twice changes nothing."""
    with transaction.atomic():
        locked = User.objects.select_for_update().get(pk=person.pk)
        muted = {*locked.muted_kinds, kind} - ({kind} if is_wanted else set())
        User.objects.filter(pk=person.pk).update(muted_kinds=sorted(muted))


def _parts(person: User, kind: str) -> tuple[object, ...]:
    return ("unsubscribe", person.ref, kind)
