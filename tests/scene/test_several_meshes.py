"""Body, hair and clothes of one character are one thing wherever one mesh is taken."""

from dataclasses import replace

import numpy as np
import pytest

import supple
from supple.errors import InputError
from supple.motion import Clip, keys, rotation_keys
from supple.scene import Figure, Node, Scene, Skin, bind, gap, height, models, one_skin, record
from supple.spatial import compose


def dressed(rigid=True):
    """A body and a coat on the same joints, a hat that rides on one of them; bent at rest."""
    hip = Node("hip", translation=(0, 0.5, 0), children=[Node("tip", translation=(0, 0.5, 0))])
    body = bind(
        models.cylinder(radius=0.05, height=0.6).mesh.transformed(compose((0, 1.2, 0))), hip, name="body"
    )
    coat = bind(
        models.cylinder(radius=0.07, height=0.6).mesh.transformed(compose((0, 0.55, 0))), hip, name="coat"
    )
    if rigid:
        hat = Node("hat", models.sphere(radius=0.1).mesh)
        hip.children[0].add(hat.place(translation=(0, 0.7, 0)))
    hip.children[0].place(rotation=(0, 0, 0.3, 0.91**0.5))
    scene = Scene([hip, body, coat])
    scene.figure = Figure(hip, name="man", scene=scene)
    return scene


def bending(scene):
    turn = rotation_keys({0: ((0, 0, 1), 0.0), 1: ((0, 0, 1), 1.4)})
    return record(
        scene, Clip({"tip.rotation": turn, "hip.position": keys({0: (0, 0.5, 0), 1: (0.3, 0.7, 0)})}), fps=8
    )


def test_one_skin_moves_as_the_meshes_do():
    """Under any motion, and whatever pose they rest in: the same vertices."""
    scene = dressed()
    whole = one_skin([node for node in scene.walk() if node.mesh is not None], "whole")
    apart = bending(scene)
    scene.add(whole)
    together = bending(scene).world_vertices("whole")
    names = [node.name for node in scene.walk() if node.mesh is not None and node is not whole]
    expected = np.concatenate([apart.world_vertices(name) for name in names], axis=1)
    np.testing.assert_allclose(together, expected, atol=1e-12)
    assert np.ptp(expected, axis=0).max() > 0.3, "it moves"


def test_meshes_that_were_bound_elsewhere_are_moved_and_other_poses_refused():
    scene = dressed(rigid=False)
    coat, skin = scene["coat"], scene["coat"].skin
    away = compose((0.2, -0.1, 0.4), (0, 0.6, 0, 0.8), (2, 2, 2))
    coat.mesh = coat.mesh.transformed(np.linalg.inv(away))
    coat.skin = replace(skin, inverse_binds=skin.inverse_binds @ away)
    whole = one_skin([scene["body"], coat], "whole")
    expected = np.concatenate([scene["body"].rest_vertices, coat.rest_vertices])
    np.testing.assert_allclose(whole.rest_vertices, expected, atol=1e-12)
    other = [skin.inverse_binds[0] @ away, skin.inverse_binds[1]]
    coat.skin = Skin(skin.joints, np.stack(other))
    with pytest.raises(InputError, match="mesh 'coat' was bound to the same joints in another pose"):
        one_skin([scene["body"], coat], "whole")


def test_a_take_is_asked_for_all_that_is_worn():
    """By the name of the figure, or of a node that carries it: vertices, height, gap."""
    take = bending(dressed())
    every = np.concatenate([take.world_vertices(name) for name in ("hat", "body", "coat")], axis=1)
    for name in ("man", "hip"):
        assert take.worn(name) == ["hat", "body", "coat"]
        np.testing.assert_array_equal(take.world_vertices(name), every)
        assert take.deforms(name)
        np.testing.assert_allclose(height(take, [name]), every[..., 1].min(axis=1), atol=1e-12)
    assert take.worn("body") == ["body"]
    floor = models.box(width=9, height=1, depth=9).place(translation=(0, -1.5, 0))
    down = take.with_props(floor)
    found = gap(down, ("man", None), ["box"])
    assert (found <= gap(down, ("body", None), ["box"]) + 1e-9).all()
    with pytest.raises(InputError, match="has no mesh, and nothing that it carries has one"):
        record(Scene([Node("empty"), models.sphere()]), Clip(), seconds=0.1).world_vertices("empty")


def test_worlds_and_animate_take_it_as_one_body():
    scene = dressed()
    world = supple.World(floor=None, gravity=(0, 0, 0))
    body = world.add(scene, material="jelly")
    assert body.name == "man"
    seen = world.run(0.05).world_vertices("man")[0]
    meshes = [node.rest_vertices for node in scene.walk() if node.mesh is not None]
    np.testing.assert_allclose(seen.min(axis=0), np.concatenate(meshes).min(axis=0), atol=1e-9)
    hop = supple.animate(scene, "drop", seed=1)
    count = sum(len(node.mesh.vertices) for node in scene.walk() if node.mesh is not None)
    assert count in [len(n.mesh.vertices) for n in hop.take.scene.walk() if n.mesh is not None]


def test_the_figure_fills_a_good_part_of_its_picture():
    """A walker that goes far for its size is followed, and at least half as high as the picture in the middle."""
    man = supple.characters.human()
    man.figure.key(0, "rest")
    man.figure.key(4, hips_z=5.0, hips_x=3.0)
    take = man.figure.take(seconds=4, fps=10)
    framing, points = take.framing, take.world_vertices("body")
    shares = []
    for frame in range(len(take.times)):
        camera = framing.camera(frame, 16 / 9)
        ahead = camera.center - camera.eye
        ahead = ahead / np.linalg.norm(ahead)
        right = np.cross(ahead, (0, 1, 0)) / np.linalg.norm(np.cross(ahead, (0, 1, 0)))
        up = np.cross(right, ahead)
        seen = points[frame] - camera.eye
        tall, wide = ((seen @ axis) / (seen @ ahead) / np.tan(camera.angle / 2) for axis in (up, right))
        assert np.abs(tall).max() <= 1
        assert np.abs(wide).max() <= 16 / 9
        shares.append(np.ptp(tall) / 2)
    assert np.median(shares) >= 0.5
