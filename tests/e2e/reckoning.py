"""The reckoning at the end of a correspondence: what must be true of every mail, every deadline and the log."""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta

from games.logbook import store
from games.models import InboundMail, LogEntry, Match, Outage, OutboxMail
from games.projections.rebuild import find_drift
from games.selectors.desk.held_open import NOTICE_GRACE, NOTICES
from games.selectors.play.exports import export_match
from games.services.clocks.deadlines import LATE_NOTICE
from games.services.play.submitting import submission_key
from games.table.events.core import DeadlineMissed
from pirates.verify import verify
from tests.e2e.correspondence import Correspondence, Posted
from tests.games.mail.replying import answer_to

SLACK = timedelta(minutes=1)
Kind, State = OutboxMail.Kind, OutboxMail.State
Span = tuple[datetime, datetime]


def refused(post: Correspondence) -> list[Posted]:
    """Check that every mail is either a move in the log or was answered with why not; return those that are not.

    One that was allowed and was mailed before its deadline is never among them.
    """
    found = []
    for posted in post.posted:
        mail = InboundMail.objects.get(digest=posted.digest)
        assert mail.state == InboundMail.State.HANDLED, mail.reason
        answer = answer_to(mail)
        assert answer["sentences"]
        receipt = OutboxMail.objects.get(kind=Kind.RECEIPT, subject_id=str(mail.pk))
        assert receipt.state == State.SENT or receipt.fate == OutboxMail.Fate.BOUNCED, receipt.reason
        if answer["ok"]:
            assert _channel_of(post.match, posted) == "mail"
            continue
        assert not (posted.is_legal and posted.due_at and posted.at <= posted.due_at), answer
        found.append(posted)
    return found


def _channel_of(match: Match, posted: Posted) -> str:
    name, ref = f"{posted.digest}/0", posted.friend.user.ref
    keys = (submission_key("mail", ref, name), submission_key("consent", ref, "answer", name))
    positions = [found for key in keys if (found := store.find_position(match.pk, key)) is not None]
    return LogEntry.objects.filter(match=match, position__in=positions).values_list("channel", flat=True).get()


def letters_sent_twice(post: Correspondence) -> int:
    """Check that no row went out as two letters, or more than twice as one; return how often one came again."""
    letters: dict[str, list[str]] = {}
    for _, each in post.arrived:
        letters.setdefault(each.sender, []).append(str(each.message["Message-ID"]))
    assert all(len(set(names)) == 1 and len(names) <= 2 for names in letters.values())
    asked = OutboxMail.objects.filter(match=post.match, kind__in=NOTICES, state=State.SENT)
    questions = Counter(asked.values_list("seat", "decision"))
    assert max(questions.values()) == 1
    return len(post.arrived) - len(letters)


def check_deadlines(match: Match) -> int:
    """Check that each miss came after all the time that was promised and could be used; return how many there were."""
    missed = 0
    for entry in store.read_entries(store.open_book(match.pk)):
        for event in entry.events:
            if isinstance(event, DeadlineMissed):
                missed += 1
                _check_miss(match, event, entry.recorded_at)
    return missed


def _check_miss(match: Match, event: DeadlineMissed, at: datetime) -> None:
    notice = OutboxMail.objects.filter(
        match=match, seat=event.seat, decision=event.decision, kind__in=NOTICES, created_at__lt=at
    ).first()
    if notice is None:
        return
    seconds = match.window_seconds if notice.kind == Kind.WINDOW else match.pace_seconds
    useless = [
        (each.began_at, min(each.ended_at, at)) for each in Outage.objects.filter(ended_at__gt=notice.created_at)
    ]
    promised = timedelta(seconds=seconds)
    useless.append((notice.created_at, _told_at(notice, at, promised)))
    assert at - notice.created_at + SLACK >= promised + _length(useless, notice.created_at), event


def _told_at(notice: OutboxMail, missed_at: datetime, promised: timedelta) -> datetime:
    """Return until when somebody could not know that they were asked, as far as that counts."""
    if notice.state == State.PARKED:
        return notice.created_at + min(promised, NOTICE_GRACE)
    told = notice.settled_at or notice.created_at
    is_late = notice.state == State.SENT and told - notice.created_at > LATE_NOTICE and told < missed_at
    return told if is_late else notice.created_at


def _length(spans: Iterable[Span], since: datetime) -> timedelta:
    """Return how much time the spans cover together, from `since` on."""
    total = timedelta(0)
    for begins, ends in sorted(spans):
        if ends > since:
            total, since = total + (ends - max(begins, since)), ends
    return total


def check_mail_is_settled(match: Match, broken: int) -> None:
    """Check that no letter is left over, and none was given up but for the address that was broken for a while."""
    rows = OutboxMail.objects.filter(match=match)
    assert not rows.filter(state__in=(State.WAITING, State.SENDING)).exists()
    assert set(rows.filter(state=State.PARKED).values_list("seat", flat=True)) <= {broken}


def check_log(match: Match) -> None:
    """Check that the log verifies without us, and that rows are as it says."""
    report = verify(export_match(store.open_book(match.pk), None))
    assert report.fault is None, report.fault
    assert find_drift(match.pk) == []
