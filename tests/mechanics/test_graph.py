"""Boxes composed into problems: the paper's particle, changed constants, and wiring that makes no sense."""

from xml.etree import ElementTree

import casadi as ca
import numpy as np
import pytest

from supple.errors import CycleError, InputError, UnknownNameError
from supple.mechanics import Box, Graph, Lagrangian, sampled

QUIET = {"ipopt.print_level": 0, "print_time": False, "ipopt.tol": 1e-10, "ipopt.sb": "yes"}


def particle(samples: int, seconds: float = 1.0, goal=(1.0, 0.5, 0.0)) -> Graph:
    """§3 as boxes: a jet-powered particle of 2 kg under gravity from rest at the origin to rest at the goal.

    Two samples beyond each end let central differences say what the velocity at the ends is.
    """
    q, v = ca.SX.sym("q", 3), ca.SX.sym("v", 3)
    body = Lagrangian("particle", q, v, masses=[(2.0, q)])
    force, h = ca.SX.sym("f", 3, samples), ca.SX.sym("h")
    graph = Graph()
    graph.add(sampled("path", 3, samples + 2))
    share = np.array([0.5, *np.ones(samples - 2), 0.5])
    graph.add(Box("fuel", {"f": force, "h": h}, {"used": h * ca.sum1(force**2) @ share}))
    for k in range(samples):
        graph.add(body.box, name=f"particle{k}")
    pick = ca.SX.sym("x", 3, samples)
    columns = {f"x{k}": pick[:, k] for k in range(samples)}
    for name in ("places", "rates", "accelerations", "pushes"):
        graph.add(Box(name, {"x": pick}, columns))
    graph.connect("path.value", "places.x")
    graph.connect("path.velocity", "rates.x")
    graph.connect("path.acceleration", "accelerations.x")
    graph.connect("fuel.f", "pushes.x")
    for k in range(samples):
        for source, port in (("places", "q"), ("rates", "v"), ("accelerations", "a"), ("pushes", "Q")):
            graph.connect(f"{source}.x{k}", f"particle{k}.{port}")
        if k:
            graph.connect("particle0.g", f"particle{k}.g")
        graph.constrain(f"particle{k}.physics", equal=0.0)
    graph.connect("path.h", "fuel.h")
    graph.set("path.h", seconds / (samples - 1))
    graph.set("particle0.g", [0, -9.81, 0])
    graph.unknown("path.values")
    graph.unknown("fuel.f")
    end, to = ca.SX.sym("end", 3), ca.SX.sym("to", 3)
    graph.add(Box("goal", {"end": end, "to": to}, {"miss": end - to}))
    graph.connect(f"places.x{samples - 1}", "goal.end")
    graph.set("goal.to", goal)
    for port in ("goal.miss", "places.x0", "rates.x0", f"rates.x{samples - 1}"):
        graph.constrain(port, equal=0.0)
    graph.minimize("fuel.used")
    return graph


def solved(graph: Graph, solver=None) -> tuple[dict, ca.Function]:
    problem = graph.problem()
    solver = solver or ca.nlpsol("solver", "ipopt", problem.nlp, QUIET)
    answer = solver(
        x0=graph.guess(),
        p=graph.parameters(),
        lbx=problem.lowest,
        ubx=problem.highest,
        lbg=problem.low,
        ubg=problem.high,
    )
    assert solver.stats()["success"]
    return problem.read(answer["x"].full()[:, 0]), solver


def closed_form(t, goal):
    """∫ f² least: x a cubic, x = goal (3 t² − 2 t³) over one second."""
    return np.outer(goal, 3 * t**2 - 2 * t**3)


def test_the_particle_of_the_paper_solves_and_nears_the_cubic_with_second_order() -> None:
    errors, counts = [], np.array([9, 17, 33])
    for samples in counts:
        path = solved(particle(samples))[0]["path.values"][:, 1:-1]
        errors.append(np.abs(path - closed_form(np.linspace(0, 1, samples), [1.0, 0.5, 0.0])).max())
    assert -np.polyfit(np.log(counts - 1), np.log(errors), 1)[0] > 1.8
    assert errors[-1] < 2e-3


def test_constants_change_between_solves_without_rebuilding() -> None:
    graph = particle(9)
    first, solver = solved(graph)
    problem = graph.problem()
    graph.set("goal.to", [0.0, 2.0, 1.0])
    assert graph.problem() is problem
    second, _ = solved(graph, solver)
    assert first["path.values"][:, -2] == pytest.approx([1, 0.5, 0], abs=1e-8)
    assert second["path.values"][:, -2] == pytest.approx([0, 2, 1], abs=1e-8)


def test_a_change_of_wiring_makes_the_problem_anew() -> None:
    graph = particle(4)
    before = graph.problem()
    graph.constrain("places.x1", low=0.0)
    assert graph.problem().sizes[2] == before.sizes[2] + 3


def test_the_jacobian_of_the_whole_is_sparse_and_right() -> None:
    problem = particle(6).problem()
    J = ca.jacobian(problem.g, problem.x)
    assert J.nnz() < 0.12 * J.numel()
    f = ca.Function("g", [problem.x, problem.p], [problem.g, J])
    rng = np.random.default_rng(0)
    x, d, p = rng.normal(size=(2, problem.sizes[0])).tolist() + [np.ones(problem.sizes[1])]
    e = 1e-6
    slope = (f(np.add(x, e * np.array(d)), p)[0] - f(np.subtract(x, e * np.array(d)), p)[0]) / (2 * e)
    assert (f(x, p)[1] @ d).full() == pytest.approx(slope.full(), abs=1e-4)


def test_bounds_and_inequalities_reach_the_problem() -> None:
    x = ca.SX.sym("x", 2)
    graph = Graph()
    graph.add(Box("bowl", {"x": x}, {"height": ca.sumsqr(x), "sum": x[0] + x[1]}))
    graph.unknown("bowl.x", guess=[3.0, 4.0], low=[0.8, -np.inf])
    graph.constrain("bowl.sum", low=1.0)
    graph.minimize("bowl.height", weight=2.0)
    assert solved(graph)[0]["bowl.x"] == pytest.approx([0.8, 0.2], abs=1e-6)


def test_show_draws_every_box_port_and_arc() -> None:
    graph = particle(3)
    root = ElementTree.fromstring(graph.show())
    kinds = [element.tag.split("}")[1] for element in root.iter()]
    assert kinds.count("rect") == len(graph.boxes)
    assert kinds.count("path") == len(graph.arcs)
    assert kinds.count("circle") == sum(len(b.inputs) + len(b.outputs) for b in graph.boxes.values())
    assert graph.show().count("<title>unknown</title>") == len(graph.unknowns)


def test_wiring_that_makes_no_sense_is_named() -> None:
    x, y = ca.SX.sym("x"), ca.SX.sym("y", 2)
    graph = Graph()
    graph.add(Box("a", {"x": x}, {"y": x + 1}))
    graph.add(Box("b", {"x": x, "wide": y}, {"y": x * y[0]}))
    with pytest.raises(InputError, match="is there already"):
        graph.add(Box("a", {"x": x}, {"y": x}))
    with pytest.raises(InputError, match=r"a.y is \(1, 1\), but b.wide takes \(2, 1\)"):
        graph.connect("a.y", "b.wide")
    with pytest.raises(UnknownNameError, match=r"did you mean 'a.y'"):
        graph.connect("a.yy", "b.x")
    with pytest.raises(UnknownNameError, match="input port"):
        graph.unknown("a.y")
    with pytest.raises(InputError, match="no unknown"):
        graph.problem()
    with pytest.raises(InputError, match="lies above"):
        graph.constrain("a.y", low=1, high=0)
    graph.unknown("a.x")
    graph.connect("a.y", "b.x")
    with pytest.raises(InputError, match=r"fed already, by a.y"):
        graph.connect("a.y", "b.x")
    with pytest.raises(InputError, match=r"takes its value from a.y; change that"):
        graph.set("b.x", 1.0)
    with pytest.raises(InputError, match=r"b.wide: no value yet"):
        graph.parameters()
    with pytest.raises(InputError, match=r"b.wide: expected \(2, 1\), got \(3,\)"):
        graph.set("b.wide", [1, 2, 3])


def test_a_loop_is_named() -> None:
    x = ca.SX.sym("x")
    graph = Graph()
    for name in "ab":
        graph.add(Box(name, {"x": x, "c": ca.SX.sym("c")}, {"y": x}))
    graph.connect("a.y", "b.x")
    graph.connect("b.y", "a.x")
    graph.unknown("a.c")
    graph.minimize("b.y")
    with pytest.raises(CycleError, match="loop"):
        graph.problem()


def test_boxes_refuse_what_they_do_not_know() -> None:
    x, k = ca.SX.sym("x", 2), ca.SX.sym("k")
    with pytest.raises(InputError, match="depends on the symbol 'k'"):
        Box("spring", {"x": x}, {"f": k * x})
    box = Box("spring", {"x": x, "k": k}, {"f": k * x})
    with pytest.raises(InputError, match="needs its input 'k'"):
        box(x=[1, 2])
    with pytest.raises(InputError, match="expected 2 by 1"):
        box(x=1.0, k=2.0)
    with pytest.raises(UnknownNameError, match="did you mean 'k'"):
        box(x=[1, 2], kk=2.0)
    assert box(x=x, k=2.0)["f"].shape == (2, 1)
    assert box.sparsity("f", "x").nnz() == 2
    assert box.jacobian("f", "x")(x=[1, 2], k=3)["f/x"] == pytest.approx(3 * np.eye(2))
