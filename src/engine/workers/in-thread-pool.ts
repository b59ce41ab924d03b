/**
 * Chunks in the caller's thread, without processes: for callers that want no other process, and for browsers. Nothing supervises the
 * parser here, so what could end the process is not tried:
 * - Grammars that V8 cannot optimise safely (`grammarIsDangerous`) are not loaded, and their files are cut by lines with a warning,
 *   unless V8 optimises no WebAssembly in this process (`node --liftoff-only`).
 * - After a trap of WebAssembly its memory cannot be trusted: later files are cut by lines, too.
 * The parser has a time limit, as in a worker. Files are chunked one after the other, with breaks in which the thread can do other work.
 */

import type { Embedder } from '../../embedding/embedder';
import { grammarOf } from '../../languages/registry';
import { grammarIsDangerous, refuseDangerousGrammars } from '../../syntax/grammar';
import { chunkFile } from './chunk-file';
import { languageOf } from './chunker';
import {
  type AnswerKnownVectors,
  type ChunkingPool,
  embedBy,
  failedToChunk,
  noKnownVectors,
  poolFields,
  unlessAborted,
} from './chunking-pool';
import { makeSegment } from './segment-maker';
import type { ChunkReply, ChunkRequest, SegmentReply, SegmentRequest, SegmentWork } from './worker-protocol';

interface InThreadSettings {
  /** Time limit of the parser for a file; left out: as in a worker. */
  readonly parseMs?: number | undefined;
  /** As in `PoolSettings`. */
  readonly allowedStrategy?: string | undefined;
}

/**
 * The grammar of a file that is parsed here as a worker would parse it: it is code in a language whose grammar is safe, and has no
 * parts in others.
 * @param language left out: by the path alone.
 */
export function grammarForThread(path: string, language?: string): string | undefined {
  const known = languageOf({ path, text: '', ...(language !== undefined && { language }) });
  if (!known || known.embeds) return undefined;
  const grammar = grammarOf(known);
  return grammarIsDangerous(grammar) ? undefined : grammar;
}

const dangerousWarning =
  'is cut by lines: parsing this language could end the process; without isolation it is not tried';
const brokenWarning = 'is cut by lines: a parser failed in this process, which has to be started again to parse';

const defaultParseMs = 21_000;

/** How long the thread works between breaks, in milliseconds. */
const breakEveryMs = 15;

/** All pools of a thread share its parser, so their requests wait for each other. */
let lastRequest: Promise<unknown> = Promise.resolve();
let lastBreak = 0;
let hasTrapped = false;

export class InThreadPool implements ChunkingPool {
  private hasEnded = false;

  constructor(private readonly settings: InThreadSettings = {}) {
    refuseDangerousGrammars();
  }

  chunk(request: ChunkRequest, signal?: AbortSignal, judge?: Embedder): Promise<ChunkReply> {
    return this.inTurn(signal, async () => {
      const complete = { ...request, ...this.own(judge) };
      if (hasTrapped) return withWarning(await this.ask(byLines(complete), signal, judge), brokenWarning);
      const reply = await this.ask(complete, signal, judge);
      if (reply.is !== 'needs-liftoff') return reply;
      return withWarning(await this.ask(byLines(complete), signal, judge), dangerousWarning);
    });
  }

  segments(
    request: SegmentWork,
    knownVectors: AnswerKnownVectors = noKnownVectors,
    signal?: AbortSignal,
    judge?: Embedder,
  ): Promise<SegmentReply[]> {
    return this.inTurn(signal, async () => {
      const complete = { ...request, ...this.own(judge), memoryLimit: Number.POSITIVE_INFINITY };
      const replies: SegmentReply[] = [];
      const make = async (part: SegmentRequest, warning?: string): Promise<SegmentReply> => {
        const reply = await makeSegment(part, onTrap, async (hashes) => knownVectors(hashes), {
          askVectors: embedBy(judge, signal),
          mayContinue: async () => {
            await takeBreak(signal);
            return true;
          },
        });
        // The caller's own processor time includes it.
        const made = { ...reply, cpuMs: 0, ...(warning && { warnings: [...reply.warnings, warning] }) };
        replies.push(made);
        return made;
      };
      for (let { files } = request; files.length > 0; ) {
        const part = { ...complete, files };
        const { needLiftoff, unprocessed } = hasTrapped
          ? await make(byLines(part), `${files.length} files: each ${brokenWarning}`)
          : await make(part);
        if (needLiftoff.length > 0) {
          const named = needLiftoff.length === 1 ? needLiftoff[0]?.path : `${needLiftoff.length} files: each`;
          await make(byLines({ ...complete, files: needLiftoff }), `${named} ${dangerousWarning}`);
        }
        files = unprocessed;
      }
      return replies;
    });
  }

  /** There are no processes. */
  async compact(): Promise<undefined> {
    return undefined;
  }

  /** Rejects waiting and later requests. */
  dispose(): void {
    this.hasEnded = true;
  }

  private own(judge: Embedder | undefined) {
    const { parseMs = defaultParseMs, allowedStrategy } = this.settings;
    return { ...poolFields(judge, allowedStrategy), parseMs };
  }

  private async ask(request: ChunkRequest, signal?: AbortSignal, judge?: Embedder): Promise<ChunkReply> {
    try {
      return await chunkFile(request, onTrap, embedBy(judge, signal));
    } catch (error) {
      signal?.throwIfAborted();
      return { is: 'skipped', skipped: failedToChunk(error) };
    }
  }

  private inTurn<Reply>(signal: AbortSignal | undefined, work: () => Promise<Reply>): Promise<Reply> {
    const turn = lastRequest.then(async () => {
      await takeBreak(signal);
      if (this.hasEnded) throw new Error('the pool has ended');
      return work();
    });
    lastRequest = turn.catch(() => {});
    return signal ? unlessAborted(turn, signal) : turn;
  }
}

function onTrap(): void {
  hasTrapped = true;
}

function byLines<Request extends ChunkRequest | SegmentRequest>(request: Request): Request {
  return { ...request, quarantined: 'grammar-failed' };
}

function withWarning(reply: ChunkReply, warning: string): ChunkReply {
  if (reply.is !== 'chunked') return reply;
  return { ...reply, file: { ...reply.file, warnings: [...(reply.file.warnings ?? []), warning] } };
}

/** Lets the thread do other work, if it is time for that. @throws the reason of an aborted signal */
async function takeBreak(signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  if (performance.now() - lastBreak < breakEveryMs) return;
  await new Promise<void>((resolve) => {
    // Browsers have no setImmediate, and Node delays setTimeout.
    if (typeof setImmediate === 'function') setImmediate(resolve);
    else setTimeout(resolve, 0);
  });
  lastBreak = performance.now();
  signal?.throwIfAborted();
}
