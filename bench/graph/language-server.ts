/** A language server as a child process: requests and answers as JSON with a header, over its standard input and output. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';

/** 0-based, in UTF-16 code units. */
interface Position {
  readonly line: number;
  readonly character: number;
}

export interface Location {
  readonly uri: string;
  readonly range: { readonly start: Position; readonly end: Position };
}

interface LocationLink {
  readonly targetUri: string;
  readonly targetSelectionRange: Location['range'];
}

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: { readonly items?: readonly unknown[] };
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** Answers of the client to `workspace/configuration`, by section. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly environment?: Readonly<Record<string, string>>;
}

export class LanguageServer {
  private readonly process: ChildProcessByStdio<Writable, Readable, null>;
  private readonly waiting = new Map<number, Waiting>();
  private received = Buffer.alloc(0);
  private lastId = 0;

  private constructor(
    root: string,
    private readonly started: ServerCommand,
  ) {
    this.process = spawn(started.command, started.args, {
      cwd: root,
      env: { ...process.env, ...started.environment },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    this.process.stdout.on('data', (data: Buffer) => this.read(data));
    this.process.on('error', (error) => this.fail(error));
    this.process.on('exit', (code) => this.fail(new Error(`${started.command} ended with ${code}`)));
    this.process.stdin.on('error', (error) => this.fail(error));
  }

  static async start(root: string, command: ServerCommand): Promise<LanguageServer> {
    const server = new LanguageServer(root, command);
    const rootUri = pathToFileURL(root).href;
    await server.request('initialize', {
      processId: process.pid,
      rootUri,
      workspaceFolders: [{ uri: rootUri, name: 'root' }],
      capabilities: {
        workspace: { configuration: true, workspaceFolders: true },
        textDocument: { definition: { linkSupport: true } },
      },
      initializationOptions: command.settings ?? {},
    });
    server.notify('initialized', {});
    return server;
  }

  open(uri: string, languageId: string, text: string): void {
    this.notify('textDocument/didOpen', { textDocument: { uri, languageId, version: 1, text } });
  }

  close(uri: string): void {
    this.notify('textDocument/didClose', { textDocument: { uri } });
  }

  async definitions(uri: string, position: Position): Promise<Location[]> {
    const result = await this.request('textDocument/definition', { textDocument: { uri }, position });
    const found = (Array.isArray(result) ? result : result ? [result] : []) as (Location | LocationLink)[];
    return found.map((each) =>
      'targetUri' in each ? { uri: each.targetUri, range: each.targetSelectionRange } : each,
    );
  }

  async stop(): Promise<void> {
    await this.request('shutdown', null);
    this.process.removeAllListeners('exit');
    this.notify('exit', null);
    this.process.kill();
  }

  request(method: string, params: unknown): Promise<unknown> {
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.send({ id, method, params });
    });
  }

  private notify(method: string, params: unknown): void {
    this.send({ method, params });
  }

  private send(message: object): void {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    this.process.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }

  private read(data: Buffer): void {
    this.received = Buffer.concat([this.received, data]);
    for (;;) {
      const headEnd = this.received.indexOf('\r\n\r\n');
      if (headEnd < 0) return;
      const length = Number(/Content-Length: (\d+)/i.exec(this.received.toString('latin1', 0, headEnd))?.[1]);
      const end = headEnd + 4 + length;
      if (this.received.length < end) return;
      const message = JSON.parse(this.received.toString('utf8', headEnd + 4, end)) as Message;
      this.received = this.received.subarray(end);
      this.handle(message);
    }
  }

  private handle({ id, method, params, result, error }: Message): void {
    if (method !== undefined) {
      // A request of the server: only its settings need an answer with something in it.
      if (id !== undefined)
        this.send({ id, result: method === 'workspace/configuration' ? this.settings(params) : null });
      return;
    }
    if (typeof id !== 'number') return;
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    // A place that the server cannot judge is no answer, not a failure of the run.
    if (error) waiting?.resolve(null);
    else waiting?.resolve(result);
  }

  private settings(params: Message['params']): unknown[] {
    return (params?.items ?? []).map((item) => {
      const { section = '' } = item as { readonly section?: string };
      return this.started.settings?.[section] ?? null;
    });
  }

  private fail(error: Error): void {
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }
}
