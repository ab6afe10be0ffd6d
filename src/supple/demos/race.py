"""A race: a teapot hops, a glass shuffles as a teapot taught it, an apple flies above (Faloutsos 1997, fig. 14).

Teapot and glass move by their muscles alone; the glass has a head start. The apple is keyed, and its leaf flutters
by a shear of its own lattice.
"""

import numpy as np

import supple
from supple.arrays import Array
from supple.control.gait import Gait
from supple.control.hop import failures
from supple.control.measures import tilt_max_deg
from supple.demos import teapot_hop, teapot_shuffle
from supple.demos.kept import begin
from supple.demos.lanes import Runner, driven, figures, line, side_by_side
from supple.dynamics.legacy.bodies.lattice.body import LatticeBody
from supple.dynamics.legacy.bodies.lattice.modes import Mode
from supple.dynamics.legacy.bodies.lattice.parts import Part
from supple.dynamics.legacy.bodies.lattice.setup import lattice_body
from supple.dynamics.legacy.rollout import Rolled
from supple.spatial import from_axis_angle

SECONDS, LAST = 7.0, 6.0
"""How long it is watched, and when the last is in [s]."""
HASTE, SEED, SHORT = (2 / 3, 1.0), 4, {"refine": 2}
"""K₁ and K₂ of the teapot's hop, and where its search begins."""
FINISH = 0.9
"""How far it is from the start, which is at x = 0 [m]."""
LANES = {"teapot": -0.45, "apple": -0.1, "glass": 0.45}
EDGES = -0.8, 0.7
FLIGHT = {
    0.0: (0.0, 0.62), 0.8: (0.05, 0.7), 1.7: (0.3, 0.55), 2.6: (0.48, 0.66), 3.5: (0.72, 0.56),
    4.4: (0.9, 0.68), 5.3: (1.1, 0.57), 6.2: (1.24, 0.66), 7.0: (1.3, 0.6),
}  # fmt: skip
"""Where the apple is by time [s]: on from its start, and above the floor [m]."""
LEAN, FLUTTER, BEATS = -0.25, 0.6, 3.0
"""Of the apple, forward [rad]; amplitude and frequency [Hz] of its leaf."""


def apple() -> LatticeBody:
    """An apple whose leaf can be sheared up and down, its root held."""

    def upward(s: Array) -> Array:
        u = np.zeros_like(s)
        u[:, 1] = 2 * s[:, 0] + 1
        return u

    leaf = Part("leaf", [Mode.fitted("shear", upward)])
    return lattice_body(supple.models.apple(width=0.2), ["squash.y"], local={"leaf": leaf}, contacts=20)


def flown(body: LatticeBody) -> Runner:
    """The apple on its keys: it stretches as it rises and squashes as it sinks."""
    t = np.arange(round(SECONDS * 60) + 1) / 60
    track = supple.keys(FLIGHT, interpolate="cubic")
    x, y = np.array([track(float(time)) for time in t]).T
    q = np.zeros((len(t), body.nq))
    q[:, 0], q[:, 1] = x, y
    q[:, 3:7] = from_axis_angle((0.0, 0.0, 1.0), LEAN)
    q[:, 7 + body.modes.index("squash.y")] = -0.25 * np.gradient(y, t)
    q[:, 7 + body.modes.index("leaf/shear")] = FLUTTER * np.sin(2 * np.pi * BEATS * t)
    v = np.gradient(np.delete(q, 6, axis=1), t, axis=0)
    still = np.zeros((len(t), len(body.modes)))
    rolled = Rolled(t, q, v, np.zeros((len(t), len(body.contacts), 3)), still, still[:, 0])
    return lined_up(Runner(body, rolled, Gait.of(body, rolled)))


def lined_up(runner: Runner, ahead: float = 0.0) -> Runner:
    """In its lane, its nose over the start or so far ahead of it [m]."""
    body, rolled = runner.body, runner.rolled
    nose = float(body.position(rolled.q[0], body.node.surface.vertices)[:, 0].max())
    return Runner(body, rolled, runner.gait, (ahead - nose, 0.0, LANES[body.name]))


def demo(refine: int | None = None) -> supple.Take:
    """From the start until the last is in."""
    hop = teapot_hop.learn(*HASTE, seed=SEED, **begin("race-hop", refine))
    shuffle = teapot_shuffle.learn(**begin("teapot-shuffle", refine))
    pot = driven(teapot_hop.pot(color="#e0a458"), hop.graph, SECONDS)
    glass = teapot_shuffle.borrowed(shuffle.graph, SECONDS)
    ahead = FINISH - float(np.interp(LAST, glass.gait.t, glass.gait.progress))
    runners = [lined_up(pot), flown(apple()), lined_up(glass, ahead)]
    ways = {"teapot": FINISH, "apple": FINISH, "glass": FINISH - ahead}
    times = {runner.body.name: arrival(runner.gait, ways[runner.body.name]) for runner in runners}
    take = side_by_side("race", runners, moments(times), hop.seed)
    take = take.with_props(line("start", 0.0, EDGES, "#2f3640"), line("finish", FINISH, EDGES, "#c8102e"))
    return take.with_report(
        **figures(pot.gait), glass=figures(glass.gait), evaluations=hop.evaluations + shuffle.evaluations,
        cost_first=hop.cost_first, cost_best=hop.cost_best, arrival_s=times, head_start_m=ahead,
        glass_tilt_max_deg=tilt_max_deg(glass.gait), limits_broken=len(failures(pot.gait)), seed=hop.seed,
    )  # fmt: skip


def arrival(gait: Gait, way: float) -> float:
    """When it has gone a way [m] for the first time [s]; the end, if it never has."""
    there = np.flatnonzero(gait.progress >= way)
    return float(gait.t[there[0] if len(there) else -1])


def moments(times: dict[str, float]) -> dict[float, str]:
    """The start, the way, and who comes in."""
    first, last = min(times.values()), max(times.values())
    words = {0.0: "ready", first / 4: "off", first / 2: "on the way", 0.75 * first: "gaining"}
    return {**words, **{time: f"{who} in" for who, time in times.items()}, (last + SECONDS) / 2: "all in"}
