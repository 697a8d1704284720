"""What the page tests share: browsers, tables at known points, and what a page's forms would send."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import combinations, permutations, product

from django.test import Client

from accounts.models import User
from games.models import Match
from games.selectors.play.matches import Reading, choices_of, read_match
from games.services.play.moves import in_notation, submit_move

HOST_BEGINS = b'{"starter":0}'


def signed_in(person: User | None) -> Client:
    """Return a browser, signed in as somebody or as nobody."""
    client = Client()
    if person is not None:
        client.force_login(person)
    return client


def page_of(match: Match, person: User | None) -> str:
    """Return the match page as this person gets it."""
    return signed_in(person).get(f"/m/{match.pk}/").content.decode()


def reading(match: Match, person: User | None) -> Reading:
    """Return the match as this person may see it now."""
    return read_match(Match.objects.get(pk=match.pk), person)


def question_of(match: Match, person: User) -> str:
    """Return the key of the question that waits for this person."""
    question = reading(match, person).own_question
    assert question is not None
    return question.key


def play(match: Match, person: User, notation: str) -> None:
    """Make a move, by another door than the page."""
    decision = question_of(match, person)
    move = in_notation(notation)
    submit_move(match_id=match.pk, player=person, decision=decision, move=move, channel="test", key=decision)


def choices(match: Match, person: User) -> set[str]:
    """Return the notation of every move that this person may make."""
    now = reading(match, person)
    assert now.seat is not None
    return {choice.notation for choice in choices_of(now.book, now.seat, 5000)}


@dataclass
class Form:
    """A form of a page: where it goes, its hidden fields in order, and the words that can be chosen in it."""

    action: str
    hidden: list[tuple[str, str]] = field(default_factory=list)
    radios: list[str] = field(default_factory=list)
    ticks: list[str] = field(default_factory=list)
    lists: list[list[str]] = field(default_factory=list)

    def fields(self, *words: str, **changed: str) -> dict[str, list[str]]:
        """Return what the browser would send with these further words, or with hidden fields changed."""
        sent: dict[str, list[str]] = {}
        for name, value in (*self.hidden, *(("w", word) for word in words)):
            sent.setdefault(name, []).append(value)
        return {**sent, **{name: [value] for name, value in changed.items()}}

    def lines(self) -> Iterator[str]:
        """Yield every line of notation that can be made with this form."""
        first = next(value for name, value in self.hidden if name == "w")
        chosen = permutations(self.lists[0]) if len(self.lists) > 1 else product(*self.lists)
        ticked = [each for size in range(len(self.ticks) + 1) for each in combinations(self.ticks, size)]
        for parts in product(self.radios or [""], chosen, ticked):
            yield " ".join((first, parts[0], *parts[1], *parts[2]))


class FormReader(HTMLParser):
    """Gathers the forms of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a form, or what can be sent with the form that was opened last."""
        told = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append(Form(told.get("action", "")))
        elif tag == "select":
            self.forms[-1].lists.append([])
        elif tag == "option":
            self.forms[-1].lists[-1].append(told["value"])
        elif tag == "input" and told.get("name") != "csrfmiddlewaretoken":
            self._note_input(told)

    def _note_input(self, told: dict[str, str]) -> None:
        form = self.forms[-1]
        match told.get("type"):
            case "hidden":
                form.hidden.append((told["name"], told["value"]))
            case "radio":
                form.radios.append(told["value"])
            case "checkbox":
                form.ticks.append(told.get("value", "on"))


def forms_of(page: str) -> list[Form]:
    """Return every form of a page."""
    reader = FormReader()
    reader.feed(page)
    return reader.forms


def move_forms(page: str) -> list[Form]:
    """Return the forms that make moves."""
    return [form for form in forms_of(page) if any(name == "w" for name, _ in form.hidden)]


def move_form(page: str, word: str) -> Form:
    """Return the form whose words begin with `word`."""
    return next(form for form in forms_of(page) if ("w", word) in form.hidden)
