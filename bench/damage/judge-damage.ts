/** Compares a damaged index with the whole one: is the damage told, is everything in it right, and what is missing? */
import type { Embedder } from '../../src/embedding/embedder';
import { CodeIndex } from '../../src/engine/code-index';
import { IndexReader } from '../../src/index/file/index-reader';
import { againAtOnce } from '../../src/index/format/record-file';
import { IndexView } from '../../src/search/view/index-view';
import type { Rechunk } from '../../src/search/view/source-texts';
import { crc32 } from '../../src/shared/crc';

/** Everything that an index has about its files, by path: facts, chunks and vectors. */
export type IndexedFiles = ReadonlyMap<string, IndexedFile>;

interface IndexedFile {
  /** The file and its chunks. */
  readonly content: string;
  /** By chunk; undefined where it is missing. */
  readonly vectors: readonly (string | undefined)[];
}

export interface Judgement {
  /** `unreadable`: the reader refuses the whole file, and says so. `earlier`: exactly what the index was at an earlier time. */
  readonly is: 'told' | 'unreadable' | 'earlier' | 'silent';
  /** What is not as in the whole index. */
  readonly wrong: readonly string[];
  /** Share of all files. */
  readonly lost: number;
  readonly openMs: number;
}

export function filesOf(reader: IndexReader): IndexedFiles {
  const files = new Map<string, IndexedFile>();
  for (const { segment, file } of reader.contents.files()) {
    const chunks = [...segment.chunksOf(file)];
    const place = ({ row: _row, file: _file, parent, ...chunk }: (typeof chunks)[number]): object => ({
      ...chunk,
      parent: parent === undefined ? undefined : segment.chunk(parent).id,
    });
    const { mtimeMs: _, ...facts } = segment.file(file);
    const [from, to] = segment.searchedRows(file);
    files.set(facts.path, {
      content: JSON.stringify([facts, chunks.map(place)]),
      vectors: Array.from({ length: to - from }, (_, i) => {
        const stored = segment.vectors.at(from + i);
        return stored && `${stored.scale} ${crc32(Buffer.from(stored.vector))}`;
      }),
    });
  }
  return files;
}

export class DamageJudge {
  constructor(
    private readonly root: string,
    private readonly whole: IndexedFiles,
    /** Contents of the index at other times that are valid files themselves. */
    private readonly earlier: readonly Buffer[],
    private readonly queries: readonly string[],
    /** By id: the text of the chunk. */
    private readonly texts: ReadonlyMap<string, string>,
    private readonly embedder: Embedder,
    private readonly rechunk: Rechunk,
    /** Of all files, in the versions that the index had before. */
    private readonly olderContents: ReadonlySet<string> = new Set(),
  ) {}

  async judge(path: string, bytes: Buffer): Promise<Judgement> {
    const started = performance.now();
    const opened = IndexReader.open(path);
    const openMs = performance.now() - started;
    if ('problem' in opened) return { is: 'unreadable', wrong: [], lost: 1, openMs };
    const { index } = opened;
    const wrong: string[] = [];
    // Damage of a large index is found while it is read.
    const files = againAtOnce(() => {
      index.refresh();
      return filesOf(index);
    });
    for (const [file, { content, vectors }] of files) {
      const right = this.whole.get(file);
      // Of an index that lost its last records, what is left is what it was before them.
      if (index.damage && this.olderContents.has(content)) continue;
      if (right?.content !== content) wrong.push(`${file}: other content`);
      else if (vectors.some((vector, i) => vector !== undefined && vector !== right.vectors[i]))
        wrong.push(`${file}: another vector`);
    }
    const missing = [...this.whole.keys()].filter((file) => !files.has(file)).length;
    const { damage } = index;
    if (damage?.lostFiles !== undefined && damage.lostFiles < missing && !this.isOlder(index))
      wrong.push(`${missing} files are missing, ${damage.lostFiles} are told`);
    wrong.push(...(await this.wrongHits(index)));
    const isEarlier = !damage && this.earlier.some((state) => state.equals(bytes));
    const is = index.problem ? 'told' : isEarlier ? 'earlier' : 'silent';
    index.dispose();
    return { is, wrong, lost: missing / this.whole.size, openMs };
  }

  /** Nothing of the current file is left, only an older one. */
  private isOlder({ header }: IndexReader): boolean {
    return header.generation.count < this.generation;
  }

  generation = 0;

  private async wrongHits(index: IndexReader): Promise<string[]> {
    const searcher = new CodeIndex([new IndexView(index, this.root)], this.embedder, this.rechunk);
    const wrong: string[] = [];
    for (const query of this.queries) {
      const { hits } = await searcher.search(query, { limit: 10, parents: false });
      for (const { id, path, text } of hits)
        if (this.texts.get(id) !== text) wrong.push(`${path}: wrong hit for ${query}`);
    }
    return wrong;
  }
}
