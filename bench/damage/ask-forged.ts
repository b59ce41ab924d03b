/**
 * Asks everything of a forged index. An answer is right if each hit is a file of the folder and its text is in that file; a refusal is
 * one of the errors that say what is wrong. Everything else is a fault.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Embedder } from '../../src/embedding/embedder';
import { plainPlace } from '../../src/engine/answers/code-blocks';
import { packFor } from '../../src/engine/answers/pack/pack-for';
import { CodeIndex } from '../../src/engine/code-index';
import { folderStats } from '../../src/engine/indexer/folder-stats';
import { IndexProblem } from '../../src/engine/indexer/index-problem';
import { type IndexOptions, indexFolder } from '../../src/engine/indexer/indexer';
import { DamagedSectionError } from '../../src/index/damaged-section';
import { IndexReader, type ReaderOptions } from '../../src/index/file/index-reader';
import { ChangedFileError } from '../../src/index/format/record-file';
import { indexFileOf } from '../../src/index/index-settings';
import { askGraph } from '../../src/search/graph-questions';
import type { Hit } from '../../src/search/hits/hit';
import { IndexView } from '../../src/search/view/index-view';
import type { Rechunk } from '../../src/search/view/source-texts';
import { realFileInside } from '../../src/shared/inside-folder';

export interface ForgedVerdict {
  readonly is: 'answered' | 'refused';
  /** What is neither right nor refused. */
  readonly faults: readonly string[];
}

interface Asked {
  readonly root: string;
  readonly embedder: Embedder;
  readonly rechunk: Rechunk;
}

/** What is asked of an index; returns hits, if it has some. */
type Question = (asked: Asked & OpenForged) => unknown;

interface OpenForged {
  readonly reader: IndexReader;
  readonly view: IndexView;
  readonly searcher: CodeIndex;
}

const text = 'how is a request routed to its handler';

const questions: Readonly<Record<string, Question>> = {
  keyword: async ({ searcher }) => (await searcher.search(text, { mode: 'keyword', limit: 20 })).hits,
  semantic: async ({ searcher }) => (await searcher.search(text, { mode: 'semantic', limit: 20 })).hits,
  hybrid: async ({ searcher }) => (await searcher.search(text, { limit: 20 })).hits,
  regex: async ({ searcher }) => (await searcher.search('/rou\\w+r/', { limit: 20 })).hits,
  'near words': async ({ searcher }) => (await searcher.search('ruoter handlre', { mode: 'keyword' })).hits,
  similar: async ({ searcher }) => (await searcher.similar('src/router.ts', 5))?.hits,
  pack: ({ searcher }) =>
    packFor(searcher, 'errors of the router', {
      ...{ budget: 800, place: plainPlace, readMore: '', notices: [] },
      count: (packed) => packed.length / 4,
    }),
  uses: ({ view }) => {
    for (const name of ['Router', 'parse_duration'])
      for (const direction of ['uses', 'used by'] as const) askGraph([view], { target: { name }, direction, depth: 2 });
  },
  outline: ({ view }) => {
    for (const subject of view.graph.subjectsIn('src/router.ts')) view.graph.counts(subject);
  },
  stats: ({ root, reader }) => folderStats(root, { index: reader }),
  files: ({ reader }) => Array.from(reader.files()).length,
  chunks: ({ reader }) => {
    for (const segment of reader.contents.segments)
      for (let row = 0; row < segment.rows; row++) reader.find(segment.chunk(row).id);
  },
};

/** Of the questions, all of which take too long for thousands of indexes. */
const askedShare = 3;

/** @param checks how the file is read: small ones are checked when they are opened, large ones are not. @param seed chooses questions. */
export async function askForged(asked: Asked, checks: ReaderOptions, seed: number): Promise<ForgedVerdict> {
  const { root, embedder, rechunk } = asked;
  const faults: string[] = [];
  let isRefused = false;
  const ask = async (what: string, question: () => unknown): Promise<void> => {
    try {
      await question();
    } catch (error) {
      if (isRefusal(error)) isRefused = true;
      else faults.push(`${what}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }
  };
  await ask('open', async () => {
    const opened = IndexReader.open(indexFileOf(root), checks);
    if ('problem' in opened) throw new IndexProblem(opened.problem);
    const { index: reader } = opened;
    try {
      const view = new IndexView(reader, root);
      const open = { ...asked, reader, view, searcher: new CodeIndex([view], embedder, rechunk) };
      for (const [i, [name, question]] of Object.entries(questions).entries())
        if ((i + seed) % askedShare === 0)
          await ask(name, async () => {
            const hits = await question(open);
            if (Array.isArray(hits)) faults.push(...wrongHits(hits, root));
          });
    } finally {
      reader.dispose();
    }
  });
  return { is: isRefused ? 'refused' : 'answered', faults };
}

/** Brings a forged index up to date, and makes it again from nothing: then it must be what it was. */
export async function mendForged(root: string, options: IndexOptions, isWhole: () => boolean): Promise<string[]> {
  const faults: string[] = [];
  try {
    await indexFolder(root, { isAlone: true, ...options });
  } catch (error) {
    if (!isRefusal(error)) faults.push(`index: ${error instanceof Error ? error.stack : String(error)}`);
    else if (!error.message.includes('--rebuild')) faults.push(`index does not say what to do: ${error.message}`);
  }
  try {
    await indexFolder(root, { isAlone: true, ...options, rebuild: true });
    if (!isWhole()) faults.push('the index is not whole after index --rebuild');
  } catch (error) {
    faults.push(`index --rebuild: ${error instanceof Error ? error.stack : String(error)}`);
  }
  return faults;
}

function isRefusal(error: unknown): error is Error {
  return error instanceof DamagedSectionError || error instanceof ChangedFileError || error instanceof IndexProblem;
}

function wrongHits(hits: readonly Hit[], root: string): string[] {
  return hits.flatMap(({ path, text, stale }) => {
    if (realFileInside(root, path) === undefined) return text === '' ? [] : [`a hit outside: ${path}`];
    const source = readFileSync(join(root, path), 'utf8');
    return stale || source.includes(text) ? [] : [`a hit with another text: ${path}`];
  });
}
