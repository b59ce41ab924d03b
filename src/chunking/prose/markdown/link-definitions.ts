/** Link reference definitions, which look like the first lines of a paragraph. */
import type { OpenParagraph } from './open-containers';

const title = `(?:"(?:[^"\\\\]|\\\\.)*"|'(?:[^'\\\\]|\\\\.)*'|\\((?:[^()\\\\]|\\\\.)*\\))`;
const target = `(?:<[^<>\\n]*>|[^ \\t<][^ \\t]*)`;
const label = /^\[(?!\^)((?:[^[\]\\]|\\.){1,999})\]:[ \t]*(.*)$/s;
const targetAndTitle = new RegExp(`^${target}(?:[ \\t]+${title})?[ \\t]*$`, 's');
const targetAlone = new RegExp(`^${target}[ \\t]*$`, 's');
const titleAlone = new RegExp(`^${title}[ \\t]*$`, 's');

/** The number of lines of each definition at the start of a paragraph. */
export function definitionLengths(text: string, { lines, block }: OpenParagraph): number[] {
  const lengths: number[] = [];
  const line = (index: number) => {
    const start = lines[index];
    const next = lines[index + 1] ?? block.end;
    return start === undefined ? '' : (/^[^\r\n]*/.exec(text.slice(start, next))?.[0] ?? '').trimEnd();
  };
  for (let index = 0; index < lines.length; ) {
    const match = label.exec(line(index));
    if (!match || match[1]?.trim() === '') break;
    let length = 1;
    let rest = match[2] ?? '';
    if (rest === '') {
      rest = line(index + 1);
      length = 2;
    }
    if (!targetAndTitle.test(rest)) break;
    if (targetAlone.test(rest) && titleAlone.test(line(index + length))) length++;
    lengths.push(length);
    index += length;
  }
  return lengths;
}
