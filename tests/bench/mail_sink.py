"""An SMTP server that takes every mail and keeps none, run by `python -m tests.bench.mail_sink PORT`."""

import asyncio
import sys

from aiosmtpd.smtp import SMTP, Envelope, Session


class Sink:
    """Takes whatever comes."""

    async def handle_DATA(self, _server: SMTP, _session: Session, _envelope: Envelope) -> str:  # noqa: N802
        """Say that it is taken."""
        return "250 taken"


async def serve(port: int) -> None:
    """Take mail in until the process is ended."""
    server = await asyncio.get_running_loop().create_server(lambda: SMTP(Sink()), "127.0.0.1", port)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1])))
