/** Start: read what Python wrote into the page, load the takes, lay out the page. */

import { Address, timeInAddress } from "./address";
import { Caption } from "./caption";
import type { PageData, PageOptions } from "./contract";
import { element, iconButton } from "./dom";
import { icon } from "./icons";
import { bindKeys, helpDialog } from "./keys";
import { goLive } from "./live";
import { bytesOf, loadTake } from "./load";
import { Panel } from "./panel";
import { Player } from "./player";
import { Plots } from "./plots";
import { type Probe, probeOf } from "./probe";
import type { Take } from "./take";
import { Theme } from "./theme";
import { shareOf, Timeline } from "./timeline";
import { Transport } from "./transport";
import { ViewBar } from "./viewbar";
import "./theme.css";
import "./page.css";

declare global {
  interface Window {
    supple: Partial<Probe>;
  }
}

const stage = element("main", { class: "stage" });
const canvas = element("canvas", { class: "view", "aria-label": "The take" });
stage.append(canvas);
document.body.append(stage);

function layOut(player: Player, title: string, options: PageOptions): void {
  const [transport, timeline, plots, caption] = [
    new Transport(player),
    new Timeline(player),
    new Plots(player),
    new Caption(player),
  ];
  const panel = new Panel(player, plots);
  const toggles = { panel: () => panel.toggle(), help: () => help.showModal() };
  const close = () => panel.toggle(false);
  const help = helpDialog(bindKeys(player, { ...toggles, close }));
  const viewbar = new ViewBar(player, toggles);
  const head = element("div", { class: "playhead" });
  const tracks = element(
    "div",
    { class: "tracks" },
    element("div", { class: "lanes" }, timeline.element, plots.element, head),
  );
  document.body.append(element("footer", { class: "dock" }, transport.element, tracks), help);
  stage.append(element("h1", {}, title), caption.element, player.pace.element, viewbar.element, panel.element);
  const address = new Address(player.clock);
  const playhead = {
    element: head,
    update: () => {
      head.style.left = `${100 * shareOf(player.clock.time, player.clock.times)}%`;
      address.update();
    },
  };
  player.show(transport, timeline, plots, caption, panel, viewbar, playhead);
  plots.element.hidden = true;
  for (const name of options.channels ?? []) plots.set(name, true);
  timeline.redraw();
}

/** Only the picture, playing; a button on hover. */
function layOutEmbedded(player: Player): void {
  document.documentElement.classList.add("embed");
  player.views.controls.enableZoom = player.views.controls.enablePan = false;
  const button = iconButton("Play or pause", icon("pause"), () => player.clock.toggle());
  button.classList.add("play");
  let playing: boolean | null = null;
  const update = () => {
    if (playing === player.clock.playing) return;
    playing = player.clock.playing;
    button.replaceChildren(icon(playing ? "pause" : "play"));
  };
  stage.append(button, player.pace.element);
  player.show({ element: button, update });
}

function begin([take, against]: Take[], { title, options = {} }: PageData): Probe {
  const player = new Player(take!, against ?? null, canvas, new Theme(options.theme));
  for (const overlays of player.overlays) {
    for (const name of [...overlays.named("pin"), ...(options.trails ?? [])]) overlays.set(name, true);
  }
  if (take!.facts.background) paintBackground(take!.facts.background);
  if (options.embed) layOutEmbedded(player);
  else layOut(player, title, options);
  player.clock.seek(timeInAddress() ?? options.time ?? take!.times.start);
  player.settle();
  if (options.play ?? options.embed) player.clock.play();
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
