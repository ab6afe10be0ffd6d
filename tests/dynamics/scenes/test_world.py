"""Worlds on the one step: a chain that lies in a pile, snapshots with contacts, equal bytes, one core or two."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import supple
from benchmarks.falling import Falling
from benchmarks.piles import DENSITY, EDGE, mixed, pile, places
from supple.dynamics.bodies.materials import Material

H, SIDE, LINKS = 2e-3, 0.1, 20
STUFF = Material("stuff", density=DENSITY, friction=1.0)


def heap(boxes: int) -> supple.World:
    world, box = supple.World(step=H), supple.models.box(width=EDGE, height=EDGE, depth=EDGE, resolution=1)
    for i, (at, turn) in enumerate(places(boxes, 0)):
        body = world.add(box, kind="rigid", material=STUFF, name=f"box {i}")
        q, _ = world.coordinates(body)
        q[:3], q[3:] = at, turn
    return world


def chain(world: supple.World):
    """Links in a line on the floor, each held by the end of the one before; the pairs of points."""
    link = supple.models.box(width=2 * SIDE, height=SIDE, depth=SIDE, resolution=1)
    joints, end = [], None
    for i in range(LINKS):
        x = 2 * SIDE * (i - (LINKS - 1) / 2)
        body = world.add(link, kind="rigid", material=STUFF, at=(x, 0.0, 0.1), name=f"link {i}")
        begin = body.point((x - SIDE, SIDE / 2, 0.1))
        if end is not None:
            world.attach(end, begin)
            joints.append((end, begin))
        end = body.point((x + SIDE, SIDE / 2, 0.1))
    return joints


def test_a_chain_that_lies_in_a_pile_holds_together():
    """Gaps of 1e-12 m, while boxes of 75 kg fall on links of 1.2 kg, and then lie on them; a link may turn."""
    world = heap(30)
    joints = chain(world)
    worst = 0.0
    for _ in range(150):
        world.step(20)
        worst = max(worst, *(np.abs(world.position(a) - world.position(b)).max() for a, b in joints))
    assert worst < 1e-12
    loaded = {each.a for each in world.contacts()} | {each.b for each in world.contacts()}
    pressed = [body for body in loaded if getattr(body, "name", "").startswith("link")]
    assert len(pressed) > LINKS / 2
    assert any(
        getattr(one, "name", "").startswith("box") and getattr(other, "name", "").startswith("link")
        for each in world.contacts() for one, other in ((each.a, each.b), (each.b, each.a))
    )  # fmt: skip
    assert np.abs(world.state.v.reshape(-1, 6)[:, :3]).max() < 0.05


def test_a_moment_with_contacts_comes_again():
    """The manifolds and their impulses are part of the moment: what follows is the same to the bit."""
    world = heap(12)
    chain(world)
    world.step(600)
    assert len(world.contacts()) > 20
    moment = world.snapshot()
    world.step(400)
    once = world.state.copy()
    world.rewind(moment)
    assert world.time == pytest.approx(600 * H)
    world.step(150)
    world.step(250)
    assert once.q.tobytes() == world.state.q.tobytes()
    assert once.v.tobytes() == world.state.v.tobytes()
    again = heap(12)
    chain(again)
    again.step(1000)
    assert once.q.tobytes() == again.state.q.tobytes()


def test_what_is_pushed_is_what_is_carried():
    world = heap(12)
    world.step(3000)
    weight = sum(body.mass for body in world.bodies) * 9.81
    floor = sum(each.force for each in world.contacts() if each.a == "floor")
    np.testing.assert_allclose(floor, (0, weight, 0), atol=1e-3 * weight)
    assert max(-each.gap for each in world.contacts()) < 5e-5


def test_a_run_tells_the_energy_and_the_force_of_every_body():
    """Found for all frames at once, as each body says by itself; the sum falls until all lies still."""
    world = heap(5)
    take = world.run(3.0, fps=20)
    total = np.zeros(len(take.times))
    for body in world.bodies:
        own = {name: take.data[f"run/bodies/{body.name}/{name}"] for name in ("q", "v", "energy", "force")}
        for frame in range(0, len(total), 7):
            q, v = own["q"][frame], own["v"][frame]
            height = 9.81 * body.mass * body.center(q)[1]
            assert own["energy"][frame] == pytest.approx(body.energy(q, v) + height, rel=1e-12)
            np.testing.assert_allclose(own["force"][frame], body.force(q, v), atol=1e-9)
        total += own["energy"]
    assert np.diff(total).max() < 1e-3 * total[0]
    assert total[-1] < 0.8 * total[0]


def told(things) -> bytes:
    falling = Falling(things)
    falling.step(1200)
    return falling.q.tobytes() + falling.v.tobytes()


@pytest.mark.parametrize("scene", [pile, mixed])
def test_two_threads_and_another_time_give_the_same_bytes(scene):
    things = scene(30, 5)
    alone = told(things)
    with ThreadPoolExecutor(2) as pool:
        both = list(pool.map(told, [things, things]))
    assert both == [alone, alone]


def test_steps_by_one_or_by_the_thousand_are_the_same_steps():
    one, many = Falling(pile(12, 2)), Falling(pile(12, 2))
    for _ in range(700):
        one.step(1)
    many.step(700)
    assert one.q.tobytes() == many.q.tobytes()
