"""What a console shows of worlds, bodies, handles, points and takes: what they are, in one short line."""

import numpy as np
import pytest

import supple
from supple.dynamics import lattice_body
from supple.dynamics.legacy.world import PUBLIC


@pytest.fixture(scope="module")
def world():
    world = supple.World()
    ball = world.add(supple.models.sphere(), material="rubber", at=(1, 1, 0), name="ball")
    world.add(supple.models.lamp(), at=(0, 0, 0))
    world.add(supple.models.box(), kind="rigid", material="wood", at=(-1, 1, 0), name="crate")
    world.nail(ball.point("top"))
    return world


def test_each_says_what_it_is_in_one_line(world):
    take = world.run(0.1, name="hang")
    ball = world["ball"]
    lines = {
        repr(world): "World at 0.1 s: 2 bodies (ball, crate), 1 figure (lamp)",
        repr(ball): "<affine body 'ball' of rubber, ",
        repr(world["crate"]): "<rigid body 'crate' of wood, ",
        repr(world["head"].figure): "<figure 'lamp': 5 bodies (base, ",
        repr(world.handles[-1]): "<nail ball.top>",
        repr(ball.point("top")): "<point ball.top>",
        repr(take): "<Take 'hang': 0.1 s, 7 frames at 60 a second; moving ball, ",
        repr(world.snapshot()): "<moment at 0.1 s",
        repr(world.state): "<State at 0.1 s: ",
        repr(take.scene): "<scene of ball, ",
        repr(ball.node): "<node 'ball', ",
        repr(ball.node.mesh): "<mesh 'sphere': ",
    }
    for line, what in lines.items():
        assert what in line, line
        assert len(line) < 250, line
        assert "\n" not in line
        assert "object at 0x" not in line, line


@pytest.mark.parametrize(
    ("kind", "said"), [("auto", "affine"), ("quadratic",) * 2, ("cubic",) * 2, ("rigid",) * 2]
)
def test_a_body_says_which_kind_was_chosen(kind, said):
    body = supple.World().add(supple.models.box(), kind=kind)
    assert body.kind == said
    assert repr(body).startswith(f"<{said} body 'box'")


def test_bodies_in_no_world_and_of_other_kinds_say_so():
    pot = lattice_body(supple.models.teapot(), ["squash.y"], contacts=20)
    assert repr(pot).startswith("<lattice body 'teapot' of ")
    assert repr(pot).endswith("in no world>")
    assert repr(supple.characters.lamp()).startswith("<symbolic body 'lamp' of ")


def test_a_body_says_where_it_is_now():
    world = supple.World(floor=None)
    ball = world.add(supple.models.sphere(), at=(0, 2, 0))
    assert repr(ball).endswith("at (0, 2, 0) m>")
    world.step(200)
    assert repr(ball).endswith(f"at (0, {world.position(ball)[1]:.4g}, 0) m>")


def test_a_handle_says_how_it_holds():
    world = supple.World()
    box = world.add(supple.models.box(), at=(0, 1, 0), kind="rigid")
    pin = world.nail(box.point("top"))
    pin.strength = 0.25
    assert repr(pin) == "<nail box.top, strength 0.25>"
    pin.strength = supple.keys({0: 1, 1: 0})
    assert repr(pin) == "<nail box.top, strength on a track>"
    pin.release()
    assert repr(pin) == "<nail box.top, released>"


def test_dir_shows_the_public_api_alone(world):
    """Every name is there and says what it does; what only the package needs is not listed, but works."""
    assert dir(world) == sorted(PUBLIC)
    for name in dir(world):
        thing = getattr(supple.World, name, None)
        assert hasattr(world, name), name
        assert (
            name in ("bodies", "forces", "handles", "ignored", "notes", "obstacles", "state") or thing.__doc__
        ), f"{name} has no docstring"
    assert not [name for name in dir(world) if name.startswith("_")]
    assert {"rows", "structure", "include", "forget"}.isdisjoint(dir(world))
    assert np.isfinite(world.structure.step)
