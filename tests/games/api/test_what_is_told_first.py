"""Refusals that come first: whose right it is before how things stand, and a missing body before "changed"."""

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from accounts.models import User
from games.services.invitations import shut_address
from tests.conftest import BeginMatch, MakePeople
from tests.games.api.callers import API, client_of

pytestmark = pytest.mark.django_db


def test_who_may_not_invite_learns_nothing_of_an_address_or_of_the_match(
    people: MakePeople, open_table: BeginMatch, begin_match: BeginMatch
) -> None:
    anna, ben, cleo = people("Anna", "Ben", "Cleo")
    shut_address("shut@letters.localhost")
    for match in (open_table([anna, ben], bots=1), begin_match([anna, ben], bots=1)):
        for body in ({}, *({"address": each} for each in ("shut@letters.localhost", "new@letters.localhost", "none"))):
            for person in (ben, cleo):
                answer = client_of(person).post(f"{API}matches/{match.pk}/invitations/", body, format="json")
                assert answer.status_code == 403, (body, answer.content)


@pytest.mark.parametrize("method", ["put", "patch"])
@pytest.mark.parametrize("address", ["me/", "me/hours/"])
def test_nothing_sent_is_never_said_to_be_changed(method: str, address: str, people: MakePeople) -> None:
    client = client_of(people("Anna")[0])
    answer = getattr(client, method)(f"{API}{address}")
    assert answer.status_code in (400, 405), answer.content
    assert answer.json()["code"] in ("body_missing", "method_not_allowed")


@pytest.mark.parametrize("word", ["bartholomew", "Bartholomew1", "bartholomewroberts", "roberts.black"])
def test_a_password_that_is_like_the_name_or_the_address_is_refused(word: str) -> None:
    person = User(name="Bartholomew Roberts", email="roberts.black@letters.localhost")
    with pytest.raises(ValidationError, match="too similar"):
        validate_password(word, person)
