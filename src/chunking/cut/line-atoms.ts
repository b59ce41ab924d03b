/** Atoms of text whose syntax gives no cut: its lines, and pieces of the lines that do not fit. */
import type { CountedText } from '../../tokens/token-types';
import type { Source } from '../source-text';
import type { Atom, Scope } from './atom';
import { gapStrength } from './strength';

/** Few texts have more characters per token; those are cut shorter than they need be. */
const sparse = 8;

/** @param inside the scope of what follows the first line: inside the definition, where `whole` is one. */
export function lineAtoms(
  source: Source,
  counted: CountedText,
  whole: Atom,
  maxTokens: number,
  inside: readonly Scope[] = whole.scope,
): Atom[] {
  const atoms: Atom[] = [];
  const depth = whole.depth + 1;
  const add = (start: number, end: number, strength: number): void => {
    const first = atoms.length === 0;
    // The definition is where its name is; what stands before are its comments and decorators, what follows its inside.
    const { definition } = whole;
    const name = definition?.names[0]?.start ?? whole.start;
    const isBefore = definition !== undefined && end <= name;
    const isInside = definition !== undefined && start > name;
    atoms.push({
      ...whole,
      start,
      end,
      scope: isInside ? inside : whole.scope,
      is: isBefore && end <= definition.start ? 'comment' : whole.is,
      about: isBefore ? definition : whole.about,
      depth,
      gapDepth: first ? whole.gapDepth : depth,
      strength: first ? whole.strength : strength,
      definition: isBefore || isInside ? undefined : definition,
    });
  };

  let start = whole.start;
  while (start < whole.end) {
    // Blank lines stay with the line before them.
    let end = lineEnd(source, start, whole.end);
    while (end < whole.end && source.isBlank(end, lineEnd(source, end, whole.end)))
      end = lineEnd(source, end, whole.end);
    const strength = gapStrength.betweenLines(source, depth, start, start);
    if (end - start <= maxTokens / 3 || counted.fits(start, end, maxTokens)) {
      add(start, end, strength);
    } else {
      let at = start;
      while (at < end) {
        const next = counted.fit(at, window(source.text, at, end, maxTokens * sparse), maxTokens);
        add(at, next, at === start ? strength : gapStrength.midLine(depth));
        at = next;
      }
    }
    start = end;
  }
  return atoms;
}

/** At most `length` characters from `at`, not ending inside a surrogate pair: cutting a piece of a megabyte takes long. */
function window(text: string, at: number, end: number, length: number): number {
  if (end - at <= length) return end;
  const code = text.charCodeAt(at + length - 1);
  return code >= 0xd800 && code < 0xdc00 ? at + length - 1 : at + length;
}

function lineEnd(source: Source, offset: number, end: number): number {
  return Math.min(end, source.lineStart(source.lineAt(offset) + 1));
}
