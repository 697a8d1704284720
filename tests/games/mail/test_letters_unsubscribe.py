"""The end of a kind of letter: the page asks, a POST acts, a machine may press the button (RFC 8058)."""

import re

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from games.models import Invitation, OutboxMail
from games.notifications.relay import relay_outbox
from games.notifications.subscriptions import set_wanted, unsubscribe_url
from games.refusals import NotNow
from games.services.tables.invitations import MOST_PER_ADDRESS, invite_by_address
from tests.conftest import BeginMatch, MakePeople
from tests.games.mail.desk import play
from tests.games.mail.harbour import Delivery, Harbour

pytestmark = pytest.mark.django_db

ANNA_STARTS = b'{"starter":0}'


def link_of(letter: Delivery) -> str:
    found = re.search(r"<http://127\.0\.0\.1:8000(/[^<>]+)>", str(letter.message["List-Unsubscribe"]))
    assert found is not None
    return found[1]


def test_one_click_of_a_mail_program_ends_this_kind_and_no_other(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch
) -> None:
    anna, ben = people("Anna", "Ben")
    match = begin_match([anna, ben], options=ANNA_STARTS)
    relay_outbox()
    stranger = Client(enforce_csrf_checks=True)
    answer = stranger.post(link_of(harbour.deliveries[-1]), {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    anna.refresh_from_db()
    assert anna.mail_timings == {"your_move": "never"}
    assert not answer.cookies
    play(match, anna, "pass")
    play(match, ben, "pass")
    relay_outbox()
    refused = OutboxMail.objects.filter(reason="this kind of mail is not wanted")
    assert list(refused.values_list("kind", "seat")) == [("your_move", 0)]
    assert [each.subject.split(":")[0] for each in harbour.to(ben.email)] == ["The match has begun"]


def test_looking_changes_nothing_and_a_second_thought_is_possible(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch, client: Client
) -> None:
    anna, ben = people("Anna", "Ben")
    begin_match([anna, ben], options=ANNA_STARTS)
    relay_outbox()
    link = link_of(harbour.deliveries[-1])
    for _ in range(3):
        assert b"Send me no more of these" in client.get(link).content
        assert client.head(link).status_code == 200
    anna.refresh_from_db()
    assert anna.mail_timings == {}
    for _ in range(2):
        assert b"You will get no more letters of the kind" in client.post(link).content
    anna.refresh_from_db()
    assert anna.mail_timings == {"your_move": "never"}
    assert b"Send me no more of these" in client.post(link, {"again": "1"}).content
    anna.refresh_from_db()
    assert anna.mail_timings == {}


def test_a_link_belongs_to_one_person_and_one_kind(people: MakePeople, client: Client) -> None:
    anna, ben = people("Anna", "Ben")
    path = unsubscribe_url(anna, "your_move").removeprefix("http://127.0.0.1:8000")
    token = path.rstrip("/").rpartition("/")[2]
    for wrong in (
        path.replace("your_move", "reminder"),
        path.replace("your_move", "anything"),
        path.replace(anna.ref.hex, ben.ref.hex),
        path.replace(anna.ref.hex, "no-reference"),
        path.replace(token, "a" * 26),
    ):
        assert client.get(wrong).status_code == 404
        assert client.post(wrong).status_code == 404
    assert client.post(path.replace(token, token.upper())).status_code == 200
    ben.refresh_from_db()
    assert ben.mail_timings == {}


def test_an_invited_stranger_declines_on_the_page(harbour: Harbour, people: MakePeople, open_table: BeginMatch) -> None:
    (anna,) = people("Anna")
    match = open_table([anna], bots=1)
    invite_by_address(match=match, host=anna, address="stranger@elsewhere.example")
    relay_outbox()
    link, stranger = link_of(harbour.deliveries[-1]), Client(enforce_csrf_checks=True)
    assert b"Decline the invitation" in stranger.get(link).content
    assert Invitation.objects.get().declined_at is None
    assert b"declined" in stranger.post(link).content
    assert Invitation.objects.get().declined_at is not None
    assert stranger.get(link).status_code == 404
    invite_by_address(match=match, host=anna, address="stranger@elsewhere.example")
    assert OutboxMail.objects.count() == 1


def test_a_link_in_an_old_letter_holds_after_secret_key_was_replaced(people: MakePeople, settings: Settings) -> None:
    (anna,) = people("Anna")
    path = unsubscribe_url(anna, "reminder").removeprefix(settings.SITE_URL)
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "the-next-key"
    assert Client().post(path).status_code == 200
    anna.refresh_from_db()
    assert anna.mail_timings == {"reminder": "never"}
    settings.SECRET_KEY_FALLBACKS = []
    assert Client().post(path).status_code == 404


def test_an_invited_stranger_is_never_invited_again_after_one_step(
    harbour: Harbour, people: MakePeople, open_table: BeginMatch
) -> None:
    anna, ben = people("Anna", "Ben")
    invite_by_address(match=open_table([anna], bots=1), host=anna, address="stranger@elsewhere.example")
    waiting = invite_by_address(match=open_table([ben], bots=1), host=ben, address="stranger@elsewhere.example")
    relay_outbox(most=1)
    link, stranger = link_of(harbour.deliveries[-1]), Client(enforce_csrf_checks=True)
    assert b"never invite me again" in stranger.get(link).content
    assert b"Nobody can invite you by mail any more" in stranger.post(link, {"List-Unsubscribe": "One-Click"}).content
    relay_outbox()
    assert len(harbour.deliveries) == 1
    assert OutboxMail.objects.get(subject_id=str(waiting.pk)).reason == "this address wants no invitations"
    with pytest.raises(NotNow) as refusal:
        invite_by_address(match=open_table([ben], bots=1), host=ben, address="Stranger@Elsewhere.example")
    assert refusal.value.code == "address_wants_none"
    assert Invitation.objects.filter(invited_by=ben).count() == 1


def test_declining_one_table_leaves_the_address_open_to_others(
    harbour: Harbour, people: MakePeople, open_table: BeginMatch
) -> None:
    (anna,) = people("Anna")
    invite_by_address(match=open_table([anna], bots=1), host=anna, address="stranger@elsewhere.example")
    relay_outbox()
    assert Client().post(link_of(harbour.deliveries[-1])).status_code == 200
    invite_by_address(match=open_table([anna], bots=1), host=anna, address="stranger@elsewhere.example")
    relay_outbox()
    assert len(harbour.deliveries) == 2


def test_somebody_with_an_account_turns_invitations_off_and_on_by_the_same_step(
    harbour: Harbour, people: MakePeople, open_table: BeginMatch
) -> None:
    anna, ben = people("Anna", "Ben")
    invite_by_address(match=open_table([anna], bots=1), host=anna, address=ben.email)
    relay_outbox()
    Client().post(link_of(harbour.deliveries[-1]), {"never": "1"})
    ben.refresh_from_db()
    assert ben.mail_timings == {"invitation": "never"}
    with pytest.raises(NotNow):
        invite_by_address(match=open_table([anna], bots=1), host=anna, address=ben.email)
    set_wanted(person=ben, kind="invitation", is_wanted=True)
    invite_by_address(match=open_table([anna], bots=1), host=anna, address=ben.email)


def test_many_hosts_together_cannot_flood_one_address(people: MakePeople, open_table: BeginMatch) -> None:
    hosts = people("Anna", "Ben", "Cleo")
    tables = [open_table([host], bots=1) for host in hosts for _ in range(2)]
    for host, table in zip((host for host in hosts for _ in range(2)), tables[:MOST_PER_ADDRESS], strict=False):
        invite_by_address(match=table, host=host, address="stranger@elsewhere.example")
    with pytest.raises(NotNow) as refusal:
        invite_by_address(match=tables[-1], host=hosts[-1], address="stranger@elsewhere.example")
    assert refusal.value.code == "too_many_invitations"
