/** The corpus, chunked once by our chunker. */
import { createWriteStream, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chunkText } from '../../src/engine/workers/chunker';
import { corpusFolder, fetchCorpus } from '../corpus';

/** Chunks the corpus if that was not done yet. */
export async function makeChunks(chunksFile: string): Promise<void> {
  if (existsSync(chunksFile)) return;
  mkdirSync(dirname(chunksFile), { recursive: true });
  const part = `${chunksFile}.part`;
  const out = createWriteStream(part);
  for (const file of fetchCorpus((line) => process.stderr.write(`${line}\n`)).files) {
    const { chunks } = await chunkText({ path: file.path, text: readFileSync(join(corpusFolder, file.path), 'utf8') });
    for (const { role, path, name, symbols, scope, startLine, text, imports, globals } of chunks) {
      if (role === 'parent') continue;
      out.write(`${JSON.stringify({ path, name, symbols, scope, startLine, text, imports, globals })}\n`);
    }
  }
  await new Promise((resolve) => out.end(resolve));
  renameSync(part, chunksFile);
}
