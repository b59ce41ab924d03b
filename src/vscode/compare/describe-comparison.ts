/** Turns two answers of the parse worker into the texts of the page. */
import { l10n } from 'vscode';
import type { ChunkedFile } from '../../code/chunk';
import { chunkLabel } from '../common/chunk-labels';
import { chunkCount, numberLabel } from '../common/number-labels';
import {
  type BoundaryDifference,
  type ChunkStatistics,
  chunkSizes,
  chunkStatistics,
  diffBoundaries,
  histogramOf,
} from './chunk-statistics';
import type { ComparedBoundary, CompareFact, Comparison } from './compare-messages';
import type { BySide, ComparedOptions } from './option-sets';

export function describeComparison(
  files: BySide<ChunkedFile>,
  sets: BySide<ComparedOptions>,
): Omit<Comparison, 'inUse'> {
  const a = chunkStatistics(files.a.chunks, sets.a.maxTokens);
  const b = chunkStatistics(files.b.chunks, sets.b.maxTokens);
  const { width, counts, maxCount } = histogramOf(chunkSizes(files.a.chunks), chunkSizes(files.b.chunks));
  const boundaries = diffBoundaries(files.a.chunks, files.b.chunks);
  const countIn = (where: ComparedBoundary['in']): number => boundaries.filter((each) => each.in === where).length;
  return {
    is: 'compared',
    columns: {
      a: { facts: factsOf(a), counts: counts.a },
      b: { facts: factsOf(b, a), counts: counts.b },
    },
    ranges: counts.a.map((_, i) => rangeLabel(i * width, (i + 1) * width - 1)),
    maxCount,
    summary: [
      l10n.t('A: {0}, B: {1}.', chunkCount(a.chunks), chunkCount(b.chunks)),
      l10n.t(
        'Boundaries: {0} in both, {1} only in A, {2} only in B.',
        numberLabel(countIn('both')),
        numberLabel(countIn('a')),
        numberLabel(countIn('b')),
      ),
    ].join(' '),
    differences: boundaries.length - countIn('both'),
    boundaries: boundaries.map(describeBoundary),
  };
}

function factsOf(statistics: ChunkStatistics, baseline?: ChunkStatistics): CompareFact[] {
  const fact = (name: string, key: keyof ChunkStatistics): CompareFact => {
    const value = statistics[key];
    return { name, value: value === undefined ? '–' : numberLabel(value), change: changeLabel(baseline?.[key], value) };
  };
  return [
    fact(l10n.t('Chunks'), 'chunks'),
    fact(l10n.t('Parents'), 'parents'),
    fact(l10n.t('Tokens'), 'tokens'),
    fact(l10n.t('Tokens with context'), 'embedded'),
    fact(l10n.t('Smallest chunk'), 'smallest'),
    fact(l10n.t('Median chunk'), 'median'),
    fact(l10n.t('Largest chunk'), 'largest'),
    statistics.overLimit === 0
      ? { name: l10n.t('Over the limit'), value: l10n.t('none'), change: '' }
      : fact(l10n.t('Over the limit'), 'overLimit'),
  ];
}

function changeLabel(baseline: number | undefined, now: number | undefined): string {
  if (baseline === undefined || now === undefined || baseline === now) return '';
  return now > baseline ? `+${numberLabel(now - baseline)}` : `−${numberLabel(baseline - now)}`;
}

function rangeLabel(first: number, last: number): string {
  return first === last ? numberLabel(first) : `${numberLabel(first)}–${numberLabel(last)}`;
}

function describeBoundary({ line, in: where, a, b }: BoundaryDifference): ComparedBoundary {
  const mark = where === 'both' ? l10n.t('both') : where === 'a' ? l10n.t('only A') : l10n.t('only B');
  const labels = { ...(a && { a: chunkLabel(a) }), ...(b && { b: chunkLabel(b) }) };
  const parts = a && b && labels.a !== labels.b ? [`A: ${labels.a}`, `B: ${labels.b}`] : [labels.a ?? labels.b];
  return { line, in: where, mark, labels, spoken: [l10n.t('line {0}', line), mark, ...parts].join(', ') };
}
