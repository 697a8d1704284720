"""Invitations: by mail address (even without an account), by name or by link; accepting one takes a seat."""

from datetime import timedelta

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.guests import is_guest
from accounts.models import User
from accounts.names import name_key
from games.models import Invitation, Match, OutboxMail
from games.outbox import letters as outbox
from games.refusals import NotNow, NotYourSeat
from games.selectors.tables.offered import is_offered
from games.services.people.shut_addresses import takes_invitations
from games.services.play.submitting import Receipt, submission_key
from games.services.tables.invitation_links import token_of
from games.services.tables.salts import Salt
from games.services.tables.seats import require_reachable, seat_player
from games.tokens import digest_of_token, token_for
from pirates.errors import MalformedMove

MOST_PER_MATCH = 20
MOST_PER_DAY = 50
MOST_PER_ADDRESS = 5


def invite_by_address(*, match: Match, host: User, address: str) -> Invitation:
    """Invite a mail address to a match and enqueue the letter; inviting the address again sends nothing.

    Raises NotYourSeat (not the host), NotNow (the match has begun, too many invitations, the host is a guest, or the
    address accepts none), MalformedMove.
    """
    _require_right(match, host)
    if is_guest(host):
        raise NotNow("guest_sends_no_mail", _("A guest cannot send mail; keep this account first, or share the link."))
    address = User.objects.normalize_email(address)
    try:
        validate_email(address)
    except ValidationError as error:
        raise MalformedMove("not_an_address", _("This is not a mail address.")) from error
    if not takes_invitations(address):
        raise NotNow(
            "address_wants_none", _("Whoever reads this address wants no invitations; share the link instead.")
        )
    with transaction.atomic():
        invitation, is_new = _find_or_make(match, host, address)
        if is_new:
            _enqueue_letter(invitation, outbox.Kind.INVITATION)
    return invitation


def invite_by_name(
    *, match: Match, host: User, name: str, kind: OutboxMail.Kind = OutboxMail.Kind.INVITATION
) -> Invitation:
    """Invite a player by name and enqueue the letter; the address is not shown to the host.

    Raises NotYourSeat (not the host), NotNow (the match has begun, too many invitations, the host is a guest, no such
    player, or the player accepts none).
    """
    _require_right(match, host)
    if is_guest(host):
        raise NotNow("guest_sends_no_mail", _("A guest cannot send mail; keep this account first, or share the link."))
    person = User.objects.filter(name_key=name_key(name), is_active=True).exclude(pk=host.pk).first()
    if person is None or is_guest(person):
        raise NotNow("nobody_of_that_name", _("No player of that name can be invited."))
    if not takes_invitations(person.email):
        raise NotNow("address_wants_none", _("This player wants no invitations; share the link instead."))
    with transaction.atomic():
        invitation, is_new = _find_or_make(match, host, person.email)
        if is_new:
            Invitation.objects.filter(pk=invitation.pk).update(named=person)
            _enqueue_letter(invitation, kind)
    return invitation


def invite_by_link(*, match: Match, host: User) -> str:
    """Return the token of the match's invitation link, the same each time. Raises NotYourSeat, NotNow."""
    with transaction.atomic():
        invitation, _ = _find_or_make(match, host, "")
    return token_of(invitation)


def accept_invitation(*, invitation: Invitation, player: User, key: str, salt: Salt | None = None) -> Receipt:
    """Seat the player at the table they were invited to. An invitation by mail seats only one person.

    Raises NotNow (the player is a guest, the table is full or has begun, or the invitation was used), MatchClosed.
    """
    require_reachable(invitation.match, player)
    with transaction.atomic():
        locked = Invitation.objects.select_for_update().get(pk=invitation.pk)
        if locked.address and locked.accepted_by_id not in (None, player.pk):
            raise NotNow(
                "invitation_used", _("Somebody has accepted this invitation already; ask the host for another.")
            )
        full_key = submission_key("invited", locked.pk, key)
        receipt = seat_player(match_id=locked.match_id, player=player, key=full_key, salt=salt)
        if locked.address:
            Invitation.objects.filter(pk=locked.pk).update(accepted_by=player)
    return receipt


def _find_or_make(match: Match, host: User, address: str) -> tuple[Invitation, bool]:
    locked = Match.objects.select_for_update().get(pk=match.pk)
    offers = _require_right(locked, host)
    if locked.status != Match.Status.WAITING and not offers:
        raise NotNow("already_begun", _("The match has begun; nobody can be invited any more."))
    known = Invitation.objects.filter(match=locked, address=address).first()
    if known is not None:
        return known, False
    _check_limits(locked, host, address)
    invitation = Invitation(match=locked, address=address, invited_by=host, created_at=timezone.now())
    invitation.digest = digest_of_token(token_for("invitation", match.pk, address))
    invitation.save()
    return invitation, True


def _require_right(match: Match, host: User) -> bool:
    """Return whether `host` may invite because the table offers a seat; raises NotYourSeat if they may not invite."""
    offers = is_offered(match.pk) and match.seats.filter(player=host).exists()
    if match.host_id != host.pk and not offers:
        raise NotYourSeat(_("Only the host of this match can invite people."))
    return offers


def _check_limits(match: Match, host: User, address: str) -> None:
    mailed = Invitation.objects.filter(created_at__gt=timezone.now() - timedelta(days=1)).exclude(address="")
    is_flooded = mailed.filter(address=address).count() >= MOST_PER_ADDRESS
    is_busy = mailed.filter(invited_by=host).count() >= MOST_PER_DAY
    if is_flooded or is_busy or match.invitations.count() >= MOST_PER_MATCH:
        raise NotNow("too_many_invitations", _("That is enough invitations for now; share the link instead."))


def _enqueue_letter(invitation: Invitation, kind: OutboxMail.Kind) -> None:
    letter = outbox.Letter(
        kind=kind,
        match_id=invitation.match_id,
        once=f"{invitation.match_id}/invitation/{invitation.pk}",
        address=invitation.address,
        subject_id=str(invitation.pk),
    )
    outbox.tell([letter], timezone.now())
