"""A marionette on two strings: a hand is led to wave, a foot is kicked, and then the strings are cut."""

import supple
from supple.control import Behavior, wait


def demo() -> supple.Take:
    """Control points switched on and off with preroll, an impulse, then let go (Witkin & Welch 1990, §4.1)."""
    world = supple.World()
    wood = supple.materials.wobble(hz=100, settle=0.08)
    puppet = world.add(supple.models.marionette(), at=(0, 0.35, 0), material=wood)
    strings = [world.nail(puppet.point(name)) for name in ("head.top", "back")]
    strings[1].strength = 0.4
    hand, foot = puppet.point("hand.L"), puppet.point("foot.R")
    x, y, z = world.position(hand)
    up, down = (x + 0.1, y + 0.42, z + 0.12), (x - 0.02, y + 0.36, z + 0.16)
    wave = supple.keys({0: up, 0.28: down, 0.56: up, 0.84: down, 1.12: up})
    lead = world.follow(hand, wave, start=0.75, preroll=0.55)
    lead.strength = supple.keys({1.87: 1, 2.27: 0})

    def script(world: supple.World) -> Behavior[None]:
        yield from wait(2.5)
        world.note("a kick")
        world.kick(foot, (0, 0.6, 2.2))
        yield from wait(0.8)
        world.note("strings cut")
        for string in strings:
            string.release()

    world.direct(script)
    gauge = supple.dynamics.Gauge(world)
    take = world.run(4.6, name="puppet").with_path_of(hand)
    words = {
        0.2: "hanging",
        0.75: "hand up",
        1.31: "wave",
        1.9: "let the hand go",
        3.55: "falling",
        4.4: "at rest",
    }
    return take.with_notes(words).with_report(**gauge.report())
