"""The URLs of the whole site."""

from django.contrib import admin
from django.urls import include, path

from games.web import health
from games.web.tables import fronts

handler500 = "config.failures.answer_failure"
urlpatterns = [
    path("favicon.ico", fronts.favicon, name="favicon"),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("metrics", health.metrics, name="metrics"),
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.urls")),
    path("desk/", include("games.desk.urls")),
    path("api/v1/", include("games.api.urls")),
    path("", include("games.web.urls")),
]
