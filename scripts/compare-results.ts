/**
 * Prints what changed between two reports of a benchmark, as Markdown:
 *
 *     node --import tsx scripts/compare-results.ts BEFORE.md AFTER.md
 *
 * Both files have tables like those in bench/results. There are two kinds of numbers. Quality (shares, counts, ranks) depends only on
 * the code and the corpus, so every change is listed. Time, speed and memory depend on the machine, so only changes of more than a
 * quarter are listed, and they mean little if the two machines differ. The exit status is 0 whatever changed: this is a report,
 * not a check.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { errorMessage } from '../src/shared/error-message';

/** Smaller relative changes of time, speed and memory are not listed. */
const NOISE = 0.25;
const MAX_LINES = 60;
const MAX_PLACES = 5;

export interface Cell {
  /** The heading above the table, the row and the column. */
  readonly place: readonly [heading: string, row: string, column: string];
  readonly text: string;
}

export interface Change {
  readonly place: Cell['place'];
  readonly before: string;
  readonly after: string;
}

export interface Comparison {
  readonly compared: number;
  readonly quality: readonly Change[];
  readonly machine: readonly Change[];
  /** Cells that only one of the reports contains. */
  readonly onlyBefore: readonly Cell[];
  readonly onlyAfter: readonly Cell[];
}

export function compareResults(before: string, after: string): Comparison {
  const old = cellsOf(before);
  const now = cellsOf(after);
  const changes = [...old].flatMap(([key, { place, text }]): Change[] => {
    const other = now.get(key);
    return other === undefined || other.text === text ? [] : [{ place, before: text, after: other.text }];
  });
  const onlyIn = (cells: typeof old, others: typeof old): Cell[] =>
    [...cells].flatMap(([key, cell]) => (others.has(key) ? [] : [cell]));
  const onlyBefore = onlyIn(old, now);
  return {
    compared: old.size - onlyBefore.length,
    quality: changes.filter((change) => !dependsOnMachine(change)),
    machine: changes.filter((change) => dependsOnMachine(change) && relativeChange(change) > NOISE),
    onlyBefore,
    onlyAfter: onlyIn(now, old),
  };
}

/** All table cells that contain a number or a check mark, by their place. */
export function cellsOf(markdown: string): Map<string, Cell> {
  const cells = new Map<string, Cell>();
  let heading = '';
  let columns: readonly string[] | undefined;
  let group = '';
  for (const line of markdown.split(/\r?\n/)) {
    if (line.startsWith('#')) heading = line.replace(/^#+\s*/, '');
    if (!line.startsWith('|')) {
      columns = undefined;
      continue;
    }
    const [first = '', ...rest] = line
      .replace(/^\||\|\s*$/g, '')
      .split('|')
      .map((cell) => cell.trim());
    if (columns === undefined) {
      columns = rest;
      continue;
    }
    if (/^:?-+:?$/.test(first)) continue;
    // "… of the second half" and "– words" belong to the last row above with a full name.
    const isPart = /^[…–]/.test(first);
    if (!isPart) group = first;
    const row = isPart ? `${group} ${first}` : first;
    for (const [index, text] of rest.entries()) {
      const column = columns[index] ?? '';
      // A goal is not a measurement.
      if (!/[\d✓✗]/.test(text) || column === 'to reach' || first === 'to reach') continue;
      const place = [heading, row, column] as const;
      cells.set(uniqueKey(cells, place.join(' | ')), { place, text });
    }
  }
  return cells;
}

/** Adds a number if the key is taken: two tables under one heading may have the same rows and columns. */
function uniqueKey(cells: ReadonlyMap<string, unknown>, key: string): string {
  let unique = key;
  for (let n = 2; cells.has(unique); n++) unique = `${key} (${n})`;
  return unique;
}

function dependsOnMachine({ place: [, row, column], before }: Change): boolean {
  const label = `${row} ${column}`;
  return (
    /\b(speed|memory|time|latency|load|CPU|per second|p50|p95|p99|overhead|asking|resident|heap|buffers)\b/i.test(
      label,
    ) || /\d (ms|s|µs|MB\/s)\b/.test(before)
  );
}

/** The largest change of a number in the cell: `0.847 / 0.733` has two. */
function relativeChange({ before, after }: Change): number {
  const old = numbersOf(before);
  const now = numbersOf(after);
  if (old.length !== now.length) return Number.POSITIVE_INFINITY;
  return Math.max(...old.map((value, index) => Math.abs((now[index] ?? 0) - value) / Math.max(Math.abs(value), 1e-9)));
}

function numbersOf(text: string): number[] {
  return (
    text
      .replaceAll(',', '')
      .replaceAll('−', '-')
      .match(/-?\d*\.?\d+/g) ?? []
  ).map(Number);
}

export function reportOf(name: string, comparison: Comparison): string {
  const { compared, quality, machine, onlyBefore, onlyAfter } = comparison;
  const parts = [`## ${name}`, `${compared} numbers compared.`];
  parts.push(
    quality.length === 0 ? 'Quality: nothing changed.' : `### Quality: ${quality.length} changed`,
    changeTable(quality),
  );
  parts.push(
    machine.length === 0
      ? `Time, speed and memory: nothing changed by more than ${NOISE * 100} %.`
      : `### Time, speed and memory: ${machine.length} changed by more than ${NOISE * 100} %`,
    changeTable(machine),
  );
  for (const [title, cells] of [
    ['No longer measured', onlyBefore],
    ['New', onlyAfter],
  ] as const) {
    if (cells.length === 0) continue;
    const places = [...new Set(cells.map(({ place: [heading, row] }) => [heading, row].filter(Boolean).join(': ')))];
    parts.push(
      `${title}: ${cells.length} numbers, in ${places.slice(0, MAX_PLACES).join('; ')}${places.length > MAX_PLACES ? '; …' : ''}`,
    );
  }
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

function changeTable(changes: readonly Change[]): string {
  if (changes.length === 0) return '';
  const rows = changes
    .slice(0, MAX_LINES)
    .map(({ place: [heading, row, column], before, after }) => [heading, row, column, before, after].join(' | '));
  if (changes.length > MAX_LINES) rows.push(`… | ${changes.length - MAX_LINES} more | | | `);
  return [
    '| table | row | column | before | now |',
    '|---|---|---|---:|---:|',
    ...rows.map((row) => `| ${row} |`),
  ].join('\n');
}

function main(): void {
  const [before, after] = process.argv.slice(2);
  if (before === undefined || after === undefined) throw new Error('usage: BEFORE.md AFTER.md');
  const comparison = compareResults(readFileSync(before, 'utf8'), readFileSync(after, 'utf8'));
  if (comparison.compared === 0) throw new Error(`${before} and ${after} have no number in common`);
  process.stdout.write(reportOf(basename(after), comparison));
}

if (require.main === module) {
  try {
    main();
  } catch (error) {
    console.error(errorMessage(error));
    process.exitCode = 1;
  }
}
