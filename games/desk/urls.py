"""Addresses of the referee's desk."""

from django.urls import path

from games.desk import disputes, people, post, views

urlpatterns = [
    path("", post.show_troubles, name="desk"),
    path("workers/", post.show_workers, name="desk_workers"),
    path("outbox/", post.list_parked, name="desk_parked"),
    path("outbox/retry/", post.retry_all, name="desk_retry_all"),
    path("outbox/<int:number>/retry/", post.retry, name="desk_retry"),
    path("inbox/", post.list_odd, name="desk_odd"),
    path("inbox/<int:number>/", post.show_odd, name="desk_odd_mail"),
    path("people/", people.find_person, name="desk_people"),
    path("people/<int:number>/shut/", people.shut, name="desk_shut"),
    path("disputes/", disputes.list_disputes, name="desk_disputes"),
    path("<slug:match_id>/", views.open_match, name="desk_match"),
    path("<slug:match_id>/at/<int:position>/", views.show_moment, name="desk_moment"),
    path("<slug:match_id>/rule/", disputes.rule_unasked, name="desk_rule"),
    path("<slug:match_id>/rule/make/", disputes.rule_on, name="desk_make_ruling"),
    path("<slug:match_id>/disputes/<int:number>/", disputes.show_dispute, name="desk_dispute"),
    path("<slug:match_id>/disputes/<int:number>/ask/", disputes.ask, name="desk_ask"),
]
