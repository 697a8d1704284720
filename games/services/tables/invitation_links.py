"""Links of invitations: the token in each link, and declining an invitation. None of this seats a player."""

from django.utils import timezone

from games.models import Invitation
from games.tokens import digest_of_token, find_token, token_for


def token_of(invitation: Invitation) -> str:
    """Return the token in the link of this invitation, even after SECRET_KEY was replaced.

    If the key that made it is no longer known, the invitation gets a new token and its old link stops working.
    """
    parts = ("invitation", invitation.match_id, invitation.address)
    return find_token(invitation.digest, *parts) or _give_new_word(invitation, token_for(*parts))


def find_invitation(token: str) -> Invitation | None:
    """Return the invitation that this token opens, unless it was declined."""
    found = Invitation.objects.select_related("match", "invited_by").filter(digest=digest_of_token(token))
    return found.filter(declined_at=None).first()


def decline_invitation(*, invitation: Invitation) -> None:
    """Decline an invitation that came by mail; its link stops working. A shared link cannot be declined."""
    Invitation.objects.filter(pk=invitation.pk, accepted_by=None).exclude(address="").update(declined_at=timezone.now())


def _give_new_word(invitation: Invitation, token: str) -> str:
    invitation.digest = digest_of_token(token)
    Invitation.objects.filter(pk=invitation.pk).update(digest=invitation.digest)
    return token
