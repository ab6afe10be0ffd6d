"""Points by their place: what is in a body or near it is taken; what is not is refused with why, how far, where."""

import re

import numpy as np
import pytest

import supple
from supple.dynamics import lattice_body
from supple.errors import InputError
from supple.scene import solid

AT = np.array([0.3, 1.0, -0.2])


def refused(body, place):
    """(message, the nearest point that it offers)."""
    with pytest.raises(InputError) as caught:
        body.point(place)
    message = str(caught.value)
    offered = re.search(r"The nearest point is \(([^)]*)\)", message)
    assert offered, message
    return message, np.array([float(c) for c in offered[1].split(",")])


@pytest.mark.parametrize("kind", ["affine", "rigid"])
def test_the_hole_of_a_ring_has_no_points(kind):
    ring = supple.World().add(supple.models.torus(radius=0.3, tube=0.05), kind=kind, at=AT)
    message, offered = refused(ring, AT)
    assert "lies in a hole or a hollow" in message
    assert "0.249 m from its surface" in message, "R − r, but for the corners of the polygon"
    assert np.linalg.norm(offered - AT) == pytest.approx(0.25, abs=2e-3)
    ring.point(offered)
    ring.point(AT + (0.3, 0, 0))


def test_outside_says_by_how_much_and_between_where_it_was_put():
    box = supple.World().add(supple.models.box(width=0.4, height=0.4, depth=0.4), at=AT)
    message, offered = refused(box, AT + (1.2, 0, 0))
    assert "lies outside 'box', which was put between (0.1, 0.8, -0.4) and (0.5, 1.2, 0)" in message
    assert "1 m from its surface" in message
    np.testing.assert_allclose(offered, AT + (0.2, 0, 0), atol=1e-3)


def test_a_shell_has_no_inside():
    roof = supple.Mesh.of([[-1, 0, 1], [0, 1, 1], [0, 1, -1], [-1, 0, -1], [1, 0, 1], [1, 0, -1]],
                          [[0, 1, 2], [0, 2, 3], [1, 4, 5], [1, 5, 2]])  # fmt: skip
    body = supple.World().add(roof, name="roof", at=AT)
    message, _ = refused(body, AT + (0, 0.3, 0))
    assert "off its shell: an open surface has no inside" in message
    body.point(AT + (0.5, 0.5, 0))


def test_a_point_that_is_asked_for_outside_moves_with_the_body():
    """The middle of a ring that turns stays, and what is beyond the ring turns about it."""
    world = supple.World(floor=None, gravity=(0, 0, 0))
    ring = world.add(supple.models.torus(radius=0.3, tube=0.05), kind="rigid", at=AT, spin=(0, 2.0, 0))
    middle, beyond = ring.point(AT, outside=True), ring.point(AT + (1, 0, 0), outside=True)
    np.testing.assert_allclose(world.position(middle), AT, atol=1e-12)
    np.testing.assert_allclose(world.velocity(middle), 0, atol=1e-9)
    np.testing.assert_allclose(world.velocity(beyond), (0, 0, -2), atol=1e-9)


def test_places_are_those_of_where_the_body_was_put():
    world = supple.World(floor=None)
    ball = world.add(supple.models.sphere(), at=AT)
    world.step(300)
    point = ball.point(AT)
    np.testing.assert_allclose(world.position(point), world.position(ball), atol=1e-6)


@pytest.mark.parametrize("make", ["lattice", "symbolic", "figure"])
def test_every_kind_of_body_refuses_and_obeys(make):
    world = supple.World()
    body = {
        "lattice": lambda: world.add(lattice_body(supple.models.torus(), ["squash.y"], contacts=20)),
        "symbolic": supple.characters.lamp,
        "figure": lambda: world.add(supple.models.marionette()),
    }[make]()
    with pytest.raises(InputError, match=r"is no point of .* The nearest point is"):
        body.point((0, 5, 0))
    assert body.point((0, 5, 0), outside=True).rest.shape == (3,)


def test_nearest_is_nearest_of_many_samples():
    """Against the closest of 200,000 points spread over the surface."""
    mesh = supple.models.teapot().surface
    rng = np.random.default_rng(5)
    corners = mesh.vertices[mesh.faces]
    area = np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1)
    chosen = rng.choice(len(corners), 200_000, p=area / area.sum())
    weights = rng.dirichlet((1, 1, 1), len(chosen))
    samples = np.einsum("nk,nkc->nc", weights, corners[chosen])
    for x in rng.uniform(*mesh.bounds, (20, 3)):
        found = solid.nearest(mesh.vertices, mesh.faces, x)
        nearest = np.linalg.norm(samples - x, axis=1).min()
        assert nearest - 5e-3 < np.linalg.norm(found - x) <= nearest + 1e-12


def test_a_closed_surface_winds_once_around_what_is_inside():
    """Of the integers, by place: 1 in the ring, 0 in its hole and beyond."""
    mesh = supple.models.torus(radius=0.3, tube=0.05).surface
    for place, times in (
        ((0.3, 0, 0), 1),
        ((0, 0.02, -0.31), 1),
        ((0, 0, 0), 0),
        ((0.6, 0, 0), 0),
        ((0.3, 0.06, 0), 0),
    ):
        assert solid.winding(mesh.vertices, mesh.faces, np.array(place)) == pytest.approx(times, abs=1e-9)
