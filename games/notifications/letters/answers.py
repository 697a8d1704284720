"""Answers: the choices of a question in the HTML of a letter.

Python builds this HTML, not a template, because a letter may hold dozens of choices and they are most of its work.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

from django.utils.safestring import SafeString, mark_safe

from games.notifications.letters.guarding import TIE

_CHIP = (
    '<span style="display:inline-block;\n'
    "margin:0 4px 6px 0;\n"
    "padding:7px 10px;\n"
    "border:1px solid #b08d57;\n"
    "border-radius:6px;\n"
    'background:#fffaf0"><a href="{}" style="color:#1f3a4d"><b style="font-family:monospace">{}</b></a>&nbsp;'
    '<a href="{}" style="color:#2b2419;text-decoration:none">{}</a></span>'
)


@dataclass(frozen=True, slots=True)
class LetterChoice:
    """One choice in a letter; `mailto` opens a reply with its code, `page` a page that asks for confirmation."""

    code: str
    notation: str
    mailto: str
    page: str


def in_html(answers: Iterable[LetterChoice]) -> SafeString:
    """Return the answers as HTML, one per line, with every value escaped."""
    chips = (
        _CHIP.format(escape(each.mailto), escape(each.code), escape(each.page), escape(each.notation.replace(" ", TIE)))
        for each in answers
    )
    return mark_safe("\n".join(chips))  # noqa: S308 - every value is escaped just above
