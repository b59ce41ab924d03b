/** Real chunks for the lexical benchmark, and realistic queries for them. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { LexicalDocument } from '../../src/index/terms/chunk-fields';

/** The first `count` chunks; if there are fewer, they are repeated with some of their identifiers renamed. */
export async function readChunks(chunksFile: string, count: number): Promise<LexicalDocument[]> {
  const chunks: LexicalDocument[] = [];
  for await (const line of createInterface({ input: createReadStream(chunksFile) })) {
    if (chunks.length >= count) break;
    chunks.push(JSON.parse(line) as LexicalDocument);
  }
  const real = chunks.length;
  if (real === 0) throw new Error(`${chunksFile} is empty`);
  for (let i = real; i < count; i++) {
    const chunk = chunks[i % real];
    if (chunk) chunks.push(renamed(chunk, Math.floor(i / real)));
  }
  return chunks;
}

/** Each copy renames one identifier in three. */
function renamed(chunk: LexicalDocument, copy: number): LexicalDocument {
  const rename = (text: string) =>
    text.replaceAll(/[A-Za-z_]{7,}/g, (word) =>
      (word.length * 7 + word.charCodeAt(2) * 31 + word.charCodeAt(4)) % 3 === 0 ? `${word}V${copy}` : word,
    );
  return { ...chunk, name: rename(chunk.name), text: rename(chunk.text) };
}

/** Half of the queries are names of definitions, half are first words of comments, taken evenly from all chunks. */
export function queriesOf(chunks: readonly LexicalDocument[], count: number): string[] {
  const queries: string[] = [];
  const step = Math.max(1, Math.floor(chunks.length / count));
  for (let i = 0; i < chunks.length; i++) {
    const chunk = chunks[i];
    const wantsComment = queries.length % 2 === 0;
    if (!chunk || i < queries.length * step) continue;
    const comment = /(?:\/\/|#|\*) ([A-Za-z][a-z]+(?: [A-Za-z]+){3,9})/.exec(chunk.text)?.[1];
    if (wantsComment && comment !== undefined) queries.push(comment);
    else if (!wantsComment && chunk.name !== '') queries.push(chunk.name);
    if (queries.length === count) break;
  }
  return queries;
}
