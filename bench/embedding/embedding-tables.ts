/** The tables of the embedding benchmark. A mean that was not measured has an empty cell. */

import { goalTable } from '../chunks/chunk-tables';
import { meanOf, meansBy, type Scored } from '../code-search/score';
import { type HeldScore, mrr } from './held-scores';
import type { MeasuredEmbedder, Ways } from './measure-embedder';
import type { PassageKind } from './passage-kinds';
import type { Ranking } from './search-split';
import type { VectorShape } from './smaller-vectors';

/** A measured system and what it costs. */
export interface Column extends MeasuredEmbedder {
  readonly chunksPerSecond?: number;
  readonly loadMs?: string;
  readonly size?: string;
  /** Scores mixed with the product's BM25. */
  readonly product?: readonly Scored[];
}

interface Row {
  readonly title: string;
  readonly goal: string;
  readonly cell: (column: Column) => string;
}

/** @param shared how many of the first pairs every system has ranked. */
export function embeddingTable(columns: readonly Column[], shared: number): string {
  const rows: Row[] = [
    ...heldRows(columns, shared),
    searchRow('code search, nDCG@10, alone', '≥ .70', ({ search }) => search.context?.alone),
    searchRow('… TypeScript', '≥ .58', ({ search }) => only(search.context?.alone, 'typescript')),
    searchRow('… mixed with BM25 by scores', '≥ .74', ({ search }) => search.context?.mixed),
    {
      title: "… mixed with the product's BM25",
      goal: '≥ .74',
      cell: ({ product }) => (product ? cell(product) : ''),
    },
    searchRow('… fused with BM25 by ranks', '', ({ search }) => search.context?.fused),
    {
      title: 'code files only: alone / mixed / fused',
      goal: '',
      cell: ({ codeFiles }) => ways(codeFiles, cell),
    },
    {
      title: '… TypeScript',
      goal: '',
      cell: ({ codeFiles }) => ways(codeFiles, (scored) => cell(only(scored, 'typescript'))),
    },
    kindRow('path words + text instead of context + text: alone / mixed / fused', 'path'),
    kindRow('text only', 'text'),
    shapeRow('loss by int8 vectors: alone / mixed / fused', 'mixed ≤ .003', 'int8'),
    shapeRow('loss by 128 dimensions', 'mixed ≤ .01', 128),
    shapeRow('loss by 64 dimensions', '', 64),
    {
      title: 'chunks of 250 tokens per CPU-second',
      goal: '≥ 3,000',
      cell: ({ chunksPerSecond: speed }) => (speed === undefined ? '' : Math.round(speed).toLocaleString('en')),
    },
    { title: 'load in a fresh process, ms of CPU', goal: '≤ 60', cell: ({ loadMs }) => loadMs ?? '' },
    { title: 'size on disk', goal: '≤ 12 MB', cell: ({ size }) => size ?? '' },
  ];
  return goalTable(rows, cellsOf(rows, columns));
}

/** One row per group of questions, with every system alone and mixed. */
export function searchTable(columns: readonly Column[], group: 'language' | 'category' | 'repository'): string {
  const lists = columns.flatMap(({ title, search }) =>
    (['alone', 'mixed'] as const).flatMap((way) => {
      const scored = search.context?.[way];
      return scored ? { title: way === 'alone' ? title : `${title}, mixed`, means: meansBy(scored, group) } : [];
    }),
  );
  const names = [...(lists[0]?.means ?? [])];
  const head = [group, 'questions', ...lists.map(({ title }) => title)];
  return lines(
    head,
    names.map(([name, { count }]) => [name, String(count), ...lists.map(({ means }) => short(means.get(name)?.mean))]),
  );
}

/** One row per language of the code, over all pairs that a system has ranked. */
export function heldTable(columns: readonly Column[]): string {
  const ranked = columns.flatMap(({ title, held }) => (held ? { title, held } : []));
  const longestList = ranked.reduce(
    (longest, { held }) => (held.visible.length > longest.length ? held.visible : longest),
    empty,
  );
  const counts = new Map<string, number>();
  for (const { language } of longestList) counts.set(language, (counts.get(language) ?? 0) + 1);
  const languages = [...counts].sort(([, a], [, b]) => b - a);
  const of = (scores: readonly HeldScore[], language: string): string =>
    short(mrr(scores.filter((score) => score.language === language)));
  return lines(
    ['language', 'pairs', ...ranked.map(({ title }) => title)],
    languages.map(([language, count]) => [
      language,
      String(count),
      ...ranked.map(({ held }) => `${of(held.visible, language)} / ${of(held.removed, language)}`),
    ]),
  );
}

const empty: readonly HeldScore[] = [];

/** One row per model, to choose between them. */
export function quickTable(columns: readonly Column[]): string {
  const head = [
    ...['model', 'held visible', 'held removed', 'alone', 'TypeScript', 'mixed', 'fused'],
    ...['code files alone', 'code files mixed', '128 alone', '128 mixed'],
  ];
  return lines(
    head,
    columns.map(({ title, held, search, codeFiles, shapes }) => [
      title,
      held ? short(mrr(held.visible)) : '',
      held ? short(mrr(held.removed)) : '',
      cell(search.context?.alone),
      cell(only(search.context?.alone, 'typescript')),
      cell(search.context?.mixed),
      cell(search.context?.fused),
      cell(codeFiles.alone),
      cell(codeFiles.mixed),
      cell(shapes.get(128)?.alone),
      cell(shapes.get(128)?.mixed),
    ]),
  );
}

function heldRows(columns: readonly Column[], shared: number): Row[] {
  const all = Math.max(...columns.map(({ held }) => held?.visible.length ?? 0));
  const title = 'held-out pairs, MRR, name visible / removed';
  const goal = '≥ .82 / .72';
  if (all === shared) return all > 0 ? [heldRow(title, goal, all)] : [];
  return [
    heldRow(`${title}, first ${shared.toLocaleString('en')}`, goal, shared),
    heldRow(`… all ${all.toLocaleString('en')}`, goal, all),
  ];
}

function heldRow(title: string, goal: string, count: number): Row {
  return {
    title,
    goal,
    cell: ({ held }) => {
      if (!held || held.visible.length < count) return '';
      return `${short(mrr(held.visible.slice(0, count)))} / ${short(mrr(held.removed.slice(0, count)))}`;
    },
  };
}

function searchRow(title: string, goal: string, of: (column: Column) => readonly Scored[] | undefined): Row {
  return { title, goal, cell: (column) => cell(of(column)) };
}

function kindRow(title: string, kind: PassageKind): Row {
  return { title, goal: '', cell: ({ search }) => ways(search[kind], cell) };
}

/** The loss compared with full vectors. */
function shapeRow(title: string, goal: string, shape: VectorShape): Row {
  return {
    title,
    goal,
    cell: ({ search, shapes }) => {
      const whole = search.context;
      return ways(shapes.get(shape), (scored, way) => {
        const before = whole?.[way];
        return scored && before ? (meanOf(before) - meanOf(scored)).toFixed(3) : '';
      });
    },
  };
}

function ways(scores: Ways | undefined, show: (scored: readonly Scored[] | undefined, way: Ranking) => string): string {
  if (!scores) return '';
  return (['alone', 'mixed', 'fused'] as const)
    .flatMap((way) => (scores[way] ? show(scores[way], way) || [] : []))
    .join(' / ');
}

function only(scored: readonly Scored[] | undefined, language: string): readonly Scored[] | undefined {
  return scored?.filter((one) => one.language === language);
}

function cell(scored: readonly Scored[] | undefined): string {
  return scored && scored.length > 0 ? short(meanOf(scored)) : '';
}

function short(mean: number | undefined): string {
  return mean === undefined || Number.isNaN(mean) ? '' : mean.toFixed(3);
}

function cellsOf(rows: readonly Row[], columns: readonly Column[]): { title: string; cells: string[] }[] {
  return columns.map((column) => ({ title: column.title, cells: rows.map((row) => row.cell(column)) }));
}

function lines(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}
