"""What holds for every model: closed or said not to be, sound triangles, true normals, its place, its names."""

import numpy as np
import pytest

from supple.errors import InputError, UnknownNameError
from supple.scene import models, solid
from supple.scene.mesh import Mesh

PRIMITIVES = ("sphere", "box", "cylinder", "capsule", "cone", "torus", "superquadric", "plane")
STANDING = tuple(name for name in models.names() if name not in PRIMITIVES)
PARTS = {
    "table": ["top", "leg.FL", "leg.FR", "leg.BL", "leg.BR"],
    "glass": ["foot", "stem", "bowl"],
    "apple": ["flesh", "stalk", "leaf"],
    "mushroom": ["stalk", "cap", "gills", "spots"],
    "teapot": ["body", "lid", "handle", "spout"],
}


@pytest.fixture(scope="module")
def cast():
    return {name: models.make(name) for name in models.names()}


def meshes(node):
    return [n.mesh for n in node.walk() if n.mesh is not None]


@pytest.mark.parametrize("name", models.names())
def test_closed_or_said_not_to_be(cast, name):
    for mesh in meshes(cast[name]):
        assert mesh.watertight == (name != "plane"), mesh.name
        assert mesh.volume > 0 or name == "plane"
        for part in mesh.parts:
            if Mesh((part,)).watertight:
                assert solid.volume(part.vertices, part.faces) > 0, part.name


@pytest.mark.parametrize("name", models.names())
def test_every_shell_faces_outward(cast, name):
    """A part of several shells could hide an inverted one in its sum: each connected piece has positive volume."""
    for mesh in meshes(cast[name]):
        for part in mesh.parts:
            if not Mesh((part,)).watertight:
                continue
            faces = solid.welded(part.vertices, part.faces)
            label = pieces(faces)
            for k in np.unique(label[faces[:, 0]]):
                own = part.faces[label[faces[:, 0]] == k]
                assert solid.volume(part.vertices, own) > 0, (mesh.name, part.name)


def pieces(faces):
    """The least vertex that each vertex is connected with."""
    label = np.arange(faces.max() + 1)
    while True:
        least = label[faces].min(axis=1)
        new = label.copy()
        for corner in range(3):
            np.minimum.at(new, faces[:, corner], least)
        if np.array_equal(new, label):
            return label
        label = new


@pytest.mark.parametrize("name", models.names())
def test_triangles_are_sound(cast, name):
    total = 0
    for mesh in meshes(cast[name]):
        assert np.isfinite(mesh.vertices).all()
        for part in mesh.parts:
            a, b, c = part.vertices[part.faces].transpose(1, 0, 2)
            area = np.linalg.norm(np.cross(b - a, c - a), axis=1) / 2
            assert area.min() > 1e-3 * np.median(area), part.name
            longest = np.max([np.linalg.norm(e, axis=1) for e in (b - a, c - b, a - c)], axis=0)
            assert np.median(longest**2 / area) < (10 if name in PARTS else 30), part.name
            assert np.array_equal(np.unique(part.faces), np.arange(len(part.vertices))), "unused vertices"
        total += len(mesh.faces)
    assert 250 < total < 10_500


@pytest.mark.parametrize("name", models.names())
def test_normals_are_unit_and_agree_with_the_faces(cast, name):
    for mesh in meshes(cast[name]):
        for part in mesh.parts:
            normals = part.shading_normals
            np.testing.assert_allclose(np.linalg.norm(normals, axis=1), 1, atol=1e-9)
            a, b, c = part.vertices[part.faces].transpose(1, 0, 2)
            flat = np.cross(b - a, c - a)
            flat /= np.linalg.norm(flat, axis=1, keepdims=True)
            agreement = np.einsum("fk,fk->f", flat, normals[part.faces].mean(axis=1))
            assert agreement.min() > 0.2, (mesh.name, part.name)
            assert np.median(agreement) > 0.75, (mesh.name, part.name)


@pytest.mark.parametrize("name", STANDING)
def test_stands_on_the_floor(cast, name):
    low, high = cast[name].bounds
    assert low[1] == pytest.approx(0, abs=1e-9)
    middle = (low + high) / 2
    if name not in ("teapot", "lamp"):
        assert np.abs(middle[[0, 2]]).max() < 0.015
    assert 0.1 < (high - low).max() <= 1


@pytest.mark.parametrize("name", PRIMITIVES)
def test_primitives_are_centered(cast, name):
    low, high = cast[name].bounds
    np.testing.assert_allclose(low, -high, atol=1e-12)


@pytest.mark.parametrize(
    ("name", "size", "axis"),
    [("teapot", "height", 1), ("lamp", "height", 1), ("marionette", "height", 1), ("car", "length", 2),
     ("glass", "height", 1), ("mushroom", "height", 1), ("table", "height", 1), ("box", "depth", 2)],
)  # fmt: skip
def test_sizes_are_kept(name, size, axis):
    low, high = models.make(name, **{size: 0.47}).bounds
    assert (high - low)[axis] == pytest.approx(0.47, abs=1e-9)


@pytest.mark.parametrize("name", list(PARTS))
def test_one_body_models_are_one_node_with_named_parts(cast, name):
    node = cast[name]
    assert [n.name for n in node.walk()] == [name]
    assert [part.name for part in node.mesh.parts] == PARTS[name]
    for part in PARTS[name]:
        assert len(node.mesh.indices(part)) > 0


@pytest.mark.parametrize("name", models.names())
def test_node_and_part_names_are_unique(cast, name):
    nodes = [n.name for n in cast[name].walk()]
    assert len(set(nodes)) == len(nodes)
    assert nodes[0] == name
    for mesh in meshes(cast[name]):
        parts = [p.name for p in mesh.parts]
        assert len(set(parts)) == len(parts)
        assert all(parts)


@pytest.mark.parametrize("name", models.names())
def test_equal_bytes(cast, name):
    for one, other in zip(meshes(cast[name]), meshes(models.make(name)), strict=True):
        assert one.vertices.tobytes() == other.vertices.tobytes()
        assert one.faces.tobytes() == other.faces.tobytes()


@pytest.mark.parametrize(
    "name", ["sphere", "box", "cylinder", "capsule", "cone", "torus", "superquadric", "plane", "table"]
)
def test_color_is_taken(name):
    mesh = models.make(name, color=(0.25, 0.5, 0.75)).mesh
    assert mesh.parts[0].look.color == (0.25, 0.5, 0.75, 1.0)


@pytest.mark.parametrize(
    ("name", "given", "says"),
    [
        ("sphere", {"radius": 0}, "radius is 0"),
        ("sphere", {"radius": float("nan")}, "radius is nan"),
        ("sphere", {"resolution": 1}, "resolution is 1"),
        ("box", {"width": -1}, "width is -1"),
        ("box", {"rounding": 0.3}, "rounding is 0.3"),
        ("cylinder", {"resolution": 7}, "8 or more"),
        ("cone", {"top": -0.1}, "top is -0.1"),
        ("capsule", {"length": 0}, "length is 0"),
        ("capsule", {"radius": -0.1}, "radius is -0.1"),
        ("capsule", {"resolution": 7}, "8 or more"),
        ("torus", {"tube": 0.3}, "tube 0.3 must be less than radius 0.2"),
        ("superquadric", {"east_west": 3}, "east_west is 3"),
        ("plane", {"depth": 0.0}, "depth is 0.0"),
        ("table", {"thickness": 2.0}, "thickness 2.0 must be less than height"),
        ("teapot", {"height": "tall"}, "height is 'tall'"),
        ("teapot", {"resolution": 2.5}, "resolution is 2.5"),
        ("lamp", {"height": -1.0}, "height is -1.0"),
        ("marionette", {"height": 0}, "height is 0"),
        ("car", {"length": 0}, "length is 0"),
        ("glass", {"height": 0}, "height is 0"),
        ("glass", {"resolution": 3}, "resolution is 3"),
        ("apple", {"width": 0}, "width is 0"),
        ("apple", {"resolution": 3}, "resolution is 3"),
        ("mushroom", {"height": 0}, "height is 0"),
        ("mushroom", {"resolution": 0}, "resolution is 0"),
    ],
)
def test_bad_sizes_are_named(name, given, says):
    with pytest.raises(InputError, match=says):
        models.make(name, **given)


def test_unknown_model_lists_them():
    with pytest.raises(UnknownNameError, match="did you mean 'teapot'"):
        models.make("teapo")
