"""The outbox: mails to send, their recipients, and their delivery status."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.match import Match


class OutboxMail(models.Model):
    """One mail to one person. It is rendered from the current View when sent, or dropped if no longer relevant."""

    class Kind(models.TextChoices):
        INVITATION = "invitation", _("invitation")
        READY_CHECK = "ready_check", _("ready check")
        REMATCH = "rematch", _("rematch")
        MATCH_BEGUN = "match_begun", _("match begun")
        YOUR_MOVE = "your_move", _("your move")
        WINDOW = "window", _("you may answer")
        REMINDER = "reminder", _("reminder")
        DEADLINE_MISSED = "deadline_missed", _("deadline missed")
        RECEIPT = "receipt", _("receipt")
        MATCH_OVER = "match_over", _("match over")
        DISPUTE = "dispute", _("dispute")
        RULING = "ruling", _("referee's ruling")
        PRIVATE_TALK = "private_talk", _("private talk")
        TAKEN_BACK = "taken_back", _("move taken back")
        HANDED_OVER = "handed_over", _("seat handed over")
        CONSENT = "consent", _("consent asked")
        QUEUED = "queued", _("queued move")

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        SENDING = "sending", _("being sent")
        SENT = "sent", _("sent")
        DROPPED = "dropped", _("dropped: no longer true")
        PARKED = "parked", _("parked: given up")

    class Held(models.TextChoices):
        """Why a mail that could be sent is held back; the reason also decides which mails go out together."""

        BUNDLED = "bundled", "bundled"
        DIGEST = "digest", "once a day"
        QUIET = "quiet", "quiet hours"
        CAP = "cap", "enough letters for this hour"

    class Fate(models.TextChoices):
        """The delivery status of a mail after the mail server accepted it, as far as it was reported to us."""

        DEFERRED = "deferred", _("still under way")
        DELIVERED = "delivered", _("delivered")
        BOUNCED = "bounced", _("came back")
        COMPLAINED = "complained", _("reported as unwanted")

    class Trouble(models.TextChoices):
        """Why a mail that failed is waiting or was given up."""

        SERVER = "server", _("the mail server takes no mail now")
        PROVIDER = "provider", _("the reader's provider refuses us")
        ADDRESS = "address", _("the reader's address takes no mail now")
        LETTER = "letter", _("the letter is refused for what it is")
        FAULT = "fault", _("the letter could not be written")

    match = models.ForeignKey(Match, null=True, on_delete=models.PROTECT, related_name="mails")
    seat = models.PositiveSmallIntegerField(null=True)
    recipient = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="mails")
    address = models.EmailField(blank=True, default="", help_text="Where to, for people without an account.")
    kind = models.CharField(max_length=20, choices=Kind)
    decision = models.CharField(max_length=40, blank=True, default="", help_text="The Decision's key, if about one.")
    position = models.PositiveIntegerField(default=0, help_text="The log position that caused this mail.")
    subject_id = models.CharField(max_length=64, blank=True, default="", help_text="The row or mail it is about.")
    once = models.CharField(max_length=160, unique=True, help_text="What makes this mail the same mail.")
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    created_at = models.DateTimeField()
    not_before = models.DateTimeField()
    due_at = models.DateTimeField(null=True, help_text="When it was due first, its reader's wishes heeded.")
    claimed_at = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    lapses = models.PositiveSmallIntegerField(default=0, db_default=0, help_text="How many senders died with it.")
    doubts = models.PositiveSmallIntegerField(
        default=0, db_default=0, help_text="How often it was handed over whole and never answered for."
    )
    trouble = models.CharField(max_length=10, blank=True, default="", db_default="", choices=Trouble)
    provider = models.CharField(
        max_length=100, blank=True, default="", db_default="", help_text="The domain of the address it failed at last."
    )
    settled_at = models.DateTimeField(null=True)
    held = models.CharField(max_length=10, blank=True, default="", choices=Held)
    carrier = models.ForeignKey(
        "self", null=True, on_delete=models.PROTECT, related_name="carried", help_text="The first row of its bundle."
    )
    sent_to = models.CharField(max_length=26, blank=True, default="", help_text="A mark of the address it went to.")
    fate = models.CharField(max_length=10, blank=True, default="", choices=Fate)
    fate_at = models.DateTimeField(null=True)
    reason = models.CharField(
        max_length=200, blank=True, default="", help_text="Why it was dropped, or the last failure."
    )

    class Meta:
        ordering: ClassVar = ["-created_at", "-pk"]
        indexes: ClassVar = [
            models.Index(
                fields=["not_before"], name="outbox_to_send", condition=models.Q(state__in=["waiting", "sending"])
            ),
            models.Index(fields=["match", "seat"], name="outbox_by_match"),
            models.Index(fields=["match", "position"], name="outbox_by_position"),
            models.Index(fields=["-id"], name="outbox_given_up", condition=models.Q(state="parked")),
            models.Index(fields=["recipient", "settled_at"], name="outbox_sent_lately"),
            models.Index(
                fields=["trouble", "provider"],
                name="outbox_in_trouble",
                condition=models.Q(state__in=["waiting", "sending", "parked"]) & ~models.Q(trouble=""),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} #{self.pk}"


class RestingProvider(models.Model):
    """A domain whose mail servers refuse our mail; nothing is sent there before `rests_until`."""

    domain = models.CharField(max_length=100, unique=True)
    since = models.DateTimeField()
    rests_until = models.DateTimeField()
    refusals = models.PositiveIntegerField(default=1)
    detail = models.CharField(max_length=200, blank=True, default="", help_text="What its server said last.")

    class Meta:
        ordering: ClassVar = ["since"]

    def __str__(self) -> str:
        return f"{self.domain} rests until {self.rests_until}"


class DeliveryEvent(models.Model):
    """An event that a mail provider reported, stored so that it counts once however often it is reported."""

    once = models.CharField(max_length=64, unique=True, help_text="A digest of what makes this event the same event.")
    told_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"delivery event #{self.pk}"
