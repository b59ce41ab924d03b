/**
 * Small indexes of every kind that the product makes, for forge-index.ts: from nothing, appended to, compacted, with high bits, with
 * codes, with late vectors, with notes, with its own symbols, and one that continues another.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Embedder } from '../../src/embedding/embedder';
import { type IndexOptions, indexFolder } from '../../src/engine/indexer/indexer';
import { chunkText } from '../../src/engine/workers/chunker';
import { indexFileOf } from '../../src/index/index-settings';
import { NoteLogWriter, noteFileOf } from '../../src/index/logs/note-log';
import { type CompactionLimits, compactWith } from './compact-with';

/** An indexed folder, and the files next to its index. */
export interface ForgedSample {
  readonly name: string;
  /** The folder, as it was indexed. */
  readonly folder: string;
  /** By name: the index and, if it has one, its shared base. */
  readonly files: ReadonlyMap<string, Buffer>;
}

const sources: Readonly<Record<string, string>> = {
  'src/router.ts': `import { Handler } from './handler';

/** Finds the handler for the path of a request. */
export class Router {
  private readonly routes = new Map<string, Handler>();

  /** Registers a handler for a route. */
  addRoute(path: string, handler: Handler): void {
    this.routes.set(path, handler);
  }

  matchRoute(path: string): Handler | undefined {
    return this.routes.get(path);
  }
}
`,
  'src/handler.ts': `/** Answers one request. */
export type Handler = (request: Request) => Promise<Response>;

export function withErrorPage(handler: Handler): Handler {
  return async (request) => handler(request).catch((error) => new Response(String(error), { status: 500 }));
}
`,
  'src/server.ts': `import { Router } from './router';
import { withErrorPage } from './handler';

export function startServer(port: number, router: Router): void {
  listen(port, (request) => router.matchRoute(request.path)?.(withErrorPage(request)));
}
`,
  'tools/duration.py': `"""Durations."""
import re


class Duration:
    """A duration in seconds."""

    def parse(self, text):
        return sum(int(n) for n in re.findall(r"\\d+", text))


def parse_duration(text):
    return Duration().parse(text)
`,
  'docs/guide.md': `# Guide\n\nHow requests are routed.\n\n## Routes\n\nA route is a path and a handler.\n\n## Errors\n\nAn error becomes a page.\n`,
  'long.ts': Array.from(
    { length: 40 },
    (_, i) =>
      `/** Part ${i} of the pipeline. */\nexport function stage${i}(input: string): string {\n  const parts = input.split('${i}');\n  return parts.map((part) => part.trim()).join('-');\n}\n`,
  ).join('\n'),
  'empty.txt': '',
};

const changed = 'export function changed(router: string): string {\n  return router;\n}\n';

/** @param root an empty folder to make them in. @param options of the indexer. */
export async function makeSamples(root: string, options: IndexOptions): Promise<ForgedSample[]> {
  const samples: ForgedSample[] = [];
  const add = (name: string, folder: string): ForgedSample => {
    const sample = { name, folder, files: indexFiles(folder) };
    samples.push(sample);
    return sample;
  };
  const folder = async (name: string, own: IndexOptions = {}): Promise<string> => {
    const path = join(root, name);
    for (const [file, text] of Object.entries(sources)) write(path, file, text);
    await indexFolder(path, { isAlone: true, ...options, ...own });
    return path;
  };
  const fresh = add('fresh', await folder('fresh'));
  const appended = add('appended', await appendedFolder(await folder('appended'), options));
  add('compacted', await compacted(copied(appended, join(root, 'compacted')), {}));
  add('planes', await compacted(copied(appended, join(root, 'planes')), { codesFrom: 1 }));
  add('several', await compacted(copied(appended, join(root, 'several')), { rowsPerRecord: 8 }));
  const other = { embedder: wideEmbedder };
  const late = add('late', await folder('late', other));
  add('codes', await compacted(copied(late, join(root, 'codes')), { codesFrom: 1 }));
  add('notes', await withNotes(await folder('notes'), options));
  const shared = join(root, 'shared');
  for (const [file, text] of Object.entries({ ...sources, 'src/server.ts': changed })) write(shared, file, text);
  await indexFolder(shared, { ...options, base: indexFileOf(fresh.folder) });
  add('shared', shared);
  return samples;
}

function write(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function copied({ folder }: ForgedSample, to: string): string {
  cpSync(folder, to, { recursive: true, preserveTimestamps: true });
  return to;
}

/** Deltas that change, remove, restamp and revive files. */
async function appendedFolder(folder: string, options: IndexOptions): Promise<string> {
  const refresh = () => indexFolder(folder, { isAlone: true, ...options });
  const before = sources['src/server.ts'] ?? '';
  write(folder, 'src/server.ts', changed);
  write(folder, 'src/new.ts', changed);
  await refresh();
  rmSync(join(folder, 'src/new.ts'));
  write(folder, 'docs/guide.md', sources['docs/guide.md'] ?? '');
  await refresh();
  write(folder, 'src/server.ts', before);
  await refresh();
  return folder;
}

async function compacted(folder: string, limits: CompactionLimits): Promise<string> {
  await compactWith(indexFileOf(folder), limits);
  return folder;
}

async function withNotes(folder: string, options: IndexOptions): Promise<string> {
  const log = await NoteLogWriter.open(noteFileOf(indexFileOf(folder)));
  for (const path of ['src/router.ts', 'tools/duration.py']) {
    const { chunks } = await chunkText({ path, text: sources[path] ?? '' }, {});
    for (const { hash, role } of chunks) {
      if (role === 'parent') continue;
      await log.append({ chunk: hash, document: hash, stamp: 'stamp', path, note: `a note about ${path}` });
    }
  }
  await log.close();
  await indexFolder(folder, { isAlone: true, ...options });
  return folder;
}

/** Vectors whose values need more than four bits, and which are made late. */
export const wideEmbedder: Embedder = {
  id: 'wide',
  dimensions: 32,
  limits: { tokens: 1000, batch: 64 },
  embed: async (texts) =>
    texts.map((text, i) => {
      const length = typeof text === 'string' ? text.length : text.text.length;
      const vector = Float32Array.from({ length: 32 }, (_, at) => Math.sin(length * (at + 1) + i));
      const norm = Math.hypot(...vector);
      return vector.map((value) => value / norm);
    }),
};

function indexFiles(folder: string): Map<string, Buffer> {
  const place = dirname(indexFileOf(folder));
  return new Map(
    readdirSync(place)
      .filter((name) => !name.includes('.lock-'))
      .map((name) => [name, readFileSync(join(place, name))]),
  );
}
