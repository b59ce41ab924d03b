/** Rounds an estimate up, in steps that grow with it: 4 s, 35 s, 90 s, 6 min. */
export function roundUpSeconds(seconds: number): number {
  const step = seconds <= 10 ? 1 : seconds <= 60 ? 5 : seconds <= 300 ? 30 : 60;
  return Math.max(1, Math.ceil(seconds / step) * step);
}
