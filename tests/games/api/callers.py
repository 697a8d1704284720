"""Calling the API in tests: clients with keys, and the questions that are open to them."""

from typing import Any

from django.utils import timezone
from rest_framework.test import APIClient

from accounts.api_keys import Scope, issue_api_key
from accounts.models import ApiKey, User

API = "/api/v1/"


def client_of(user: User, scope: Scope = Scope.ACCOUNT) -> APIClient:
    """Return a client that shows a key of `user`, which goes as far as keys go unless told otherwise.

    Its use is noted already, as it is in all but one request of an hour.
    """
    client = APIClient()
    row, key = issue_api_key(user=user, name="test", scope=scope)
    ApiKey.objects.filter(pk=row.pk).update(last_used_at=timezone.now())
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {key}")
    return client


def clients_of(users: list[User]) -> list[APIClient]:
    """Return a client for each."""
    return [client_of(user) for user in users]


def read(client: APIClient, address: str, code: int = 200) -> Any:
    """Return what the API answers at `address`."""
    answer = client.get(f"{API}{address}")
    assert answer.status_code == code, answer.content
    return answer.json()


def send(client: APIClient, address: str, body: object = None, code: int = 201, key: str = "") -> Any:
    """Post `body` as JSON and return the answer."""
    headers = {"Idempotency-Key": key} if key else {}
    answer = client.post(f"{API}{address}", {} if body is None else body, format="json", headers=headers)
    assert answer.status_code == code, answer.content
    return answer.json()


def question_of(client: APIClient, match_id: str) -> str | None:
    """Return the key of the required decision that is open to the client, if there is one."""
    decisions = read(client, f"matches/{match_id}/")["decisions"]
    return next((each["key"] for each in decisions if each["is_required"]), None)


def asked_client(clients: list[APIClient], match_id: str) -> APIClient:
    """Return the client that the match waits for; clients are in seat order."""
    waiting: list[int] = read(clients[0], f"matches/{match_id}/")["waiting"]
    return clients[waiting[0]]
