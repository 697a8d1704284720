"""Pen friends: people who read the letters that came, in text or in HTML, and answer as their mail programs write."""

import base64
import html
import quopri
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from email.utils import format_datetime, make_msgid
from typing import Literal
from urllib.parse import unquote
from zoneinfo import ZoneInfo

from tests.games.mail.harbour import Delivery

LINES_QUOTED = 60

_IN_TEXT = re.compile(r"(?<!\S)([2-9][a-hjkmnp-z]{2})  (\S.*?)(?=  +[2-9][a-hjkmnp-z]{2}  |$)", re.MULTILINE)
_IN_HTML = re.compile(r'href="mailto:([^"?]+)\?body=([^"&]+)".*?preview/\?[^"]*?w=([^"&]+)"', re.DOTALL)
_TABLE_ASKS = re.compile(r"\bagree\b")
"""The word with which a proposal of the table is accepted; the letter that brings one shows it."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a letter asks: where an answer goes, and the codes that stand in it by their words."""

    address: str
    codes: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Habit:
    """How somebody reads and writes: language, zone, which part, and how an answer looks on the way."""

    language: str
    zone: str
    part: Literal["text", "html"]
    charset: str
    transfer: Literal["quoted-printable", "base64", "8bit"]
    layout: Literal["above", "below", "between", "bare", "html"]
    greeting: str

    def read(self, letter: Delivery) -> Asked | None:
        """Return what a letter asks, by the part of it that this person looks at; None if it asks nothing."""
        address = str(letter.message["Reply-To"] or "")
        if not address:
            return None
        codes = self._codes(letter, address)
        return Asked(address, codes) if codes or _TABLE_ASKS.search(letter.text) else None

    def _codes(self, letter: Delivery, address: str) -> dict[str, str]:
        if self.part == "text":
            return {words.strip(): code for code, words in _IN_TEXT.findall(letter.text)}
        found = [(html.unescape(to), code, words) for to, code, words in _IN_HTML.findall(letter.html)]
        assert {to for to, _, _ in found} <= {address}
        return {unquote(html.unescape(words)): code for _, code, words in found}

    def answer(self, letter: Delivery, words: str, sender: str, now: datetime) -> bytes:
        """Return a mail that answers a letter with these words."""
        told = self._laid_out(letter, words, now.astimezone(ZoneInfo(self.zone)))
        kind = "html" if self.layout == "html" else "plain"
        headers = [
            f"From: {sender}",
            f"To: {letter.message['Reply-To']}",
            "Subject: Re: letter",
            f"Date: {format_datetime(now.astimezone(ZoneInfo(self.zone)))}",
            f"Message-ID: {make_msgid(domain='demo.example')}",
            f"In-Reply-To: {letter.message['Message-ID']}",
            "MIME-Version: 1.0",
            f'Content-Type: text/{kind}; charset="{self.charset}"',
            f"Content-Transfer-Encoding: {self.transfer}",
        ]
        return "\r\n".join([*headers, "", ""]).encode() + self._on_the_way(told)

    def _laid_out(self, letter: Delivery, words: str, now: datetime) -> str:
        old = letter.text.split("\n")[:LINES_QUOTED]
        quoted, opening = [f"> {line}" for line in old], self._attribution(now)
        match self.layout:
            case "above":
                return "\n".join([words, "", self.greeting, "", opening, *quoted])
            case "below":
                return "\n".join([opening, *quoted, "", words, "", "-- ", self.greeting])
            case "between":
                return "\n".join([opening, *quoted[:8], "", words, "", *quoted[8:]])
            case "html":
                return self._as_page(letter, words, opening)
            case "bare":
                return f"{words}\n"

    def _as_page(self, letter: Delivery, words: str, opening: str) -> str:
        old = "<br>\n".join(html.escape(line) for line in letter.text.split("\n")[:LINES_QUOTED])
        own = f'<div dir="ltr"><div>{html.escape(words)}</div><div><br></div><div>{self.greeting}</div></div><br>'
        quote = f'<div class="gmail_quote"><div dir="ltr" class="gmail_attr">{html.escape(opening)}<br></div>'
        return f'{own}\n{quote}<blockquote class="gmail_quote">{old}</blockquote></div>\n'

    def _attribution(self, now: datetime) -> str:
        who = "Letters of Marque <harbour@letters.localhost>"
        match self.language:
            case "de":
                return f"Am {now:%d.%m.%y} um {now:%H:%M} schrieb {who}:"
            case "es":
                return f"El {now:%d/%m/%Y} a las {now:%H:%M}, {who} escribió:"
            case _:
                return f"On {now:%d %b %Y, at %H:%M}, {who} wrote:"

    def _on_the_way(self, told: str) -> bytes:
        content = told.encode(self.charset, "replace")
        if self.transfer == "quoted-printable":
            return quopri.encodestring(content).replace(b"\n", b"\r\n")
        content = told.replace("\n", "\r\n").encode(self.charset, "replace")
        return content if self.transfer == "8bit" else base64.encodebytes(content).replace(b"\n", b"\r\n")


HABITS = (
    Habit("en", "America/New_York", "text", "utf-8", "quoted-printable", "above", "Cheers, Anna"),
    Habit("de", "Europe/Berlin", "html", "iso-8859-1", "8bit", "below", "Viele Grüße"),
    Habit("es", "Australia/Lord_Howe", "text", "utf-8", "base64", "html", "Un saludo, ¡y buena mar!"),
    Habit("en", "Australia/Lord_Howe", "html", "utf-16", "base64", "bare", ""),
)
"""Who sits where: the address of the first breaks, the second goes on holiday, the third vanishes."""

OTHER_HABITS = {
    0: Habit("en", "America/New_York", "html", "windows-1252", "8bit", "between", "“Cheers” — Anna"),
    3: Habit("en", "Australia/Lord_Howe", "text", "windows-1252", "quoted-printable", "above", "Ta… Dario"),
}
"""How some of them write from another device."""
