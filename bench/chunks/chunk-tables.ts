/** The results as Markdown: one table with a column per chunker, and one for ours with a column per language. */
import type { ChunkerResult } from '../chunks';
import { addTotals, emptyTotals, type Totals } from '../measure';
import { corpusLanguages } from './corpus-packages';
import { type ChunkerName, parsersAlone } from './measured-piece';
import type { ChunkerReport } from './serve-chunker';

const titles: Readonly<Record<ChunkerName, string>> = {
  ours: 'Codegrain',
  langchain: '@langchain/textsplitters',
  llamaindex: '@llamaindex/node-parser',
  'claude-context': '@zilliz/claude-context-core',
  windows: '60-line windows',
  'our-parsing': 'our parsing alone',
  parse: 'parse alone',
};

interface Row {
  readonly title: string;
  readonly goal: string;
  readonly value: (totals: Totals, ours: boolean) => string;
}

const rows: readonly Row[] = [
  { title: 'chunks', goal: '', value: (t) => t.chunks.toLocaleString('en') },
  { title: 'non-blank lines covered', goal: '100.00 %', value: (t) => percent(t.linesCovered, t.lines, 2) },
  { title: 'characters in chunks / in source', goal: '1.000', value: (t) => (t.storedInk / t.ink).toFixed(3) },
  {
    title: 'functions within the limit, whole in one chunk',
    goal: '100 %',
    value: (t) => percent(t.functionsWhole, t.functions, 2),
  },
  {
    title: 'function together with its doc comment and decorators',
    goal: '≥ 99 %',
    value: (t) => percent(t.leadsTogether, t.leads, 2),
  },
  {
    title: 'larger functions whose signature stands alone',
    goal: '0',
    value: (t) => `${t.signaturesAlone.toLocaleString('en')} of ${t.beginnings.toLocaleString('en')}`,
  },
  {
    title: 'parts of larger functions / the least that have room',
    goal: '≤ 1.10',
    value: (t) => (t.parts / t.leastParts).toFixed(3),
  },
  {
    title: 'comments of a definition in the chunk of another',
    goal: '0',
    value: (t) => `${t.leadsElsewhere.toLocaleString('en')} of ${t.documented.toLocaleString('en')}`,
  },
  { title: 'chunks over 400 tokens', goal: '0', value: (t) => t.over.toLocaleString('en') },
  { title: 'largest chunk, tokens of text', goal: '≤ 400', value: (t) => t.largestText.toLocaleString('en') },
  { title: 'largest chunk, tokens with context', goal: '≤ 500', value: (t) => t.largestTotal.toLocaleString('en') },
  { title: 'chunks under 30 tokens', goal: '≤ 2 %', value: (t) => percent(t.small, t.chunks, 2) },
  {
    title: 'chunks that use an import they do not carry',
    goal: '≤ 1 %',
    value: (t) => percent(t.importsLacking, t.importChunks, 2),
  },
  {
    title: '… and that their record does not name either',
    goal: '',
    value: (t) => percent(t.importsUnrecorded, t.importChunks, 2),
  },
  {
    title: 'carried imports and globals that are not used',
    goal: '≤ 1 %',
    value: (t, ours) => (ours ? percent(t.carriedUnused, t.carried, 2) : 'none carried'),
  },
  { title: 'embedded text / source', goal: '≤ 1.30', value: (t) => (t.embedded / t.characters).toFixed(3) },
  { title: 'files without any chunk', goal: '0', value: (t) => String(t.empty) },
  { title: 'records with a wrong slice or token count', goal: '0', value: (t, ours) => (ours ? String(t.wrong) : '') },
];

export function chunkTables(results: readonly ChunkerResult[]): string {
  const parse = results.find((result) => result.name === 'parse')?.report;
  const columns = results.map((result) => ({
    title: titles[result.name],
    cells: [
      ...rows.map((row) => (parsersAlone.has(result.name) ? '' : row.value(sum(result), result.name === 'ours'))),
      speed(result.report).toFixed(2),
      parse ? `${((100 * speed(result.report)) / speed(parse)).toFixed(0)} %` : '',
      parse ? `${((100 * speed(result.report.warm)) / speed(parse.warm)).toFixed(0)} %` : '',
      `${Math.round(result.report.maxRss / 1024).toLocaleString('en')} MB`,
    ],
  }));
  const all = goalTable(
    [
      ...rows,
      { title: 'MB per CPU-second', goal: '' },
      { title: 'speed as a share of parsing alone', goal: '≥ 60 %' },
      { title: '… of the second half of the files, after the first', goal: '' },
      { title: 'peak memory of the process', goal: '< 400 MB' },
    ],
    columns,
  );
  const ours = results.find((result) => result.name === 'ours');
  return ours ? `${all}\n\n## Ours by language\n\n${byLanguage(ours, parse)}` : all;
}

function byLanguage(ours: ChunkerResult, parse: ChunkerReport | undefined): string {
  const columns = corpusLanguages.flatMap((language) => {
    const totals = ours.totals.get(language);
    if (!totals) return [];
    const share = parse ? speed(ours.report, language) / speed(parse, language) : Number.NaN;
    const cells = [
      ...rows.map((row) => row.value(totals, true)),
      speed(ours.report, language).toFixed(2),
      `${(100 * share).toFixed(0)} %`,
    ];
    return { title: language, cells };
  });
  return goalTable(
    [...rows, { title: 'MB per CPU-second', goal: '' }, { title: 'speed as a share of parsing alone', goal: '≥ 60 %' }],
    columns,
  );
}

export function goalTable(
  left: readonly { readonly title: string; readonly goal: string }[],
  columns: readonly { readonly title: string; readonly cells: readonly string[] }[],
): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    line(['measure', 'to reach', ...columns.map((column) => column.title)]),
    line(['---', '---', ...columns.map(() => '---:')]),
    ...left.map((row, index) => line([row.title, row.goal, ...columns.map((column) => column.cells[index] ?? '')])),
  ].join('\n');
}

function sum(result: ChunkerResult): Totals {
  return [...result.totals.values()].reduce(addTotals, emptyTotals());
}

/** MB per CPU-second, for one language or for all. */
export function speed({ bytes, cpu }: Pick<ChunkerReport, 'bytes' | 'cpu'>, language?: string): number {
  const total = (of: Readonly<Record<string, number>>): number =>
    language ? (of[language] ?? 0) : Object.values(of).reduce((all, value) => all + value, 0);
  return total(bytes) / total(cpu);
}

/** Only exact values are shown as 0 or 100 %. */
export function percent(part: number, whole: number, digits: number): string {
  if (whole === 0) return 'n/a';
  const step = 10 ** -digits;
  const value = (100 * part) / whole;
  if (part > 0 && value < step) return `< ${step} %`;
  return `${(part < whole ? Math.min(value, 100 - step) : 100).toFixed(digits)} %`;
}
