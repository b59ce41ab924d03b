/** A hit as text for models: alone, within its parent, or only its place. */
import type { Hit } from '../search/hits/hit';
import { fencedCode, fencedTitle, type PlaceText } from './fenced-code';

export interface BlockOptions {
  readonly place: PlaceText;
  /** Include the ids of chunks, for tools that take them. */
  readonly ids: boolean;
}

/** How many places with the same code are listed; the others are counted. */
const maxDuplicates = 3;

export function chunkBlock(hit: Hit, options: BlockOptions): string {
  // The note of a language model, on one line.
  const note = hit.note === undefined ? '' : `${hit.note.replace(/\s+/g, ' ')}\n`;
  return `${head(hit, options)}\n${note}${hit.text === '' ? '(the file cannot be read any more)' : fencedCode(hit.text, hit.language)}`;
}

/** Undefined if the hit has no parent. */
export function parentBlock(hit: Hit, options: BlockOptions): string | undefined {
  const { parent } = hit;
  if (!parent || parent.text === '') return undefined;
  const found = `found: ${hitTitle(hit)}, ${lines(hit)}`;
  const title = [options.place(parent), found, ...notes(hit, options)].join(' · ');
  return `## ${title}\n${fencedCode(parent.text, hit.language)}`;
}

/** One line. */
export function placeLine(hit: Hit, options: BlockOptions): string {
  return `- ${[options.place(hit), hitTitle(hit), ...notes(hit, options)].join(' · ')}`;
}

function head(hit: Hit, options: BlockOptions): string {
  return `## ${[options.place(hit), hitTitle(hit), ...notes(hit, options)].join(' · ')}`;
}

/** The kind is that of the chunk; another definition in it may be of another kind. */
function hitTitle({ kind, name, symbol, scope }: Hit): string {
  return fencedTitle({ kind: symbol === name ? kind : '', name: symbol, scope });
}

function notes({ id, stale, duplicates = [] }: Hit, { place, ids }: BlockOptions): string[] {
  const more = duplicates.length - maxDuplicates;
  const named = duplicates.slice(0, maxDuplicates).map(place).join(', ');
  return [
    ...(ids ? [`id ${id}`] : []),
    ...(stale ? ['changed since it was indexed'] : []),
    ...(named === '' ? [] : [`the same code at ${named}${more > 0 ? ` and ${more} more` : ''}`]),
  ];
}

function lines({ startLine, endLine }: Hit): string {
  return endLine > startLine ? `lines ${startLine}-${endLine}` : `line ${startLine}`;
}
