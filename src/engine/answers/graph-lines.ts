/** Definitions of the graph as one short line each, for models: `src/a.ts:3 export function a(): void (in A; guess; lines 12, 40)`. */
import type { GraphDirection, GraphEntry, GraphPlace } from '../../index/graph/graph-entry';
import { printablePath } from '../../shared/printable-path';
import type { PlaceText } from './fenced-code';

/** Lines of uses that are written out. */
const maxLines = 5;

/** Of what uses the code: its parameters matter less than how many there are. */
const maxUserSignature = 120;

export function graphPlaceLine(definition: GraphPlace, place: PlaceText): string {
  const { path, line, kind, name, signature } = definition;
  const at = place({ path, startLine: line, endLine: line });
  if (kind === 'file') return at;
  return `${at} ${printablePath(signature ?? `${kind} ${name}`)}`;
}

/** The lines of the use are those of the code that was asked about if it is the user, so only those of other users are said. */
export function useLine(entry: GraphEntry, direction: GraphDirection, place: PlaceText): string {
  const { how, kind, lines } = entry;
  const type = typeOf(entry);
  const notes = [
    ...(type === '' ? [] : [`in ${type}`]),
    ...(kind === 'file' ? ['outside of definitions'] : []),
    ...(how === 'resolved' ? [] : [how]),
    ...(direction === 'used by' && lines.length > 0 ? [linesText(lines)] : []),
  ];
  const { signature = '' } = entry;
  const isLong = direction === 'used by' && signature.length > maxUserSignature;
  const shown = isLong ? { ...entry, signature: `${signature.slice(0, maxUserSignature)}…` } : entry;
  const line = graphPlaceLine(shown, place);
  return notes.length === 0 ? line : `${line} (${notes.join('; ')})`;
}

/** The type of a member, which its signature does not have. */
export function typeOf({ kind, name }: GraphPlace): string {
  const dot = kind === 'file' ? -1 : name.lastIndexOf('.');
  return dot <= 0 ? '' : printablePath(name.slice(0, dot));
}

function linesText(lines: readonly number[]): string {
  const shown = lines.slice(0, maxLines).join(', ');
  return `${lines.length === 1 ? 'line' : 'lines'} ${shown}${lines.length > maxLines ? ', …' : ''}`;
}
