"""Skins into glTF."""

from collections.abc import Iterable, Mapping

from supple.errors import InputError
from supple.io.gltf.buffer import Buffer
from supple.io.gltf.glb import Json
from supple.scene import Skin


class SkinWriter:
    """Collects skins; one that several nodes wear is written once.

    order: numbers of nodes by their id. skins, known: those that a file has already, and their numbers by their id.
    """

    def __init__(
        self,
        buffer: Buffer,
        order: Mapping[int, int],
        skins: Iterable[Json] = (),
        known: Mapping[int, int] | None = None,
    ) -> None:
        self._buffer = buffer
        self._order = order
        self._known = dict(known or {})
        self.skins = list(skins)

    def skin(self, skin: Skin, wearer: str) -> int:
        """Index of the skin of the node `wearer`."""
        if id(skin) not in self._known:
            lost = [joint.name for joint in skin.joints if id(joint) not in self._order]
            if lost:
                raise InputError(
                    f"{wearer!r} hangs on joint {lost[0]!r}, which is not in the scene; add the node of that joint"
                )
            written: Json = {"name": skin.name} if skin.name else {}
            written["inverseBindMatrices"] = self._buffer.matrices(skin.inverse_binds)
            written["joints"] = [self._order[id(joint)] for joint in skin.joints]
            self.skins.append(written)
            self._known[id(skin)] = len(self.skins) - 1
        return self._known[id(skin)]
