"""The player page of a shot that answers: the page of its take, which may speak to this server and to no other."""

from supple.errors import FileError
from supple.live.answers import Answer
from supple.render.page import filled, packed, player
from supple.spacetime import Shot

SEALED = "connect-src data: blob:"
"""Of the built page's policy: it reaches no network."""
PLANAR = ("x", "y", "turn")
"""Coordinates of a base that keeps to the plane z = 0."""


def page(shot: Shot, shown: Answer, port: int) -> str:
    """The page as one text."""
    text = player()
    if SEALED not in text:
        raise FileError(
            "the player page has another policy than was expected; build it again with `make page`"
        )
    sockets = " ".join(f"ws://{name}:{port}" for name in ("127.0.0.1", "localhost"))
    names = shot.resources.coordinates
    planar = tuple(names[i] for i in shot.resources.root) == PLANAR
    live, take = {"to": shown.to, "planar": planar}, shown.take
    assert take is not None
    data = {"title": shot.name, "takes": [packed(take, take.name)], "options": {"live": live, "play": True}}
    return filled(text.replace(SEALED, f"{SEALED} {sockets}"), data)
