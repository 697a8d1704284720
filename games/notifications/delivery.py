"""Delivery: one connection to the mail server for a whole relay run, which no letter can hold up for long.

If the connection is lost between the end of a letter and the server's answer, the server may or may not have the letter
(RFC 5321 6.1 and RFC 1047). That case is distinguished from every other loss, so that the letter is repeated only once.
"""

import selectors
import smtplib
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import TracebackType
from typing import Any, Self

import structlog
from anymail.exceptions import AnymailAPIError
from django.core.mail import EmailMessage, get_connection

from accounts.refusals import check_taken
from games.notifications.providers import Providers

log = structlog.get_logger(__name__)

ANSWERS_WELL = 250  # RFC 5321 4.1.1.9
LEAST_CODE = 200  # RFC 5321 4.2.1
SEND_IT = 354  # RFC 5321 4.1.1.4
LONGEST_LETTER_SECONDS = 60.0
_OUR_FAULT = (401, 402, 403, 408, 429)


class ServerUnreachable(Exception):
    """No mail can be handed over now; no letter is to blame."""


class LetterInDoubt(Exception):
    """The server was given the whole letter but never answered whether it accepted it."""


def _is_quiet(session: smtplib.SMTP) -> bool:
    """Whether the server has neither hung up nor sent anything unprompted; checked without sending it a command."""
    if session.sock is None:
        return False
    with selectors.DefaultSelector() as waiting:
        waiting.register(session.sock, selectors.EVENT_READ)
        return not waiting.select(0)


class Postman:
    """Hands letters to the mail server over one connection, opened when first needed and reopened when lost."""

    def __init__(self) -> None:
        self._link: Any = get_connection()
        self._is_open = self._is_in_doubt = self._is_late = False
        self.providers = Providers()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._hang_up()

    def deliver(self, message: EmailMessage) -> None:
        """Hand over one letter, within a minute at most.

        Raises ServerUnreachable, LetterInDoubt, or SMTPException, OSError or AnymailError about this letter.
        """
        self._ensure_link()
        self._is_in_doubt = self._is_late = False
        try:
            with self._in_good_time():
                self._link.send_messages([message])
            check_taken(message)
        except (smtplib.SMTPServerDisconnected, OSError) as error:
            self._hang_up()
            if isinstance(error, AnymailAPIError):
                raise _of_api(error) from error
            if self._is_in_doubt:
                raise LetterInDoubt(type(error).__name__) from error
            raise

    @contextmanager
    def _in_good_time(self) -> Iterator[None]:
        """Shut the connection if the server takes too long in all, even if it keeps sending a few bytes at a time."""
        session = getattr(self._link, "connection", None)
        bell = threading.Timer(LONGEST_LETTER_SECONDS, self._shut, (session,))
        bell.daemon = True
        bell.start()
        try:
            yield
        finally:
            bell.cancel()

    def _shut(self, session: Any) -> None:
        self._is_late, link = True, getattr(session, "sock", None)
        if isinstance(link, socket.socket):
            with suppress(OSError):
                link.shutdown(socket.SHUT_RDWR)

    def _ensure_link(self) -> None:
        if self._is_open and not self._is_alive():
            self._hang_up()
        if self._is_open:
            return
        try:
            self._link.open()
        except (smtplib.SMTPException, OSError) as error:
            raise ServerUnreachable(_words(error)) from error
        self._is_open = True
        self._watch()

    def _watch(self) -> None:
        """Keep track of whether the server has been given a whole letter that it has not answered yet."""
        session: Any = getattr(self._link, "connection", None)
        if not isinstance(session, smtplib.SMTP):
            return
        send, getreply = session.send, session.getreply
        awaits_letter = False

        def watched_send(data: Any) -> None:
            send(data)
            self._is_in_doubt |= awaits_letter

        def watched_getreply() -> tuple[int, bytes]:
            nonlocal awaits_letter
            code, words = getreply()
            if self._is_late or code < LEAST_CODE:
                raise smtplib.SMTPServerDisconnected("no whole answer")
            awaits_letter, self._is_in_doubt = code == SEND_IT, False
            return code, words

        session.send, session.getreply = watched_send, watched_getreply  # type: ignore[method-assign,assignment]

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


def _of_api(error: AnymailAPIError) -> Exception:
    """Return ServerUnreachable if a provider's API is silent, busy or rejects our account; else return `error`."""
    code: int | None = error.status_code
    if code is None or code >= 500 or code in _OUR_FAULT:
        return ServerUnreachable(f"the mail provider answers {code or type(error.__cause__).__name__}")
    refused: Exception = error
    return refused


def _words(error: Exception) -> str:
    """Return the server's words when it did not let us in, or the name of the error."""
    if isinstance(error, smtplib.SMTPResponseException):
        words = error.smtp_error
        return f"{error.smtp_code} {words.decode(errors='replace') if isinstance(words, bytes) else words}"[:120]
    return type(error).__name__
