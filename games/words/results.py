"""The result of a match in words."""

from django.utils.translation import gettext as _

from pirates.outcomes import Outcome
from pirates.seats import Seat


def result_in_words(outcome: Outcome | None, seat: Seat | None, *, is_abandoned: bool, has_begun: bool = True) -> str:
    """Return how a finished match ended for `seat`; `outcome` is None if nobody won."""
    if is_abandoned:
        return _("abandoned by all")
    if outcome is None:
        return _("ended without a winner") if has_begun else _("called off")
    if seat is None:
        return _("over")
    if seat in outcome.winners:
        return _("won") if len(outcome.winners) == 1 else _("shared the win")
    ahead = 0
    for group in outcome.ranking:
        if seat in group:
            break
        ahead += len(group)
    return _("place {place} of {players}").format(place=ahead + 1, players=sum(map(len, outcome.ranking)))
