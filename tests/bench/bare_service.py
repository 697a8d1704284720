"""The least that any such service must do, as DRF and the ORM would have it written: what ours is measured against.

Token, match row locked, one event of 400 bytes, version bumped, one outbox row; no rules, no views, no clocks.
"""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models, transaction
from django.urls import include, path
from rest_framework.authentication import TokenAuthentication
from rest_framework.parsers import JSONParser
from rest_framework.permissions import IsAuthenticated
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

EVENT_BYTES = 400


class BareToken(models.Model):
    """Whose token it is, as DRF's own token model has it."""

    key = models.CharField(max_length=40, primary_key=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")

    class Meta:
        app_label = "bench"

    def __str__(self) -> str:
        return self.key


class BareMatch(models.Model):
    """A match row to lock."""

    version = models.PositiveIntegerField(default=0)

    class Meta:
        app_label = "bench"

    def __str__(self) -> str:
        return f"bare match {self.pk}"


class BareEvent(models.Model):
    """One event."""

    match = models.ForeignKey(BareMatch, on_delete=models.CASCADE)
    version = models.PositiveIntegerField()
    recorded_at = models.DateTimeField(auto_now_add=True)
    body = models.TextField()

    class Meta:
        app_label = "bench"
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "version"], name="one_bare_event")]

    def __str__(self) -> str:
        return f"bare event {self.pk}"


class BareMail(models.Model):
    """One outbox row."""

    match = models.ForeignKey(BareMatch, on_delete=models.CASCADE)
    seat = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=20)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        app_label = "bench"

    def __str__(self) -> str:
        return f"bare mail {self.pk}"


TABLES: tuple[type[models.Model], ...] = (BareToken, BareMatch, BareEvent, BareMail)


class BareAuthentication(TokenAuthentication):
    """DRF's token authentication over our table."""

    model = BareToken


class BareMoves(APIView):
    """`POST bare/{id}/moves/`."""

    authentication_classes = (BareAuthentication,)
    permission_classes = (IsAuthenticated,)
    parser_classes = (JSONParser,)
    renderer_classes = (JSONRenderer,)
    throttle_classes = ()

    def post(self, request: Request, match_id: int) -> Response:
        """Append one event."""
        sent: Any = request.data
        with transaction.atomic():
            match = BareMatch._default_manager.select_for_update().get(pk=match_id)
            match.version += 1
            BareEvent._default_manager.create(match=match, version=match.version, body=sent["body"])
            match.save(update_fields=["version"])
            BareMail._default_manager.create(match=match, seat=0, kind="your_move")
        return Response({"version": match.version}, status=201)


urlpatterns = [
    path("bare/<int:match_id>/moves/", BareMoves.as_view()),
    path("", include("config.urls")),
]
