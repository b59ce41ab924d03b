/** Two answers of the parse worker in the words of the page. */
import { l10n } from 'vscode';
import type { ChunkedFile } from '../../chunking/chunk';
import { chunkLabel } from '../common/chunk-labels';
import { chunkCount, numberLabel } from '../common/number-labels';
import {
  type BoundaryDifference,
  diffBoundaries,
  histogramOf,
  type Statistics,
  sizesOf,
  statisticsOf,
} from './chunk-statistics';
import type { Boundary, BySide, Compared, ComparedOptions, Fact } from './compare-messages';

export function describe(files: BySide<ChunkedFile>, sets: BySide<ComparedOptions>): Omit<Compared, 'inUse'> {
  const a = statisticsOf(files.a.chunks, sets.a.maxTokens);
  const b = statisticsOf(files.b.chunks, sets.b.maxTokens);
  const { width, counts, most } = histogramOf(sizesOf(files.a.chunks), sizesOf(files.b.chunks));
  const boundaries = diffBoundaries(files.a.chunks, files.b.chunks);
  const countIn = (where: Boundary['in']): number => boundaries.filter((each) => each.in === where).length;
  return {
    is: 'compared',
    columns: {
      a: { facts: facts(a), counts: counts.a },
      b: { facts: facts(b, a), counts: counts.b },
    },
    ranges: counts.a.map((_, i) => range(i * width, (i + 1) * width - 1)),
    most,
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
    boundaries: boundaries.map(boundary),
  };
}

function facts(of: Statistics, before?: Statistics): Fact[] {
  const fact = (name: string, key: keyof Statistics): Fact => {
    const value = of[key];
    return { name, value: value === undefined ? '–' : numberLabel(value), change: change(before?.[key], value) };
  };
  return [
    fact(l10n.t('Chunks'), 'chunks'),
    fact(l10n.t('Parents'), 'parents'),
    fact(l10n.t('Tokens'), 'tokens'),
    fact(l10n.t('Tokens with context'), 'embedded'),
    fact(l10n.t('Smallest chunk'), 'smallest'),
    fact(l10n.t('Median chunk'), 'median'),
    fact(l10n.t('Largest chunk'), 'largest'),
    of.overLimit === 0
      ? { name: l10n.t('Over the limit'), value: l10n.t('none'), change: '' }
      : fact(l10n.t('Over the limit'), 'overLimit'),
  ];
}

function change(before: number | undefined, now: number | undefined): string {
  if (before === undefined || now === undefined || before === now) return '';
  return now > before ? `+${numberLabel(now - before)}` : `−${numberLabel(before - now)}`;
}

function range(first: number, last: number): string {
  return first === last ? numberLabel(first) : `${numberLabel(first)}–${numberLabel(last)}`;
}

function boundary({ line, in: where, a, b }: BoundaryDifference): Boundary {
  const mark = where === 'both' ? l10n.t('both') : where === 'a' ? l10n.t('only A') : l10n.t('only B');
  const labels = { ...(a && { a: chunkLabel(a) }), ...(b && { b: chunkLabel(b) }) };
  const parts = a && b && labels.a !== labels.b ? [`A: ${labels.a}`, `B: ${labels.b}`] : [labels.a ?? labels.b];
  return { line, in: where, mark, labels, spoken: [l10n.t('line {0}', line), mark, ...parts].join(', ') };
}
