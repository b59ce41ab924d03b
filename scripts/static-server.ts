/** Serves a folder on this machine, for pages that a browser does not load from files: modules, workers and fetches. */
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

export interface StaticServer extends AsyncDisposable {
  /** Ends with a slash. */
  readonly url: string;
}

/** @param port 0: any that is free */
export async function serveFolder(folder: string, port = 0): Promise<StaticServer> {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname));
    const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
    const type = types[extname(file)] ?? 'application/octet-stream';
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) response.writeHead(404).end();
    else createReadStream(file).pipe(response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: used } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${used}/`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
