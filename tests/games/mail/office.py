"""An open post office, as a mail program sees it."""

import smtplib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from aiosmtpd.controller import Controller

from games.postoffice.server import SMTP_SETTINGS, PostOffice
from tests.games.mail.harbour import free_port


@dataclass
class Office:
    """Where the post office is open."""

    port: int

    def post(self, raw: bytes, sender: str, *recipients: str) -> dict[str, tuple[int, bytes]]:
        """Send a mail; return whom it was refused for."""
        with smtplib.SMTP("127.0.0.1", self.port, timeout=10) as client:
            return client.sendmail(sender, recipients, raw)


@contextmanager
def open_office() -> Iterator[Office]:
    """Keep a post office open on a free port."""
    port = free_port()
    controller = Controller(PostOffice(), hostname="127.0.0.1", port=port, **SMTP_SETTINGS)
    controller.start()
    try:
        yield Office(port)
    finally:
        controller.stop()
