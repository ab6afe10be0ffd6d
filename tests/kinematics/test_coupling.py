"""Joints that go with others."""

import numpy as np
import pytest

from supple.errors import CycleError, InputError, UnknownNameError
from supple.kinematics import Coupling, Link, Skeleton

LINKS = [Link("a"), Link("b", "a"), Link("c", "b", joint="slide"), Link("d", "c", joint="ball")]


def test_followers_go_where_their_leaders_are_whatever_the_order():
    body = Skeleton(LINKS, couplings=[Coupling("c", "b", 0.5, 0.1), Coupling("b", "a", -2.0)])
    q = body.coupled(np.stack([body.pose(a=0.3), body.pose(a=-1.0)]))
    assert q[:, body.in_q("b")].ravel() == pytest.approx([-0.6, 2.0])
    assert q[:, body.in_q("c")].ravel() == pytest.approx([-0.2, 1.1])
    assert [c.follower for c in body.couplings] == ["b", "c"]
    assert Skeleton(LINKS, couplings=[Coupling("b", None, offset=0.7)]).coupled(body.rest)[1] == 0.7


def test_couplings_that_cannot_be_are_refused():
    with pytest.raises(CycleError, match="a → b → a"):
        Skeleton(LINKS, couplings=[Coupling("a", "b"), Coupling("b", "a")])
    with pytest.raises(InputError, match="'a' follows both 'b' and 'c'; one joint follows one other"):
        Skeleton(LINKS, couplings=[Coupling("a", "b"), Coupling("a", "c")])
    with pytest.raises(InputError, match=r"'d\.yaw' is an angle of a ball joint"):
        Skeleton(LINKS, couplings=[Coupling("d.yaw", "a")])
    with pytest.raises(UnknownNameError, match="'e'"):
        Skeleton(LINKS, couplings=[Coupling("e", "a")])
    with pytest.raises(InputError, match="ratio nan"):
        Coupling("a", "b", float("nan"))
