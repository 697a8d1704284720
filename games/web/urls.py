"""Addresses of the API."""

urlpatterns: list[object] = []
