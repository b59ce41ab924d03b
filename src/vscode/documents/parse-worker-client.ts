/**
 * The editor's side of the parse workers: documents in, chunks out. The pool starts the processes on first use and restarts them. A
 * text that was chunked before with the same options is answered from memory: undo, redo and a second editor ask for that.
 */
import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import type { Embedder } from '../../embedding/embedder';
import { needsJudge, rememberSentences } from '../../engine/workers/chunking-pool';
import { WorkerPool } from '../../engine/workers/worker-pool';
import type { ChunkReply, ChunkRequest } from '../../engine/workers/worker-protocol';
import type { ChunkOptions } from '../../options/chunk-options';
import { remember } from '../../shared/maps';
import type { ReadLimits } from '../../workspace/read-file';
import { chunksOfCell, notebookOf, notebookText } from './notebook-cells';

/** Limit for all texts with a cached answer together; an answer is about four times the size of its text. */
const cachedCharacters = 4_000_000;
/** Time a cancelled request may still run. A new worker takes seconds for a large file; killed at each keystroke, it would never get ready. */
const cancelGraceMs = 20_000;
/** Crashes in a row before the user is warned: one or two may be caused by a file, which then shows that itself. */
const crashesBeforeWarning = 4;

export class ParseWorkerClient implements vscode.Disposable {
  private pool: WorkerPool | undefined;
  private readonly answers = new Map<string, { readonly reply: ChunkReply; readonly size: number }>();
  private cached = 0;
  private hasWarned = false;
  private readonly judges = new WeakMap<Embedder, Embedder>();

  constructor(
    private readonly script: string,
    private readonly log: vscode.LogOutputChannel,
    /** The model by which `semantic` judges topics; undefined: the built-in one. */
    private readonly judgeOf: (document: vscode.TextDocument, signal?: AbortSignal) => Promise<Embedder | undefined>,
  ) {}

  /** Rejects only when cancelled. */
  async chunk(
    document: vscode.TextDocument,
    options: ChunkOptions,
    limits: ReadLimits,
    signal?: AbortSignal,
  ): Promise<ChunkReply> {
    const notebook = notebookOf(document);
    const text = notebook ? notebookText(notebook) : document.getText();
    const about: ChunkRequest = {
      path: vscode.workspace.asRelativePath(notebook?.uri ?? document.uri, false),
      ...(notebook ? { language: 'ipynb' } : languageHintOf(document)),
      options,
      limits,
    };
    const request = { ...about, text };
    const judge = needsJudge(options) ? await this.judge(document, signal) : undefined;
    const key = createHash('sha1')
      .update(JSON.stringify([about, judge?.id]))
      .update(text)
      .digest('base64');
    const known = this.answers.get(key);
    if (known) return replyForCell(known.reply, notebook, document);
    const started = performance.now();
    const reply = await this.start().chunk(request, signal, judge);
    this.log.debug(`${request.path}: ${reply.is} in ${Math.round(performance.now() - started)} ms`);
    for (const warning of reply.is === 'chunked' ? (reply.file.warnings ?? []) : []) this.log.warn(warning);
    this.remember(key, reply, text.length);
    return replyForCell(reply, notebook, document);
  }

  /** While a text is edited, only its new sentences are sent. */
  private async judge(document: vscode.TextDocument, signal: AbortSignal | undefined): Promise<Embedder | undefined> {
    const model = await this.judgeOf(document, signal);
    return model && remember(this.judges, model, () => rememberSentences(model));
  }

  dispose(): void {
    this.pool?.dispose();
  }

  private start(): WorkerPool {
    // Two, so that one slow file does not hold up the others; the second starts only when the first is busy.
    this.pool ??= new WorkerPool({
      script: this.script,
      jobs: 2,
      cancelMs: cancelGraceMs,
      onDeath: (how, times) => this.onWorkerDeath(how, times),
    });
    return this.pool;
  }

  private remember(key: string, reply: ChunkReply, size: number): void {
    // A failure may be temporary: only answers that depend on the text alone are cached.
    if (reply.is === 'skipped' && reply.skipped.reason === 'failed') return;
    this.answers.set(key, { reply, size });
    this.cached += size;
    for (const [oldest, { size: freed }] of this.answers) {
      if (this.cached <= cachedCharacters) break;
      this.answers.delete(oldest);
      this.cached -= freed;
    }
  }

  private onWorkerDeath(how: string, times: number): void {
    this.log.warn(`parse worker ${how}${times > 1 ? `, ${times} times in a row` : ''}; a new one starts when needed`);
    if (times < crashesBeforeWarning || this.hasWarned) return;
    this.hasWarned = true;
    const showLog = vscode.l10n.t('Show Log');
    void vscode.window
      .showErrorMessage(vscode.l10n.t('The Codegrain parse worker keeps stopping. Codegrain keeps trying.'), showLog)
      .then((choice) => choice === showLog && this.log.show());
  }
}

/** A cell shares the answer for its notebook. */
function replyForCell(
  reply: ChunkReply,
  notebook: vscode.NotebookDocument | undefined,
  document: vscode.TextDocument,
): ChunkReply {
  if (!notebook || reply.is !== 'chunked') return reply;
  return { ...reply, file: chunksOfCell(reply.file, notebook, document) };
}

/**
 * The editor's language mode, for documents that are no files on disk. A file has the language that its name and text give it: the
 * index and the command line do not know the mode, and chunks must be the same everywhere.
 */
export function languageHintOf({ uri, languageId }: vscode.TextDocument): { readonly languageHint?: string } {
  return uri.scheme === 'file' ? {} : { languageHint: languageId };
}
