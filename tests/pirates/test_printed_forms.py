"""Whatever the log or a letter prints of a move can be typed back: in any language it reads as the same move."""

import re
from collections.abc import Callable, Iterator

import pytest

from pirates.capitan_bacon.pieces import Card as BaconCard
from pirates.captn_clever.notation import parse as parse_clever
from pirates.captn_clever.pieces import ISLANDS, Treasure, island_name
from pirates.commands import Move
from pirates.errors import MalformedMove
from pirates.guns_or_treasure.decisions import plan_of
from pirates.guns_or_treasure.narration.plans import plan_in_words
from pirates.guns_or_treasure.pieces import Card as GunsCard
from pirates.long_live_the_captain.events import BribesSealed
from pirates.long_live_the_captain.moves import SealBribes
from pirates.long_live_the_captain.pieces import Card as LiveCard
from pirates.registry import GAMES
from pirates.seats import Seat
from tests.pirates.contract import trial_of
from tests.pirates.contract_log import NAMES
from tests.pirates.speech import LANGUAGES, speaking
from tests.pirates.trial import Step, Trial, play, some_legal_moves

each_language = pytest.mark.parametrize("language", LANGUAGES)
each_slug = pytest.mark.parametrize("slug", GAMES)
_KINDS = r"(?:[0-9] )?(?:bribe[1-5]|(?!poison;|poison$)[a-z]+)"
"""Cards in a move of Long Live, but for the last word of 'as poison'."""
STEPS, MOVES, VARIANTS = 9, 14, 3


def moves_of(trial: Trial) -> Iterator[tuple[Step, Seat, Move]]:
    """Yield moves of a few matches, each with where it can be made."""
    stride = max(1, len(trial.variants) // VARIANTS)
    for variant in trial.variants[::stride][-VARIANTS:]:
        playout = play(trial, variant, b"printed")
        for step in playout.sampled(STEPS):
            for seat in playout.seats:
                moves = some_legal_moves(trial.game, step.before, seat)
                yield from ((step, seat, move) for move in moves[:: max(1, len(moves) // MOVES)])


def bacon_in_print(text: str, _move: Move) -> Iterator[str]:
    verb, _, rest = text.partition(" ")
    named = re.sub(r"[a-z]+(?:\+[a-z]+)?", _label_of(BaconCard), rest)
    yield f"{verb}: {named}"
    if verb in ("shovel", "rod", "map", "spyglass", "mirror"):
        yield f"{BaconCard(verb).label} {rest}"
    if verb in ("shovel", "map", "look"):
        yield f"{verb} island {rest}"


def guns_in_print(text: str, move: Move) -> Iterator[str]:
    verb, _, rest = text.partition(" ")
    yield f"{verb}: {re.sub(r'[gt][1-5]|b(?![a-z])', _label_of(GunsCard), rest)}"
    yield f"{verb} {re.sub(r'[+]', ' + ', rest)}"


def live_in_print(text: str, _move: Move) -> Iterator[str]:
    verb, _, rest = text.partition(" ")
    terms, sign, promise = rest.partition(" promise:")
    label = _label_of(LiveCard)
    named = re.sub(_KINDS, lambda found: _counted(found, label), terms)
    yield f"{verb}: {named}{sign}{promise}"


def clever_in_print(text: str, _move: Move) -> Iterator[str]:
    islands = re.sub(r"(?<=captain )([1-9])", lambda found: island_name(int(found[1])), text)
    treasures = {each.value: each for each in Treasure}
    task = re.sub(r"(?<=task )(\w+)", lambda found: _task(treasures, found[1]), text)
    yield islands
    yield task


PRINTED: dict[str, Callable[[str, Move], Iterator[str]]] = {
    "capitan-bacon": bacon_in_print,
    "guns-or-treasure": guns_in_print,
    "long-live-the-captain": live_in_print,
    "captn-clever": clever_in_print,
}


def _label_of(kind: type[BaconCard] | type[GunsCard] | type[LiveCard]) -> Callable[[re.Match[str]], str]:
    labels = {card.value: card.label for card in kind}
    return lambda found: labels.get(found.group(), found.group())


def _counted(found: re.Match[str], label: Callable[[re.Match[str]], str]) -> str:
    count, _, word = found.group().rpartition(" ")
    if word not in {card.value for card in LiveCard}:
        return found.group()
    return (
        LiveCard(word).counted(int(count or 1))
        if not word.startswith("bribe")
        else f"{count} {LiveCard(word).label}".strip()
    )


def _task(treasures: dict[str, Treasure], word: str) -> str:
    treasure = treasures.get(word)
    return word if treasure is None else f"the {treasure.label}, on island {treasure.island}"


@each_language
@each_slug
def test_a_move_with_the_names_that_people_see_reads_as_that_move(slug: str, language: str) -> None:
    trial, read = trial_of(slug), 0
    with speaking(language):
        for step, seat, move in moves_of(trial):
            for printed in (trial.game.write(move), *PRINTED[slug](trial.game.write(move), move)):
                assert trial.game.parse(printed, step.before, seat) == move, printed
                read += 1
    assert read > 150


def test_a_plan_of_guns_reads_as_the_log_tells_it() -> None:
    trial, read = trial_of("guns-or-treasure"), 0
    for step, seat, move in moves_of(trial):
        plan = plan_of(move)
        verb, _, rest = trial.game.write(move).partition(" ")
        if plan is None or rest == "lots":
            continue
        assert trial.game.parse(f"{verb} {plan_in_words(plan)}", step.before, seat) == move, plan_in_words(plan)
        read += 1
    assert read > 20


def test_bribes_read_as_the_log_tells_them() -> None:
    trial, read = trial_of("long-live-the-captain"), 0
    for step, seat, move in moves_of(trial):
        if not isinstance(move, SealBribes):
            continue
        told = trial.game.narrate(BribesSealed(seat, move.piles), NAMES, seat)
        said = told.removeprefix("You have sealed your bribes and bargain no more this round: ")
        assert trial.game.parse(f"bribe {said}", step.before, seat) == move, said
        read += 1
    assert read > 20


@pytest.mark.parametrize("text", ["steal", "steal end", "arrange", "STEAL.", "arrange:"])
def test_a_bare_word_does_not_leave_the_choice_to_chance(text: str) -> None:
    step = play(trial_of("capitan-bacon"), trial_of("capitan-bacon").variants[0], b"printed").steps[1]
    with pytest.raises(MalformedMove):
        GAMES["capitan-bacon"].parse(text, step.before, 0)


@each_language
def test_every_island_is_known_by_the_name_that_is_printed(language: str) -> None:
    with speaking(language):
        for island in ISLANDS:
            move = parse_clever(f"captain {island_name(island)}", None, 0)  # type: ignore[arg-type]
            assert move == parse_clever(f"captain {island}", None, 0)  # type: ignore[arg-type]
