/** A request for chunks, answered. */
import type { ChunkedFile, SourceFile } from '../chunking/chunk';
import { chunkIdentified, chunkLines, identify, languageOf, possibleLanguages } from '../chunking/chunker';
import { ParseTimeout } from '../chunking/identify/parsed';
import { coverageOf } from '../chunking/records/coverage';
import { grammarIsDangerous } from '../syntax/grammar';
import { defaultLimits, readSource, skipReason } from '../workspace/read-file';
import { withNotes } from './chunk-notes';
import type { ChunkReply, ChunkRequest } from './worker-protocol';

/** Whether this process may load grammars whose optimisation can abort it. */
const isCareful = process.execArgv.includes('--liftoff-only');

/** @param trapped called where WebAssembly failed: the process is not to be used again. */
export async function chunkFile(request: ChunkRequest, trapped: () => void): Promise<ChunkReply> {
  let { text } = request;
  if (text === undefined) {
    const read = readSource(request.file ?? request.path, request.limits ?? defaultLimits);
    if ('skipped' in read) return { is: 'skipped', skipped: read.skipped };
    text = read.text;
  } else if (request.limits) {
    const skipped = skipReason(request.path, text, request.limits);
    if (skipped) return { is: 'skipped', skipped };
  }
  const { path, language: wanted, languageHint } = request;
  const source: SourceFile = {
    path,
    text,
    ...(wanted !== undefined && { language: wanted }),
    ...(languageHint !== undefined && { languageHint }),
  };
  const options = request.options ?? {};
  const isWanted = (ids: readonly string[]): boolean => !request.only || ids.some((id) => request.only?.includes(id));
  const unwanted: ChunkReply = {
    is: 'skipped',
    skipped: { reason: 'excluded', message: 'is not in a chosen language' },
  };
  const { notes } = request;
  const chunked = (file: ChunkedFile): ChunkReply =>
    isWanted([file.language])
      ? {
          is: 'chunked',
          file: notes === undefined ? file : { ...file, chunks: withNotes(file.chunks, notes) },
          bytes: Buffer.byteLength(source.text),
          coverage: file.coverage ?? coverageOf(source.text, file.chunks),
        }
      : unwanted;
  if (request.quarantined) return chunked(chunkLines(source, options, request.quarantined, languageOf(source)?.id));
  const identified = await identify(source, options);
  const { language } = identified;
  if (!isWanted(possibleLanguages(identified))) return unwanted;
  if (language && !isCareful && grammarIsDangerous(language.grammar)) return { is: 'needs-careful' };
  try {
    return chunked(await chunkIdentified(identified, options, request.parseMs));
  } catch (error) {
    // After a trap WebAssembly's memory cannot be trusted; line windows do not need it.
    if (error instanceof Error && error.name === 'RuntimeError') trapped();
    const fallback = error instanceof ParseTimeout ? 'grammar-timeout' : 'grammar-failed';
    return chunked(chunkLines(source, options, fallback, languageOf(source)?.id));
  }
}
