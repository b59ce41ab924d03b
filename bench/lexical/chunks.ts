/** Real chunks for the lexical benchmark: the corpus cut by our chunker, once; and queries that people could ask of them. */
import { createReadStream, createWriteStream, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { chunkText } from '../../src/chunking/chunker';
import type { LexicalDocument } from '../../src/index/lexical/fields';
import { productFile } from '../../src/product';
import { fetchCorpus } from '../corpus';

export const chunksFile = productFile('.cache', 'lexical-chunks.jsonl');

/** Cuts the corpus where that was not done yet. */
export async function makeChunks(): Promise<void> {
  if (existsSync(chunksFile)) return;
  mkdirSync(dirname(chunksFile), { recursive: true });
  const part = `${chunksFile}.part`;
  const out = createWriteStream(part);
  for (const file of fetchCorpus((line) => process.stderr.write(`${line}\n`)).files) {
    const { chunks } = await chunkText({ path: file.path, text: readFileSync(file.path, 'utf8') });
    for (const { role, path, name, symbols, scope, startLine, text, imports, globals } of chunks) {
      if (role === 'parent') continue;
      out.write(`${JSON.stringify({ path, name, symbols, scope, startLine, text, imports, globals })}\n`);
    }
  }
  await new Promise((resolve) => out.end(resolve));
  renameSync(part, chunksFile);
}

/** The first `count`; where there are not so many, the same again with some of their identifiers renamed. */
export async function readChunks(count: number): Promise<LexicalDocument[]> {
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

/** One identifier in three has another name in each copy. */
function renamed(chunk: LexicalDocument, copy: number): LexicalDocument {
  const rename = (text: string) =>
    text.replaceAll(/[A-Za-z_]{7,}/g, (word) =>
      (word.length * 7 + word.charCodeAt(2) * 31 + word.charCodeAt(4)) % 3 === 0 ? `${word}V${copy}` : word,
    );
  return { ...chunk, name: rename(chunk.name), text: rename(chunk.text) };
}

/** Half names of definitions, half the first words of comments, taken evenly from all chunks. */
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
