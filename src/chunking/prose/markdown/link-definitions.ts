/** Link reference definitions, which look like the first lines of a paragraph. */
import type { Paragraph } from './containers';

const title = `(?:"(?:[^"\\\\]|\\\\.)*"|'(?:[^'\\\\]|\\\\.)*'|\\((?:[^()\\\\]|\\\\.)*\\))`;
const target = `(?:<[^<>\\n]*>|[^ \\t<][^ \\t]*)`;
const label = /^\[(?!\^)((?:[^[\]\\]|\\.){1,999})\]:[ \t]*(.*)$/s;
const targetAndTitle = new RegExp(`^${target}(?:[ \\t]+${title})?[ \\t]*$`, 's');
const targetAlone = new RegExp(`^${target}[ \\t]*$`, 's');
const titleAlone = new RegExp(`^${title}[ \\t]*$`, 's');

/** How many lines of a paragraph the definitions at its start have, each. */
export function definitionLengths(text: string, { lines, block }: Paragraph): number[] {
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
    let said = match[2] ?? '';
    if (said === '') {
      said = line(index + 1);
      length = 2;
    }
    if (!targetAndTitle.test(said)) break;
    if (targetAlone.test(said) && titleAlone.test(line(index + length))) length++;
    lengths.push(length);
    index += length;
  }
  return lengths;
}
