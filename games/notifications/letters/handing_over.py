"""Letters about a seat that another player has taken over: the newcomer's brief, and a notice to its last holder."""

from typing import Any, TypeAlias

from games.notifications.relevance import Recipient

Facts: TypeAlias = dict[str, Any]


def facts_of_hand_over(recipient: Recipient) -> Facts:
    """Return the facts of such a letter besides those that its reader may know about the match."""
    return {"is_newcomer": recipient.seat is not None}
