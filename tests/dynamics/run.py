"""Bodies and shapes in the one step, by arrays alone: what tests of the engine drive."""

from collections.abc import Iterable, Sequence

import numpy as np

from supple.arrays import Array
from supple.dynamics.bodies.kind import Placed
from supple.dynamics.bodies.rigid import rigid
from supple.dynamics.integrators.step import advance, collide, energies, prepare
from supple.dynamics.model.build import Geom, build, grown
from supple.dynamics.model.components import Hold, still
from supple.dynamics.model.geom_types import BOX, CAPSULE, CYLINDER, HULL, PLANE, SPHERE
from supple.dynamics.model.hull import hull
from supple.kinematics.inertia import Inertia
from supple.spatial import to_matrix

H = 2e-3
G = 9.81


class Run:
    """Rigid bodies and what they do."""

    def __init__(
        self,
        bodies: Sequence[Placed],
        geoms: Sequence[Geom] = (),
        *,
        gravity: Iterable[float] = (0, -G, 0),
        holds: Sequence[Hold] = (),
        targets: Array | None = None,
        **more: object,
    ) -> None:
        self.built = build(bodies, geoms, gravity, holds=holds, **more)
        self.plan = still(
            holds, np.zeros((len(holds), 3)) if targets is None else targets, len(self.built.state.v)
        )
        self.mass = np.array([body.mass for body in bodies])

    def step(self, steps: int = 1, h: float = H) -> "Run":
        while steps:
            b = self.built
            steps -= b.bound(advance)(b.model, b.state, b.work, self.plan, h, steps)
            self.built = grown(b) if steps else b
        return self

    def collide(self, h: float = H) -> None:
        b = self.built
        b.bound(prepare)(b.model, b.state, b.work)
        assert b.bound(collide)(b.model, b.state, b.work, h) >= 0

    @property
    def q(self) -> Array:
        return self.built.state.q.reshape(-1, 7)

    @property
    def v(self) -> Array:
        return self.built.state.v.reshape(-1, 6)

    @property
    def energy(self) -> float:
        b = self.built
        return float(sum(b.bound(energies)(b.model, b.state, b.work)))

    @property
    def sums(self) -> Array:
        return self.built.work.sums

    @property
    def momentum(self) -> Array:
        return self.mass @ self.v[:, :3]

    def angular_momentum(self, b: int) -> Array:
        """R Qᵀ Λ Q Rᵀ ω of a body about its center."""
        arrays, row = self.built.model.rigid, self.built.model.bodies.row[b]
        axes = arrays.principal[row].reshape(3, 3) @ to_matrix(self.q[b, 3:]).T
        return axes.T @ (arrays.moment[row] * (axes @ self.v[b, 3:]))

    @property
    def spin(self) -> Array:
        """All angular momentum about the origin."""
        turning = [self.angular_momentum(b) for b in range(len(self.mass))]
        return np.sum(turning, axis=0) + (self.mass[:, None] * np.cross(self.q[:, :3], self.v[:, :3])).sum(
            axis=0
        )


def ball(at, radius=0.1, mass=1.0, **motion) -> Placed:
    return rigid(Inertia(mass, np.zeros(3), 0.4 * mass * radius**2 * np.eye(3)), at, **motion)


def sphere(radius=0.1, **geom) -> Geom:
    return Geom(SPHERE, (radius,) * 3, round=radius, **geom)


def brick(at, half=(0.1, 0.1, 0.1), mass=1.0, **motion) -> Placed:
    x, y, z = (h * h for h in half)
    return rigid(Inertia(mass, np.zeros(3), mass / 3 * np.diag([y + z, x + z, x + y])), at, **motion)


def box(half=(0.1, 0.1, 0.1), **geom) -> Geom:
    return Geom(BOX, tuple(half), **geom)


def capsule(radius=0.08, half=0.15, **geom) -> Geom:
    """`half`: from the center to the middle of a cap."""
    return Geom(CAPSULE, (radius, half + radius, radius), round=radius, **geom)


def cylinder(radius=0.1, half=0.12, **geom) -> Geom:
    return Geom(CYLINDER, (radius, half, radius), **geom)


def gem(seed=0, size=0.15, points=12, **geom) -> Geom:
    """The hull of points on a sphere."""
    r = np.random.default_rng(seed)
    p = r.normal(size=(points, 3))
    solid = hull(size * p / np.linalg.norm(p, axis=1, keepdims=True))
    return Geom(HULL, tuple(solid.half), hull=solid, **geom)


def plane(turn=0.0, **geom) -> Geom:
    """A plane through the origin, turned about z."""
    c, s = np.cos(turn), np.sin(turn)
    return Geom(PLANE, rotation=(c, -s, 0, s, c, 0, 0, 0, 1), **geom)
