"""Three ways to hold a seat: on pages, through the API, by mail. Each keeps every byte it was given."""

import json
import re
import smtplib
import urllib.request
import uuid
from email.message import EmailMessage
from email.utils import make_msgid
from typing import Any

from playwright.sync_api import Page

from tests.e2e.service import Service, wait_for

_CODE = re.compile(r"^([A-Z0-9-]{6,12})$", re.MULTILINE)
CHOICE = re.compile(r"^ +([2-9][a-z]{2}) +(\S.*)$", re.MULTILINE)
_NUMBER = re.compile(r"<o([0-9]+)\.")
_MAIL_SECONDS = 30


def text_of(letter: EmailMessage) -> str:
    """Return the text part of a letter."""
    part = letter.get_body(("plain",))
    assert part is not None, letter.as_string()
    return str(part.get_content()).replace("\r\n", "\n").replace("\N{NO-BREAK SPACE}", " ")


def liked_best(notations: list[str]) -> str:
    """Return the move of a hasty captain: board, else fish, else bury as much as may be, so that the end comes soon."""
    for wish in ("boarding end", "boarding", "rod", "no mirror"):
        found = [each for each in notations if each.startswith(wish)]
        if found:
            return found[0]
    return max((each for each in notations if not each.startswith("orders")), key=lambda each: each.count(","))


def _number(letter: EmailMessage) -> int:
    found = _NUMBER.match(str(letter["Message-ID"]))
    assert found, letter["Message-ID"]
    return int(found[1])


class Visitor:
    """A person with a browser and a mailbox."""

    def __init__(self, service: Service, page: Page, name: str) -> None:
        self.service, self.page, self.name = service, page, name
        self.address = f"demo.{name.split()[-1].lower()}@letters.localhost"
        self.seen: list[str] = []

    def sign_up(self, path: str = "/accounts/signup/") -> None:
        """Sign up from `path` with the mailed code."""
        self.page.goto(self.service.url + path)
        self.page.get_by_label("Name").fill(self.name)
        self.page.locator("input[name=email]").fill(self.address)
        self.page.get_by_role("button", name=re.compile("Sign up")).click()
        self.page.get_by_label("Code").fill(wait_for(self._newest_code, _MAIL_SECONDS, "the code by mail"))
        self.page.get_by_role("button", name="Go on").click()

    def accept(self, path: str) -> None:
        """Sign up from an invitation and sit down."""
        self.sign_up(path)
        self.page.get_by_role("button", name=re.compile("Sit down")).click()

    def letters(self) -> list[EmailMessage]:
        """Return every mail this person has got."""
        return self.service.letters_to(self.address)

    def _newest_code(self) -> str | None:
        found = [_CODE.search(text_of(letter)) for letter in self.letters()]
        return next((code[1] for code in reversed(found) if code), None)


class PagePlayer(Visitor):
    """Plays with the forms of the match page."""

    def open_table(self, invited: str) -> tuple[str, str]:
        """Open a table of four with a bot, invite an address, and return the match's id and the link to pass on."""
        self.page.goto(self.service.url + "/tables/new/")
        self.page.get_by_label("Title").fill("Demo voyage")
        self.page.get_by_label("Ready check").uncheck()
        self.page.get_by_role("button", name="Open the table").click()
        match_id = self.page.url.rstrip("/").rsplit("/", 1)[1]
        self.page.get_by_label("Mail address").fill(invited)
        self.page.get_by_role("button", name="Send an invitation").click()
        self.page.get_by_role("button", name="Seat a bot").click()
        self.page.get_by_role("button", name="Make a link to pass on").click()
        link = self.page.locator("a[href^='/i/']").get_attribute("href")
        assert link
        return match_id, link

    def start(self) -> None:
        """Start the match."""
        self.page.reload()
        self.page.get_by_role("button", name="Start the match").click()

    def play(self, match_id: str) -> None:
        """Answer what is asked with the first form that pleases, if anything is asked."""
        self.page.goto(f"{self.service.url}/m/{match_id}/")
        self.seen.append(self.page.content())
        forms = self.page.locator("section.asked form.move")
        if not forms.count():
            return
        bury, board = forms.filter(has_text="Bury cards"), forms.filter(has_text="Board the galleon")
        if board.count():
            board.first.get_by_role("button").click()
        elif bury.count():
            for box in bury.first.get_by_role("checkbox").all():
                box.check()
            bury.first.get_by_role("button").click()
        else:
            forms.last.get_by_role("button").last.click()
        self.seen.append(self.page.content())


class ApiPlayer(Visitor):
    """Plays by JSON with an API key."""

    def __init__(self, service: Service, page: Page, name: str) -> None:
        super().__init__(service, page, name)
        self.views: list[tuple[int, Any]] = []
        self._key = ""

    def take_key(self) -> None:
        """Have an API key issued on the page."""
        self._ask_for_a_key()
        if "/reauthenticate/" in self.page.url:
            self._prove_to_be_there()
        self._key = self.page.locator("code.key").inner_text()

    def _ask_for_a_key(self) -> None:
        self.page.goto(self.service.url + "/account/keys/")
        self.page.get_by_label("What is the key for?").fill("demo client")
        self.page.get_by_role("button", name="Issue a key").click()

    def _prove_to_be_there(self) -> None:
        """Prove again who one is, by a code that is mailed, and go on with what was asked for: keys need that."""
        before = self._newest_code()
        self.page.locator("main form button[type=submit]").first.click()
        code = self.page.locator("input[name=code]")
        code.fill(wait_for(lambda: self._newer_code(before), _MAIL_SECONDS, "another code by mail"))
        code.press("Enter")

    def _newer_code(self, before: str | None) -> str | None:
        newest = self._newest_code()
        return newest if newest != before else None

    def ask(self, path: str, body: object = None) -> Any:
        """Return the JSON answer to a request."""
        headers = {"Authorization": f"Bearer {self._key}", "Content-Type": "application/json"}
        if body is not None:
            headers["Idempotency-Key"] = uuid.uuid4().hex
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.service.url}/api/v1/{path}", data, headers)
        with urllib.request.urlopen(request, timeout=20) as answer:
            text = answer.read().decode()
        self.seen.append(text)
        return json.loads(text)

    def look(self, match_id: str) -> Any:
        """Return the match as this seat sees it."""
        match = self.ask(f"matches/{match_id}/")
        self.views.append((match["position"], match["view"]))
        return match

    def play(self, match_id: str) -> None:
        """Answer what is asked."""
        legal = self.ask(f"matches/{match_id}/moves/?limit=200")
        asked = next(each["key"] for each in legal["decisions"] if each["is_required"])
        notation = liked_best([each["notation"] for each in legal["moves"] if each["decision"] == asked])
        self.ask(f"matches/{match_id}/moves/", {"decision": asked, "notation": notation})


class MailPlayer(Visitor):
    """Plays by replying to letters, and by nothing else."""

    def __init__(self, service: Service, page: Page, name: str) -> None:
        super().__init__(service, page, name)
        self._answered: set[str] = set()

    def invitation_path(self) -> str:
        """Return the path of the invitation that came by mail."""
        letters = wait_for(self.letters, _MAIL_SECONDS, "the invitation")
        found = re.search(r"http://[^/\s]+(/i/[a-z2-7]+/)", text_of(letters[0]))
        assert found, text_of(letters[0])
        return found[1]

    def play(self) -> None:
        """Reply to the newest letter that asks something and is not answered yet."""
        asking = sorted((each for each in self.letters() if CHOICE.search(text_of(each))), key=_number)
        if not asking or asking[-1]["Message-ID"] in self._answered:
            return
        letter = asking[-1]
        self._answered.add(letter["Message-ID"])
        choices = {notation.strip(): code for code, notation in CHOICE.findall(text_of(letter))}
        self._reply(letter, choices[liked_best(list(choices))])

    def _reply(self, letter: EmailMessage, code: str) -> None:
        reply = EmailMessage()
        reply["From"], reply["To"] = f"{self.name} <{self.address}>", str(letter["Reply-To"])
        reply["Subject"], reply["Message-ID"] = f"Re: {letter['Subject']}", make_msgid(domain="letters.localhost")
        reply["In-Reply-To"] = reply["References"] = str(letter["Message-ID"])
        quoted = "\n".join(f"> {line}" for line in text_of(letter).splitlines())
        reply.set_content(f"{code.upper()}\n\nOn that day, Letters of Marque wrote:\n{quoted}\n")
        with smtplib.SMTP("127.0.0.1", self.service.smtp_port, timeout=20) as office:
            office.send_message(reply)
