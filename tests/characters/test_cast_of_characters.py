"""Lamp, hopper, particle, and what a user makes: they weigh, stand and hold together as they should."""

import numpy as np
import pytest
from scipy.spatial import cKDTree

import supple
from supple.characters import Base, KeepOut, Muscle, SymbolicCharacter, hopper, lamp, particle
from supple.errors import InputError, UnknownNameError
from supple.kinematics import Link
from supple.kinematics.symbolic import Mechanism

G = np.array([0.0, -9.81, 0.0])
CLEAR = 0.01


@pytest.fixture(scope="module")
def flat():
    return lamp()


def poses_within(character, n, seed=0):
    """Random poses that keep joint limits and keep-outs, standing at the origin."""
    rng = np.random.default_rng(seed)
    low, high = character.limits[character.nq - 3 :].T
    q = np.zeros((4 * n, character.nq))
    q[:, -3:] = rng.uniform(low, high, (4 * n, 3))
    clear = character.clearance.map(len(q))(q.T).full().min(axis=0) >= 0
    return q[clear][:n]


def holding(character):
    still = np.zeros(character.nq)
    return character.lagrangian.inverse(character.rest_pose, still, still, character.parameters, G).full()[
        :, 0
    ]


def test_the_lamp_weighs_most_in_its_base(flat):
    share = {name: body.mass / flat.mass for name, body in flat.skeleton.bodies.items()}
    assert sum(share.values()) == pytest.approx(1)
    assert 0.3 < share["base"] < 0.55
    assert max(share, key=share.__getitem__) == "base"
    assert 0.15 < share["head"] < share["base"]


def test_the_lamp_stands(flat):
    front, back = (flat.skeleton.position(p, flat.rest_pose)[0] for p in flat.base.points)
    assert back < flat.center(flat.rest_pose)[0] < front
    assert min(flat.skeleton.position(p, flat.rest_pose)[1] for p in flat.floor_points) == 0


def test_muscles_are_several_times_what_holds_the_rest_pose(flat):
    hold = np.abs(holding(flat))[list(flat.joints)]
    assert (flat.torque_limits > 3 * hold).all()
    np.testing.assert_array_equal(flat.actuation[3:], np.eye(3))


def test_a_heavy_base_makes_stronger_muscles(flat):
    heavy = lamp(base_mass=4)
    gained = heavy.skeleton.link("base").mass / flat.skeleton.link("base").mass
    assert gained == pytest.approx(4)
    np.testing.assert_allclose(
        heavy.torque_limits / flat.torque_limits, heavy.mass / flat.mass, err_msg="limits scale with weight"
    )


def test_in_space_the_lamp_swivels_and_is_the_same_lamp():
    solid = lamp(plane=False)
    assert solid.nq == 10
    assert solid.base.points == ("base.front", "base.back", "base.left", "base.right")
    q = solid.skeleton.pose(swivel=np.pi / 2)
    light, straight = (solid.skeleton.position("head.light", pose) for pose in (q, solid.rest_pose))
    np.testing.assert_allclose(light, [0, straight[1], -straight[0]], atol=1e-12)
    left, right = (solid.skeleton.position(f"base.{side}", solid.rest_pose) for side in ("left", "right"))
    assert left[2] == -right[2] < 0, "left of one who looks to +X, Y up, is -Z"


def surface(character, node, part=None):
    mesh = next(n for n in character.model.walk() if n.name == node).surface
    return mesh.vertices if part is None else mesh.part(part).vertices


def test_the_shade_keeps_clear_of_base_and_arms(flat):
    """In every pose within limits and keep-outs; distances between vertices, arms filled in along their rods."""
    q = poses_within(flat, 120)
    assert len(q) == 120
    frames, shade = flat.skeleton.frames(q), surface(flat, "head", "shade")
    for link in ("base", "swivel", "arm.lower", "arm.upper"):
        solid = [surface(flat, link)]
        if "arm" in link:
            solid += [surface(flat, link, "rods") * [1, share, 1] for share in np.linspace(0.05, 1, 20)]
        tree = cKDTree(np.concatenate(solid))
        seen = np.linalg.inv(frames[link]) @ frames["head"]
        x = shade @ seen[:, :3, :3].transpose(0, 2, 1) + seen[:, None, :3, 3]
        assert tree.query(x.reshape(-1, 3), distance_upper_bound=2 * CLEAR)[0].min() > CLEAR, link


def test_without_its_keep_outs_the_shade_would_meet_an_arm(flat):
    """Poses within the joint limits alone are not enough: some keep-out is violated by many of them."""
    low, high = flat.limits[3:].T
    q = np.zeros((500, 6))
    q[:, 3:] = np.random.default_rng(1).uniform(low, high, (500, 3))
    worst = flat.clearance.map(500)(q.T).full().min(axis=0)
    assert 0.05 < (worst < 0).mean() < 0.5
    assert flat.clearance(flat.rest_pose).full().min() > 0.1


def test_floor_points_are_the_lowest_of_the_lamp(flat):
    """With the base tilted up to 40°, no vertex is more than 2 mm below the lowest of them."""
    q = poses_within(flat, 200, seed=2)
    q[:, 2] = np.random.default_rng(3).uniform(-0.7, 0.7, len(q))
    frames = flat.skeleton.frames(q)
    lowest = np.min(
        [
            (frames[n.name][:, 1, :3] @ n.surface.vertices.T + frames[n.name][:, 1, 3:]).min(axis=1)
            for n in flat.model.walk()
            if n.mesh
        ],
        axis=0,
    )
    points = np.min([flat.skeleton.position(p, q)[:, 1] for p in flat.floor_points], axis=0)
    assert (points - lowest).max() < 2e-3


def test_the_hopper_stands_on_one_foot():
    character = hopper()
    front, back = (character.skeleton.position(p, character.rest_pose)[0] for p in character.base.points)
    assert back < character.center(character.rest_pose)[0] < front
    assert character.model.bounds[1, 1] == pytest.approx(0.8)
    assert (character.torque_limits > 4 * np.abs(holding(character))[3:]).all()


def test_a_particle_is_newtons_second_law():
    jet = particle(3.0)
    np.testing.assert_allclose(
        jet.lagrangian.inverse([1, 2, 3], [4, 5, 6], [7, 8, 9], [], G).full()[:, 0], [21, 24 + 29.43, 27]
    )
    assert np.isinf(jet.torque_limits).all()


def a_walker():
    leg = dict(mass=1.0, to=(0, 0.4, 0), radius=0.03)
    links = [
        Link("sole", mass=0.5, center=(0, 0.02, 0), inertia=0.01),
        Link.rod("shin", "sole", limits=(-1, 1), rest=-0.3, **leg),
        Link.rod("thigh", "shin", offset=(0, 0.4, 0), limits=(0, 2), rest=0.6, **leg),
    ]
    ends = {"toe": ("sole", (0.1, 0, 0)), "heel": ("sole", (-0.1, 0, 0))}
    muscles = [Muscle("shin", 20), Muscle("thigh", 20)]
    return SymbolicCharacter(
        "walker", Mechanism(links, points=ends), muscles=muscles, base=Base("sole", "toe", "heel")
    )


def test_a_users_own_chain_in_a_dozen_lines():
    walker = a_walker()
    take = walker.take([0, 1], [walker.rest_pose, walker.skeleton.pose(x=1, thigh=1.0)], notes={0.5: "half"})
    assert [n.text for n in take.notes] == ["half"]
    np.testing.assert_allclose(
        take.position("thigh")[1], walker.skeleton.position("thigh", walker.skeleton.pose(x=1))
    )
    assert all(n.mesh.watertight for n in take.scene.walk() if n.mesh)


def test_a_take_shows_the_model_where_the_skeleton_is(flat):
    q = poses_within(flat, 3)
    q[:, :3] = [[0, 0, 0], [0.4, 0.3, 0.5], [0.9, 0.1, -0.4]]
    channel = supple.scene.Channel(np.arange(3.0), "N")
    take = flat.take([0, 0.5, 1], q, channels={"push": channel})
    for name in ("base", "arm.upper", "head"):
        np.testing.assert_allclose(take.world(name), flat.skeleton.frames(q)[name], atol=1e-12)
    np.testing.assert_allclose(
        take.position("head.light"), flat.skeleton.position("head.light", q), atol=1e-12
    )
    assert take.channels["push"].unit == "N"
    assert max(take.scene["head"].surface.part("bulb").look.emission) > 0


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"muscles": [Muscle("hip", 3)]}, "joint of .*'hip'.*shin"),
        ({"base": Base("foot", "toe", "heel")}, "link of .*'foot'.*sole"),
        ({"base": Base("sole", "nose", "heel")}, "point of .*'nose'.*toe"),
        ({"floor_points": ["ear"]}, "point of .*'ear'"),
        ({"keep_out": [KeepOut("toe", "arm", np.ones(3), 0)]}, "link of .*'arm'"),
    ],
)
def test_names_that_nothing_carries_are_said(options, words):
    with pytest.raises(UnknownNameError, match=words):
        SymbolicCharacter("x", a_walker().skeleton, **options)


def test_bad_numbers_are_said(flat):
    with pytest.raises(InputError, match="base_mass=0"):
        lamp(base_mass=0)
    with pytest.raises(InputError, match="limit of -1"):
        Muscle("knee", -1)
    with pytest.raises(InputError, match=r"expected shape \(2, 6\), got \(3, 6\)"):
        flat.take([0, 1], np.zeros((3, 6)))
    with pytest.raises(UnknownNameError, match="point of 'lamp': 'nose'"):
        flat.point("nose")
