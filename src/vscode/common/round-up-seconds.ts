/** Seconds as people say them who do not know exactly: rounded up, coarser the more they are. */
export function roundUpSeconds(seconds: number): number {
  const step = seconds <= 10 ? 1 : seconds <= 60 ? 5 : seconds <= 300 ? 30 : 60;
  return Math.max(1, Math.ceil(seconds / step) * step);
}
