"""Strangers' figures: MuJoCo's own models, and one that is written here, fall, land and lie still."""

import numpy as np
import pytest

import supple

G = 9.81
CRAWLER = """
<mujoco model="crawler">
  <default>
    <joint damping="0.05" armature="0.002" limited="true" range="-50 50"/><geom density="400" friction="0.9"/>
  </default>
  <worldbody>
    <body name="hull" pos="0 0 0.5"><freejoint/>
      <geom type="sphere" size="0.12"/>
      {legs}
    </body>
  </worldbody>
</mujoco>
"""
LEG = """
      <body name="leg{k}" pos="{x} {y} 0">
        <joint name="swing{k}" axis="0 0 1"/><joint name="lift{k}" axis="{u} {v} 0"/>
        <geom type="capsule" fromto="0 0 0 {a} {b} 0" size="0.03"/>
        <body name="foot{k}" pos="{a} {b} 0"><joint name="bend{k}" axis="{u} {v} 0" stiffness="0.4"/>
          <geom type="capsule" fromto="0 0 0 {a} {b} -0.15" size="0.025"/></body>
      </body>"""


@pytest.fixture
def crawler(tmp_path):
    legs = ""
    for k in range(4):
        c, s = np.cos(k * np.pi / 2), np.sin(k * np.pi / 2)
        legs += LEG.format(k=k, x=0.12 * c, y=0.12 * s, a=0.15 * c, b=0.15 * s, u=-s, v=c)
    file = tmp_path / "crawler.xml"
    file.write_text(CRAWLER.format(legs=legs))
    return file


def fallen(file, seeds, seconds=8.0):
    """Speed and the weight that the floor bears, of figures that were thrown any way, after so long."""
    pytest.importorskip("mujoco", reason="MJCF is read by MuJoCo's compiler: pip install 'supple[robots]'")
    scene, found = supple.load(file), []
    for seed in range(seeds):
        rng, world = np.random.default_rng(seed), supple.World(step=1 / 480)
        figure = world.add(scene)
        q, v = world.coordinates(figure.body)
        turn = rng.normal(size=4)
        q[:3], q[3:7], v[:] = (0, 1.5, 0), turn / np.linalg.norm(turn), rng.normal(size=len(v))
        deepest = 0.0
        for _ in range(10):
            world.step(round(seconds * 48))
            deepest = max(deepest, world.one_step.deepest())
        lift = sum(c.force[1] * (1 if c.a == "floor" else -1) for c in world.contacts("floor"))
        found.append((np.abs(figure.v).max(), lift / (figure.skeleton.mass * G), deepest))
    return np.array(found)


def test_a_crawler_written_here_falls_and_rests(crawler):
    speed, weight, deepest = fallen(crawler, 4).T
    assert speed.max() < 1e-3
    np.testing.assert_allclose(weight, 1, atol=1e-5)
    assert deepest.max() < 2e-3


@pytest.mark.filterwarnings("ignore:.*not taken over")
@pytest.mark.parametrize("name", ["mjcf/ant.xml", "mjcf/dm_control/humanoid.xml"])
def test_mujocos_own_models_fall_and_rest(models_folder, name):
    speed, weight, deepest = fallen(models_folder / name, 6, seconds=12.0).T
    assert np.median(speed) < 1e-4
    assert speed.max() < 1e-2
    np.testing.assert_allclose(weight[speed < 1e-5], 1, atol=1e-5)
    assert deepest.max() < 2e-2
