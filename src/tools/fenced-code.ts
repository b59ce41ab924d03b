/** Code as models read it: where it is, what it is, and the text between fences that nothing in it can close. */
import { printablePath } from '../shared/printable-path';
import type { HitPlace } from '../search/hits/hit';

/** How a place is written: `src/a.ts:3-9`, or a link where someone can follow it. */
export type PlaceText = (place: HitPlace) => string;

export const plainPlace: PlaceText = ({ path, startLine, endLine }) =>
  `${printablePath(path)}:${startLine}${endLine > startLine ? `-${endLine}` : ''}`;

interface Named {
  readonly kind: string;
  readonly name: string;
  readonly scope?: readonly string[];
}

/** `method Router.match`: what is further out, such as a package, is told by the path as a rule. */
export function titleOf({ kind, name, scope = [] }: Named): string {
  const full = [...scope.slice(-1), name].filter((part) => part !== '').join('.');
  return printablePath(full === '' || full === kind ? kind : `${kind} ${full}`);
}

export function fenced(text: string, language: string): string {
  const longest = (text.match(/`{3,}/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\s+$/, '')}\n${fence}`;
}
