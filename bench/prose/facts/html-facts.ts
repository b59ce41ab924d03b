/** HTML tag by tag: `<pre>`, rows of tables, headings, and the sentences of paragraphs and plain list items. */

import { agreedSentences } from './agreed-sentences';
import { type DocumentFacts, type Heading, type Span, trimmed } from './document-facts';

const elements = /<(pre|tr|h[1-6]|p|li|dd|dt)\b[^>]*>/gi;
const inline =
  /^(?:a|abbr|b|bdi|bdo|cite|code|del|dfn|em|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|tt|u|var|wbr|img)$/;

export function htmlFacts(text: string): DocumentFacts {
  const found = {
    sentences: [] as Span[],
    code: [] as Span[],
    rows: [] as Span[],
    headings: [] as Heading[],
    terms: [] as Span[],
  };
  // Keeps the length, so that offsets stay valid.
  const source = text.replaceAll(/<!--[\s\S]*?-->|<(script|style|head|svg|math)\b[\s\S]*?<\/\1\s*>/gi, (match) =>
    ' '.repeat(match.length),
  );
  elements.lastIndex = 0;
  for (let match = elements.exec(source); match; match = elements.exec(source)) {
    const name = (match[1] ?? '').toLowerCase();
    const inner = match.index + match[0].length;
    const close = source.slice(inner).search(new RegExp(`</${name}\\s*>`, 'i'));
    if (close === -1) continue;
    const contentEnd = inner + close;
    const end = source.indexOf('>', contentEnd) + 1;
    const content = source.slice(inner, contentEnd);
    const span = { start: match.index, end };
    if (name === 'pre') {
      found.code.push(span);
      elements.lastIndex = end;
    } else if (name === 'dt') found.terms.push(span);
    else if (name === 'tr') {
      if (!/<(?:table|tr|pre)\b/i.test(content)) found.rows.push(span);
    } else if (name.startsWith('h')) {
      found.headings.push({ ...span, level: Number(name[1]) });
      elements.lastIndex = end;
    } else if (isPlain(content)) {
      const blanked = content.replaceAll(/<[^>]*>/g, (tag) => ' '.repeat(tag.length));
      if (!insideRow(source, match.index)) found.sentences.push(...agreedSentences(blanked, inner));
    }
  }
  return { ...found, sentences: found.sentences.map((sentence) => trimmed(source, sentence)) };
}

/** True if the content is only text and inline markup. */
function isPlain(content: string): boolean {
  for (const [, name = ''] of content.matchAll(/<\/?([a-z][\w-]*)/gi))
    if (!inline.test(name.toLowerCase())) return false;
  return true;
}

/** True inside a table row, which is judged as a whole. */
function insideRow(source: string, at: number): boolean {
  const open = source.lastIndexOf('<td', at);
  return open !== -1 && source.lastIndexOf('</td', at) < open;
}
