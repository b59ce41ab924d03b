/** Code as text for models: where it is, what it is, and the text in a fence that nothing in the text can close. */

import type { HitPlace } from '../../search/hits/hit';
import { printablePath } from '../../shared/printable-path';

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
