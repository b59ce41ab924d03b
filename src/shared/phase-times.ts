/** How long each phase of a run took. */
export class PhaseTimes {
  readonly seconds: Record<string, number> = {};
  private at = performance.now();

  /** What was before belongs to no phase: waiting for an answer of the user. */
  restart(): void {
    this.at = performance.now();
  }

  /** Since the phase before ended. */
  end(phase: string): void {
    const now = performance.now();
    this.seconds[phase] = (this.seconds[phase] ?? 0) + (now - this.at) / 1000;
    this.at = now;
  }
}

/** `walking 0.1 s, chunking 2.4 s` */
export function phaseText(seconds: Readonly<Record<string, number>>): string {
  return Object.entries(seconds)
    .map(([phase, time]) => `${phase} ${time.toFixed(1)} s`)
    .join(', ');
}
