"""A storm over the whole service: processes are killed, wires cut and stalled, by lot from a seed."""

import random
import time
from pathlib import Path

from tests.e2e.service import Service
from tests.machine import POSTGRES_URL, REDIS_URL
from tests.wires import Wire

PROCESSES = ("web", "worker", "beat", "post_office")


class StormyService(Service):
    """The service with a wire of ours to PostgreSQL, Redis and the mail server."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.wires = {
            "postgres": Wire(_port_of(POSTGRES_URL, 5432)),
            "redis": Wire(_port_of(REDIS_URL, 6379)),
            "smtp": Wire(self.smtp_port),
        }

    def environment(self) -> dict[str, str]:
        """Return the environment of every process: it meets the servers by wire only."""
        plain = super().environment()
        ports = {name: wire.port for name, wire in self.wires.items()}
        return plain | {
            "DATABASE_URL": _by_wire(plain["DATABASE_URL"], ports["postgres"]),
            "BROKER_URL": f"redis://127.0.0.1:{ports['redis']}/11",
            "EMAIL_URL": f"smtp://127.0.0.1:{ports['smtp']}",
            "API_READ_RATE": "1000000/min",
            "API_WRITE_RATE": "1000000/min",
        }

    def stop(self) -> None:
        """End every process and every wire, and drop the database."""
        super().stop()
        for wire in self.wires.values():
            wire.remove()


class Storm:
    """Strikes every few seconds, once at a time, and puts right what it struck; `blows` counts what it did."""

    def __init__(self, service: StormyService, seed: int) -> None:
        self._service, self._lots = service, random.Random(seed)
        self.blows: dict[str, int] = {}

    def rage(self, seconds: float) -> None:
        """Strike for so long; afterwards everything runs and every wire is whole."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self._strike()
            time.sleep(self._lots.uniform(1.0, 3.0))

    def _strike(self) -> None:
        if self._lots.random() < 0.5:
            name = self._lots.choice(PROCESSES)
            self._count(f"kill {name}")
            self._service.kill(name)
            time.sleep(self._lots.uniform(0, 0.5))
            self._service.start_again(name)
            return
        name, how = self._lots.choice(sorted(self._service.wires)), self._lots.choice(("cut", "stall"))
        self._count(f"{how} {name}")
        wire = self._service.wires[name]
        (wire.cut if how == "cut" else wire.stall)()
        time.sleep(self._lots.uniform(0.5, 2.5))
        wire.mend()

    def _count(self, blow: str) -> None:
        self.blows[blow] = self.blows.get(blow, 0) + 1


def _port_of(url: str, usual: int) -> int:
    port = url.rsplit("@", 1)[-1].split("//")[-1].split("/", 1)[0].rpartition(":")[2]
    return int(port) if port.isdecimal() else usual


def _by_wire(url: str, port: int) -> str:
    scheme, _, rest = url.partition("://")
    login, at, place = rest.rpartition("@")
    return f"{scheme}://{login}{at}127.0.0.1:{port}/{place.partition('/')[2]}"
