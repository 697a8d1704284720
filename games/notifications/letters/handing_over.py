"""Letters about a seat that somebody else has taken over: the newcomer's brief, and the word to who held it."""

from typing import Any, TypeAlias

from games.notifications.relevance import Recipient

Facts: TypeAlias = dict[str, Any]


def facts_of_hand_over(recipient: Recipient) -> Facts:
    """Return what such a letter says beside what its reader may know of the match."""
    return {"is_newcomer": recipient.seat is not None}
