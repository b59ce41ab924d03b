/**
 * Has a language model write a note about every chunk of some files, whatever strategy cut them. What was asked before, of the
 * same model with the same prompt about the same chunk of the same document, is in the log and is not asked again.
 */
import type { Chunk } from '../chunking/chunk';
import { digest } from '../chunking/records/chunk-ids';
import type { NoteLine, NoteLog, NoteLogWriter } from '../index/notes/note-log';
import type { ChunkReply, ChunkRequest } from '../parse-worker/worker-protocol';
import { addUsage, type ChatModel, noUsage } from './chat-model';
import type { Asked, Asker } from './model-asker';
import { type NoteQuestion, type NoteSettings, noteAnswers, noteMessages, noteOf } from './note-prompt';
import type { RunWork } from './prompt-run';

/** Tokens of an answer: two sentences, and lists where they are asked for. */
const answerTokens = { plain: 256, lists: 512 } as const;
/** Characters of a document below which a question that is still too long fails. */
const shortestDocument = 1_000;

interface NotePiece extends NoteQuestion {
  readonly line: Pick<NoteLine, 'chunk' | 'document' | 'stamp' | 'path'>;
  readonly startLine: number;
}

interface NoteSource {
  readonly files: readonly ChunkRequest[];
  chunk(request: ChunkRequest, signal: AbortSignal): Promise<ChunkReply>;
}

export interface NotePlan {
  readonly files: number;
  readonly chunks: number;
  /** Chunks that have a note already. */
  readonly done: number;
  readonly requests: number;
  /** About. */
  readonly inputTokens: number;
  readonly skipped: readonly { readonly path: string; readonly message: string }[];
}

export class NoteMaker {
  readonly maxTokens: number;
  private readonly stamp: string;
  private readonly json: ReturnType<typeof noteAnswers>;

  constructor(
    private readonly source: NoteSource,
    private readonly model: ChatModel,
    private readonly settings: NoteSettings,
    private readonly log: NoteLog,
    /** Only what failed before. */
    private readonly onlyFailed: boolean,
  ) {
    const { template, prefix, documentLimit, keywords, questions } = settings;
    this.maxTokens = keywords || questions ? answerTokens.lists : answerTokens.plain;
    this.stamp = digest(JSON.stringify([model.id, template, prefix, documentLimit, keywords, questions]), 16);
    this.json = noteAnswers(settings);
  }

  async plan(signal: AbortSignal): Promise<NotePlan> {
    const skipped: { path: string; message: string }[] = [];
    let files = 0;
    let chunks = 0;
    let requests = 0;
    let inputTokens = 0;
    for (const request of this.source.files) {
      const cut = await this.cut(request, signal);
      if ('message' in cut) {
        skipped.push({ path: request.path, message: cut.message });
        continue;
      }
      files++;
      chunks += cut.pieces.length;
      const open = cut.pieces.filter((piece) => this.isOpen(piece));
      requests += open.length;
      const [first] = open;
      // Questions about one document differ in the chunk alone, which is short.
      if (first) inputTokens += open.length * this.model.count(this.messages(first, this.room(first)));
    }
    const done = this.onlyFailed ? 0 : chunks - requests;
    return { files, chunks, done, requests, inputTokens, skipped };
  }

  async *pieces(signal: AbortSignal): AsyncGenerator<NotePiece> {
    for (const request of this.source.files) {
      const cut = await this.cut(request, signal);
      if ('pieces' in cut) for (const piece of cut.pieces) if (this.isOpen(piece)) yield piece;
    }
  }

  work(asker: Asker, writer: NoteLogWriter, onNote?: (piece: NotePiece, asked: Asked) => void): RunWork<NotePiece> {
    return {
      ask: (piece, signal) => this.ask(asker, piece, signal),
      async keep(piece, asked) {
        const { line } = piece;
        const outcome = asked.is === 'answer' ? { note: String(asked.value) } : { error: asked.error };
        await writer.append({ ...line, ...outcome });
        onNote?.(piece, asked);
      },
    };
  }

  private async ask(asker: Asker, piece: NotePiece, signal: AbortSignal): Promise<Asked> {
    const { json, maxTokens } = this;
    let usage = noUsage;
    for (let limit = this.room(piece); ; limit = Math.floor(limit / 2)) {
      const last = await asker.ask({ messages: this.messages(piece, limit), maxTokens, json }, signal);
      const asked = { ...last, usage: addUsage(usage, last.usage) };
      usage = asked.usage;
      if (asked.is === 'failed' && asked.isTooLong && limit > shortestDocument) continue;
      if (asked.is !== 'answer') return asked;
      const value = noteOf(asked.value, this.settings);
      return value === undefined
        ? { is: 'failed', error: 'the answer is empty', usage: asked.usage }
        : { ...asked, value };
    }
  }

  private messages(piece: NotePiece, limit: number) {
    return noteMessages(piece, this.settings, limit);
  }

  /** Characters of the document that the model has room for. */
  private room({ document, chunk }: NotePiece): number {
    const { documentLimit } = this.settings;
    const { window } = this.model.limits;
    const length = Math.min(document.length, documentLimit);
    // A character is seldom more than a token: what is this short need not be counted.
    if (length + chunk.length + this.settings.template.length + this.maxTokens < window) return documentLimit;
    const sample = document.slice(0, length);
    const perCharacter = this.model.count([{ role: 'user', content: sample }]) / Math.max(1, length);
    const others = this.model.count([{ role: 'user', content: this.settings.template + chunk }]) + this.maxTokens;
    return Math.max(shortestDocument, Math.min(documentLimit, Math.floor(((window - others) / perCharacter) * 0.9)));
  }

  private isOpen({ line }: NotePiece): boolean {
    const outcome = this.log.outcome(line);
    return this.onlyFailed ? outcome === 'error' : outcome !== 'note';
  }

  private async cut(
    request: ChunkRequest,
    signal: AbortSignal,
  ): Promise<{ readonly pieces: readonly NotePiece[] } | { readonly message: string }> {
    const reply = await this.source.chunk(request, signal);
    if (reply.is === 'skipped') return { message: reply.skipped.message };
    if (reply.is !== 'chunked') return { message: 'it could not be cut' };
    return { pieces: notePieces(reply.file.chunks, this.stamp) };
  }
}

/** Joined without what each repeats of the one before, the searched chunks are the document, whatever the file's format. */
function notePieces(chunks: readonly Chunk[], stamp: string): NotePiece[] {
  const searched = chunks.filter(({ role }) => role !== 'parent');
  const own = searched.map(({ text, overlap }) => text.slice(overlap.before));
  const document = own.join('');
  const hash = digest(document, 32);
  let at = 0;
  return searched.map((chunk, i) => {
    const start = at;
    at += own[i]?.length ?? 0;
    const { path, startLine, text } = chunk;
    const line = { chunk: chunk.plainHash ?? chunk.hash, document: hash, stamp, path };
    return { line, path, startLine, document, start, end: at, chunk: text };
  });
}
