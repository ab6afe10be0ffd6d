"""What is at which address: the page, and the WebSocket by which it drags."""

import asyncio
import json
from contextlib import suppress

from starlette.applications import Starlette
from starlette.responses import HTMLResponse
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket, WebSocketDisconnect

from supple.errors import InputError
from supple.live.door import Door
from supple.live.follower import Follower
from supple.live.listeners import Listeners, Mailbox
from supple.live.wishes import read

HEADERS = {
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


def application(page: str, follower: Follower, listeners: Listeners, token: str, port: int) -> ASGIApp:
    """The page at /TOKEN/, the WebSocket at /TOKEN/drag, and nothing else."""

    async def show(request: object) -> HTMLResponse:
        return HTMLResponse(page, headers=HEADERS)

    async def drag(socket: WebSocket) -> None:
        await socket.accept()
        box = listeners.enter(follower.last)
        sender = asyncio.create_task(_send(socket, box))
        try:
            await _listen(socket, follower, box.page)
        finally:
            listeners.leave(box)
            sender.cancel()
            with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await sender

    routes = [Route("/", show), WebSocketRoute("/drag", drag)]
    return Door(Starlette(routes=[Mount(f"/{token}", routes=routes)]), token, port)


async def _listen(socket: WebSocket, follower: Follower, page: int) -> None:
    """Take wishes until the page leaves; what is none is refused by a sentence."""
    while (message := await socket.receive())["type"] != "websocket.disconnect":
        try:
            follower.wish(read(message.get("text"))._replace(page=page))
        except InputError as error:
            with suppress(WebSocketDisconnect):
                await socket.send_text(json.dumps({"refused": str(error)}))


async def _send(socket: WebSocket, box: Mailbox) -> None:
    while True:
        for packet in await box.take():
            await socket.send_bytes(packet)
