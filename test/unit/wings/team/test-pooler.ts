/**
 * A connection pooler in transaction mode, as pgbouncer has it, as strict as one can be: each transaction finds a connection on which
 * nothing was set, prepared, locked or created before.
 */
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A simple query: `discard all`. */

const discardAll = Buffer.from('Q\0\0\0\x10discard all\0', 'latin1');

export class TestPooler {
  /** Transactions, statements outside of them included. */
  transactions = 0;
  /** What a pooler would lose or pass on to others: prepared statements with a name, and settings of the session. */
  readonly sessionState: string[] = [];
  private server: Server | undefined;
  private readonly sockets = new Set<Socket>();

  constructor(private readonly target: URL) {}

  async start(): Promise<string> {
    this.server = createServer((client) => this.serve(client));
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    const address = this.server.address();
    const url = new URL(this.target);
    url.host = `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
    return url.href;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server?.close();
  }

  private serve(client: Socket): void {
    const upstream = connect(Number(this.target.port), this.target.hostname);
    let isIdle = false;
    let isDiscarding = false;
    let waiting: Buffer[] = [];
    for (const socket of [client, upstream]) {
      this.sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        this.sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (data) => {
      this.sessionState.push(...sessionStateIn(data));
      if (isIdle) {
        isIdle = false;
        isDiscarding = true;
        this.transactions++;
        upstream.write(discardAll);
      }
      if (isDiscarding) waiting.push(data);
      else upstream.write(data);
    });
    let received = Buffer.alloc(0);
    upstream.on('data', (data) => {
      received = Buffer.concat([received, data]);
      while (received.length >= 5 && received.length > received.readUInt32BE(1)) {
        const message = received.subarray(0, received.readUInt32BE(1) + 1);
        received = received.subarray(message.length);
        const isReady = message[0] === 'Z'.charCodeAt(0);
        if (!isDiscarding) {
          client.write(message);
          isIdle = isReady && message[5] === 'I'.charCodeAt(0);
        } else if (isReady) {
          isDiscarding = false;
          for (const each of waiting) upstream.write(each);
          waiting = [];
        }
      }
    });
  }
}

/** Names in `Parse` messages, and `set` statements without `local` in simple queries. */
function sessionStateIn(data: Buffer): string[] {
  const found: string[] = [];
  for (let at = 0; at + 5 <= data.length && data[at] !== 0; at += data.readUInt32BE(at + 1) + 1) {
    const text = data.toString('utf8', at + 5, data.indexOf(0, at + 5));
    if (data[at] === 'P'.charCodeAt(0) && text !== '') found.push(text);
    if (data[at] === 'Q'.charCodeAt(0)) found.push(...(text.match(/\bset (?!local)\S+/gi) ?? []));
  }
  return found;
}
