/**
 * A server that speaks the wire protocol of PostgreSQL and answers every statement with nothing, except those with the word "hang":
 * they are answered when they are cancelled. PGlite cannot cancel: it runs in one thread.
 */
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';

const startCode = 196608;
const cancelCode = 80877102;

export class ScriptedPostgres {
  /** Connections for statements, ever made. */
  connections = 0;
  /** Requests to cancel. */
  cancelled = 0;
  /** Statements that wait for their cancellation, by the key of their connection. */
  readonly hanging = new Map<number, () => void>();
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;

  /** @param obeys false: requests to cancel are ignored. */
  constructor(private readonly obeys = true) {
    this.server = createServer((socket) => this.serve(socket));
  }

  async start(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    const address = this.server.address();
    return `postgresql://me@127.0.0.1:${typeof address === 'object' ? address?.port : 0}/code`;
  }

  stop(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }

  private serve(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('error', () => {});
    let rest = Buffer.alloc(0);
    let key: number | undefined;
    let statement = '';
    socket.on('data', (data) => {
      rest = Buffer.concat([rest, data]);
      if (key === undefined) {
        const code = rest.readInt32BE(4);
        if (code === cancelCode) return this.cancel(rest.readInt32BE(12), socket);
        if (code !== startCode) return socket.destroy();
        rest = rest.subarray(rest.readInt32BE(0));
        key = ++this.connections;
        socket.write(Buffer.concat([message('R', int(0)), message('K', int(1), int(key)), ready]));
      }
      while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
        const type = String.fromCharCode(rest[0] ?? 0);
        const end = 1 + rest.readInt32BE(1);
        const body = rest.subarray(5, end).toString('latin1');
        rest = rest.subarray(end);
        if (type === 'P' || type === 'Q') statement = body;
        if (type === 'Q' || type === 'S') this.answer(socket, key, statement, type === 'S');
      }
    });
  }

  private answer(socket: Socket, key: number, statement: string, isPrepared: boolean): void {
    if (statement.includes('hang')) {
      this.hanging.set(key, () => {
        const fields = Buffer.from('SERROR\0C57014\0Mcanceling statement due to user request\0\0', 'latin1');
        socket.write(Buffer.concat([message('E', fields), ready]));
      });
      return;
    }
    const done = message('C', Buffer.from('SELECT 0\0'));
    socket.write(Buffer.concat(isPrepared ? [message('1'), message('2'), message('n'), done, ready] : [done, ready]));
  }

  private cancel(key: number, socket: Socket): void {
    this.cancelled++;
    if (this.obeys) {
      this.hanging.get(key)?.();
      this.hanging.delete(key);
    }
    socket.end();
  }
}

function int(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function message(type: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(type), int(4 + body.length), body]);
}

const ready = message('Z', Buffer.from('I'));
