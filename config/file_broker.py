"""A broker in files for one machine: kombu's, except that a message appears whole or not at all.

Kombu's own writes into a file that a worker may already be reading, which then ends that worker.
"""

import time
import uuid
from pathlib import Path
from typing import Any

from kombu.transport import TRANSPORT_ALIASES, filesystem
from kombu.utils.json import dumps


class Channel(filesystem.Channel):
    """A channel that writes each message to a temporary file and then moves it into place."""

    def _put(self, queue: str, payload: dict[str, Any], **_kwargs: Any) -> None:  # type: ignore[override]
        place = Path(self.data_folder_out) / f"{time.time_ns():020d}_{uuid.uuid4()}.{queue}.msg"
        unfinished = place.with_suffix(".part")
        unfinished.write_text(dumps(payload))
        unfinished.replace(place)


class Transport(filesystem.Transport):
    """Kombu's file transport with that channel."""

    Channel = Channel


def use_whole_messages() -> None:
    """Register this transport for `filesystem://`."""
    TRANSPORT_ALIASES["filesystem"] = f"{__name__}:{Transport.__name__}"
