/**
 * What a label still has to say about a chunk's name: the lines beside it are read first, and what they say is left out. `function
 * parse` beside `def parse(` is noise; beside the doc comment of `parse` it is not.
 */
import type { ShownName } from '../../code/records/labels';

export interface UnseenName extends ShownName {
  /** The lines have some of the names, these are the others. */
  readonly isRest: boolean;
}

/** @param beside the lines that are read with the label. Undefined if nothing is left to say. */
export function unseenName(shown: ShownName, beside: string): UnseenName | undefined {
  const { names, more, part } = shown;
  const unseen = names.filter((name) => !hasWord(beside, name));
  if (unseen.length === 0 && more === 0 && !part) return undefined;
  if (unseen.length > 0 && unseen.length === names.length) return { ...shown, isRest: false };
  return { names: unseen, more, isRest: true, ...(part && { part }) };
}

/** True if the name is in the text and not only as a part of a longer word. */
function hasWord(text: string, name: string): boolean {
  const isLetter = (character: string): boolean => /[\p{L}\p{N}_$]/u.test(character);
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const before = text.charAt(at - 1);
    const after = text.charAt(at + name.length);
    if (!(isLetter(before) && isLetter(name.charAt(0))) && !(isLetter(after) && isLetter(name.at(-1) ?? '')))
      return true;
  }
  return false;
}
