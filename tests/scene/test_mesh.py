import numpy as np
import pytest

from supple.errors import InputError, UnknownNameError
from supple.scene import Look, Mesh, Part, rgba
from supple.scene.look import linear_from_srgb, srgb_from_linear
from supple.spatial import compose, from_axis_angle

CORNERS = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], dtype=float)
SIDES = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
FACES = np.array([t for a, b, c, d in SIDES for t in ((a, b, c), (a, c, d))])


def cube(scale=1.0, name="cube"):
    return Mesh.of(CORNERS * scale, FACES, name=name)


def test_unit_cube_is_closed_and_has_volume_one():
    assert cube().watertight
    assert cube().volume == pytest.approx(1.0, abs=1e-15)


def test_a_missing_face_and_a_flipped_face_are_both_open():
    assert not Mesh.of(CORNERS, FACES[1:]).watertight
    flipped = FACES.copy()
    flipped[0] = flipped[0, ::-1]
    assert not Mesh.of(CORNERS, flipped).watertight


def test_a_face_given_twice_is_not_closed():
    assert not Mesh.of(CORNERS, np.concatenate([FACES, FACES[:1]])).watertight


def test_split_vertices_at_one_place_still_close():
    soup = Mesh.of(CORNERS[FACES].reshape(-1, 3), np.arange(36).reshape(-1, 3))
    assert soup.watertight


def test_volume_scales_with_the_determinant_and_a_mirror_keeps_it_positive():
    turn = from_axis_angle((1, 2, 3), 0.7)
    moved = cube().transformed(compose((1, 2, 3), turn, (2.0, 3.0, 0.5)))
    assert moved.volume == pytest.approx(3.0, rel=1e-12)
    mirrored = cube().transformed(compose((0, 0, 0), turn, (-1.0, 1.0, 1.0)))
    assert mirrored.volume == pytest.approx(1.0, rel=1e-12)
    assert mirrored.watertight


def test_given_normals_turn_with_the_surface_under_uneven_scale():
    slope = Part(np.array([[0, 0, 0], [1, 0, 0], [0, 1, -1.0]]), np.array([[0, 1, 2]]))
    normals = np.tile(np.array([0, 1, 1]) / np.sqrt(2), (3, 1))
    for scale in ((1, 2, 1), (1, -2, 1)):
        part = Part(slope.vertices, slope.faces, normals=normals).transformed(np.diag([*scale, 1.0]))
        np.testing.assert_allclose(part.normals, Part(part.vertices, part.faces).shading_normals, atol=1e-12)


def test_parts_are_runs_of_one_vertex_array():
    both = Mesh((cube(name="a").parts[0], cube(2.0, "b").parts[0]), groups={"tip": np.array([3])})
    assert len(both.vertices) == 16
    np.testing.assert_array_equal(both.vertices[both.indices("b")], CORNERS * 2)
    np.testing.assert_array_equal(both.indices("tip"), [3])
    assert both.faces.max() == 15
    with pytest.raises(UnknownNameError, match=r"'c'.*There are: a, b, tip"):
        both.indices("c")


def test_shape_is_linear_in_its_weights():
    up, wide = np.zeros((8, 3)), np.zeros((8, 3))
    up[:, 1], wide[:, 0] = 1, CORNERS[:, 0]
    mesh = Mesh(cube().parts, targets={"up": up, "wide": wide})
    np.testing.assert_allclose(mesh.shape([0.5, 2.0]), CORNERS + 0.5 * up + 2 * wide)
    assert mesh.shape(np.zeros((4, 2))).shape == (4, 8, 3)
    np.testing.assert_array_equal(cube().shape(np.zeros((3, 0)))[2], CORNERS)


@pytest.mark.parametrize(
    ("vertices", "faces", "message"),
    [
        ([[0, 0, float("nan")]], [], r"entry \[0, 2\] is nan"),
        ([[0, 0, 0]], [[0, 1, 2]], r"0…2, but there are only 1"),
        ([[0, 0]], [], r"expected shape \(n, 3\), got \(1, 2\)"),
    ],
)
def test_bad_meshes_say_what_is_wrong(vertices, faces, message):
    with pytest.raises(InputError, match=message):
        Mesh.of(vertices, faces)


def test_a_target_of_the_wrong_length_is_named():
    with pytest.raises(InputError, match=r"target 'up' of mesh 'cube': expected shape \(8, 3\)"):
        Mesh(cube().parts, "cube", targets={"up": np.zeros((7, 3))})


def test_colors_are_linear_inside():
    assert rgba("#808080")[0] == pytest.approx(0.2158605, abs=1e-6)
    x = np.linspace(0, 1, 257)
    np.testing.assert_allclose(srgb_from_linear(linear_from_srgb(x)), x, atol=1e-7)
    assert Look().painted("red").color == (1.0, 0.0, 0.0, 1.0)
    with pytest.raises(InputError, match="unknown color 'tomatoe'"):
        rgba("tomatoe")
    with pytest.raises(InputError, match=r"three or four numbers in \[0, 1\]"):
        rgba((0, 0, 2))
