"""Cards are called by one name in every exit and language: letters print no words of the notation."""

import re

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from pirates.capitan_bacon.game import BACON
from pirates.capitan_bacon.pieces import CARD_NAMES, Card
from tests.pirates.capitan_bacon.variants import TRIAL
from tests.pirates.contract_log import NAMES
from tests.pirates.speech import LANGUAGES, speaking
from tests.pirates.trial import play

PARTS = ("asked.txt", "table.txt", "table.html")
WORDS = re.compile(rf"(?<![\w+#-])(?:{'|'.join(card.value for card in Card if '+' not in card)})(?![\w-])")
"""The words of the notation, which are all lower case; names begin with a capital."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_part_of_a_letter_calls_a_card_by_its_word_in_the_notation(language: str) -> None:
    kinds, named = set(), set()
    playout = play(TRIAL, TRIAL.variants[0], b"letters 3")
    with translation.override(language), speaking(language):
        for step in playout.sampled(60):
            for seat in playout.seats:
                view = BACON.view(step.before, seat)
                names = NAMES[: len(playout.seats)]
                facts = {"view": view, "seat": seat, "names": names, "match": {"status": "running"}}
                for part in PARTS:
                    said = re.sub(r"<[^>]*>", " ", render_to_string(f"games/capitan-bacon/{part}", facts))
                    named |= {card for card in CARD_NAMES if card.label in said}
                    for label in sorted((card.label for card in CARD_NAMES), key=len, reverse=True):
                        said = said.replace(label, "")
                    assert not WORDS.search(said), f"{WORDS.search(said)} in {said}"
                kinds.add(view.phase)
    assert len(named) > 10
    assert {"turn", "more", "mirror"} <= {str(kind) for kind in kinds}
