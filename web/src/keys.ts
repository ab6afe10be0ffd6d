/** The keys that people expect. */

import { element } from "./dom";
import type { Player } from "./player";

interface Key {
  names: string[];
  shown: string;
  does: string;
  act: (event: KeyboardEvent) => void;
}

interface Page extends Record<"outliner" | "ghosts" | "plots" | "dope" | "panes" | "panel" | "help" | "close", () => void> {
  key: (way: 1 | -1) => void;
}

/** How far one press goes around the subject [rad], and how much nearer. */
const TURN = 0.12;
const NEARER = 1.12;

export function bindKeys(player: Player, page: Page): Key[] {
  const { clock, views, theme } = player;
  const stride = (event: KeyboardEvent) => (event.shiftKey ? 10 : 1);
  const key = (names: string[], shown: string, does: string, act: Key["act"]): Key => ({ names, shown, does, act });
  const keys = [
    key([" "], "Space", "play or pause", () => clock.toggle()),
    key(["ArrowLeft"], "←", "a frame back (Shift: ten)", (event) => clock.step(-stride(event))),
    key(["ArrowRight"], "→", "a frame on (Shift: ten)", (event) => clock.step(stride(event))),
    key(["Home"], "Home", "to the start", () => clock.seek(clock.times.start)),
    key(["End"], "End", "to the end", () => clock.seek(clock.times.end)),
    key(["+", "="], "+", "faster", () => clock.faster(1)),
    key(["-", "_", "−"], "−", "slower", () => clock.faster(-1)),
    key(["l"], "L", "loop or play once", () => clock.setLoop(!clock.loop)),
    key(["f"], "F", "frame all", () => views.frameAll()),
    key(["1"], "1", "from the front", () => views.look("front")),
    key(["2"], "2", "from the side", () => views.look("side")),
    key(["3"], "3", "from the top", () => views.look("top")),
    key(["c"], "C", "next camera", () => views.cycle()),
    key(["a"], "A D", "go around", () => views.orbit(-TURN, 0)),
    key(["d"], "", "", () => views.orbit(TURN, 0)),
    key(["w"], "W S", "go higher, lower", () => views.orbit(0, TURN)),
    key(["s"], "", "", () => views.orbit(0, -TURN)),
    key(["x"], "X Z", "nearer, farther", () => views.orbit(0, 0, NEARER)),
    key(["z"], "", "", () => views.orbit(0, 0, 1 / NEARER)),
    key(["n"], "N", "outliner", () => page.outliner()),
    key(["g"], "G", "ghosts", page.ghosts),
    key(["p"], "P", "plots", page.plots),
    key(["k"], "K", "dope sheet", page.dope),
    key(["v"], "V", "several cameras", page.panes),
    key([",", "<"], ", .", "key before, next key", () => page.key(-1)),
    key([".", ">"], "", "", () => page.key(1)),
    key(["o"], "O", "more to show", page.panel),
    key(["t"], "T", "light or dark", () => theme.toggle()),
    key(["?"], "?", "these keys", page.help),
    key(["Escape"], "Esc", "close", page.close),
  ];
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || takesKeys(event)) return;
    const found = keys.find(({ names }) =>
      names.includes(event.key.length === 1 ? event.key.toLowerCase() : event.key),
    );
    if (!found) return;
    event.preventDefault();
    found.act(event);
  });
  return keys;
}

/** A focused button keeps its Space, a menu and an open dialog all keys. */
function takesKeys({ target, key }: KeyboardEvent): boolean {
  if (target instanceof HTMLSelectElement || document.querySelector("dialog[open]")) return true;
  return target instanceof HTMLButtonElement && (key === " " || key === "Enter");
}

export function helpDialog(keys: Key[]): HTMLDialogElement {
  const rows = keys.filter(({ shown }) => shown).flatMap(({ shown, does }) => [
    element("dt", {}, ...shown.split(" ").map((name) => element("kbd", {}, name))),
    element("dd", {}, does),
  ]);
  const mouse = element("p", {}, "Click a joint or a part to pick it. Drag to orbit, right-drag or two fingers to pan, wheel or pinch to zoom.");
  const dialog = element(
    "dialog",
    { class: "help", "aria-label": "Keys" },
    element("h2", {}, "Keys"),
    element("dl", {}, ...rows),
    mouse,
  );
  dialog.addEventListener("click", () => dialog.close());
  return dialog;
}
