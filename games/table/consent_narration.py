"""What the players decide by themselves, in a sentence a player would say. Everybody may read all of it."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.table.consent_events import MoveTakenBack
from games.table.events import Rewound
from pirates.seats import Seat


def narrate_consent(event: MoveTakenBack | Rewound, names: Sequence[str], viewer: Seat | None) -> str:
    """Return one sentence for `event`, as it is told to `viewer`; `names` are in seat order."""
    if isinstance(event, Rewound):
        return _("The match was wound back to entry {number}.").format(number=event.to)
    if event.seat == viewer:
        return _("You take back your move of entry {position}.").format(position=event.position)
    return _("{player} takes back the move of entry {position}.").format(
        player=names[event.seat], position=event.position
    )
