/**
 * Plans a run before anything is sent, so that the user sees how many requests and tokens it takes. Files are chunked once to count and
 * once more, one by one, during the run, so that only one file is in memory at a time.
 */
import type { Chunk } from '../../code/chunk';
import type { ChunkOptions } from '../../options/chunk-options';
import type { ChatModel } from './chat-model';
import type { JsonAnswers, ModelAsker } from './model-asker';
import { chunksOfFiles, type RunFiles, type RunWork } from './piece-runner';
import type { Prompt } from './prompt';
import { chunkOptionsFor, type PieceSize, pieceSizeFor, piecesOf, type RunPiece, runStamp } from './prompt-pieces';
import { type RunLog, type RunResult, resultFor } from './run-store';

export interface RunPlanOptions {
  readonly model: ChatModel;
  readonly prompt: Prompt;
  /** Max tokens of an answer. */
  readonly maxTokens: number;
  /** How files that do not fit are chunked. With `maxTokens`, the run asks about chunks even if the file fits. */
  readonly chunk: Partial<ChunkOptions>;
}

interface RunPlan {
  /** The keys of all pieces, and of those that have no answer yet. */
  readonly keys: ReadonlySet<string>;
  readonly open: ReadonlySet<string>;
  readonly files: number;
  /** Of the pieces without an answer. */
  readonly inputTokens: number;
  readonly skipped: readonly { readonly path: string; readonly message: string }[];
}

export class RunPlanner {
  private readonly room: PieceSize;
  private readonly stamp: string;
  private readonly options: ChunkOptions;

  /** @throws if the model's window has no room for chunks. */
  constructor(
    private readonly source: RunFiles,
    private readonly settings: RunPlanOptions,
  ) {
    const { model, prompt, maxTokens, chunk } = settings;
    const room = pieceSizeFor(model, prompt, maxTokens);
    const usesChunks = chunk.maxTokens !== undefined;
    const tokens = Math.min(room.tokens, Math.ceil((chunk.maxTokens ?? room.tokens) / 0.8));
    this.room = { tokens, allowsWholeFile: !usesChunks };
    this.stamp = runStamp(model, prompt);
    this.options = chunkOptionsFor(this.room, chunk);
  }

  /** @param answered keys that already have an answer. */
  async plan(answered: ReadonlySet<string>, signal: AbortSignal): Promise<RunPlan> {
    const { model, prompt } = this.settings;
    const keys = new Set<string>();
    const open = new Set<string>();
    const skipped: { path: string; message: string }[] = [];
    let files = 0;
    let inputTokens = 0;
    for await (const found of chunksOfFiles(this.source, signal, this.options)) {
      if (!found.chunks) {
        skipped.push(found);
        continue;
      }
      files++;
      for (const piece of this.piecesOf(found.chunks)) {
        keys.add(piece.key);
        if (answered.has(piece.key)) continue;
        open.add(piece.key);
        inputTokens += model.count(prompt.messages(piece));
      }
    }
    return { keys, open, files, inputTokens, skipped };
  }

  /** The pieces that were planned; files that changed since are left to the next run. */
  async *pieces(open: ReadonlySet<string>, signal: AbortSignal): AsyncGenerator<RunPiece> {
    for await (const found of chunksOfFiles(this.source, signal, this.options))
      if (found.chunks) yield* this.piecesOf(found.chunks).filter(({ key }) => open.has(key));
  }

  private piecesOf(chunks: readonly Chunk[]): RunPiece[] {
    return piecesOf(chunks, this.room, this.stamp);
  }
}

// The work of running a prompt over pieces: what to ask about each, and what to log.

export interface PromptWorkOptions {
  readonly prompt: Prompt;
  readonly json?: JsonAnswers | undefined;
  /** Max tokens of an answer. */
  readonly maxTokens: number;
  /** Called with each result once it is logged. */
  readonly onResult?: ((result: RunResult) => void) | undefined;
}

export function promptWork(
  asker: ModelAsker,
  log: RunLog,
  { prompt, json, maxTokens, onResult }: PromptWorkOptions,
): RunWork<RunPiece> {
  return {
    ask: (piece, signal) => asker.ask({ messages: prompt.messages(piece), maxTokens, json }, signal),
    async save(piece, outcome, ms) {
      const content = outcome.is === 'answer' ? { answer: outcome.value } : { error: outcome.error };
      const result = resultFor(piece, { is: outcome.is, ...content, tokens: outcome.usage, ms });
      await log.append(result);
      onResult?.(result);
    },
  };
}
