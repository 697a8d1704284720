"""The whole path of one match, from invitation to last mail, with every process real and the worker killed midway."""

import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import sync_playwright

from pirates.registry import GAMES
from pirates.replay import fold
from pirates.verify import verify
from tests.e2e.players import ApiPlayer, MailPlayer, PagePlayer, Visitor, text_of
from tests.e2e.service import Service, wait_for
from tests.machine import CHROMIUM, HEADLESS

pytestmark = [pytest.mark.postgres, pytest.mark.redis, pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(900)]

GAME = GAMES["capitan-bacon"]
_MOST_SECONDS = 600
_KILL_AT = 14
_BEING_SENT = "SELECT 1 FROM games_outboxmail WHERE state = 'sending'"


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    """The running service."""
    running = Service(tmp_path)
    try:
        running.start()
        yield running
    finally:
        running.stop()


def test_a_match_is_played_by_page_api_mail_and_bot_from_invitation_to_a_verified_end(service: Service) -> None:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=list(HEADLESS))
        pages = [chromium.new_context().new_page() for _ in range(3)]
        anna = PagePlayer(service, pages[0], "Demo Anna")
        ben = ApiPlayer(service, pages[1], "Demo Ben")
        mo = MailPlayer(service, pages[2], "Demo Mo")
        match_id = _gather(anna, ben, mo)
        _play_to_the_end(service, match_id, anna, ben, mo)
        chromium.close()

    export = _settled_export(service, ben, match_id)
    assert "0 with faults" in service.manage("verify_matches")
    assert "0 with faults" in service.manage("verify_matches", "--rebuild")
    _assert_every_mail_was_sent_once(service)
    _assert_nobody_got_a_secret(export, anna, ben, mo)
    _assert_the_api_seat_saw_its_own_view_only(export, ben)
    _assert_the_export_proves_itself(export, service.folder)


def _gather(anna: PagePlayer, ben: ApiPlayer, mo: MailPlayer) -> str:
    anna.sign_up()
    match_id, link = anna.open_table(invited=mo.address)
    mo.accept(mo.invitation_path())
    ben.accept(link)
    ben.take_key()
    anna.start()
    return match_id


def _play_to_the_end(service: Service, match_id: str, anna: PagePlayer, ben: ApiPlayer, mo: MailPlayer) -> None:
    until, is_killed = time.monotonic() + _MOST_SECONDS, False
    seat_of: dict[str, int] = {}
    while time.monotonic() < until:
        match = ben.look(match_id)
        seat_of = {each["name"]: each["seat"] for each in match["seats"]}
        if match["status"] == "over":
            return
        if not is_killed and match["position"] >= _KILL_AT and not service.rows(_BEING_SENT):
            service.kill_worker()
            time.sleep(1)
            service.start_worker()
            is_killed = True
        if seat_of[anna.name] in match["waiting"]:
            anna.play(match_id)
        elif seat_of[ben.name] in match["waiting"]:
            ben.play(match_id)
        elif seat_of[mo.name] in match["waiting"]:
            mo.play()
            time.sleep(0.2)
        else:
            time.sleep(0.2)
    raise AssertionError(f"the match did not end: {service.log_of('worker')[-3000:]}")


def _settled_export(service: Service, ben: ApiPlayer, match_id: str) -> dict[str, Any]:
    unsent = "SELECT 1 FROM games_outboxmail WHERE state IN ('waiting', 'sending') AND not_before <= now()"
    wait_for(lambda: not service.rows(unsent), 180, "the last letters to leave, a killed sender's claim included")
    export: dict[str, Any] = ben.ask(f"matches/{match_id}/export/")
    ben.seen.pop()
    return export


def _assert_every_mail_was_sent_once(service: Service) -> None:
    sent = "SELECT id, match_id FROM games_outboxmail WHERE state = 'sent'"
    expected = Counter(f"<o{pk}.{match}@letters.localhost>" for pk, match in service.rows(sent))
    boxes = [box.name for box in (service.folder / "post").iterdir()]
    letters = [letter for box in boxes for letter in service.letters_to(box)]
    delivered = Counter(str(letter["Message-ID"]) for letter in letters if str(letter["Message-ID"]).startswith("<o"))
    assert delivered == expected
    assert all(len(str(letter["To"]).split(",")) == 1 for letter in letters)
    assert not service.rows("SELECT 1 FROM games_outboxmail WHERE state = 'parked'")


def _assert_nobody_got_a_secret(export: dict[str, Any], *people: Visitor) -> None:
    secret = next(event["secret"] for event in export["entries"][-1]["events"] if event["type"] == "SecretOpened.1")
    salts = [entry["salt"] for entry in export["entries"]]
    for person in people:
        before_the_end = [text for text in person.seen if secret not in text or '"status":"over"' not in text]
        letters = [text_of(letter) for letter in person.letters() if "is over" not in str(letter["Subject"])]
        given = "\n".join([*before_the_end[:-1], *letters])
        assert secret not in given
        assert not [salt for salt in salts if salt in given]
        others = [other.address for other in people if other is not person]
        assert not [address for address in others if address in "\n".join(letters)]


def _assert_the_api_seat_saw_its_own_view_only(export: dict[str, Any], ben: ApiPlayer) -> None:
    decoder = msgspec.json.Decoder(list[GAME.events])  # type: ignore[name-defined]
    states: dict[int, Any] = {}
    state = None
    for entry in export["entries"]:
        of_rules = [event for event in entry["events"] if event["type"] in _event_names()]
        state = fold(GAME.evolve, decoder.decode(json.dumps(of_rules)), state)
        states[entry["position"]] = state
    seat = next(view["viewer"] for _, view in ben.views if view)
    checked = [(position, view) for position, view in ben.views if view is not None]
    assert checked
    for position, view in checked:
        assert json.loads(msgspec.json.encode(GAME.view(states[position], seat))) == view


def _event_names() -> set[str]:
    return {kind.__struct_config__.tag for kind in GAME.events.__args__}


def _assert_the_export_proves_itself(export: dict[str, Any], folder: Path) -> None:
    document = json.dumps(export).encode()
    file = folder / "export.json"
    file.write_bytes(document)
    done = subprocess.run([sys.executable, "-m", "pirates.verify", str(file)], capture_output=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    for changed in _with_one_value_changed(export):
        assert verify(json.dumps(changed).encode()).fault


def _with_one_value_changed(export: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for path in list(_leaves(export))[::5]:
        changed = json.loads(json.dumps(export))
        holder = changed
        for step in path[:-1]:
            holder = holder[step]
        value = holder[path[-1]]
        holder[path[-1]] = (not value) if isinstance(value, bool) else f"{value}0" if isinstance(value, str) else 7_777
        yield changed


def _leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, dict | list):
        steps = value.items() if isinstance(value, dict) else enumerate(value)
        for step, inner in steps:
            yield from _leaves(inner, (*path, step))
    else:
        yield path
