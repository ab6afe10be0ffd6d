"""Fewer keys of a figure, with a bound in meters: at finger tips, feet and head, at any points, or on the skin.

|x(q′, t) − x(q, t)| ≤ ε for every point x.  A joint's angles may be off by  s ε / r,  r the distance from the joint
to the farthest point that it carries; its shifts by  s ε.  The share s is the largest that keeps ε, by bisection.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.errors import InputError, UnknownNameError
from supple.motion import Clip, Track
from supple.motion.curves import Apart, Curve, Jointed, Keyed
from supple.motion.names import parsed
from supple.motion.operators.reducing import reduced
from supple.scene.figure import Figure
from supple.scene.node import Node
from supple.scene.recording import placements, played

Points = str | Mapping[str, tuple[str, ArrayLike]]
"""tips, skin, or points by name: the joint that carries each, and where on it [m]."""
Measure = Callable[[Clip], Array]
BETWEEN = 4
"""How often motion is looked at from one key to the next."""
TRIES, WIDEST = 7, 2.0
"""Steps of the bisection, and the largest share that is tried."""
NEAREST = 1e-3
"""Points nearer to a joint than this [m] do not ask for finer angles."""


def reduce_keys(figure: Figure, clip: Clip, bound: float, *, at: Points = "tips") -> Clip:
    """A clip with as few of its keys as keep points of a figure within `bound` [m] of where they were.

    at: "tips", the ends of all limbs; "skin", every vertex that hangs on the figure; or points by name. The bound is
    checked at all keys and at three times between them. What moves no point of the figure stays as it is.

    >>> from supple.scene import Joint
    >>> arm = Node("arm", joint=Joint("hinge"), children=[Node("tip", translation=(1.0, 0, 0))])
    >>> figure, t = Figure(arm), np.linspace(0, 1, 61)
    >>> for time in t:
    ...     figure.key(time, arm=float(np.sin(3 * time) ** 2))
    >>> fewer = reduce_keys(figure, figure.clip, 0.005)
    >>> len(figure.clip["arm.rotation"].times), len(fewer["arm.rotation"].times) < 10
    (61, True)
    """
    eps = float(finite(bound, "bound", ()))
    if not eps > 0:
        raise InputError(f"reduce_keys: the bound is a distance above 0 [m], got {eps}")
    points = _points(figure, at)
    reach = _reaches(figure, clip, points)
    times = _looked_at(clip, list(reach))
    measure = _skin(figure, times) if at == "skin" else _places(figure, points, times)
    before = measure(clip)

    def error(found: Clip) -> float:
        return float(np.linalg.norm(measure(found) - before, axis=-1).max())

    share = _largest(lambda s: error(_reduced(clip, reach, s * eps)) <= eps)
    return _reduced(clip, reach, share * eps) if share else clip


def _largest(holds: Callable[[float], bool]) -> float:
    """The largest share up to WIDEST that holds, by bisection; 0 if none does."""
    low, high = 0.0, WIDEST
    for _ in range(TRIES):
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low


def _points(figure: Figure, at: Points) -> dict[str, tuple[Node, Array]]:
    """What is looked at: nodes, and where on them."""
    nodes = {node.name: node for node in figure.root.walk()}
    if at == "tips" or at == "skin":
        ends = [node for node in nodes.values() if not node.children]
        return {node.name: (node, np.zeros(3)) for node in ends}
    if isinstance(at, str):
        raise UnknownNameError("points of a figure", at, ("tips", "skin"))
    return {
        name: (figure.node(joint), finite(place, f"point {name!r}", (3,)))
        for name, (joint, place) in at.items()
    }


def _reaches(figure: Figure, clip: Clip, points: Mapping[str, tuple[Node, Array]]) -> dict[str, float]:
    """For each track of a joint how far a value of it reaches: 1 m for a shift, the longest arm for a turn."""
    nodes = {node.name: node for node in figure.root.walk()}
    found = {}
    for name in clip:
        node, channel = nodes.get(parsed(name).node), parsed(name).channel
        if node is None or channel not in ("position", "rotation", "scale"):
            continue
        arms = [_apart(node, end, place) for end, place in points.values() if node in (end, *end.ancestors())]
        if arms:
            found[name] = 1.0 if channel == "position" else max(*arms, NEAREST)
    return found


def _apart(node: Node, end: Node, place: Array) -> float:
    """How far a point is from a joint at rest [m]."""
    at = end.world @ np.append(place, 1.0)
    return float(np.linalg.norm(at[:3] - node.world[:3, 3]))


def _looked_at(clip: Clip, names: list[str]) -> Array:
    """All keys of these tracks, and times between them."""
    if not names:
        raise InputError("reduce_keys: no track of the clip moves any of the points; name others, at=…")
    knots = np.unique(np.concatenate([clip[name].times for name in names]))
    between = knots[:-1, None] + np.diff(knots)[:, None] * np.arange(BETWEEN) / BETWEEN
    return np.append(between.reshape(-1), knots[-1])


def _places(figure: Figure, points: Mapping[str, tuple[Node, Array]], times: Array) -> Measure:
    def measure(clip: Clip) -> Array:
        places = placements(figure.scene_of(), clip)
        return np.stack(
            [(places.of(node, times).matrix @ np.append(at, 1.0))[:, :3] for node, at in points.values()]
        )

    return measure


def _skin(figure: Figure, times: Array) -> Measure:
    """All vertices that hang on the figure."""
    scene, joints = figure.scene_of(), {id(node) for node in figure.root.walk()}
    worn = [
        n.name for n in scene.walk() if n.skin is not None and any(id(j) in joints for j in n.skin.joints)
    ]
    if not worn:
        raise InputError(f"reduce_keys: nothing hangs on {figure.name!r}; measure its tips, at='tips'")

    def measure(clip: Clip) -> Array:
        take = played(scene, clip, times)
        return np.concatenate([take.world_vertices(name) for name in worn], axis=1)

    return measure


def _reduced(clip: Clip, reach: Mapping[str, float], loose: float) -> Clip:
    result = clip.copy()
    for name, arm in reach.items():
        result[name] = Track(_thinned(clip[name].curve, loose / arm))
    return result


def _thinned(curve: Curve, tolerance: float) -> Curve:
    """Fewer keys: of each component that has keys of its own, else of the whole."""
    if isinstance(curve, Apart):
        return replace(curve, parts=tuple(_thinned(part, tolerance) for part in curve.parts))
    if isinstance(curve, Jointed):
        return replace(curve, parts=tuple(_thinned(part, tolerance) for part in curve.parts))
    if not isinstance(curve, Keyed) or len(curve.times) < 3:
        return curve
    fewer = reduced(curve, tolerance, None if curve.kind == "rotation" else "cubic")
    return fewer if len(fewer.times) < len(curve.times) else curve
