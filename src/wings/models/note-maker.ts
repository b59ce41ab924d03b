/**
 * Has a language model write a note about every chunk of some files, for any chunking strategy. The log holds earlier answers: the same
 * model is not asked again with the same prompt about the same chunk of the same document.
 */
import type { Chunk } from '../../code/chunk';
import { digest } from '../../code/records/embedded-text';
import type { NoteLine, NoteLog, NoteLogWriter } from '../../index/logs/note-log';
import { addUsage, type ChatModel, noUsage } from './chat-model';
import type { AskOutcome, ModelAsker } from './model-asker';
import { type NoteQuestion, type NoteSettings, noteAnswers, noteMessages, noteOf } from './note-prompt';
import { chunksOfFiles, type RunFiles, type RunWork } from './piece-runner';

/** Max tokens of an answer: two sentences, optionally with lists. */
const answerTokens = { plain: 256, lists: 512 } as const;
/** Min characters of a document: a prompt that is still too long with fewer fails. */
const minDocument = 1_000;

interface NotePiece extends NoteQuestion {
  readonly line: Pick<NoteLine, 'chunk' | 'document' | 'stamp' | 'path'>;
  readonly startLine: number;
}

export interface NotePlan {
  readonly files: number;
  readonly chunks: number;
  /** Chunks that have a note already. */
  readonly done: number;
  readonly requests: number;
  /** An estimate. */
  readonly inputTokens: number;
  readonly skipped: readonly { readonly path: string; readonly message: string }[];
}

export class NoteMaker {
  readonly maxTokens: number;
  private readonly stamp: string;
  private readonly json: ReturnType<typeof noteAnswers>;

  constructor(
    private readonly source: RunFiles,
    private readonly model: ChatModel,
    private readonly settings: NoteSettings,
    private readonly log: Pick<NoteLog, 'outcome'>,
    /** Ask only about chunks that failed before. */
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
    for await (const found of chunksOfFiles(this.source, signal)) {
      if (!found.chunks) {
        skipped.push(found);
        continue;
      }
      const pieces = notePieces(found.chunks, this.stamp);
      files++;
      chunks += pieces.length;
      const open = pieces.filter((piece) => this.isOpen(piece));
      requests += open.length;
      const [first] = open;
      // Prompts about one document differ only in the chunk, which is short.
      if (first) inputTokens += open.length * this.model.count(this.messages(first, this.room(first)));
    }
    const done = this.onlyFailed ? 0 : chunks - requests;
    return { files, chunks, done, requests, inputTokens, skipped };
  }

  async *pieces(signal: AbortSignal): AsyncGenerator<NotePiece> {
    for await (const found of chunksOfFiles(this.source, signal))
      if (found.chunks) yield* notePieces(found.chunks, this.stamp).filter((piece) => this.isOpen(piece));
  }

  work(
    asker: ModelAsker,
    writer: Pick<NoteLogWriter, 'append'>,
    onNote?: (piece: NotePiece, outcome: AskOutcome) => void,
  ): RunWork<NotePiece> {
    return {
      ask: (piece, signal) => this.ask(asker, piece, signal),
      async save(piece, outcome) {
        const { line } = piece;
        const result = outcome.is === 'answer' ? { note: String(outcome.value) } : { error: outcome.error };
        await writer.append({ ...line, ...result });
        onNote?.(piece, outcome);
      },
    };
  }

  private async ask(asker: ModelAsker, piece: NotePiece, signal: AbortSignal): Promise<AskOutcome> {
    const { json, maxTokens } = this;
    let usage = noUsage;
    for (let limit = this.room(piece); ; limit = Math.floor(limit / 2)) {
      const last = await asker.ask({ messages: this.messages(piece, limit), maxTokens, json }, signal);
      const outcome = { ...last, usage: addUsage(usage, last.usage) };
      usage = outcome.usage;
      if (outcome.is === 'failed' && outcome.isTooLong && limit > minDocument) continue;
      if (outcome.is !== 'answer') return outcome;
      const value = noteOf(outcome.value, this.settings);
      return value === undefined
        ? { is: 'failed', error: 'the answer is empty', usage: outcome.usage }
        : { ...outcome, value };
    }
  }

  private messages(piece: NotePiece, limit: number) {
    return noteMessages(piece, this.settings, limit);
  }

  /** How many characters of the document fit the model's window. */
  private room({ document, chunk }: NotePiece): number {
    const { documentLimit } = this.settings;
    const { window } = this.model.limits;
    const length = Math.min(document.length, documentLimit);
    // A character is rarely more than one token, so a prompt this short need not be counted.
    if (length + chunk.length + this.settings.template.length + this.maxTokens < window) return documentLimit;
    const sample = document.slice(0, length);
    const perCharacter = this.model.count([{ role: 'user', content: sample }]) / Math.max(1, length);
    const others = this.model.count([{ role: 'user', content: this.settings.template + chunk }]) + this.maxTokens;
    return Math.max(minDocument, Math.min(documentLimit, Math.floor(((window - others) / perCharacter) * 0.9)));
  }

  private isOpen({ line }: NotePiece): boolean {
    const outcome = this.log.outcome(line);
    return this.onlyFailed ? outcome === 'error' : outcome !== 'note';
  }
}

/** The document is the searched chunks joined without their overlaps, whatever the file's format. */
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
