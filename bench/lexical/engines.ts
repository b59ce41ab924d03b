/**
 * The compared engines, behind one interface. Each gets the same words to search: the fields of a chunk, with identifiers already
 * split for the engines that do not split them.
 */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SegmentBuilder } from '../../src/index/lexical/lexical-builder';
import { LexicalIndex } from '../../src/index/lexical/lexical-index';
import { LexicalSegment } from '../../src/index/lexical/lexical-segment';
import { type LexicalDocument, pathWords } from '../../src/index/terms/chunk-fields';
import { splitWord } from '../../src/index/terms/split-word';
import { queryTerms } from '../../src/search/query/query-terms';
import { bm25 } from '../../src/search/rank-weights';

export interface Engine {
  /** Indexes the chunks into files in `folder`. */
  build(chunks: readonly LexicalDocument[], folder: string): Promise<void>;
  /** Opens them for searching. */
  load(folder: string): Promise<(query: string, limit: number) => number>;
}

const sections = ['terms', 'postings', 'lengths'] as const;

const ours: Engine = {
  async build(chunks, folder) {
    const builder = new SegmentBuilder();
    for (const chunk of chunks) builder.add(chunk);
    const built = builder.finish();
    for (const name of sections) writeFileSync(join(folder, name), built[name]);
  },
  async load(folder) {
    const [terms, postings, lengths] = sections.map((name) => new Uint8Array(readFileSync(join(folder, name))));
    if (!terms || !postings || !lengths) throw new Error('a section of the index is missing');
    const index = new LexicalIndex([new LexicalSegment({ terms, postings, lengths })], bm25);
    return (query, limit) => index.search({ terms: queryTerms(query) }, { limit }).rows.length;
  },
};

function splitAll(text: string): string[] {
  return (text.match(/[\p{L}\p{N}_$]+/gu) ?? []).flatMap((word) => {
    const { whole, parts } = splitWord(word);
    return whole === undefined ? parts : [whole, ...parts];
  });
}

interface MiniSearchLike {
  addAll(documents: readonly object[]): void;
  search(query: string): readonly object[];
}
interface MiniSearchModule {
  readonly default: {
    new (options: object): MiniSearchLike;
    loadJSON(json: string, options: object): MiniSearchLike;
  };
}

const miniOptions = {
  fields: ['name', 'path', 'text'],
  tokenize: splitAll,
  processTerm: (term: string) => term,
  searchOptions: { boost: { name: 6, path: 4 } },
};

const minisearch: Engine = {
  async build(chunks, folder) {
    const { default: MiniSearch } = (await import(peer('minisearch'))) as MiniSearchModule;
    const index = new MiniSearch(miniOptions);
    index.addAll(chunks.map(({ name, path, text }, id) => ({ id, name, path: pathWords(path), text })));
    writeFileSync(join(folder, 'index.json'), JSON.stringify(index));
  },
  async load(folder) {
    const { default: MiniSearch } = (await import(peer('minisearch'))) as MiniSearchModule;
    const index = MiniSearch.loadJSON(readFileSync(join(folder, 'index.json'), 'utf8'), miniOptions);
    return (query, limit) => index.search(query).slice(0, limit).length;
  },
};

interface Database {
  exec(sql: string): void;
  prepare(sql: string): {
    run(values: readonly unknown[]): unknown;
    all(values: readonly unknown[]): readonly unknown[];
  };
}

/** Node's own SQLite if it has one, otherwise the same engine in WebAssembly. */
async function openDatabase(file: string): Promise<Database> {
  if (hasNodeSqlite()) {
    const name: string = 'node:sqlite';
    const { DatabaseSync } = (await import(name)) as { DatabaseSync: new (file: string) => NodeDatabase };
    const database = new DatabaseSync(file);
    return {
      exec: (sql) => database.exec(sql),
      prepare: (sql) => {
        const statement = database.prepare(sql);
        return { run: (values) => statement.run(...values), all: (values) => statement.all(...values) };
      },
    };
  }
  const { default: module } = (await import(peer('node-sqlite3-wasm'))) as {
    default: { Database: new (file: string) => Database };
  };
  return new module.Database(file);
}

interface NodeDatabase {
  exec(sql: string): void;
  prepare(sql: string): {
    run(...values: readonly unknown[]): unknown;
    all(...values: readonly unknown[]): readonly unknown[];
  };
}

export function hasNodeSqlite(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 13);
}

/** Does not store the texts, like the other engines. */
const fts5: Engine = {
  async build(chunks, folder) {
    const database = await openDatabase(join(folder, 'index.db'));
    database.exec("CREATE VIRTUAL TABLE chunks USING fts5(name, path, text, content='', tokenize='unicode61')");
    database.exec('BEGIN');
    const insert = database.prepare('INSERT INTO chunks(rowid, name, path, text) VALUES (?, ?, ?, ?)');
    chunks.forEach(({ name, path, text }, row) => {
      insert.run([row + 1, splitAll(name).join(' '), splitAll(pathWords(path)).join(' '), splitAll(text).join(' ')]);
    });
    database.exec('COMMIT');
    database.exec("INSERT INTO chunks(chunks) VALUES ('optimize')");
  },
  async load(folder) {
    const database = await openDatabase(join(folder, 'index.db'));
    const select = database.prepare(
      'SELECT rowid FROM chunks WHERE chunks MATCH ? ORDER BY bm25(chunks, 6, 4, 1) LIMIT ?',
    );
    return (query, limit) => {
      const words = queryTerms(query).map(({ term }) => `"${term}"`);
      return words.length === 0 ? 0 : select.all([words.join(' OR '), limit]).length;
    };
  },
};

export const engines: Readonly<Record<string, Engine>> = { ours, fts5, minisearch };

/** The name of a module of bench/package.json, hidden from the type checker. */
function peer(name: string): string {
  return name;
}

export function withFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'lexical-'));
  return use(folder).finally(() => rmSync(folder, { recursive: true, force: true }));
}

export function sizeOf(folder: string, names: readonly string[]): number {
  return names.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}
