/** The rows that pass the filters of a query. Without filters, which is the usual case, nothing is computed. */
import type { StoredChunk } from '../../index/format/segment-contents';
import { configuredTests } from '../../workspace/test-config';
import { matchesChunk, matchesFile, type Query } from '../query/query';
import type { SearchArea } from '../query/search-choices';
import { areaOfFile, isTestChunk } from '../rank/candidate';
import type { AllowedRows } from './find-rows';
import type { IndexView } from './index-view';

/** Is a file of this view left out, because another view has it, too? */
export type IsHidden = (path: string) => boolean;

/** @param only the areas that are searched; empty: all. */
export function allowedRows(
  view: IndexView,
  query: Query,
  only: readonly SearchArea[] = [],
  isHidden?: IsHidden,
): AllowedRows {
  const { required = [], excluded = [] } = query.lexical;
  const byFile =
    isHidden !== undefined ||
    only.length > 0 ||
    isUsed(query.paths) ||
    isUsed(query.languages) ||
    isUsed(query.kinds) ||
    isUsed(query.names);
  if (!byFile && required.length + excluded.length === 0) return undefined;
  const masks = view.segments.map(({ searched }) => new Uint8Array(searched).fill(byFile ? 0 : 1));
  if (byFile) allowByFile(view, query, masks, only, isHidden);
  if (required.length > 0) {
    const having = view.segments.map(({ searched }) => new Uint8Array(searched));
    mark(view, having, required, true, 1);
    masks.forEach((mask, segment) => {
      for (let row = 0; row < mask.length; row++) if (!having[segment]?.[row]) mask[row] = 0;
    });
  }
  if (excluded.length > 0) mark(view, masks, excluded, false, 0);
  return masks;
}

function isUsed({ any, none }: { readonly any: readonly unknown[]; readonly none: readonly unknown[] }): boolean {
  return any.length + none.length > 0;
}

function mark(
  view: IndexView,
  masks: readonly Uint8Array[],
  terms: readonly string[],
  isAll: boolean,
  value: 0 | 1,
): void {
  const { segments, rows } = view.rowsWith(terms, isAll);
  rows.forEach((row, i) => {
    masks[segments[i] ?? 0]?.fill(value, row, row + 1);
  });
}

function allowByFile(
  view: IndexView,
  query: Query,
  masks: readonly Uint8Array[],
  only: readonly SearchArea[],
  isHidden: IsHidden | undefined,
): void {
  // A chunk has its own kind, names and language: a script in a page has another language than the file.
  const byChunk = only.length > 0 || isUsed(query.languages) || isUsed(query.kinds) || isUsed(query.names);
  const onlyPaths = { paths: query.paths, languages: { any: [], none: [] } };
  const isConfigured = only.length > 0 ? configuredTests(view.root) : undefined;
  view.segments.forEach((segment, number) => {
    const mask = masks[number];
    for (let file = 0; file < segment.fileCount; file++) {
      if (segment.isDeadFile(file)) continue;
      const path = segment.path(file);
      if (isHidden?.(path) || !matchesFile(onlyPaths, path, '')) continue;
      const area = isConfigured && areaOfFile(path, segment.language(file), isConfigured);
      // In a file of code each chunk is looked at: a test may stand beside what it tests.
      if (area !== undefined && area !== 'code' && !only.includes(area)) continue;
      if (!byChunk) {
        mask?.fill(1, ...segment.searchedRows(file));
        continue;
      }
      for (const chunk of segment.rowsOf(file)) {
        if (chunk.role === 'parent') continue;
        if (area === 'code' && !only.includes(isTestChunk(chunk) ? 'tests' : 'code')) continue;
        if (passesChunk(query, chunk)) mask?.fill(1, chunk.row, chunk.row + 1);
      }
    }
  });
}

/** Do the language, kind and names of a chunk pass the filters? */
export function passesChunk(
  query: Query,
  chunk: Pick<StoredChunk, 'path' | 'language' | 'kind' | 'name' | 'symbols'>,
): boolean {
  return matchesFile(query, chunk.path, chunk.language) && matchesChunk(query, chunk);
}
