/**
 * One engine process and its supervision: started on first use, replaced when it crashes, hangs, grows too large or says it is
 * broken. One request at a time, so that a crash has one culprit: the caller learns how the process died and may ask again.
 */
import { type ChildProcess, fork } from 'node:child_process';
import {
  createMessageConnection,
  IPCMessageReader,
  IPCMessageWriter,
  type MessageConnection,
} from 'vscode-jsonrpc/node';
import { type ChunkReply, type ChunkRequest, chunkRequest } from './protocol';

/** Why a request got no answer. */
export class EngineDied extends Error {
  constructor(readonly how: 'crashed' | 'timed-out') {
    super(how === 'crashed' ? 'the engine process ended unexpectedly' : 'the engine process did not answer in time');
  }
}

export interface EngineSettings {
  /** The script of the engine process. */
  readonly script: string;
  /** Without V8's optimiser for WebAssembly: slower, and safe for every grammar. */
  readonly careful: boolean;
  readonly timeoutMs: number;
  /** Resident bytes above which the process is replaced after the answer. */
  readonly memoryLimit: number;
}

export class Engine {
  private process: ChildProcess | undefined;
  private connection: MessageConnection | undefined;

  constructor(private readonly settings: EngineSettings) {}

  async chunk(request: ChunkRequest): Promise<ChunkReply> {
    const connection = this.start();
    const engine = this.process;
    let timer: NodeJS.Timeout | undefined;
    let onExit: (() => void) | undefined;
    try {
      const died = new Promise<never>((_, reject) => {
        onExit = () => reject(new EngineDied('crashed'));
        engine?.once('exit', onExit);
        engine?.once('error', onExit);
        timer = setTimeout(() => reject(new EngineDied('timed-out')), this.settings.timeoutMs);
      });
      const { reply, memory, broken } = await Promise.race([connection.sendRequest(chunkRequest, request), died]);
      if (broken || memory > this.settings.memoryLimit) this.stop();
      return reply;
    } catch (error) {
      this.stop();
      throw error instanceof EngineDied ? error : new EngineDied('crashed');
    } finally {
      clearTimeout(timer);
      if (onExit) engine?.off('exit', onExit).off('error', onExit);
    }
  }

  stop(): void {
    this.connection?.dispose();
    this.process?.kill('SIGKILL');
    this.connection = undefined;
    this.process = undefined;
  }

  private start(): MessageConnection {
    if (this.connection && this.process?.connected) return this.connection;
    this.stop();
    const execArgv = this.settings.careful ? ['--liftoff-only'] : [];
    const child = fork(this.settings.script, [], { execArgv, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    const connection = createMessageConnection(new IPCMessageReader(child), new IPCMessageWriter(child));
    connection.onError(() => {});
    child.on('error', () => {});
    connection.listen();
    this.process = child;
    this.connection = connection;
    return connection;
  }
}
