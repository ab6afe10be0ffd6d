/** What time it is in the take. Playing follows the wall clock, however slowly frames come. */

import type { Times } from "./samples";

export const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4];

export class Clock {
  time: number;
  playing = false;
  loop = true;
  speed = 1;
  private last = 0;

  constructor(
    readonly times: Times,
    private readonly changed: () => void,
  ) {
    this.time = times.start;
  }

  get frame(): number {
    return this.times.nearest(this.time);
  }

  play(): void {
    if (this.playing) return;
    if (!this.loop && this.time >= this.times.end) this.time = this.times.start;
    this.playing = true;
    this.last = performance.now();
    this.changed();
  }

  pause(): void {
    this.playing = false;
    this.changed();
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  seek(time: number): void {
    this.time = Math.min(this.times.end, Math.max(this.times.start, time));
    this.last = performance.now();
    this.changed();
  }

  /** To the sample that many frames on, and stay there. */
  step(frames: number): void {
    this.playing = false;
    const frame = Math.min(this.times.count - 1, Math.max(0, this.frame + frames));
    this.seek(this.times.values[frame]!);
  }

  faster(steps: number): void {
    const next = SPEEDS.indexOf(this.speed) + steps;
    this.speed = SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, next))]!;
    this.changed();
  }

  setSpeed(speed: number): void {
    this.speed = speed;
    this.changed();
  }

  setLoop(loop: boolean): void {
    this.loop = loop;
    this.changed();
  }

  /** Move on by the time that has passed since the last call. */
  tick(): void {
    const now = performance.now();
    const passed = (this.speed * (now - this.last)) / 1000;
    this.last = now;
    const { start, end, duration } = this.times;
    this.time += passed;
    if (this.time <= end) return;
    if (this.loop && duration > 0) this.time = start + ((this.time - start) % duration);
    else {
      this.time = end;
      this.pause();
    }
  }

  /** Time that passed unseen does not count. */
  wake(): void {
    this.last = performance.now();
  }
}
