/**
 * The editor's side of the engine: documents in, chunks out. The processes start on first use and are looked after by the
 * pool; a text that was cut before with the same options is answered from memory, which is what undo, redo and a second editor
 * ask for.
 */
import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import type { ChunkOptions } from '../../chunking/chunk';
import { EnginePool } from '../../parse-worker/worker-pool';
import type { ChunkReply, ChunkRequest } from '../../parse-worker/worker-protocol';
import type { ReadLimits } from '../../workspace/read-file';
import { chunksOfCell, notebookOf, notebookText } from './notebook-cells';

/** Texts whose answers are kept have so many characters together; an answer is about four times the size of its text. */
const cachedCharacters = 4_000_000;
/** A cold engine takes seconds for a large file; killed at each key it would never become warm. */
const patienceMs = 20_000;
/** Ends in a row after which the user is told: one or two may be a file's fault, and the file then says so itself. */
const worrying = 4;

export class EngineClient implements vscode.Disposable {
  private pool: EnginePool | undefined;
  private readonly answers = new Map<string, { readonly reply: ChunkReply; readonly size: number }>();
  private cached = 0;
  private hasWarned = false;

  constructor(
    private readonly script: string,
    private readonly log: vscode.LogOutputChannel,
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
      ...(notebook ? { language: 'ipynb' } : { languageHint: document.languageId }),
      options,
      limits,
    };
    const request = { ...about, text };
    const key = createHash('sha1').update(JSON.stringify(about)).update(text).digest('base64');
    const known = this.answers.get(key);
    if (known) return inCell(known.reply, notebook, document);
    const started = performance.now();
    const reply = await this.start().chunk(request, signal);
    this.log.debug(`${request.path}: ${reply.is} in ${Math.round(performance.now() - started)} ms`);
    for (const warning of reply.is === 'chunked' ? (reply.file.warnings ?? []) : []) this.log.warn(warning);
    this.remember(key, reply, text.length);
    return inCell(reply, notebook, document);
  }

  dispose(): void {
    this.pool?.dispose();
  }

  private start(): EnginePool {
    // Two, so that one slow file does not hold up the others; the second starts only when the first is busy.
    this.pool ??= new EnginePool({
      script: this.script,
      jobs: 2,
      cancelMs: patienceMs,
      onDeath: (how, times) => this.died(how, times),
    });
    return this.pool;
  }

  private remember(key: string, reply: ChunkReply, size: number): void {
    // A failure may pass; only answers that follow from the text are kept.
    if (reply.is === 'skipped' && reply.skipped.reason === 'failed') return;
    this.answers.set(key, { reply, size });
    this.cached += size;
    for (const [oldest, { size: freed }] of this.answers) {
      if (this.cached <= cachedCharacters) break;
      this.answers.delete(oldest);
      this.cached -= freed;
    }
  }

  private died(how: string, times: number): void {
    this.log.warn(
      `engine process ${how}${times > 1 ? `, ${times} times in a row` : ''}; a new one is started when needed`,
    );
    if (times < worrying || this.hasWarned) return;
    this.hasWarned = true;
    const showLog = vscode.l10n.t('Show Log');
    void vscode.window
      .showErrorMessage(vscode.l10n.t('The Codegrain engine keeps stopping. Codegrain goes on trying.'), showLog)
      .then((choice) => choice === showLog && this.log.show());
  }
}

/** A cell shares the answer for its notebook. */
function inCell(
  reply: ChunkReply,
  notebook: vscode.NotebookDocument | undefined,
  document: vscode.TextDocument,
): ChunkReply {
  if (!notebook || reply.is !== 'chunked') return reply;
  return { ...reply, file: chunksOfCell(reply.file, notebook, document) };
}
