"""Refusals: why a mail server or provider refuses a letter, and whether address, letter or server is to blame.

Servers say the same in many ways, so the words count beside the code (RFC 5321) and the status (RFC 3463), which is
one only where it begins the answer: an address of ours in the text may look like one.
"""

import re
import smtplib
from dataclasses import dataclass
from enum import Enum
from typing import Any

from anymail.exceptions import AnymailAPIError, AnymailInvalidAddress, AnymailRecipientsRefused

PERMANENT = 500
_REFUSED_HTTP = 400


class Blame(Enum):
    """The subject of a refusal."""

    GONE = "there is no such address, and there will be none"
    ADDRESS = "the address takes no mail now"
    SUPPRESSED = "the mail provider sends nothing there"
    LETTER = "this one letter"
    US = "our server, our domain, our rate or a policy against us"
    SERVER = "the mail server's own trouble"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a letter was refused. `code` is 0 if the answer had none."""

    blame: Blame
    code: int
    words: str

    @property
    def is_for_good(self) -> bool:
        """Whether the refusal is permanent (RFC 5321 4.2.1: 5yz)."""
        return self.code >= PERMANENT

    @property
    def detail(self) -> str:
        """The code and words to store."""
        return f"{self.code} {self.words}" if self.code else self.words


_STATUS = re.compile(r"^[\s-]*[245]\.(\d{1,3})\.(\d{1,3})(?![.\d])")
_LATER_STATUS = re.compile(r"\b[245]\d\d[ -]+[245]\.(\d{1,3})\.(\d{1,3})(?![.\d])")
_SURELY_US = re.compile(
    r"block[ -]?list|black[ -]?list|deny[ -]?list"
    r"|\bd?n?s?rbls?\b|\bdnsbl|\blisted (?:at|by|in|on)\b|dmarc|\bspf\b|\bdkim\b"
    r"|unauthenticated|spamhaus|spamcop|barracuda|sorbs|senderscore|reputation",
    re.IGNORECASE,
)
_US = re.compile(
    r"\byour (?:network|server|host|ip|domain|isp|organi[sz]ation|mail server)|\bfrom your\b"
    r"|(?:client|sending|sender|remote|connecting) (?:host|ip|server|domain|network|address)"
    r"|\[\d{1,3}(?:\.\d{1,3}){3}\]|\[ipv6:|\bip address|\bptr\b|reverse (?:dns|lookup)|\brdns\b|\bhelo\b|\behlo\b"
    r"|too many (?:messages|connections|mails|emails|concurrent|sessions|requests)|rate[ -]?limit|throttl"
    r"|polic(?:y|ies)|banned|suspicious|authentication|not authori[sz]ed|relay(?:ing)? (?:denied|not)|access denied",
    re.IGNORECASE,
)
_LETTER = re.compile(
    r"spam|unsolicited|\bjunk|content|virus|malware|phish|attachment|line too long|malformed|\bheaders?\b"
    r"|message (?:size|is too|too)|too (?:large|big)|size (?:exceeds|limit)",
    re.IGNORECASE,
)
_MAILBOX = re.compile(
    r"mailbox|\buser|recipient|\baccount|\baddress|no such|unknown|do(?:es)? ?n[o']t exist|invalid|not found|no mail",
    re.IGNORECASE,
)
_FULL = re.compile(r"full|quota|storage|grey-?list|gray-?list", re.IGNORECASE)
_INACTIVE = re.compile(r"inactive|suppress|unsubscribed|previously bounced", re.IGNORECASE)

_GONE_SUBJECTS = frozenset({(1, 1), (1, 2), (1, 3), (1, 6), (1, 10), (2, 1)})
_OUR_SUBJECTS = frozenset({(1, 7), (1, 8), (1, 9)})
_LETTER_SUBJECTS = frozenset({(2, 3), (3, 4)})
_OUR_AUTHENTICATION = range(20, 30)
_HARD_CODES = frozenset({550, 551, 553, 556})
_ADDRESS_CODES = frozenset({450, 452, 550, 551, 552, 553, 556})
_BY_SUBJECT = {1: Blame.ADDRESS, 2: Blame.ADDRESS, 3: Blame.SERVER, 4: Blame.ADDRESS, 5: Blame.US, 6: Blame.LETTER}


def blame_of(code: int, words: str) -> Blame:
    """Return the subject of a server's answer, given its code (0 if unknown) and its words, which may contain a status.

    Where it cannot be told, it is about nothing that would stop an address at once.
    """
    status = _status_in(words)
    if _SURELY_US.search(words) or status in _OUR_SUBJECTS:
        return Blame.US
    if status in _GONE_SUBJECTS:
        return Blame.GONE if _is_permanent(code, words) else Blame.ADDRESS
    if status in _LETTER_SUBJECTS:
        return Blame.LETTER
    if status is not None and status[0] != 7:
        return _by_subject(status[0], words)
    return _by_words(code, words, status)


def is_hard(code: int, words: str) -> bool:
    """Whether a refusal, given its code (0 if unknown) and words, says that the address does not exist."""
    return blame_of(code, words) is Blame.GONE


def refusal_of(error: Exception) -> Refusal | None:
    """Return the refusal behind an exception raised by sending; None if it is not an answer to this letter."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        code, words = next(iter(error.recipients.values()))
        return _refusal(int(code), _text(words))
    if isinstance(error, smtplib.SMTPSenderRefused):
        return Refusal(Blame.SERVER, error.smtp_code, _text(error.smtp_error))
    if isinstance(error, smtplib.SMTPResponseException):
        return _refusal(error.smtp_code, _text(error.smtp_error))
    if isinstance(error, AnymailRecipientsRefused):
        return _by_provider(error)
    if isinstance(error, AnymailInvalidAddress):
        return Refusal(Blame.GONE, 0, "not an address")
    return _by_api(error) if isinstance(error, AnymailAPIError) else None


def check_taken(message: object) -> None:
    """Raise AnymailRecipientsRefused if a provider accepted nothing but says so in words unknown to Anymail."""
    status: Any = getattr(message, "anymail_status", None)
    answer = getattr(status, "esp_response", None)
    if answer is not None and answer.status_code >= _REFUSED_HTTP:
        raise AnymailRecipientsRefused(response=answer, email_message=message, status_code=answer.status_code)


def _by_provider(error: AnymailRecipientsRefused) -> Refusal:
    """Return the meaning of a provider's refusal of its only recipient: suppressed, or no such address."""
    told: Any = getattr(error.email_message, "anymail_status", None)
    words = _words_of(error) or "the mail provider refused the address"
    is_invalid = getattr(told, "status", None) == {"invalid"}
    return Refusal(Blame.GONE if is_invalid else Blame.SUPPRESSED, 0, words)


def _by_api(error: AnymailAPIError) -> Refusal | None:
    """Return the subject of a provider's API answer; None if there was none, or if it concerns all letters."""
    code, words = error.status_code or 0, _words_of(error)
    if code in (400, 406, 422) and _INACTIVE.search(words):
        return Refusal(Blame.SUPPRESSED, 0, words)
    return Refusal(Blame.LETTER, 0, f"{code} {words}") if code in (400, 413, 422) else None


def _words_of(error: Any) -> str:
    """Return the words of a provider's answer, without any address in them."""
    text = str(getattr(error.response, "text", "") or "")
    found = re.search(r'"message"\s*:\s*"((?:[^"\\]|\\.)*)"', text, re.IGNORECASE)
    return re.sub(r"\S+@\S+", "…", found[1] if found else text)[:180]


def _refusal(code: int, words: str) -> Refusal:
    return Refusal(blame_of(code, words), code, words)


def _status_in(words: str) -> tuple[int, int] | None:
    found = _STATUS.search(words)
    if found is None or (found[1], found[2]) == ("0", "0"):
        found = _LATER_STATUS.search(words)
    return (int(found[1]), int(found[2])) if found else None


def _is_permanent(code: int, words: str) -> bool:
    return code >= PERMANENT or (code == 0 and words.lstrip(" -").startswith("5"))


def _by_subject(subject: int, words: str) -> Blame:
    """Return the subject of a status code (RFC 3463 3); "other" (0) says nothing."""
    if subject in (4, 5) and _US.search(words):
        return Blame.US
    return _BY_SUBJECT.get(subject, Blame.SERVER)


def _by_words(code: int, words: str, status: tuple[int, int] | None) -> Blame:
    if _FULL.search(words):
        return Blame.ADDRESS
    if status is not None and status[1] in _OUR_AUTHENTICATION:
        return Blame.US
    if _US.search(words):
        return Blame.US
    if _LETTER.search(words):
        return Blame.LETTER
    if status is not None or code == 421:
        return Blame.US
    if code in _HARD_CODES and _MAILBOX.search(words):
        return Blame.GONE
    return Blame.ADDRESS if code in _ADDRESS_CODES else Blame.SERVER


def _text(words: bytes | str) -> str:
    return words.decode(errors="replace") if isinstance(words, bytes) else words
