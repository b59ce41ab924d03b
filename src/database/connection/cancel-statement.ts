/**
 * Cancels the statement that a connection is running. PostgreSQL wants that on a connection of its own, with the key that it gave when
 * the other one was made; the answer is the end of the connection. The client of the package would send the key unencrypted.
 */
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Client, ClientConfig } from 'pg';

/** Codes of the two messages, in the place where other connections have the version of the protocol. */
const cancelCode = 80877102;
const tlsCode = 80877103;
const maxMs = 2000;

/** Resolves when the server was asked, or cannot be asked. Whether the statement ends is seen on its own connection. */
export async function cancelStatement(client: Client, config: ClientConfig): Promise<void> {
  if (!('processID' in client && 'secretKey' in client)) return;
  const { processID, secretKey } = client;
  if (typeof processID !== 'number' || typeof secretKey !== 'number') return;
  const { host = 'localhost', port = 5432, ssl } = config;
  // Some providers choose the server by this name. An address is no name.
  const name = isIP(host) === 0 ? { servername: host } : {};
  await new Promise<void>((done) => {
    const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    const end = (): void => {
      clearTimeout(timer);
      socket.destroy();
      done();
    };
    const timer = setTimeout(end, maxMs);
    const send = (to: Socket): void => {
      to.on('error', end);
      to.once('close', end);
      to.end(message(cancelCode, processID, secretKey));
    };
    socket.on('error', end);
    socket.once('close', end);
    socket.once('connect', () => {
      if (!ssl) return send(socket);
      socket.write(message(tlsCode));
      socket.once('data', (answer) => {
        if (answer.toString('latin1') !== 'S') return end();
        const secure = connectTls({ ...(ssl === true ? {} : ssl), ...name, socket, host }, () => send(secure));
        secure.on('error', end);
      });
    });
  });
}

function message(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 + 4 * numbers.length);
  bytes.writeInt32BE(bytes.length, 0);
  for (const [i, number] of numbers.entries()) bytes.writeInt32BE(number, 4 + 4 * i);
  return bytes;
}
