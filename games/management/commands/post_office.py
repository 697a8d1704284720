"""Run the embedded post office."""

import asyncio
import logging
import signal
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.postoffice.server import make_server


class Command(BaseCommand):
    """Receives mail by SMTP until stopped: replies go to the inbox, all other mail to the local mailboxes."""

    help = "Run the embedded post office: SMTP in, mailboxes on disk."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Serve until SIGINT or SIGTERM; raises CommandError if the port cannot be opened."""
        logging.getLogger("mail.log").setLevel(logging.WARNING)  # aiosmtpd logs a line for each SMTP command
        try:
            asyncio.run(self._serve(settings.POST_OFFICE_HOST, settings.POST_OFFICE_PORT))
        except OSError as error:
            raise CommandError(f"The post office cannot open: {error}") from error

    async def _serve(self, host: str, port: int) -> None:
        stopped = asyncio.Event()
        loop = asyncio.get_running_loop()
        for each in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(each, stopped.set)
        server = await loop.create_server(make_server, host=host, port=port)
        self.stdout.write(f"The post office is open at {host}:{port}; the mailboxes are in {settings.POST_OFFICE_DIR}.")
        async with server:
            await stopped.wait()
