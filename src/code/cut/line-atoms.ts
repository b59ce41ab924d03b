/** Atoms of text that cannot be cut by syntax: its lines, and pieces of lines that do not fit. */
import type { CountedText } from '../../tokens/token-types';
import type { Scope } from '../identify/scopes';
import type { SourceText } from '../source-text';
import type { Atom } from './atom';
import { gapStrength } from './gap-strength';

/** Few texts have more characters per token; those are cut shorter than necessary. */
const charactersPerToken = 8;
/** A smaller piece of a line is not worth a cut; in tokens. */
const minRoom = 16;

/**
 * @param inside the scope of the lines after the first one: inside the definition, if `whole` is one.
 * @param room max tokens of the first atom, if its line must be cut anyway.
 */
export function lineAtoms(
  source: SourceText,
  counted: CountedText,
  whole: Atom,
  maxTokens: number,
  inside: readonly Scope[] = whole.scope,
  room = maxTokens,
): Atom[] {
  const atoms: Atom[] = [];
  const depth = whole.depth + 1;
  const add = (start: number, end: number, strength: number): void => {
    const first = atoms.length === 0;
    // The atom with the name is the definition; atoms before it are comments and decorators, atoms after it are inside.
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
        const limit = at === whole.start && room >= minRoom ? room : maxTokens;
        const next = counted.fit(at, window(source.text, at, end, limit * charactersPerToken), limit);
        add(at, next, at === start ? strength : gapStrength.midLine(depth));
        at = next;
      }
    }
    start = end;
  }
  return atoms;
}

/** At most `length` characters from `at`, not ending inside a surrogate pair: counting the tokens of a megabyte takes long. */
function window(text: string, at: number, end: number, length: number): number {
  if (end - at <= length) return end;
  const code = text.charCodeAt(at + length - 1);
  return code >= 0xd800 && code < 0xdc00 ? at + length - 1 : at + length;
}

function lineEnd(source: SourceText, offset: number, end: number): number {
  return Math.min(end, source.lineStart(source.lineAt(offset) + 1));
}
