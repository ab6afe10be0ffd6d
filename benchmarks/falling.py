"""The scenes of `piles.py` in the one step, as arrays that are asked for steps by the thousand."""

from itertools import pairwise

import numpy as np

from benchmarks.piles import STEP, Thing, weight
from supple.arrays import Array
from supple.dynamics.bodies.rigid import rigid
from supple.dynamics.integrators.step import advance, energies
from supple.dynamics.model.build import Built, Geom, build, grown
from supple.dynamics.model.components import still
from supple.dynamics.model.geom_types import BOX, CAPSULE, HULL, PLANE, SPHERE
from supple.dynamics.model.hull import hull
from supple.kinematics.inertia import Inertia
from supple.spatial import to_matrix


class Falling:
    """Things over a plane, and what they do."""

    def __init__(
        self, things: list[Thing], friction: float = 1.0, slope: float = 0.0, bounce: float = 0.0
    ) -> None:
        self.things = things
        turn = (np.cos(slope), -np.sin(slope), 0.0, np.sin(slope), np.cos(slope), 0.0, 0.0, 0.0, 1.0)
        geoms = [Geom(PLANE, friction=friction, bounce=bounce, rotation=turn)]
        bodies = []
        for b, thing in enumerate(things):
            body, geom = placed(thing)
            bodies.append(body)
            geoms.append(geom._replace(body=b, friction=friction, bounce=bounce))
        self.built: Built = build(bodies, geoms)
        self.plan = still((), np.zeros((0, 3)), len(self.built.state.v))
        self.advance = self.built.bound(advance)
        self.energies = self.built.bound(energies)

    def step(self, steps: int, h: float = STEP) -> None:
        """Advance."""
        while steps > 0:
            done = self.advance(self.built.model, self.built.state, self.built.work, self.plan, h, steps)
            steps -= done
            if steps > 0:
                self.built = grown(self.built)

    def energy(self) -> float:
        """Kinetic and potential [J]."""
        return float(sum(self.energies(self.built.model, self.built.state, self.built.work)))

    @property
    def q(self) -> Array:
        """Places and turns (n, 7)."""
        return self.built.state.q.reshape(-1, 7)

    @property
    def v(self) -> Array:
        """Velocities and spins (n, 6)."""
        return self.built.state.v.reshape(-1, 6)


def placed(thing: Thing):
    """The body of a thing, and its shape."""
    mass, at = weight(thing), np.array(thing.at)
    motion = {"rotation": thing.turn, "velocity": thing.velocity, "spin": thing.spin}
    if thing.shape == "hull":
        solid = hull(np.asarray(thing.points))
        faces = np.array([(r[0], a, b) for r in solid.rings for a, b in pairwise(r[1:])])
        inertia = Inertia.solid(solid.vertex, faces, mass / _filled(solid.vertex, faces))
        geom = Geom(HULL, tuple(solid.half), origin=tuple(-inertia.center), hull=solid)
        at = at + to_matrix(np.array(thing.turn)) @ (solid.center + inertia.center)
        return rigid(inertia, at, **motion), geom
    if thing.shape == "box":
        x, y, z = thing.size
        moments = mass / 3 * np.diag([y * y + z * z, x * x + z * z, x * x + y * y])
        return rigid(Inertia(mass, np.zeros(3), moments), at, **motion), Geom(BOX, thing.size)
    if thing.shape == "sphere":
        r = thing.size[0]
        return rigid(Inertia(mass, np.zeros(3), 0.4 * mass * r * r * np.eye(3)), at, **motion), Geom(
            SPHERE, (r, r, r), round=r
        )
    r, half = thing.size
    caps, tube = 4 / 3 * np.pi * r**3, 2 * np.pi * r * r * half
    c, t = mass * caps / (caps + tube), mass * tube / (caps + tube)
    along = t * r * r / 2 + c * 0.4 * r * r
    across = t * (3 * r * r + 4 * half * half) / 12 + c * (0.4 * r * r + half * half + 0.75 * half * r)
    moments = np.diag([across, along, across])
    return rigid(Inertia(mass, np.zeros(3), moments), at, **motion), Geom(CAPSULE, (r, half + r, r), round=r)


def _filled(vertex: Array, faces: np.ndarray) -> float:
    a, b, c = vertex[faces].transpose(1, 0, 2)
    return float(np.einsum("ij,ij->", a, np.cross(b, c)) / 6)
