"""Springs, dampers, rotors and dry friction at joints, and joints whose motion is given."""

import numpy as np
import pytest
from oracle import equation
from tree_at import TreeAt
from trees import G, chain, state, tree

from supple.errors import InputError
from supple.kinematics import Link, Passive, Skeleton
from supple.scene import Joint
from supple.spatial import conjugate, multiply, to_rotation_vector

PASSIVE = {"damping": 2.0, "stiffness": 30.0, "armature": 0.4}
H = 0.01


def stretched(skeleton, q):
    """How far each degree of freedom is from where its spring rests (nv,), a ball's as a rotation vector."""
    out, rest = np.zeros(skeleton.nv), skeleton.spring_rest
    for link in skeleton.links:
        at, by = skeleton.in_q(link.name), skeleton.in_v(link.name)
        if link.joint.turning:
            turn = to_rotation_vector(multiply(conjugate(rest[at][-4:]), q[at][-4:]))
            out[by] = [*(q[at][:-4] - rest[at][:-4]), *turn]
        else:
            out[by] = q[at] - rest[at]
    return out


@pytest.mark.parametrize("seed", range(6))
def test_springs_and_dampers_are_implicit_over_the_step(seed):
    """(M + h D + h² K) q̈ = τ − V − D q̇ − K (q + h q̇ − rest), by the dense matrices."""
    skeleton = tree(seed, 14, root=("free", "ball", "hinge")[seed % 3], passive=PASSIVE)
    at = TreeAt(skeleton, *state(skeleton, seed))
    D, K = skeleton.damping, skeleton.stiffness
    torque = np.random.default_rng(seed).normal(size=skeleton.nv)
    a, e = at.acceleration(H, torque), equation(skeleton, at.q, at.v, G, skeleton.armature)
    needed = torque - e.V - D * at.v - K * (stretched(skeleton, at.q) + H * at.v)
    expected = np.linalg.solve(e.M + np.diag(H * D + H * H * K), needed)
    np.testing.assert_allclose(a, expected, rtol=0, atol=1e-10 * np.abs(expected).max())
    assert np.abs(K).max() > 10


def test_rest_is_where_no_spring_pulls():
    turned = 0, 0, np.sin(0.4), np.cos(0.4)
    far = [
        Link("a", joint=Joint("ball"), mass=1, inertia=1, passive=Passive(stiffness=3.0, at=turned)),
        Link("b", "a", mass=1, inertia=1, passive=Passive(stiffness=2.0, at=0.5)),
    ]  # fmt: skip
    skeleton = Skeleton(far)
    at = TreeAt(skeleton, skeleton.spring_rest, np.zeros(4), gravity=np.zeros(3))
    assert np.abs(at.acceleration()).max() < 1e-15
    assert at.energy() == (0.0, 0.0)


def test_the_pull_of_springs_is_the_slope_of_their_energy():
    skeleton = tree(3, 8, root="ball", kinds=("hinge", "ball", "slide"), passive=PASSIVE)
    q, v = state(skeleton, 3)
    steps = 1e-3, 5e-4
    changes = []
    for h in steps:
        ahead, back = (TreeAt(skeleton, q, v, gravity=np.zeros(3)) for _ in range(2))
        for at, sign in ((ahead, 1), (back, -1)):
            at.flow(sign * h)
        changes.append((ahead.energy()[1] - back.energy()[1]) / (2 * h))
    power = skeleton.stiffness * stretched(skeleton, q) @ v
    assert abs((4 * changes[1] - changes[0]) / 3 - power) < 1e-7 * abs(power)


@pytest.mark.parametrize("seed", range(6))
def test_joints_that_are_given_move_as_asked_and_the_others_obey(seed):
    """Known accelerations in the same recursion: the rows of the free joints hold, the given ones are as asked."""
    skeleton, rng = tree(seed, 12, root=("free", "hinge")[seed % 2]), np.random.default_rng(seed)
    at = TreeAt(skeleton, *state(skeleton, seed))
    given = np.zeros(skeleton.nv, bool)
    for link in skeleton.links:
        given[skeleton.in_v(link.name)] = rng.random() < 0.5
    at.give(given, key := rng.normal(size=skeleton.nv))
    a, e = at.acceleration(), equation(skeleton, at.q, at.v, G)
    assert (a[given] == key[given]).all()
    size = np.abs(e.M) @ np.abs(a) + e.size
    assert (np.abs(e.M @ a + e.V)[~given] <= 1e-12 * size[~given]).all()
    assert 0 < given.sum() < skeleton.nv


@pytest.mark.parametrize("kind", ["hinge", "slide", "ball"])
@pytest.mark.parametrize("share", [0.0, 1e-6, 0.3, 0.9, 1.0])
def test_a_joint_that_is_partly_given_does_so_much_of_either(kind, share):
    """q̈ = s q̈_free + (1 − s) q̈_key, with springs and all."""
    link = Link(
        "a", joint=Joint(kind, (0.6, 0, 0.8)), mass=2, center=(0.1, 0.2, -0.1), inertia=(0.2, 0.3, 0.25),
        passive=Passive(damping=1.0, stiffness=5.0, armature=0.1),
    )  # fmt: skip
    skeleton = Skeleton([link])
    q, v = state(skeleton, 2)
    key = np.array([0.7, -0.2, 0.4])[: skeleton.nv]
    free = TreeAt(skeleton, q, v).acceleration(H)
    at = TreeAt(skeleton, q, v)
    at.arrays.physics[:], at.arrays.key[:] = share, key
    np.testing.assert_allclose(at.acceleration(H), share * free + (1 - share) * key, rtol=1e-13, atol=1e-13)


def test_what_hangs_on_given_joints_feels_them_as_if_they_were_driven():
    """Torques that drive joints along given accelerations, by inverse dynamics, make a free tree move the same."""
    skeleton = tree(7, 10, root="hinge")
    q, v = state(skeleton, 7)
    given = np.arange(skeleton.nv) < skeleton.nv // 2
    given[:] = np.repeat(
        [given[skeleton.in_v(x.name)].all() for x in skeleton.links], [x.joint.nv for x in skeleton.links]
    )
    at = TreeAt(skeleton, q, v)
    at.give(given, np.random.default_rng(7).normal(size=skeleton.nv))
    a = at.acceleration()
    torque = np.where(given, at.inverse_dynamics(a), 0.0)
    driven = TreeAt(skeleton, q, v).acceleration(torque=torque)
    np.testing.assert_allclose(driven, a, rtol=1e-9, atol=1e-9)


def test_dry_friction_stops_a_wheel_in_the_time_that_it_takes():
    """I ω̇ = −f: from ω₀ it stops after I ω₀/f, and stays."""
    wheel = Link("wheel", mass=1, inertia=0.2, passive=Passive(friction=0.5))
    at = TreeAt(Skeleton([wheel]), [0.0], [3.0], gravity=np.zeros(3))
    seconds, h = 0.2 * 3.0 / 0.5, 1e-3
    at.advance(h, round(0.5 * seconds / h))
    assert at.built.state.v[0] == pytest.approx(1.5, rel=2e-3)
    at.advance(h, round(0.6 * seconds / h))
    assert abs(at.built.state.v[0]) < 1e-3


def test_a_stiff_chain_is_bounded_by_implicit_springs():
    """Springs of 1e4 N m/rad on links of 0.1 kg at 4 ms, which an explicit step would blow up at once."""
    stiff = [link.but(passive=Passive(stiffness=1e4, damping=1.0)) for link in chain(10).links]
    skeleton = Skeleton(stiff)
    at = TreeAt(skeleton, skeleton.rest, state(skeleton, 1)[1])
    at.advance(4e-3, 1000)
    assert np.abs(at.built.state.q).max() < 0.1


def test_springs_that_differ_by_axis_in_a_ball_are_refused():
    odd = Link("a", joint=Joint("ball"), mass=1, inertia=1, passive=Passive(stiffness=(1.0, 2.0, 3.0)))
    with pytest.raises(InputError, match=r"'a': springs, .* the same about"):
        TreeAt(Skeleton([odd]), [0, 0, 0, 1.0], np.zeros(3))


def swung_against(limits, start, seconds, h, damping=0.0):
    rod = Link.rod(
        "rod",
        to=(0.5, 0, 0),
        mass=1,
        radius=0.02,
        limits=limits,
        rest=start,
        passive=Passive(damping=damping),
    )
    at = TreeAt(Skeleton([rod]), [start], [0.0], gravity=(0, -9.81, 0))
    q = []
    for _ in range(round(seconds / h)):
        at.advance(h, 1)
        q.append(float(at.built.state.q[0]))
    return at, np.array(q)


@pytest.mark.parametrize("h", [4e-3, 2e-3, 1e-3])
def test_limits_are_not_passed_and_no_energy_comes_of_them(h):
    """A rod falls on its lower limit: within 2°, it lies there, and its energy only falls."""
    at, q = swung_against((-0.5, 2.0), 1.5, 2.0, h)
    assert q.min() > -0.5 - np.radians(2)
    assert q[-1] == pytest.approx(-0.5, abs=1e-4)
    assert abs(at.built.state.v[0]) < 1e-6
    hit = int(np.argmin(q > -0.45))
    assert q[hit:].max() < -0.3


def test_a_limit_that_is_leant_on_answers_contacts_as_a_stiff_joint():
    """Rows see the limit: a push into it moves the tip far less than one without."""
    rod = Link.rod("rod", to=(0.5, 0, 0), mass=1, limits=(-0.5, 2.0))
    moved = []
    for q in (-0.5 - 1e-4, 0.0):
        at = TreeAt(Skeleton([rod]), [q], [0.0], gravity=(0, -9.81, 0))
        at.acceleration(2e-3)
        x = at.position(0, np.array([0.5, 0, 0]))
        Y = at.rows(0, x, np.eye(3))
        moved.append(np.abs(Y @ Y.T).max())
    assert moved[0] < moved[1] / 10
