/**
 * A mix of requests as agents send them, made from the index itself and reproducible by seed: questions from the words of names, plain
 * names, positions and files.
 */
import type { IndexReader } from '../../src/index/file/index-reader';
import type { StoredChunk } from '../../src/index/format/segment-contents';

export interface Request {
  /** The name of a tool, or `resource`. */
  readonly name: string;
  readonly input: Record<string, unknown>;
}

/** Percent of requests. */
const shares: readonly (readonly [name: string, share: number])[] = [
  ['pack', 25],
  ['search_code', 32],
  ['get_chunk', 14],
  ['outline_file', 12],
  ['find_similar', 10],
  ['resource', 6],
  ['index_status', 1],
];

const questions = [
  'where is the configuration read',
  'how are errors reported to the caller',
  'what closes the connection after a timeout',
  'which code parses the request headers',
  'how is a cache entry invalidated',
  'where are tests for concurrent access',
];

export function mixedRequests(index: IndexReader, count: number, seed = 1): Request[] {
  const random = randomOf(seed);
  const paths = [...index.files()].filter(({ skipped }) => !skipped).map(({ path }) => path);
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const chunk = (): StoredChunk => {
    for (;;) {
      const place = pick(index.searchedChunks(pick(paths) ?? ''));
      if (place) return place.segment.chunk(place.row);
    }
  };
  return Array.from({ length: count }, (): Request => {
    const name = nameAt(random() * 100);
    const { id, path, startLine, name: chunkName } = chunk();
    switch (name) {
      case 'pack':
        return { name, input: { query: queryOf(chunkName, random(), pick(questions) ?? '') } };
      case 'search_code':
        return {
          name,
          input: { query: queryOf(chunkName, random(), pick(questions) ?? ''), ...filterOf(path, random()) },
        };
      case 'get_chunk':
        return { name, input: random() < 0.5 ? { id } : { path, line: startLine } };
      case 'outline_file':
        return { name, input: { path } };
      case 'find_similar':
        return { name, input: { file: path, line: startLine } };
      case 'resource':
        return { name, input: { uri: `codegrain://chunk/${id}` } };
      default:
        return { name, input: {} };
    }
  });
}

function nameAt(percent: number): string {
  let from = 0;
  for (const [name, share] of shares) {
    from += share;
    if (percent < from) return name;
  }
  return 'search_code';
}

function queryOf(name: string, chance: number, question: string): string {
  const words = name.split(/(?<=[a-z])(?=[A-Z])|[^A-Za-z]+/).filter((word) => word.length > 2);
  if (chance < 0.3 || words.length < 2) return question;
  return chance < 0.6 ? name : `how does it ${words.join(' ').toLowerCase()}`;
}

function filterOf(path: string, chance: number): Record<string, unknown> {
  if (chance < 0.7) return {};
  if (chance < 0.8) return { path: `${path.split('/')[0]}/**` };
  return chance < 0.9 ? { max_tokens: 1500, limit: 5 } : { mode: 'keyword' };
}

/** Mulberry32. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
