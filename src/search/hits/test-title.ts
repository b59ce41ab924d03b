/**
 * The title of a test that is a call, not a definition: `test('works', …)`, `it(…)`, `describe(…)` in JavaScript and TypeScript. It has
 * no name in the index, and a row that says only "statements" does not tell one test from another.
 */
import type { Hit } from './hit';

type TitledHit = Pick<Hit, 'symbol' | 'kind' | 'language' | 'text' | 'line' | 'startLine'>;

const languages = /^(?:java|type)script(?:react)?$/;
const titledCall = /^[ \t]*(?:test|it|describe|suite|bench)(?:\.\w+)*\(\s*(['"`])((?:(?!\1)[^\\\n]|\\.)+)\1/gm;

/** Of the test that has the hit's line, or of the first one if that line is above them; empty if the hit is not such a test. */
export function testTitle({ symbol, kind, language, text, line, startLine }: TitledHit): string {
  if (symbol !== '' || kind !== 'statements' || !languages.test(language)) return '';
  let title = '';
  let at = startLine;
  let from = 0;
  for (const found of text.matchAll(titledCall)) {
    at += lineBreaks(text.slice(from, found.index));
    from = found.index;
    if (title !== '' && at > line) break;
    title = found[2] ?? '';
  }
  return title;
}

/** Of the last test that begins at this line of a file or above it; empty if there is none. */
export function testTitleAt(text: string, line: number): string {
  const above = text.split('\n', line).join('\n');
  return [...above.matchAll(titledCall)].at(-1)?.[2] ?? '';
}

function lineBreaks(text: string): number {
  return text.split('\n').length - 1;
}
