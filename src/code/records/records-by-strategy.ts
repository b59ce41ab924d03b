/** Makes the records of a text by the chosen strategy: atoms are grouped by the strength of their gaps, or as the strategy cuts. */

import { overlapTokensOf } from '../../options/chunk-options';
import { firstIndex } from '../../shared/range-of';
import type { CountedText } from '../../tokens/counter-table';
import type { Chunk } from '../chunk';
import type { Atom } from '../cut/atom';
import { type CustomStrategy, cutByCustom } from '../cut/custom-strategy';
import { groupedByDefinition } from '../cut/definition-groups';
import type { Grouping } from '../cut/grouping';
import { cutByStrategies, type StrategyInput } from '../cut/strategies';
import type { RangeInfo } from '../file-parts';
import { nextWordStart } from '../sentences/cut-at-word';
import type { TextRange } from '../source-text';
import { type NamedGroup, RecordMaker, type TextOfRecords } from './record-maker';

/** Few texts have more characters per token; of those a little less is repeated. */
const maxCharactersPerToken = 16;

interface RecordInput extends StrategyInput, TextOfRecords {
  /** The id of the language or format. */
  readonly language: string;
  readonly custom?: CustomStrategy | undefined;
}

/** @param grouping if left out, atoms are grouped as code. */
export async function recordsByStrategy(
  input: RecordInput,
  infoAt: (start: number, end: number) => RangeInfo,
  grouping?: Grouping,
): Promise<Chunk[]> {
  const { counted, options, atoms } = input;
  const own = await customPieces(input);
  if (own) {
    const { atoms: parts, groups } = clip(atoms, own);
    const asIs: Grouping = { coreTokens: options.maxTokens, smallShare: 0, minTokens: 0 };
    return new RecordMaker(input, asIs).make(parts, infoAt, groups);
  }
  const names = options.strategy.filter((name) => name !== 'ast' && name !== 'boundary');
  if (names.length === 0 && !grouping && options.group === 'definition') {
    const byDefinition = groupedByDefinition(atoms, counted, options.maxTokens);
    return new RecordMaker(input, byDefinition.grouping).make(byDefinition.atoms, infoAt);
  }
  if (names.length === 0) return new RecordMaker(input, grouping).make(atoms, infoAt);
  const slides = names.includes('sliding-window');
  const shared = slides ? overlapTokensOf(options, options.maxTokens) : 0;
  const limit = Math.max(1, options.maxTokens - shared);
  const reported = new Set<string>();
  const warn = (warning: string): void => {
    if (!reported.has(warning)) input.warn(warning);
    reported.add(warning);
  };
  const pieces = await cutByStrategies(names, { ...input, limit, warn });
  const clipped = clip(atoms, pieces);
  const lines: Grouping = {
    coreTokens: limit,
    smallShare: 0,
    minTokens: 0,
    ...(slides && {
      overlapStart: (start: number, floor: number, end: number) => {
        const at = overlapBefore(input, start, floor, shared);
        return counted.fits(at, end, options.maxTokens) ? at : start;
      },
    }),
  };
  return new RecordMaker(input, lines).make(clipped.atoms, infoAt, clipped.groups);
}

/** A piece and the name of what made it. */
interface NamedPiece extends TextRange {
  readonly strategy: string;
}

async function customPieces(input: RecordInput): Promise<readonly NamedPiece[] | undefined> {
  const { custom, path, language, source, counted, options, atoms } = input;
  if (!custom) return undefined;
  const asked = {
    path,
    language,
    text: source.text,
    maxTokens: options.maxTokens,
    countTokens: (start: number, end: number) => counted.count(start, end),
    boundaries: atoms.map((atom) => atom.start),
  };
  const pieces = await cutByCustom(custom, asked, source, counted);
  return pieces?.map(({ start, end }) => ({ start, end, strategy: custom.name }));
}

/** Cuts the atoms at the borders of the pieces; each group is the atoms of one piece. */
function clip(atoms: readonly Atom[], pieces: readonly NamedPiece[]): { atoms: Atom[]; groups: NamedGroup[] } {
  const clipped: Atom[] = [];
  const groups: NamedGroup[] = [];
  let next = 0;
  for (const piece of pieces) {
    const from = clipped.length;
    while ((atoms[next]?.end ?? Number.POSITIVE_INFINITY) <= piece.start) next++;
    for (let i = next; i < atoms.length; i++) {
      const atom = atoms[i];
      if (!atom || atom.start >= piece.end) break;
      clipped.push({ ...atom, start: Math.max(atom.start, piece.start), end: Math.min(atom.end, piece.end) });
    }
    if (clipped.length > from) groups.push({ from, to: clipped.length, strategy: piece.strategy });
  }
  return { atoms: clipped, groups };
}

/** The start of the whole lines before `start` that have at most `tokens` tokens; of the last words where the line is longer. */
function overlapBefore({ source, counted }: StrategyInput, start: number, floor: number, tokens: number): number {
  let best = start;
  for (let line = source.lineAt(start); line >= 1; line--) {
    const at = source.lineStart(line);
    if (at >= start) continue;
    if (at <= floor || !counted.fits(at, start, tokens)) break;
    best = at;
  }
  return best < start || tokens <= 0 ? best : wordsBefore(source.text, counted, start, floor, tokens);
}

/** The start of the whole words before `start` that have at most `tokens` tokens; after `floor`. */
function wordsBefore(text: string, counted: CountedText, start: number, floor: number, tokens: number): number {
  const first = Math.max(floor + 1, start - tokens * maxCharactersPerToken);
  const low = first + firstIndex(Math.max(0, start - first), (i) => counted.fits(first + i, start, tokens));
  const word = nextWordStart(text, low, start);
  return counted.fits(word, start, tokens) ? word : start;
}
