"""What the table allows its players to decide by themselves."""

from games.table.consent_commands import TakeBack
from games.table.consent_events import MoveTakenBack
from games.table.events import AnyTableEvent, Rewound


def decide_consent(command: TakeBack) -> tuple[AnyTableEvent, ...]:
    """Return what `command` causes in a match where it is known to be allowed by what was played."""
    return (MoveTakenBack(command.seat, command.position), Rewound(command.position - 1))
