"""Models of matches: their log, clocks, messages and mail."""

from games.models.deadlines import Deadline
from games.models.disputes import DeskRecord, Dispute, DisputeWord
from games.models.heartbeats import Heartbeat, Outage, Pulse
from games.models.inbox import InboundMail, ReplyAddress
from games.models.invitations import Invitation, ShutAddress
from games.models.log_checks import LogCheck
from games.models.logbook import LogEntry, MatchSecret, Snapshot
from games.models.mail_timings import MatchMailTiming
from games.models.mailboxes import Mailbox, UnfetchedMail
from games.models.match import Match, Seat
from games.models.messages import Message, MutedTalk, Notes
from games.models.outbox import DeliveryEvent, OutboxMail, RestingProvider
from games.models.proposals import OpenProposal
from games.models.queue import QueuedMove
from games.models.reliability import ReliabilityCount
from games.models.repeats import KeyedRequest

__all__ = [
    "Deadline",
    "DeliveryEvent",
    "DeskRecord",
    "Dispute",
    "DisputeWord",
    "Heartbeat",
    "InboundMail",
    "Invitation",
    "KeyedRequest",
    "LogCheck",
    "LogEntry",
    "Mailbox",
    "Match",
    "MatchMailTiming",
    "MatchSecret",
    "Message",
    "MutedTalk",
    "Notes",
    "OpenProposal",
    "Outage",
    "OutboxMail",
    "Pulse",
    "QueuedMove",
    "ReliabilityCount",
    "ReplyAddress",
    "RestingProvider",
    "Seat",
    "ShutAddress",
    "Snapshot",
    "UnfetchedMail",
]
