"""The pages that listen: each gets the newest motion as soon as it can take one, and skips those in between."""

import asyncio
from dataclasses import replace

from supple.live.answers import Answer


class Mailbox:
    """What one page, by its number, has not been sent yet: the newest motion, and a refusal if that is newer."""

    def __init__(self, page: int) -> None:
        self.page = page
        self._motion: bytes | None = None
        self._word: bytes | None = None
        self._filled = asyncio.Event()

    def put(self, packet: bytes, *, motion: bool) -> None:
        """Leave a packet; it takes the place of those of its kind, and a motion that of a refusal, too."""
        if motion:
            self._motion, self._word = packet, None
        else:
            self._word = packet
        self._filled.set()

    async def take(self) -> list[bytes]:
        """Wait until something is there, and take it."""
        await self._filled.wait()
        self._filled.clear()
        found = [packet for packet in (self._motion, self._word) if packet is not None]
        self._motion = self._word = None
        return found


class Listeners:
    """The mailboxes of all pages; `tell` may be called in any thread once the loop is known."""

    def __init__(self) -> None:
        self.loop: asyncio.AbstractEventLoop | None = None
        self._boxes: set[Mailbox] = set()
        self._pages = 0

    def enter(self, last: Answer) -> Mailbox:
        """A mailbox with what is shown now in it."""
        self._pages += 1
        box = Mailbox(self._pages)
        box.put(replace(last, number=0).packed(), motion=True)
        self._boxes.add(box)
        return box

    def leave(self, box: Mailbox) -> None:
        """Send nothing more there."""
        self._boxes.discard(box)

    def tell(self, answer: Answer) -> None:
        """Leave an answer for every page."""
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self._put, answer)

    def _put(self, answer: Answer) -> None:
        """Numbers are those of the page that wished; for the others it is how things stand."""
        own, others = answer.packed(), replace(answer, number=0).packed()
        for box in self._boxes:
            box.put(own if box.page == answer.page else others, motion=answer.take is not None)
