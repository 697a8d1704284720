"""What a letter costs: Python calls to write one, and statements to send one of many."""

from functools import partial

import pytest
from django.utils import timezone

from games.models import OutboxMail
from games.notifications.letters.kinds import write_letter
from games.notifications.relay import relay_outbox
from games.notifications.relevance import recipient_of
from tests.conftest import BeginMatch, MakePeople
from tests.costs.counting import calls, statements

pytestmark = pytest.mark.django_db

MOST_CALLS = {
    "capitan-bacon": 26_500, "captn-clever": 36_000, "guns-or-treasure": 27_500, "long-live-the-captain": 20_500
}  # fmt: skip
MOST_STATEMENTS = 11
"""For each letter: what became of the match, its reader and its question; the letter's own; that it was sent."""
MATCHES = 8


@pytest.mark.parametrize("slug", sorted(MOST_CALLS))
def test_writing_a_letter_costs_few_calls(slug: str, people: MakePeople, begin_match: BeginMatch) -> None:
    begin_match(people("Anna", "Ben", "Cleo"), game=slug)
    for mail in OutboxMail.objects.filter(kind__in=("your_move", "match_begun")):
        recipient = recipient_of(mail)
        assert calls(partial(write_letter, recipient, timezone.now())) <= MOST_CALLS[slug]


def test_sending_a_letter_costs_few_statements(people: MakePeople, begin_match: BeginMatch) -> None:
    for number in range(MATCHES):
        begin_match(people(f"Anna{number}", f"Ben{number}"))
    rows = OutboxMail.objects.count()
    made = statements(relay_outbox)
    assert OutboxMail.objects.filter(state=OutboxMail.State.SENT).count() == rows
    assert len(made) <= MOST_STATEMENTS * rows
