"""Match pages as a browser without scripts meets them: forms, what they would send, and sending them."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

from django.test import Client

from accounts.models import User
from games.models import Match


@dataclass
class Form:
    """A form of a page: what it sends, in order, each with the id of its field."""

    action: str
    entries: list[tuple[str, str, str]] = field(default_factory=list)

    def sent(self, **changed: str) -> dict[str, list[str]]:
        """Return what a browser sends once these fields, named by id with _ for -, are filled in."""
        wanted = {name.replace("_", "-"): value for name, value in changed.items()}
        assert wanted.keys() <= {name for name, _, _ in self.entries}, f"no such field in {self.entries}"
        sent: dict[str, list[str]] = {}
        for identity, name, value in self.entries:
            sent.setdefault(name, []).append(wanted.get(identity, value))
        return sent


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._list: tuple[str, str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append(Form(told.get("action", "")))
        elif tag == "select":
            self._list = told.get("id", ""), told["name"]
        elif tag == "option":
            if self._list:
                self.forms[-1].entries.append((*self._list, told["value"]))
            elif "selected" in told:
                self.forms[-1].entries[-1] = (*self.forms[-1].entries[-1][:2], told["value"])
            self._list = None
        elif tag == "input" and "name" in told:
            self.forms[-1].entries.append((told.get("id", ""), told["name"], told.get("value", "")))


def browser_of(person: User) -> Client:
    browser = Client()
    browser.force_login(person)
    return browser


def page_of(match: Match, person: User) -> str:
    return browser_of(person).get(f"/m/{match.pk}/").content.decode()


def fill(match: Match, person: User, word: str, **changed: str) -> str:
    """Send the form whose words begin with `word`, filled in so; return the page it leads to."""
    reader = _Reader()
    reader.feed(page_of(match, person))
    form = next(
        form for form in reader.forms if [value for _, name, value in form.entries if name == "w"][:1] == [word]
    )
    answer = browser_of(person).post(form.action, form.sent(**changed), follow=True)
    assert answer.status_code == 200, answer.content.decode()
    return answer.content.decode()
