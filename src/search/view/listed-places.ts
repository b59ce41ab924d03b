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
import type { PlacedDefinition } from './source-texts';
import type { RowPlace } from './view-vectors';

/** A row of an index, and the line in it that is meant. */
export interface FoundPlace extends RowPlace {
  readonly view: IndexView;
  /** 1-based. Undefined: the chunk is meant. */
  readonly line?: number;
  /** The definition that was at this line when the file was indexed. */
  readonly definition?: PlacedDefinition;
}

interface ListOptions {
  readonly limit: number;
  readonly only?: readonly SearchArea[] | undefined;
  readonly hiddenIn?: ((view: IndexView) => IsHidden | undefined) | undefined;
}

interface ListedFile {
  readonly view: IndexView;
  readonly segment: number;
  readonly stored: LoadedSegment;
  readonly file: number;
  readonly path: string;
  /** Does it have one of the names that are asked for? */
  readonly isDefining: boolean;
  /** By searched row of the file: 0 for those that other filters leave out; undefined: none is. */
  readonly open: Uint8Array | undefined;
}

const noFilter = { any: [], none: [] };
const definitionKindNames: ReadonlySet<string> = new Set(definitionKinds);

/** The first places of all, and how many there are. */
export function listedPlaces(
  views: readonly IndexView[],
  query: Query,
  options: ListOptions,
): { readonly places: readonly FoundPlace[]; readonly total: number } {
  const { kinds, names } = query;
  const asksDefinitions = kinds.any.length + names.any.length > 0;
  const asksOtherKinds = kinds.any.some((kind) => !definitionKindNames.has(kind));
  const files = views.flatMap((view) => [...openFiles(view, query, options)]);
  files.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  const places: FoundPlace[] = [];
  let total = 0;
  for (const one of files) {
    const byDefinition = asksDefinitions && one.stored.linkBytes(one.file) > 0;
    const definitions = byDefinition && one.isDefining ? definitionsIn(one, query) : [];
    const chunks = !byDefinition || asksOtherKinds ? chunksIn(one, query, asksDefinitions) : [];
    // Which chunk has a definition takes longer to find.
    const isShown = places.length < options.limit || one.open?.includes(0);
    const found = isShown ? definitions.flatMap((each) => placeOf(one, each) ?? []) : [];
    total += chunks.length + (isShown ? found.length : definitions.length);
    if (places.length < options.limit) places.push(...found, ...chunks);
  }
  return { places: places.slice(0, options.limit), total };
}

/** The living files that other filters than those for names and kinds let pass. */
function* openFiles(view: IndexView, query: Query, { only, hiddenIn }: ListOptions): Generator<ListedFile> {
  const allowed = allowedRows(view, { ...query, kinds: noFilter, names: noFilter }, only, hiddenIn?.(view));
  const isNamed = (name: string): boolean => matchesNames(query, [name]);
  for (const [segment, stored] of view.segments.entries()) {
    const defining = query.names.any.length > 0 ? namesIn(stored).filesDefining(isNamed) : undefined;
    for (let file = 0; file < stored.fileCount; file++) {
      const [from, to] = stored.searchedRows(file);
      const open = allowed?.[segment]?.subarray(from, to);
      const isDefining = defining?.has(file) !== false;
      if (from < to && view.isLiving(segment, from) && open?.includes(1) !== false)
        yield { view, segment, stored, file, path: stored.path(file), isDefining, open };
    }
  }
}

function definitionsIn({ stored, file }: ListedFile, query: Query): LinkedDefinition[] {
  const { definitions } = stored.links(file) ?? { definitions: [] };
  return definitions
    .filter(({ kind, name }) => matchesChunk(query, { kind, name, symbols: [] }))
    .sort((a, b) => a.line - b.line);
}

function placeOf({ view, stored, file, path, open }: ListedFile, definition: LinkedDefinition) {
  const { line } = definition;
  const place = view.rowAtLine(path, line);
  const isOpen = place && open?.[place.row - stored.searchedRows(file)[0]] !== 0;
  return isOpen ? { view, ...place, line, definition } : undefined;
}

/** @param isNaming names or kinds are asked for. Definitions are listed already, and a section of several chunks is listed once. */
function chunksIn({ view, segment, stored, file, open }: ListedFile, query: Query, isNaming: boolean): FoundPlace[] {
  const [from] = stored.searchedRows(file);
  const isListed = ({ kind }: StoredRow): boolean => stored.linkBytes(file) > 0 && definitionKindNames.has(kind);
  const places: FoundPlace[] = [];
  let before: StoredRow | undefined;
  for (const chunk of stored.rowsOf(file)) {
    const { row, role, kind } = chunk;
    if (role === 'parent') break;
    const isPart = before?.name !== '' && before?.kind === kind && before.hasNameOf(chunk);
    before = chunk;
    if (isNaming && (isPart || isListed(chunk))) continue;
    if (matchesChunk(query, chunk) && open?.[row - from] !== 0) places.push({ view, segment, row });
  }
  return places;
}
