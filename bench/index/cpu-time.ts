/** CPU time of this process, all its threads, in milliseconds. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

export function timed<T>(work: () => T): [result: T, ms: number] {
  const before = cpuMs();
  const result = work();
  return [result, cpuMs() - before];
}

export async function timedAsync<T>(work: () => Promise<T>): Promise<[result: T, ms: number]> {
  const before = cpuMs();
  const result = await work();
  return [result, cpuMs() - before];
}

/** @param share 0.5 for the median. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Runs a step, prints its result as JSON and ends the process. */
export function runStep(step: (...args: string[]) => Promise<unknown>): void {
  step(...process.argv.slice(2)).then(
    (found) => process.stdout.write(JSON.stringify(found ?? {})),
    (error: unknown) => {
      console.error(error);
      process.exitCode = 1;
    },
  );
}
