"""A wire between us and a server, which a test can cut and stall: a small TCP proxy of our own."""

import contextlib
import socket
import threading


class Wire:
    """Passes on what it is sent, both ways, until it is cut or stalled.

    Stalled, it takes what it is sent and passes nothing on: TCP sees nothing wrong. Cut, it closes everything and turns
    whoever comes away.
    """

    def __init__(self, port: int, host: str = "127.0.0.1") -> None:
        self._there = (host, port)
        self._flows = threading.Event()
        self._flows.set()
        self._is_whole = True
        self._ends: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._door = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.port: int = self._door.getsockname()[1]
        threading.Thread(target=self._let_in, daemon=True).start()

    def stall(self) -> None:
        """Pass nothing on until mended."""
        self._flows.clear()

    def cut(self) -> None:
        """Close every connection, and every new one, until mended."""
        self._is_whole = False
        self._close_all()

    def mend(self) -> None:
        """Be a plain wire again."""
        self._is_whole = True
        self._flows.set()

    def remove(self) -> None:
        """Close everything for good."""
        self._door.close()
        self.cut()
        self._flows.set()

    def _close_all(self) -> None:
        with self._lock:
            ends, self._ends = self._ends, set()
        for end in ends:
            _shut(end)

    def _let_in(self) -> None:
        while True:
            try:
                here, _ = self._door.accept()
            except OSError:
                return
            threading.Thread(target=self._join, args=(here,), daemon=True).start()

    def _join(self, here: socket.socket) -> None:
        try:
            there = socket.create_connection(self._there, timeout=5) if self._is_whole else None
        except OSError:
            there = None
        if there is None:
            _shut(here)
            return
        there.settimeout(None)
        with self._lock:
            self._ends |= {here, there}
        for source, sink in ((here, there), (there, here)):
            threading.Thread(target=self._pass_on, args=(source, sink), daemon=True).start()

    def _pass_on(self, source: socket.socket, sink: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(1 << 16):
                self._flows.wait()
                sink.sendall(data)
        with self._lock:
            self._ends -= {source, sink}
        _shut(source)
        _shut(sink)


def _shut(end: socket.socket) -> None:
    with contextlib.suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()
