/** The last result of each size, kept in `.cache`: a million chunks take long, and a report has all sizes. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cache, type Measured } from './run';
import type { NamedPeer } from './table';

export interface Result {
  readonly size: number;
  /** Day, commit and machine. */
  readonly run: string;
  readonly measured: Measured;
  readonly others: readonly NamedPeer[];
}

const file = join(cache, 'results.json');

export function keptResults(): Result[] {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Result[]) : [];
}

export function keepResult(result: Result): void {
  const all = [...keptResults().filter(({ size }) => size !== result.size), result];
  writeFileSync(file, JSON.stringify(all.sort((a, b) => a.size - b.size)));
}
