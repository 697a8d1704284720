"""Rendering: turn facts and templates into a subject, a text of 72 columns and an HTML page."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.template import Context, Engine

from games.notifications.letters.guarding import Guard, guard_html, guard_text
from games.notifications.letters.wording import laid_out
from games.texts import clean_line

LONGEST_SUBJECT = 120


@dataclass(frozen=True, slots=True)
class RenderedLetter:
    """A rendered letter. The subject contains no secret, because mail programs show it in their lists."""

    subject: str
    text: str
    html: str


def render(kind: str, facts: Mapping[str, Any]) -> RenderedLetter:
    """Return the letter of this kind with these facts; everything in the HTML is escaped.

    If the facts include a `guard`, no line of the letter reads as a move, wherever the lines are broken.
    """
    subject = clean_line(_fill(f"mail/{kind}.subject.txt", facts, escapes=False), LONGEST_SUBJECT)
    known = {**facts, "subject": subject}
    guard: Guard = facts.get("guard") or str
    text = laid_out(guard_text(_fill(f"mail/{kind}.txt", known, escapes=False), guard))
    html = guard_html(_tightened(_fill(f"mail/{kind}.html", known, escapes=True)), guard)
    return RenderedLetter(subject, text, html)


def _tightened(html: str) -> str:
    """Return the page without empty lines and without spaces around line breaks."""
    first, *others = html.split("\n")
    if not others:
        return html
    inner = (line.strip() for line in others[:-1])
    return "\n".join([first.rstrip(), *(line for line in inner if line), others[-1].lstrip()])


def _fill(template: str, facts: Mapping[str, Any], *, escapes: bool) -> str:
    return Engine.get_default().get_template(template).render(Context(dict(facts), autoescape=escapes))
