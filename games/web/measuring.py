"""Request metrics for Prometheus. They carry no view names: the pages that get a POST would reveal secret acts."""

import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from prometheus_client import Counter, Histogram

_ANSWERS = Counter("letters_answers", "Answers by the class of their status.", ["status"])
_SECONDS = Histogram("letters_answer_seconds", "How long answers took.", buckets=(0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30))


def measure(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Return middleware that counts and times every answer."""

    def answer(request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
        response = get_response(request)
        _SECONDS.observe(time.perf_counter() - began)
        _ANSWERS.labels(status=f"{response.status_code // 100}xx").inc()
        return response

    return answer
