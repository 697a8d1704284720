"""Spoilt post: mails that order nothing, each above a real letter of its match, spoilt outside of that letter."""

import base64
import random
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass

from tests.games.mail.spoiling import spoilt

_OWN = "Letters of Marque <harbour@letters.localhost>"
_BLOCKS = (
    f"From: {_OWN}\nSent: Tuesday, 3 March 2026 09:12\nTo: Anna\nSubject: Your move",
    f"L\u00e4hett\u00e4j\u00e4: {_OWN}\nL\u00e4hetetty: tiistai 3. maaliskuuta 2026 9.12\nAihe: Your move",
    f"Kimden: {_OWN}\nG\u00f6nderildi: 3 Mart 2026 Sal\u0131 09:12\nKonu: Your move",
    "Felad\u00f3: Letters of Marque\nElk\u00fcldve: 2026. m\u00e1rcius 3.\nT\u00e1rgy: Your move",
    '"Letters of Marque" harbour@letters.localhost \u2013 3 March 2026 09:12',
    f"On Tue, 3 Mar 2026 at 09:12, {_OWN} wrote:\n",
    f"-----Original Message-----\nFrom: {_OWN}\nSubject: Your move",
    f"________________________________\nFrom: {_OWN}",
)
_SAID = ("I think about it tonight.", "Thanks!", "Kiitos, katson illalla.", "Back on Monday\n\nAnna", "")


@dataclass(frozen=True, slots=True)
class OldLetter:
    """A letter of the match as it came: what a reply to it quotes."""

    address: str
    text: str
    html: str


def spoilt_mails(letter: OldLetter, dice: random.Random, most: int) -> Iterator[bytes]:
    """Yield so many mails, each another one, in answer to a letter: no line in them orders anything."""
    ways = (_quoted, _unmarked, _unmarked, _encoded, _with_page)
    for number in range(most):
        head, tail = ways[number % len(ways)](letter, dice, f"{number}.{dice.random()}")
        yield spoilt(head.encode(), dice) + f"\n\n{tail}\n".encode()


def _head(letter: OldLetter, mark: str, more: str) -> str:
    return (
        "Received: from mail.example (mail.example [192.0.2.10])\n\tby mx.example; Tue, 3 Mar 2026 10:15:02 +0100\n"
        f"From: Demo Anna <demo.anna@letters.localhost>\nTo: Letters of Marque <{letter.address}>\n"
        f"Subject: =?utf-8?q?Re=3A_Your_move?=\nDate: Tue, 03 Mar 2026 10:15:00 +0100\n"
        f"Message-ID: <{mark}@mail.example>\nIn-Reply-To: <o1.demo@letters.localhost>\nMIME-Version: 1.0\n{more}"
    )


def _broken(letter: OldLetter, dice: random.Random) -> str:
    width = dice.choice((24, 40, 60, 72, 200))
    lines = (textwrap.wrap(line, width, break_long_words=False) or [""] for line in letter.text.split("\n"))
    return "\n".join(part for wrapped in lines for part in wrapped)


def _plain(mark: str, letter: OldLetter, dice: random.Random) -> str:
    charset = dice.choice(("utf-8", '"utf-8"', "us-ascii", "iso-8859-1", "windows-1252", "x-unknown"))
    return _head(letter, mark, f"Content-Type: text/plain; charset={charset}\n\n{dice.choice(_SAID)}")


def _quoted(letter: OldLetter, dice: random.Random, mark: str) -> tuple[str, str]:
    old = "\n".join(f"> {line}" for line in _broken(letter, dice).split("\n"))
    return _plain(mark, letter, dice), f"On Tue, 3 Mar 2026, {_OWN} wrote:\n{old}\n\nNumber {mark}"


def _unmarked(letter: OldLetter, dice: random.Random, mark: str) -> tuple[str, str]:
    return _plain(mark, letter, dice), f"{dice.choice(_BLOCKS)}\n\n{_broken(letter, dice)}\n\nNumber {mark}"


def _encoded(letter: OldLetter, dice: random.Random, mark: str) -> tuple[str, str]:
    text = f"{dice.choice(_SAID)}\n\n{dice.choice(_BLOCKS)}\n\n{_broken(letter, dice)}\n\nNumber {mark}"
    more = "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64"
    return _head(letter, mark, more), base64.encodebytes(text.encode()).decode()


def _with_page(letter: OldLetter, dice: random.Random, mark: str) -> tuple[str, str]:
    plain = f"{dice.choice(_SAID)}\n\n{dice.choice(_BLOCKS)}\n\n{_broken(letter, dice)}"
    page = f"<p>{dice.choice(_SAID)}</p><blockquote>{letter.html}</blockquote><p>Number {mark}</p>"
    parts = f"--b\nContent-Type: text/plain; charset=utf-8\n\n{plain}\n--b\nContent-Type: text/html\n\n{page}\n--b--"
    return _head(letter, mark, 'Content-Type: multipart/alternative; boundary="b"'), parts
