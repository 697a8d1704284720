"""A real SMTP server in the test process, and ways in which it can be bad."""

import asyncio
import email
import email.policy
import socket
from dataclasses import dataclass, field
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session


@dataclass
class Delivery:
    """One mail as the server took it: the envelope and what was in it."""

    sender: str
    recipients: list[str]
    raw: bytes

    @property
    def message(self) -> EmailMessage:
        return email.message_from_bytes(self.raw, policy=email.policy.default)

    @property
    def subject(self) -> str:
        return str(self.message["Subject"]).strip()

    @property
    def text(self) -> str:
        """The text as a person reads it: whether a space may break is not seen."""
        part = self.message.get_body(("plain",))
        assert part is not None
        return str(part.get_content()).replace("\r\n", "\n").replace("\N{NO-BREAK SPACE}", " ")

    @property
    def html(self) -> str:
        """The HTML, in which it is not seen either whether a space may break."""
        part = self.message.get_body(("html",))
        assert part is not None
        return str(part.get_content()).replace("\r\n", "\n").replace("\N{NO-BREAK SPACE}", " ")


@dataclass
class Harbour:
    """Keeps every mail it takes. `refused` addresses get `refusal`; `answers` come, one by one, in place of a 250."""

    deliveries: list[Delivery] = field(default_factory=list)
    refused: set[str] = field(default_factory=set)
    refusal: str = "550 no such mailbox"
    answers: list[str] = field(default_factory=list)
    seconds_for_each: float = 0
    hangs_up_after: bool = False
    hangs_up_before_answer: int = 0
    visits: int = 0
    tries: int = 0

    async def handle_EHLO(  # noqa: N802
        self, _s: SMTP, session: Session, _envelope: Envelope, hostname: str, responses: list[str]
    ) -> list[str]:
        self.visits += 1
        session.host_name = hostname
        return responses

    async def handle_RCPT(  # noqa: N802
        self, _s: SMTP, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        self.tries += 1
        if address in self.refused:
            return f"{self.refusal} <{address}>"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802
        await asyncio.sleep(self.seconds_for_each)
        if self.answers:
            return self.answers.pop(0)
        content: Any = envelope.content
        self.deliveries.append(Delivery(envelope.mail_from or "", list(envelope.rcpt_tos), content))
        if self.hangs_up_before_answer:
            self.hangs_up_before_answer -= 1
            _cut(server)
        elif self.hangs_up_after:
            asyncio.get_running_loop().call_later(0.02, _cut, server)
        return "250 taken"

    def to(self, address: str) -> list[Delivery]:
        """Return the mails to one address, oldest first."""
        return [each for each in self.deliveries if each.recipients == [address]]


def _cut(server: SMTP) -> None:
    assert isinstance(server.transport, asyncio.WriteTransport)
    server.transport.abort()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def serve(harbour: Harbour, port: int) -> Controller:
    """Return a running server with this handler."""
    controller = Controller(harbour, hostname="127.0.0.1", port=port)
    controller.start()
    return controller
