/**
 * What a query of filters alone lists, by path and line. A filter for names or kinds asks for definitions, and each that passes is a
 * place of its own, however many a chunk has; other filters ask for chunks. Files without definitions, such as documents, and kinds
 * that are no definitions, such as sections, are listed by chunk. Only files that can have a match are decoded.
 */
import type { LinkedDefinition } from '../../code/links/file-links';
import type { LoadedSegment } from '../../index/file/loaded-segment';
import type { StoredRow } from '../../index/format/row-walk';
import { namesIn } from '../../index/graph/index-links';
import { definitionKinds } from '../../languages/language';
import { matchesChunk, matchesNames, type Query } from '../query/query';
import type { SearchArea } from '../query/search-choices';
import type { IndexView } from './index-view';
import { allowedRows, type IsHidden } from './row-filters';
import type { RowPlace } from './view-vectors';

/** A row of an index, and the definition in it that is meant. */
export interface FoundPlace extends RowPlace {
  readonly view: IndexView;
  /** Undefined: the chunk is meant. */
  readonly definition?: ScopedDefinition | undefined;
}

/** A definition as a result names it. Lines are 1-based, as indexed. */
export interface ScopedDefinition extends Pick<LinkedDefinition, 'name' | 'kind' | 'line' | 'endLine'> {
  readonly scope: readonly string[];
}

interface ListedPlaces {
  /** The first of all. */
  readonly places: readonly FoundPlace[];
  readonly total: number;
}

interface ListOptions {
  readonly limit: number;
  readonly only?: readonly SearchArea[] | undefined;
  readonly hiddenIn?: ((view: IndexView) => IsHidden | undefined) | undefined;
}

/** What a file has that passes. */
interface ListedFile {
  readonly path: string;
  readonly total: number;
  places(): readonly FoundPlace[];
}

interface FileSource {
  readonly view: IndexView;
  readonly segment: number;
  readonly stored: LoadedSegment;
  readonly file: number;
  /** By searched row of the file: 0 for those that other filters leave out; undefined: none is. */
  readonly open: Uint8Array | undefined;
}

const noFilter = { any: [], none: [] };
const definitionKindNames: ReadonlySet<string> = new Set(definitionKinds);

export function listedPlaces(views: readonly IndexView[], query: Query, options: ListOptions): ListedPlaces {
  const files = views.flatMap((view) => [...filesIn(view, query, options)]);
  files.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  const places: FoundPlace[] = [];
  let total = 0;
  for (const file of files) {
    total += file.total;
    if (places.length < options.limit) places.push(...file.places());
  }
  return { places: places.slice(0, options.limit), total };
}

function* filesIn(view: IndexView, query: Query, { only, hiddenIn }: ListOptions): Generator<ListedFile> {
  const { kinds, names } = query;
  const allowed = allowedRows(view, { ...query, kinds: noFilter, names: noFilter }, only, hiddenIn?.(view));
  const asksDefinitions = kinds.any.length + names.any.length > 0;
  const asksOtherKinds = kinds.any.some((kind) => !definitionKindNames.has(kind));
  for (const [segment, stored] of view.segments.entries()) {
    const isNamed = (name: string): boolean => matchesNames(query, [name]);
    const defining = names.any.length > 0 ? new Set(namesIn(stored).filesDefining(isNamed)) : undefined;
    for (let file = 0; file < stored.fileCount; file++) {
      const [from, to] = stored.searchedRows(file);
      if (from === to || !view.isLiving(segment, from)) continue;
      const open = allowed?.[segment]?.subarray(from, to);
      if (open?.includes(1) === false) continue;
      const source = { view, segment, stored, file, open };
      const byDefinition = asksDefinitions && stored.linkBytes(file) > 0;
      if (byDefinition && defining?.has(file) !== false) yield* definitionsOf(source, query);
      if (!byDefinition || asksOtherKinds) yield* chunksOf(source, query, byDefinition);
    }
  }
}

function* definitionsOf(source: FileSource, query: Query): Generator<ListedFile> {
  const { view, segment, stored, file, open } = source;
  const { definitions } = stored.links(file) ?? { definitions: [] };
  const passing = definitions.filter(({ kind, name }) => matchesChunk(query, { kind, name, symbols: [] }));
  if (passing.length === 0) return;
  const path = stored.path(file);
  const places = (): FoundPlace[] => {
    const [from] = stored.searchedRows(file);
    const sorted = [...passing].sort((a, b) => a.start - b.start);
    const rows = stored.rowsHolding(
      file,
      sorted.map(({ start }) => start),
    );
    return sorted
      .flatMap((one, at) => {
        const { row = from } = rows[at] ?? {};
        if (open && open[row - from] !== 1) return [];
        return [{ view, segment, row, definition: scopedDefinition(one, definitions) }];
      })
      .sort((a, b) => a.definition.line - b.definition.line);
  };
  if (!open?.includes(0)) return yield { path, total: passing.length, places };
  const allowed = places();
  yield { path, total: allowed.length, places: () => allowed };
}

/** @param besideDefinitions definitions are listed already. */
function* chunksOf(source: FileSource, query: Query, besideDefinitions: boolean): Generator<ListedFile> {
  const { view, segment, stored, file, open } = source;
  const [from] = stored.searchedRows(file);
  const places: FoundPlace[] = [];
  let before: StoredRow | undefined;
  for (const chunk of stored.rowsOf(file)) {
    const { row, role, kind } = chunk;
    if (role === 'parent') break;
    // A section that did not fit into one chunk is listed once.
    const isPart = before?.name !== '' && before?.kind === kind && before.hasNameOf(chunk);
    before = chunk;
    if ((isPart && isNaming(query)) || (besideDefinitions && definitionKindNames.has(kind))) continue;
    if (matchesChunk(query, chunk) && (open === undefined || open[row - from] === 1))
      places.push({ view, segment, row });
  }
  if (places.length > 0) yield { path: stored.path(file), total: places.length, places: () => places };
}

function isNaming({ kinds, names }: Query): boolean {
  return kinds.any.length + names.any.length > 0;
}

/** A definition with those around it. */
export function scopedDefinition(
  { name, kind, line, endLine, owner, container }: LinkedDefinition,
  all: readonly LinkedDefinition[],
): ScopedDefinition {
  const scope: string[] = owner === '' ? [] : [owner];
  for (let at = all[container]; at; at = all[at.container]) scope.unshift(at.name);
  return { name, kind, line, endLine, scope };
}
