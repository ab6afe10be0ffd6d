"""What an animator sets is what is seen: frequency, settling time, whatever the shape, size and amplitude."""

import numpy as np
import pytest
from scipy.linalg import eigh

import supple
from supple.dynamics.bodies import elastic
from supple.dynamics.bodies.materials import Material, named, wobble
from supple.dynamics.legacy.bodies.linear import RIGID_MODES
from supple.errors import SuppleError, UnknownNameError

SHAPES = ("box", "teapot", "apple")
HZ, SETTLE = 3.0, 1.0


def sized(shape, size):
    """A model whose longest side is `size` [m]."""
    node = getattr(supple.models, shape)()
    return node.place(scale=size / float(np.ptp(node.surface.vertices, axis=0).max()))


def ring_down(shape, size, strain, material=None, step=1 / 4800):
    """Times of the peaks and their heights, as the lowest strain mode rings from a given largest strain."""
    world = supple.World(gravity=(0, 0, 0), floor=None, step=step)
    body = world.add(sized(shape, size), material=material or wobble(hz=HZ, settle=SETTLE))
    K = elastic.elastic_stiffness(body.basis.rest, body.G, body.share, body.stiffness, body.incompressibility)
    M = np.kron(np.eye(3), body.M)
    mode = eigh(K, M, subset_by_index=[RIGID_MODES, RIGID_MODES])[1][:, 0]
    gradient = mode.reshape(3, body.k) @ body.G[0]
    world.state.q += mode * strain / np.abs(np.linalg.eigvalsh((gradient + gradient.T) / 2)).max()
    rest, times, heights = body.rest, [], []
    for _ in range(960):
        world.step(max(round(1 / 960 / step), 1))
        times.append(world.time)
        heights.append(mode @ M @ (world.state.q - rest))
    t, a = np.array(times), np.abs(heights)
    peak = np.flatnonzero((a[1:-1] > a[:-2]) & (a[1:-1] >= a[2:])) + 1
    return t[peak], a[peak]


def decay(t, a, first, last):
    """Slope of log a over the peaks between two shares of the first [1/s]."""
    chosen = (a <= first * a[0]) & (a >= last * a[0])
    return -np.polyfit(t[chosen], np.log(a[chosen]), 1)[0]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("size", [0.1, 1.0, 10.0])
def test_a_wobble_has_the_frequency_and_the_settling_time_that_were_asked_for(shape, size):
    """Peaks of |a| come twice a period; a(t) = a₀ e^(−t ln 20 / settle)."""
    t, a = ring_down(shape, size, 0.01)
    assert abs(1 / (2 * np.diff(t)[:6].mean()) / HZ - 1) < 0.05
    assert abs(np.log(20) / decay(t, a, 1.0, 0.05) / SETTLE - 1) < 0.1


@pytest.mark.parametrize("shape", SHAPES)
def test_small_and_large_wobbles_decay_alike(shape):
    rates = [decay(*ring_down(shape, 1.0, strain), 1.0, 0.25) for strain in (0.01, 0.2)]
    assert abs(rates[1] / rates[0] - 1) < 0.05


def test_the_papers_damping_fades_with_the_square_of_the_strain():
    """−k_d V̇ ∂V/∂R: dA/dt = −c A³, so 1/A² grows by 2 c t; at 10 % c is a quarter of that at 20 %."""
    material = wobble(hz=HZ, settle=SETTLE, damping="paper")
    growth = {}
    for strain in (0.025, 0.1):
        t, a = ring_down("box", 1.0, strain, material, step=1 / 480)
        slope, start = np.polyfit(t, 1 / a**2, 1)
        growth[strain] = slope / start
    assert growth[0.1] == pytest.approx(2 * np.log(20) / SETTLE / 4, rel=0.05)
    assert growth[0.1] / growth[0.025] == pytest.approx(16, rel=0.05)


@pytest.mark.parametrize("name", ["jello", "jelly", "sponge", "leather", "rubber"])
def test_named_stuff_sags_alike_at_any_size(name):
    """Sag relative to size goes with g / (ω² L)."""
    sags = []
    for size in (0.1, 1.0, 10.0):
        world = supple.World()
        body = world.add(sized("box", size), material=name)
        sags.append(9.81 / (2 * np.pi * body.frequencies()[0]) ** 2 / size)
    np.testing.assert_allclose(sags, sags[0], rtol=0.02)


@pytest.mark.parametrize(("shape", "tilt"), [("teapot", 25), ("box", 20)])
def test_dropped_jelly_squashes_and_keeps_its_volume(shape, tilt):
    world = supple.World()
    body = world.add(getattr(supple.models, shape)(), material="jelly", at=(0, 1.2, 0), tilt=tilt)
    stretch, volume = [], []
    for _ in range(120):
        world.run(1 / 120, fps=120)
        m = world.state.q.reshape(3, body.k) @ body.G[0]
        stretch.append(np.linalg.svd(m, compute_uv=False)[2])
        volume.append(np.linalg.det(m))
    assert 0.55 < min(stretch) < 0.75
    assert min(volume) > 0.85
    assert max(volume) < 1.1


def test_harder_stuff_squashes_less():
    least = {}
    for name in ("jello", "jelly", "leather", "rubber", "wood"):
        world = supple.World()
        body = world.add(supple.models.sphere(), material=name, at=(0, 0.8, 0))
        squash = []
        for _ in range(80):
            world.run(1 / 120, fps=120)
            squash.append(np.linalg.svd(world.state.q.reshape(3, 4) @ body.G[0], compute_uv=False)[2])
        least[name] = min(squash)
    assert least["jello"] < least["jelly"] < least["leather"] < least["wood"]
    assert least["jelly"] < least["rubber"]
    assert least["wood"] > 0.97


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"hz": 0}, "hz is 0; it must be positive"),
        ({"settle": -1}, "settle is -1; it must be positive"),
        ({"density": np.nan}, "density is nan"),
        ({"friction": -0.1}, "friction is -0.1; it must not be negative"),
        ({"bounce": 1.2}, "bounce is 1.2; a ball cannot return higher"),
        ({"size": 0}, "size is 0 m"),
        ({"damping": "papers"}, "kind of damping 'papers'"),
    ],
)
def test_impossible_stuff_is_refused(given, message):
    with pytest.raises(SuppleError, match=message):
        Material(**given)


def test_an_unknown_material_lists_those_that_exist():
    with pytest.raises(UnknownNameError, match=r"'jely'.*jelly"):
        named("jely")
