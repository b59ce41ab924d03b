/** CPU and wall time that Node itself used before our code started. Must be imported first. */
const { user, system } = process.cpuUsage();

export const started = { cpu: (user + system) / 1000, wall: performance.now() } as const;
