"""A block keeps two people apart, holds for the account, and is told to nobody."""

import pytest

from accounts.blocks import block_person
from accounts.models import Block, User
from accounts.preferences import change_preferences
from games.models import Match, OutboxMail
from games.notifications.relevance import NoLongerTrue, recipient_of
from games.refusals import NotNow
from games.services.people.messages import say
from games.services.tables.invitations import invite_by_address, invite_by_name
from games.services.tables.seats import seat_player
from tests.conftest import BeginMatch, MakePeople
from tests.games.web.tables import forms_of, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def crew(people: MakePeople) -> list[User]:
    return people("Anna", "Ben", "Cleo")


@pytest.fixture(autouse=True)
def _anna_blocks_ben(crew: list[User]) -> None:
    """Block Ben by the page, as Anna."""
    assert signed_in(crew[0]).post("/account/blocks/", {"name": " demo BEN "}).status_code == 302
    assert Block.objects.get().person == crew[1]


def begin_before_the_block(begin_match: BeginMatch, anna: User, ben: User) -> Match:
    """Return a match that had begun before Anna blocked Ben."""
    Block.objects.all().delete()
    match = begin_match([anna, ben])
    block_person(owner=anna, name=ben.name)
    return match


def open_for_one_more(match: Match) -> Match:
    """Free the last seat of a table that is full."""
    player = match.seats.order_by("-number")[0].player
    assert player is not None
    signed_in(player).post(f"/m/{match.pk}/leave/")
    return match


def test_neither_sees_the_table_of_the_other_or_sits_down_at_it(crew: list[User], open_table: BeginMatch) -> None:
    anna, ben, cleo = crew
    for host, other in ((anna, ben), (ben, anna)):
        match = open_for_one_more(open_table([host, cleo]))
        assert match.pk not in signed_in(other).get("/tables/").content.decode()
        assert match.pk in signed_in(cleo).get("/tables/").content.decode()
        with pytest.raises(NotNow, match="cannot sit down"):
            seat_player(match_id=match.pk, player=other, key="sit")


def test_an_invitation_of_the_blocked_looks_sent_and_never_leaves(crew: list[User], open_table: BeginMatch) -> None:
    anna, ben, cleo = crew
    match = open_for_one_more(open_table([ben, cleo]))
    invite_by_address(match=match, host=ben, address=anna.email)
    other = open_for_one_more(open_table([ben, cleo]))
    invite_by_name(match=other, host=ben, name=anna.name)
    mails = list(OutboxMail.objects.filter(kind="invitation"))
    assert len(mails) == 2
    for mail in mails:
        with pytest.raises(NoLongerTrue, match="wants no letters"):
            recipient_of(mail)
    assert "not answered yet" in signed_in(ben).get(f"/m/{match.pk}/").content.decode()


def test_private_words_of_the_blocked_are_neither_shown_nor_mailed(crew: list[User], begin_match: BeginMatch) -> None:
    anna, ben, _ = crew
    match = begin_before_the_block(begin_match, anna, ben)
    say(match_id=match.pk, author=ben, text="Psst Anna", key="1", seat=0)
    say(match_id=match.pk, author=ben, text="Ahoy all", key="2")
    page = signed_in(anna).get(f"/m/{match.pk}/").content.decode()
    assert "Ahoy all" in page
    assert "Psst Anna" not in page + signed_in(anna).get(f"/m/{match.pk}/talk/1/").content.decode()
    assert "Psst Anna" in signed_in(ben).get(f"/m/{match.pk}/talk/0/").content.decode()
    with pytest.raises(NoLongerTrue, match="muted"):
        recipient_of(OutboxMail.objects.get(kind="private_talk"))


def test_f17_a_block_follows_the_account_and_not_the_name(
    crew: list[User], people: MakePeople, open_table: BeginMatch
) -> None:
    anna, ben, cleo = crew
    change_preferences(user=ben, name="Demo Otto")
    newcomer = User.objects.create_user("demo.new@letters.localhost", "Demo Ben")
    match = open_for_one_more(open_table([anna, cleo]))
    with pytest.raises(NotNow, match="cannot sit down"):
        seat_player(match_id=match.pk, player=ben, key="sit")
    seat_player(match_id=match.pk, player=newcomer, key="sit")
    assert "Demo Otto" in signed_in(anna).get("/account/blocks/").content.decode()


def test_unblocking_ends_it_and_is_for_the_owner_alone(crew: list[User], open_table: BeginMatch) -> None:
    anna, ben, cleo = crew
    block = Block.objects.get()
    signed_in(ben).post(f"/account/blocks/{block.pk}/undo/")
    assert Block.objects.exists()
    form = next(
        form for form in forms_of(signed_in(anna).get("/account/blocks/").content.decode()) if "undo" in form.action
    )
    signed_in(anna).post(form.action, form.fields())
    match = open_for_one_more(open_table([anna, cleo]))
    seat_player(match_id=match.pk, player=ben, key="sit")


@pytest.mark.parametrize("name", ["Demo Anna", "Demo Nobody", "", "x" * 31, "a\x00b"])
def test_nobody_blocks_themselves_or_nobody(crew: list[User], name: str) -> None:
    answer = signed_in(crew[0]).post("/account/blocks/", {"name": name})
    assert answer.status_code == 422
    assert Block.objects.count() == 1


def test_nothing_that_the_blocked_person_reads_names_the_block(crew: list[User], begin_match: BeginMatch) -> None:
    anna, ben, _ = crew
    match = begin_before_the_block(begin_match, anna, ben)
    pages = ("/account/", "/account/blocks/", "/matches/", f"/m/{match.pk}/", f"/m/{match.pk}/talk/0/")
    before = [signed_in(ben).get(each).content.decode().count("lock") for each in pages]
    Block.objects.all().delete()
    assert [signed_in(ben).get(each).content.decode().count("lock") for each in pages] == before
