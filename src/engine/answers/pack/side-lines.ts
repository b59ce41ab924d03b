/**
 * What a place uses and what uses it, as a few short lines below its code. They are a small part of the pack: the code matters more.
 * Nothing is said twice: not what the pack shows as code, nor what an earlier place said.
 */
import type { GraphPlace } from '../../../index/graph/graph-entry';
import type { PlaceFacts, PlaceUser } from '../../../search/place-facts';
import { printablePath } from '../../../shared/printable-path';
import type { JoinedPlace } from './join-places';
import { showsLine } from './place-blocks';

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
