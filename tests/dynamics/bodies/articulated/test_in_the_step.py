"""Trees in the one loop: in the air, touching, nailed, attached, on springs, among all other kinds."""

import numpy as np
import pytest
from run import Run
from trees import chain, state, tree

from supple.dynamics.bodies.articulated.energy import momentum as tree_momentum
from supple.dynamics.bodies.articulated.kind import articulated
from supple.dynamics.bodies.given import given
from supple.dynamics.bodies.registry import KINDS
from supple.dynamics.bodies.rigid import rigid
from supple.dynamics.integrators.step import prepare
from supple.dynamics.model.build import Geom
from supple.dynamics.model.components import Hold, Term
from supple.dynamics.model.geom_types import BOX, PLANE
from supple.dynamics.model.link_shapes import link_shapes
from supple.kinematics import Inertia, Link, Shape, Skeleton
from supple.scene import Joint

G = 9.81


def test_a_chain_swings_with_the_order_of_the_step():
    """Semi-implicit Euler: the error at 0.5 s falls with h, against the same at a tenth of the step."""

    def ends(h):
        skeleton = chain(4)
        run = Run([articulated(skeleton, np.array([0.3, -0.5, 0.2, 0.4]))])
        return run.step(round(0.5 / h), h).built.state.q

    steps = np.array([2e-3, 1e-3, 5e-4])
    exact = 2 * ends(1e-5) - ends(2e-5)
    errors = [np.abs(ends(h) - exact).max() for h in steps]
    order = np.polyfit(np.log(steps), np.log(errors), 1)[0]
    assert 0.9 < order < 1.15


def test_momentum_of_a_free_tree_drifts_with_the_order_of_the_step():
    skeleton, drifts = tree(3, 8, ratio=4.0, kinds=("hinge", "ball")), []
    q, v = state(skeleton, 3)
    for h in (2e-4, 1e-4):
        run = Run([articulated(skeleton, q, 0.3 * v)], gravity=(0, 0, 0))
        before = momentum(run)
        drifts.append(np.abs(momentum(run.step(round(0.4 / h), h)) - before).max())
    assert 1.7 < drifts[0] / drifts[1] < 2.3


def momentum(run):
    b, out = run.built, np.zeros(6)
    b.bound(prepare)(b.model, b.state, b.work)
    tree_momentum(b.model.articulated, 0, b.state.q, b.state.v, b.work.room, out)
    return out


BALL = Shape("sphere", 0.1)
ROD = Shape(
    "capsule", (0.05, 0.15), offset=(0.2, 0, 0), rotation=(0, 0, np.sin(np.pi / 4), np.cos(np.pi / 4))
)


def arm(links=3, root="free", joint="ball", at=(0, 1, 0)):
    """Capsules of 0.4 m and 1 kg end to end along x."""
    made = [Link.rod("0", to=(0.4, 0, 0), mass=1.0, radius=0.05, joint=Joint(root), offset=at)]
    made += [
        Link.rod(
            str(k), str(k - 1), to=(0.4, 0, 0), mass=1.0, radius=0.05, joint=Joint(joint), offset=(0.4, 0, 0)
        )
        for k in range(1, links)
    ]
    return Skeleton([link.but(shapes=[ROD]) for link in made])


def test_an_arm_lies_down_on_the_floor_and_its_weight_is_borne():
    skeleton = arm(at=(0, 0.5, 0))
    geoms, apart = link_shapes(skeleton, 0, first=1)
    run = Run([articulated(skeleton)], [Geom(PLANE, friction=0.8), *geoms], apart=apart)
    run.step(1500)
    contacts = run.built.state.contacts
    lift = sum(contacts.impulse[p, : contacts.points[p], 1].sum() for p in range(contacts.slots[0])) / 2e-3
    assert lift == pytest.approx(3 * G, rel=1e-5)
    assert np.abs(run.built.state.v).max() < 1e-6


def test_links_that_are_no_neighbors_meet_and_neighbors_do_not():
    """A chain folded back on itself: its third link lies on its first, held by the contact alone."""
    skeleton = arm(3, root="fixed", joint="hinge", at=(0, 0.5, 0))
    geoms, apart = link_shapes(skeleton, 0)
    assert apart == {(0, 1), (1, 2)}
    run = Run(
        [articulated(skeleton, np.array([1.6, 1.6]), [1.0, 1.0])], geoms, apart=apart, gravity=(0, 0, 0)
    )
    met = set()
    for _ in range(500):
        run.step()
        contacts = run.built.state.contacts
        met |= {
            tuple(contacts.pair[p].tolist()) for p in range(contacts.slots[0]) if contacts.impulse[p].any()
        }
        assert run.built.work.sums[5] > -2e-3
    assert met == {(0, 2)}
    assert run.built.state.q.sum() < 4.4


def other_kind(kind, at):
    if kind == "tree":
        return articulated(arm(2, at=at))
    if kind == "given":
        return given(np.array([*at, 0, 0, 0, 1.0]))
    return rigid(Inertia(2.0, np.zeros(3), 0.02 * np.eye(3)), at)


def bent(skeleton):
    """Its balls turned by half a radian about z, and less about y: no chain is stretched out, where rows depend."""
    return skeleton.from_angles(np.tile([0.3, 0.0, 0.5], skeleton.nv // 3))


def end(skeleton, q, link, at=0.4):
    return skeleton.frames(q)[link] @ [at, 0, 0, 1] @ np.eye(4)[:, :3]


@pytest.mark.parametrize("kind", ["tree", "rigid", "given"])
@pytest.mark.parametrize("frequency", [np.inf, 20.0], ids=["held", "spring"])
def test_an_attachment_to_any_kind_holds(kind, frequency):
    """A link's end and another body's origin stay together, to round-off where exact, as a spring else."""
    skeleton = arm(3, root="fixed", at=(0, 2, 0))
    q = bent(skeleton)
    body = other_kind(kind, tuple(end(skeleton, q, 2)))
    holds = [Hold((Term(0, (0.4, 0, 0), link=2), Term(1, (0, 0, 0), -1.0)))]
    run = Run([articulated(skeleton, q), body], holds=holds)
    run.plan = run.plan._replace(frequency=np.full((1, 1), frequency))
    worst = 0.0
    for _ in range(30):
        run.step(10)
        worst = max(worst, np.abs(gap(run, holds[0])).max())
    assert worst < (1e-12 if frequency == np.inf else 0.3)
    assert np.isfinite(run.built.state.v).all()
    if kind != "given":
        assert np.abs(run.built.state.v).max() > 0.1


def gap(run, hold):
    b, total = run.built, np.zeros(3)
    for term in hold.terms:
        x, body = np.zeros(3), b.model.bodies
        kind = KINDS[type_of(b, term.body)]
        q = b.state.q[body.q[term.body] : body.q[term.body + 1]]
        room = b.work.room[body.room[term.body] : body.room[term.body + 1]]
        arrays, row = getattr(b.model, kind.name), int(body.row[term.body])
        kind.kernels["pose"](arrays, row, q, room)
        kind.kernels["point"](arrays, row, q, room, term.link, np.array(term.at, float), x)
        total += term.weight * x
    return total


def type_of(built, b):
    names = [f for f in built.model._fields if f in ("rigid", "linear", "given", "articulated")]
    return names[int(built.model.bodies.kind[b])]


def test_a_loop_of_one_tree_is_closed():
    """Both ends of a chain on nails, and its middle tied to its first link: equalities within one body."""
    skeleton = arm(4, root="ball", at=(0, 2, 0))
    holds = [
        Hold((Term(0, (0.4, 0, 0), link=3),)),
        Hold((Term(0, (0.2, 0, 0), link=0), Term(0, (0.2, 0, 0), -1.0, link=3)), distance=True),
    ]
    q = bent(skeleton)
    far = float(np.linalg.norm(end(skeleton, q, 0, 0.2) - end(skeleton, q, 3, 0.2)))
    targets = np.array([end(skeleton, q, 3), (far, 0, 0)])
    run = Run([articulated(skeleton, q)], holds=holds, targets=targets)
    for _ in range(40):
        run.step(10)
        assert np.abs(gap(run, holds[0]) - targets[0]).max() < 1e-12
        assert abs(np.linalg.norm(gap(run, holds[1])) - far) < 1e-12
    assert np.abs(run.built.state.v).max() > 0.01


@pytest.mark.parametrize("kind", ["tree", "rigid"])
def test_what_collides_in_space_keeps_momentum(kind):
    """A swinging arm hits another body: the sum of momenta is kept to what the arm's own step loses."""
    skeleton = arm(3, at=(0, 0, 0))
    v = np.zeros(skeleton.nv)
    v[0] = 2.0
    bodies = [articulated(skeleton, v=v)]
    geoms, apart = link_shapes(skeleton, 0)
    if kind == "tree":
        second = arm(2, at=(1.6, 0.02, 0.03))
        bodies.append(articulated(second))
        more, both = link_shapes(second, 1, first=len(geoms))
        geoms, apart = geoms + more, apart | both
    else:
        bodies.append(rigid(Inertia(2.0, np.zeros(3), 0.02 * np.eye(3)), (1.6, 0.02, 0.03)))
        geoms = [*geoms, Geom(BOX, (0.2, 0.2, 0.2), body=1)]
    run = Run(bodies, geoms, apart=apart, gravity=(0, 0, 0))
    before = total_momentum(run)
    run.step(400)
    assert run.built.work.sums[1] > 0
    np.testing.assert_allclose(total_momentum(run)[3:], before[3:], atol=1e-2)
    assert abs(run.built.state.v[run.built.model.bodies.v[1]]) > 0.1


def total_momentum(run):
    b, total = run.built, np.zeros(6)
    b.bound(prepare)(b.model, b.state, b.work)
    for k in range(len(b.model.bodies.kind)):
        q, v = (getattr(b.state, n)[slice(*getattr(b.model.bodies, n)[k : k + 2])] for n in "qv")
        if type_of(b, k) == "articulated":
            out = np.zeros(6)
            room = b.work.room[slice(*b.model.bodies.room[k : k + 2])]
            tree_momentum(b.model.articulated, int(b.model.bodies.row[k]), q, v, room, out)
        else:
            out = np.append(np.cross(q[:3], 2 * v[:3]) + 0.02 * v[3:], 2 * v[:3])
        total += out
    return total


def test_the_air_takes_its_share_of_all_velocities():
    """A free tree without weight whose links turn as one keeps its motion but for e^(−d t)."""
    skeleton = arm(3, at=(0, 1, 0))
    v = np.zeros(skeleton.nv)
    v[:3] = 1.0, 2.0, -1.0
    run = Run([articulated(skeleton, v=v, drag=0.5)], gravity=(0, 0, 0)).step(500, 1e-3)
    np.testing.assert_allclose(run.built.state.v[:3], v[:3] * np.exp(-0.25), rtol=2e-4)
