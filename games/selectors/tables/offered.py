"""Seats that are offered to anybody who wants them."""

from games.models import Seat


def is_offered(match_id: str) -> bool:
    """Whether a seat of this match may be taken over."""
    return Seat.objects.filter(match_id=match_id, is_offered=True).exists()
