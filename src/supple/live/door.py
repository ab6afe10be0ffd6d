"""Who may come in: a page of this server, by this machine's own name, that knows the token of the address.

Other programs and other people of this machine do not know the token. Pages from elsewhere in the same browser do not
either, and say where they come from: a foreign Origin is refused, and so is a foreign Host, by which a name that was
pointed at this machine would come in (DNS rebinding).
"""

from secrets import compare_digest
from urllib.parse import unquote

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

NAMES = ("127.0.0.1", "localhost")
"""What this machine calls itself."""
FORBIDDEN = 1008
"""What a WebSocket that is refused is closed with."""


class Door:
    """Passes on what may come in, and refuses the rest by a sentence."""

    def __init__(self, app: ASGIApp, token: str, port: int) -> None:
        self.app, self.token = app, token
        self.hosts = {f"{name}:{port}" for name in NAMES}
        self.origins = {f"http://{host}" for host in self.hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or let the application answer."""
        if scope["type"] not in ("http", "websocket"):
            return
        wrong = self.wrong(scope)
        if not wrong:
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": FORBIDDEN, "reason": wrong})
        else:
            await PlainTextResponse(wrong + "\n", 403)(scope, receive, send)

    def wrong(self, scope: Scope) -> str:
        """What is wrong with a request, or nothing."""
        hosts, origins = _said(scope, b"host"), _said(scope, b"origin")
        if len(hosts) != 1 or hosts[0] not in self.hosts:
            return "this server answers to 127.0.0.1 and localhost only"
        if not set(origins) <= self.origins or (scope["type"] == "websocket" and len(origins) != 1):
            return "this server answers to its own pages only"
        if not compare_digest(_first(scope["path"]), self.token.encode()):
            return "the address lacks its token; open the whole address that was printed"
        return ""


def _said(scope: Scope, header: bytes) -> list[str]:
    return [value.decode("latin-1") for name, value in scope["headers"] if name == header]


def _first(path: str) -> bytes:
    """The first part of a path."""
    return unquote(path).lstrip("/").partition("/")[0].encode("utf-8", "replace")
