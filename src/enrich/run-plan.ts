/**
 * What a run will ask, counted before anything is sent: files are cut once to count, and once more, one by one, when it is their
 * turn. So the user can be told how many requests and tokens it takes, and no run holds more than a file.
 */
import type { ChunkOptions } from '../chunking/chunk';
import type { ChunkReply, ChunkRequest } from '../parse-worker/worker-protocol';
import type { ChatModel } from './chat-model';
import type { Prompt } from './prompt';
import { chunkOptionsFor, piecesOf, type Room, type RunPiece, roomFor, stampOf } from './prompt-pieces';

interface RunSource {
  readonly files: readonly ChunkRequest[];
  chunk(request: ChunkRequest, signal: AbortSignal): Promise<ChunkReply>;
}

export interface PlanOptions {
  readonly model: ChatModel;
  readonly prompt: Prompt;
  /** Most tokens of an answer. */
  readonly maxTokens: number;
  /** How files are cut that do not fit; with `maxTokens` chunks are asked about even where the file fits. */
  readonly chunk: Partial<ChunkOptions>;
}

interface RunPlan {
  /** Everything the run is about, and what of it has no answer yet. */
  readonly keys: ReadonlySet<string>;
  readonly open: ReadonlySet<string>;
  readonly files: number;
  /** Of the open questions. */
  readonly inputTokens: number;
  readonly skipped: readonly { readonly path: string; readonly message: string }[];
}

export class RunPlanner {
  private readonly room: Room;
  private readonly stamp: string;
  private readonly options: ChunkOptions;

  /** @throws where the model has no room for chunks. */
  constructor(
    private readonly source: RunSource,
    private readonly settings: PlanOptions,
  ) {
    const { model, prompt, maxTokens, chunk } = settings;
    const room = roomFor(model, prompt, maxTokens);
    const isAsked = chunk.maxTokens !== undefined;
    const tokens = Math.min(room.tokens, Math.ceil((chunk.maxTokens ?? room.tokens) / 0.8));
    this.room = { tokens, takesWhole: !isAsked };
    this.stamp = stampOf(model, prompt);
    this.options = chunkOptionsFor(this.room, chunk);
  }

  /** @param answered keys that need not be asked for again. */
  async plan(answered: ReadonlySet<string>, signal: AbortSignal): Promise<RunPlan> {
    const { model, prompt } = this.settings;
    const keys = new Set<string>();
    const open = new Set<string>();
    const skipped: { path: string; message: string }[] = [];
    let files = 0;
    let inputTokens = 0;
    for (const request of this.source.files) {
      const pieces = await this.piecesOf(request, signal);
      if ('message' in pieces) {
        skipped.push({ path: request.path, message: pieces.message });
        continue;
      }
      files++;
      for (const piece of pieces.pieces) {
        keys.add(piece.key);
        if (answered.has(piece.key)) continue;
        open.add(piece.key);
        inputTokens += model.count(prompt.messages(piece));
      }
    }
    return { keys, open, files, inputTokens, skipped };
  }

  /** Those that were counted; what changed since is left to the next run. */
  async *pieces(open: ReadonlySet<string>, signal: AbortSignal): AsyncGenerator<RunPiece> {
    for (const request of this.source.files) {
      const found = await this.piecesOf(request, signal);
      if ('pieces' in found) for (const piece of found.pieces) if (open.has(piece.key)) yield piece;
    }
  }

  private async piecesOf(
    request: ChunkRequest,
    signal: AbortSignal,
  ): Promise<{ readonly pieces: readonly RunPiece[] } | { readonly message: string }> {
    const reply = await this.source.chunk({ ...request, options: this.options }, signal);
    if (reply.is === 'skipped') return { message: reply.skipped.message };
    if (reply.is !== 'chunked') return { message: 'it could not be cut' };
    return { pieces: piecesOf(reply.file.chunks, this.room, this.stamp) };
  }
}
