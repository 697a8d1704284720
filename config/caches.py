"""The cache that all processes share, so that its counts hold for the whole site.

It lies in the Redis of the broker, or for one machine in files. What lies in it may be lost at any time: only counts
of who asks how often do. So a Redis that does not answer stops nobody; each process then counts for itself.
"""

import fcntl
import pickle
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import structlog
from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.core.cache.backends.filebased import FileBasedCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

log = structlog.get_logger(__name__)

Answer = TypeVar("Answer")

PREFIX = "letters"
PATIENCE = 1.0
"""The number of seconds within which Redis must answer."""
LEFT_ALONE = 5.0
"""The number of seconds for which Redis is left alone after it has not answered."""


def shared_cache(url: str, folder: Path) -> dict[str, Any]:
    """Return Django's CACHES: the Redis at `url`, or files in `folder` if there is none."""
    if url.startswith(("redis://", "rediss://")):
        options = {"socket_connect_timeout": PATIENCE, "socket_timeout": PATIENCE}
        backend = {"BACKEND": "config.caches.SteadyRedisCache", "LOCATION": url, "OPTIONS": options}
    else:
        backend = {"BACKEND": "config.caches.CountingFileCache", "LOCATION": str(folder)}
        backend["OPTIONS"] = {"MAX_ENTRIES": 5000}
    return {"default": {**backend, "KEY_PREFIX": PREFIX}}


class SteadyRedisCache(BaseCache):
    """Redis, replaced by this process's memory while it does not answer; `clear` spares the broker's messages."""

    _silent_until: ClassVar[float] = 0.0

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._redis = RedisCache(server, params)
        self._spare = LocMemCache("spare", {**params, "OPTIONS": {}})

    def add(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Keep a value under a key that is free; return whether it was."""
        return self._ask(lambda cache: cache.add(key, value, timeout, version))

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        """Return the value kept under a key."""
        return self._ask(lambda cache: cache.get(key, default, version))

    def set(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        """Keep a value under a key."""
        self._ask(lambda cache: cache.set(key, value, timeout, version))

    def touch(self, key: str, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Extend the lifetime of a key; return whether it exists."""
        return self._ask(lambda cache: cache.touch(key, timeout, version))

    def delete(self, key: str, version: int | None = None) -> bool:
        """Delete a key; return whether it existed."""
        return self._ask(lambda cache: cache.delete(key, version))

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        """Add to the number kept under a key, in one step; raises ValueError if there is none."""
        return self._ask(lambda cache: cache.incr(key, delta, version))

    def clear(self) -> None:
        """Delete everything in this cache, and nothing else in the same Redis."""
        self._spare.clear()
        self._ask(self._drop_own)

    def _drop_own(self, cache: BaseCache) -> None:
        if isinstance(cache, RedisCache):
            client = cache._cache.get_client(write=True)  # noqa: SLF001 - Django's own `clear` empties the whole Redis
            for key in client.scan_iter(match=f"{self.key_prefix}:*", count=1000):
                client.delete(key)

    def _ask(self, what: Callable[[BaseCache], Answer]) -> Answer:
        if time.monotonic() >= SteadyRedisCache._silent_until:
            try:
                return what(self._redis)
            except RedisError as error:
                SteadyRedisCache._silent_until = time.monotonic() + LEFT_ALONE
                log.warning("cache_silent", error=type(error).__name__)
        return what(self._spare)


class CountingFileCache(FileBasedCache):
    """A file cache in which one process at a time adds to a number, without extending its lifetime."""

    def __init__(self, folder: str, params: dict[str, Any]) -> None:
        super().__init__(folder, params)
        self._folder = Path(folder)

    def add(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Keep a value under a key that is free; return whether it was."""
        with self._alone():
            return super().add(key, value, timeout, version)

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        """Add to the number kept under a key, in one step; raises ValueError if there is none."""
        with self._alone():
            value, lasts = self._read(key, version)
            self.set(key, value + delta, lasts, version)
            return value + delta

    def _read(self, key: str, version: int | None) -> tuple[int, float | None]:
        path = Path(self._key_to_file(key, version))  # type: ignore[attr-defined]
        try:
            with path.open("rb") as file:
                expiry = pickle.load(file)  # noqa: S301 - our own file
                value = pickle.loads(zlib.decompress(file.read()))  # noqa: S301 - our own file
        except FileNotFoundError:
            raise ValueError(f"nothing is kept under {key}") from None
        lasts = None if expiry is None else expiry - time.time()
        if lasts is not None and lasts <= 0:
            raise ValueError(f"nothing is kept under {key} any more")
        return value, lasts

    @contextmanager
    def _alone(self) -> Iterator[None]:
        self._folder.mkdir(parents=True, exist_ok=True)
        with (self._folder / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
