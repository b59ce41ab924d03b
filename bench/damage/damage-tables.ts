/** The report of bench/damage.ts. */
import { quantile } from '../index/cpu-time';
import type { Judgement } from './judge-damage';
import { type DamageKind, damageKinds } from './make-damage';

/** The columns of `cells`. */
const columns: readonly string[] = [
  'damages',
  'told',
  'refused as a whole',
  'earlier',
  'silent',
  'wrong',
  'nothing lost',
  'files lost: median',
  'mean',
  'p95',
  'worst',
];

export interface SizeResult {
  readonly files: number;
  /** How the index was made. */
  readonly kind: string;
  readonly bytes: number;
  /** Of indexing everything. */
  readonly seconds: number;
  /** Of opening the whole index. */
  readonly openMs: number;
  readonly damages: readonly (Judgement & { readonly kind: DamageKind })[];
  readonly repairs: readonly {
    readonly kind: DamageKind;
    readonly seconds: number;
    readonly added: number;
    readonly isWhole: boolean;
  }[];
}

type Damage = SizeResult['damages'][number];

export function damageTables(results: readonly SizeResult[], run: string): string {
  const all = results.flatMap(({ damages }) => damages);
  return `# Damage

${run} Made by \`npm run bench:damage\`.

${all.length.toLocaleString('en-US')} random damages. *Silent*: the reader does not say that the index is damaged. *Wrong*: a file, chunk, vector or hit that is not as in the whole index, or fewer files reported missing than are. *Earlier*: the file is exactly what it was at an earlier time, so there is nothing to tell.

## By size

${table(
  ['files', 'kind', 'index', ...columns, 'open whole, ms', 'open damaged, ms'],
  results.map(({ files, kind, bytes, damages, openMs }) => [
    String(files),
    kind,
    `${(bytes / 1e6).toFixed(2)} MB`,
    ...cells(damages),
    openMs.toFixed(1),
    quantile(
      damages.map((each) => each.openMs),
      0.5,
    ).toFixed(1),
  ]),
)}

## By kind

${table(
  ['damage', ...columns],
  damageKinds.map((kind) => [kind, ...cells(all.filter((each) => each.kind === kind))]),
)}

## Repair

One of each kind and size, with the indexer as \`codegrain index\` runs it. *Whole*: afterwards everything is as before the damage.

${table(
  ['files', 'kind', 'full index, s', 'repair: median, s', 'worst, s', 'whole'],
  results.map(({ files, kind, seconds, repairs }) => {
    const times = repairs.map((each) => each.seconds);
    return [
      String(files),
      kind,
      seconds.toFixed(2),
      quantile(times, 0.5).toFixed(2),
      Math.max(...times).toFixed(2),
      `${repairs.filter(({ isWhole }) => isWhole).length} of ${repairs.length}`,
    ];
  }),
)}
`;
}

function cells(damages: readonly Damage[]): string[] {
  const count = (is: Damage['is']): string => String(damages.filter((each) => each.is === is).length);
  const lost = damages.map((each) => each.lost);
  return [
    String(damages.length),
    count('told'),
    count('unreadable'),
    count('earlier'),
    count('silent'),
    String(damages.filter(({ wrong }) => wrong.length > 0).length),
    percent(damages.filter((each) => each.lost === 0).length / damages.length),
    percent(quantile(lost, 0.5)),
    percent(lost.reduce((sum, share) => sum + share, 0) / lost.length),
    percent(quantile(lost, 0.95)),
    percent(Math.max(...lost)),
  ];
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (each: readonly string[]): string => `| ${each.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
