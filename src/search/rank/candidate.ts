/** What ranking knows about a chunk, whether it comes from an index file or from a database. */
import type { StoredChunk } from '../../index/format/segment-contents';
import { isDocumentFile, isTestName, isTestPath } from '../file-role';
import type { SearchArea } from '../query/search-choices';

export interface RankedChunk
  extends Pick<
    StoredChunk,
    'id' | 'path' | 'language' | 'kind' | 'name' | 'scope' | 'symbols' | 'note' | 'startLine' | 'endLine'
  > {
  /** Identifies the parent within its file; undefined: the chunk has no parent. */
  readonly parent: number | string | undefined;
}

export interface Candidate {
  readonly chunk: RankedChunk;
  /** Identifies the file among those of all searched folders. */
  readonly file: string;
  /** BM25F score; 0 where the chunk has none of the words. */
  readonly words: number;
  /** Cosine; 0 where vectors are not searched. */
  readonly vector: number;
  /** The same two for the title of a pasted text. */
  readonly title?: { readonly words: number; readonly vector: number } | undefined;
  /** When its file was last changed; 0 where that does not count. */
  readonly mtimeMs: number;
  /** How often the chunk was used, lately more than long ago; 0 where that does not count. */
  readonly uses: number;
  /** The file belongs to an older version that is kept next to the newer one. */
  readonly isOlder: boolean;
}

/**
 * By path and language. @param isConfigured does the configuration of the folder say that this path is a test?
 *
 * The area that code belongs to: tests, documents, or neither.
 */
export function areaOfFile(
  path: string,
  language: string,
  isConfigured: (path: string) => boolean = () => false,
): SearchArea {
  if (isTestPath(path) || isConfigured(path)) return 'tests';
  return isDocumentFile(path, language) ? 'docs' : 'code';
}

/** Is it a test, or inside one? Of several definitions in a chunk, the first decides. In a file of code, a test may stand beside what it tests. */
export function isTestChunk(chunk: Pick<StoredChunk, 'path' | 'kind' | 'name' | 'symbols' | 'scope'>): boolean {
  const { path, kind, name, symbols, scope } = chunk;
  // Maven and Gradle have there what is shipped: the `TestPlan` of a framework is no test.
  if (kind === 'test' || /(?:^|\/)src\/main\//.test(path)) return kind === 'test';
  return isTestName(symbols[0] ?? name) || scope.some(isTestName);
}
