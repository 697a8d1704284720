"""The cache counts for the whole site: in Redis or in files, by all processes, and without Redis by each for itself."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import redis
import time_machine
from django.core.cache.backends.base import BaseCache

from config.caches import CountingFileCache, SteadyRedisCache, shared_cache
from tests.machine import REDIS_URL

NOWHERE = "redis://127.0.0.1:1/0"


@pytest.fixture(autouse=True)
def _redis_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SteadyRedisCache, "_silent_until", 0.0)


@pytest.fixture(params=["files", pytest.param("redis", marks=pytest.mark.redis)])
def make_cache(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[], BaseCache]]:
    """Return what makes another cache over the same place, as each process has one of its own."""
    kind = {"files": CountingFileCache, "redis": SteadyRedisCache}[request.param]
    chosen = shared_cache(REDIS_URL if request.param == "redis" else "filesystem://localhost", tmp_path / "cache")
    params = chosen["default"]
    yield lambda: kind(params["LOCATION"], {**params, "KEY_PREFIX": "letters-test"})
    kind(params["LOCATION"], {**params, "KEY_PREFIX": "letters-test"}).clear()


def test_what_many_count_at_once_is_counted_once_each(make_cache: Callable[[], BaseCache]) -> None:
    assert [cache.add("tries", 0, 60) for cache in (make_cache(), make_cache())] == [True, False]

    def count(_: int) -> int:
        return make_cache().incr("tries")

    with ThreadPoolExecutor(8) as pool:
        assert sorted(pool.map(count, range(40))) == list(range(1, 41))


def test_a_count_that_is_added_to_lasts_no_longer(tmp_path: Path) -> None:
    cache = CountingFileCache(str(tmp_path), {})
    with time_machine.travel("2030-01-01 12:00", tick=False) as clock:
        cache.add("tries", 0, 3600)
        clock.shift(1800)
        assert cache.incr("tries") == 1
        clock.shift(1801)
        with pytest.raises(ValueError, match="any more"):
            cache.incr("tries")


def test_what_was_never_kept_is_not_counted(make_cache: Callable[[], BaseCache]) -> None:
    with pytest.raises(ValueError, match="tries"):
        make_cache().incr("tries")


def test_without_redis_each_process_counts_for_itself_and_asks_redis_once_in_a_while() -> None:
    cache = SteadyRedisCache(NOWHERE, shared_cache(NOWHERE, Path())["default"])
    cache.clear()
    assert (cache.add("tries", 0, 60), cache.incr("tries"), cache.incr("tries")) == (True, 1, 2)
    asked = []
    cache._redis = type("Redis", (), {"get": lambda _self, *args: asked.append(args)})()
    assert cache.get("tries") == 2
    assert asked == []
    SteadyRedisCache._silent_until = 0.0
    assert cache.get("tries") is None
    assert len(asked) == 1


@pytest.mark.redis
def test_emptying_the_cache_leaves_what_the_broker_keeps() -> None:
    client = redis.Redis.from_url(REDIS_URL)
    client.set("letters-broker-message", "kept", ex=60)
    cache = SteadyRedisCache(REDIS_URL, {**shared_cache(REDIS_URL, Path())["default"], "KEY_PREFIX": "letters-test"})
    cache.set("counted", 1)
    cache.clear()
    assert cache.get("counted") is None
    assert client.get("letters-broker-message") == b"kept"
