"""Addresses of the API. Each has a row in the table test of permissions."""

from django.urls import path, re_path

from games.api.views.contract import DocsView, NowhereView, SchemaView
from games.api.views.people.availability import AbsencesView, AbsenceView, HoursView
from games.api.views.people.me import KeysView, KeyView, MeView
from games.api.views.people.messages import MessagesView, NotesView
from games.api.views.people.own_data import GoodbyeView, OwnDataView
from games.api.views.play.logs import ExportView, LogView, PositionView
from games.api.views.play.moves import MovesView, TakeBackView
from games.api.views.play.queued import QueuedView
from games.api.views.tables.disputes import AppealView, DisputeAnswersView, DisputesView, DisputeView
from games.api.views.tables.games import GamesView, GameView
from games.api.views.tables.matches import InvitationsView, MatchesView, MatchView, StartView
from games.api.views.tables.proposals import ProposalsView, ProposalView
from games.api.views.tables.seats import OfferView, OwnSeatView, SeatsView

urlpatterns = [
    path("games/", GamesView.as_view()),
    path("games/<slug:slug>/", GameView.as_view()),
    path("matches/", MatchesView.as_view()),
    path("matches/<slug:match_id>/", MatchView.as_view()),
    path("matches/<slug:match_id>/seats/", SeatsView.as_view()),
    path("matches/<slug:match_id>/seats/<int:number>/offer/", OfferView.as_view()),
    path("matches/<slug:match_id>/seats/me/", OwnSeatView.as_view()),
    path("matches/<slug:match_id>/start/", StartView.as_view()),
    path("matches/<slug:match_id>/invitations/", InvitationsView.as_view()),
    path("matches/<slug:match_id>/moves/", MovesView.as_view()),
    path("matches/<slug:match_id>/moves/takeback/", TakeBackView.as_view()),
    path("matches/<slug:match_id>/queued/", QueuedView.as_view()),
    path("matches/<slug:match_id>/proposals/", ProposalsView.as_view()),
    path("matches/<slug:match_id>/proposals/<int:number>/", ProposalView.as_view()),
    path("matches/<slug:match_id>/messages/", MessagesView.as_view()),
    path("matches/<slug:match_id>/notes/", NotesView.as_view()),
    path("matches/<slug:match_id>/disputes/", DisputesView.as_view()),
    path("matches/<slug:match_id>/disputes/<int:number>/", DisputeView.as_view()),
    path("matches/<slug:match_id>/disputes/<int:number>/answers/", DisputeAnswersView.as_view()),
    path("matches/<slug:match_id>/disputes/<int:number>/appeal/", AppealView.as_view()),
    path("matches/<slug:match_id>/log/", LogView.as_view()),
    path("matches/<slug:match_id>/at/<int:position>/", PositionView.as_view()),
    path("matches/<slug:match_id>/export/", ExportView.as_view(), name="api_export"),
    path("me/", MeView.as_view()),
    path("me/data/", OwnDataView.as_view()),
    path("me/goodbye/", GoodbyeView.as_view()),
    path("me/keys/", KeysView.as_view()),
    path("me/keys/<int:key_id>/", KeyView.as_view()),
    path("me/hours/", HoursView.as_view()),
    path("me/absences/", AbsencesView.as_view()),
    path("me/absences/<int:absence_id>/", AbsenceView.as_view()),
    path("schema/", SchemaView.as_view(), name="api_schema"),
    path("docs/", DocsView.as_view(), name="api_docs"),
    re_path(r"^", NowhereView.as_view()),
]
