/** Answers a chunk request: reads the text if needed, finds the language, parses and chunks. */

import type { Chunk, ChunkedFile, SourceFile } from '../../code/chunk';
import { type ChunkingParts, CustomStrategyError } from '../../code/cut/custom-strategy';
import { ParseTimeout } from '../../code/identify/parsed-source';
import { coverageOf } from '../../code/records/coverage';
import { withNote } from '../../code/records/embedded-text';
import { type Embedder, type Passage, passageText } from '../../embedding/embedder';
import { NoteLog } from '../../index/logs/note-log';
import { grammarOf } from '../../languages/registry';
import { takeSyntaxWarning } from '../../syntax/choose-reader';
import {
  grammarIsTooEarly,
  grammarNeedsLiftoff,
  isLiftoffOnly,
  leaveToLiftoff,
  NeedsLiftoff,
} from '../../syntax/grammar';
import { defaultLimits, readSource, textSkipReason } from '../../workspace/read-file';
import { chunkIdentified, chunkLines, identifyFile, languageOf, possibleLanguages } from './chunker';
import { loadStrategy } from './strategy-module';
import type { ChunkReply, ChunkRequest, JudgeModel } from './worker-protocol';

/** One log per process: read once, then only what was appended. */
let log: NoteLog | undefined;

/** Adds to chunks the notes that a language model wrote about them. */
function withNotes(chunks: readonly Chunk[], file: string): readonly Chunk[] {
  if (log?.file !== file) log = new NoteLog(file);
  const known = log;
  try {
    known.refresh();
    if (known.size === 0) return chunks;
    return chunks.map((chunk) => {
      const note = chunk.role === 'parent' ? undefined : known.note(chunk.hash);
      return note === undefined ? chunk : withNote(chunk, note);
    });
  } catch {
    // It cannot be read now. The next comparison of the index with the log finds that the notes are missing.
    log = undefined;
    return chunks;
  }
}

/** Asks the process that uses this worker for the vectors of sentences. */
export type AskVectors = (texts: readonly string[]) => Promise<Float32Array[]>;

const noVectors: AskVectors = () => Promise.reject(new Error('there is no other model'));

/** @param onTrap called when WebAssembly failed: the process must not be used again */
export async function chunkFile(
  request: ChunkRequest,
  onTrap: () => void,
  askVectors: AskVectors = noVectors,
): Promise<ChunkReply> {
  let { text, encoding } = request;
  if (text === undefined) {
    const read = readSource(request.file ?? request.path, request.limits ?? defaultLimits);
    if ('skipped' in read) return { is: 'skipped', skipped: read.skipped };
    ({ text, encoding } = read);
  } else if (request.limits) {
    const skipped = textSkipReason(request.path, text, request.limits);
    if (skipped) return { is: 'skipped', skipped };
  }
  const { path, language: forcedLanguage, languageHint } = request;
  const source: SourceFile = {
    path,
    text,
    ...(forcedLanguage !== undefined && { language: forcedLanguage }),
    ...(languageHint !== undefined && { languageHint }),
  };
  const options = request.options ?? {};
  const isSelected = (ids: readonly string[]): boolean => !request.only || ids.some((id) => request.only?.includes(id));
  const notSelected: ChunkReply = {
    is: 'skipped',
    skipped: { reason: 'excluded', message: 'is not in a selected language' },
  };
  const { notes } = request;
  const chunked = (file: ChunkedFile): ChunkReply =>
    isSelected([file.language])
      ? {
          is: 'chunked',
          file: withEncoding(notes === undefined ? file : { ...file, chunks: withNotes(file.chunks, notes) }, encoding),
          bytes: Buffer.byteLength(source.text),
          coverage: file.coverage ?? coverageOf(source.text, file.chunks),
        }
      : notSelected;
  const failed = (message: string): ChunkReply => ({ is: 'skipped', skipped: { reason: 'failed', message } });
  if (request.quarantined && options.customStrategy !== undefined)
    return failed('the custom strategy ended its process or took too long');
  if (request.quarantined) return chunked(chunkLines(source, options, request.quarantined, languageOf(source)?.id));
  const identified = await identifyFile(source, options);
  const { language } = identified;
  if (!isSelected(possibleLanguages(identified))) return notSelected;
  const { isOneOfMany = false } = request;
  if (language && !isLiftoffOnly && isForLiftoff(grammarOf(language), text, isOneOfMany))
    return { is: 'needs-liftoff' };
  try {
    return chunked(
      withSyntaxWarning(
        await chunkIdentified(identified, options, request.parseMs, await partsOf(request, askVectors)),
      ),
    );
  } catch (error) {
    if (error instanceof CustomStrategyError) return failed(error.message);
    if (error instanceof NeedsLiftoff) return { is: 'needs-liftoff' };
    // After a trap the memory of WebAssembly cannot be trusted. Line windows do not need it.
    if (error instanceof Error && error.name === 'RuntimeError') onTrap();
    const fallback = error instanceof ParseTimeout ? 'grammar-timeout' : 'grammar-failed';
    return chunked(chunkLines(source, options, fallback, languageOf(source)?.id));
  }
}

function isForLiftoff(grammar: string, text: string, isOneOfMany: boolean): boolean {
  return grammarNeedsLiftoff(grammar) || (isOneOfMany && grammarIsTooEarly(grammar, text.length));
}

function withEncoding(file: ChunkedFile, encoding: string | undefined): ChunkedFile {
  if (encoding === undefined) return file;
  return { ...file, encoding, chunks: file.chunks.map((chunk) => ({ ...chunk, encoding })) };
}

async function partsOf(
  { options, judge, allowedStrategy, withLinks, isOneOfMany = false }: ChunkRequest,
  askVectors: AskVectors,
): Promise<ChunkingParts> {
  const custom = options?.customStrategy;
  return {
    checkGrammar: (id) => leaveToLiftoff(id, isOneOfMany),
    ...(judge && { embedder: async () => judgeOf(judge, askVectors) }),
    ...(withLinks && { withLinks }),
    ...(custom !== undefined && { strategy: await loadStrategy(custom, allowedStrategy) }),
  };
}

/** One object for each model, because its scale of similarity is measured once for each. */
const judges = new Map<string, Embedder & { ask: AskVectors }>();

function judgeOf(about: JudgeModel, askVectors: AskVectors): Embedder {
  let judge = judges.get(about.id);
  if (!judge) {
    const made = {
      ...about,
      ask: askVectors,
      embed: (texts: readonly (Passage | string)[]) => made.ask(texts.map(passageText)),
    };
    judge = made;
    judges.set(about.id, judge);
  }
  // In the caller's thread, each request has its own signal.
  judge.ask = askVectors;
  return judge;
}

/** Says once per process why syntax trees are read in the slow way. */
function withSyntaxWarning(file: ChunkedFile): ChunkedFile {
  const warning = takeSyntaxWarning();
  return warning === undefined ? file : { ...file, warnings: [...(file.warnings ?? []), warning] };
}
