/**
 * The editor's side of the engine: documents in, chunks out. The processes start on first use and are looked after by the
 * pool; a text that was cut before with the same options is answered from memory, which is what undo, redo and a second editor
 * ask for.
 */
import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import type { ChunkOptions } from '../chunking/chunk';
import { EnginePool } from '../engine/pool';
import type { ChunkReply, ChunkRequest } from '../engine/protocol';
import type { ReadLimits } from '../workspace/read';

/** Answers kept; each is about three times the size of its text. */
const cachedAnswers = 24;
/** Ends in a row after which the user is told: one or two may be a file's fault, and the file then says so itself. */
const worrying = 4;

export class EngineClient implements vscode.Disposable {
  private pool: EnginePool | undefined;
  private readonly answers = new Map<string, ChunkReply>();
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
    const request: ChunkRequest = {
      path: vscode.workspace.asRelativePath(document.uri, false),
      text: document.getText(),
      languageHint: document.languageId,
      options,
      limits,
    };
    const key = createHash('sha1').update(JSON.stringify(request)).digest('base64');
    const known = this.answers.get(key);
    if (known) return known;
    const started = performance.now();
    const reply = await this.start().chunk(request, signal);
    this.log.debug(`${request.path}: ${reply.is} in ${Math.round(performance.now() - started)} ms`);
    this.remember(key, reply);
    return reply;
  }

  dispose(): void {
    this.pool?.dispose();
  }

  private start(): EnginePool {
    // Two, so that one slow file does not hold up the others; the second starts only when the first is busy.
    this.pool ??= new EnginePool({ script: this.script, jobs: 2, onDeath: (how, times) => this.died(how, times) });
    return this.pool;
  }

  private remember(key: string, reply: ChunkReply): void {
    // A failure may pass; only answers that follow from the text are kept.
    if (reply.is === 'skipped' && reply.skipped.reason === 'failed') return;
    this.answers.set(key, reply);
    const [oldest] = this.answers.keys();
    if (this.answers.size > cachedAnswers && oldest !== undefined) this.answers.delete(oldest);
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
