"""The same keys on figures of other makings: a car, every model with joints, a human that went through a file."""

import numpy as np
import pytest

import supple
from supple.scene import Figure, models

JOINTED = [name for name in models.names() if any(n.joint for n in models.make(name).walk())]


@pytest.mark.parametrize("name", JOINTED)
def test_at_rest_a_model_plays_as_it_stands(name):
    figure = Figure(models.make(name))
    figure.key(0, "rest")
    figure.key(0.5, "rest")
    take = figure.take(fps=4)
    for node in figure.scene.walk():
        world = take.world(node.name)
        np.testing.assert_allclose(world, np.tile(node.world, (len(take.times), 1, 1)), atol=1e-12)


def test_the_wheels_of_a_car_roll():
    car = Figure(models.car())
    wheels = car.match("wheel*")
    for wheel in wheels:
        car.key(0, {wheel: 0.0})
        car.key(1, {wheel: np.pi}, interpolate="linear")
    take = car.take(fps=2)
    for wheel in wheels:
        turn = take.motions[wheel].rotation
        assert abs(turn[0] @ turn[-1]) == pytest.approx(0, abs=1e-12), "half a turn"


def test_a_human_from_a_file_is_keyed_as_the_one_that_was_written(tmp_path):
    man = supple.characters.human().figure
    man.key(0, "rest")
    man.take(seconds=0.1).save(tmp_path / "man.glb")
    scene = supple.load(tmp_path / "man.glb")
    other = scene.figure
    assert set(man.names) <= set(other.names)
    for figure in (man, other):
        figure.key(0, knee_L=1.0, neck=(0.2, 0.3, 0))
    shapes = [f.take(seconds=0.1, fps=10).world_vertices("body")[0] for f in (man, other)]
    np.testing.assert_allclose(shapes[0].max(axis=0), shapes[1].max(axis=0), atol=1e-5)
    np.testing.assert_allclose(shapes[0].mean(axis=0), shapes[1].mean(axis=0), atol=1e-5)
