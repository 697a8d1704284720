"""What the page tests share: browsers, tables at known points, and what a page's forms would send."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from itertools import combinations, permutations, product

from django.test import Client

from accounts.models import User
from games.models import Match
from games.selectors.matches import Reading, choices_of, read_match
from games.services.moves import in_notation, submit_move

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


@dataclass(frozen=True)
class Form:
    """A form of a page: where it goes, its hidden fields in order, and its markup."""

    action: str
    hidden: list[tuple[str, str]]
    markup: str

    def fields(self, *words: str, **changed: str) -> dict[str, list[str]]:
        """Return what the browser would send with these further words, or with hidden fields changed."""
        sent: dict[str, list[str]] = {}
        for name, value in (*self.hidden, *(("w", word) for word in words)):
            sent.setdefault(name, []).append(value)
        return {**sent, **{name: [value] for name, value in changed.items()}}

    def lines(self) -> Iterator[str]:
        """Yield every line of notation that can be made with this form."""
        first = next(value for name, value in self.hidden if name == "w")
        radios = _values(self.markup, r'type="radio" name="w" value="([^"]*)"')
        ticks = _values(self.markup, r'type="checkbox" name="w" value="([^"]*)"')
        lists = [
            _values(each, r'<option value="([^"]*)"')
            for each in re.findall("<select.*?</select>", self.markup, re.DOTALL)
        ]
        chosen = permutations(lists[0]) if len(lists) > 1 else product(*lists)
        ticked = [each for size in range(len(ticks) + 1) for each in combinations(ticks, size)]
        for parts in product(radios or [""], chosen, ticked):
            yield " ".join((first, parts[0], *parts[1], *parts[2]))


def forms_of(page: str) -> list[Form]:
    """Return every form of a page."""
    return [
        _form(attributes, markup) for attributes, markup in re.findall("<form([^>]*)>(.*?)</form>", page, re.DOTALL)
    ]


def move_forms(page: str) -> list[Form]:
    """Return the forms that make moves."""
    return [form for form in forms_of(page) if any(name == "w" for name, _ in form.hidden)]


def move_form(page: str, word: str) -> Form:
    """Return the form whose words begin with `word`."""
    return next(form for form in forms_of(page) if ("w", word) in form.hidden)


def _form(attributes: str, markup: str) -> Form:
    action = re.search('action="([^"]*)"', attributes)
    hidden = re.findall('<input type="hidden" name="([^"]*)" value="([^"]*)"', markup)
    told = [(name, unescape(value)) for name, value in hidden if name != "csrfmiddlewaretoken"]
    return Form(action[1] if action else "", told, markup)


def _values(markup: str, pattern: str) -> list[str]:
    return [unescape(value) for value in re.findall(pattern, markup)]
