"""Celery tasks: each calls one service. Doubled, late or lost, they do no harm: rows say what there is to do."""

from celery import shared_task

from games.inbound.imap import fetch_mailbox as fetch_mail_by_imap
from games.inbound.reading import read_inbox as read_waiting_mail
from games.notifications.mending import mend_mail as mend_waiting_mail
from games.notifications.relay import relay_outbox as relay_due_mail
from games.services.bots import play_waiting_bots
from games.services.consents import close_late_proposals
from games.services.deadlines import expire_due_deadlines, resolve_due_phases, send_due_reminders
from games.services.last_days import end_matches_on_last_day
from games.services.musters import free_unconfirmed_seats
from games.services.queue_trying import play_queued_moves
from games.services.strangers import clear_away_guests as clear_away_gone_guests
from games.services.watch import beat, make_good_outages


@shared_task
def expire_deadlines() -> None:
    """Note that the clock is at work, make good what an outage took, and act where time ran out.

    What a seat has queued goes before the default.
    """
    beat()
    make_good_outages()
    play_queued_moves()
    expire_due_deadlines()
    end_matches_on_last_day()


@shared_task
def resolve_phases() -> None:
    """Close the sealed phases that everybody has answered."""
    resolve_due_phases()


@shared_task
def close_proposals() -> None:
    """Ask nobody any more where the time for an answer to a proposal is over."""
    close_late_proposals()


@shared_task
def play_bots() -> None:
    """Move for the seats that bots play."""
    play_waiting_bots()


@shared_task
def play_queued() -> None:
    """Move for the seats that are asked and whose players have said beforehand what to play."""
    play_queued_moves()


@shared_task
def send_reminders() -> None:
    """Enqueue the reminders that are due."""
    send_due_reminders()


@shared_task
def relay_outbox() -> None:
    """Send the mails that are due."""
    relay_due_mail()


@shared_task
def mend_mail() -> None:
    """Tell people whose mail is wanted or works again what no letter has told them."""
    mend_waiting_mail()


@shared_task
def end_musters() -> None:
    """Free the seats whose players have not answered a muster in time."""
    free_unconfirmed_seats()


@shared_task
def clear_away_guests() -> None:
    """Delete or close the accounts of guests who are gone."""
    clear_away_gone_guests()


@shared_task
def read_inbox() -> None:
    """Read the mails that came in."""
    read_waiting_mail()


@shared_task
def fetch_mailbox() -> None:
    """Take in the mail that waits on an IMAP server, if there is one."""
    fetch_mail_by_imap()
