/** Milliseconds of processor time this process has used: a busy machine does not make it longer, as it does a clock's. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
