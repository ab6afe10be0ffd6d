"""Limbs are as stiff as what they carry asks for, and a figure stands a fall."""

import numpy as np
import pytest

import supple
from supple.dynamics.figure import LIMB, built, limbs, loads


@pytest.fixture(scope="module")
def puppet():
    return list(limbs(supple.models.marionette()))


def test_a_limb_carries_itself_and_what_hangs_on_it(puppet):
    order = [limb.node.name for limb in puppet]
    carried = dict(zip(order, loads(puppet, np.ones(len(puppet))), strict=True))
    assert carried["pelvis"] == len(puppet)
    assert carried["belly"] == 7, "belly, torso, head and two arms of two"
    assert carried["arm.upper.L"] == 2
    assert carried["arm.lower.L"] == carried["head"] == 1


def test_the_feet_share_all_of_it_and_pass_it_on(puppet):
    carried = loads(puppet, np.ones(len(puppet)))
    for limb, load in zip(puppet, carried, strict=True):
        if limb.node.name.startswith("leg."):
            assert load == len(puppet) / 2


def test_the_material_is_that_of_the_limb_with_least_to_carry(puppet):
    stuff = built(puppet, LIMB)
    assert min(m.hz for m in stuff) == pytest.approx(LIMB.hz)
    assert {m.settle for m in stuff} == {LIMB.settle}
    hz = {limb.node.name: m.hz for limb, m in zip(puppet, stuff, strict=True)}
    assert max(hz, key=hz.__getitem__) == "belly"


def test_a_figure_twice_as_large_of_sized_stuff_is_slower_by_the_root_of_two():
    """Strains by weight go with m g / (ω² m L): the same at any size if ω² goes with 1/L."""
    small, large = (built(list(limbs(supple.models.marionette(height=h))), "rubber") for h in (0.8, 1.6))
    ratios = [a.hz / b.hz for a, b in zip(small, large, strict=True)]
    np.testing.assert_allclose(ratios, np.sqrt(2), rtol=1e-9)


def test_a_marionette_that_falls_a_meter_onto_its_feet_keeps_its_shape():
    world = supple.World()
    world.add(supple.models.marionette(), at=(0, 1, 0))
    gauge = supple.dynamics.Gauge(world)
    world.run(1)
    report = gauge.report()
    assert 0.8 <= report["stretch_min"] <= report["stretch_max"] <= 1.25
    assert report["volume_min"] >= 0.85
