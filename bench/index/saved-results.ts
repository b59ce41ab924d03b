/** The last result of each size, saved in `.cache`: a million chunks take long, and a report has all sizes. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NamedPeer } from './index-tables';
import { cache, type MeasuredIndex } from './run-steps';

export interface Result {
  readonly size: number;
  /** Date, commit and machine. */
  readonly run: string;
  readonly measured: MeasuredIndex;
  readonly others: readonly NamedPeer[];
}

const file = join(cache, 'results.json');

export function savedResults(): Result[] {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Result[]) : [];
}

export function saveResult(result: Result): void {
  const all = [...savedResults().filter(({ size }) => size !== result.size), result];
  writeFileSync(file, JSON.stringify(all.sort((a, b) => a.size - b.size)));
}
