"""A hop goes forward, in strides that are alike."""

from dataclasses import replace

import numpy as np
import pytest

from supple.control.hop import failures, forward


def backward(gait):
    return replace(gait, center=gait.center * [-1, 1, 1])


def test_a_hop_that_goes_backward_or_nowhere_is_none(box):
    """Eight hops of 0.3 m."""
    assert failures(box()) == []
    back = backward(box())
    share = forward(back)
    assert share == pytest.approx(-0.3 / back.height)
    assert failures(back) == [f"goes {share:.0%} of its height forward in a hop, less than 2%"]
    assert "goes 0% of its height" in " ".join(failures(replace(box(), center=box().center * [0, 1, 1])))


def test_strides_that_differ_are_no_hop(box):
    gait = box()
    center = gait.center.copy()
    places = np.concatenate([[0.0], np.cumsum(np.where(np.arange(8) % 2, 0.45, 0.15))])
    center[:, 0] = np.interp(gait.t, np.arange(9) * 0.5, places)
    assert failures(replace(gait, center=center)) == ["strides vary by 45%, more than 25%"]
    few = replace(gait, period=2.0)
    assert any("too few strides" in said for said in failures(few))
