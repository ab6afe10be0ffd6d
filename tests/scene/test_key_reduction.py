"""Fewer keys with a bound in meters, measured where a figure ends."""

import numpy as np
import pytest

from supple.errors import InputError, UnknownNameError
from supple.motion import Clip
from supple.scene import Figure, Joint, Mesh, Node, Scene, placements, played, reduce_keys
from supple.scene.binding import bind

T = np.linspace(0, 2, 97)


def arm(long=0.5):
    """A shoulder, an elbow and a hand's end, keyed at every frame."""
    shoulder = Node("shoulder", joint=Joint("free"))
    elbow = shoulder.add(Node("elbow", translation=(long, 0, 0), joint=Joint("hinge")))
    elbow.add(Node("end", translation=(long, 0, 0)))
    figure = Figure(shoulder, scene=Scene([shoulder]), name="arm")
    for t in T:
        swing = 0.6 * np.sin(3 * t) + 0.1 * np.sin(11 * t)
        turn, bend = (0.1 * np.sin(2 * t), swing, 0), 0.4 + 0.4 * np.cos(4 * t)
        figure.key(t, shoulder=turn, shoulder_x=0.2 * t * t, elbow=bend, interpolate="cubic")
    return figure


def ends(figure, clip, times):
    return placements(figure.scene, clip).of(figure.scene["end"], times).position


def count(clip):
    return sum(
        len(part.knots) for name in clip for part in getattr(clip[name].curve, "parts", [clip[name].curve])
    )


@pytest.mark.parametrize("bound", [1e-3, 5e-3, 2e-2])
def test_the_bound_holds_at_the_tip_in_meters(bound):
    figure = arm()
    fewer = reduce_keys(figure, figure.clip, bound)
    times = np.linspace(0, 2, 1001)
    away = np.linalg.norm(ends(figure, fewer, times) - ends(figure, figure.clip, times), axis=1)
    assert away.max() <= bound * 1.02, "looked at more finely than it was sought"
    assert away.max() > bound / 20, "and it is made use of"
    assert count(fewer) < count(figure.clip) / 4


def test_the_same_bound_asks_for_finer_angles_of_a_longer_arm():
    counts = [count(reduce_keys(figure, figure.clip, 2e-3)) for figure in (arm(0.05), arm(0.5), arm(5.0))]
    assert counts[0] < counts[1] < counts[2]


def test_points_of_ones_own_and_what_moves_none_of_them():
    figure = arm()
    at = {"elbow": ("elbow", (0.0, 0.0, 0.0))}
    fewer = reduce_keys(figure, figure.clip, 1e-3, at=at)
    assert count(Clip({"elbow.rotation": fewer["elbow.rotation"]})) <= 4, "it turns about the point"
    place = [
        placements(figure.scene, clip).of(figure.scene["elbow"], T).position for clip in (fewer, figure.clip)
    ]
    assert np.linalg.norm(place[0] - place[1], axis=1).max() <= 1e-3


def test_the_bound_holds_on_the_skin():
    figure = arm()
    grid = np.stack(np.meshgrid(np.linspace(0, 1.2, 13), [-0.05, 0.05], [-0.05, 0.05], indexing="ij"), -1)
    points = grid.reshape(-1, 3)
    mesh = Mesh.of(points, [[k, k + 1, k + 2] for k in range(len(points) - 2)], name="sleeve")
    figure.scene.nodes.append(bind(mesh, [figure.scene["shoulder"], figure.scene["elbow"]], "distance"))
    fewer = reduce_keys(figure, figure.clip, 3e-3, at="skin")
    skins = [played(figure.scene, clip, T).world_vertices("sleeve") for clip in (fewer, figure.clip)]
    assert np.linalg.norm(skins[0] - skins[1], axis=-1).max() <= 3e-3
    assert count(fewer) < count(figure.clip) / 4


@pytest.mark.parametrize(
    ("do", "error", "says"),
    [
        (lambda f: reduce_keys(f, f.clip, 0.0), InputError, "a distance above 0"),
        (lambda f: reduce_keys(f, f.clip, 0.1, at="toes"), UnknownNameError, "tips"),
        (lambda f: reduce_keys(f, Clip(), 0.1), InputError, "no track of the clip moves any"),
        (lambda f: reduce_keys(f, f.clip, 0.1, at="skin"), InputError, "nothing hangs on 'arm'"),
    ],
)
def test_what_cannot_be_reduced_says_why(do, error, says):
    with pytest.raises(error, match=says):
        do(arm())
