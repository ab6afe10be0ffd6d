"""What takes a mesh takes a skinned one: it is where its skin puts it at rest."""

import numpy as np

import supple
from supple.dynamics.legacy.contact.shapes.surface import Surface
from supple.scene import Node, Scene, bind, models


def posed():
    """A cylinder that was bound upright, with its upper half turned by a right angle since."""
    hip = Node("hip", translation=(0, -0.5, 0), children=[Node("tip", translation=(0, 0.5, 0))])
    body = bind(models.cylinder(radius=0.05, height=1.0).mesh, hip, name="arm")
    hip.children[0].place(rotation=(0, 0, 0.5**0.5, 0.5**0.5))
    return Scene([Node("all", children=[hip, body], translation=(0, 0.2, 0))])


def test_a_body_of_a_skinned_mesh_has_the_shape_that_it_rests_in():
    scene = posed()
    rest = scene["arm"].rest_vertices
    low, high = rest.min(axis=0), rest.max(axis=0)
    assert low[0] < -0.2, "it is bent"
    for thing in (scene["arm"], scene):
        world = supple.World(floor=None, gravity=(0, 0, 0))
        world.add(thing, material="jelly", name="arm")
        take = world.run(0.1)
        seen = take.world_vertices("arm")[0]
        np.testing.assert_allclose([seen.min(axis=0), seen.max(axis=0)], [low, high], atol=1e-9)
        assert take.scene["arm"].skin is None
    assert scene["arm"].mesh.joints is not None, "what was added is not changed"


def test_surroundings_and_animate_see_the_skin_at_rest():
    scene = posed()
    np.testing.assert_allclose(Surface.of(scene).surface.bounds, scene.bounds, atol=1e-12)
    bent, upright = scene["arm"].world_mesh.volume, scene["arm"].mesh.volume
    assert abs(bent / upright - 1) > 1e-3
    hop = supple.animate(scene, "hop", seed=1)
    volumes = [n.mesh.volume for n in hop.take.scene.walk() if n.mesh is not None and n.mesh.watertight]
    assert any(np.isclose(volume, bent, rtol=1e-6) for volume in volumes)
