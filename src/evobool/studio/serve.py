"""Start the server: on this machine only unless told otherwise, and stop it at once."""

from __future__ import annotations

import logging
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from errno import EADDRINUSE, EADDRNOTAVAIL
from types import FrameType

import uvicorn

from evobool.errors import InputError
from evobool.studio.server import Studio

BACKLOG = 512
BROWSER_SECONDS, WARM_UP_SECONDS = 0.3, 2.0  # the first page goes first


class Server(uvicorn.Server):
    """A server whose open streams end when it is told to stop."""

    def __init__(self, config: uvicorn.Config, studio: Studio) -> None:
        super().__init__(config)
        self.studio = studio

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End the streams, then stop."""
        self.studio.workers.close()
        self.force_exit = True
        super().handle_exit(sig, frame)


def bound(host: str, port: int) -> socket.socket:
    """A socket that listens; a port that is taken is refused in one line."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    # on Windows SO_REUSEADDR would share a port that is taken
    made.setsockopt(socket.SOL_SOCKET, getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR), 1)
    try:
        made.bind((host, port))
        made.listen(BACKLOG)
    except OSError as problem:
        made.close()
        if isinstance(problem, socket.gaierror) or problem.errno == EADDRNOTAVAIL:
            raise InputError("host", host, "is not an address of this machine") from None
        if problem.errno == EADDRINUSE:
            raise InputError("port", port, "is taken; choose another, or 0 for any free one") from None
        raise InputError("port", port, f"cannot be used ({problem.strerror})") from None
    return made


def serve(studio: Studio, *, browser: bool, quiet: bool) -> None:
    """Serve until Ctrl-C."""
    listening = bound(studio.host, studio.port)
    from evobool.engines import exact, packed  # noqa: F401 (the first page shall not wait for these)

    studio.port = listening.getsockname()[1]
    name = f"[{studio.host}]" if ":" in studio.host else studio.host
    address = f"http://{'127.0.0.1' if studio.host in ('0.0.0.0', '::') else name}:{studio.port}/"
    print(f"the studio is at {address} (Ctrl-C stops it)", flush=True)
    if studio.host not in ("127.0.0.1", "localhost", "::1") and not quiet:
        print(
            f"evobool: warning: listening on {studio.host}: whoever can reach this machine can use the "
            "studio and its processors, and read the given store; there is no password and no encryption",
            file=sys.stderr,
        )
    config = uvicorn.Config(
        studio.app(),
        log_level=logging.ERROR,
        access_log=False,
        lifespan="off",
        ws="none",
        timeout_graceful_shutdown=1,
        server_header=False,
        date_header=False,
    )
    _later(WARM_UP_SECONDS, _warm_up)
    if browser:
        _later(BROWSER_SECONDS, lambda: webbrowser.open(address))
    Server(config, studio).run(sockets=[listening])


def _later(seconds: float, work: Callable[[], object]) -> None:
    """Do something after a while, unless the program has ended by then."""
    timer = threading.Timer(seconds, work)
    timer.daemon = True
    timer.start()


def _warm_up() -> None:
    """Load the kernels that the first run needs while the first page is read."""
    from evobool.engines import pick
    from evobool.model.settings.setting import Setting

    for training in ("complete", 8):
        pick(Setting(n=4, training=training)).run(0, 0, watch=lambda step: None)
