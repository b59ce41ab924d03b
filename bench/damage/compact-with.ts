/** Compacts a small index as if it were a giant one. */
import { readFileSync } from 'node:fs';
import { mergeLexical } from '../../src/index/lexical/merge-segments';
import { TermWriter } from '../../src/index/lexical/term-writer';
import { IndexWriter } from '../../src/index/write/index-writer';
import { takeApart } from './forged-file';

export interface CompactionLimits {
  /** Rows from which a segment has codes. */
  readonly codesFrom?: number;
  readonly rowsPerRecord?: number;
}

const dimensionsAt = 12;

export async function compactWith(file: string, limits: CompactionLimits): Promise<void> {
  const { header, records } = takeApart(readFileSync(file));
  const about: { readonly model: string; readonly chunker: string } = JSON.parse(
    String(records[0]?.sections[0]?.[1] ?? '{}'),
  );
  const settings = { model: about.model, chunker: about.chunker, dimensions: header.readUInt32LE(dimensionsAt) };
  const opened = await IndexWriter.open(file, settings, { mergeLexical, ...limits });
  if ('problem' in opened) throw new Error(opened.problem.message);
  const { writer } = opened;
  // An index without deltas is not compacted.
  await writer.append({ files: [], removed: [], lexical: noWords() });
  const { problem } = await writer.compact({ keepsOlder: true });
  await writer.close();
  if (problem) throw new Error(problem.message);
}

/** With high and low bits of vectors apart. */
export function withPlanes(file: string): Promise<void> {
  return compactWith(file, { codesFrom: 1 });
}

function noWords() {
  return { terms: new TermWriter().finish(), postings: new Uint8Array(0), lengths: new Uint8Array(0) };
}
