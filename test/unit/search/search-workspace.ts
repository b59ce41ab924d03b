/** A small folder of realistic code, and its index, made by the real indexer. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { loadBuiltIn } from '../../../src/embedding/built-in/built-in-embedder';
import { CodeIndex } from '../../../src/engine/code-index';
import { indexFolder } from '../../../src/engine/indexer/indexer';
import { chunkText } from '../../../src/engine/workers/chunker';
import { InThreadPool } from '../../../src/engine/workers/in-thread-pool';
import { IndexReader, type ReaderOptions } from '../../../src/index/file/index-reader';
import { indexFileOf } from '../../../src/index/index-settings';
import { IndexView } from '../../../src/search/view/index-view';

const parseDuration = `/** Reads a duration such as "1h 30m" and gives its seconds. */
export function parseDuration(text: string): number {
  let seconds = 0;
  for (const [, amount, unit] of text.matchAll(/(\\d+)\\s*([hms])/g)) {
    seconds += Number(amount) * (unit === 'h' ? 3600 : unit === 'm' ? 60 : 1);
  }
  return seconds;
}
`;

export const files: Readonly<Record<string, string>> = {
  'src/router.ts': `import { Handler } from './handler';

/** Finds the handler for the path of a request. */
export class Router {
  private readonly routes = new Map<string, Handler>();

  /** Registers a handler for a route. */
  addRoute(path: string, handler: Handler): void {
    this.routes.set(path, handler);
  }

  /** The handler of the longest route that the path begins with. */
  matchRoute(path: string): Handler | undefined {
    let best: string | undefined;
    for (const route of this.routes.keys()) {
      if (path.startsWith(route) && route.length > (best ?? '').length) best = route;
    }
    return best === undefined ? undefined : this.routes.get(best);
  }
}
`,
  'src/handler.ts': `/** Answers one request. */
export type Handler = (request: Request) => Promise<Response>;

/** Wraps a handler so that errors become a response with status 500. */
export function withErrorPage(handler: Handler): Handler {
  return async (request) => {
    try {
      return await handler(request);
    } catch (error) {
      return new Response(String(error), { status: 500 });
    }
  };
}
`,
  'src/server.ts': `import { Router } from './router';

/** Listens on a port and hands each request to the router. */
export function startServer(port: number, router: Router): void {
  listen(port, (request) => router.matchRoute(request.path)?.(request));
}
`,
  'src/index.ts': `export { Router } from './router';\nexport { startServer } from './server';\nexport type { Handler } from './handler';\n`,
  'src/time/duration.ts': parseDuration,
  'plugins/copied/duration.ts': parseDuration,
  'test/router.test.ts': `import { Router } from '../src/router';

describe('Router', () => {
  it('matches the longest route of a router', () => {
    const router = new Router();
    router.addRoute('/a', first);
    router.addRoute('/a/b', second);
    assert.equal(router.matchRoute('/a/b/c'), second);
  });

  it('matches no route where the router has none', () => {
    assert.equal(new Router().matchRoute('/x'), undefined);
  });
});
`,
  'docs/routing.md': `# Routing\n\nThe router matches the path of a request to the handler of the longest route. Routes are added with \`addRoute\`.\n`,
  'v1/parse.py': `def parse_header(line):\n    """Splits a header line into name and value."""\n    name, _, value = line.partition(':')\n    return name.strip(), value.strip()\n`,
  'v2/parse.py': `def parse_header(line, strict=False):\n    """Splits a header line into name and value, and refuses broken ones."""\n    name, colon, value = line.partition(':')\n    if strict and not colon:\n        raise ValueError(line)\n    return name.strip(), value.strip()\n`,
};

export interface TestWorkspace {
  readonly root: string;
  searcher(): Promise<CodeIndex>;
  write(path: string, text: string): void;
  remove(path: string): void;
  refresh(): Promise<void>;
  dispose(): void;
}

/** Tests of the index and of answers start no parse workers: a process for each folder would take longer than they do. */
const pool = new InThreadPool();

export async function makeWorkspace(contents = files): Promise<TestWorkspace> {
  const root = mkdtempSync(join(tmpdir(), 'codegrain-search-'));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const [path, text] of Object.entries(contents)) write(path, text);
  const refresh = async (): Promise<void> => {
    await indexFolder(root, { jobs: 1, pool });
  };
  await refresh();
  return {
    root,
    write,
    refresh,
    remove: (path) => rmSync(join(root, path)),
    searcher: async () => new CodeIndex([viewOf(root)], await loadBuiltIn(), rechunk),
    dispose: () => rmSync(root, { recursive: true, force: true }),
  };
}

export function viewOf(root: string, indexFile = indexFileOf(root), options: ReaderOptions = {}): IndexView {
  const opened = IndexReader.open(indexFile, options);
  if ('problem' in opened) throw new Error(opened.problem.message);
  return new IndexView(opened.index, root);
}

export const rechunk: ConstructorParameters<typeof CodeIndex>[2] = async (path, options, { text }) =>
  (await chunkText({ path, text }, options)).chunks;
