/** Definitions of the graph as one short line each, for models: `src/a.ts:3 export function a(): void (in A; guess; lines 12, 40)`. */
import type { GraphDirection, GraphEntry, GraphPlace } from '../../index/graph/graph-entry';
import type { GraphAnswer, GraphTarget } from '../../search/graph-questions';
import type { IndexView } from '../../search/view/index-view';
import { nearestName } from '../../shared/near-name';
import { printablePath } from '../../shared/printable-path';
import type { PlaceText } from './code-blocks';
import type { CountTokens } from './pack-hits';

/** Lines of uses that are written out. */
const maxLines = 5;

/** Of what uses the code: its parameters matter less than how many there are. */
const maxUserSignature = 120;

function graphPlaceLine(definition: GraphPlace, place: PlaceText): string {
  const { path, line, kind, name, signature } = definition;
  const at = place({ path, startLine: line, endLine: line });
  if (kind === 'file') return at;
  return `${at} ${printablePath(signature ?? `${kind} ${name}`)}`;
}

/** The lines of the use are those of the code that was asked about if it is the user, so only those of other users are said. */
function useLine(entry: GraphEntry, direction: GraphDirection, place: PlaceText): string {
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
function typeOf({ kind, name }: GraphPlace): string {
  const dot = kind === 'file' ? -1 : name.lastIndexOf('.');
  return dot <= 0 ? '' : printablePath(name.slice(0, dot));
}

function linesText(lines: readonly number[]): string {
  const shown = lines.slice(0, maxLines).join(', ');
  return `${lines.length === 1 ? 'line' : 'lines'} ${shown}${lines.length > maxLines ? ', …' : ''}`;
}

/**
 * What code uses, or what uses it, as text for models, within a token budget. If not all fits, the deepest levels are left out first, and
 * the text says how many are missing.
 */
interface TracedOptions {
  readonly direction: GraphDirection;
  readonly place: PlaceText;
  readonly budget: number;
  readonly count: CountTokens;
  readonly notices: readonly string[];
}

/** A use with its level, 1 for what was asked about itself. */
type LeveledUse = { readonly entry: GraphEntry; readonly level: number };

interface ShownAnswer {
  readonly subject: GraphPlace;
  readonly direct: number;
  /** Each before those of the next level that belong to it. */
  readonly uses: readonly LeveledUse[];
  /** Uses that are left out. */
  readonly more: number;
}

/** @param answers not empty. */
export async function tracedText(
  answers: readonly GraphAnswer[],
  options: TracedOptions,
): Promise<{ readonly text: string; readonly tokens: number; readonly answers: readonly ShownAnswer[] }> {
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

/** The definitions of the workspace that a chunk uses, as lines after its code, as many as the token budget has room for. */
interface ChunkText {
  readonly text: string;
  /** Those that fit. */
  readonly dependencies: readonly GraphEntry[];
}

/** @param text fits the budget; nothing of it is given up for dependencies. */
export async function withDependencies(
  text: string,
  all: readonly GraphEntry[],
  { place, budget, count }: { readonly place: PlaceText; readonly budget: number; readonly count: CountTokens },
): Promise<ChunkText> {
  for (let shown = all.slice(0, budget); shown.length > 0; shown = shown.slice(0, Math.floor(shown.length * 0.8))) {
    const lines = shown.map((entry) => useLine(entry, 'uses', place));
    const more = shown.length < all.length ? [`… ${all.length - shown.length} more`] : [];
    const longer = `${text}\n\n${['Definitions it uses:', ...lines, ...more].join('\n')}`;
    if ((await count(longer)) <= budget) return { text: longer, dependencies: shown };
  }
  return { text, dependencies: [] };
}

// Why the graph has no answer to a question, and what to ask instead.

/** Definitions that are offered instead. */
const maxOffered = 5;

/** @param target in a file of the index, if it names one. */
export function graphProblem({ graph }: IndexView, target: GraphTarget): string {
  const names = new Set(graph.definedNames());
  if (names.size === 0)
    return 'the index knows no uses: an older version made it, or no file is in a language whose uses are known. Rebuild it with `codegrain index --rebuild`, then ask again';
  if ('line' in target)
    return `no code is known at ${printablePath(target.path)}:${target.line}; outline_file lists the definitions of the file`;
  const name = printablePath(target.name.slice(0, 100));
  const where = target.path === undefined ? 'in this folder' : `in ${printablePath(target.path)}`;
  const last = target.name.split(/\.|::|#|\\/).at(-1) ?? '';
  const near = names.has(last) ? last : nearest(last, names);
  const offered = near === undefined ? [] : graph.subjectsNamed(near).map((subject) => graph.placeOf(subject));
  const others = offered
    .slice(0, maxOffered)
    .map((place) => printablePath(`${place.name} (${place.path}:${place.line})`))
    .join(', ');
  return `nothing named ${name} is defined ${where}${others === '' ? '; search_code finds code by its words and meaning' : `. Similar: ${others}${offered.length > maxOffered ? ', …' : ''}`}`;
}

function nearest(name: string, names: ReadonlySet<string>): string | undefined {
  const bySpelling = new Map(Array.from(names, (each) => [each.toLowerCase(), each]));
  const near = nearestName(name, [...bySpelling.keys()]);
  return near === undefined ? undefined : bySpelling.get(near);
}
