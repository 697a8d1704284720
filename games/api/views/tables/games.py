"""Games: the list, and the JSON Schemas of a game's options, moves and views."""

from functools import cache

import msgspec
from django.utils.translation import gettext as _
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.answering import answer_with_etag
from games.api.parsing import read_query
from games.api.rendering import to_json
from games.api.schema import documented
from games.api.schemas_in import NoQuery
from games.api.schemas_out import GameAnswer, GameInFull, GameList
from pirates.registry import GAMES


class GamesView(APIView):
    """`games/`."""

    permission_classes = [AllowAny]

    @documented("List the games", answers={200: GameList})
    def get(self, request: Request) -> Response:
        """Return every game."""
        read_query(request, NoQuery)
        return _shared(request, _all_games())


class GameView(APIView):
    """`games/{slug}/`."""

    permission_classes = [AllowAny]

    @documented("Read a game", answers={200: GameInFull}, path={"slug": str})
    def get(self, request: Request, slug: str) -> Response:
        """Return one game with its JSON Schemas."""
        read_query(request, NoQuery)
        if slug not in GAMES:
            raise NotFound(_("There is no such game; games/ lists them."))
        return _shared(request, _game_in_full(slug))


def _shared(request: Request, body: bytes) -> Response:
    answer = answer_with_etag(request, body)
    answer["Cache-Control"] = "public, max-age=300"
    return answer


@cache
def _all_games() -> bytes:
    games = [GameAnswer(game.slug, game.title, list(game.seats), game.rules_version) for game in GAMES.values()]
    return to_json(GameList(games))


@cache
def _game_in_full(slug: str) -> bytes:
    game = GAMES[slug]
    return to_json(
        GameInFull(
            slug=game.slug,
            title=game.title,
            seats=list(game.seats),
            rules_version=game.rules_version,
            options=msgspec.json.schema(game.options),
            moves=msgspec.json.schema(game.moves),
            view=msgspec.json.schema(game.view_type),
        )
    )
