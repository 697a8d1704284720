"""A rematch: the same settings, the same people invited, no address told."""

import pytest

from accounts.guests import make_guest
from accounts.models import User
from games.models import Invitation, Match, OutboxMail
from games.notifications.letters.kinds import write_letter
from games.notifications.relevance import recipient_of
from games.refusals import NotNow, NotYourSeat
from games.services.tables.invitations import accept_invitation, invite_by_name
from games.services.tables.matches import call_off_match
from games.services.tables.rematches import open_rematch
from games.services.tables.seats import give_up_seat
from tests.conftest import BeginMatch, MakePeople
from tests.games.core.test_ready_checks import NOON
from tests.games.web.tables import forms_of, page_of, signed_in

pytestmark = pytest.mark.django_db

OPTIONS = b'{"express":true,"memory":"by-the-book","starter":1}'


@pytest.fixture
def crew(people: MakePeople) -> list[User]:
    return people("Anna", "Ben", "Cleo")


@pytest.fixture
def over(crew: list[User], begin_match: BeginMatch) -> Match:
    """A match of Anna and Ben with a bot that Ben has given up."""
    match = begin_match(crew[:2], bots=1, options=OPTIONS)
    give_up_seat(match_id=match.pk, player=crew[1], key="give up")
    return match


def test_a_rematch_has_the_same_settings_and_invites_the_same_people(crew: list[User], over: Match) -> None:
    page = page_of(over, crew[1])
    form = next(form for form in forms_of(page) if form.action.endswith("/rematch/"))
    browser = signed_in(crew[1])
    places = {browser.post(form.action, form.fields())["Location"] for _ in range(2)}
    rematch = Match.objects.exclude(pk=over.pk).get()
    assert places == {f"/m/{rematch.pk}/"}
    same = ("game", "options", "seat_count", "pace_seconds", "window_seconds", "is_private", "title")
    assert [getattr(rematch, name) for name in same] == [getattr(over, name) for name in same]
    assert list(rematch.seats.values_list("player", "is_taken")) == [
        (crew[1].pk, True),
        (None, True),
        (None, False),
    ]
    assert [each.named for each in rematch.invitations.all()] == [crew[0]]
    assert crew[0].email not in page_of(rematch, crew[1])
    assert "Demo Anna" in page_of(rematch, crew[1])


def test_the_letter_of_a_rematch_leads_to_the_new_table(crew: list[User], over: Match) -> None:
    rematch = open_rematch(match=over, player=crew[1], key="again")
    letter = write_letter(recipient_of(OutboxMail.objects.get(kind="rematch")), NOON)
    assert letter.to == [crew[0].email]
    assert letter.subject == "Demo Ben asks for a rematch of Capitán Bacon"
    accept_invitation(invitation=Invitation.objects.get(), player=crew[0], key="yes")
    assert rematch.seats.filter(player=crew[0]).exists()


def test_only_those_who_played_a_match_that_is_over_ask_for_a_rematch(
    crew: list[User], over: Match, begin_match: BeginMatch
) -> None:
    with pytest.raises(NotYourSeat):
        open_rematch(match=over, player=crew[2], key="again")
    running = begin_match(crew[:2])
    with pytest.raises(NotNow, match="not over"):
        open_rematch(match=running, player=crew[0], key="again")
    assert "/rematch/" not in page_of(over, crew[2]) + page_of(running, crew[0])


def test_who_wants_no_invitations_gets_no_letter(crew: list[User], open_table: BeginMatch) -> None:
    match = open_table(crew)
    call_off_match(match_id=match.pk, host=crew[0], key="off")
    User.objects.filter(pk=crew[1].pk).update(mail_timings={"invitation": "never"})
    open_rematch(match=match, player=crew[0], key="again")
    assert list(OutboxMail.objects.filter(kind="rematch").values_list("address", flat=True)) == [crew[2].email]


@pytest.mark.parametrize("name", ["Demo Nobody", "", "x" * 400, "Guest 1\x00"])
def test_nobody_is_invited_by_a_name_that_nobody_has(crew: list[User], open_table: BeginMatch, name: str) -> None:
    match = open_table(crew[:2])
    with pytest.raises(NotNow, match="No player of that name"):
        invite_by_name(match=match, host=crew[0], name=name)
    with pytest.raises(NotNow, match="No player of that name"):
        invite_by_name(match=match, host=crew[0], name=make_guest().name)
    answer = signed_in(crew[0]).post(f"/m/{match.pk}/invitations/", {"name": name})
    assert answer.status_code == 409
