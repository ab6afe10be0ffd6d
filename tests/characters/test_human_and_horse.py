"""Bodies made by code: what they weigh, how they are joined, and what their skin does at a bend."""

import numpy as np
import pytest
from scipy import sparse

from supple.characters import human, quadruped
from supple.errors import InputError
from supple.motion import Clip, Track
from supple.scene import record
from supple.spatial import from_axis_angle

from .volume import volume_within

BEND = np.radians(120)


@pytest.fixture(scope="module")
def man():
    return human()


@pytest.fixture(scope="module")
def horse():
    return quadruped()


def bent(character, *joints, angle=BEND):
    """Vertices of the skin with hinges turned by an angle."""
    clip = Clip()
    for joint in joints:
        node = character.figure.node(joint)
        turn = from_axis_angle(node.joint.freedoms[0].axis, angle)
        clip[f"{joint}.rotation"] = Track.sampled([0, 1], np.array([turn, turn]), "rotation")
    take = record(character.figure.scene, clip, seconds=1, fps=1)
    return take.world_vertices("body")[-1]


def edges(vertices, a, b):
    return np.linalg.norm(vertices[a] - vertices[b], axis=1)


def standing(character, joint):
    """By how much a limb is bent at rest at a joint [rad]."""
    node = character.figure.node(joint)
    below = next(child for child in node.children if child.joint is not None)
    above = node.translation if np.linalg.norm(node.translation) else node.parent.translation
    cosine = above @ below.translation / np.linalg.norm(above) / np.linalg.norm(below.translation)
    return np.arccos(cosine)


@pytest.mark.feature("C-25", "DV-06")
def test_the_human_has_24_freedoms_and_measured_segments(man):
    """Shares of mass of Winter's table 4.1, of length of Drillis & Contini's; both sides alike."""
    skeleton = man.skeleton
    assert skeleton.nv == 24
    assert skeleton.mass == pytest.approx(23 * 1.75**2)
    shares = {link.name: link.mass / skeleton.mass for link in skeleton.links}
    assert sum(shares.values()) == pytest.approx(1)
    for name, share in (
        ("hips", 0.142),
        ("spine", 0.355),
        ("arm.R", 0.028),
        ("leg.L", 0.1),
        ("knee.R", 0.061),
    ):
        assert shares[name] == pytest.approx(share)
    rest = {name: skeleton.position(name, skeleton.rest) for name in skeleton.places}
    for a, b, share in (
        ("leg.L", "knee.L", 0.245),
        ("arm.R", "elbow.R", 0.186),
        ("elbow.L", "hand.L", 0.146),
    ):
        assert np.linalg.norm(rest[a] - rest[b]) == pytest.approx(share * 1.75, rel=0.01)
    for name in rest:
        if name.endswith(".L"):
            np.testing.assert_allclose(rest[f"{name[:-1]}R"], rest[name] * [-1, 1, 1], atol=1e-12)


def test_the_links_are_where_the_joints_are(man, horse):
    for character in (man, horse):
        frames = character.skeleton.frames(character.skeleton.rest)
        for link, frame in zip(character.skeleton.links, frames, strict=True):
            np.testing.assert_allclose(
                frame[:3, 3], character.figure.node(link.name).world[:3, 3], atol=1e-12
            )


@pytest.mark.parametrize("who", ["man", "horse"])
def test_the_body_is_one_closed_surface_in_colors(who, request):
    character = request.getfixturevalue(who)
    mesh = character.figure.scene["body"].surface
    assert 3000 <= len(mesh.vertices) <= 32000
    assert mesh.watertight
    assert len({part.look.color for part in mesh.parts}) >= 5
    _, which = np.unique(np.round(mesh.vertices, 9), axis=0, return_inverse=True)
    pairs = which.reshape(-1)[mesh.faces][:, [0, 1, 1, 2]].reshape(-1, 2)
    links = sparse.coo_array((np.ones(len(pairs)), pairs.T), shape=(which.max() + 1,) * 2)
    assert sparse.csgraph.connected_components(links, directed=False)[0] == 1
    assert mesh.bounds[0, 1] == pytest.approx(0, abs=2e-3)


def test_the_skin_fits_at_rest_and_hangs_on_few_joints(man, horse):
    for character in (man, horse):
        node = character.figure.scene["body"]
        np.testing.assert_allclose(node.rest_vertices, node.surface.vertices, atol=1e-12)
        np.testing.assert_allclose(node.surface.weights.sum(axis=1), 1)
        assert node.surface.weights.shape[1] == 4


@pytest.mark.parametrize(
    ("who", "joint", "radius"),
    [
        ("man", "knee.L", 0.11),
        ("man", "elbow.R", 0.07),
        ("horse", "wrist.R", 0.09),
        ("horse", "elbow.L", 0.14),
        ("horse", "knee.L", 0.16),
        ("horse", "hock.R", 0.10),
    ],
)
def test_a_bend_of_120_degrees_keeps_the_volume_and_does_not_tear(who, joint, radius, request):
    """The volume in a ball of about two radii of the limb around the joint, before and after; overlaps count once.

    The limb is bent by 120° from straight; a horse's elbow, stifle and hock stand bent already.
    """
    character = request.getfixturevalue(who)
    mesh = character.figure.scene["body"].surface
    after = bent(character, joint, angle=BEND - standing(character, joint))
    center = character.figure.node(joint).world[:3, 3]
    before = volume_within(mesh.vertices, mesh.faces, center, radius)
    assert volume_within(after, mesh.faces, center, radius) >= 0.8 * before
    assert mesh.with_vertices(after).watertight
    a, b = mesh.faces[:, [0, 1, 2]].reshape(-1), mesh.faces[:, [1, 2, 0]].reshape(-1)
    long = edges(mesh.vertices, a, b) > 0.002
    assert (edges(after, a, b) / edges(mesh.vertices, a, b))[long].max() < 4


def test_helpers_share_half_of_a_turn(man):
    """Without them a knee at 120° is a fold: the test above fails, as this one shows."""
    scene = man.figure.scene.copy()
    for node in scene.walk():
        node.share = None
    mesh, center = scene["body"].surface, scene["knee.L"].world[:3, 3]
    turn = from_axis_angle((1, 0, 0), BEND)
    clip = Clip({"knee.L.rotation": Track.sampled([0, 1], np.array([turn, turn]), "rotation")})
    stiff = record(scene, clip, seconds=1, fps=1).world_vertices("body")[-1]
    before, after = (volume_within(v, mesh.faces, center, 0.11) for v in (mesh.vertices, stiff))
    with_help = volume_within(bent(man, "knee.L"), mesh.faces, center, 0.11)
    assert after < with_help - 0.05 * before


def test_what_bends_one_side_bends_the_other_as_in_a_mirror(man):
    left, right = bent(man, "elbow.L", angle=1.0), bent(man, "elbow.R", angle=1.0)
    mesh = man.figure.scene["body"].surface
    hands = [v[np.abs(mesh.vertices[:, 0]) > 0.55] for v in (left, right)]
    for vertices, side in zip(hands, (1, -1), strict=True):
        moved = vertices[vertices[:, 0] * side > 0]
        assert moved[:, 2].max() > 0.25  # forward
    np.testing.assert_allclose(np.sort(left[:, 2])[-50:], np.sort(right[:, 2])[-50:], atol=2e-3)


def test_size_and_mass_are_as_asked_for():
    small = human(height=1.0, mass=20, shirt="#00ff00")
    assert small.skeleton.mass == pytest.approx(20)
    low, high = small.figure.scene["body"].surface.bounds[:, 1]
    assert high - low == pytest.approx(1.0, rel=0.03)
    assert small.figure.scene["body"].surface.part("shirt").look.color == (0, 1, 0, 1)
    np.testing.assert_allclose(small.figure.node("knee.L").world[1, 3], 0.285)
    assert quadruped(height=1.0).skeleton.mass == pytest.approx(130)


@pytest.mark.parametrize("make", [human, quadruped])
def test_bad_sizes_are_refused(make):
    with pytest.raises(InputError, match="height=-1"):
        make(height=-1)
    with pytest.raises(InputError, match="mass=0"):
        make(mass=0)
