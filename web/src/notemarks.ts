/** The notes over the time line: a diamond each, and as much of its text as fits before the next. */

import type { Clock } from "./clock";
import type { Note } from "./contract";
import { element } from "./dom";
import { shareOf } from "./timeline";

/** Room for the diamond, and the least that is worth writing [points]. */
const DIAMOND = 12;
const LEAST = 26;

export function noteMarks(notes: Note[], clock: Clock, width: number): HTMLElement[] {
  const places = notes.map((note) => width * shareOf(note.time, clock.times));
  return notes.map((note, i) => mark(note, places[i]!, (places[i + 1] ?? width + DIAMOND) - places[i]!, clock));
}

function mark(note: Note, place: number, room: number, clock: Clock): HTMLElement {
  const label = `${note.text} (${note.time.toFixed(2)} s)`;
  const properties = { type: "button", class: "note", title: label, "aria-label": label };
  const text = element("span", { style: `max-width:${Math.max(0, room - DIAMOND)}px` }, note.text);
  text.hidden = room < DIAMOND + LEAST;
  return element("button", { ...properties, style: `left:${place}px`, onclick: () => clock.seek(note.time) }, text);
}
