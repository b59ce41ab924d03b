/** Records of atoms by the strategy that was asked for: grouped by the strength of their gaps, or as another strategy cuts. */
import type { TokenCounter } from '../../tokens/token-types';
import type { Chunk } from '../chunk';
import type { Setting } from '../identify/file-parts';
import { RecordMaker } from '../records/records';
import type { Atom } from './atom';
import type { Group } from './cut';
import type { Grouping } from './grouping';
import { cutBy, type Range, type StrategyInput } from './strategies';

interface RecordInput extends StrategyInput {
  readonly path: string;
  readonly counter: TokenCounter;
}

/** @param grouping left out: as code is grouped. */
export async function recordsBy(
  input: RecordInput,
  settingAt: (start: number, end: number) => Setting,
  grouping?: Grouping,
): Promise<Chunk[]> {
  const { path, source, counter, counted, options, atoms } = input;
  const names = options.strategy.filter((name) => name !== 'ast' && name !== 'boundary');
  if (names.length === 0) {
    return new RecordMaker(path, source, counter, counted, options, grouping).make(atoms, settingAt);
  }
  const slides = names.includes('sliding-window');
  const shared = slides ? Math.floor(options.maxTokens * options.overlap) : 0;
  const limit = Math.max(1, options.maxTokens - shared);
  const told = new Set<string>();
  const warn = (warning: string): void => {
    if (!told.has(warning)) input.warn(warning);
    told.add(warning);
  };
  const pieces = await cutBy(names, { ...input, limit, warn });
  const clipped = clip(atoms, pieces);
  const lines: Grouping = {
    coreTokens: limit,
    smallShare: 0,
    ...(slides && { overlapStart: (start: number, floor: number) => linesBefore(input, start, floor, shared) }),
  };
  return new RecordMaker(path, source, counter, counted, options, lines).make(clipped.atoms, settingAt, clipped.groups);
}

/** Atoms cut where pieces are, and which of them are a piece. */
function clip(atoms: readonly Atom[], pieces: readonly Range[]): { atoms: Atom[]; groups: Group[] } {
  const clipped: Atom[] = [];
  const groups: Group[] = [];
  let next = 0;
  for (const piece of pieces) {
    const from = clipped.length;
    while ((atoms[next]?.end ?? Number.POSITIVE_INFINITY) <= piece.start) next++;
    for (let i = next; i < atoms.length; i++) {
      const atom = atoms[i];
      if (!atom || atom.start >= piece.end) break;
      clipped.push({ ...atom, start: Math.max(atom.start, piece.start), end: Math.min(atom.end, piece.end) });
    }
    if (clipped.length > from) groups.push({ from, to: clipped.length });
  }
  return { atoms: clipped, groups };
}

/** Where the whole lines before an offset begin that have at most so many tokens. */
function linesBefore({ source, counted }: StrategyInput, start: number, floor: number, tokens: number): number {
  let best = start;
  for (let line = source.lineAt(start); line >= 1; line--) {
    const at = source.lineStart(line);
    if (at >= start) continue;
    if (at <= floor || !counted.fits(at, start, tokens)) break;
    best = at;
  }
  return best;
}
