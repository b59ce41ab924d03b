/** The results of bench:index as Markdown. */
import type { MeasuredIndex, PeerRow } from './run-steps';

interface Goal {
  readonly size: number;
  readonly name: string;
  readonly unit: string;
  readonly goal: number;
  /** Undefined: not measured. */
  readonly value: (measured: MeasuredIndex) => number | undefined;
  readonly isLeast?: boolean;
}

const goals: readonly Goal[] = [
  { size: 1e5, name: 'hybrid p95', unit: 'ms CPU', goal: 10, value: ({ answers }) => answers.modes.hybrid.p95 },
  { size: 1e5, name: 'issue of 500 words p95', unit: 'ms CPU', goal: 25, value: ({ answers }) => answers.issues?.p95 },
  { size: 1e5, name: 'open to first answer', unit: 'ms CPU', goal: 150, value: ({ open }) => open.cpu },
  { size: 1e5, name: 'update of 20 chunks', unit: 'ms CPU', goal: 10, value: ({ updates }) => updates.total.p50 },
  { size: 1e5, name: 'memory', unit: 'MB', goal: 250, value: ({ answers }) => answers.memory / 1e6 },
  { size: 1e6, name: 'hybrid p95', unit: 'ms CPU', goal: 40, value: ({ answers }) => answers.modes.hybrid.p95 },
  { size: 1e6, name: 'recall@10', unit: '', goal: 0.97, value: ({ truth }) => truth.recall, isLeast: true },
];

export function sizeName(size: number): string {
  return size >= 1e6 ? `${size / 1e6}M` : `${size / 1e3}k`;
}

export function indexGoalTable(all: ReadonlyMap<number, MeasuredIndex>): string {
  const rows = goals.flatMap(({ size, name, unit, goal, value, isLeast }) => {
    const measured = all.get(size);
    const got = measured && value(measured);
    if (got === undefined) return [];
    const isReached = isLeast ? got >= goal : got <= goal;
    const shown = isLeast ? got.toFixed(3) : got.toFixed(1);
    return [[sizeName(size), name, `${isLeast ? '≥' : '≤'} ${goal} ${unit}`, shown, isReached ? 'yes' : '**no**']];
  });
  return table(['chunks', 'what', 'goal', 'measured', 'reached'], rows);
}

export function indexTable(all: ReadonlyMap<number, MeasuredIndex>): string {
  const columns = [...all.values()];
  const row = (name: string, value: (measured: MeasuredIndex) => string): string[] => [name, ...columns.map(value)];
  return table(
    ['', ...[...all.keys()].map(sizeName)],
    [
      row('files', ({ built }) => String(built.files)),
      row('source, MB', ({ built }) => mb(built.sourceBytes)),
      row('index, MB', ({ built }) => mb(built.indexBytes)),
      row('share of source', ({ built }) => `${((100 * built.indexBytes) / built.sourceBytes).toFixed(0)} %`),
      row('build, CPU s', ({ built }) => seconds(built.embedding + built.lexical + built.appending + built.compacting)),
      row('– embedding and quantising', ({ built }) => seconds(built.embedding)),
      row('– words', ({ built }) => seconds(built.lexical)),
      row('– tables, checksums, writing', ({ built }) => seconds(built.appending)),
      row('– compaction', ({ built }) => seconds(built.compacting)),
      row('memory of the build at its most, MB', ({ built }) => mb(built.peakMemory)),
      row('open to first answer, CPU ms', ({ open }) => open.cpu.toFixed(0)),
      row('– wall ms', ({ open }) => open.wall.toFixed(0)),
      row('– start of Node before it, CPU ms', ({ open }) => open.node.toFixed(0)),
      row('keyword query, CPU ms p50 / p95', ({ answers }) => times(answers.modes.keyword)),
      row('semantic query', ({ answers }) => times(answers.modes.semantic)),
      row('hybrid query', ({ answers }) => times(answers.modes.hybrid)),
      row('– issue of 500 words', ({ answers }) => (answers.issues ? times(answers.issues) : '')),
      row('– text of 10,000 words', ({ answers }) => (answers.longTexts ? times(answers.longTexts) : '')),
      row('hybrid query after 40 updates', ({ updates }) => times(updates.after)),
      row('update of 20 chunks, CPU ms p50 / p95', ({ updates }) => times(updates.total)),
      row('– words and vectors', ({ updates }) => ms(updates.making)),
      row('– words and vectors in a process that has indexed nothing yet', ({ updates }) => ms(updates.coldMaking)),
      row('– append', ({ updates }) => ms(updates.appending)),
      row('– refresh of a reader', ({ updates }) => ms(updates.refreshing)),
      row('memory while answering, MB', ({ answers }) => mb(answers.memory)),
      row('– at its most', ({ answers }) => mb(answers.peakMemory)),
      row('vector scan alone, CPU ms p50 / p95', ({ answers }) => times(answers.scan)),
      row('– recall@10 against float32', ({ truth }) => truth.recall.toFixed(3)),
      row('plain float32 scan, CPU ms p50 / p95', ({ truth }) => times(truth)),
      row('– its vectors, MB', ({ truth }) => truth.megabytes.toFixed(0)),
    ],
  );
}

export interface NamedPeer {
  readonly name: string;
  readonly size: number;
  readonly row: PeerRow | string;
}

export function peerTable(peers: readonly NamedPeer[]): string {
  const rows = peers.map(({ name, size, row }) =>
    typeof row === 'string'
      ? [name, sizeName(size), row, '', '', '', '']
      : [
          name,
          sizeName(size),
          seconds(row.build),
          row.megabytes.toFixed(1),
          row.load.toFixed(0),
          times(row),
          row.memory.toFixed(0),
        ],
  );
  return table(
    ['engine', 'chunks', 'build, CPU s', 'size, MB', 'load, CPU ms', 'query, CPU ms p50 / p95', 'memory, MB'],
    rows,
  );
}

function times({ p50, p95 }: { readonly p50: number; readonly p95: number }): string {
  return `${ms(p50)} / ${ms(p95)}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, i) => (i === 0 ? '---' : '---:'));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

function ms(value: number): string {
  return value.toFixed(value < 10 ? 2 : 1);
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(1);
}

function mb(bytes: number): string {
  return (bytes / 1e6).toFixed(bytes < 100e6 ? 1 : 0);
}
