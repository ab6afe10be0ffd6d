"""Limbs are as stiff as what they carry asks for, and a figure stands a fall."""

import numpy as np
import pytest

import supple
from supple.dynamics.legacy.figure import LIMB, built, limbs, loads, pulls
from supple.errors import InputError, UnknownNameError


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


def test_hung_by_its_head_each_limb_is_pulled_by_all_that_is_beyond_it(puppet):
    order = [limb.node.name for limb in puppet]
    pulled = dict(zip(order, pulls(puppet, np.ones(len(puppet)), "head"), strict=True))
    assert pulled["head"] == len(puppet)
    assert pulled["torso"] == len(puppet) - 1
    assert pulled["belly"] == 6, "belly, pelvis and two legs of two"
    assert pulled["pelvis"] == 5
    assert pulled["leg.upper.L"] == pulled["arm.upper.R"] == 2
    assert pulled["leg.lower.L"] == pulled["arm.lower.R"] == 1


def test_hung_by_its_root_a_figure_pulls_as_its_tree_says(puppet):
    """The sum over all limbs counts each as often as there are limbs from it to where the figure hangs."""
    pulled = pulls(puppet, np.ones(len(puppet)), "pelvis")
    deep = {"pelvis": 1, "belly": 2, "torso": 3, "head": 4, "arm.upper": 4, "arm.lower": 5}
    deep |= {"leg.upper": 2, "leg.lower": 3}
    assert pulled.sum() == sum(deep[limb.node.name.removesuffix(".L").removesuffix(".R")] for limb in puppet)


def test_a_figure_hangs_by_a_limb_that_it_has(puppet):
    with pytest.raises(UnknownNameError, match=r"limb to hang a figure by: 'hat'.*head"):
        pulls(puppet, np.ones(len(puppet)), "hat")
    with pytest.raises(InputError, match=r"'box' is one body, so it has no limb 'head' to hang by"):
        supple.World().add(supple.models.box(), hung="head")


def test_hung_limbs_stretch_alike_by_their_weight():
    """ω² ∝ F / (m L): of what hangs still, no limb is stretched thrice as much as the average."""
    world = supple.World(drag=20.0, floor=None)
    puppet = world.add(supple.models.marionette(), material=LIMB, hung="head", at=(0, 1, 0))
    world.nail(puppet.point("head.top"))
    world.run(1.5)
    stretched = []
    for body in puppet.bodies.values():
        q, _ = world.coordinates(body)
        m = np.einsum("rk,gkc,g->rc", q.reshape(3, body.k), body.G, body.share)
        stretched.append(np.linalg.svd(m, compute_uv=False)[0] - 1)
    assert max(stretched) < 3 * np.mean(stretched)


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
