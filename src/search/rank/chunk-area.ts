/** The area that code belongs to: tests, documents, or neither. */
import type { StoredChunk } from '../../index/format/segment-contents';
import type { SearchArea } from '../query/search-area';
import { isDocumentFile, isTestName, isTestPath } from './file-role';

/** By path and language. @param isConfigured does the configuration of the folder say that this path is a test? */
export function areaOfFile(
  path: string,
  language: string,
  isConfigured: (path: string) => boolean = () => false,
): SearchArea {
  if (isTestPath(path) || isConfigured(path)) return 'tests';
  return isDocumentFile(path, language) ? 'docs' : 'code';
}

/** Is it a test, or inside one? Of several definitions in a chunk, the first decides. In a file of code, a test may stand beside what it tests. */
export function isTestChunk({
  kind,
  name,
  symbols,
  scope,
}: Pick<StoredChunk, 'kind' | 'name' | 'symbols' | 'scope'>): boolean {
  return kind === 'test' || isTestName(symbols[0] ?? name) || scope.some(isTestName);
}
