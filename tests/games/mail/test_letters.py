"""Letters as their readers get them, over real SMTP."""

import pytest

from games.notifications.relay import relay_outbox
from tests.conftest import BeginMatch, MakePeople
from tests.games.mail.harbour import Harbour

pytestmark = pytest.mark.django_db


def test_the_one_who_is_to_move_gets_a_letter_with_the_table_and_every_choice(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch
) -> None:
    begin_match(people("Anna", "Ben"), options=b'{"starter":0}')
    relay_outbox()
    letters = harbour.to("demo.anna@letters.localhost")
    assert [each.subject for each in letters] == [
        "The match has begun: Demo match (Capitán Bacon)",
        "Your move: Demo match (Capitán Bacon)",
    ]
