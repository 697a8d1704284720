"""Celery tasks that call the services. Running one twice, late or never does no harm: rows say what is left to do.

Each task records in rows that it is done and which worker runs it, so that a silent scheduler or worker is noticed.
Times that are compared between machines come from the clock of the database.
"""

import os
from collections.abc import Callable
from functools import wraps

from celery import current_task, shared_task

from games.inbound.doors.imap import fetch_mailbox as fetch_mail_by_imap
from games.inbound.reading import read_inbox as read_waiting_mail
from games.notifications.mending import mend_mail as mend_waiting_mail
from games.notifications.relay import relay_outbox as relay_due_mail
from games.selectors.desk.crew import CLOCK, SWEEP, WORKER, database_now
from games.services.clocks.deadlines import expire_due_deadlines, resolve_due_phases, send_due_reminders
from games.services.clocks.last_days import end_matches_on_last_day
from games.services.clocks.ordered_windows import answer_ordered_windows
from games.services.clocks.watch import beat, make_good_outages
from games.services.consent.consents import close_late_proposals
from games.services.desk.crew import forget_old_pulses, note_pulse
from games.services.people.guest_cleanup import clear_away_guests as clear_away_gone_guests
from games.services.people.kept_mail import clear_away_mail as clear_away_old_mail
from games.services.people.retention import clear_away_old_rows
from games.services.play.log_checks import verify_some_logs
from games.services.play.queue_trying import play_queued_moves
from games.services.tables.bots import play_waiting_bots
from games.services.tables.ready_checks import free_unconfirmed_seats


def sweep(work: Callable[[], None]) -> Callable[[], None]:
    """Return a task that calls `work`, and records which worker runs it and when it is done."""

    @wraps(work)
    def watched() -> None:
        worker = _own_name()
        if worker:
            note_pulse(worker, detail=work.__name__)
        try:
            work()
            note_pulse(f"{SWEEP}{work.__name__}")
        finally:
            if worker:
                note_pulse(worker)

    task: Callable[[], None] = shared_task(watched)
    return task


def _own_name() -> str:
    """Return the name of this worker process, or "" outside a worker."""
    host: str | None = getattr(getattr(current_task, "request", None), "hostname", None)
    return f"{WORKER}{host}/{os.getpid()}" if host else ""


@shared_task
def tick() -> None:
    """Record that the scheduler is at work; only the scheduler asks for this task."""
    note_pulse(CLOCK)


@sweep
def expire_deadlines() -> None:
    """Record that the clock is at work, give back time lost to outages, and act on expired deadlines.

    A seat's queued move is played before its deadline can bring the default move.
    """
    now = database_now()
    beat(now)
    make_good_outages(now)
    play_queued_moves()
    expire_due_deadlines(now)
    end_matches_on_last_day(now)


@sweep
def resolve_phases() -> None:
    """Close the sealed phases that everybody has answered."""
    resolve_due_phases(database_now())


@sweep
def close_proposals() -> None:
    """Close the proposals whose time for answers is over."""
    close_late_proposals()


@sweep
def play_bots() -> None:
    """Move for the seats that bots play, and answer windows by standing orders."""
    play_waiting_bots()
    answer_ordered_windows()


@sweep
def play_queued() -> None:
    """Play the queued moves of the seats that are asked now."""
    play_queued_moves()


@sweep
def send_reminders() -> None:
    """Enqueue the reminders that are due."""
    send_due_reminders(database_now())


@sweep
def relay_outbox() -> None:
    """Send the mails that are due."""
    relay_due_mail(clock=database_now)


@sweep
def mend_mail() -> None:
    """Send the letters that people missed while their mail was unwanted or did not work."""
    mend_waiting_mail()


@sweep
def end_ready_checks() -> None:
    """Free the seats whose players have not confirmed in time."""
    free_unconfirmed_seats()


@sweep
def clear_away_rows() -> None:
    """Delete rows that are no longer needed."""
    clear_away_old_rows()


@sweep
def verify_logs() -> None:
    """Verify the logs whose last check was longest ago."""
    verify_some_logs()


@sweep
def clear_away_guests() -> None:
    """Delete or close the accounts of guests who are gone; forget the workers that are gone."""
    clear_away_gone_guests()
    forget_old_pulses(WORKER)


@sweep
def clear_away_mail() -> None:
    """Delete incoming mails, and providers' reports on outgoing ones, that are no longer needed."""
    clear_away_old_mail()


@sweep
def read_inbox() -> None:
    """Read the mails that are waiting in the inbox."""
    read_waiting_mail()


@sweep
def fetch_mailbox() -> None:
    """Fetch the mail waiting on the IMAP server, if one is configured."""
    fetch_mail_by_imap()
