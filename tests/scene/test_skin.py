"""Skins against the formula of the specification in plain NumPy, closed forms, and what must not change them."""

from dataclasses import replace

import numpy as np
import pytest

from supple.errors import InputError
from supple.scene import Mesh, Node, NodeMotion, Part, Scene, Skin, Take, gap, height, models
from supple.scene.skinning import skinned, skinned_directions
from supple.spatial import compose, from_axis_angle, normalize

TIMES = np.linspace(0, 1, 5)


def plain(mesh, matrices, shapes):
    """x = Σ w M p, written from glTF 2.0 §3.7.3.3 and nothing else."""
    found = np.zeros(shapes.shape)
    for t, each in enumerate(matrices):
        for i, point in enumerate(shapes[t]):
            for joint, weight in zip(mesh.joints[i], mesh.weights[i], strict=True):
                found[t, i] += weight * (each[joint] @ [*point, 1])[:3]
    return found


def random_places(rng, *shape):
    return compose(
        rng.normal(size=(*shape, 3)),
        normalize(rng.normal(size=(*shape, 4))),
        rng.uniform(0.5, 2, (*shape, 3)),
    )


def worm(count=3, influences=4, seed=0, **place):
    """A tube along X on a chain of joints, its weights at random; the joints stand below a turned and scaled node."""
    rng = np.random.default_rng(seed)
    part = models.cylinder(radius=0.1, height=1.0).mesh.parts[0]
    n = len(part.vertices)
    weights = rng.uniform(size=(n, influences))
    part = replace(
        part,
        vertices=part.vertices[:, [1, 0, 2]] * [1, -1, 1],
        normals=None,
        joints=rng.integers(0, count, (n, influences)),
        weights=weights / weights.sum(axis=1, keepdims=True),
    )
    root = Node("rig", translation=(0, 2, 0), rotation=from_axis_angle((0, 1, 0), 0.4), scale=1.5)
    joints = [root.add(Node("joint 0", translation=(-0.5, 0, 0)))]
    for k in range(1, count):
        joints.append(joints[-1].add(Node(f"joint {k}", translation=(1 / count, 0, 0))))
    body = Node("body", Mesh((part,), "worm", targets={"wide": part.vertices * [0, 1, 1]}), **place)
    body.skin = Skin.bound(joints, "worm")
    return Scene([root, body])


def moving(scene, seed=1):
    rng = np.random.default_rng(seed)
    return Take(
        scene,
        TIMES,
        {
            f"joint {k}": NodeMotion(rotation=normalize(rng.normal(size=(5, 4)) * 0.3 + [0, 0, 0, 1]))
            for k in range(3)
        },
    )


@pytest.mark.parametrize("influences", [1, 4, 7])
def test_any_number_of_influences_as_the_formula_says(influences):
    scene = worm(influences=influences)
    mesh, rng = scene["body"].surface, np.random.default_rng(3)
    matrices = random_places(rng, 2, 3)
    shapes = mesh.vertices + rng.normal(size=(2, *mesh.vertices.shape))
    np.testing.assert_allclose(skinned(mesh, matrices, shapes), plain(mesh, matrices, shapes), atol=1e-12)
    still = skinned(mesh, matrices)
    np.testing.assert_allclose(still, plain(mesh, matrices, np.stack([mesh.vertices] * 2)), atol=1e-12)


def test_at_binding_every_vertex_is_where_it_was_made():
    scene = worm()
    np.testing.assert_allclose(scene["body"].rest_vertices, scene["body"].surface.vertices, atol=1e-12)
    np.testing.assert_allclose(scene["body"].skin.rest_matrices, np.tile(np.eye(4), (3, 1, 1)), atol=1e-12)


def test_joints_that_move_as_one_carry_the_mesh_as_one():
    scene, place = worm(), compose((1, 2, 3), from_axis_angle((1, 2, 0), 0.7), (2, 2, 2))
    before = scene["body"].rest_vertices
    scene["rig"].place(translation=(1, 0, 0), rotation=normalize([1, 2, 3, 4]), scale=0.3)
    rest = compose((0, 2, 0), from_axis_angle((0, 1, 0), 0.4), (1.5, 1.5, 1.5))
    place = scene["rig"].world @ np.linalg.inv(rest)
    np.testing.assert_allclose(
        scene["body"].rest_vertices, before @ place[:3, :3].T + place[:3, 3], atol=1e-12
    )


def test_the_place_of_the_node_that_wears_the_skin_does_not_matter():
    a, b = moving(worm()), moving(worm(translation=(5, 5, 5), rotation=(1, 0, 0, 0), scale=100))
    np.testing.assert_array_equal(a.world_vertices("body"), b.world_vertices("body"))
    np.testing.assert_array_equal(a.scene.bounds, b.scene.bounds)


def test_morphs_come_before_the_skin():
    take = moving(worm())
    weights = np.linspace(0, 1, 5)[:, None]
    take = replace(take, motions={**take.motions, "body": NodeMotion(weights=weights)})
    mesh, joints = take.scene["body"].surface, [f"joint {k}" for k in range(3)]
    worlds = np.stack([take.world(name) for name in joints], axis=1)
    shapes = np.stack([mesh.vertices * [1, 1 + w[0], 1 + w[0]] for w in weights])
    binds = np.stack([np.linalg.inv(worm()[name].world) for name in joints])
    np.testing.assert_allclose(take.world_vertices("body"), plain(mesh, worlds @ binds, shapes), atol=1e-12)


def test_what_measures_a_take_sees_the_skin():
    """Bounds, framing, height, and the gap to a floor at −1 m: all speak of the skinned vertices."""
    take = moving(worm())
    floor = models.box(width=20, height=1, depth=20).place(translation=(0, -1.5, 0))
    take = take.with_props(floor)
    points = take.world_vertices("body")
    np.testing.assert_allclose(height(take, ["body"]), points[..., 1].min(axis=1))
    np.testing.assert_allclose(gap(take, ("box", None), ["body"]), 1 + points[..., 1].min(axis=1), rtol=0.45)
    for frame in range(5):
        view = moving(worm()).framing
        seen = (points[frame] - view.centers[min(frame, len(view.centers) - 1)]) @ view.direction
        assert (np.abs(seen) <= view.depth + 1e-9).all()


@pytest.mark.parametrize("seed", range(3))
def test_normals_stay_normal_under_any_scale(seed):
    """Edges of a face move as A e; the normal of the face that moved is the skinned normal of the face."""
    rng = np.random.default_rng(seed)
    corners = rng.normal(size=(3, 3))
    part = Part(corners, [[0, 1, 2]], joints=np.zeros((3, 1), int), weights=np.ones((3, 1)))
    matrix = random_places(rng, 1)[0] @ random_places(rng, 1)[0]
    normal = np.cross(corners[1] - corners[0], corners[2] - corners[0])
    normal = np.tile(normal / np.linalg.norm(normal), (3, 1))
    moved = skinned(Mesh((part,)), matrix[None, None])[0]
    expected = np.cross(moved[1] - moved[0], moved[2] - moved[0])
    found = skinned_directions(Mesh((part,)), matrix[None], normal)
    np.testing.assert_allclose(found[0], expected / np.linalg.norm(expected), atol=1e-12)
    edge = corners[1] - corners[0]
    along = skinned_directions(Mesh((part,)), matrix[None], np.tile(edge, (3, 1)), normal=False)
    np.testing.assert_allclose(
        along[0], (moved[1] - moved[0]) / np.linalg.norm(moved[1] - moved[0]), atol=1e-12
    )


def test_a_mirrored_joint_keeps_normals_outside():
    part = Part(np.eye(3), [[0, 1, 2]], joints=np.zeros((3, 1), int), weights=np.ones((3, 1)))
    mirror = np.diag([-1.0, 1, 1, 1])
    found = skinned_directions(Mesh((part,)), mirror[None], np.eye(3))
    np.testing.assert_allclose(found, np.eye(3) * [[-1], [1], [1]], atol=1e-15)


def test_copies_hang_on_copies():
    scene = worm()
    twin = scene.copy()
    assert twin["body"].skin.joints[1] is twin["joint 1"] is not scene["joint 1"]
    alone = scene["body"].copy()
    assert alone.skin.joints == scene["body"].skin.joints
    scene["rig"].add(scene.nodes.pop())
    tree = scene["rig"].copy()
    assert all(joint in list(tree.walk()) for joint in list(tree.walk())[-1].skin.joints)
    np.testing.assert_allclose(tree.bounds, scene["rig"].bounds)


def test_nodes_that_share_a_skin_share_it_in_the_copy():
    scene = worm()
    scene.add(Node("sleeve", scene["body"].mesh)).skin = scene["body"].skin
    twin = scene.copy()
    assert twin["sleeve"].skin is twin["body"].skin is not scene["body"].skin


def test_parts_of_different_width_are_one_mesh():
    one = Part(np.eye(3), [[0, 1, 2]], joints=[[1]] * 3, weights=[[1.0]] * 3)
    two = Part(np.eye(3), [[0, 1, 2]], joints=[[0, 1]] * 3, weights=[[0.25, 0.75]] * 3)
    mesh = Mesh((one, two))
    assert mesh.joints.tolist() == [[1, 0]] * 3 + [[0, 1]] * 3
    assert mesh.weights.tolist() == [[1, 0]] * 3 + [[0.25, 0.75]] * 3
    assert Mesh.of(np.eye(3), [[0, 1, 2]]).joints is None


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: Skin((), np.zeros((0, 4, 4)), "s"), "skin 's' has no joints"),
        (lambda: Skin((Node("a"),), np.zeros((2, 4, 4))), r"expected shape \(1, 4, 4\)"),
        (lambda: Skin(2 * (Node("a"),), np.zeros((2, 4, 4)), "s"), "names joint 'a' twice"),
        (lambda: Skin.bound([Node("a", scale=0)]), "'a' is scaled to nothing"),
        (lambda: Part(np.eye(3), [[0, 1, 2]], "p", joints=[[0]] * 3), "only one is given"),
        (
            lambda: Part(np.eye(3), [[0, 1, 2]], "p", joints=[[0]] * 3, weights=[[1, 0]] * 3),
            "expected the same",
        ),
        (
            lambda: skinned(Mesh.of(np.eye(3), [[0, 1, 2]], name="m"), np.eye(4)[None, None]),
            "'m' has no joints",
        ),
        (
            lambda: skinned(
                Mesh((Part(np.eye(3), [[0, 1, 2]], joints=[[7]] * 3, weights=[[1]] * 3),), "m"),
                np.eye(4)[None, None],
            ),
            "joints 7…7, but the skin has 1",
        ),
        (lambda: Take(Scene([Node("a")]), TIMES).skin_matrices("a"), "'a' wears no skin"),
    ],
)
def test_skins_that_cannot_be_are_refused(make, says):
    with pytest.raises(InputError, match=says):
        make()
