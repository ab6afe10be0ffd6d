/** The page around the picture: bars above, what one asks for beside, time below. */

import { Address } from "./address";
import { Caption } from "./caption";
import type { PageOptions } from "./contract";
import { element, iconButton } from "./dom";
import { icon } from "./icons";
import { bindKeys, helpDialog } from "./keys";
import { DopeSheet } from "./lanes/dope";
import { Outliner } from "./outliner";
import { Panel } from "./panel";
import { PickedCard } from "./pick/card";
import { Panes } from "./panes";
import type { Player } from "./player";
import { Plots } from "./plots";
import { shareOf, Timeline } from "./timeline";
import { Transport } from "./transport";
import { ViewBar } from "./viewbar";
import { Words } from "./words";

/** Where bars stand above and below the picture, and how much of it they cover [points]. */
const PHONE = matchMedia("(width <= 720px)");
const BAR = 56;
/** Between a side panel and the edge of the stage [points]. */
const MARGIN = 12;

export function layOut(player: Player, stage: HTMLElement, title: string, options: PageOptions): void {
  const [transport, timeline, plots, caption] = [
    new Transport(player),
    new Timeline(player),
    new Plots(player),
    new Caption(player),
  ];
  const [dope, picked, panel] = [new DopeSheet(player), new PickedCard(player.selection), new Panel(player, plots)];
  const several = options.cameras && options.cameras.length > 1 ? options.cameras : [];
  const panes = (player.panes = new Panes(player.take, several));
  panes.toggle(player.views.mode, several.length > 0);
  const outliner = new Outliner(player, player.items, () => toggles.outliner(false));
  const toggles = {
    outliner: (open = outliner.element.hidden) => {
      outliner.element.hidden = !open;
      player.reserve({ left: open && !PHONE.matches ? outliner.element.offsetWidth + MARGIN : 0 });
      if (open) outliner.focus();
    },
    ghosts: () => player.toggleGhosts(),
    plots: () => plots.toggle(),
    dope: () => {
      dope.toggle();
      tracks.classList.toggle("gutter", dope.shown);
      player.redraw();
    },
    key: (way: 1 | -1) => dope.step(way),
    panes: () => {
      panes.toggle(player.views.mode);
      player.invalidate();
    },
    panel: () => panel.toggle(),
    help: () => help.showModal(),
    close: () => {
      panel.toggle(false);
      toggles.outliner(false);
      player.selection.pick(null);
    },
  };
  const words = new Words([
    { name: "Outliner", key: "N", isOn: () => !outliner.element.hidden, toggle: toggles.outliner },
    { name: "Ghosts", key: "G", isOn: () => player.ghosts.on, toggle: toggles.ghosts },
    { name: "Plots", key: "P", isOn: () => plots.shown, toggle: toggles.plots },
    ...(dope.any ? [{ name: "Dope sheet", key: "K", isOn: () => dope.shown, toggle: toggles.dope }] : []),
    ...(panes.any ? [{ name: "Cameras", key: "V", isOn: () => panes.on, toggle: toggles.panes }] : []),
    { name: "More", key: "O", isOn: () => !panel.element.hidden, toggle: toggles.panel },
  ]);
  const help = helpDialog(bindKeys(player, toggles));
  const viewbar = new ViewBar(player, toggles.help);
  const head = element("div", { class: "playhead" });
  const lanes = element("div", { class: "lanes" }, timeline.element, dope.element, plots.element, head);
  const tracks = element("div", { class: "tracks" }, timeline.marks, lanes);
  document.body.append(element("footer", { class: "dock" }, transport.element, tracks), help);
  const bars = element("div", { class: "bars" }, words.element, viewbar.element);
  stage.append(panes.element, element("h1", {}, title), bars, caption.element, player.pace.element);
  stage.append(outliner.element, panel.element, picked.element);
  const address = new Address(player.clock);
  const playhead = {
    element: head,
    update: () => {
      head.style.left = `${100 * shareOf(player.clock.time, player.clock.times)}%`;
      address.update();
    },
  };
  player.show(transport, timeline, dope, plots, caption, outliner, picked, panel, viewbar, words, playhead);
  for (const name of options.channels ?? []) plots.set(name, true);
  const clear = () => player.reserve({ top: PHONE.matches ? BAR : 0, bottom: PHONE.matches ? BAR : 0 });
  PHONE.addEventListener("change", clear);
  clear();
}

/** Only the picture, playing; a button on hover. */
export function layOutEmbedded(player: Player, stage: HTMLElement): void {
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
