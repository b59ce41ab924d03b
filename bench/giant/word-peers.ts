/** What users would take instead for words, from Debian: SQLite's FTS5 and Recoll, over the same folder. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { quantile } from '../index/cpu-time';
import { runWatched } from './watched-run';

export interface PeerResult {
  readonly name: string;
  readonly cpuSeconds: number;
  readonly peak: number;
  readonly bytes: number;
  /** CPU ms of a query. */
  readonly p50: number;
  readonly p95: number;
}

/** As the product does. */
const maxFileBytes = 1_500_000;

export async function measureFts5(folder: string, at: string, questions: readonly string[]): Promise<PeerResult> {
  const file = join(at, 'fts5.sqlite');
  const script = join(at, 'fts5.sql');
  rmSync(file, { force: true });
  writeFileSync(
    script,
    `PRAGMA journal_mode=off;
CREATE VIRTUAL TABLE source USING fts5(path UNINDEXED, text, content='');
INSERT INTO source(path, text) SELECT name, data FROM fsdir('.')
  WHERE (mode & 61440) = 32768 AND name NOT LIKE './.%' AND length(data) <= ${maxFileBytes} AND instr(data, x'00') = 0;
`,
  );
  const build = await runWatched('sqlite3', [file, `.read ${script}`], { cwd: folder });
  const asked = questions.map((question) => {
    const words = (question.match(/\w+/g) ?? []).map((word) => `"${word}"`).join(' OR ');
    return `SELECT rowid FROM source WHERE source MATCH '${words}' ORDER BY rank LIMIT 10;`;
  });
  const { stdout } = spawnSync('sqlite3', [file], { input: `.timer on\n${asked.join('\n')}\n`, encoding: 'utf8' });
  const times = Array.from(
    stdout.matchAll(/user (\d+\.\d+) sys (\d+\.\d+)/g),
    ([, user, system]) => 1000 * (Number(user) + Number(system)),
  );
  return { name: 'SQLite FTS5, words without texts', ...costOf(build), bytes: statSync(file).size, ...middleOf(times) };
}

export async function measureRecoll(folder: string, at: string, questions: readonly string[]): Promise<PeerResult> {
  const settings = join(at, 'recoll');
  rmSync(settings, { recursive: true, force: true });
  mkdirSync(settings);
  // Source has many extensions: what is text by its content is text.
  writeFileSync(join(settings, 'recoll.conf'), `topdirs = ${folder}\nindexallfilenames = 0\n`);
  const build = await runWatched('recollindex', ['-c', settings]);
  const times: number[] = [];
  // Each question starts a process, as there is no other way to ask from outside.
  for (const question of questions.slice(0, 60)) {
    const words = (question.match(/\w+/g) ?? []).join(' ');
    const { cpuSeconds } = await runWatched('recollq', ['-c', settings, '-o', '-n', '10', words]);
    times.push(1000 * cpuSeconds);
  }
  const database = join(settings, 'xapiandb');
  return { name: 'Recoll, a process per query', ...costOf(build), bytes: sizeOf(database), ...middleOf(times) };
}

function costOf({ cpuSeconds, peakSum }: { readonly cpuSeconds: number; readonly peakSum: number }) {
  return { cpuSeconds, peak: peakSum };
}

function middleOf(times: readonly number[]): { readonly p50: number; readonly p95: number } {
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95) };
}

function sizeOf(folder: string): number {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}
