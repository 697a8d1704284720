"""Messages to the table or to one person, and the caller's own notes."""

from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from games.api.answering import PrivateView, answer_with_etag, asker
from games.api.parsing import read_body, read_query
from games.api.repeats import idempotency_key
from games.api.schema import documented
from games.api.schemas_in import MessageBody, MessagesQuery, NoQuery, NotesBody, TalkQuery
from games.api.schemas_out import MessageAnswer, NotesAnswer, TalkAnswer
from games.models import Message, Notes
from games.selectors.people.messages import heard_by, is_talk_open, notes_of, said_since, talk_of
from games.selectors.play.matches import find_match
from games.selectors.play.readers import Copy, open_copy
from games.selectors.tables.own_seats import find_seat
from games.services.people.messages import keep_notes, say


class MessagesView(PrivateView):
    """`matches/{id}/messages/`."""

    @documented("Read a talk", answers={200: TalkAnswer}, query=MessagesQuery, path={"match_id": str})
    def get(self, request: Request, match_id: str) -> Response:
        """Return the messages at the table, or between the caller and the player who holds the seat `with`."""
        query, reader = read_query(request, MessagesQuery), asker(request)
        copy = open_copy(match_id, reader)
        talk = talk_of(copy.book, reader, query.with_seat)
        heard = heard_by(copy.match, reader)
        said = said_since(heard, talk, after=query.after, most=query.limit)
        answer = TalkAnswer(
            messages=[message_answer(message, copy, reader) for message in said.messages],
            next_after=said.messages[-1].number if said.has_more else None,
            unread=heard.unread.get(talk, 0),
            is_muted=talk in heard.muted,
            is_open=is_talk_open(copy.match),
        )
        return answer_with_etag(request, answer)

    @documented(
        "Say something",
        body=MessageBody,
        answers={201: MessageAnswer, 200: MessageAnswer},
        query=TalkQuery,
        path={"match_id": str},
        is_repeatable=True,
    )
    def post(self, request: Request, match_id: str) -> Response:
        """Send a message to the table or to one player; 200 instead of 201 marks a repeat."""
        author = asker(request)
        copy = open_copy(match_id, author)
        said = say(
            match_id=match_id,
            author=author,
            text=read_body(request, MessageBody).text,
            key=idempotency_key(request),
            seat=read_query(request, TalkQuery).with_seat,
        )
        code = status.HTTP_200_OK if said.is_repeat else status.HTTP_201_CREATED
        return Response(message_answer(said.message, copy, author), code)


class NotesView(PrivateView):
    """`matches/{id}/notes/`."""

    @documented("Read the own notes", answers={200: NotesAnswer}, path={"match_id": str})
    def get(self, request: Request, match_id: str) -> Response:
        """Return the caller's own notes on a match."""
        read_query(request, NoQuery)
        notes = notes_of(find_match(match_id, asker(request)), asker(request))
        return answer_with_etag(request, notes_answer(notes))

    @documented("Keep the own notes", body=NotesBody, answers={200: NotesAnswer}, path={"match_id": str})
    def put(self, request: Request, match_id: str) -> Response:
        """Replace the caller's own notes; refused if `version` is given and not current."""
        person = asker(request)
        find_match(match_id, person)
        body = read_body(request, NotesBody)
        notes = keep_notes(match_id=match_id, person=person, text=body.text, version=body.version)
        return Response(notes_answer(notes))


def message_answer(message: Message, copy: Copy, reader: User) -> MessageAnswer:
    """Return a message as `reader` sees it."""
    return MessageAnswer(
        number=message.number,
        said_at=message.said_at,
        seat=find_seat(copy.book, message.author),
        name=message.author.name,
        is_own=message.author_id == reader.pk,
        text=message.text,
    )


def notes_answer(notes: Notes) -> NotesAnswer:
    """Return notes as an answer."""
    return NotesAnswer(notes.text, notes.version, notes.changed_at)
