/**
 * What code uses, or what uses it, as text for models, within a token budget. If not all fits, the deepest levels are left out first, and
 * the text says how many are missing.
 */
import type { GraphDirection, GraphEntry, GraphPlace } from '../../index/graph/graph-entry';
import type { GraphAnswer } from '../../search/ask-graph';
import type { PlaceText } from './fenced-code';
import { graphPlaceLine, typeOf, useLine } from './graph-lines';
import type { CountTokens } from './pack-hits';

interface TracedOptions {
  readonly direction: GraphDirection;
  readonly place: PlaceText;
  readonly budget: number;
  readonly count: CountTokens;
  readonly notices: readonly string[];
}

/** A use with its level, 1 for what was asked about itself. */
export interface LeveledUse {
  readonly entry: GraphEntry;
  readonly level: number;
}

interface ShownAnswer {
  readonly subject: GraphPlace;
  readonly direct: number;
  /** Each before those of the next level that belong to it. */
  readonly uses: readonly LeveledUse[];
  /** Uses that are left out. */
  readonly more: number;
}

interface TracedText {
  readonly text: string;
  readonly tokens: number;
  readonly answers: readonly ShownAnswer[];
}

/** @param answers not empty. */
export async function tracedText(answers: readonly GraphAnswer[], options: TracedOptions): Promise<TracedText> {
  const { budget, count } = options;
  const heads = answers.map(({ subject }) => subject);
  const uses = answers.flatMap(({ entries }) => inTextOrder(entries)).sort((a, b) => a.level - b.level);
  const parts = [...heads, ...uses.map(({ entry }) => entry)];
  for (let length = Math.min(parts.length, budget); ; length = Math.floor(length * 0.8)) {
    const shown = shownOf(answers, new Set(parts.slice(0, Math.max(1, length))));
    const text = textOf(shown, answers.length - shown.length, options);
    const tokens = await count(text);
    if (tokens <= budget || length <= 1) return { text, tokens, answers: shown };
  }
}

function inTextOrder(entries: readonly GraphEntry[], level = 1): LeveledUse[] {
  return entries.flatMap((entry) => [{ entry, level }, ...inTextOrder(entry.entries ?? [], level + 1)]);
}

function shownOf(answers: readonly GraphAnswer[], parts: ReadonlySet<GraphPlace>): ShownAnswer[] {
  return answers
    .filter(({ subject }) => parts.has(subject))
    .map(({ subject, entries, direct, more }) => {
      const all = inTextOrder(entries);
      const uses = all.filter(({ entry }) => parts.has(entry));
      return { subject, direct, uses, more: more + all.length - uses.length };
    });
}

function textOf(answers: readonly ShownAnswer[], hidden: number, options: TracedOptions): string {
  const notes = options.notices.map((notice) => `Note: ${notice}`);
  const others = hidden === 0 ? [] : ['… more definitions have this name: give a file too'];
  // Otherwise a model may take code for unused.
  const isUnused = options.direction === 'used by' && answers.some(({ direct }) => direct === 0);
  const unknown = isUnused ? ['Uses by reflection, in strings or in other repositories are not known.'] : [];
  return [...notes, ...answers.flatMap((answer) => linesOf(answer, options)), ...others, ...unknown].join('\n');
}

function linesOf({ subject, direct, uses, more }: ShownAnswer, { direction, place }: TracedOptions): string[] {
  const isOld = subject.kind !== 'file' && subject.signature === undefined;
  const type = typeOf(subject);
  const head = [
    `## ${graphPlaceLine(subject, place)}`,
    ...(type === '' ? [] : [`in ${type}`]),
    `${direction} ${direct === 0 ? 'nothing in this folder' : direct}`,
    ...(isOld ? ['the file changed since it was indexed'] : []),
  ].join(' · ');
  const lines = uses.map(({ entry, level }) => `${'  '.repeat(level - 1)}${useLine(entry, direction, place)}`);
  const isDeep = uses.some(({ level }) => level > 1);
  const rest = more === 0 ? [] : [`… ${isDeep ? 'at least ' : ''}${more} more: ask with a larger limit or max_tokens`];
  return [head, ...lines, ...rest];
}
