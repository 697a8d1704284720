"""Addresses of the whole site."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.urls")),
    path("api/v1/", include("games.api.urls")),
    path("", include("games.web.urls")),
]
