"""Scripts run in exact time: what waits, side by side or again, ends when it should, whatever the step."""

from fractions import Fraction

import pytest

from supple.control import first_of, repeat, together, wait, wait_for
from supple.dynamics import World
from supple.errors import InputError
from supple.scene import models


def performed(script, seconds=1.0, step=1 / 500):
    """The performance of a script in an empty world, and what it wrote down."""
    world = World(step=step)
    performance = world.direct(script)
    world.run(seconds)
    return performance


@pytest.mark.parametrize("step", [1 / 500, 1 / 240, 1 / 1000])
def test_a_thousand_short_waits_add_up_exactly(step):
    def script(world):
        for _ in range(1000):
            yield from wait(1 / 3000)

    performance = performed(script, step=step)
    assert performance.done
    assert performance.time == 1 / 3


def test_effects_happen_at_the_step_that_reaches_their_time():
    seen = []

    def script(world):
        for _ in range(3):
            yield from wait(Fraction(1, 300))
            seen.append(world.time)

    performance = performed(script, step=1 / 100)
    assert performance.time == 1 / 100
    assert seen == [1 / 100] * 3


def test_wait_for_asks_at_every_step_and_goes_on_at_once():
    asked = []

    def ripe(world):
        asked.append(world.time)
        return world.time > 0.0501

    performance = performed(lambda world: wait_for(ripe), step=1 / 100)
    assert performance.done
    assert len(asked) == 7
    assert performance.time == pytest.approx(0.06)


def test_together_ends_with_the_last_and_gives_all_results():
    def counted(seconds, answer):
        yield from wait(seconds)
        return answer

    def script(world):
        return (yield from together(counted(0.1234567, "a"), counted(0.3, "b"), wait_for(lambda w: True)))

    performance = performed(script)
    assert performance.result == ["a", "b", True]
    assert performance.time == 0.3


def test_together_keeps_exact_time_beside_a_behavior_that_steps():
    def script(world):
        yield from together(wait(0.12345), wait_for(lambda world: world.time > 0.05))

    assert performed(script).time == 0.12345


def test_first_of_ends_with_the_first_in_exact_time_and_stops_the_others():
    log = []

    def nagging():
        try:
            while True:
                yield from wait(0.01)
                log.append("still here")
        finally:
            log.append("gone")

    def script(world):
        return (yield from first_of(wait(0.0312), nagging(), wait(0.0311)))

    performance = performed(script, step=1 / 100)
    assert performance.result == 2
    assert performance.time == 0.0311
    assert log == ["still here"] * 3 + ["gone"]


def test_nested_combinations_take_as_long_as_they_should():
    def script(world):
        yield from together(
            first_of(wait(0.3), repeat(lambda: wait(0.07), 3)), repeat(lambda: wait(Fraction(1, 7)), 2)
        )
        yield from wait(0.001)

    assert performed(script).time == float(Fraction(2, 7) + Fraction(0.001))


def test_repeat_counts():
    def script(world):
        yield from repeat(lambda: wait(0.05), 4)

    assert performed(script).time == pytest.approx(0.2, abs=1e-15)


def test_a_stopped_script_goes_no_further():
    world, log = World(step=1 / 100), []

    def script(world):
        yield from wait(0.1)
        log.append("too late")

    performance = world.direct(script)
    world.at(0.05, performance.stop)
    world.run(0.3)
    assert performance.done
    assert log == []


def test_two_scripts_run_side_by_side_and_a_generator_will_do():
    world, order = World(step=1 / 100), []

    def script(name, seconds):
        yield from wait(seconds)
        order.append(name)

    world.direct(script("late", 0.06))
    world.direct(script("soon", 0.055))
    world.run(0.1)
    assert order == ["soon", "late"]


def failing(world):
    yield from wait(0.25)
    yield from together(wait(1), clumsy())


def clumsy():
    yield from wait(0.1)
    raise ZeroDivisionError("oops")


def test_an_exception_names_behavior_script_and_time_and_keeps_the_take():
    world = World(step=1 / 100)
    world.add(models.sphere(), at=(0, 3, 0))
    world.direct(failing)
    with pytest.raises(ZeroDivisionError, match="oops") as caught:
        world.run(1)
    assert "in behavior 'clumsy' of script 'failing', at 0.3500 s" in caught.value.__notes__
    assert caught.value.take.times[-1] == pytest.approx(0.35, abs=1 / 60)


@pytest.mark.parametrize(
    ("script", "message"),
    [
        (lambda w: wait(-1), r"cannot wait for -1 s"),
        (lambda w: repeat(lambda: wait(0)), "takes no time"),
        (lambda w: repeat(lambda: wait(1), -2), "cannot repeat -2 times"),
        (lambda w: repeat(wait(1), 2), "a function that makes the behavior anew"),
        (lambda w: wait_for(True), "a function of the world that says when, got True"),
        (lambda w: first_of(), "needs a behavior"),
        (lambda w: together(wait(1), "wait"), "'wait' is no behavior"),
        (lambda w: (x for x in ["later"]), "yielded 'later'; it can wait for"),
    ],
)
def test_bad_scripts_say_what_is_wrong(script, message):
    with pytest.raises(InputError, match=message):
        performed(script)


def test_a_function_that_never_yields_is_no_script():
    with pytest.raises(InputError, match="is no behavior"):
        World().direct(lambda world: None)
