/** Runs the product's own command line, as a user does. */
import { spawnSync } from 'node:child_process';
import { productFile } from '../../src/shared/product';

export function runCodegrain(args: readonly string[], allowedStatuses: readonly number[] = [0]): void {
  const { status } = spawnSync(process.execPath, [productFile('dist', 'cli.js'), ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (!allowedStatuses.includes(status ?? -1)) throw new Error(`codegrain ${args[0]} ended with ${status}`);
}
