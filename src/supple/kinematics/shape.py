"""What a link meets others with: simple solids and hulls, as files for robots have them."""

from dataclasses import dataclass

import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.errors import InputError, UnknownNameError
from supple.scene.mesh import Mesh
from supple.spatial import normalize

SIZES = {"sphere": 1, "capsule": 2, "cylinder": 2, "box": 3, "ellipsoid": 3, "mesh": 0, "plane": 0}
"""How many numbers say how large a shape is."""


@dataclass(frozen=True, eq=False)
class Shape:
    """A solid in a link's frame: its center at `offset` [m], turned by `rotation` (xyzw).

    | kind | size [m] |
    |---|---|
    | sphere | radius |
    | capsule, cylinder | radius, half length along Y (a capsule's without its caps) |
    | box, ellipsoid | half of each edge, each half axis |
    | mesh | none: `mesh` says it; it collides as its hull |
    | plane | none: y < 0 is inside |

    Two shapes meet where one's `category` shares a bit with the other's `mask`. `friction`: sliding; about the normal
    [m]; rolling [m].

    >>> Shape("capsule", (0.05, 0.2), offset=(0, -0.2, 0)).volume
    0.00366519...
    """

    kind: str
    size: ArrayLike = ()
    offset: ArrayLike = (0.0, 0.0, 0.0)
    rotation: ArrayLike = (0.0, 0.0, 0.0, 1.0)
    name: str = ""
    mesh: Mesh | None = None
    friction: tuple[float, float, float] = (0.9, 0.005, 0.0001)
    category: int = 1
    mask: int = 1
    margin: float = 0.0
    """At which distance a contact begins [m]."""
    color: tuple[float, float, float, float] | None = None

    def __post_init__(self) -> None:
        if self.kind not in SIZES:
            raise UnknownNameError("shape", str(self.kind), SIZES)
        what = f"{self.kind} {self.name!r}" if self.name else self.kind
        size = np.atleast_1d(finite(self.size, f"size of {what}"))
        if size.shape != (SIZES[self.kind],) or (size <= 0).any():
            raise InputError(
                f"size of {what}: expected {SIZES[self.kind]} positive numbers [m], got {size.tolist()}"
            )
        if (self.kind == "mesh") != (self.mesh is not None):
            raise InputError(f"{what}: a mesh= belongs to the shape 'mesh', and to no other")
        object.__setattr__(self, "size", size)
        object.__setattr__(self, "offset", finite(self.offset, f"offset of {what}", (3,)))
        object.__setattr__(self, "rotation", normalize(finite(self.rotation, f"rotation of {what}", (4,))))

    @property
    def collides(self) -> bool:
        """Whether it can meet anything; one that cannot is only seen."""
        return bool(self.category or self.mask)

    @property
    def volume(self) -> float:
        """How much room it takes [m³]; a plane takes none."""
        s: Array = np.asarray(self.size)
        if self.mesh is not None:
            return float(self.mesh.volume)
        ball, tube = (4 / 3 * np.pi * s[0] ** 3, np.pi * s[0] ** 2 * 2 * s[-1]) if len(s) else (0.0, 0.0)
        of_kind = {
            "sphere": ball,
            "capsule": ball + tube,
            "cylinder": tube,
            "box": 8 * np.prod(s),
            "ellipsoid": 4 / 3 * np.pi * np.prod(s),
            "plane": 0.0,
        }
        return float(of_kind[self.kind])

    def meets(self, other: "Shape") -> bool:
        """Whether their categories and masks let them collide."""
        return bool((self.category & other.mask) | (other.category & self.mask))
