"""Health checks for machines: liveness, readiness, and Prometheus metrics. No personal data in or out."""

import os
from collections.abc import Callable, Iterator
from typing import TypeVar

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from games.selectors.desk.crew import WorkerCrew
from games.selectors.desk.health import broker_answers, database_answers, measure_waiting

Answer = TypeVar("Answer", bound=HttpResponse)


@require_safe
def healthz(_request: HttpRequest) -> JsonResponse:
    """Return 200: this process answers. Nothing else is checked."""
    return _fresh(JsonResponse({"alive": True}))


def answer_alive_first(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Return middleware that answers `/healthz` before any other that reads a session or another database row."""
    address = reverse("healthz")

    def answer(request: HttpRequest) -> HttpResponse:
        return healthz(request) if request.path == address else get_response(request)

    return answer


@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Return 200 if the service does its work, 503 if database or broker is silent or something waits too long.

    Only callers with the `METRICS_TOKEN` get details.
    """
    facts: dict[str, object] = {"database": database_answers(), "broker": broker_answers()}
    is_ready = all(facts.values())
    if facts["database"]:
        waiting = measure_waiting()
        facts |= {f"oldest_{name}_seconds": int(age.total_seconds()) for name, age in waiting.ages.items()}
        facts |= waiting.counts | _heard_of(waiting.crew)
        is_ready &= not waiting.is_too_long
    status = 200 if is_ready else 503
    if not _may_know(request):
        return _fresh(HttpResponse("ready" if is_ready else "not ready", status=status, content_type="text/plain"))
    return _fresh(JsonResponse({"ready": is_ready, **facts}, status=status))


def _heard_of(crew: WorkerCrew) -> dict[str, object]:
    clock = None if crew.clock is None else int(crew.clock.total_seconds())
    return {"clock_silent_seconds": clock, "late_sweeps": crew.late_sweeps}


def _may_know(request: HttpRequest) -> bool:
    """Whether the caller has the token, or none is needed."""
    if settings.METRICS_ARE_OPEN:
        return True
    given = request.headers.get("Authorization", "").removeprefix("Bearer ").strip()
    return bool(settings.METRICS_TOKEN) and constant_time_compare(given, settings.METRICS_TOKEN)


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Return the request metrics and the waiting times for Prometheus; 401 without the token."""
    if not _may_know(request):
        answer = HttpResponse("A token is needed.", status=401, content_type="text/plain")
        answer["WWW-Authenticate"] = "Bearer"
        return _fresh(answer)
    requests = REGISTRY
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        requests = CollectorRegistry()
        MultiProcessCollector(requests)  # type: ignore[no-untyped-call]
    waits = CollectorRegistry()
    waits.register(WaitingCollector())
    return _fresh(HttpResponse(generate_latest(requests) + generate_latest(waits), content_type=CONTENT_TYPE_LATEST))


class WaitingCollector(Collector):
    """Measures at every scrape how long the oldest item of each kind has waited."""

    def collect(self) -> Iterator[Metric]:
        """Yield one gauge per age and count, and how long the scheduler and each sweep have been silent."""
        waiting = measure_waiting()
        for name, age in waiting.ages.items():
            title = f"Age of the oldest {name.replace('_', ' ')}, in seconds."
            yield GaugeMetricFamily(f"letters_oldest_{name}_seconds", title, value=age.total_seconds())
        for name, count in waiting.counts.items():
            yield GaugeMetricFamily(f"letters_{name}", f"How many {name.replace('_', ' ')} there are.", value=count)
        if waiting.crew.clock is not None:
            silence = waiting.crew.clock.total_seconds()
            yield GaugeMetricFamily("letters_clock_silent_seconds", "Since the scheduler ticked.", value=silence)
        sweeps = GaugeMetricFamily("letters_sweep_age_seconds", "Since a sweep was done last.", labels=["sweep"])
        for name, age in waiting.crew.sweeps.items():
            sweeps.add_metric([name], age.total_seconds())
        yield sweeps


def _fresh(answer: Answer) -> Answer:
    answer["Cache-Control"] = "no-store"
    return answer
