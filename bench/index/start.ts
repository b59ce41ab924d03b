/** Imported before all else: what Node itself took until then. */
const { user, system } = process.cpuUsage();

export const started = { cpu: (user + system) / 1000, wall: performance.now() } as const;
