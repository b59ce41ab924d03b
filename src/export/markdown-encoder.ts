/**
 * Markdown for people: a heading per file, per parent and per chunk, with its place and size, what it uses, and its code in a
 * fence that is longer than any run of backticks in it. A fence ends on a line of its own, so a text that does not end with a
 * line break has one added; the characters in the line above say how long it really is. Parents have no text of their own
 * here: it is that of the chunks below them. Vectors are not for people and are left out.
 */
import type { About, Encoder, Sink } from './encoder';
import type { ExportedChunk, ExportedFile } from './export-record';

export class Markdown implements Encoder {
  constructor(
    private readonly sink: Sink,
    private readonly about: About,
  ) {}

  begin(): Promise<void> {
    return this.sink.write(`# Chunks of ${inline(this.about.folder)}\n`);
  }

  async add({ path, language, chunks }: ExportedFile): Promise<void> {
    if (chunks.length === 0) return;
    const parts = [`\n## ${inline(path)}\n\n${language}, ${plural(chunks.filter(isSearched).length, 'chunk')}\n`];
    const parents = new Set(chunks.flatMap(({ role, id }) => (role === 'parent' ? [id] : [])));
    for (const chunk of chunks) {
      const depth = chunk.parent !== undefined && parents.has(chunk.parent) ? '####' : '###';
      parts.push(`\n${depth} ${titleOf(chunk)}\n\n${placeOf(chunk)}\n`);
      if (isSearched(chunk)) parts.push(bodyOf(chunk));
    }
    await this.sink.write(parts.join(''));
  }

  async end(): Promise<void> {}
}

function isSearched({ role }: ExportedChunk): boolean {
  return role !== 'parent';
}

function titleOf({ kind, name, scope, role }: ExportedChunk): string {
  const full = [...scope, name].filter((part) => part !== '').join('.');
  return `${role === 'parent' ? 'Parent: ' : ''}${kind}${full === '' ? '' : ` ${inline(full)}`}`;
}

/** ``Lines 3–9, characters 40–310, 85 tokens, id `…` `` */
function placeOf({ startLine, endLine, start, end, tokens, id, parent }: ExportedChunk): string {
  const parts = [
    startLine === endLine ? `Line ${startLine}` : `Lines ${startLine}–${endLine}`,
    `characters ${start}–${end}`,
    plural(tokens.text, 'token'),
    `id \`${id}\``,
    ...(parent === undefined ? [] : [`parent \`${parent}\``]),
  ];
  return parts.join(', ');
}

function bodyOf({ note, context = '', text, language, omitted = [] }: ExportedChunk): string {
  const parts: string[] = [];
  if (note !== undefined) parts.push(`\nNote:\n\n${fenced(note, '')}`);
  if (context !== '') parts.push(`\nContext:\n\n${fenced(context, language)}`);
  if (omitted.length > 0) parts.push(`\nUsed too, and not in the context: ${omitted.map(inline).join(', ')}\n`);
  parts.push(`${parts.length > 0 ? '\nText:\n' : ''}\n${fenced(text, language)}`);
  return parts.join('');
}

function fenced(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${text}${/[\r\n]$/.test(text) ? '' : '\n'}${fence}\n`;
}

/** As code, on one line, whatever characters it has. */
function inline(text: string): string {
  const flat = text.replace(/\p{Cc}/gu, ' ');
  const ticks = '`'.repeat(longestRun(flat) + 1);
  const space = flat.startsWith('`') || flat.endsWith('`') ? ' ' : '';
  return `${ticks}${space}${flat}${space}${ticks}`;
}

function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
