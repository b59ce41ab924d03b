/** Helpers for tests of the index: invented files, lexical sections that identify each row, and a description of an index as text. */
import { digest, idKey, idOfKey, shortHash } from '../../../../src/code/records/embedded-text';
import type { IndexReader } from '../../../../src/index/file/index-reader';
import type { LoadedSegment } from '../../../../src/index/file/loaded-segment';
import type { CurrentFile } from '../../../../src/index/format/segment-contents';
import {
  type NewChunk,
  type NewFile,
  type NewSegment,
  type QuantisedVectors,
  type StoredChunk,
  searchedChunks,
} from '../../../../src/index/format/segment-contents';
import { LexicalSegment } from '../../../../src/index/lexical/lexical-segment';
import { mergeLexical } from '../../../../src/index/lexical/merge-segments';
import { PostingCursor } from '../../../../src/index/lexical/posting-cursor';
import { PostingWriter } from '../../../../src/index/lexical/posting-writer';
import { TermWriter } from '../../../../src/index/lexical/term-writer';
import { nearestLevel } from '../../../../src/index/vectors/four-bit-values';
import { IndexWriter, type WriterOptions } from '../../../../src/index/write/index-writer';

export const dimensions = 8;
export const settings = { dimensions, model: 'toy', chunker: '1' };

/** Each row has one word: the first eight digits of its hash. */
function lexicalOf(words: readonly string[]): NewSegment['lexical'] {
  const lengths = new Uint8Array(words.length).fill(1);
  const rows = new Map<string, number[]>();
  words.forEach((word, row) => {
    const known = rows.get(word);
    if (known) known.push(row);
    else rows.set(word, [row]);
  });
  const postings = new PostingWriter(lengths);
  const terms = new TermWriter();
  for (const word of [...rows.keys()].sort()) {
    for (const row of rows.get(word) ?? []) postings.add(row, 4);
    terms.add(Buffer.from(word), postings.end());
  }
  return { terms: terms.finish(), postings: postings.bytes.view(), lengths };
}

/** The word of each row; undefined: it cannot be found by it. */
function wordsOf(segment: LoadedSegment): (string | undefined)[] {
  const lexical = new LexicalSegment(segment.lexical);
  const words: (string | undefined)[] = [];
  for (const cursor = lexical.cursorAt(); cursor.next(); ) {
    const word = Buffer.from(cursor.term.slice(0, cursor.termLength)).toString();
    for (const found = new PostingCursor(lexical, cursor); found.row < lexical.rows; found.next())
      words[found.row] = word;
  }
  return words;
}

/** The vector of a text is computed from its hash, in place of a model. Its values need four bits, as those of the built-in model. */
export function toyVectors(chunks: readonly { readonly hash: string }[]): QuantisedVectors {
  const vectors = new Int8Array(chunks.length * dimensions);
  chunks.forEach(({ hash }, i) => {
    const values = new Int8Array(Buffer.from(hash, 'hex').subarray(0, dimensions));
    vectors.set(
      values.map((value) => nearestLevel(value / 50)),
      i * dimensions,
    );
  });
  return { vectors, scales: Float32Array.from(chunks, ({ hash }) => Number.parseInt(hash.slice(0, 3), 16) / 256) };
}

export function toySegment(files: readonly NewFile[], removed: readonly string[] = [], withVectors = true): NewSegment {
  const chunks = searchedChunks(files);
  const lexical = lexicalOf(chunks.map((chunk) => chunk.hash.slice(0, 8)));
  return { files, removed, lexical, ...(withVectors && { vectors: toyVectors(chunks) }) };
}

/** Files of an index with new times, as a record lists them. */
export function stamped(index: IndexReader, paths: readonly string[], mtimeMs: number): CurrentFile[] {
  return paths.flatMap((path) => {
    const place = index.contents.file(path);
    return place ? [{ sequence: place.segment.sequence, file: place.file, mtimeMs }] : [];
  });
}

/** A file whose rows are all computed from its path and a number. */
export function toyFile(path: string, version: number, chunks = 5): NewFile {
  const chunk = (i: number): NewChunk => ({
    // Those of half of the rows follow from path, scope and name, as ids of real chunks do.
    id:
      i % 2
        ? shortHash(`${path} ${i}`)
        : idOfKey(idKey(false, shortHash(path), ['Outer', `inner${i >> 1}`], `name${i}`), 0),
    hash: digest(`${path} ${i} ${version}`, 32),
    role: 'standard',
    kind: i % 2 ? 'function' : 'class',
    language: 'typescript',
    name: `name${i}`,
    scope: ['Outer', `inner${i >> 1}`],
    startLine: 10 * i + 1,
    endLine: 10 * i + 10,
    start: 100 * i,
    end: 100 * i + 100,
    tokens: { text: 20 + i, total: 30 + i },
    symbols: [{ name: `name${i}` }],
  });
  return {
    path,
    size: version,
    mtimeMs: version + 0.25,
    hash: digest(`${path} ${version}`, 32),
    language: 'typescript',
    lines: 10 * chunks,
    coverage: { lines: 9 * chunks, covered: 9 * chunks },
    chunks: Array.from({ length: chunks }, (_, i) => chunk(i)),
  };
}

export async function openToy(
  path: string,
  options: Partial<WriterOptions> = {},
  own = settings,
): Promise<IndexWriter> {
  const opened = await IndexWriter.open(path, own, { mergeLexical, ...options });
  if ('problem' in opened) throw new Error(opened.problem.message);
  return opened.writer;
}

/** Everything that an index answers, in an order that does not depend on its history. */
export function describeIndex(index: IndexReader): string {
  const files: string[] = [];
  for (const segment of index.segments) {
    const words = wordsOf(segment);
    const byFile = new Map<number, number[]>();
    for (let row = 0; row < segment.rows; row++) {
      const file = segment.fileOf(row);
      byFile.set(file, [...(byFile.get(file) ?? []), row]);
    }
    for (let file = 0; file < segment.fileCount; file++) {
      if (segment.isDeadFile(file)) continue;
      const stored = segment.file(file);
      const rows = (byFile.get(file) ?? []).map((row) => {
        if (segment.dead?.[row] === 1) throw new Error('a living file has a dead row');
        const chunk = seen(segment.chunk(row), segment, index);
        return row < segment.searched ? { ...chunk, lexical: words[row], ...side(segment, row) } : chunk;
      });
      files.push(`${stored.path} ${JSON.stringify([stored, rows, segment.links(file)])}`);
    }
  }
  return files.sort().join('\n');

  function side(segment: LoadedSegment, row: number): object {
    const stored = segment.vectors.at(row);
    return { ...(stored && { vector: Array.from(stored.vector), scale: stored.scale }) };
  }
}

/** A row without its numbers, which compaction changes. */
function seen(chunk: StoredChunk, segment: LoadedSegment, index: IndexReader): object {
  const { row, file: _file, parent, ...rest } = chunk;
  const place = index.find(chunk.id);
  const parentId = parent === undefined ? undefined : segment.chunk(parent).id;
  return { ...rest, parentId, isFound: place?.segment === segment && place.row === row };
}

/** The expected result of `describeIndex`, from what was put in. */
export function describeFiles(files: Iterable<NewFile>, hasVectors: (path: string) => boolean = () => true): string {
  const described: string[] = [];
  for (const { chunks, links, ...stored } of files) {
    const describe = (chunk: NewChunk): object => {
      const isSearched = chunk.role !== 'parent';
      const { vectors, scales } = toyVectors([chunk]);
      return {
        path: stored.path,
        id: chunk.id,
        hash: isSearched ? chunk.hash.slice(0, 16) : undefined,
        role: chunk.role,
        kind: chunk.kind,
        language: chunk.language,
        name: chunk.name,
        scope: chunk.scope,
        startLine: chunk.startLine,
        endLine: chunk.endLine,
        start: chunk.start,
        end: chunk.end,
        tokens: { text: chunk.tokens.text, total: chunk.tokens.total },
        symbols: isSearched ? chunk.symbols.map((symbol) => symbol.name) : [],
        fallback: chunk.fallback,
        ...(chunk.note !== undefined && { note: chunk.note, plainHash: chunk.plainHash }),
        ...(chunk.endTime !== undefined && { endTime: chunk.endTime }),
        parentId: chunk.parent,
        isFound: true,
        ...(isSearched && { lexical: chunk.hash.slice(0, 8) }),
        ...(isSearched && hasVectors(stored.path) && { vector: Array.from(vectors), scale: scales[0] }),
      };
    };
    const searched = chunks.filter((chunk) => chunk.role !== 'parent');
    const rows = [...searched, ...chunks.filter((chunk) => chunk.role === 'parent')].map(describe);
    described.push(`${stored.path} ${JSON.stringify([stored, rows, links])}`);
  }
  return described.sort().join('\n');
}
