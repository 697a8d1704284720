"""An export that holds is told so; whatever is changed in it, the change is found."""

import copy
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace as alter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pirates.fingerprints import canonical_json
from pirates.registry import GAMES
from pirates.verify import Report, verify
from tests.pirates.contract import trial_of
from tests.pirates.exported import Told, closing, export_of, opening, played_fairly, rechained, redigested, told_of
from tests.pirates.toy_pieces import BidsOpened, SealBid
from tests.pirates.toy_trial import TRIAL
from tests.pirates.trial import play

TOYS = {TRIAL.game.slug: TRIAL.game}
PLAYOUT = played_fairly(TRIAL, TRIAL.variants[0])
EXPORT = export_of(TRIAL.game, PLAYOUT)

Path_ = tuple[Any, ...]


def checked(document: Any) -> Report:
    return verify(canonical_json(document), TOYS)


def leaves(value: Any, path: Path_ = ()) -> Iterator[Path_]:
    """Yield the way to every value that holds no others, and to every empty list."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    if not inner or value in ({}, []):
        yield path
    for name, each in inner:
        yield from leaves(each, (*path, name))


def changed(path: Path_, change: Callable[[Any], Any]) -> Any:
    """Return the export with one value changed."""
    document = copy.deepcopy(EXPORT)
    holder = document
    for name in path[:-1]:
        holder = holder[name]
    holder[path[-1]] = change(holder[path[-1]])
    return document


def another(value: Any) -> Any:
    """Return a value of the same kind that is not the same."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return value[:-1] + ("0" if value[-1:] != "0" else "1")
    return 0 if value is None else [0]


def test_an_export_as_it_was_written_holds() -> None:
    report = checked(EXPORT)
    assert report.fault is None, report.sentence
    assert f"{len(PLAYOUT.steps)} of them decided again" in report.sentence


def test_layout_and_order_of_names_do_not_matter() -> None:
    backwards = dict(reversed(EXPORT.items()))
    assert verify(msgspec.json.format(msgspec.json.encode(backwards), indent=4), TOYS).fault is None


def test_no_single_value_can_be_changed() -> None:
    missed = [path for path in leaves(EXPORT) if checked(changed(path, another)).fault is None]
    assert not missed


def test_no_single_value_can_be_changed_even_with_a_new_digest() -> None:
    unsealed = [path for path in leaves(EXPORT) if path != ("digest",)]
    missed = [path for path in unsealed if checked(redigested(changed(path, another))).fault is None]
    assert not missed


def test_nothing_that_the_rules_told_can_be_changed_even_with_new_hashes() -> None:
    told = [path for path in leaves(EXPORT) if "events" in path or path[-1:] in (("seat",), ("victim",))]
    missed = [path for path in told if checked(redigested(rechained(changed(path, another)))).fault is None]
    assert not missed


@pytest.mark.parametrize("name", EXPORT)
def test_no_part_may_be_missing(name: str) -> None:
    assert checked({each: value for each, value in EXPORT.items() if each != name}).fault


@pytest.mark.parametrize("index", range(len(EXPORT["entries"])))
def test_no_entry_can_be_left_out_doubled_or_moved(index: int) -> None:
    entries = EXPORT["entries"]
    following = (index + 1) % len(entries)
    swapped = list(entries)
    swapped[index], swapped[following] = swapped[following], swapped[index]
    for altered in (entries[:index] + entries[index + 1 :], entries[: index + 1] + entries[index:], swapped):
        assert checked(redigested({**EXPORT, "entries": altered})).fault


SENTENCES: dict[str, tuple[Any, str]] = {
    "not JSON": (msgspec.Raw(b'{"format": '), "cannot|can be read"),
    "no object": ([1], "can be read"),
    "another format": ({**EXPORT, "format": "chess.1"}, "chess.1.* are known"),
    "a wrong digest": ({**EXPORT, "digest": "0" * 64}, "digest"),
    "an unknown game": (redigested({**EXPORT, "game": "whist"}), "another game"),
    "newer rules": (redigested({**EXPORT, "rules_version": 99}), "other rules"),
    "no entries": (redigested({**EXPORT, "entries": []}), "no entries"),
}


@pytest.mark.parametrize("fault", SENTENCES)
def test_each_fault_has_a_sentence_of_its_own(fault: str) -> None:
    document, sentence = SENTENCES[fault]
    with pytest.raises(AssertionError, match=sentence):
        assert not checked(document).fault, checked(document).sentence


def test_a_game_or_rules_not_known_here_are_named() -> None:
    assert "not known here" in verify(canonical_json(EXPORT), {}).sentence
    export = export_of(alter(TRIAL.game, rules_version=2), PLAYOUT)
    assert "has no rules version 2" in checked(export).sentence


def test_the_secret_is_opened_once_and_is_the_promised_one() -> None:
    twice = export_of(TRIAL.game, PLAYOUT, [*map(told_of, PLAYOUT.steps), closing()])
    assert "2 times" in checked(twice).sentence
    other = closing()[0], closing()[1], [{"type": "SecretOpened.1", "secret": "00"}]
    both = export_of(TRIAL.game, PLAYOUT, [*map(told_of, PLAYOUT.steps), other])
    both["entries"].pop()
    assert "not the one that was promised" in checked(redigested(both)).sentence


def test_dice_of_another_seed_are_found() -> None:
    loaded = play(TRIAL, TRIAL.variants[0], b"loaded dice")
    assert "other events" in checked(export_of(TRIAL.game, loaded)).sentence


def test_a_move_made_by_another_seat_is_found() -> None:
    step = next(step for step in PLAYOUT.steps if isinstance(step.command, SealBid))
    lines = [
        ("seat:1" if each is step and line[0] == "seat:0" else "seat:0" if each is step else line[0], *line[1:])
        for each, line in ((each, told_of(each)) for each in PLAYOUT.steps)
    ]
    assert "made by seat:" in checked(export_of(TRIAL.game, PLAYOUT, lines)).sentence


def test_a_rewound_match_goes_on_from_where_it_was_taken_back_to() -> None:
    steps = PLAYOUT.steps
    opened = len(opening(TRIAL.game, PLAYOUT))
    kept = next(count for count, step in enumerate(steps, 1) if isinstance(step.events[0], BidsOpened))
    begun = list(map(told_of, steps[: kept + 3]))
    again = list(map(told_of, steps[kept:]))
    assert fault_of([*begun, rewound(opened + kept), *again]) is None
    assert fault_of([*begun, *again])
    assert fault_of([*begun, rewound(opened + kept + 1), *again])


def test_a_branch_left_behind_can_be_gone_back_to() -> None:
    steps = list(map(told_of, PLAYOUT.steps))
    opened = len(opening(TRIAL.game, PLAYOUT))
    back_and_forth = [*steps[:5], rewound(opened + 3), rewound(opened + 5), *steps[5:]]
    assert fault_of(back_and_forth) is None
    assert fault_of([*steps[:5], rewound(opened + 3), *steps[5:]])
    assert "had not reached" in str(fault_of([*steps[:5], rewound(999), *steps[5:]]))


def rewound(to: int) -> Told:
    return "referee", {"type": "Rewind"}, [{"type": "Rewound.1", "to": to}]


def fault_of(lines: list[Told]) -> str | None:
    return checked(export_of(TRIAL.game, PLAYOUT, lines)).fault


def test_events_of_the_game_without_a_command_of_it_are_found() -> None:
    first, *rest = map(told_of, PLAYOUT.steps)
    smuggled = "referee", {"type": "Amend"}, rest[0][2]
    assert "no command of it caused" in str(fault_of([first, smuggled, *rest]))


def test_the_salt_of_who_left_before_the_start_does_not_count() -> None:
    left: list[Any] = [
        ("seat:1", {"type": "LeaveSeat"}, [{"type": "SeatVacated.1", "seat": 1}]),
        ("seat:1", {"type": "TakeSeat"}, [{"type": "SeatTaken.1", "seat": 1, "salt": (b"\2" * 16).hex()}]),
    ]
    assert checked(export_of(TRIAL.game, PLAYOUT, [*left, *map(told_of, PLAYOUT.steps)])).fault is None
    assert checked(export_of(TRIAL.game, PLAYOUT, [*left[:1], *map(told_of, PLAYOUT.steps)])).fault


def test_a_repeated_start_is_found() -> None:
    start = told_of(PLAYOUT.steps[0])
    assert "should have been refused" in checked(export_of(TRIAL.game, PLAYOUT, [start, start])).sentence


@pytest.mark.parametrize("slug", GAMES)
def test_from_the_command_line_a_sound_export_gives_0(slug: str, tmp_path: Path) -> None:
    trial = trial_of(slug)
    file = tmp_path / "export.json"
    file.write_bytes(canonical_json(export_of(trial.game, played_fairly(trial, trial.variants[-1]))))
    done = run(str(file))
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"holds" in done.stdout


def test_from_the_command_line_nothing_else_gives_0(tmp_path: Path) -> None:
    file = tmp_path / "export.json"
    file.write_bytes(b"{}")
    by_name, by_input, missing = run(str(file)), run("-", b"{}"), run(str(tmp_path / "none.json"))
    assert (by_name.returncode, by_input.returncode, missing.returncode) == (1, 1, 2)
    assert by_name.stderr == by_input.stderr
    assert b"format" in by_name.stderr


def run(name: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "pirates.verify", name]
    return subprocess.run(command, input=given, capture_output=True, check=False, cwd=Path(__file__).parents[2])
