"""Layers by joint with weights, and root motion split off and put back."""

import numpy as np
import pytest

from supple import spatial
from supple.errors import InputError, UnknownNameError
from supple.motion import Clip, euler_keys, keys, rotation_keys
from supple.motion.layers import Layer, layered
from supple.motion.root_motion import joined, split

T = np.linspace(0, 2, 41)


def walk():
    lean = rotation_keys({0: (0, 0, 0, 1), 1: ((1, 0, 0), 0.4), 2: ((0, 1, 0), 0.3)})
    turn = euler_keys("YXZ", x={0: 0.1, 1: 0.4, 2: 0.1})
    return Clip({"knee.L.angle": keys({0: 0.2, 1: 1.0, 2: 0.2}), "spine.rotation": turn, "head.rotation": lean,
                 "notes": keys({0: "left", 1: "right"})})  # fmt: skip


def limp():
    lean = rotation_keys({0: ((0, 0, 1), 0.2), 2: ((0, 0, 1), 0.7)}, interpolate="linear")
    turn = euler_keys("YXZ", z={0: 0.3, 2: 0.5})
    return Clip(
        {"knee.L.angle": keys({0: 0.5, 2: 0.9}), "spine.rotation": turn, "head.rotation": lean,
         "notes": keys({0.5: "x"})}
    )  # fmt: skip


def test_a_layer_that_overrides_takes_over_as_its_weight_rises():
    weight = keys({0.5: 0.0, 1.5: 1.0})
    made = Layer(limp(), weight=weight).over(walk())
    early, late = T[T <= 0.5], T[T >= 1.5]
    for name in ("knee.L.angle", "spine.rotation"):
        assert made[name](early) == pytest.approx(walk()[name](early))
        assert made[name](late) == pytest.approx(limp()[name](late))
    w = weight(T)
    a, b = walk()["knee.L.angle"](T), limp()["knee.L.angle"](T)
    assert made["knee.L.angle"](T) == pytest.approx(a + w * (b - a))


def test_an_additive_layer_adds_what_it_does_beyond_its_zero():
    made = Layer(limp(), "additive", 0.5, zero=0.0).over(walk())
    more = limp()["knee.L.angle"](T) - 0.5
    assert made["knee.L.angle"](T) == pytest.approx(walk()["knee.L.angle"](T) + 0.5 * more)
    late = Layer(limp(), "additive", 1.0, zero=1.0).over(walk())
    assert late["knee.L.angle"](1.0) == pytest.approx(walk()["knee.L.angle"](1.0)), (
        "at its zero it adds nothing"
    )
    z = limp()["spine.rotation"](T) - limp()["spine.rotation"](0)
    assert made["spine.rotation"](T) == pytest.approx(walk()["spine.rotation"](T) + 0.5 * z)
    rolled = spatial.from_axis_angle((0, 0, 1), 0.25 * T / 2)
    wanted = spatial.multiply(rolled, walk()["head.rotation"](T))
    assert np.abs(np.sum(made["head.rotation"](T) * wanted, axis=1)) == pytest.approx(1, abs=1e-12)
    assert (made["notes"].values == walk()["notes"].values).all(), "words are not added"


def test_weights_are_given_by_joint_and_the_last_that_fits_counts():
    made = Layer(limp(), weight={"*": 1.0, "knee*": 0.25}).over(walk())
    a, b = walk()["knee.L.angle"](T), limp()["knee.L.angle"](T)
    assert made["knee.L.angle"](T) == pytest.approx(a + 0.25 * (b - a))
    assert made["spine.rotation"](T) == pytest.approx(limp()["spine.rotation"](T))
    only = Layer(limp(), weight={"knee*": 1.0}).over(walk())
    assert (only["spine.rotation"](T) == walk()["spine.rotation"](T)).all()


def test_layers_stack_and_angles_meet_rotations():
    turned = Clip({"spine.rotation": limp()["spine.rotation"].to_rotation()})
    made = layered(walk(), Layer(limp(), "additive"), Layer(turned, weight=keys({0: 0.0, 2: 1.0})))
    same = np.sum(made["spine.rotation"](2.0) * turned["spine.rotation"](2.0))
    assert abs(same) == pytest.approx(1)
    assert made["knee.L.angle"](2.0) == pytest.approx(0.2 + 0.4)


def test_a_layered_clip_is_saved(tmp_path):
    made = Layer(limp(), "additive", keys({0: 0.0, 2: 1.0})).over(walk())
    made.save(tmp_path / "layered.json")
    again = Clip.load(tmp_path / "layered.json")
    for name in made:
        assert (again[name](T) == made[name](T)).all()


@pytest.mark.parametrize(
    ("do", "error", "says"),
    [
        (lambda: Layer(limp(), "over"), UnknownNameError, "additive"),
        (lambda: Layer(limp(), zero=0.0), InputError, "no zero"),
        (lambda: Layer(Clip({"arm.angle": keys({0: 1.0})}), "additive").over(walk()), InputError, "arm.angle"),
        (lambda: split(walk(), "hips"), LookupError, "hips.position"),
        (lambda: split(Clip({"hips.position": keys({0: (0, 1, 0)})}), "hips"), InputError, "begins and ends"),
        (lambda: split(walk(), "hips", how="all"), UnknownNameError, "steady"),
    ],
)  # fmt: skip
def test_what_cannot_be_layered_says_why(do, error, says):
    with pytest.raises(error, match=says):
        do()


# ---- root motion -------------------------------------------------------------------------------------------


def curve():
    """A way round a quarter of a circle of radius 2, swaying and bobbing, heading along it."""

    def at(t):
        a = t * np.pi / 4
        sway = 0.05 * np.sin(4 * np.pi * t)
        return np.stack(
            [2 - (2 + sway) * np.cos(a), 1 + 0.02 * np.cos(8 * t), (2 + sway) * np.sin(a)], axis=1
        )

    times = np.linspace(0, 2, 201)
    heading = euler_keys("YXZ", y={0.0: 0.0, 2.0: np.pi / 2}, x=0.1, interpolate="linear")
    return Clip({"hips.position": keys(dict(zip(times, at(times), strict=True))), "hips.rotation": heading})


@pytest.mark.parametrize("how", ["steady", "whole"])
@pytest.mark.parametrize("heading", [False, True])
def test_what_is_split_off_is_put_back(how, heading):
    clip = curve()
    placed, travel = split(clip, "hips", how=how, heading=heading)
    again = joined(placed, travel)
    assert again["hips.position"](T) == pytest.approx(clip["hips.position"](T), abs=1e-12)
    q, p = clip["hips.rotation"].to_rotation()(T), again["hips.rotation"].to_rotation()(T)
    assert np.abs(np.sum(q * p, axis=1)) == pytest.approx(1, abs=1e-12)
    assert again["hips.position"].velocity(T[1:-1]) == pytest.approx(
        clip["hips.position"].velocity(T[1:-1]), abs=1e-6
    )


def test_in_place_it_goes_nowhere_and_keeps_its_height():
    clip = curve()
    placed, _ = split(clip, "hips", how="whole")
    assert placed["hips.position"](T)[:, [0, 2]] == pytest.approx(
        np.tile(clip["hips.position"](0)[[0, 2]], (41, 1))
    )
    assert placed["hips.position"](T)[:, 1] == pytest.approx(clip["hips.position"](T)[:, 1])
    faced, travel = split(clip, "hips", heading=True)
    ahead = spatial.rotate(faced["hips.rotation"].to_rotation()(T), (0.0, 0.0, 1.0))
    assert ahead[:, 0] == pytest.approx(0, abs=1e-9), "it looks along z all the time"
    assert travel.heading(2.0) == pytest.approx(np.pi / 2)


def test_a_steady_travel_leaves_the_sway():
    straight = Clip({"hips.position": keys({0: (0, 1, 0), 0.5: (0.1, 1, 0.6), 1: (0, 1, 1), 2: (0, 1, 2)})})
    placed, travel = split(straight, "hips")
    assert travel.position(T) == pytest.approx(np.outer(T, [0, 0, 1]))
    assert placed["hips.position"](0.5) == pytest.approx([0.1, 1, 0.1])
    assert placed["hips.position"]([0, 2])[:, 2] == pytest.approx([0, 0])
