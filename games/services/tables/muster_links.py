"""Links of ready checks: each link in a letter lets one player confirm one seat."""

from accounts.models import User
from games.models import Match
from games.tokens import digest_of_token, find_token, token_for


def muster_token(match_id: str, player: User) -> str:
    """Return the token in the link that lets this player confirm a seat in this match, and nothing else."""
    return token_for("muster", match_id, player.ref)


def find_mustered(match_id: str, token: str) -> tuple[Match, User] | None:
    """Return the match and player of this link; None if it is invalid, the match has begun or the player has left."""
    match = Match.objects.select_related("host").filter(pk=match_id, status=Match.Status.MUSTERING).first()
    if match is None:
        return None
    digest = digest_of_token(token)
    for seat in match.seats.filter(player__is_active=True).select_related("player"):
        if seat.player is not None and find_token(digest, "muster", match_id, seat.player.ref):
            return match, seat.player
    return None
