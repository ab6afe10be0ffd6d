"""One bounce, drawn once: copied, mirrored, and turned into four balls and their reflections (Gómez 1987)."""

import math

import supple

RADIUS, HEIGHT, STEP, BEAT, BOUNCES = 0.17, 0.6, 0.45, 0.56, 2
COLORS = ("tomato", "goldenrod", "mediumseagreen", "cornflowerblue")


def demo() -> supple.Take:
    """Two bounces out and two back, on a sheet of glass in which they are mirrored."""
    flight = {0: (0.3, 0, 0), BEAT / 2: (0.3 + STEP / 2, HEIGHT, 0), BEAT: (0.3 + STEP, 0, 0)}
    out = supple.keys(flight, interpolate="overhauser").repeat(BOUNCES, offset=(STEP, 0, 0))
    there_and_back = supple.keys({0: 0, out.end: out.end, 2 * out.end: 0}, interpolate="linear")
    path = out.retime(there_and_back)
    flat, full, long = (1.28, 0.64, 1.28), (1, 1, 1), (0.91, 1.2, 0.91)
    press = {0: flat, 0.08: long, BEAT / 2: full, BEAT - 0.08: long, BEAT: flat}
    squash = supple.keys(press, interpolate="monotone").repeat(2 * BOUNCES)

    scene, clip = supple.Scene(), supple.Clip()
    pane = supple.models.cylinder(radius=1.5, height=0.02, color=(0.3, 0.45, 0.5, 0.4))
    glass = scene.add(pane, name="glass", at=(0, 1.0, 0))
    scene.add(supple.models.cylinder(radius=0.04, height=0.98, color="#8f9aa0"), name="stem", at=(0, 0.49, 0))
    scene.add(supple.models.cylinder(radius=0.3, height=0.04, color="#8f9aa0"), name="stand", at=(0, 0.02, 0))
    for quarter, color in enumerate(COLORS):
        above = path.rotate(supple.spatial.from_axis_angle((0, 1, 0), quarter * math.pi / 2))
        below = above.scale((1, -1, 1))
        for name, track, side in ((f"ball{quarter}", above, 1), (f"mirror{quarter}", below, -1)):
            skin = supple.models.sphere(radius=RADIUS, color=color)
            skin.name = f"{name}.skin"
            glass.add(supple.Node(name)).add(skin.place(translation=(0, side * (RADIUS + 0.01), 0)))
            clip[f"{name}.position"], clip[f"{name}.scale"] = track, squash
    moments = {
        0: "contact",
        0.25: "rise",
        0.5: "top",
        0.75: "fall",
        1: "contact",
        1.5: "top again",
        2: "turn back",
    }
    clip["notes"] = supple.keys({beat * BEAT: text for beat, text in moments.items()})
    take = supple.record(scene, clip, name="bouncing-ball")
    return take.with_report(**figures(take))


def figures(take: supple.Take) -> dict[str, float]:
    """How exactly the copies copy: reflections, right angles, and the parabola of the one bounce."""
    balls = [f"{kind}{k}" for kind in ("ball", "mirror") for k in range(4)]
    local = {name: take.local(name)[:, :3, 3] for name in balls}
    first = local["ball0"]
    mirror = max(abs(local[f"mirror{k}"] - local[f"ball{k}"] * (1, -1, 1)).max() for k in range(4))
    quarter = max(
        abs((local[f"ball{k}"] * local[f"ball{(k + 1) % 4}"])[:, (0, 2)].sum(axis=1)).max() for k in range(4)
    )
    fall = 8 * HEIGHT / BEAT**2
    flying = take.times < BEAT
    t = take.times[flying]
    parabola = abs(first[flying, 1] - fall / 2 * t * (BEAT - t)).max()
    figures = {"mirror_error_m": mirror, "right_angle_error_m2": quarter, "parabola_error_m": parabola}
    return {name: float(value) for name, value in figures.items()}
