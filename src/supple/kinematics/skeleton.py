"""A skeleton: the mechanical reading of a figure. Links in trees, what they weigh and meet with, motors, and q.

q has one number for each hinge and slide, a quaternion (xyzw) for each ball, both for what is free; v has one for
each degree of freedom. Links stand parents first; so do their numbers in q and v.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import prod

import numpy as np

from supple.arrays import Array, ArrayLike, Indices, finite
from supple.errors import InputError, UnknownNameError
from supple.kinematics import angles, model, played
from supple.kinematics.coupling import Coupling, leaders_first
from supple.kinematics.forward import Chain, forward
from supple.kinematics.link import Link
from supple.kinematics.motor import Motor
from supple.kinematics.tree import parents_first
from supple.motion import Clip
from supple.renamed import Renamed
from supple.scene.joint import Joint
from supple.scene.node import Node
from supple.spatial import unwound

Places = Mapping[str, tuple[str, ArrayLike]]
"""Points by name: the link that carries each, and where it is in that link's frame (3,) [m]."""


class Skeleton:
    """Links on joints; every link's origin is a point of that name.

    `exclusions`: pairs of links whose shapes do not collide; parents and children never do. `couplings`: degrees of
    freedom that others lead.

    >>> arm = Link.rod("arm", to=(0, -1, 0), mass=1)
    >>> hand = Link.rod("hand", "arm", joint="ball", offset=(0, -1, 0), to=(0, -0.5, 0), mass=1)
    >>> chain = Skeleton([arm, hand], points={"tip": ("hand", (0, -0.5, 0))})
    >>> chain.coordinates, chain.nv
    (('arm', 'hand.qx', 'hand.qy', 'hand.qz', 'hand.qw'), 4)
    >>> chain.position("tip", chain.pose(arm=np.pi / 6)).round(3)
    array([ 0.75 , -1.299,  0.   ])
    """

    bodies = Renamed("supple.kinematics.symbolic.Mechanism.bodies", "write Mechanism.of(skeleton).bodies")
    expressions = Renamed(
        "supple.kinematics.symbolic.Mechanism.expressions", "write Mechanism.of(skeleton).expressions"
    )
    lagrangian = Renamed(
        "supple.kinematics.symbolic.Mechanism.lagrangian", "write Mechanism.of(skeleton).lagrangian"
    )
    seen_from = Renamed(
        "supple.kinematics.symbolic.Mechanism.seen_from", "write Mechanism.of(skeleton).seen_from"
    )

    def __init__(
        self,
        links: Iterable[Link],
        *,
        points: Places | None = None,
        exclusions: Iterable[tuple[str, str]] = (),
        motors: Iterable[Motor] = (),
        couplings: Iterable[Coupling] = (),
        name: str = "skeleton",
    ) -> None:
        self.name = name
        self.links = parents_first(list(links), name)
        if not self.links:
            raise InputError(f"{name!r} has no links; a skeleton needs one at least")
        self._row = {link.name: row for row, link in enumerate(self.links)}
        self._starts(self.links)
        self.places = {link.name: (link.name, np.zeros(3)) for link in self.links}
        for key, (link, at) in (points or {}).items():
            self.places[key] = (self.link(link).name, finite(at, f"point {key!r} of {name!r}", (3,)))
        self.exclusions = tuple((self.link(a).name, self.link(b).name) for a, b in exclusions)
        self.motors = tuple(motors)
        for motor in self.motors:
            for freedom in motor.gear:
                self.freedom(freedom)
        self.couplings = leaders_first(couplings)
        for coupling in self.couplings:
            for coupled in (coupling.follower, coupling.leader):
                if coupled is not None:
                    self._plain_column(coupled)
        self._chain = Chain.of(self)

    @classmethod
    def from_node(
        cls,
        node: Node,
        densities: "Mapping[str, float] | float",
        *,
        root: "Joint | str | None" = None,
        fixed: Iterable[str] = (),
        points: Places | None = None,
    ) -> "Skeleton":
        """The meshes and joints of a tree of nodes as links, weighed by `densities` [kg/m³] of their closed parts.

        Densities by the name of a part, or of a node for all of its mesh; or one number. Joints, limits and angles
        at rest are the nodes'; those named in `fixed` stay as they are, and `root` is the first one's instead of its
        own. Empty nodes are points; a mesh collides as its hull.

        >>> from supple.scene import models
        >>> lamp = Skeleton.from_node(models.lamp(), 500.0, root="free")
        >>> lamp.nq, lamp.nv, [link.name for link in lamp.links]
        (11, 10, ['base', 'swivel', 'arm.lower', 'arm.upper', 'head'])
        """
        links, places = model.links_of(node, densities, frozenset(fixed))
        if root is not None:
            joint = root if isinstance(root, Joint) else Joint(root)
            links = [link.but(joint=joint) if link.parent is None else link for link in links]
        return cls(links, points={**places, **(points or {})}, name=node.name)

    # ---- names --------------------------------------------------------------------------------------------

    def index(self, name: str) -> int:
        """Which row a link has in every array of this skeleton."""
        if name not in self._row:
            raise UnknownNameError(f"link of {self.name!r}:", name, self._row)
        return self._row[name]

    def link(self, name: str) -> Link:
        """The link of that name."""
        return self.links[self.index(name)]

    def freedom(self, name: str) -> int:
        """Where a degree of freedom is in v."""
        if name not in self._freedom:
            raise UnknownNameError(f"degree of freedom of {self.name!r}:", name, self._freedom)
        return self._freedom[name]

    def in_q(self, link: str) -> slice:
        """Where a link's numbers are in q."""
        row = self.index(link)
        return slice(int(self.q_starts[row]), int(self.q_starts[row + 1]))

    def in_v(self, link: str) -> slice:
        """Where a link's numbers are in v."""
        row = self.index(link)
        return slice(int(self.v_starts[row]), int(self.v_starts[row + 1]))

    def _starts(self, links: Sequence[Link]) -> None:
        counts = np.array([(link.joint.nq, link.joint.nv) for link in links]).reshape(-1, 2)
        self.q_starts, self.v_starts = np.vstack([np.zeros((1, 2), dtype=np.int64), counts.cumsum(axis=0)]).T
        self.parents: Indices = np.array(
            [-1 if link.parent is None else self._row[link.parent] for link in links], dtype=np.int64
        )
        self.coordinates = tuple(name for link in links for name in _coordinates(link))
        self.freedoms = tuple(name for link in links for name in link.freedom_names)
        self._freedom = {name: k for k, name in enumerate(self.freedoms)}

    # ---- coordinates --------------------------------------------------------------------------------------

    @property
    def nq(self) -> int:
        """How many numbers q has."""
        return len(self.coordinates)

    @property
    def nv(self) -> int:
        """How many degrees of freedom there are."""
        return len(self.freedoms)

    @property
    def rest(self) -> Array:
        """q at rest (nq,)."""
        return np.concatenate([link.rest for link in self.links])

    @property
    def limits(self) -> Array:
        """Lowest and highest value of each degree of freedom (nv, 2), infinite where it has none; a ball's of its
        angles."""
        return np.concatenate([link.limits for link in self.links])

    def pose(self, base: ArrayLike | None = None, /, **values: ArrayLike) -> Array:
        """q at rest, or `base`, with some joints changed [rad, m]; "arm.lower" may be written arm_lower.

        A joint by its link's name takes all of its numbers, a ball a quaternion or its three angles; a degree of
        freedom takes one.
        """
        q = self.rest if base is None else self._checked(base).copy()
        spelled = {name.replace(".", "_"): name for name in (*self.freedoms, *self._row)}
        for key, value in values.items():
            name = spelled.get(key, key)
            if name in self._row:
                self._set_joint(q, name, value)
            else:
                self._set_freedom(q, self.freedom(name), value)
        return q

    def _set_joint(self, q: Array, name: str, value: ArrayLike) -> None:
        joint, given = self.link(name).joint, np.atleast_1d(finite(value, f"{name} of {self.name!r}"))
        if joint.turning and given.shape == (joint.nv,):
            given = angles.from_angles(joint, given)
        if given.shape != (joint.nq,):
            raise InputError(
                f"{name} of {self.name!r}: a {joint.kind} takes {joint.nq} numbers, got {given.size}"
            )
        q[self.in_q(name)] = given

    def _set_freedom(self, q: Array, freedom: int, value: ArrayLike) -> None:
        row = int(np.searchsorted(self.v_starts, freedom, side="right")) - 1
        link = self.links[row]
        turns = angles.to_angles(link.joint, q[self.in_q(link.name)]).copy()
        turns[freedom - self.v_starts[row]] = finite(value, f"{self.freedoms[freedom]} of {self.name!r}", ())
        q[self.in_q(link.name)] = angles.from_angles(link.joint, turns)

    def angles(self, q: ArrayLike) -> Array:
        """One number a degree of freedom (..., nv), a ball's as angles in its order, as shots have them.

        Of poses over time (T, nq) the angles go on without jumps.
        """
        given = self._checked(q)
        parts = []
        for link in self.links:
            turns = angles.to_angles(link.joint, given[..., self.in_q(link.name)])
            if link.joint.turning and turns.ndim == 2:
                turns = np.concatenate([turns[:, :-3], unwound(turns[:, -3:], link.joint.order)], axis=1)
            parts.append(turns)
        return np.concatenate(parts, axis=-1)

    def from_angles(self, turns: ArrayLike) -> Array:
        """q (..., nq) from one number a degree of freedom (..., nv)."""
        given = finite(turns, f"angles of {self.name!r}")
        if not given.ndim or given.shape[-1] != self.nv:
            raise InputError(
                f"angles of {self.name!r}: expected {self.nv} in the last axis ({', '.join(self.freedoms)}), "
                f"got shape {given.shape}"
            )
        parts = [angles.from_angles(link.joint, given[..., self.in_v(link.name)]) for link in self.links]
        return np.concatenate(parts, axis=-1)

    def coupled(self, q: ArrayLike) -> Array:
        """q (..., nq) with every follower of the couplings where its leader has it."""
        found = self._checked(q).copy()
        for coupling in self.couplings:
            lead = 0.0 if coupling.leader is None else found[..., self._plain_column(coupling.leader)]
            found[..., self._plain_column(coupling.follower)] = coupling.ratio * lead + coupling.offset
        return found

    def _plain_column(self, freedom: str) -> int:
        """Where a degree of freedom that is one number of q is there."""
        row = int(np.searchsorted(self.v_starts, self.freedom(freedom), side="right")) - 1
        link = self.links[row]
        if link.joint.turning:
            raise InputError(
                f"{freedom!r} is an angle of a {link.joint.kind} joint; only hinges, slides and freedoms of "
                "general joints can be coupled"
            )
        return int(self.q_starts[row] + self.freedom(freedom) - self.v_starts[row])

    def clip(self, times: ArrayLike, q: ArrayLike) -> Clip:
        """q (T, nq) over times (T,) [s] as tracks of nodes that are called as the links are."""
        return played.to_clip(self, times, q)

    def read(self, clip: Clip, times: ArrayLike, *, tolerance: float = 1e-6) -> Array:
        """q (T, nq) at times (T,) [s] of a clip; what it does to a node must be what the joint there can do."""
        return played.from_clip(self, clip, times, tolerance=tolerance)

    # ---- frames -------------------------------------------------------------------------------------------

    def frames(self, q: ArrayLike) -> Array:
        """Each link's frame in the world (..., n, 4, 4), in the order of `links`, at q (..., nq)."""
        given = self._checked(q)
        found = forward(self._chain, np.ascontiguousarray(given.reshape(prod(given.shape[:-1]), self.nq)))
        return found.reshape(*given.shape[:-1], len(self.links), 4, 4)

    def place(self, point: str) -> tuple[str, Array]:
        """The link that carries a point, and where in its frame (3,) [m]."""
        if point not in self.places:
            raise UnknownNameError(f"point of {self.name!r}:", point, self.places)
        link, at = self.places[point]
        return link, np.asarray(at)

    def position(self, point: str, q: ArrayLike) -> Array:
        """Where a point is in the world (..., 3) [m] at q (..., nq)."""
        link, at = self.place(point)
        frame = self.frames(q)[..., self.index(link), :, :]
        return np.asarray(frame[..., :3, :3] @ at + frame[..., :3, 3])

    def _checked(self, q: ArrayLike) -> Array:
        given = finite(q, f"coordinates of {self.name!r}")
        if not given.ndim or given.shape[-1] != self.nq:
            raise InputError(
                f"coordinates of {self.name!r}: expected {self.nq} in the last axis ({', '.join(self.coordinates)}), "
                f"got shape {given.shape}"
            )
        return given

    # ---- what it weighs and how its joints give way -------------------------------------------------------

    @property
    def mass(self) -> float:
        """Of all links [kg]."""
        return float(sum(link.mass for link in self.links))

    @property
    def damping(self) -> Array:
        """Of each degree of freedom (nv,) [N m s/rad, N s/m]."""
        return self._by_freedom("damping")

    @property
    def stiffness(self) -> Array:
        """Of each degree of freedom's spring (nv,) [N m/rad, N/m]."""
        return self._by_freedom("stiffness")

    @property
    def armature(self) -> Array:
        """Rotor inertia of each degree of freedom (nv,) [kg m², kg]."""
        return self._by_freedom("armature")

    @property
    def friction(self) -> Array:
        """Dry friction of each degree of freedom (nv,) [N m, N]."""
        return self._by_freedom("friction")

    @property
    def spring_rest(self) -> Array:
        """q (nq,) at which no spring pulls."""
        at = [link.rest if link.passive.at is None else np.atleast_1d(link.passive.at) for link in self.links]
        return np.concatenate(at).astype(np.float64)

    def _by_freedom(self, what: str) -> Array:
        values = [np.broadcast_to(getattr(link.passive, what), link.joint.nv) for link in self.links]
        return np.concatenate(values).astype(np.float64)

    def excluded(self, one: str, other: str) -> bool:
        """Whether the shapes of two links never collide: they are joined, or excluded."""
        a, b = self.link(one), self.link(other)
        joined = a.parent == b.name or b.parent == a.name or a is b
        return joined or (one, other) in self.exclusions or (other, one) in self.exclusions

    def __repr__(self) -> str:
        return f"<skeleton {self.name}: {len(self.links)} links, {self.nv} degrees of freedom, {self.mass:.3g} kg>"


def _coordinates(link: Link) -> tuple[str, ...]:
    """The names of a link's numbers in q."""
    if not link.joint.turning:
        return link.freedom_names
    return (*link.freedom_names[:-3], *(f"{link.name}.{part}" for part in ("qx", "qy", "qz", "qw")))
