"""What a body does without wanting anything: it drops, it is pushed and wobbles."""

from dataclasses import replace

import numpy as np

from supple.arrays import Array
from supple.control.animate.act import Act
from supple.control.animate.embodying import GRAVITY, STEP, embodied, height_of, lowest, pace_of, stood
from supple.control.animate.moments import landing, swings
from supple.control.gait import Gait
from supple.dynamics.legacy.bodies.lattice.body import LatticeBody
from supple.dynamics.legacy.rollout import Rolled, roll
from supple.errors import DivergenceError, InputError
from supple.scene import Node
from supple.spatial import from_axis_angle, multiply

MODES = ("squash.y", "shear.x", "bend.x", "shear.z", "bend.z", "squash.x", "twist.y")
"""What gives way, the most important first."""
FIRM, SOFT = 0.06, 0.12
"""Of what falls and what is to ring, as the share of its height that a body sinks in standing."""
FALL, TILT = 1.0, np.radians(20)
"""From how many heights above the floor a body is dropped, and how far it is tilted."""
STILL, SETTLING = 1.5, 20.0
"""So long nothing happens before a push, or a third of the time if that is less, and so long a body
takes to come to rest [√(h/g)]."""
BRIEFEST = 0.1
"""Shortest wobble [s]."""
PUSHES = (1.0, 0.7, 0.5, 0.35, 0.25, 0.18, 0.12, 0.08, 0.05)
"""Blows on the top that are tried, hardest first [m √(g h)]; the first that does not upset the body is taken."""
TORN = 5.0
"""No amplitude of a sound fall is as large; what is thin is made firmer then, and is not twisted."""
UPSET, AMPLE = 0.98, 0.3
"""A body is not upset while its up axis stays so near to where it was (cosine), and its amplitudes that small."""


def drop(node: Node, seconds: float, seed: int) -> Act:
    """Fall tilted from one's own height, toward a side that the seed chooses."""
    way = np.random.default_rng(seed).uniform(0, 2 * np.pi)
    for modes, sag in ((MODES, FIRM), (MODES[:-1], FIRM / 6)):
        body = embodied(node, modes, sag=sag)
        q = body.rest
        q[3:7] = multiply(from_axis_angle((np.cos(way), 0.0, np.sin(way)), TILT), q[3:7])
        q[1] += FALL * height_of(node) - lowest(body, q)
        rolled = roll(body, 0.0, None, seconds, step=STEP, q=q)
        if rolled.sound and np.abs(rolled.q[:, 7:]).max() < TORN:
            return Act(body, rolled, {0.0: "let go", **landing(Gait.of(body, rolled))})
    raise DivergenceError(
        f"{node.name!r} is too thin to be dropped from {height_of(node):.3g} m; make it thicker"
    )


def wobble(node: Node, seconds: float, seed: int) -> Act:
    """Stand, be struck on the top, and ring; as hard as can be without falling over."""
    if seconds < BRIEFEST:
        raise InputError(
            f"seconds is {seconds}, too short for {node.name!r} to stand and be struck; give {BRIEFEST} or more"
        )
    body = embodied(node, MODES, sag=SOFT)
    upright = stood(node, body.center_at_rest)
    body = body if upright is node else embodied(upright, MODES, sag=SOFT)
    wait = round(min(STILL * pace_of(upright), seconds / 3) * 60) / 60
    settled = roll(body, 0.0, None, SETTLING * pace_of(upright), step=STEP).q[-1]
    waiting = roll(body, 0.0, None, wait, step=STEP, q=settled)
    side = np.array([1.0, 0.0, np.random.default_rng(seed).uniform(-0.3, 0.3)])
    for push in PUSHES:
        ringing = _struck(
            body, waiting.q[-1], push * np.sqrt(GRAVITY * height_of(upright)) * side, seconds - wait
        )
        if Gait.of(body, ringing).up.min() > UPSET and np.abs(ringing.q[:, 7:]).max() < AMPLE:
            break
    rolled = _then(waiting, ringing)
    return Act(body, rolled, {0.0: "at rest", **swings(Gait.of(body, rolled), wait)})


def _struck(body: LatticeBody, q: Array, speed: Array, seconds: float) -> Rolled:
    """How a body goes on from q if its top is hit with its mass × `speed` (3,) [N s]."""
    blow = body.point("top").jacobian(q).T @ (body.mass * speed)
    return roll(body, 0.0, None, seconds, step=STEP, q=q, v=body.apply_inverse_mass(q, blow))


def _then(one: Rolled, other: Rolled) -> Rolled:
    """One motion and then another, which begins where it ends."""
    rows = {name: np.concatenate([a, vars(other)[name][1:]]) for name, a in vars(one).items()}
    return replace(Rolled(**rows), t=np.concatenate([one.t, one.t[-1] + other.t[1:]]))
