"""Invitations whose links were made with a SECRET_KEY that has been replaced since."""

import pytest
from django.conf import LazySettings

from games.services.tables.invitation_links import find_invitation, token_of
from games.services.tables.invitations import invite_by_link
from tests.conftest import BeginMatch, MakePeople


@pytest.mark.django_db
def test_a_link_stays_the_same_while_its_key_is_among_the_fallbacks(
    people: MakePeople, open_table: BeginMatch, settings: LazySettings
) -> None:
    (anna,) = people("Anna")
    match = open_table([anna], bots=1)
    word = invite_by_link(match=match, host=anna)
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "the-next-key"
    assert invite_by_link(match=match, host=anna) == word


@pytest.mark.django_db
def test_a_link_whose_key_is_lost_gets_a_new_word_that_works(
    people: MakePeople, open_table: BeginMatch, settings: LazySettings
) -> None:
    (anna,) = people("Anna")
    match = open_table([anna], bots=1)
    old = invite_by_link(match=match, host=anna)
    settings.SECRET_KEY = "a-key-out-of-nowhere"
    new = invite_by_link(match=match, host=anna)
    assert new != old
    assert find_invitation(old) is None
    found = find_invitation(new)
    assert found
    assert token_of(found) == new
