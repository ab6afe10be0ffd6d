"""A table runs up by keys, jumps off a cliff, and from there on physics has it (Faloutsos et al. 1997, fig. 8)."""

import numpy as np

import supple
from supple.arrays import Array
from supple.dynamics import LatticeBody, Mode, Seam, lattice_body, shapes, tallied

HIGH, EDGE = 0.75, 0.0
"""How high the cliff is, and where it ends along x [m]."""
START = -1.1
HOP = (0.75, 1.02, 0.62)
"""Take-off, touch-down [s] and length [m] of its run-up."""
LEAP, SPEED = 1.8, (2.2, 2.5)
"""When it jumps off [s], and how fast it then is along x and y [m/s]."""
FADE = (LEAP + 0.06, LEAP + 0.32)
"""Physics takes over while it is in the air [s]."""
FIRM = 3.0
"""How much stiffer than its sag asks for the bend of the top is: four legs hold it."""
SECONDS, STEP = 5.5, 1 / 1920
SHORT = {"step": 1 / 960, "seconds": 3.0}
GRAVITY = 9.81
SQUASH = {0: 0, 0.15: 0, 0.54: 0.32, 0.75: -0.18, 0.88: 0, 1.02: 0, 1.14: 0.32, 1.3: 0.02, 1.42: 0.02, 1.64: 0.42,
          LEAP: -0.26, LEAP + 0.7: 0}  # fmt: skip
LEAN = {0: 0, 0.15: 0, 0.54: -0.18, 0.75: 0.2, 1.02: -0.12, 1.14: -0.16, 1.3: 0.16, 1.42: 0.16, 1.64: -0.28,
        LEAP: 0.26, LEAP + 0.7: 0}  # fmt: skip
BEND = {0: 0, 1.02: 0, 1.14: -0.04, 1.3: 0.14, 1.42: 0.14, 1.64: -0.12, LEAP: 0.1, LEAP + 0.7: 0}
"""Amplitudes over time [s]: squash and stretch; lean back before and forward in a jump; bend to look down."""
PITCH = {0: 0, LEAP: 0, LEAP + 0.7: -0.08}
"""How it turns forward in the air [rad]."""


def demo(step: float = STEP, seconds: float = SECONDS) -> supple.Take:
    """Its feet are pinned while modes move it, so that squash, lean and bend do not lift them."""
    lean = Mode.fitted("lean.x", lambda s: np.stack([s[:, 1], 0 * s[:, 0], 0 * s[:, 0]], axis=1))
    wood = supple.materials.wobble(hz=6, settle=0.45, volume=2, density=600, friction=0.3)
    modes: list[str | Mode] = [lean, "squash.y", "bend.x", "bend.y"]
    at = (START, HIGH, 0)
    table = lattice_body(
        supple.models.table(), modes, sag=0.14, material=wood, contacts=120, at=at, name="table"
    )
    table.stiffness["bend.y"] = FIRM * table.stiffness.at(0)[3]
    world = supple.World(step=step)
    world.obstacle(shapes.Box(1.9, HIGH, 1.1), at=(EDGE - 0.95, HIGH / 2, 0), color="#b9b2a3", name="cliff")
    world.add(table)
    table.follow(_keyed(), pin=table.point(at, outside=True))
    table.physics = supple.keys({FADE[0]: 0, FADE[1]: 1})
    world.at(FADE[1] + 0.05, lambda: world.let_go(table))
    seams = [Seam(world, table.point(side), moment) for moment in FADE for side in ("top", "left")]
    take = tallied(world, world.run(seconds, name="cliff"), table)
    return take.with_notes(_words(take, table))[:seconds].with_report(
        handover_position_jump=max(seam.position_jump for seam in seams),
        handover_speed_jump=max(seam.speed_jump for seam in seams),
        **_figures(take, table),
    )


def _keyed() -> supple.Clip:
    """The run-up: where the feet are, and the amplitudes."""
    pitch = {t: ((0, 0, 1), angle) for t, angle in PITCH.items()}
    return supple.Clip(
        {
            "table.position": supple.Track.function(_feet, "vector"),
            "table.rotation": supple.motion.rotation_keys(pitch),
            "table.squash.y": supple.keys(SQUASH),
            "table.lean.x": supple.keys(LEAN),
            "table.bend.x": supple.keys(BEND),
        }
    )


def _feet(t: Array) -> Array:
    """A hop, then off: free fall whenever they are in the air, times t (n,), places (n, 3) [m]."""
    leave, land, far = HOP
    share = np.clip((t - leave) / (land - leave), 0, 1)
    x, y = START + far * share, HIGH + GRAVITY / 2 * (land - leave) ** 2 * share * (1 - share)
    air = np.maximum(t - LEAP, 0)
    return np.stack([x + SPEED[0] * air, y + SPEED[1] * air - GRAVITY / 2 * air**2, 0 * t], axis=1)


def _low(take: supple.Take, table: LatticeBody) -> Array:
    return np.array([table.position(q, table.contacts)[:, 1].min() for q in take.data["q"]])


def _words(take: supple.Take, table: LatticeBody) -> dict[float, str]:
    squash, low = take.data["q"][:, 8], _low(take, table)
    down = take.frame(FADE[1]) + int((low[take.frame(FADE[1]) :] < 2e-3).argmax())
    deep = down + int(squash[down : down + 20].argmax())
    up = deep + int(squash[deep : deep + 40].argmin())
    apex = take.frame(LEAP) + int(take.data["q"][take.frame(LEAP) :, 1].argmax())
    moments = {
        0: "ready",
        0.54: "crouch",
        0.88: "hop",
        1.14: "squash",
        1.36: "a look down",
        1.64: "deep breath",
        LEAP: "off",
    }
    frames = {apex: "physics", down: "down", deep: "squash", up: "up on its legs"}
    return moments | {float(take.times[i]): text for i, text in frames.items()} | {SECONDS: "at rest"}


def _figures(take: supple.Take, table: LatticeBody) -> dict[str, float]:
    q, keyed = take.data["q"], take.times < FADE[0]
    feet = np.array([table.position(each, np.zeros((1, 3)))[0] for each in q[keyed]])
    return {
        "pin_error_m": float(np.abs(feet - _feet(take.times[keyed])).max()),
        "squash_max": float(q[~keyed, 8].max()),
        "stretch_max": float(-q[~keyed, 8].min()),
        "still_at_the_end_m": float(np.ptp(q[-15:], axis=0).max()),
    }
