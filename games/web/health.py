"""Health for machines: alive, ready, and Prometheus metrics. Nothing here needs, or tells about, a person."""

import os
from collections.abc import Callable, Iterator
from typing import TypeVar

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from games.selectors.health import OVERDUE_LIMITS, broker_answers, database_answers, measure_waiting

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
def readyz(_request: HttpRequest) -> JsonResponse:
    """Say whether the service does its work; 503 if the database or broker is silent or something waits too long."""
    facts: dict[str, object] = {"database": database_answers(), "broker": broker_answers()}
    is_ready = all(facts.values())
    if facts["database"]:
        waiting = measure_waiting()
        facts |= {f"oldest_{name}_seconds": int(age.total_seconds()) for name, age in waiting.ages.items()}
        facts["failing_deadlines"] = waiting.failing_deadlines
        is_ready &= all(age <= OVERDUE_LIMITS[name] for name, age in waiting.ages.items())
    return _fresh(JsonResponse({"ready": is_ready, **facts}, status=200 if is_ready else 503))


@require_safe
def metrics(_request: HttpRequest) -> HttpResponse:
    """Tell Prometheus how requests go and how long things have waited."""
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
        """Yield one gauge per age, and the number of deadlines that failed and are tried again."""
        waiting = measure_waiting()
        for name, age in waiting.ages.items():
            title = f"Age of the oldest {name.replace('_', ' ')}, in seconds."
            yield GaugeMetricFamily(f"letters_oldest_{name}_seconds", title, value=age.total_seconds())
        failing = "Deadlines that could not be acted on and are tried again."
        yield GaugeMetricFamily("letters_failing_deadlines", failing, value=waiting.failing_deadlines)


def _fresh(answer: Answer) -> Answer:
    answer["Cache-Control"] = "no-store"
    return answer
