"""Links of ready checks: each link in a letter lets one player confirm one seat."""

from accounts.models import User
from games.models import Match
from games.tokens import digest_of_token, find_token, token_for


def ready_check_token(match_id: str, player: User) -> str:
    """Return the token in the link that lets this player confirm a seat in this match, and nothing else."""
    return token_for("ready_check", match_id, player.ref)


def find_asked_player(match_id: str, token: str) -> tuple[Match, User] | None:
    """Return the match and player of this link; None if it is invalid, the match has begun or the player has left."""
    match = Match.objects.select_related("host").filter(pk=match_id, status=Match.Status.WAITING).first()
    if match is None:
        return None
    digest = digest_of_token(token)
    for seat in match.seats.filter(player__is_active=True).select_related("player"):
        if seat.player is not None and find_token(digest, "ready_check", match_id, seat.player.ref):
            return match, seat.player
    return None
