"""Any mesh is taken in: upright, in meters, on the floor, as one body with its looks; or refused by name."""

import numpy as np
import pytest

import supple
from supple.control.animate.guess import forward_axis, mirror_gap, unit_of, up_axis
from supple.control.animate.intake import taken_in
from supple.control.animate.joining import joined
from supple.control.animate.outermost import outermost
from supple.errors import InputError, UnknownNameError
from supple.scene import Mesh, Node, Part, Scene
from supple.spatial import compose, from_axis_angle

LYING = from_axis_angle((1, 0, 0), np.pi / 2)
"""Turns what has Y up into what has Z up."""


def written(path, vertices, faces):
    lines = [f"v {x!r} {y!r} {z!r}" for x, y, z in np.asarray(vertices).tolist()]
    lines += [f"f {a} {b} {c}" for a, b, c in (np.asarray(faces) + 1).tolist()]
    path.write_text("\n".join(lines) + "\n")
    return path


@pytest.mark.parametrize("model", ["teapot", "table", "apple", "mushroom"])
@pytest.mark.parametrize(("turn", "up"), [((0, 0, 0, 1), "y"), (LYING, "z")])
def test_the_way_up_is_seen_in_the_shape(model, turn, up):
    mesh = supple.models.make(model).surface.transformed(compose(rotation=turn))
    assert up_axis(mesh.vertices, ".obj").value == up


def test_what_looks_alike_both_ways_goes_by_the_custom_of_its_file():
    ball = supple.models.sphere().surface.vertices
    assert [up_axis(ball, suffix).value for suffix in (".obj", ".ply", ".stl", ".glb")] == [
        "y",
        "y",
        "z",
        "y",
    ]


@pytest.mark.parametrize(
    ("size", "unit"),
    [(0.3, "m"), (2.7, "m"), (30, "cm"), (180, "cm"), (2500, "mm"), (1e6, None), (0.001, None)],
)
def test_a_unit_is_one_that_makes_a_likely_size(size, unit):
    found = unit_of(size, ".obj")
    assert (found.value if found else None) == unit


def test_a_mirror_image_is_seen_though_vertices_differ():
    pot = supple.models.teapot().surface.vertices
    assert mirror_gap(pot, 2) < 0.01 < mirror_gap(pot, 0)
    assert forward_axis(pot).value == "x"


@pytest.mark.parametrize("forward", ["x", "z", "-x", "-z"])
def test_it_looks_along_x_in_the_end(forward):
    pointed = Mesh.of(
        [[0, 0, 1], [0, 0, -1], [0, 1, 0], [3, 0, 0]], [[0, 3, 2], [3, 1, 2], [1, 0, 2], [0, 1, 3]]
    )
    back = {"x": 0, "z": -90, "-x": 180, "-z": 90}[forward]
    turned = pointed.transformed(compose(rotation=from_axis_angle((0, 1, 0), np.radians(back))))
    assert taken_in(turned, forward=forward).node.surface.vertices[3] == pytest.approx([1.5, 0, 0], abs=1e-12)


def test_a_file_is_put_on_the_floor_in_meters(tmp_path):
    pot = supple.models.teapot(height=0.3).surface
    lying = pot.transformed(compose(translation=[500, 70, -3], rotation=LYING, scale=np.full(3, 1000.0)))
    taken = taken_in(written(tmp_path / "pot.obj", lying.vertices, lying.faces))
    low, high = taken.node.surface.bounds
    assert high - low == pytest.approx(np.ptp(pot.vertices, axis=0))
    assert np.array([low[1], (low + high)[0], (low + high)[2]]) == pytest.approx(0, abs=1e-12)
    for word in ("pot:", "z is up", "mirror image along y", "in mm", "looks along x", "unit", "forward"):
        assert word in taken.said


def test_what_is_told_is_not_guessed(tmp_path):
    crate = supple.models.box().surface
    file = written(tmp_path / "crate.obj", crate.vertices, crate.faces)
    assert np.ptp(taken_in(file, unit="cm").node.surface.vertices[:, 1]) == pytest.approx(0.004)
    assert np.ptp(taken_in(file, unit=10).node.surface.vertices[:, 1]) == pytest.approx(4)
    assert "0.7 m tall (as told)" in taken_in(file, height=0.7).said
    assert "x is up (as told)" in taken_in(file, up="x").said


@pytest.mark.parametrize(
    ("wrong", "error", "words"),
    [
        ({"up": "w"}, UnknownNameError, "unknown up 'w'"),
        ({"unit": "furlong"}, UnknownNameError, "unknown unit 'furlong'"),
        ({"forward": "y"}, UnknownNameError, "unknown forward 'y'"),
        ({"height": -1}, InputError, "height is -1"),
        ({"unit": float("nan")}, InputError, "unit is nan"),
    ],
)
def test_what_cannot_be_told_is_refused(wrong, error, words):
    with pytest.raises(error, match=words):
        taken_in(supple.models.box(), **wrong)


def test_meshes_of_a_scene_become_one_body_with_all_their_looks():
    scene = Scene([supple.models.lamp(), Node("camera")])
    seen = [n for n in scene.walk() if n.mesh is not None]
    mesh, source = joined(scene)
    assert source == ""
    assert [p.look for p in mesh.parts] == [p.look for n in seen for p in n.surface.parts]
    last = seen[-1]
    placed = last.surface.vertices @ last.world[:3, :3].T + last.world[:3, 3]
    assert mesh.vertices[-len(placed) :] == pytest.approx(placed)


def test_texture_coordinates_ride_along_and_what_is_hidden_stays_behind():
    crate = supple.models.box().surface.parts[0]
    uv = np.random.default_rng(1).random((len(crate.vertices), 2))
    tangent = np.tile([1.0, 0, 0, 1], (len(crate.vertices), 1))
    worn = Part(crate.vertices, crate.faces, "worn", uv=uv, attributes={"TANGENT": tangent})
    hidden = Node("cage", supple.models.sphere().surface, visible=False)
    mesh, _ = joined(Node("crate", Mesh((worn,)), rotation=LYING, children=[hidden]))
    assert [p.name for p in mesh.parts] == ["worn"]
    assert mesh.parts[0].uv is uv
    turned = taken_in(Node("crate", Mesh((worn,))), forward="z").node.surface.parts[0]
    assert turned.attributes["TANGENT"][0] == pytest.approx([0, 0, -1, 1], abs=1e-12), "tangents turn too"


def test_a_closed_mesh_that_is_inside_out_is_turned_right():
    ball = supple.models.sphere().surface
    mesh, _ = joined(Mesh.of(ball.vertices, ball.faces[:, ::-1]))
    assert mesh.volume == pytest.approx(ball.volume)


def test_a_floor_meets_the_corners_of_the_hull_and_no_other_point():
    pot = supple.models.teapot().surface
    corners = outermost(pot, 150)
    assert len(corners) <= 150
    folded = np.unique((corners * [1, 1, -1]).round(9) + 0.0, axis=0)
    assert folded == pytest.approx(np.unique(corners + 0.0, axis=0)), "alike on both sides"
    for way in np.random.default_rng(1).normal(size=(20, 3)):
        reach = (pot.vertices @ way).max()
        assert (corners @ way).max() == pytest.approx(reach, abs=0.02 * np.linalg.norm(way))


def test_a_mesh_that_cannot_be_a_body_is_named(tmp_path):
    with pytest.raises(InputError, match="'plane' has no volume: it is 1 × 0 × 1, flat along y"):
        joined(supple.models.plane())
    with pytest.raises(InputError, match="'empty' has no triangles"):
        joined(Mesh.of(np.eye(3), np.zeros((0, 3)), name="empty"))
    with pytest.raises(InputError, match="'camera' shows no mesh"):
        joined(Node("camera"))
    with pytest.raises(InputError, match="cannot animate 3"):
        joined(3)
    torn = tmp_path / "torn.obj"
    torn.write_text("v 0 0 0\nv 1 0 nan\nv 0 2 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\nf 2 3 4\nf 1 3 4\n")
    with pytest.raises(supple.errors.SuppleError, match="nan"):
        joined(torn)


def test_vertices_that_no_face_uses_count_for_nothing():
    ball = supple.models.sphere().surface.parts[0]
    n = len(ball.vertices)
    stray = Part(
        np.concatenate([[[0.0, -2, 0]], ball.vertices]),
        ball.faces + 1,
        "ball",
        ball.look,
        uv=np.arange(2.0 * n + 2).reshape(-1, 2),
    )
    mesh, _ = joined(Mesh((stray, Part(np.eye(3), np.zeros((0, 3)), "points")), groups={"two": [0, 5]}))
    assert mesh.vertices == pytest.approx(ball.vertices)
    assert mesh.faces.tolist() == ball.faces.tolist()
    assert [p.name for p in mesh.parts] == ["ball"]
    assert mesh.parts[0].uv[0].tolist() == [2, 3]
    assert mesh.groups["two"].tolist() == [4]


def test_a_thin_rod_about_the_origin_does_not_stand_on_its_middle():
    rod = (np.indices((2, 2, 2)).reshape(3, -1).T - 0.5) * [0.01, 2, 0.01]
    assert up_axis(rod, ".obj").value == "y"
