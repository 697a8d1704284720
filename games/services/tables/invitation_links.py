"""Links of invitations: the word that opens one, and declining it. None of this seats anybody."""

from django.utils import timezone

from games.models import Invitation
from games.tokens import digest_of_token, find_token, token_for


def token_of(invitation: Invitation) -> str:
    """Return the word in the link of this invitation, also after SECRET_KEY was replaced.

    If the key it was made with is gone for good, the invitation gets a new word and its old link is dead.
    """
    parts = ("invitation", invitation.match_id, invitation.address)
    return find_token(invitation.digest, *parts) or _give_new_word(invitation, token_for(*parts))


def find_invitation(token: str) -> Invitation | None:
    """Return the invitation that this token opens, unless it was declined."""
    found = Invitation.objects.select_related("match", "invited_by").filter(digest=digest_of_token(token))
    return found.filter(declined_at=None).first()


def decline_invitation(*, invitation: Invitation) -> None:
    """Refuse an invitation that came by mail; its link is dead from now on. A shared link cannot be declined."""
    Invitation.objects.filter(pk=invitation.pk, accepted_by=None).exclude(address="").update(declined_at=timezone.now())


def _give_new_word(invitation: Invitation, token: str) -> str:
    invitation.digest = digest_of_token(token)
    Invitation.objects.filter(pk=invitation.pk).update(digest=invitation.digest)
    return token
