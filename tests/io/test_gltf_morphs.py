"""x = rest + Σ q φ = base + Σ w t with w ∈ [0, 1], and the way back."""

import numpy as np
import pytest
from handmade import Opened
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from supple.errors import InputError
from supple.io import load_take, reduce_targets, save_glb
from supple.io.gltf.deformation import undone
from supple.io.gltf.morphs import BASES, Columns
from supple.scene import Mesh, Node, NodeMotion, Scene, Take

COEFFICIENTS = arrays("f8", st.tuples(st.integers(1, 6), st.just(3)), elements=st.floats(-4, 4, width=16))
NAMES = ("a", "b", "c")
MODES = np.random.default_rng(5).normal(size=(3, 7, 3))
REST = np.random.default_rng(6).normal(size=(7, 3))


@pytest.mark.parametrize("base", BASES)
@given(q=COEFFICIENTS)
def test_identity(base, q):
    columns = Columns.fitted(NAMES, q, base)
    w = columns.weights(q)
    assert w.min() >= 0
    assert w.max() <= 1
    written = columns.base(REST, MODES) + np.tensordot(w, columns.targets(MODES), axes=1)
    np.testing.assert_allclose(written, REST + np.tensordot(q, MODES, axes=1), atol=1e-12)


@pytest.mark.parametrize("base", BASES)
@given(q=COEFFICIENTS)
def test_the_way_back(base, q):
    columns = Columns.fitted(NAMES, q, base)
    record = {
        "names": list(NAMES),
        "mode": columns.mode.tolist(),
        "scale": columns.scale.tolist(),
        "offset": columns.offset.tolist(),
    }
    back = undone(columns.base(REST, MODES), columns.targets(MODES), columns.weights(q), record)
    np.testing.assert_allclose(back.rest, REST, atol=1e-12)
    np.testing.assert_allclose(back.coefficients, q, atol=1e-12)
    np.testing.assert_allclose(list(back.targets.values()), MODES, atol=1e-12)


def test_normalized_uses_the_whole_range():
    q = np.array([[-1.0, 2], [3, 5]])
    columns = Columns.fitted(("a", "b"), q, "normalized")
    np.testing.assert_allclose(columns.weights(q), [[0, 0.4], [1, 1]])
    assert columns.offset.tolist() == [-1, 0]


def test_reduction_is_the_best_possible():
    """Against numpy's SVD: the squared error is the sum of the squared singular values left out (Eckart–Young)."""
    rng = np.random.default_rng(8)
    motion = rng.normal(size=(20, 15, 3)) + 3
    rows = (motion - motion.mean(axis=0)).reshape(20, -1)
    singular = np.linalg.svd(rows, compute_uv=False)
    for k in (1, 4, 12):
        fit = reduce_targets(motion, k)
        assert fit.targets.shape == (k, 15, 3)
        off = motion - fit.mean - np.tensordot(fit.weights, fit.targets, axes=1)
        assert (off**2).sum() == pytest.approx((singular[k:] ** 2).sum())
        assert fit.error == pytest.approx(np.linalg.norm(off, axis=2).max())


@pytest.mark.parametrize("base", BASES)
def test_max_targets_reports_its_error_in_meters(tmp_path, base):
    rng = np.random.default_rng(9)
    mesh = Mesh.of(rng.normal(size=(40, 3)), [[0, 1, 2], [3, 4, 5]])
    mesh = Mesh(mesh.parts, "m", {f"mode {k}": rng.normal(size=(40, 3)) * 0.5**k for k in range(20)})
    q = rng.normal(size=(50, 20)) + 1
    take = Take(Scene([Node("a", mesh)]), np.linspace(0, 1, 50), {"a": NodeMotion(weights=q)})
    back = load_take(save_glb(take, tmp_path / "few.glb", max_targets=8, base=base))
    seen = Opened((tmp_path / "few.glb").read_bytes())
    assert len(seen.json["meshes"][0]["primitives"][0]["targets"]) == 8
    errors = [np.linalg.norm(back.shape("a", k) - take.shape("a", k), axis=1).max() for k in range(50)]
    assert max(errors) == pytest.approx(back.report["target_error_m"]["a"], abs=1e-5)
    assert 0 < max(errors) < (0.2 if base == "normalized" else 2)
    assert take.report == {}


def test_max_targets_leaves_alone_what_fits(tmp_path):
    mesh = Mesh.of(np.eye(3), [[0, 1, 2]])
    mesh = Mesh(mesh.parts, "m", {"up": np.ones((3, 3))})
    take = Take(
        Scene([Node("a", mesh)]), np.array([0.0, 1]), {"a": NodeMotion(weights=np.array([[0.0], [1]]))}
    )
    back = load_take(save_glb(take, tmp_path / "few.glb", max_targets=8))
    assert list(back.scene["a"].mesh.targets) == ["up"]
    with pytest.raises(InputError, match="a shape may need two, so give 2 or more"):
        save_glb(take, tmp_path / "few.glb", max_targets=1, base="rest")
    with pytest.raises(InputError, match="max_targets is 0; expected at least 1"):
        reduce_targets(np.zeros((2, 3, 3)), 0)
