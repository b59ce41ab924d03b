/**
 * Hits at places that are known before anything is ranked: what filters alone list, and the frames of a pasted trace. Each place is a
 * hit of its own, even if a chunk has several. They have no score, since nothing was compared.
 */
import { matchesText, type Query } from '../query/query';
import type { FramePlace } from '../view/frame-places';
import type { FoundPlace, ScopedDefinition } from '../view/listed-places';
import type { HitText } from '../view/source-texts';
import { ownersOf } from './definition-choice';
import type { Hit } from './hit';
import type { FoundChunk, IndexHits } from './index-hits';
import { hasLinesOfFile, linesOf, spansWithin } from './spans';

interface PlacedHitOptions {
  readonly byChunk?: boolean;
  readonly parents?: boolean;
  readonly context?: boolean;
  readonly signal?: AbortSignal;
}

type AnyPlace = FoundPlace | FramePlace;

/** Characters of a hit that are shown first: a signature, or a line and those around it. */
const shownLength = 200;

/** Those whose files can be read, in their order. */
export async function placedHits(
  places: readonly AnyPlace[],
  query: Query,
  source: IndexHits,
  { byChunk = false, parents = true, context = false, signal }: PlacedHitOptions = {},
): Promise<Hit[]> {
  const hits: Hit[] = [];
  const chunks = new Set<string>();
  const known = new Set<string>();
  for (const place of places) {
    signal?.throwIfAborted();
    const found = foundChunk(place);
    const read = found && (await source.textOf(found));
    if (!read || read.refused || !matchesText(query, read.text)) continue;
    const { id, parent } = found.chunk;
    if (byChunk && chunks.has(`${found.file}\n${id}`)) continue;
    chunks.add(`${found.file}\n${id}`);
    const key = `${found.file}\n${parent}`;
    const around = parents && !known.has(key) ? await source.parentOf(found) : undefined;
    known.add(key);
    hits.push({
      ...hitAt(place, found, read, source, byChunk),
      ...(context && { context: await source.contextOf(found) }),
      ...(around && { parent: around }),
    });
  }
  return hits;
}

function foundChunk(place: FoundPlace): FoundChunk | undefined {
  const { view, segment, row } = place;
  const chunk = view.segments[segment]?.chunk(row);
  const unscored = { words: 0, vector: 0, mtimeMs: 0, uses: 0, isOlder: false };
  return chunk && { view, segment, row, chunk, file: `${view.root}\n${chunk.path}`, ...unscored };
}

function hitAt(place: AnyPlace, found: FoundChunk, read: HitText, source: IndexHits, byChunk: boolean): Hit {
  const { chunk } = found;
  const { id, path, language, note } = chunk;
  const isFrame = 'frame' in place;
  const { name, kind, scope } = place.definition ?? (isFrame ? outside : chunk);
  const part = place.definition || isFrame ? undefined : source.partOf(found);
  const lines = linesAt(place, found, read, byChunk);
  const isWhole = lines.endLine - lines.startLine >= read.endLine - read.startLine;
  return {
    ...{ id, path, root: source.rootOf(found), name, symbol: name, kind, scope, language, ...lines },
    ...(!isWhole && { chunk: { startLine: read.startLine, endLine: read.endLine } }),
    ...(part && { part }),
    ...source.placeOf(found),
    ...(note !== undefined && { note }),
    ...(read.isStale && { stale: true }),
    ...(isFrame && { frame: place.frame, ...(place.isDeepest && { deepest: true }) }),
    why: [],
  };
}

/** Code outside of definitions. */
const outside = { name: '', kind: 'statements', scope: [] };

type HitLines = Pick<Hit, 'startLine' | 'endLine' | 'text' | 'line' | 'spans' | 'bestLines'>;

function linesAt(place: AnyPlace, { chunk }: FoundChunk, read: HitText, byChunk: boolean): HitLines {
  const { text, startLine, endLine } = read;
  const whole = { text, startLine, endLine };
  const definition = place.definition && definitionNow(place.definition, chunk.startLine, read);
  const own = read.definitions.find(({ name }) => name === chunk.name)?.line;
  const line = 'frame' in place ? place.line : (definition?.line ?? own ?? startLine);
  if (!hasLinesOfFile(read) || line < startLine || line > endLine)
    return { ...whole, line, spans: [[startLine, endLine]] };
  const shown = definition && !byChunk ? linesOfDefinition(definition, read) : whole;
  const lines = linesOf(text);
  const order = range(shown.startLine, shown.endLine)
    .filter((each) => /[\p{L}\p{N}]/u.test(lines[each - startLine] ?? ''))
    .sort((a, b) => distance(a, line, 'frame' in place) - distance(b, line, 'frame' in place) || a - b);
  return { ...shown, line, spans: spansWithin({ ...shown, bestLines: order }, shownLength), bestLines: order };
}

type NowPlaced = Pick<ScopedDefinition, 'line' | 'endLine'>;

/** Lines may have moved since the file was indexed. @param startLine of the chunk as indexed. */
function definitionNow({ name, line, endLine }: ScopedDefinition, startLine: number, read: HitText): NowPlaced {
  const moved = read.startLine - startLine;
  const now = { line: line + moved, endLine: endLine + moved };
  if (!read.isStale) return now;
  const [nearest] = read.definitions
    .filter((each) => each.name === name)
    .sort((a, b) => Math.abs(a.line - now.line) - Math.abs(b.line - now.line));
  return nearest ? { line: nearest.line, endLine: nearest.endLine ?? nearest.line + endLine - line } : now;
}

/** With the comments and decorators above it. */
function linesOfDefinition(definition: NowPlaced, { text, startLine }: HitText) {
  const lines = linesOf(text);
  const owners = ownersOf({ lines, startLine, definitions: [{ name: '', kind: '', ...definition }] });
  const from = Math.max(0, owners.indexOf(0));
  const to = Math.max(from, owners.lastIndexOf(0));
  const raw = text.split(/(?<=\n|\r(?!\n))/);
  return { text: raw.slice(from, to + 1).join(''), startLine: startLine + from, endLine: startLine + to };
}

/** A frame is read from its line outwards, a definition from its signature on. */
function distance(each: number, line: number, isFrame: boolean): number {
  return each < line && !isFrame ? Number.MAX_SAFE_INTEGER : Math.abs(each - line);
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
}
