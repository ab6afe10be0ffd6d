"""The server itself: on this machine's loopback, in a thread of its own, until it is closed."""

import asyncio
import socket
from secrets import token_urlsafe
from threading import Event, Thread
from types import TracebackType

from supple.errors import FileError, MissingToolError
from supple.live.follower import Follower
from supple.live.listeners import Listeners
from supple.live.page import page
from supple.live.wishes import LONGEST
from supple.scene import Take
from supple.spacetime import Shot

try:
    import uvicorn
    import websockets  # noqa: F401  uvicorn speaks WebSocket by it
    from starlette.types import ASGIApp

    from supple.live.application import application
except ImportError as missing:
    MISSING: ImportError | None = missing
else:
    MISSING = None

LOOPBACK = "127.0.0.1"
PATIENCE = 2
"""Seconds that pages have to leave when the server ends."""
LOOK = 0.2
"""How often it is seen whether the follower is still there [s]."""


class Server:
    """A page on which the landing of a shot is dragged with the mouse.

        with Server(shot) as server:
            print(server.address)
            server.wait()

    The shot is solved when the server is made. All pages that open the address show the same motion; whoever drags
    last is followed.
    """

    def __init__(self, shot: Shot, port: int = 0) -> None:
        """`port` 0 is any that is free."""
        if MISSING is not None:
            raise MissingToolError(
                f"live pages need Starlette, uvicorn and websockets ({MISSING}): pip install 'supple[live]'"
            )
        self._ended, self._listeners = Event(), Listeners()
        self.error: BaseException | None = None
        """What ended the server, if it was not `close`."""
        self._socket, self.token = _bound(port), token_urlsafe(24)
        self.port = int(self._socket.getsockname()[1])
        try:
            self.follower = Follower(shot, self._listeners.tell)
            shown = page(shot, self.follower.last, self.port)
        except BaseException:
            self._socket.close()
            raise
        app = application(shown, self.follower, self._listeners, self.token, self.port)
        self._server = uvicorn.Server(_settings(app))
        self._thread = Thread(target=self._serve, name="live", daemon=True)
        self._thread.start()

    @property
    def address(self) -> str:
        """Where the page is; whoever knows it may drag."""
        return f"http://{LOOPBACK}:{self.port}/{self.token}/"

    @property
    def take(self) -> Take:
        """The last good motion."""
        return self.follower.take

    def wait(self) -> None:
        """Until Ctrl-C; an error of the solve or of the server ends it, too."""
        while not self._ended.wait(LOOK) and self.follower.error is None:
            pass
        if error := self.error or self.follower.error:
            raise error

    def close(self) -> None:
        """End: pages are told, and a solve that is under way ends with its iteration."""
        self._server.should_exit = True
        self._thread.join()
        self.follower.close()

    def __enter__(self) -> "Server":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _serve(self) -> None:
        async def serve() -> None:
            self._listeners.loop = asyncio.get_running_loop()
            await self._server.serve(sockets=[self._socket])

        try:
            asyncio.run(serve())
        except BaseException as error:
            self.error = error
        finally:
            self._socket.close()
            self._ended.set()


def _bound(port: int) -> socket.socket:
    """A socket that listens on this machine alone."""
    found = socket.socket()
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((LOOPBACK, port))
        found.listen()
    except (OSError, OverflowError) as error:
        found.close()
        raise FileError(
            f"cannot listen on port {port} of {LOOPBACK}: {error}; choose another, or 0"
        ) from error
    return found


def _settings(app: "ASGIApp") -> "uvicorn.Config":
    return uvicorn.Config(
        app, ws="websockets-sansio", ws_max_size=4 * LONGEST, ws_per_message_deflate=False, lifespan="off",
        log_config=None, access_log=False, server_header=False, proxy_headers=False,
        timeout_graceful_shutdown=PATIENCE,
    )  # fmt: skip
