"""The last letter of a match that all have agreed to abandon."""

import pytest

from games.notifications.relay import relay_outbox
from games.services.consent.consents import answer_consent, ask_consent
from games.table.proposals import Abandon
from tests.conftest import BeginMatch, MakePeople

pytestmark = pytest.mark.django_db


def test_the_letter_about_an_abandoned_match_says_that_nobody_has_won(
    people: MakePeople, begin_match: BeginMatch, mailoutbox: list[object]
) -> None:
    anna, ben = people("Anna", "Ben")
    match = begin_match([anna, ben])
    ask_consent(match_id=match.pk, player=anna, proposed=Abandon(), channel="api", key="ask")
    answer_consent(match_id=match.pk, player=ben, proposal=1, agrees=True, channel="api", key="yes")
    relay_outbox()
    said = "is abandoned by all. It has no result, and nobody has won."
    told_to = [each.to[0] for each in mailoutbox if said in " ".join(each.body.split())]  # type: ignore[attr-defined]
    assert sorted(told_to) == [anna.email, ben.email]
