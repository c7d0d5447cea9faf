"""A small TCP proxy between a server and its database, to cut the connection."""

import selectors
import socket
import threading
from types import TracebackType


class TcpProxy:
    """Passes bytes on from a free port to `target`: an address for TCP, or the path of a Unix socket."""

    def __init__(self, target: tuple[str, int] | str) -> None:
        self.target = target
        self.port = 0
        self._is_open = threading.Event()
        self._pairs: set[tuple[socket.socket, socket.socket]] = set()
        self._lock = threading.Lock()
        self.refused = 0  # connections that the target did not take
        self.closed = 0  # connections that were closed by `cut`, and those that came after it

    def __enter__(self) -> "TcpProxy":
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=100)
        self.port = self._listener.getsockname()[1]
        self._is_open.set()
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.cut()
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def cut(self) -> None:
        """Close all connections, and every new one at once."""
        with self._lock:
            self._is_open.clear()
            self.closed += len(self._pairs)
            for pair in self._pairs:
                for one in pair:
                    one.shutdown(socket.SHUT_RDWR)
            self._pairs.clear()

    def mend(self) -> None:
        self._is_open.set()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:  # the proxy has ended
                return
            with self._lock:
                if not self._is_open.is_set():
                    self.closed += 1
                    near.close()
                    continue
                try:
                    far = self._connect()
                except OSError:  # the database is stopped
                    self.refused += 1
                    near.close()
                    continue
                self._pairs.add((near, far))
            threading.Thread(target=self._pass_on, args=(near, far), daemon=True).start()

    def _connect(self) -> socket.socket:
        if not isinstance(self.target, str):
            return socket.create_connection(self.target)
        far = socket.socket(socket.AF_UNIX)
        far.connect(self.target)
        return far

    def _pass_on(self, near: socket.socket, far: socket.socket) -> None:
        with near, far, selectors.DefaultSelector() as ready:
            for one, other in ((near, far), (far, near)):
                ready.register(one, selectors.EVENT_READ, other)
            try:
                while all(self._pass_some(key) for key, _ in ready.select()):
                    pass
            except OSError:
                pass
            with self._lock:
                self._pairs.discard((near, far))

    @staticmethod
    def _pass_some(key: selectors.SelectorKey) -> bool:
        source: socket.socket = key.fileobj  # type: ignore[assignment]
        data = source.recv(65536)
        key.data.sendall(data)
        return bool(data)
