/**
 * Hits at places that are known before anything is ranked: what filters alone list, and the frames of a pasted trace. Each place is a
 * hit of its own, even if a chunk has several. They have no score, since nothing was compared.
 */
import { matchesText, type Query } from '../query/query';
import type { FramePlace } from '../view/frame-places';
import type { FoundPlace } from '../view/listed-places';
import type { HitText } from '../view/source-texts';
import type { Hit } from './hit';
import type { FoundChunk, IndexHits } from './index-hits';
import { HitMaker, type HitOptions } from './make-hits';

/** Those whose files can be read, in their order. */
export async function placedHits(
  places: readonly (FoundPlace | FramePlace)[],
  query: Query,
  source: IndexHits,
  options: HitOptions,
): Promise<Hit[]> {
  const byChunk = options.byChunk || places.every(({ line }) => line === undefined);
  const maker = new HitMaker(query, source, { ...options, byChunk });
  const hits: Hit[] = [];
  const chunks = new Set<string>();
  for (const place of places) {
    options.signal?.throwIfAborted();
    const candidate = foundChunk(place);
    const key = `${candidate?.file}\n${place.row}`;
    if (!candidate || (byChunk && chunks.has(key))) continue;
    chunks.add(key);
    const read = await source.textOf(candidate);
    if (read.refused || !matchesText(query, read.text)) continue;
    const line = lineNow(place, candidate.chunk.startLine, read);
    const [hit] = await maker.hitsOf({ candidate, why: [] }, withListed(read, place, line), line);
    const frame = 'frame' in place ? { frame: place.frame, ...(place.isDeepest && { deepest: true as const }) } : {};
    if (hit) hits.push({ ...hit, ...frame });
  }
  return hits;
}

function foundChunk({ view, segment, row }: FoundPlace): FoundChunk | undefined {
  const chunk = view.segments[segment]?.chunk(row);
  const unscored = { words: 0, vector: 0, mtimeMs: 0, uses: 0, isOlder: false };
  return chunk && { view, segment, row, chunk, file: `${view.root}\n${chunk.path}`, ...unscored };
}

/** A definition may have moved since the file was indexed. @param startLine of the chunk as indexed. */
function lineNow({ line, definition }: FoundPlace, startLine: number, read: HitText): number | undefined {
  if (line === undefined || definition === undefined) return line;
  const now = line + read.startLine - startLine;
  const named = read.isStale ? read.definitions.filter((each) => each.name === definition.name) : [];
  return named.map((each) => each.line).sort((a, b) => Math.abs(a - now) - Math.abs(b - now))[0] ?? now;
}

/** A chunk does not list the fields of its types; one that is asked for is named all the same. */
function withListed(read: HitText, { definition }: FoundPlace, line: number | undefined): HitText {
  const { definitions } = read;
  if (!definition || line === undefined || definitions.some((each) => each.line === line)) return read;
  const { name, kind, line: before, endLine = before } = definition;
  const listed = { name, kind, line, endLine: endLine + line - before };
  return { ...read, definitions: [...definitions, listed].sort((a, b) => a.line - b.line) };
}
