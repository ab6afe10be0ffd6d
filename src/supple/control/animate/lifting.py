"""A hand takes a body by its top, lifts it on a spring, and lets go."""

import numpy as np

from supple.arrays import Array
from supple.control.animate.act import Act
from supple.control.animate.embodying import GRAVITY, STEP, embodied, height_of, pace_of
from supple.control.animate.moments import landing
from supple.control.animate.passive import MODES, SOFT
from supple.control.gait import Gait
from supple.dynamics.legacy.bodies.lattice.body import LatticeBody
from supple.dynamics.legacy.forces import Pull
from supple.dynamics.legacy.rollout import Rolled
from supple.dynamics.legacy.world import World
from supple.scene import Node

RAISED, HELD = 1.2, 6.0
"""How high the hand goes [heights], and after how long it lets go [√(h/g)]; it rises for half of that."""
BAND, CALM = 8.0, 0.5
"""Of the spring: weights a height, and its share of critical damping."""
STABLE = 0.5
"""Share of what the place it pulls at weighs, by which its pull may change that place's speed in one step."""
ASIDE, ABOVE = 0.1, 0.1
"""How far around the place over the center of mass the surface is looked at, and how far above it one must take hold
for it not to tip over, in sizes of the body."""


class Hand(Pull):
    """A spring to a place that rises smoothly, until it lets go."""

    def __init__(self, world: World, body: LatticeBody, height: float, until: float) -> None:
        point = body.point(_above(body), outside=True)
        J = point.jacobian(body.rest)
        light = 1 / float(np.linalg.eigvalsh(J @ body.apply_inverse_mass(body.rest, J.T)).max())
        k = min(BAND * body.mass * GRAVITY / height, STABLE**2 * light / STEP**2)
        damping = min(CALM * 2 * np.sqrt(k * body.mass), STABLE * light / STEP)
        super().__init__(point, world.position(point), k, damping=damping)
        self._world, self._begin, self._height, self._until = world, self.target, height, until
        world.push(self)
        world.on_step(self._rise)
        world.at(until, self._let_go)

    def _rise(self) -> None:
        share = min(2 * self._world.time / self._until, 1.0)
        self.target = self._begin + [0.0, RAISED * self._height * share**2 * (3 - 2 * share), 0.0]

    def _let_go(self) -> None:
        self._world.forces.remove(self)
        self._world.each_step.remove(self._rise)


def lift(node: Node, seconds: float, seed: int) -> Act:
    """Be lifted by a spring on the top, stretch, be let go, and rebound."""
    body = embodied(node, MODES, sag=SOFT)
    world, until = World(step=STEP), HELD * pace_of(node)
    world.add(body)
    Hand(world, body, height_of(node), until)
    take = world.run(seconds)
    q, v, contact = (take.data[f"run/bodies/{body.name}/{what}"] for what in ("q", "v", "contact"))
    idle = np.zeros((len(q), len(body.modes)))
    rolled = Rolled(take.times, q, v, contact[:, None], idle, idle.sum(axis=1))
    moments = {0.0: "taken hold of", until / 3: "lifted", until: "let go"}
    return Act(body, rolled, {**moments, **landing(Gait.of(body, rolled), after=until)})


def _above(body: LatticeBody) -> Array:
    """The place over the center of mass at which the surface ends, from which it does not swing; at the height of its
    top where there is none, as over the seat of a chair."""
    r, center = body.node.surface.vertices, body.center_at_rest
    size, aside = float(np.ptp(r, axis=0).max()), np.linalg.norm((r - center)[:, [0, 2]], axis=1)
    near = (aside <= max(ASIDE * size, float(aside.min()))) & (r[:, 1] >= center[1] + ABOVE * size)
    top = np.array([center[0], r[near if near.any() else slice(None), 1].max(), center[2]])
    return np.asarray(body.placement[:3, :3] @ top + body.placement[:3, 3])
