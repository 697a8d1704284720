"""Health for machines: alive, ready, and Prometheus metrics. Nothing here needs, or tells about, a person."""

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
    """Say that this process answers; nothing else is asked."""
    return _fresh(JsonResponse({"alive": True}))


def answer_alive_first(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Return the middleware that lets `/healthz` answer before anything that reads a session or any other row."""
    address = reverse("healthz")

    def answer(request: HttpRequest) -> HttpResponse:
        return healthz(request) if request.path == address else get_response(request)

    return answer


@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Say whether the service does its work; 503 if the database or broker is silent or something waits too long.

    In detail only to whoever may know (`METRICS_TOKEN`).
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
    """Whether who asks has the token, or needs none."""
    if settings.METRICS_ARE_OPEN:
        return True
    given = request.headers.get("Authorization", "").removeprefix("Bearer ").strip()
    return bool(settings.METRICS_TOKEN) and constant_time_compare(given, settings.METRICS_TOKEN)


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Tell Prometheus, if it has the token, how requests go and how long things have waited."""
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
    """Measures, at every scrape, how long the oldest of each kind has waited."""

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
