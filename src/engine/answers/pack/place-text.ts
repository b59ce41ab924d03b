/**
 * A place of a pack as text: where it is and what it is, then its lines as they are in the file. `⋯ 12–30` stands for lines that are
 * left out, also before the first and after the last shown line, so that the number of every line is known. A place of which one line
 * is shown is one line.
 */

import type { GraphPlace } from '../../../index/graph/graph-entry';
import type { PlaceFacts, PlaceUser } from '../../../search/graph-questions';
import {
  elision,
  elisionIn,
  hasLinesOfFile,
  joinRuns,
  linesOf,
  type Span,
  shownRuns,
  spanText,
  wholeSpan,
} from '../../../search/hits/spans';
import { printablePath } from '../../../shared/printable-path';
import { fencedCode, fencedTitle, type PlaceText } from '../code-blocks';
import type { JoinedPlace } from './choose-lines';

/** Of one place; the others are counted. */
const maxNames = 3;
const maxDuplicates = 2;

/** @param below lines to put below the code. */
export function placeBlock(joined: JoinedPlace, place: PlaceText, below: readonly string[] = []): string {
  const head = placeHead(joined, place);
  if (joined.spans.length === 0) return `- ${head} (cannot be read any more)`;
  const lone = loneLine(joined);
  if (lone !== undefined && below.length === 0) return `- ${head} · ${lone}`;
  return [`## ${head}`, fencedCode(codeOf(joined), ''), ...below].join('\n');
}

/** Is it one line of the text? */
export function isLine(block: string): boolean {
  return block.startsWith('- ');
}

export function placeHead({ hit, members }: JoinedPlace, place: PlaceText): string {
  const [startLine, endLine] = wholeSpan(hit);
  const names = [...new Set(members.map(({ name, kind, scope }) => fencedTitle({ kind, name, scope })))].filter(
    (name) => name !== '',
  );
  const more = names.length > maxNames ? ', …' : '';
  const copies = (hit.duplicates ?? []).slice(0, maxDuplicates).map(place).join(', ');
  return [
    place({ path: hit.path, startLine, endLine }),
    ...(names.length > 0 ? [names.slice(0, maxNames).join(', ') + more] : []),
    ...(hit.stale ? ['(changed since it was indexed)'] : []),
    ...(copies === '' ? [] : [`(same code: ${copies}${(hit.duplicates?.length ?? 0) > maxDuplicates ? ', …' : ''})`]),
  ].join(' ');
}

/** The shown lines, and what stands for the others. */
function codeOf({ hit, spans }: JoinedPlace): string {
  const [start, end] = wholeSpan(hit);
  const runs = shownRuns(hit, spans);
  const shown = joinRuns(runs, (from, to) => elisionIn({ startLine: start }, from, to));
  const [first] = runs;
  const last = spans.at(-1);
  if (!first || !last || !hasLinesOfFile(hit)) return shown;
  return [
    ...(start < first.line ? [elision(start, first.line - 1)] : []),
    shown,
    ...(last[1] < end ? [elision(last[1] + 1, end)] : []),
  ].join('\n');
}

/** Without the signatures that earlier places of the file show. */
export function withoutSaid(joined: JoinedPlace, earlier: readonly JoinedPlace[]): JoinedPlace {
  const { hit, spans } = joined;
  if (!hit.enclosing || earlier.length === 0) return joined;
  const said = new Set(
    earlier
      .flatMap((each) => shownRuns(each.hit, each.spans))
      .flatMap(({ line, text }) => linesOf(text).map((_, at) => line + at)),
  );
  return { ...joined, hit: { ...hit, enclosing: hit.enclosing.filter(({ line }) => !said.has(line)) }, spans };
}

/** `12: text`, if this is the only shown line of several. */
function loneLine({ hit, spans }: JoinedPlace): string | undefined {
  const [only, ...others] = spans;
  if (!only || others.length > 0 || only[0] !== only[1] || !hasLinesOfFile(hit)) return undefined;
  const [start, end] = wholeSpan(hit);
  return start === end ? undefined : `${only[0]}: ${spanText(hit, spans).trim()}`;
}

/** Does the text have this line of a file? */
function showsLine(
  places: readonly JoinedPlace[],
  at: { readonly root: string; readonly path: string; readonly line: number },
): boolean {
  const has = ([start, end]: Span): boolean => start <= at.line && at.line <= end;
  return places.some(({ hit, spans }) => hit.root === at.root && hit.path === at.path && spans.some(has));
}

// What a place uses and what uses it, as a few short lines below its code. They are a small part of the pack: the code matters more.
// Nothing is said twice: not what the pack shows as code, nor what an earlier place said.

/** Characters of a signature. */
const maxSignature = 100;
/** Characters of the imports of a place. */
const maxImports = 120;

/** Which facts have been said. */
export type SaidFacts = Set<string>;

/**
 * From the least to the most: what uses the place, then also the definitions that it uses, more and more of them.
 * @param said is not changed.
 */
export function sideForms(
  { hit }: JoinedPlace,
  facts: PlaceFacts,
  places: readonly JoinedPlace[],
  said: ReadonlySet<string>,
): SideLines[] {
  const { root } = hit;
  const users = [
    ...userLine('used by', facts.usedBy, countText(facts.usedByCount, facts.isPart), hit.path),
    ...userLine('tests', facts.tests, countText(facts.testCount, facts.isPart), hit.path),
  ];
  const uses = facts.uses.filter(
    (use) =>
      use.kind !== 'file' &&
      !said.has(keyOf(root, use)) &&
      !showsLine(places, { root, path: use.path, line: use.line }),
  );
  const imports = importLine(facts.imports.filter((each) => !said.has(`${root}\n${hit.path}\n${each}`)));
  const forms: SideLines[] = users.length > 0 ? [{ lines: users, said: [] }] : [];
  const importKeys = facts.imports.map((each) => `${root}\n${hit.path}\n${each}`);
  for (let count = 1; count <= uses.length; count++) {
    const shown = uses.slice(0, count);
    forms.push({ lines: [usesLine(shown, hit.path), ...users], said: shown.map((use) => keyOf(root, use)) });
  }
  const most = forms.at(-1);
  if (imports.length > 0)
    forms.push({ lines: [...imports, ...(most?.lines ?? [])], said: [...(most?.said ?? []), ...importKeys] });
  return forms;
}

interface SideLines {
  readonly lines: readonly string[];
  /** What they say, for later places. */
  readonly said: readonly string[];
}

function keyOf(root: string, { path, line, name }: GraphPlace): string {
  return `${root}\n${path}\n${line} ${name}`;
}

function importLine(imports: readonly string[]): string[] {
  const text = imports.join(', ');
  if (text === '') return [];
  return [`imports: ${text.length > maxImports ? `${text.slice(0, text.lastIndexOf(', ', maxImports))}, …` : text}`];
}

/** By file; the path is left out for the file of the place. */
function usesLine(uses: readonly GraphPlace[], own: string): string {
  const files = new Map<string, string[]>();
  for (const use of uses) files.set(use.path, [...(files.get(use.path) ?? []), `${use.line} ${signatureOf(use)}`]);
  const texts = Array.from(files, ([path, each]) => `${path === own ? '' : printablePath(path)}:${each.join(' · ')}`);
  return `uses: ${texts.join('; ')}`;
}

function signatureOf({ signature, kind, name }: GraphPlace): string {
  const text = printablePath(signature ?? `${kind} ${name}`).replace(/\s*[:{=]+$/, '');
  return text.length > maxSignature ? `${text.slice(0, maxSignature)}…` : text;
}

function countText(count: number, isPart: boolean): string {
  return isPart ? `${count}+` : `${count}`;
}

function userLine(title: string, users: readonly PlaceUser[], count: string, own: string): string[] {
  if (users.length === 0) return [];
  let last = own;
  const texts = users.map(({ path, line, name }) => {
    const where = `${path === last ? '' : printablePath(path)}:${line}`;
    last = path;
    return name === '' ? where : `${where} ${printablePath(name)}`;
  });
  const more = count !== `${users.length}` ? ', …' : '';
  return [`${title} ${count}: ${texts.join(', ')}${more}`];
}
