"""A mechanism: a skeleton in minimal coordinates, as numbers and as expressions; what spacetime solves for.

A ball is yaw, pitch and roll here, and a quaternion in the skeleton (`Mechanism.skeleton`, `to_world`, `from_world`).
"""

from collections.abc import Iterable, Mapping
from functools import cached_property

import casadi as ca
import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.errors import InputError, UnknownNameError
from supple.kinematics import model
from supple.kinematics.angles import to_angles
from supple.kinematics.inertia import Inertia
from supple.kinematics.link import Link
from supple.kinematics.skeleton import Places, Skeleton
from supple.kinematics.symbolic import energies
from supple.kinematics.symbolic.coordinates import ROOTS, freedoms
from supple.kinematics.symbolic.frames import Frame, frames
from supple.kinematics.symbolic.objects import column, matrix, row
from supple.kinematics.symbolic.reading import read
from supple.kinematics.tree import parents_first
from supple.mechanics import Lagrangian
from supple.scene import Node
from supple.scene.joint import Freedom


class Mechanism:
    """Links and how the world carries the first: "fixed" (by its own joint), "point", "planar" or "free".

    Coordinates are the root's (x, y, turn in the plane; x, y, z, yaw, pitch, roll in space, turned Y · X · Z), then
    the joints' by the names of their links. Every link's origin is a point of that name.

    >>> arm = Link.rod("arm", to=(0, -1, 0), mass=1)
    >>> hand = Link.rod("hand", "arm", offset=(0, -1, 0), to=(0, -0.5, 0), mass=1)
    >>> chain = Mechanism([arm, hand], root="fixed", points={"tip": ("hand", (0, -0.5, 0))})
    >>> chain.coordinates, chain.position("tip", chain.pose(arm=np.pi / 6)).round(3)
    (('arm', 'hand'), array([ 0.75 , -1.299,  0.   ]))
    """

    def __init__(
        self,
        links: Iterable[Link],
        *,
        root: str = "planar",
        points: Places | None = None,
        name: str = "skeleton",
    ) -> None:
        if root not in ROOTS:
            raise UnknownNameError("root", root, ROOTS)
        self.name, self.root = name, root
        self.links = parents_first(list(links), name)
        self._check_root()
        self.freedoms: dict[str, tuple[Freedom, ...]] = {
            link.name: ROOTS[root].freedoms if self._carried(link) else freedoms(link) for link in self.links
        }
        self.coordinates = tuple(f.name for motions in self.freedoms.values() for f in motions)
        if root == "planar":
            self._check_plane()
        self.places = {link.name: (link.name, np.zeros(3)) for link in self.links}
        for key, (link, at) in (points or {}).items():
            self.link(link)
            self.places[key] = (link, finite(at, f"point {key!r} of {name!r}", (3,)))

    @classmethod
    def from_node(
        cls,
        node: Node,
        densities: "Mapping[str, float] | float",
        *,
        root: str = "planar",
        fixed: Iterable[str] = (),
        points: Places | None = None,
    ) -> "Mechanism":
        """The meshes of a model as links, weighed by `densities` [kg/m³] of their closed parts.

        Densities by the name of a part, or of a node for all of its mesh; or one number. Joints, limits and angles at
        rest are the model's; those named in `fixed` stay as they are. Its empty nodes are points.
        """
        links, places = model.links_of(node, densities, frozenset(fixed))
        return cls(links, root=root, points={**places, **(points or {})}, name=node.name)

    @classmethod
    def of(cls, skeleton: Skeleton, *, root: str = "free") -> "Mechanism":
        """A skeleton in minimal coordinates, its first link carried by the world as `root` says."""
        return cls(skeleton.links, root=root, points=skeleton.places, name=skeleton.name)

    @cached_property
    def skeleton(self) -> Skeleton:
        """The same links with q as worlds and files have it: balls are quaternions."""
        links = [link.but(joint=ROOTS[self.root]) if self._carried(link) else link for link in self.links]
        return Skeleton(links, points=self.places, name=self.name)

    def to_world(self, q: ArrayLike) -> Array:
        """q of `skeleton` (..., skeleton.nq) at minimal coordinates (..., nq)."""
        return self.skeleton.from_angles(self._checked(q))

    def from_world(self, q: ArrayLike) -> Array:
        """Minimal coordinates (..., nq) at q of `skeleton`; along the first axis angles go on without jumps."""
        return self.skeleton.angles(q)

    # ---- coordinates --------------------------------------------------------------------------------------

    @property
    def nq(self) -> int:
        """How many coordinates there are."""
        return len(self.coordinates)

    def index(self, coordinate: str) -> int:
        """Where a coordinate is in q."""
        if coordinate not in self.coordinates:
            raise UnknownNameError(f"joint of {self.name!r}:", coordinate, self.coordinates)
        return self.coordinates.index(coordinate)

    def link(self, name: str) -> Link:
        """The link of that name."""
        for link in self.links:
            if link.name == name:
                return link
        raise UnknownNameError(f"link of {self.name!r}:", name, [link.name for link in self.links])

    @property
    def rest(self) -> Array:
        """q at rest (nq,); the world carries the first link to the origin."""
        rests = [
            np.zeros(len(self.freedoms[link.name]))
            if self._carried(link)
            else to_angles(link.joint, link.rest)
            for link in self.links
        ]
        return np.concatenate(rests)

    @property
    def limits(self) -> Array:
        """Lowest and highest value of each coordinate (nq, 2); the root has none."""
        pairs = [f.limits or (-np.inf, np.inf) for motions in self.freedoms.values() for f in motions]
        return np.array(pairs, dtype=np.float64).reshape(-1, 2)

    def _carried(self, link: Link) -> bool:
        """Whether the world carries this link, and no joint of its own."""
        return link.parent is None and self.root != "fixed"

    def pose(self, base: ArrayLike | None = None, /, **values: float) -> Array:
        """q at rest, or `base`, with some coordinates changed [rad, m]; "arm.lower" may be written arm_lower."""
        q = self.rest if base is None else finite(base, f"pose of {self.name!r}", (self.nq,)).copy()
        spelled = {name.replace(".", "_"): name for name in self.coordinates}
        for name, value in values.items():
            q[self.index(spelled.get(name, name))] = finite(value, f"{name} of {self.name!r}", ())
        return q

    # ---- frames -------------------------------------------------------------------------------------------

    def frames(self, q: ArrayLike) -> dict[str, Array]:
        """Each link's frame in the world, (..., 4, 4), at coordinates (..., nq)."""
        given = self._checked(q)
        found = {}
        for name, frame in frames(self.links, self.freedoms, given.reshape(-1, self.nq)).items():
            matrix = np.zeros((given[..., 0].size, 4, 4))
            matrix[:, :3, :3], matrix[:, :3, 3], matrix[:, 3, 3] = frame.rotation, frame.origin, 1.0
            found[name] = matrix.reshape(*given.shape[:-1], 4, 4)
        return found

    def read(self, worlds: Mapping[str, Array]) -> Array:
        """Coordinates (T, nq) of links whose frames in the world (T, 4, 4) are known by name: `frames` undone.

        >>> chain = Mechanism([Link.rod("arm", to=(0, -1, 0), mass=1)], root="fixed")
        >>> chain.read(chain.frames([[0.25]])).round(9)
        array([[0.25]])
        """
        for link in self.links:
            if link.name not in worlds:
                raise UnknownNameError(f"link of {self.name!r} in the motion:", link.name, worlds)
        return read(self.links, self.freedoms, worlds)

    def position(self, point: str, q: ArrayLike) -> Array:
        """Where a point is in the world, (..., 3) [m], at coordinates (..., nq)."""
        link, at = self.place(point)
        frame = self.frames(q)[link]
        return np.asarray(frame[..., :3, :3] @ at + frame[..., :3, 3])

    def place(self, point: str) -> tuple[str, Array]:
        """The link that carries a point, and where in its frame (3,) [m]."""
        if point not in self.places:
            raise UnknownNameError(f"point of {self.name!r}:", point, self.places)
        link, at = self.places[point]
        return link, np.asarray(at)

    def expressions(self, q: ca.SX) -> dict[str, tuple[ca.SX, ca.SX]]:
        """Rotation (3, 3) and origin (3,) of each link as expressions of q, by the recursion that moves numbers."""
        moving = frames(self.links, self.freedoms, row(q))
        return {name: (matrix(f.rotation[0]), column(f.origin[0])) for name, f in moving.items()}

    def seen_from(
        self, link: str, point: str, q: ca.SX, known: dict[frozenset[str], dict[str, Frame]] | None = None
    ) -> ca.SX:
        """Where a point is in a link's frame (3,) [m], as an expression of the coordinates between them alone.

        `known` keeps what several points of the same q have in common.
        """
        carrier, at = self.place(point)
        shared = frozenset(self._ancestry(link)) & frozenset(self._ancestry(carrier))
        known = {} if known is None else known
        if shared not in known:
            still = row(q)
            names = [name for name, motions in self.freedoms.items() for _ in motions]
            still[0] = [ca.SX(0) if name in shared else k for name, k in zip(names, still[0], strict=True)]
            known[shared] = frames(self.links, self.freedoms, still)
        moving = known[shared]
        eye = moving[link]
        return column(
            (np.swapaxes(eye.rotation, 1, 2) @ (moving[carrier].at(at) - eye.origin)[..., None])[0, :, 0]
        )

    def _ancestry(self, name: str) -> list[str]:
        """A link, its parent, and so on."""
        parent = self.link(name).parent
        return [name] if parent is None else [name, *self._ancestry(parent)]

    def _checked(self, q: ArrayLike) -> Array:
        given = finite(q, f"coordinates of {self.name!r}")
        if not given.ndim or given.shape[-1] != self.nq:
            raise InputError(
                f"coordinates of {self.name!r}: expected {self.nq} in the last axis ({', '.join(self.coordinates)}), "
                f"got shape {given.shape}"
            )
        return given

    # ---- mechanics ----------------------------------------------------------------------------------------

    @property
    def mass(self) -> float:
        """Of all links [kg]."""
        return float(sum(link.mass for link in self.links))

    @property
    def bodies(self) -> dict[str, Inertia]:
        """What moves as one: each link with the links fixed to it, in the link's frame."""
        return energies.welded(self.links, self.freedoms)

    def lagrangian(self, points: Places | None = None) -> Lagrangian:
        """Its mechanics as expressions, with all its points and these."""
        for key, (link, at) in (points or {}).items():
            self.link(link)
            finite(at, f"point {key!r} of {self.name!r}", (3,))
        return energies.lagrangian(self, {**self.places, **(points or {})})

    def _check_root(self) -> None:
        roots = [link.name for link in self.links if link.parent is None]
        if len(roots) != 1:
            raise InputError(
                f"{self.name!r} needs one link without a parent, which the world carries; it has {roots or 'none'}"
            )

    def _check_plane(self) -> None:
        for motions in self.freedoms.values():
            for f in motions:
                if abs(f.axis[2]) < 1 - 1e-9 if f.motion == "turn" else abs(f.axis[2]) > 1e-9:
                    raise InputError(
                        f"{f.name!r} of {self.name!r} leaves the plane: its {f.motion} has the axis {f.axis}; "
                        'hold it (fixed=…), or let the skeleton go free (root="free")'
                    )

    def __repr__(self) -> str:
        return f"<skeleton {self.name}: {', '.join(self.coordinates)}; {self.mass:.3g} kg>"
