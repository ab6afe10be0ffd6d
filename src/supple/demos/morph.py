"""One surface, many shapes: a shape track between superquadrics, exported as exact morph targets (Gómez 1985)."""

import supple

SHAPES = {
    "pebble": {"north_south": 1, "east_west": 1, "height": 0.56},
    "cushion": {"north_south": 0.35, "east_west": 0.35, "height": 0.45, "width": 0.8, "depth": 0.8},
    "drum": {"north_south": 0.12, "east_west": 1, "width": 0.7, "depth": 0.7, "height": 0.55},
    "gem": {"north_south": 2, "east_west": 2, "height": 0.95, "width": 0.75, "depth": 0.75},
    "pillar": {"north_south": 0.15, "east_west": 0.15, "height": 0.95, "width": 0.42, "depth": 0.42},
}
COLORS = ("#e4572e", "#e9a23b", "#4c9f70", "#4d7ea8", "#7b6cd9")
HOLD, CHANGE = 0.35, 0.55


def demo() -> supple.Take:
    """Each shape is held for a moment, then melts into the next; the last into the first."""
    forms = [_standing(**{"width": 0.6, "depth": 0.6, "height": 0.6, **sizes}) for sizes in SHAPES.values()]
    order = [*range(len(forms)), 0]
    starts = [k * (HOLD + CHANGE) for k in range(len(order))]
    held = {t: k for start, k in zip(starts, order, strict=True) for t in (start, start + HOLD)}
    scene, clip = supple.Scene(), supple.Clip()
    scene.add(forms[0], name="clay")
    clip["clay.shape"] = supple.keys({t: forms[k].vertices for t, k in held.items()}, interpolate="cosine")
    clip["clay.color"] = supple.keys({t: supple.scene.rgba(COLORS[k]) for t, k in held.items()}, kind="color")
    clip["notes"] = supple.keys(dict(zip(starts, [*SHAPES, "pebble again"], strict=True)))
    take = supple.record(scene, clip, seconds=starts[-1], name="morph")
    return take.with_report(**figures(take, clip))


def figures(take: supple.Take, clip: supple.Clip) -> dict[str, float]:
    """The morph targets against the shape track itself, at every frame."""
    shapes = clip["clay.shape"](take.times)
    error = max(float(abs(take.shape("clay", k) - shape).max()) for k, shape in enumerate(shapes))
    return {"targets": len(take.scene["clay"].surface.targets), "morph_error_m": error}


def _standing(**sizes: float) -> supple.Mesh:
    """A superquadric that stands on the floor."""
    mesh = supple.models.make("superquadric", resolution=24, **sizes).surface
    return mesh.with_vertices(mesh.vertices - [0, mesh.bounds[0, 1], 0])
