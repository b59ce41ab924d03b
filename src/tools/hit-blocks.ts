/** A hit as models read it: alone, within its parent, or as its place only. */
import type { Hit } from '../search/hits/hit';
import { fenced, type PlaceText, titleOf } from './fenced-code';

export interface BlockOptions {
  readonly place: PlaceText;
  /** Say the ids of chunks, where there is a tool that takes them. */
  readonly ids: boolean;
}

/** Places with the same code that are named; the others are counted. */
const namedDuplicates = 3;

export function chunkBlock(hit: Hit, options: BlockOptions): string {
  // What a language model wrote about it, in one line.
  const note = hit.note === undefined ? '' : `${hit.note.replace(/\s+/g, ' ')}\n`;
  return `${head(hit, options)}\n${note}${hit.text === '' ? '(the file cannot be read any more)' : fenced(hit.text, hit.language)}`;
}

/** Undefined: the hit has no parent. */
export function parentBlock(hit: Hit, options: BlockOptions): string | undefined {
  const { parent } = hit;
  if (!parent || parent.text === '') return undefined;
  const found = `found: ${titleOf(hit)}, ${lines(hit)}`;
  const title = [options.place(parent), found, ...notes(hit, options)].join(' · ');
  return `## ${title}\n${fenced(parent.text, hit.language)}`;
}

/** One line. */
export function placeLine(hit: Hit, options: BlockOptions): string {
  return `- ${[options.place(hit), titleOf(hit), ...notes(hit, options)].join(' · ')}`;
}

function head(hit: Hit, options: BlockOptions): string {
  return `## ${[options.place(hit), titleOf(hit), ...notes(hit, options)].join(' · ')}`;
}

function notes({ id, stale, duplicates = [] }: Hit, { place, ids }: BlockOptions): string[] {
  const more = duplicates.length - namedDuplicates;
  const named = duplicates.slice(0, namedDuplicates).map(place).join(', ');
  return [
    ...(ids ? [`id ${id}`] : []),
    ...(stale ? ['changed since it was indexed'] : []),
    ...(named === '' ? [] : [`the same code at ${named}${more > 0 ? ` and ${more} more` : ''}`]),
  ];
}

function lines({ startLine, endLine }: Hit): string {
  return endLine > startLine ? `lines ${startLine}-${endLine}` : `line ${startLine}`;
}
