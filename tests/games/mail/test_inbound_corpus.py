"""Replies as common mail programs write them: only the new words count, whatever charset, quote or markup they are in.

Every mail quotes a letter that holds commands of its own; none of those may ever be taken for the answer.
"""

from pathlib import Path

import pytest

from games.inbound.mime.letters import open_letter
from games.inbound.replies.new_words import new_words
from games.inbound.replies.orders import find_orders
from games.logbook import store
from pirates.errors import MalformedMove
from tests.conftest import BeginMatch, MakePeople

CORPUS = Path(__file__).parent / "corpus"
LONG = "bury shovel boarding spyglass map ballast switcheroo rod shovel boarding map"
EXPECTED = {
    "quoted-printable": [LONG],
    "flowed-long-line": [LONG],
    "flowed-delsp": [LONG],
    "hard-wrapped": [LONG],
    "hard-wrapped-without-comma": [LONG],
    "in-order": ["rod 2", "shovel 7"],
}
MAILS = sorted(file.stem for file in CORPUS.glob("*.eml"))
WITHOUT_MOVE = {"only-a-quote", "polish-only-old-text", "prose-only", *(each for each in MAILS if "-no-move" in each)}


def plain(notation: str) -> str:
    return " ".join(notation.lower().replace(",", " ").split())


def test_the_corpus_is_there() -> None:
    assert len(MAILS) >= 60
    assert {*EXPECTED, *WITHOUT_MOVE} <= {*MAILS}


@pytest.mark.django_db
@pytest.mark.parametrize("mail", [each for each in MAILS if each not in WITHOUT_MOVE])
def test_only_the_new_words_are_the_order(mail: str, people: MakePeople, begin_match: BeginMatch) -> None:
    book = store.open_book(begin_match(people("Anna", "Ben")).pk)
    letter = open_letter((CORPUS / f"{mail}.eml").read_bytes())
    orders = find_orders(new_words(letter.text), book, 0, "t1")
    assert [plain(each.notation) for each in orders] == EXPECTED.get(mail, ["shovel 7"])


@pytest.mark.django_db
@pytest.mark.parametrize("mail", sorted(WITHOUT_MOVE))
def test_a_letter_without_an_order_is_a_question_back(mail: str, people: MakePeople, begin_match: BeginMatch) -> None:
    book = store.open_book(begin_match(people("Anna", "Ben")).pk)
    letter = open_letter((CORPUS / f"{mail}.eml").read_bytes())
    with pytest.raises(MalformedMove) as refusal:
        find_orders(new_words(letter.text), book, 0, "t1")
    assert refusal.value.code == "no_move_found"


@pytest.mark.parametrize("mail", MAILS)
def test_the_line_ends_of_the_mail_change_nothing(mail: str) -> None:
    raw = (CORPUS / f"{mail}.eml").read_bytes()
    assert new_words(open_letter(raw.replace(b"\n", b"\r\n")).text) == new_words(open_letter(raw).text)
