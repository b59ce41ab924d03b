/** Serves VS Code for the web with the extension of the source folder; no other process belongs to it. */
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { open } from '@vscode/test-web';
import { installWebBuild } from './web-build';

export interface WebServerOptions {
  /** The address of the folder that VS Code opens, or a folder on disk that is mounted as a virtual one. */
  readonly folder: { readonly folderUri: string } | { readonly folderPath: string };
  /** Folders of other extensions, for example of the one that has the file system of the folder. */
  readonly extensionPaths: readonly string[];
  /** A bundled suite that runs in the extension host. */
  readonly extensionTestsPath?: string;
  /** The same port keeps what the browser has stored. */
  readonly port: number;
}

export interface WebServer {
  readonly url: string;
  stop(): void;
}

export async function startWebServer({ extensionPaths, folder, ...options }: WebServerOptions): Promise<WebServer> {
  const build = await installWebBuild();
  const served = await quietly(() =>
    open({
      ...build,
      ...options,
      ...folder,
      browserType: 'none',
      extensionDevelopmentPath: resolve('.'),
      extensionPaths: extensionPaths.map((path) => resolve(path)),
      esm: true,
    }),
  );
  // Webviews get their own subdomains, which browsers resolve by themselves. Below `localhost` alone each would be another site, whose
  // storage a private window blocks.
  return { url: `http://vscode.localhost:${options.port}`, stop: () => served.dispose() };
}

export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer().once('error', fail);
    probe.listen(0, 'localhost', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** The package prints what it serves. */
async function quietly<T>(start: () => Promise<T>): Promise<T> {
  const { log } = console;
  console.log = () => undefined;
  try {
    return await start();
  } finally {
    console.log = log;
  }
}
