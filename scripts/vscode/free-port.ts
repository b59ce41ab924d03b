/** A port of this machine that nothing listens on. */
import { createServer } from 'node:net';

/** How many ports are tried. */
const tries = 20;

/** @returns the first free port from this one on. */
export async function freePort(first: number): Promise<number> {
  for (let port = first; port < first + tries; port++) if (await isFree(port)) return port;
  throw new Error(`The ports ${first} to ${first + tries - 1} are taken`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false);
      else reject(error);
    });
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
