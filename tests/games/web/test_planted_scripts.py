"""Whatever a person can write is shown as plain text: in titles, lists, attributes, replays, files and letters."""

from html.parser import HTMLParser

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Match, OutboxMail
from games.notifications.letters.kinds import write_letter
from games.notifications.relevance import NoLongerTrue, recipient_of
from games.services.people.messages import keep_notes, say
from games.services.tables.invitations import invite_by_link
from games.services.tables.ready_check_links import ready_check_token
from games.services.tables.seats import give_up_seat
from tests.conftest import BeginMatch, MakePeople
from tests.games.web.tables import HOST_BEGINS, signed_in

pytestmark = pytest.mark.django_db

PLANTED = "<plant>"
IN_ATTRIBUTE = "\" plant=1 ' plant=2 "
WORDS = f"{PLANTED}{IN_ATTRIBUTE}</script></title></textarea><!--"
NAMES = ("<plant>A\" plant=1 '", "<plant>B' plant=2 \"")


class Finder(HTMLParser):
    """Finds elements and attributes that grew out of planted words."""

    def __init__(self) -> None:
        super().__init__()
        self.grown: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what nobody but a planter would write."""
        if tag == "plant" or any(name.startswith("plant") for name, _ in attrs):
            self.grown.append(self.get_starttag_text() or tag)


def grown_in(markup: str) -> list[str]:
    """Return what grew out of planted words in this markup."""
    finder = Finder()
    finder.feed(markup)
    return finder.grown


@pytest.fixture
def crew(people: MakePeople) -> list[User]:
    """Two people with names that no form would let them have."""
    crew = people("Anna", "Ben")
    for person, name in zip(crew, NAMES, strict=True):
        User.objects.filter(pk=person.pk).update(name=name, name_key=name)
        person.refresh_from_db()
    return crew


def planted(match: Match, crew: list[User]) -> Match:
    """Return the match with planted words wherever its people can write."""
    Match.objects.filter(pk=match.pk).update(title=WORDS[:60])
    say(match_id=match.pk, author=crew[0], text=WORDS, key="table")
    say(match_id=match.pk, author=crew[0], text=WORDS, key="private", seat=1)
    keep_notes(match_id=match.pk, person=crew[1], text=WORDS)
    match.refresh_from_db()
    return match


def test_the_finder_finds_what_was_not_escaped() -> None:
    assert grown_in(f"<p>{WORDS}</p>")
    assert grown_in(f'<p title="{IN_ATTRIBUTE}">')
    assert not grown_in("<p>&lt;plant&gt;</p>")


def test_no_page_of_a_match_that_is_not_begun_runs_planted_words(crew: list[User], open_table: BeginMatch) -> None:
    match = planted(open_table(crew, bots=1), crew)
    link = invite_by_link(match=match, host=crew[0])
    paths = ["/matches/", "/tables/", f"/m/{match.pk}/", f"/i/{link}/", f"/m/{match.pk}/log/", "/account/"]
    paths += [f"/ready/{match.pk}/{ready_check_token(match.pk, crew[1])}/", f"/m/{match.pk}/leave/"]
    for path in paths:
        for person in (*crew, None):
            assert not grown_in(signed_in(person).get(path).content.decode()), path


def test_no_page_or_file_of_a_match_runs_planted_words(crew: list[User], begin_match: BeginMatch) -> None:
    match = planted(begin_match(crew, options=HOST_BEGINS), crew)
    paths = ["", "log/", "talk/", "talk/0/", "talk/1/", "notes/", "leave/", "replay/", "replay/4/", "live/"]
    for path in [*paths, "preview/?decision=%3Cplant%3E&w=%3Cplant%3E%22%20plant=1"]:
        for person in (*crew, None):
            answer = signed_in(person).get(f"/m/{match.pk}/{path}")
            assert not grown_in(answer.content.decode()), path
    give_up_seat(match_id=match.pk, player=crew[1], key="enough")
    for path in ("", "replay/", "replay/4/?open=1", "keep/", "notation.txt"):
        answer = signed_in(crew[0]).get(f"/m/{match.pk}/{path}")
        assert not grown_in(answer.content.decode()) or answer["Content-Type"].startswith("text/plain"), path
        assert answer["X-Content-Type-Options"] == "nosniff"


def test_no_letter_runs_planted_words(crew: list[User], begin_match: BeginMatch) -> None:
    match = planted(begin_match(crew, options=HOST_BEGINS), crew)
    written = 0
    for mail in OutboxMail.objects.filter(match=match):
        try:
            letter = write_letter(recipient_of(mail), timezone.now())
        except NoLongerTrue:
            continue
        written += 1
        assert not grown_in(str(letter.alternatives[0][0])), mail.kind
    assert written > 2


@pytest.mark.parametrize(
    "path", ["/nothing/%3Cplant%3E%22%20plant=1/", "/help/%3Cplant%3E/", "/i/x/?next=%22%20plant=1"]
)
def test_no_error_page_runs_planted_words(path: str, crew: list[User]) -> None:
    for person in (crew[0], None):
        assert not grown_in(signed_in(person).get(path).content.decode())


def test_no_refused_form_runs_planted_words(crew: list[User]) -> None:
    browser = signed_in(crew[0])
    for path in ("/account/", "/account/blocks/", "/account/keys/", "/tables/new/"):
        answer = browser.post(path, {"name": WORDS * 9, "title": WORDS * 9, "time_zone": WORDS, "pace": WORDS})
        assert answer.status_code == 422
        assert not grown_in(answer.content.decode()), path
