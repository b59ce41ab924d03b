/** A hit as text for models: alone, some of its lines, within its parent, or only its place. */
import type { Hit } from '../../search/hits/hit';
import { isAllOf, type Span, spanText } from '../../search/hits/spans';
import { fencedCode, fencedTitle, type PlaceText } from './fenced-code';

export interface BlockOptions {
  readonly place: PlaceText;
  /** Include the ids of chunks, for tools that take them. */
  readonly ids: boolean;
}

/** How many places with the same code are listed; the others are counted. */
const maxDuplicates = 3;

/** @param before code to put before that of the hit, such as the imports it uses. */
export function chunkBlock(hit: Hit, options: BlockOptions, before = ''): string {
  return blockOf(hit, hit.text === '' ? '' : before + hit.text, [], options);
}

/** The heading names the shown lines, unless they are all. */
export function spansBlock(hit: Hit, spans: readonly Span[], options: BlockOptions): string {
  const shown = spans.map(([start, end]) => (end > start ? `${start}-${end}` : `${start}`)).join(', ');
  return blockOf(hit, spanText(hit, spans), isAllOf(hit, spans) ? [] : [`lines ${shown}`], options);
}

function blockOf(hit: Hit, text: string, shown: readonly string[], options: BlockOptions): string {
  // The note of a language model, on one line.
  const note = hit.note === undefined ? '' : `${hit.note.replace(/\s+/g, ' ')}\n`;
  const title = [options.place(hit), hitTitle(hit), ...notes(hit, options), ...shown].join(' · ');
  return `## ${title}\n${note}${text === '' ? '(the file cannot be read any more)' : fencedCode(text, hit.language)}`;
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
