/**
 * Markdown for people: a heading for each file, parent and chunk, with its location, size and context, and the code in a fence that is
 * longer than any run of backticks in the code. A fence must end on its own line, so a line break is added to a text without one; the
 * character range above the fence gives the exact length. Parents are shown without text, since the chunks below them have it.
 * Vectors are left out.
 */
import type { Encoder, ExportedChunk, ExportedFile, ExportInfo, Sink } from './export-record';

export class MarkdownEncoder implements Encoder {
  constructor(
    private readonly sink: Sink,
    private readonly info: ExportInfo,
  ) {}

  begin(): Promise<void> {
    return this.sink.write(`# Chunks of ${inline(this.info.folder)}\n`);
  }

  async add({ path, language, chunks }: ExportedFile): Promise<void> {
    if (chunks.length === 0) return;
    const parts = [`\n## ${inline(path)}\n\n${language}, ${plural(chunks.filter(isSearched).length, 'chunk')}\n`];
    const parents = new Set(chunks.flatMap(({ role, id }) => (role === 'parent' ? [id] : [])));
    for (const chunk of chunks) {
      const depth = chunk.parent !== undefined && parents.has(chunk.parent) ? '####' : '###';
      parts.push(`\n${depth} ${titleOf(chunk)}\n\n${locationOf(chunk)}\n`);
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
function locationOf({ startLine, endLine, start, end, tokens, id, parent }: ExportedChunk): string {
  const parts = [
    startLine === endLine ? `Line ${startLine}` : `Lines ${startLine}–${endLine}`,
    `characters ${start}–${end}`,
    plural(tokens.text, 'token'),
    `id \`${id}\``,
    ...(parent === undefined ? [] : [`parent \`${parent}\``]),
  ];
  return parts.join(', ');
}

function bodyOf({ note, context = '', signatures = '', text, language, omitted = [] }: ExportedChunk): string {
  const parts: string[] = [];
  if (note !== undefined) parts.push(`\nNote:\n\n${fenced(note, '')}`);
  if (context + signatures !== '') parts.push(`\nContext:\n\n${fenced(context + signatures, language)}`);
  if (omitted.length > 0) parts.push(`\nAlso used, but not in the context: ${omitted.map(inline).join(', ')}\n`);
  parts.push(`${parts.length > 0 ? '\nText:\n' : ''}\n${fenced(text, language)}`);
  return parts.join('');
}

function fenced(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${text}${/[\r\n]$/.test(text) ? '' : '\n'}${fence}\n`;
}

/** Inline code on one line, whatever characters the text contains. */
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
