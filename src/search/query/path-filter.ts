/**
 * `path:` in a query. Without a wildcard it is a part of the path (`path:src/index`, `path:test`); with one it is a glob that may
 * begin at any folder, unless it begins with `/`: `path:*.ts`, `path:src/**\/*.{c,h}`. Case does not matter.
 */
import picomatch from 'picomatch';
import type { QueryFault } from './query-problem';

export interface PathFilter {
  readonly pattern: string;
  readonly matches: (path: string) => boolean;
}

const maxPatternLength = 256;
/** In one part of the path, and of `**` in all: each further one multiplies the time to reject a path. */
const maxStars = 4;

/** Returns a problem if the pattern cannot be used. */
export function pathFilter(pattern: string): PathFilter | { readonly problem: QueryFault } {
  const glob = pattern.replaceAll('\\', '/').replace(/^\.\//, '');
  if (glob.length > maxPatternLength) return { problem: { is: 'long-pattern', max: maxPatternLength } };
  if (!/[*?[\]{}]/.test(glob)) {
    const lowered = glob.toLowerCase();
    const fromTop = lowered.startsWith('/') ? lowered.slice(1) : undefined;
    const matches = (path: string) => {
      const lower = path.toLowerCase();
      return fromTop === undefined ? lower.includes(lowered) : lower.startsWith(fromTop);
    };
    return { pattern, matches };
  }
  if (tooManyStars(glob)) return { problem: { is: 'many-wildcards', value: pattern } };
  const below = glob.startsWith('/') ? glob.slice(1) : `**/${glob.replace(/^(?:\*\*\/)+/, '')}`;
  const whole = below.endsWith('/') ? `${below}**` : below;
  try {
    return { pattern, matches: picomatch(whole, { dot: true, nocase: true, noextglob: true, nonegate: true }) };
  } catch {
    return { problem: { is: 'no-pattern', value: pattern } };
  }
}

function tooManyStars(glob: string): boolean {
  const parts = glob.split('/');
  const deep = parts.filter((part) => part === '**').length;
  const stars = parts.map((part) => (part === '**' ? 0 : part.replaceAll(/\*+/g, '*').split('*').length - 1));
  return deep > maxStars || stars.some((count) => count > maxStars) || (glob.match(/[{,]/g)?.length ?? 0) > 32;
}
