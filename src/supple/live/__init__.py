"""The local server behind pages that answer: a shot's landing dragged with the mouse, solved again at once."""

from supple.live.answers import Answer, unpacked
from supple.live.follower import Follower
from supple.live.server import Server
from supple.live.wishes import Wish

__all__ = ["Answer", "Follower", "Server", "Wish", "unpacked"]
