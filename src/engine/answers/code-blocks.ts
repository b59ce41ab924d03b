/** Code as text for models: where it is, what it is, and the text in a fence that nothing in the text can close. */
import type { EnclosingLines } from '../../code/chunk';
import { frameNotes, type Hit, type HitPlace } from '../../search/hits/hit';
import { isAllOf, type Span, spanText } from '../../search/hits/spans';
import { printablePath } from '../../shared/printable-path';
import { contextBeside, copiedCode } from './copied-code';

/** Formats a place: `src/a.ts:3-9`, or a link if the reader can follow it. */
export type PlaceText = (place: HitPlace) => string;

export const plainPlace: PlaceText = ({ path, startLine, endLine }) =>
  `${printablePath(path)}:${startLine}${endLine > startLine ? `-${endLine}` : ''}`;

interface Named {
  readonly kind: string;
  readonly name: string;
  readonly scope?: readonly string[];
}

/** For example `method Router.match`. Outer scopes, such as a package, usually show in the path. */
export function fencedTitle({ kind, name, scope = [] }: Named): string {
  const full = [...scope.slice(-1), name].filter((part) => part !== '').join('.');
  return printablePath(full === '' || full === kind ? kind : `${kind} ${full}`.trimStart());
}

export function fencedCode(text: string, language: string): string {
  const longest = (text.match(/`{3,}/g) ?? []).reduce((max, { length }) => Math.max(max, length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.trimEnd()}\n${fence}`;
}

/** A hit as text for models: alone, some of its lines, within its parent, or only its place. */
export interface BlockOptions {
  readonly place: PlaceText;
  /** Include the ids of chunks, for tools that take them. */
  readonly ids: boolean;
}

/** How many places with the same code are listed; the others are counted. */
const maxDuplicates = 3;

/** @param before code to put before that of the hit, such as the imports it uses. */
export function chunkBlock(hit: Hit, options: BlockOptions, before = ''): string {
  return blockOf(hit, hit.text === '' ? '' : before + copiedCode(hit, hit.language), [], options);
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
  return `## ${title}\n${fencedCode(copiedCode(parent, hit.language), hit.language)}`;
}

/** One line. */
export function placeLine(hit: Hit, options: BlockOptions): string {
  return `- ${[options.place(hit), hitTitle(hit), ...notes(hit, options)].join(' · ')}`;
}

/** A chunk with several definitions does not begin with the one that answers. */
function hitTitle({ kind, name, scope, definition }: Hit): string {
  const title = fencedTitle({ kind, name, scope });
  return definition ? `${title} at ${definition.startLine}` : title;
}

function notes(hit: Hit, { place, ids }: BlockOptions): string[] {
  const { id, stale, duplicates = [], line } = hit;
  const more = duplicates.length - maxDuplicates;
  const named = duplicates.slice(0, maxDuplicates).map(place).join(', ');
  return [
    ...frameNotes(hit).map((note) => `${note}, at line ${line}`),
    ...(ids ? [`id ${id}`] : []),
    ...(stale ? ['changed since it was indexed'] : []),
    ...(named === '' ? [] : [`the same code at ${named}${more > 0 ? ` and ${more} more` : ''}`]),
  ];
}

function lines({ startLine, endLine }: Hit): string {
  return endLine > startLine ? `lines ${startLine}-${endLine}` : `line ${startLine}`;
}

/** One chunk as text for models: what it uses, its code, and its parent. */
interface ShownChunk {
  readonly id: string;
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly kind: string;
  readonly name: string;
  readonly scope: readonly string[];
  readonly language: string;
  readonly text: string;
  readonly enclosing?: readonly EnclosingLines[];
}

export interface ChunkAnswer {
  readonly chunk: ShownChunk;
  /** The path, enclosing signatures, and the imports and globals that the chunk uses. */
  readonly context: string;
  readonly parent?: ShownChunk;
  /** The chunk changed since it was indexed. */
  readonly isStale: boolean;
}

/** The texts from largest to smallest: with parent and context, with context, alone. */
export function chunkForms({ chunk, context, parent, isStale }: ChunkAnswer, place: PlaceText, ids: boolean): string[] {
  const stale = isStale ? ['changed since it was indexed'] : [];
  const id = ids ? [`id ${chunk.id}`] : [];
  const head = `## ${[place(chunk), fencedTitle(chunk), ...id, ...stale].join(' · ')}`;
  const used = contextBeside(context, chunk);
  const uses = used.trim() === '' ? [] : [`What it uses:\n${fencedCode(used, chunk.language)}`];
  const code = codeOf(chunk);
  const around = parent && `Within ${place(parent)}${ids ? ` · id ${parent.id}` : ''}`;
  const below = around === undefined ? [] : [`${around}: ask with parent, or for that id.`];
  return [
    ...(parent ? [[head, ...uses, `${around}:\n${codeOf(parent)}`].join('\n\n')] : []),
    [head, ...uses, code, ...below].join('\n\n'),
    [head, code].join('\n\n'),
  ];
}

function codeOf(chunk: ShownChunk): string {
  return fencedCode(copiedCode(chunk, chunk.language), chunk.language);
}
