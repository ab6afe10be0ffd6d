"""A teapot is lifted by the knob of its lid, let go, rebounds, bounces, rests (Faloutsos et al. 1997, fig. 15)."""

import numpy as np

import supple
from supple.arrays import Array
from supple.dynamics import LatticeBody, Part, lattice_body, tallied
from supple.dynamics.legacy.forces import Pull

LET_GO, SECONDS, SHORT = 12 / 24, 5.0, {"seconds": 2.0}
"""The spring vanishes after the 12th frame; when the take ends [s], and its short form."""
REACH, PULL = 0.75, 1.9
"""The spring ends so far above the knob [m], and at first pulls with so many weights."""
LID = ((-0.13, 0.24, -0.13), (0.13, 0.301, 0.13))
"""The box of the local lattice: what of the lid is above the rim [m]."""
WHOLE_STRETCH, LID_STRETCH, CALM = 0.28, 0.8, 0.1
"""Amplitudes under the first pull, so that the global mode is the stiffer one; the lid's damping, of critical."""


def demo(seconds: float = SECONDS) -> supple.Take:
    """Both the whole and the lid have the same stretch."""
    china = supple.materials.wobble(hz=6, settle=2.2, volume=3, density=400, friction=0.6, size=0.3)
    model = supple.models.teapot(color="#c9503c")
    pot = lattice_body(
        model, ["stretch.y"], local={"lid": Part(LID, ["stretch.y"])}, material=china, contacts=300
    )
    world = supple.World(step=1 / 960)
    world.add(pot)
    hand = _hand(world, pot)
    world.at(LET_GO, lambda: world.forces.remove(hand))
    take = tallied(world, world.run(seconds, name="teapot-lift"), pot)
    return take.with_notes(_words(take, pot))[:seconds].with_report(**_figures(take, pot))


def _hand(world: supple.World, pot: LatticeBody) -> Pull:
    """A spring on the knob; modes as stiff as it takes to be stretched by it as wanted."""
    knob, force = pot.point("top"), PULL * pot.mass * 9.81
    inertia = pot.mass_matrix(pot.rest).diagonal()[6:]
    lifts = pot.jacobian(pot.rest, knob.rest)[1, 6:]
    for mode, amplitude, lift in zip(pot.modes, (WHOLE_STRETCH, LID_STRETCH), lifts, strict=True):
        pot.stiffness[mode] = force * lift / amplitude
    lid = pot.modes[1]
    pot.damping[lid] = CALM * 2 * np.sqrt(force * lifts[1] / LID_STRETCH * inertia[1])
    hand = Pull(knob, world.position(knob) + [0, REACH, 0], force / REACH)
    world.push(hand)
    return hand


def _low(take: supple.Take, pot: LatticeBody) -> Array:
    """Height of its lowest point in every frame [m]."""
    return np.array([pot.position(q, pot.contacts)[:, 1].min() for q in take.data["q"]])


def _landings(low: Array) -> list[int]:
    """Frames at which it comes down after having been off the floor."""
    down = low < LOW
    return [int(i) + 1 for i in np.flatnonzero(down[1:] & ~down[:-1])]


LOW = 2e-3
"""What is nearer to the floor than this stands on it [m]."""


def _words(take: supple.Take, pot: LatticeBody) -> dict[float, str]:
    stretch, low = take.data["q"][:, 7], _low(take, pot)
    go = take.frame(LET_GO)
    pulled = int(stretch[:go].argmax())
    rebound = go + int(stretch[go : go + 12].argmin())
    first, *more = _landings(low)
    squash = first + int(stretch[first : first + 12].argmin())
    frames = {
        0: "taken by the knob",
        pulled: "stretched",
        go: "let go",
        rebound: "rebound",
        first: "down",
        squash: "squash",
    }
    for count, landing in enumerate(more[:2]):
        before = (squash, *more)[count]
        frames[before + int(low[before:landing].argmax())] = "up again"
        frames[landing] = "down again"
    return {float(take.times[i]): text for i, text in frames.items()} | {SECONDS: "at rest"}


def _figures(take: supple.Take, pot: LatticeBody) -> dict[str, float]:
    q, low = take.data["q"], _low(take, pot)
    go, last = take.frame(LET_GO), q[-30:]
    return {
        "stretch_whole_max": float(q[:go, 7].max()),
        "stretch_lid_max": float(q[:go, 8].max()),
        "stiffness_ratio": float(pot.stiffness.at(0)[0] / pot.stiffness.at(0)[1]),
        "lifted_m": float(low.max()),
        "squash_min": float(q[go:, 7].min()),
        "bounces": len(_landings(low)),
        "still_at_the_end_m": float(np.ptp(last, axis=0).max()),
    }
