/** Checks JSON files that people merge by hand: `JSON.parse` keeps the last of two equal keys, and the first would be lost in silence. */

/** @param file its name, for the message. */
export function refuseDuplicateKeys(file: string, text: string): void {
  const found = duplicateKeys(text);
  const lines = found.map(({ key, lines }) => `${file}: the key "${key}" is in lines ${lines.join(' and ')}`);
  if (found.length > 0) throw new Error(lines.join('\n'));
}

interface DuplicateKey {
  readonly key: string;
  /** 1-based: where it is first, and where it is again. */
  readonly lines: readonly [number, number];
}

/** @param text valid JSON, in which a string is a key exactly if a colon follows it. */
function duplicateKeys(text: string): DuplicateKey[] {
  const duplicates: DuplicateKey[] = [];
  /** The keys of the objects around the current place, with their lines; a list has none. */
  const open: Map<string, number>[] = [];
  let line = 1;
  for (const [token, colon] of text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|[[\]{}\n]/g)) {
    if (token === '{' || token === '[') open.push(new Map());
    else if (token === '}' || token === ']') open.pop();
    else if (colon !== undefined) {
      const key = String(JSON.parse(token.slice(0, -colon.length)));
      const first = open.at(-1)?.get(key);
      if (first === undefined) open.at(-1)?.set(key, line);
      else duplicates.push({ key, lines: [first, line] });
    }
    line += token.split('\n').length - 1;
  }
  return duplicates;
}
