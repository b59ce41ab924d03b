/**
 * Forges indexes with right checksums (damage/forge-index.ts) and asks them everything: each must be answered right or refused, within two
 * seconds of processor time and 300 MB.
 *
 *     npm run fuzz -- [COUNT] [--seed N]
 *
 * COUNT seeds from N on; a seed forges the same on every machine. What goes wrong is printed with its seed.
 */
import { parseArgs } from 'node:util';
import { runForged } from './damage/forge-run';

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { seed: { type: 'string', default: '0' } },
  });
  const count = Number(positionals[0] ?? '2000');
  const first = Number(values.seed);
  const seeds = Array.from({ length: count }, (_, i) => first + i);
  const started = performance.now();
  const { asked, refused, faults, slowestCpuMs, largestBytes } = await runForged(seeds, ({ seed, sample, fault }) =>
    console.error(`seed ${seed} (${sample}): ${fault}`),
  );
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(
    `${asked} forged indexes in ${seconds} s: ${asked - refused} answered, ${refused} refused, ${faults.length} faults; at most ${Math.round(slowestCpuMs)} ms of processor time and ${Math.round(largestBytes / 1e6)} MB`,
  );
  if (faults.length > 0) process.exitCode = 1;
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
