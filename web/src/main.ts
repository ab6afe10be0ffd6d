/** Start: read what Python wrote into the page, load the takes, lay out the page. */

import { timeInAddress } from "./address";
import type { PageData } from "./contract";
import { element } from "./dom";
import { layOut, layOutEmbedded } from "./layout";
import { goLive } from "./live";
import { bytesOf, loadTake } from "./load";
import { Player } from "./player";
import { type Probe, probeOf } from "./probe";
import type { Take } from "./take";
import { Theme } from "./theme";
import "./theme.css";
import "./page.css";

declare global {
  interface Window {
    supple: Partial<Probe>;
  }
}

/** Readers who want less motion start it themselves; so do those who asked for a moment. */
const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const stage = element("main", { class: "stage" });
const canvas = element("canvas", { class: "view", "aria-label": "The take" });
stage.append(canvas);
document.body.append(stage);

function begin([take, against]: Take[], { title, options = {} }: PageData): Probe {
  const player = new Player(take!, against ?? null, canvas, new Theme(options.theme));
  for (const overlays of player.overlays) {
    for (const name of [...overlays.named("pin"), ...(options.trails ?? [])]) overlays.set(name, true);
  }
  if (take!.facts.background) paintBackground(take!.facts.background);
  if (options.embed) layOutEmbedded(player, stage);
  else layOut(player, stage, title, options);
  const asked = timeInAddress() ?? options.time;
  player.clock.seek(asked ?? take!.times.start);
  player.settle();
  if (options.play ?? (asked === undefined && !STILL.matches)) player.clock.play();
  return probeOf(player, options.live ? goLive(player, stage, options.live) : null);
}

function paintBackground([r, g, b, a]: [number, number, number, number]): void {
  stage.style.background = `color(srgb-linear ${r} ${g} ${b} / ${a})`;
}

async function start(data: PageData): Promise<true> {
  document.title = data.title;
  const takes = await Promise.all(data.takes.slice(0, 2).map(({ name, glb }) => loadTake(name, bytesOf(glb))));
  window.supple = begin(takes, data);
  return true;
}

/** Without a take the page takes one: drop a GLB on it. */
function awaitDrop(): void {
  const hint = element("p", { class: "hint" }, "Drop a GLB here.");
  stage.append(hint);
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener(
    "drop",
    (event) => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      hint.remove();
      void file
        .arrayBuffer()
        .then((glb) => loadTake(file.name, glb))
        .then((take) => {
          window.supple = begin([take], { title: file.name, takes: [] });
        })
        .catch(complain);
    },
    { once: true },
  );
}

function complain(reason: unknown): void {
  const text = reason instanceof Error ? reason.message : String(reason);
  stage.append(element("p", { class: "hint", role: "alert" }, `This take cannot be shown: ${text}`));
}

const data = JSON.parse(document.getElementById("supple-data")!.textContent) as PageData | null;
if (data) {
  const ready = start(data);
  window.supple = { ready };
  ready.catch(complain);
} else awaitDrop();
