"""Weights by distance and by heat: where they must be one, half, nothing, and smooth."""

import numpy as np
import pytest

from supple.errors import InputError, UnknownNameError
from supple.scene import Mesh, Node, Scene, bind, models


def arm():
    """A rod along Y from −1 to 1 m, and joints at its lower end, its middle, and its upper end."""
    mesh = models.superquadric(width=0.4, height=2, depth=0.4, east_west=1, resolution=48).mesh
    root = Node("shoulder", translation=(0, -1, 0))
    root.add(Node("elbow", translation=(0, 1, 0))).add(Node("hand", translation=(0, 1, 0)))
    return mesh, root


def of(node, name):
    """Weights (n,) of all vertices on one joint."""
    mesh, number = node.mesh, [joint.name for joint in node.skin.joints].index(name)
    return np.where(mesh.joints == number, mesh.weights, 0).sum(axis=1)


@pytest.mark.parametrize("method", ["heat", "distance"])
def test_weights_follow_the_bones(method):
    mesh, root = arm()
    node = bind(mesh, root, method)
    y = mesh.vertices[:, 1]
    np.testing.assert_allclose(node.mesh.weights.sum(axis=1), 1)
    assert (node.mesh.weights >= 0).all()
    upper, lower = of(node, "elbow") + of(node, "hand"), of(node, "shoulder")
    assert (lower[y < -0.5] > 0.9).all()
    assert (upper[y > 0.5] > 0.9).all()
    middle = np.abs(y) < 0.02
    assert middle.any()
    assert ((lower[middle] > 0.3) & (lower[middle] < 0.7)).all()


@pytest.mark.parametrize("method", ["heat", "distance"])
def test_weights_of_a_symmetric_arm_are_symmetric(method):
    """y → −y swaps the two bones; without a joint at the end, that is."""
    mesh, root = arm()
    root.children[0].children[0].parent = None
    root.children[0].children.clear()
    tip = Node("tip", translation=(0, 1, 0))
    upper = Node("upper", children=[tip])
    lower = Node("lower", rotation=(1, 0, 0, 0), children=[Node("end", translation=(0, 1, 0))])
    node = bind(mesh, [upper, tip, lower, lower.children[0]], method)
    w = of(node, "upper") + of(node, "tip"), of(node, "lower") + of(node, "end")
    order = np.lexsort(np.round(mesh.vertices, 6).T)
    mirrored = np.lexsort(np.round(mesh.vertices * [1, -1, 1], 6).T)
    seen = np.abs(w[0][order] - w[1][mirrored])
    assert seen.max() < 0.02, "the largest difference between a weight and its mirror image"


def test_heat_does_not_cross_a_gap():
    """Two bars side by side, the bones in them 0.12 m apart: by distance one pulls at the other, by heat not."""
    bar = models.superquadric(width=0.1, height=1, depth=0.1, east_west=1, resolution=32).mesh
    both = Mesh.joined([bar, bar.transformed([[1, 0, 0, 0.12], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])])
    legs = [
        Node(side, translation=(x, 0.4, 0), children=[Node(f"{side} foot", translation=(0, -0.8, 0))])
        for side, x in (("left", 0), ("right", 0.12))
    ]
    joints = [node for leg in legs for node in leg.walk()]
    left = np.arange(len(both.vertices)) < len(bar.vertices)
    pulled = {}
    for method in ("heat", "distance"):
        node = bind(both, joints, method)
        pulled[method] = (of(node, "right") + of(node, "right foot"))[left].max()
    assert pulled["heat"] < 1e-6 < 0.2 < pulled["distance"]


def test_vertices_at_one_place_stay_together():
    """A texture seam gives two vertices one place; they may not part."""
    mesh, root = arm()
    twice = Mesh.joined([mesh, mesh])
    node = bind(twice, root)
    np.testing.assert_array_equal(*np.split(node.mesh.weights, 2))
    np.testing.assert_array_equal(*np.split(node.mesh.joints, 2))


def test_what_is_bound_moves_with_its_joints():
    mesh, root = arm()
    node = bind(mesh, root, influences=2, name="sleeve")
    scene = Scene([root, node])
    assert node.name == "sleeve"
    assert node.mesh.joints.shape[1] == 2
    np.testing.assert_allclose(node.rest_vertices, mesh.vertices, atol=1e-12)
    root.place(translation=(3, 0, 0))
    np.testing.assert_allclose(node.rest_vertices, mesh.vertices + [3, 1, 0], atol=1e-12)
    assert scene.bounds[0, 0] > 2


@pytest.mark.parametrize(
    ("options", "error", "says"),
    [
        ({"method": "heet"}, UnknownNameError, "did you mean 'heat'"),
        ({"influences": 0}, InputError, "at least one joint"),
    ],
)
def test_bad_options(options, error, says):
    with pytest.raises(error, match=says):
        bind(*arm(), **options)
