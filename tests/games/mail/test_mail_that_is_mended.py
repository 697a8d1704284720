"""Mail that is wanted again, or works again, while a seat is awaited: the open question is mailed, once."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from accounts.addresses import mark_of, stop
from accounts.mail_preferences import Timing, change_mail_preferences
from accounts.models import TroubledAddress, User
from games.models import Match, OutboxMail
from games.notifications.mending import mend_mail
from games.notifications.relay import relay_outbox
from games.notifications.subscriptions import set_match_timing, set_wanted
from tests.conftest import BeginMatch, MakePeople
from tests.games.mail.desk import play
from tests.games.mail.harbour import Harbour

pytestmark = pytest.mark.django_db

ANNA_STARTS = b'{"starter":0}'


def by_page(anna: User, _: Match) -> None:
    change_mail_preferences(user=anna, timings={"your_move": "at_once"})


def by_link(anna: User, _: Match) -> None:
    set_wanted(person=anna, kind="your_move", is_wanted=True)


def by_api(anna: User, _: Match) -> None:
    client = Client()
    client.force_login(anna)
    answer = client.patch("/api/v1/me/", {"mail": {"timings": {"your_move": "at_once"}}}, "application/json")
    assert answer.status_code == 200, answer.content


def for_the_match(anna: User, match: Match) -> None:
    set_match_timing(person=anna, match_id=match.pk, timing=Timing.AT_ONCE)


def mend_and_relay() -> None:
    mend_mail()
    relay_outbox()


def questions(harbour: Harbour, person: User) -> int:
    return len([each for each in harbour.to(person.email) if each.subject.startswith("Your move")])


@pytest.mark.parametrize("again", [by_page, by_link, by_api, for_the_match], ids=lambda way: way.__name__)
def test_a_question_that_was_not_wanted_is_mailed_once_mail_is_wanted(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch, again: Callable[[User, Match], None]
) -> None:
    anna, ben = people("Anna", "Ben")
    if again is not for_the_match:
        change_mail_preferences(user=anna, timings={"your_move": "never"})
    match = begin_match([anna, ben], options=ANNA_STARTS)
    if again is for_the_match:
        set_match_timing(person=anna, match_id=match.pk, timing=Timing.NEVER)
    mend_and_relay()
    assert questions(harbour, anna) == 0
    again(User.objects.get(pk=anna.pk), match)
    for _ in range(3):
        mend_and_relay()
    assert questions(harbour, anna) == 1
    assert not User.objects.filter(mail_mended_at__isnull=False).exists()


def test_what_is_not_asked_any_more_or_was_told_is_not_mailed_again(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch
) -> None:
    anna, ben = people("Anna", "Ben")
    match = begin_match([anna, ben], options=ANNA_STARTS)
    relay_outbox()
    for person in (anna, ben):
        change_mail_preferences(user=person, timings={"your_move": "never"})
    by_page(anna, match)
    mend_and_relay()
    assert questions(harbour, anna) == 1
    play(match, anna, "pass")
    relay_outbox()
    by_page(anna, match)
    mend_and_relay()
    assert (questions(harbour, anna), questions(harbour, ben)) == (1, 0)
    assert OutboxMail.objects.filter(seat=0, kind="your_move").count() == 1


@pytest.mark.parametrize("way", ["code", "letter", "other address"])
def test_an_address_that_is_mended_has_the_open_question(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch, way: str
) -> None:
    anna, ben = people("Anna", "Ben")
    stop(mark_of(anna.email), TroubledAddress.Cause.BOUNCED, "550")
    begin_match([anna, ben], options=ANNA_STARTS)
    relay_outbox()
    assert harbour.to(anna.email) == []
    client = Client()
    if way == "letter":
        client.force_login(anna)
        client.post("/account/mail/try/")
        link = re.search(r"http://127\.0\.0\.1:8000(/account/mail/works/\S+)", harbour.deliveries[-1].text)
        assert link is not None
        Client().post(link[1])
    else:
        client.post("/accounts/login/code/", {"email": anna.email})
        client.post("/accounts/login/code/confirm/", {"code": code_in(harbour)})
    if way == "other address":
        stop(mark_of(anna.email), TroubledAddress.Cause.BOUNCED, "550")
        client.post("/accounts/email/", {"email": "anna@elsewhere.example", "action_add": ""})
        client.post("/accounts/confirm-email/", {"code": code_in(harbour)})
    mend_and_relay()
    mend_and_relay()
    assert questions(harbour, User.objects.get(pk=anna.pk)) == 1


def code_in(harbour: Harbour) -> str:
    found = re.search(r"^\s*([0-9A-Z]{3,4}-?[0-9A-Z]{3,4})\s*$", harbour.deliveries[-1].text, re.M)
    assert found is not None
    return found[1]


def test_a_question_whose_letter_came_back_is_mailed_again_once_the_address_works(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch
) -> None:
    anna, ben = people("Anna", "Ben")
    harbour.refused = {anna.email}
    begin_match([anna, ben], options=ANNA_STARTS)
    relay_outbox()
    harbour.refused = set()
    client = Client()
    client.post("/accounts/login/code/", {"email": anna.email})
    client.post("/accounts/login/code/confirm/", {"code": code_in(harbour)})
    mend_and_relay()
    assert questions(harbour, anna) == 1
