"""Delivery: one link to the mail server for a whole relay run."""

import selectors
import smtplib
from types import TracebackType
from typing import Any, Self

import structlog
from django.core.mail import EmailMessage, get_connection

log = structlog.get_logger(__name__)

ANSWERS_WELL = 250  # RFC 5321 4.1.1.9


class ServerUnreachable(Exception):
    """No mail can be handed over now; no letter is to blame."""


def _is_quiet(session: smtplib.SMTP) -> bool:
    """Whether the server has neither said anything unasked nor hung up, as far as can be told without asking it."""
    if session.sock is None:
        return False
    with selectors.DefaultSelector() as waiting:
        waiting.register(session.sock, selectors.EVENT_READ)
        return not waiting.select(0)


class Postman:
    """Hands letters to the mail server over one connection, opened when first needed and again when it was lost."""

    def __init__(self) -> None:
        self._link: Any = get_connection()
        self._is_open = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._hang_up()

    def deliver(self, message: EmailMessage) -> None:
        """Hand over one letter; raises ServerUnreachable, or SMTPException or OSError about this letter."""
        self._ensure_link()
        try:
            self._link.send_messages([message])
        except (smtplib.SMTPServerDisconnected, OSError):
            self._hang_up()
            raise

    def _ensure_link(self) -> None:
        if self._is_open and not self._is_alive():
            self._hang_up()
        if self._is_open:
            return
        try:
            self._link.open()
        except (smtplib.SMTPException, OSError) as error:
            raise ServerUnreachable(type(error).__name__) from error
        self._is_open = True

    def _is_alive(self) -> bool:
        session = getattr(self._link, "connection", None)
        if not isinstance(session, smtplib.SMTP) or _is_quiet(session):
            return True
        try:
            code, _ = session.noop()
        except (smtplib.SMTPException, OSError):
            return False
        return code == ANSWERS_WELL

    def _hang_up(self) -> None:
        self._is_open = False
        try:
            self._link.close()
        except (smtplib.SMTPException, OSError) as error:
            log.info("hang_up_failed", error=type(error).__name__)
            self._link = get_connection()
