/** The results as Markdown: a table for all documents and one for each format, with a column per chunker. */

import { goalTable, percent, speed } from '../chunks/chunk-tables';
import type { ChunkerReport } from '../chunks/serve-chunker';
import type { ProseFormat } from './doc-packages';
import { addProseTotals, emptyProseTotals, type ProseTotals } from './measure-prose';
import type { ProseChunker } from './prose-chunkers';

export interface ProseResult {
  readonly name: ProseChunker;
  readonly report: ChunkerReport;
  readonly totals: ReadonlyMap<ProseFormat, ProseTotals>;
}

const titles: Readonly<Record<ProseChunker, string>> = {
  ours: 'Codegrain',
  'langchain-format': 'LangChain, Markdown / RST / HTML',
  'langchain-recursive': 'LangChain, recursive',
  'langchain-characters': 'LangChain, recursive, 1,500 characters',
  'chonkie-recursive': 'Chonkie, recursive',
  'chonkie-sentence': 'Chonkie, sentence',
};

interface Row {
  readonly title: string;
  readonly goal: string;
  readonly value: (totals: ProseTotals) => string;
}

const count = (value: number): string => value.toLocaleString('en');
const of = (part: number, whole: number): string => (whole === 0 ? 'n/a' : `${count(part)} of ${count(whole)}`);

const rows: readonly Row[] = [
  { title: 'chunks', goal: '', value: (t) => count(t.chunks) },
  { title: 'tokens of a chunk, mean', goal: '', value: (t) => (t.tokens / t.chunks).toFixed(0) },
  { title: 'non-blank lines covered', goal: '100.00 %', value: (t) => percent(t.linesCovered, t.lines, 2) },
  {
    title: 'characters stored outside declared overlap / in source',
    goal: '1.000',
    value: (t) => ((t.storedInk - t.declaredInk) / t.ink).toFixed(3),
  },
  { title: 'declared overlap / source', goal: '', value: (t) => (t.declaredInk / t.ink).toFixed(3) },
  { title: 'sentences within the limit, torn', goal: '0', value: (t) => of(t.sentencesTorn, t.sentences) },
  { title: 'code blocks within the limit, torn', goal: '0', value: (t) => of(t.codeTorn, t.code) },
  {
    title: 'functions within the limit in fences and cells, torn',
    goal: '0',
    value: (t) => of(t.definitionsTorn, t.definitions),
  },
  { title: 'table rows within the limit, torn', goal: '0', value: (t) => of(t.rowsTorn, t.rows) },
  { title: 'notebook cells within the limit, torn', goal: '0', value: (t) => of(t.cellsTorn, t.cells) },
  { title: 'headings left alone at the end of a chunk', goal: '0', value: (t) => of(t.headingsAlone, t.headings) },
  { title: 'chunks over 400 tokens', goal: '0', value: (t) => count(t.over) },
  { title: 'largest chunk, tokens', goal: '≤ 400', value: (t) => count(t.largestText) },
  { title: 'chunks under 30 tokens', goal: '', value: (t) => percent(t.small, t.chunks, 2) },
  { title: 'files without any chunk', goal: '0', value: (t) => String(t.empty) },
  { title: 'chunks whose text is not in the source', goal: '0', value: (t) => count(t.unplaced + t.wrong) },
];

/** @param format by default all formats. */
export function proseTable(results: readonly ProseResult[], format?: ProseFormat): string {
  const ours = results.find(({ name }) => name === 'ours');
  const columns = results.map((result) => {
    const totals = format ? result.totals.get(format) : sum(result);
    const megabytes = speed(result.report, format);
    const ratio = ours ? speed(ours.report, format) / megabytes : Number.NaN;
    const cells = [
      ...rows.map((row) => row.value(totals ?? emptyProseTotals())),
      megabytes.toFixed(2),
      `${ratio.toFixed(2)} ×`,
      ...(format ? [] : [`${(result.report.maxRss / 1024).toFixed(0)} MB`]),
    ];
    return { title: titles[result.name], cells };
  });
  const left = [
    ...rows,
    { title: 'MB per CPU-second', goal: '' },
    { title: 'speed of Codegrain as a multiple of it', goal: '' },
    ...(format ? [] : [{ title: 'peak memory of the process', goal: '' }]),
  ];
  const isShown = (index: number): boolean => columns.some(({ cells }) => cells[index] !== 'n/a');
  return goalTable(
    left.filter((_, index) => isShown(index)),
    columns.map(({ title, cells }) => ({ title, cells: cells.filter((_, index) => isShown(index)) })),
  );
}

function sum(result: ProseResult): ProseTotals {
  return [...result.totals.values()].reduce(addProseTotals, emptyProseTotals());
}
