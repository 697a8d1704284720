"""A real Dovecot, run by the test as an ordinary process in a folder and on a port of its own."""

import grp
import imaplib
import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from tests.games.mail.harbour import free_port
from tests.machine import DOVECOT, answers

USER, PASSWORD = "inbox", "only-for-tests"

_CONF = """
base_dir = {base}/run
state_dir = {base}/state
log_path = {base}/log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
default_internal_user = {user}
default_internal_group = {group}
default_login_user = {user}
mail_location = maildir:{base}/mail/%u
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={base}/mail/%u
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {port}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
service anvil {{
  chroot =
}}
service stats {{
  chroot =
}}
"""


@dataclass
class Dovecot:
    """A running server; `program` talks to it as a mail program would."""

    base: Path
    port: int
    process: subprocess.Popen[bytes]

    def url(self, query: str = "") -> str:
        """Return what `INBOUND_IMAP_URL` would say."""
        return f"imap://{USER}:{PASSWORD}@127.0.0.1:{self.port}/INBOX{query}"

    @contextmanager
    def program(self, folder: str = "INBOX") -> Iterator[imaplib.IMAP4]:
        """Sign in and open a folder."""
        with imaplib.IMAP4("127.0.0.1", self.port, timeout=10) as program:
            program.login(USER, PASSWORD)
            program.select(folder)
            yield program

    def put(self, *mails: bytes, at: datetime | None = None) -> None:
        """Have mails lie in the inbox, unseen, as come now or `at` another time."""
        with self.program() as program:
            for raw in mails:
                program.append("INBOX", "", imaplib.Time2Internaldate(at) if at else "", raw)

    def empty(self) -> None:
        """Take everything out of the inbox."""
        with self.program() as program:
            if program.search(None, "ALL")[1][0]:
                program.store("1:*", "+FLAGS", r"(\Deleted)")
                program.expunge()

    def unseen(self, folder: str = "INBOX") -> int:
        """Count what is not marked as seen."""
        with self.program(folder) as program:
            return len(program.search(None, "UNSEEN")[1][0].split())

    def count(self, folder: str = "INBOX") -> int:
        """Count what lies in a folder."""
        with self.program(folder) as program:
            return len(program.search(None, "ALL")[1][0].split())

    def mark_seen(self) -> None:
        """Mark all mails in the inbox, as a mail program does that somebody reads them with."""
        with self.program() as program:
            program.store("1:*", "+FLAGS", r"(\Seen)")

    def mark_unseen(self) -> None:
        """Take all marks off the mails in the inbox."""
        with self.program() as program:
            program.store("1:*", "-FLAGS", r"(\Seen)")

    def forget_numbers(self) -> None:
        """Give the inbox a new UIDVALIDITY, as a restored server would: every mail is new and unseen to its readers."""
        with self.program() as program:
            numbers = [number.decode() for number in program.search(None, "ALL")[1][0].split()]
            found = [program.fetch(number, "(BODY.PEEK[])")[1][0] for number in numbers]
        shutil.rmtree(self.base / "mail" / USER)
        time.sleep(1.1)  # the server counts UIDVALIDITY in seconds: within one it would give the same numbers again
        self.put(*(each[1] for each in found if isinstance(each, tuple)))


@contextmanager
def serve_imap() -> Iterator[Dovecot]:
    """Run a Dovecot for as long as the block lasts. Its login process may not be root's, so root lends it `nobody`."""
    base, port = Path(tempfile.mkdtemp(prefix="dovecot-")), free_port()
    owner = pwd.getpwnam("nobody") if os.getuid() == 0 else pwd.getpwuid(os.getuid())
    base.chmod(0o755)
    (base / "mail").mkdir()
    if os.getuid() == 0:
        os.chown(base / "mail", owner.pw_uid, owner.pw_gid)
    names = {"user": owner.pw_name, "group": grp.getgrgid(owner.pw_gid).gr_name}
    conf = _CONF.format(base=base, port=port, uid=owner.pw_uid, gid=owner.pw_gid, password=PASSWORD, **names)
    (base / "conf").write_text(conf)
    process = subprocess.Popen([DOVECOT, "-F", "-c", str(base / "conf")])
    try:
        deadline = time.monotonic() + 20
        while not answers("127.0.0.1", port):
            assert process.poll() is None, (base / "log").read_text()
            assert time.monotonic() < deadline
            time.sleep(0.05)
        yield Dovecot(base, port, process)
    finally:
        process.terminate()
        process.wait(10)
        shutil.rmtree(base, ignore_errors=True)
