/**
 * Follows uses over several levels with a limit. Each definition is met once, at the level nearest to where it began, so that the work
 * and the answer stay small where everything uses everything.
 */
import type { FoundUse } from './found-uses';
import type { GraphEntry } from './graph-entry';
import { type GraphSubject, subjectKey } from './graph-subject';
import { foundHows } from './resolve/meaning';

export interface TraceLimits {
  readonly depth: number;
  /** Max definitions, those found by the rules of the language before guesses. */
  readonly limit: number;
}

export interface TracedUses {
  /** With the next levels inside. */
  readonly entries: readonly GraphEntry[];
  /** How many are at the first level, with those over the limit. */
  readonly direct: number;
  /** Definitions that were found but are over the limit. With several levels there may be others. */
  readonly more: number;
}

interface OpenSubject {
  readonly subject: GraphSubject;
  /** Where what it uses is added. */
  readonly entries: GraphEntry[];
}

export function traceUses(
  start: GraphSubject,
  { depth, limit }: TraceLimits,
  usesOf: (subject: GraphSubject) => readonly FoundUse[],
  entryOf: (use: FoundUse) => GraphEntry,
): TracedUses {
  const seen = new Set([subjectKey(start)]);
  const entries: GraphEntry[] = [];
  let open: OpenSubject[] = [{ subject: start, entries }];
  let left = limit;
  let direct = 0;
  let more = 0;
  for (let level = 1; level <= depth && more === 0; level++) {
    const next: OpenSubject[] = [];
    for (const { subject, entries: found } of open) {
      if (more > 0) break;
      for (const use of [...usesOf(subject)].sort(certainFirst)) {
        const key = subjectKey(use.subject);
        if (seen.has(key)) continue;
        seen.add(key);
        if (level === 1) direct++;
        if (left === 0) {
          more++;
          continue;
        }
        left--;
        const inner: GraphEntry[] = [];
        found.push({ ...entryOf(use), ...(level < depth && { entries: inner }) });
        next.push({ subject: use.subject, entries: inner });
      }
    }
    open = next;
  }
  return { entries, direct, more };
}

function certainFirst(a: FoundUse, b: FoundUse): number {
  return foundHows.indexOf(a.how) - foundHows.indexOf(b.how);
}
