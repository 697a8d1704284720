"""Reply words: the words that take a move back, agree or refuse."""

from django.utils.translation import gettext as _

from games.outbox.letters import CONSENT
from games.services.people.reply_addresses import UNDO
from pirates.errors import MalformedMove

_ORNAMENT = " \t.,;:!*_`\"'>-"
_UNDOES = frozenset({"undo", "take back", "take it back"})
_AGREES = frozenset({"agree", "i agree", "yes"})
_REFUSES = frozenset({"refuse", "i refuse", "no"})


def says_undo(lines: list[str]) -> bool:
    """Whether the first line that a player wrote takes a move back."""
    return _first(lines) in _UNDOES


def read_consent(lines: list[str]) -> bool:
    """Return whether a player agrees or refuses; raises MalformedMove (`no_answer_found`) if the words say neither."""
    word = _first(lines)
    if word not in _AGREES | _REFUSES:
        raise MalformedMove(
            "no_answer_found", _("Begin your reply with one word on a line of its own: agree or refuse.")
        )
    return word in _AGREES


def position_to_undo(decision: str) -> int:
    """Return the position of the Move that a reply address takes back, or 0."""
    return _number(decision, UNDO)


def proposal_named(decision: str) -> int:
    """Return the number of the proposal that a reply address answers, or 0."""
    return _number(decision, CONSENT)


def _number(decision: str, kind: str) -> int:
    number = decision.removeprefix(kind)
    return int(number) if decision.startswith(kind) and number.isdecimal() else 0


def _first(lines: list[str]) -> str:
    words = (" ".join(line.strip(_ORNAMENT).lower().split()) for line in lines)
    return next((word for word in words if word), "")
