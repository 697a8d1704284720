"""Bundles: one letter for several rows of one reader, with a section for each match, most urgent question first.

Each section says what the letters of its match would have said, in the same words of the same narrator. The last of
them reports what happened and how things stand, so that a section says it only once. Each question keeps its own reply
address and its own codes: if the bundle has one question, a reply to the letter answers it; if it has several, each
question names the address to write to.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.utils.safestring import mark_safe

from games.models import OutboxMail
from games.notifications.envelopes import bundle_headers_of, bundle_leave_url, kind_of_bundle
from games.notifications.faults import FaultsNoted
from games.notifications.letters.kinds import Facts, bring_deadlines, facts_of
from games.notifications.letters.questions import Question
from games.notifications.letters.rendering import render
from games.notifications.relevance import Recipient
from games.notifications.subscriptions import kind_in_words
from games.notifications.timing import ASKING

Kind = OutboxMail.Kind

_TOLD_LAST = (*ASKING, Kind.MATCH_OVER)


@dataclass(frozen=True, slots=True)
class BundlePart:
    recipient: Recipient
    facts: Facts

    @property
    def question(self) -> Question | None:
        """The question that this part asks, or None."""
        return self.facts.get("question")


def write_bundle(recipients: Sequence[Recipient], now: datetime) -> EmailMultiAlternatives | None:
    """Return one letter for these rows, which all have the same reader; None if none of them could be written.

    A row that fails is left out, and its failure recorded.
    """
    parts = _parts(recipients, now)
    if not parts:
        return None
    questions = [part.question for part in parts if part.question is not None]
    page = render("bundle", _facts(parts, questions))
    told = [part.recipient for part in parts]
    letter = EmailMultiAlternatives(
        subject=page.subject,
        body=page.text,
        from_email=settings.DEFAULT_FROM_EMAIL,
        to=[told[0].address],
        reply_to=[questions[0].reply_address] if len(questions) == 1 else None,
        headers=bundle_headers_of(told, now),
    )
    letter.attach_alternative(page.html, "text/html")
    bring_deadlines(letter, [(part.recipient, part.question) for part in parts if part.question is not None], now)
    return letter


def _parts(recipients: Sequence[Recipient], now: datetime) -> list[BundlePart]:
    parts = []
    for recipient in recipients:
        with FaultsNoted([recipient.mail]):
            parts.append(BundlePart(recipient, facts_of(recipient, now)))
    return sorted(parts, key=_urgency)


def _urgency(part: BundlePart) -> tuple[Any, ...]:
    """Return the sort key of a part: questions before news, the soonest due first, then by match and row number."""
    dues = [clock.due_at for clock in part.facts["reading"].clocks] if part.question and part.question.due else []
    recipient = part.recipient
    return (
        not part.question,
        min(dues, default=datetime.max.replace(tzinfo=UTC)),
        recipient.mail.match_id or "",
        recipient.mail.pk,
    )


def _facts(parts: list[BundlePart], questions: list[Question]) -> Facts:
    matches: dict[str, list[BundlePart]] = {}
    for part in parts:
        matches.setdefault(part.recipient.mail.match_id or "", []).append(part)
    sections = [_section(each, is_only=len(questions) < 2) for each in matches.values()]
    first = parts[0].recipient
    kind = kind_of_bundle([part.recipient for part in parts])
    return {
        "name": first.person.name if first.person else "",
        "site_url": settings.SITE_URL,
        "sections": sections,
        "titles": ", ".join(section["title"] for section in sections if section["title"]),
        "asking": sum(section["asks"] for section in sections),
        "leave_url": bundle_leave_url([part.recipient for part in parts]),
        "kind": kind_in_words(kind),
        "question": questions[0] if len(questions) == 1 else None,
        "has_several_questions": len(questions) > 1,
    }


def _section(parts: list[BundlePart], *, is_only: bool) -> Facts:
    """Return one match's section: its letters without frame and footer, as text and as HTML."""
    ordered = sorted(parts, key=lambda part: (part.recipient.mail.kind in _TOLD_LAST, part.recipient.mail.pk))
    pages = []
    for number, part in enumerate(ordered):
        is_last = number == len(ordered) - 1
        said: Facts = {} if is_last else {"since": [], "view": None}
        frame = {"is_section": True, "is_last": is_last, "is_answered_apart": not is_only}
        pages.append(render(part.recipient.mail.kind, {**part.facts, **said, **frame}))
    return {
        "title": ordered[-1].facts.get("title", ""),
        "game": ordered[-1].facts.get("game", ""),
        "asks": any(part.question is not None for part in ordered),
        "text": "\n".join(page.text for page in pages),
        "html": mark_safe("\n".join(page.html for page in pages)),  # noqa: S308 - rendered, and escaped, just now
    }
