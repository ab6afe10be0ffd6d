"""Gaps and heights against closed forms; what is found lies between the distance and the bound that is promised."""

import numpy as np
import pytest

from supple.errors import InputError, UnknownNameError
from supple.scene import Mesh, Node, NodeMotion, Part, Scene, Take, gap, height, models
from supple.scene.boxes import Boxes
from supple.scene.gaps import EXACTLY, ROUGHLY, WIDE
from supple.scene.triangles import distances
from supple.spatial import from_axis_angle, normalize

CORNERS = np.array(list(np.ndindex(2, 2, 2))) - 0.5
QUADS = np.array([[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]])
FACES = np.concatenate([QUADS[:, [0, 1, 2]], QUADS[:, [0, 2, 3]]])


def brick(name, size=(1.0, 1.0, 1.0), **place):
    return Node(name, Mesh.of(CORNERS * size, FACES), **place)


def check(found, d):
    """Never too small, and exact if not wide."""
    assert (found >= d - 1e-12).all()
    near = d < WIDE
    assert (found[near] <= d[near] + EXACTLY).all()
    assert (found <= np.maximum(d + EXACTLY, d / (1 - ROUGHLY))).all()


@pytest.mark.parametrize("scale", [1.0, (2.0, 0.5, 1.5)])
def test_boxes_that_pass_each_other(scale):
    """d² = Σ max(|Δ| − (s_a + s_b)/2, 0)², seen from any side."""
    sizes = np.array([0.2, 0.1, 0.1]), np.array([0.3, 0.05, 0.4])
    t = np.linspace(0, 1, 60)
    path = np.stack([t - 0.5, 0.1 + 0 * t, 0.3 - 0.4 * t], axis=1)
    everything = Node("everything", translation=(3, 1, 2), rotation=normalize([0.3, -0.5, 0.2, 0.8]))
    everything.add(brick("a", sizes[0] / scale, scale=scale))
    everything.add(brick("b", sizes[1]))
    take = Take(Scene([everything]), t, {"a": NodeMotion(translation=path)})
    d = np.linalg.norm(np.maximum(np.abs(path) - (sizes[0] + sizes[1]) / 2, 0), axis=1)
    assert d.min() < 0.03 < WIDE < d.max()
    check(gap(take, ("a", None), ["b"]), d)
    check(gap(take, ("b", None), ["a"]), d)


def test_a_ball_over_a_plate():
    """d = y − r; flat faces with edges ≤ h lie at most r − √(r² − h²/3) below the sphere."""
    r, t = 0.1, np.linspace(0, 1, 30)
    y = r + 0.001 + 0.04 * t**2
    ball = models.sphere(radius=r)
    edges = ball.mesh.vertices[ball.mesh.faces] - ball.mesh.vertices[np.roll(ball.mesh.faces, 1, axis=1)]
    h = np.linalg.norm(edges, axis=2).max()
    turning = from_axis_angle(np.tile([1.0, 2, 3], (30, 1)), 5 * t)
    rolling = NodeMotion(translation=np.stack([0.2 * t, y, 0 * t], axis=1), rotation=turning)
    plate = brick("plate", (2, 0.02, 2), translation=(0, -0.01, 0))
    take = Take(Scene([ball, plate]), t, {"sphere": rolling})
    sunk = r - np.sqrt(r**2 - h**2 / 3)
    for found in (gap(take, ("sphere", None), ["plate"]), height(take, ["sphere"])):
        assert (found >= y - r - 1e-12).all()
        assert (found <= y - r + sunk + EXACTLY).all()


def test_triangles_in_every_position_against_points_spread_over_them():
    """A lattice with edges h/n leaves no place farther than h/(√3 n) from a point: at most twice that too large."""
    rng, n = np.random.default_rng(3), 24
    u, v = np.meshgrid(np.arange(n + 1) / n, np.arange(n + 1) / n)
    inside = u + v <= 1 + 1e-9
    weights = np.stack([u[inside], v[inside], 1 - u[inside] - v[inside]], axis=1)
    pairs = rng.uniform(-1, 1, size=(200, 2, 3, 3)) + rng.uniform(-1, 1, size=(200, 2, 1, 3))
    h = np.linalg.norm(pairs - np.roll(pairs, 1, axis=2), axis=3).max(axis=(1, 2))
    points = weights @ pairs
    spread = np.array([np.linalg.norm(a[:, None] - b, axis=2).min() for a, b in points])
    found = distances(pairs)
    assert 10 < (found == 0).sum() < 190
    assert (found <= spread + 1e-12).all()
    assert (found >= spread - 2 * h / (np.sqrt(3) * n)).all()


def test_triangles_that_are_only_a_line_or_a_point():
    flat = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0]])
    line, point = flat[[0, 1, 1]] + [0, 0.2, 1], flat[[0, 0, 0]] + [0.2, 0.2, 3]
    pairs = np.array(
        [[flat, line], [line, flat], [point, flat], [flat, point], [line, point], [point, point]]
    )
    np.testing.assert_allclose(distances(pairs), [1, 1, 3, 3, 2, 0], atol=1e-12)


@pytest.mark.parametrize("high", [0.03, 0.004])
def test_fine_parallel_faces(high):
    """Everywhere equally near: the hardest case for a search."""
    lines = np.linspace(-0.2, 0.2, 25)
    x, z = (g.reshape(-1) for g in np.meshgrid(lines, lines, indexing="ij"))
    corner = (np.arange(24)[:, None] * 25 + np.arange(24)).reshape(-1, 1)
    faces = np.concatenate([corner + [0, 1, 26], corner + [0, 26, 25]])
    sheets = [Node(k, Mesh.of(np.stack([x, 0 * x, z], axis=1), faces)) for k in "ab"]
    t = np.arange(20) / 60.0
    slide = np.stack([0.013 + 0.3 * t, high + 0.01 * t, 0 * t], axis=1)
    take = Take(Scene(sheets), t, {"a": NodeMotion(translation=slide)})
    check(gap(take, ("a", None), ["b"]), slide[:, 1])


def test_a_part_is_measured_alone_and_where_it_cuts_it_is_zero():
    near, far = (Part(CORNERS * 0.1 + [x, 0, 0], FACES, name) for x, name in ((0.2, "near"), (0.5, "far")))
    two = Node("two", Mesh((near, far)))
    t = np.arange(3.0)
    slide = NodeMotion(translation=np.array([[0.0, 0, 0], [0.11, 0.02, 0.01], [0.2, 0.01, 0.02]]))
    take = Take(Scene([two, brick("knife", (0.1, 0.3, 0.3))]), t, {"knife": slide})
    found = gap(take, ("two", "near"), ["knife"])
    check(found, np.array([0.1, 0, 0]))
    assert (gap(take, ("two", "far"), ["knife"]) >= 0.2 - 1e-12).all()
    np.testing.assert_array_equal(gap(take, ("two", None), ["knife"]), found)


def test_the_nearest_of_several_counts():
    t = np.arange(2.0)
    row = [brick(name, translation=(x, 0, 0)) for name, x in (("a", 0), ("b", 1.03), ("c", -1.01))]
    take = Take(Scene(row), t)
    check(gap(take, ("a", None), ["b", "c"]), np.full(2, 0.01))
    check(gap(take, ("a", None), ["b"]), np.full(2, 0.03))


def test_the_shade_of_a_lamp_is_watched_by_default():
    lamp = models.lamp(height=1.2)
    nod = np.radians([-78.0, -150.0])
    turn = NodeMotion(rotation=from_axis_angle(np.tile([0, 0, 1.0], (2, 1)), nod))
    take = Take(Scene([lamp]), np.arange(2.0), {"head": turn})
    at_rest, bent = gap(take)
    assert at_rest > 0.05
    assert bent < at_rest


def test_height_is_that_of_the_lowest_vertex_turned_or_deformed():
    """A square of half side a, turned by φ, reaches a (|sin φ| + |cos φ|) down."""
    t = np.linspace(0, 3, 40)
    turn = NodeMotion(rotation=from_axis_angle(np.tile([0, 0, 1.0], (40, 1)), t))
    take = Take(Scene([brick("box", translation=(0, 2, 0)), Node("empty")]), t, {"box": turn})
    np.testing.assert_allclose(height(take), 2 - (np.abs(np.sin(t)) + np.abs(np.cos(t))) / 2, atol=1e-12)
    stretch = Mesh((Part(CORNERS, FACES),), targets={"tall": CORNERS * [0, 1, 0]})
    weights = NodeMotion(weights=t[:, None])
    take = Take(Scene([Node("jelly", stretch, translation=(0, 2, 0))]), t, {"jelly": weights})
    np.testing.assert_allclose(height(take), 2 - (1 + t) / 2)


def test_every_box_holds_what_the_boxes_below_hold():
    mesh = models.teapot().mesh
    tree = Boxes.of(mesh.vertices[mesh.faces])
    n = len(tree.triangles)
    for k in (1, 2, 5, n // 4 + 3, n + 7):
        leaves = np.array([k])
        while leaves[0] < n:
            leaves = np.concatenate([2 * leaves, 2 * leaves + 1])
        held = tree.triangles[leaves - n].reshape(-1, 3)
        assert (np.abs((held - tree.middle[k]) @ tree.axes[k].T) <= tree.half[k] + 1e-12).all()
        assert tree.central[k] in leaves - n
    assert set(map(tuple, tree.triangles.reshape(-1, 9))) == set(
        map(tuple, mesh.vertices[mesh.faces].reshape(-1, 9))
    )


def test_what_deforms_is_measured_frame_by_frame():
    """A box that grows by its morph, one that grows by its scale: d = 2 − ½ − w/2 between unit boxes 2 m apart."""
    w = np.array([1.0, 1.4, 2.0, 2.9])
    jelly = Node("jelly", Mesh((Part(CORNERS, FACES, "all"),), targets={"wide": CORNERS * [1, 0, 0]}))
    scene = Scene([brick("box"), jelly, brick("grows")])
    wide = NodeMotion(translation=np.tile([2.0, 0, 0], (4, 1)), weights=(w - 1)[:, None])
    grow = NodeMotion(
        translation=np.tile([-2.0, 0, 0], (4, 1)), scale=np.stack([w, 0 * w + 1, 0 * w + 1], axis=1)
    )
    take = Take(scene, np.arange(4.0), {"jelly": wide, "grows": grow})
    check(gap(take, ("jelly", "all"), ["box"]), 1.5 - w / 2)
    check(gap(take, ("box", None), ["grows"]), 1.5 - w / 2)
    check(gap(take, ("grows", None), ["jelly"]), 4 - w)


@pytest.mark.parametrize(
    ("ask", "error", "says"),
    [
        (lambda take: gap(take, ("box", "lid"), ["jelly"]), UnknownNameError, "'lid'"),
        (lambda take: gap(take, ("box", None), ["boxx"]), UnknownNameError, "did you mean 'box'"),
        (lambda take: gap(take, ("box", None), ["empty"]), InputError, "'empty' has no mesh"),
        (lambda take: gap(take, ("box", None), ["cloud"]), InputError, "'cloud' has no faces"),
        (lambda take: gap(take, ("box", None), []), InputError, "others is empty"),
        (lambda take: height(take, ["empty"]), InputError, "'empty' has no mesh"),
        (lambda take: height(take, []), InputError, "nothing has a height"),
    ],
)
def test_what_cannot_be_measured_is_said(ask, error, says):
    t = np.arange(2.0)
    jelly = Node("jelly", Mesh((Part(CORNERS, FACES),), targets={"tall": CORNERS}))
    cloud = Node("cloud", Mesh.of(CORNERS, np.zeros((0, 3), dtype=int)))
    scene = Scene([brick("box"), brick("grows"), jelly, cloud, Node("empty")])
    grow = NodeMotion(scale=np.array([[1.0, 1, 1], [1, 1.1, 1]]))
    take = Take(scene, t, {"jelly": NodeMotion(weights=np.zeros((2, 1))), "grows": grow})
    with pytest.raises(error, match=says):
        ask(take)
