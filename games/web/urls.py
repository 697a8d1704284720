"""Addresses of the pages."""

from django.conf import settings
from django.urls import path

from games.web import (
    account,
    fronts,
    invitations,
    lists,
    live,
    matches,
    moves,
    musters,
    post_office,
    replays,
    seats,
    speaking,
    talk,
    trying,
    unsubscribing,
)

urlpatterns = [
    path("", fronts.front, name="front"),
    path("try/", trying.try_game, name="try"),
    path("language/", speaking.choose_language, name="choose_language"),
    path("fairness/", fronts.fairness, name="fairness"),
    path("help/<slug:slug>/", fronts.show_help, name="help"),
    path("matches/", lists.my_matches, name="my_matches"),
    path("matches/live/", live.show_list_changes, name="live_matches"),
    path("tables/", lists.open_tables, name="open_tables"),
    path("tables/new/", matches.new_match, name="new_match"),
    path("m/<slug:match_id>/", matches.show_match, name="match"),
    path("m/<slug:match_id>/log/", matches.show_log, name="match_log"),
    path("m/<slug:match_id>/live/", live.show_changes, name="live"),
    path("m/<slug:match_id>/replay/", replays.show_replay, name="replay"),
    path("m/<slug:match_id>/replay/<int:position>/", replays.show_position, name="replay_at"),
    path("m/<slug:match_id>/keep/", replays.keep, name="keep"),
    path("m/<slug:match_id>/notation.txt", replays.show_notation, name="notation"),
    path("m/<slug:match_id>/moves/", moves.post_move, name="moves"),
    path("m/<slug:match_id>/preview/", moves.preview_move, name="preview"),
    path("m/<slug:match_id>/seats/", seats.sit_down, name="sit_down"),
    path("m/<slug:match_id>/bots/", seats.seat_a_bot, name="seat_bot"),
    path("m/<slug:match_id>/leave/", seats.leave, name="leave"),
    path("m/<slug:match_id>/start/", matches.start, name="start"),
    path("m/<slug:match_id>/rematch/", matches.rematch, name="rematch"),
    path("m/<slug:match_id>/confirm/", musters.confirm, name="confirm"),
    path("muster/<slug:match_id>/<slug:token>/", musters.answer_muster, name="answer_muster"),
    path("m/<slug:match_id>/call-off/", matches.call_off, name="call_off"),
    path("m/<slug:match_id>/invitations/", invitations.invite, name="invite"),
    path("m/<slug:match_id>/talk/", talk.table_talk, name="talk"),
    path("m/<slug:match_id>/talk/mute/", talk.mute, name="mute_table"),
    path("m/<slug:match_id>/talk/<int:seat>/", talk.private_talk, name="private_talk"),
    path("m/<slug:match_id>/talk/<int:seat>/mute/", talk.mute, name="mute"),
    path("m/<slug:match_id>/notes/", talk.notes, name="notes"),
    path("i/<slug:token>/", invitations.show_invitation, name="invitation"),
    path("i/<slug:token>/accept/", invitations.accept, name="accept_invitation"),
    path("i/<slug:token>/decline/", invitations.decline, name="decline_invitation"),
    path("account/", account.profile, name="profile"),
    path("account/keys/", account.api_keys, name="api_keys"),
    path("account/keys/<int:key_id>/revoke/", account.revoke_key, name="revoke_key"),
    path("unsubscribe/invitation/<slug:token>/", unsubscribing.refuse_invitation, name="refuse_invitation"),
    path("unsubscribe/<slug:ref>/<slug:kind>/<slug:token>/", unsubscribing.unsubscribe, name="unsubscribe"),
]

if settings.POST_OFFICE:
    urlpatterns += [
        path("post/", post_office.show_post_office, name="post_office"),
        path("post/<slug:box>/", post_office.show_mailbox, name="mailbox"),
        path("post/<slug:box>/<str:key>/", post_office.show_mail, name="mail"),
        path("post/<slug:box>/<str:key>/html/", post_office.show_markup, name="mail_markup"),
        path("post/<slug:box>/<str:key>/reply/", post_office.reply, name="reply_by_mail"),
    ]
