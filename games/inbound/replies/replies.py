"""Replies: one stored mail becomes moves and an answer. The address gives the right to play; `From` gives none."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.book.book import Book
from games.inbound.replies.disputing import position_disputed, read_claim
from games.inbound.replies.later import read_later
from games.inbound.replies.orders import MailOrder, aside_of, find_orders
from games.inbound.replies.reply_words import position_to_undo, proposal_named, read_consent, says_undo
from games.inbound.replies.rights import is_open
from games.logbook import store
from games.models import InboundMail, ReplyAddress
from games.projections.write import open_decisions
from games.refusals import NotNow, NotYourSeat, StaleDecision
from games.selectors.play.logs import narrated_log
from games.selectors.play.takebacks import can_take_back
from games.selectors.tables.own_seats import find_seat
from games.services.consent.consents import answer_consent
from games.services.desk.disputes import open_dispute
from games.services.play.moves import in_notation, submit_move
from games.services.play.queued_moves import queue_move, withdraw_move
from games.services.play.submitting import Receipt, submission_key
from games.services.play.takebacks import take_back_move
from pirates.decisions import find_decision, open_to
from pirates.errors import MalformedMove, RulesError

CHANNEL = "mail"


@dataclass(frozen=True, slots=True, kw_only=True)
class MailAnswer:
    """The answer to the player: what was played, or why not; `decision` is the question asked now."""

    ok: bool
    sentences: list[str]
    code: str = ""
    decision: str = ""
    holds_seat: bool = True


def was_played(mail: InboundMail, right: ReplyAddress) -> bool:
    """Whether moves of this very mail are in the log already."""
    key = submission_key(CHANNEL, right.player.ref, _key(mail, 0))
    return store.find_position(right.match_id, key) is not None


def play_letter(mail: InboundMail, right: ReplyAddress, words: list[str]) -> MailAnswer:
    """Play the orders in the words of a reply as far as allowed; return the answer. Call inside a transaction.

    If the question of the reply address is closed, nothing is played and the answer only says what is asked now.
    """
    book = store.lock_book(right.match_id)
    if not right.player.is_active:
        refusal = NotYourSeat(_("This account is shut."))
        return MailAnswer(ok=False, sentences=[refusal.sentence], code=refusal.code, holds_seat=False)
    if proposal := proposal_named(right.decision):
        return _answer_proposal(mail, right, words, proposal)
    if find_seat(book, right.player) != right.seat:
        refusal = NotYourSeat(_("You no longer hold the seat that this letter was for."))
        return MailAnswer(ok=False, sentences=[refusal.sentence], code=refusal.code, holds_seat=False)
    sentences: list[str] = []
    try:
        sentences += _play(mail, right, words, book)
        code = ""
    except _Stopped as stopped:
        sentences += stopped.sentences
        code = stopped.code
    asked = _question(store.open_book(right.match_id), right)
    return MailAnswer(ok=not code, sentences=sentences, code=code, decision=asked)


def _answer_proposal(mail: InboundMail, right: ReplyAddress, words: list[str], proposal: int) -> MailAnswer:
    try:
        agrees = read_consent(words)
        receipt = answer_consent(
            match_id=right.match_id,
            player=right.player,
            proposal=proposal,
            agrees=agrees,
            channel=CHANNEL,
            key=_key(mail, 0),
        )
    except RulesError as refusal:
        return MailAnswer(ok=False, sentences=[refusal.sentence], code=refusal.code, holds_seat=False)
    holds_seat = find_seat(receipt.book, right.player) == right.seat
    told = narrated_log(receipt.book, right.seat if holds_seat else None, after=receipt.position - 1)
    return MailAnswer(ok=True, sentences=[each for line in told for each in line.sentences], holds_seat=holds_seat)


class _Stopped(Exception):
    """Playing stopped at a refusal; moves played before it stay played."""

    def __init__(self, sentences: list[str], code: str) -> None:
        super().__init__(code)
        self.sentences = sentences
        self.code = code


def _play(mail: InboundMail, right: ReplyAddress, words: list[str], book: Book) -> list[str]:
    try:
        if not is_open(right, book):
            _submit(right, right.decision, MailOrder(""), "closed")
        claim = read_claim(words)
        if claim is not None:
            return _dispute(mail, right, claim)
        if says_undo(words):
            return _take_back(mail, right, book)
        later = read_later(words, book, right.seat)
        if later is not None:
            return _say_later(right, later)
        orders = _orders(right, words, book)
    except RulesError as refusal:
        raise _Stopped(list(_refused(refusal)), refusal.code) from refusal
    told: list[str] = []
    for number, order in enumerate(orders):
        try:
            asked = right.decision if number == 0 else _following(book, right)
            decision = aside_of(order, book, right.seat) or asked
            receipt = _submit(right, decision, order, _key(mail, number))
        except RulesError as refusal:
            sentences = [*told, _("Not played: {move}.").format(move=order.notation), *_refused(refusal)]
            raise _Stopped(sentences, refusal.code) from refusal
        told += [_("Played: {move}.").format(move=order.notation), *_what_happened(receipt, right)]
        book = receipt.book
    return told


def _dispute(mail: InboundMail, right: ReplyAddress, claim: str) -> list[str]:
    position = position_disputed(right)
    key = _key(mail, 0)
    receipt = open_dispute(match_id=right.match_id, player=right.player, position=position, claim=claim, key=key)
    return list(_what_happened(receipt, right))


def _say_later(right: ReplyAddress, notation: str) -> list[str]:
    if not notation:
        withdraw_move(match_id=right.match_id, player=right.player)
        return [_("Nothing is queued any more.")]
    row = queue_move(match_id=right.match_id, player=right.player, move=notation)
    return [_("Queued: {move}. It is tried when it is your turn.").format(move=row.notation)]


def _take_back(mail: InboundMail, right: ReplyAddress, book: Book) -> list[str]:
    position = position_to_undo(right.decision)
    if not position and find_decision(open_decisions(book), right.decision):
        position = can_take_back(book, right.seat)
    receipt = take_back_move(
        match_id=right.match_id, player=right.player, position=position, channel=CHANNEL, key=_key(mail, 0)
    )
    return list(_what_happened(receipt, right))


def _orders(right: ReplyAddress, words: list[str], book: Book) -> list[MailOrder]:
    if find_decision(open_decisions(book), right.decision) is None:
        _submit(right, right.decision, MailOrder(""), "closed")
    if not words:
        raise MalformedMove(
            "no_move_found", _("Your reply holds no words of your own: no code and no line of notation.")
        )
    return find_orders(words, book, right.seat, right.decision)


def _submit(right: ReplyAddress, decision: str, order: MailOrder, key: str) -> Receipt:
    return submit_move(
        match_id=right.match_id,
        player=right.player,
        decision=decision,
        move=in_notation(order.notation),
        channel=CHANNEL,
        key=key,
    )


def _key(mail: InboundMail, number: int) -> str:
    return f"{mail.digest}/{number}"


def _following(book: Book, right: ReplyAddress) -> str:
    decision = _question(book, right)
    if not decision:
        raise NotNow("nothing_asked", _("After that you are asked nothing for now."))
    return decision


def _question(book: Book, right: ReplyAddress) -> str:
    """Return the key of the question that the seat is asked now, required ones first, or ""."""
    asked = sorted(open_to(open_decisions(book), right.seat), key=lambda each: not each.required)
    return asked[0].key if asked else ""


def _what_happened(receipt: Receipt, right: ReplyAddress) -> Iterator[str]:
    lines = narrated_log(receipt.book, right.seat, after=receipt.position - 1, upto=receipt.position)
    return (sentence for line in lines for sentence in line.sentences)


def _refused(refusal: RulesError) -> Iterator[str]:
    yield refusal.sentence
    since = refusal.data.get("since")
    if isinstance(refusal, StaleDecision) and isinstance(since, list):
        yield from (str(sentence) for sentence in since)
