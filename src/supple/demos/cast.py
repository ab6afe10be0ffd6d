"""The cast: every model of the library pops onto its turntable, stretched by its own haste."""

import math

import supple

ROWS = (
    ("glass", "lamp", "marionette", "table", "mushroom"),
    ("cylinder", "teapot", "capsule", "car", "superquadric"),
    ("cone", "sphere", "apple", "torus", "box"),
)
HEIGHTS = {"marionette": 0.66, "lamp": 0.58, "glass": 0.44, "mushroom": 0.42, "teapot": 0.36, "apple": 0.26}
WIDEST = 0.56
STAGGER, POP, SECONDS = 0.11, 0.5, 5.0


def demo() -> supple.Take:
    """Row after row, the smaller in front, each model turning once."""
    scene, clip = supple.Scene(), supple.Clip()
    order = 0
    for row, names in enumerate(ROWS):
        for column, name in enumerate(names):
            spot = (0.66 * (column - (len(names) - 1) / 2), 0, 0.72 * row)
            stand = scene.add(supple.Node(f"{name}.stand"), at=spot)
            stand.add(_standing(name))
            start = STAGGER * order
            sizes = {start: 0.001, start + 0.16: 1.2, start + 0.28: 0.92, start + 0.39: 1.03, start + POP: 1}
            stretched = {t: (s**-0.5, s, s**-0.5) if s > 0.5 else (s, s, s) for t, s in sizes.items()}
            clip[f"{name}.stand.scale"] = supple.keys(stretched, interpolate="monotone")
            turns = {start + POP: 0.0, (start + POP + SECONDS) / 2: math.pi, SECONDS: 2 * math.pi}
            turning = {t: ((0, 1, 0), angle) for t, angle in turns.items()}
            clip[f"{name}.stand.rotation"] = supple.motion.rotation_keys(turning)
            order += 1
    words = {0.45: "enter", 0.9: "more", 1.45: "almost", 2.1: "everyone", 3.2: "turn", 4.2: "turn on"}
    clip["notes"] = supple.keys(words)
    take = supple.record(scene, clip, seconds=SECONDS, name="cast")
    return take.with_report(**figures(take))


def figures(take: supple.Take) -> dict[str, float]:
    """How much there is, and how much of it is closed."""
    meshes = [node.mesh for node in take.scene.walk() if node.mesh]
    return {
        "models": sum(len(row) for row in ROWS),
        "triangles": sum(len(mesh.faces) for mesh in meshes),
        "closed_meshes": sum(mesh.watertight for mesh in meshes),
        "meshes": len(meshes),
    }


def _standing(name: str) -> supple.Node:
    """A model at its size, on the floor, its nodes named after it."""
    model = supple.models.make(name)
    low, high = model.bounds
    width, height, depth = high - low
    size = min(HEIGHTS.get(name, 0.3) / height, WIDEST / max(width, depth))
    x, _, z = (low + high) / 2
    model.place(translation=(model.translation - [x, low[1], z]) * size, scale=model.scale * size)
    for node in model.walk():
        node.name = f"{name}:{node.name}"
    return model
