/** Helpers for tests of the graph: where a marked use leads. */
import assert from 'node:assert/strict';
import { definitionAt } from '../../../../src/index/graph/link-source';
import { Resolver } from '../../../../src/index/graph/resolve/resolver';
import { memoryLinks } from './memory-links';

/** A use is marked with « » in one of the texts; the definitions it leads to, and how, as `path:line` or `path:line (how)`. */
async function targets(texts: Readonly<Record<string, string>>): Promise<string[]> {
  const plain: Record<string, string> = {};
  let used: { path: string; offset: number } | undefined;
  for (const [path, text] of Object.entries(texts)) {
    if (text.includes('«')) used = { path, offset: text.indexOf('«') };
    plain[path] = text.replace(/[«»]/g, '');
  }
  assert.ok(used, 'no use is marked');
  const { path, offset } = used;
  const source = await memoryLinks(plain);
  const file = source.file(path);
  const use = source.usesOf(path).find((one) => one.offset === offset);
  if (!file || !use) return [];
  const meaning = new Resolver(source).targetsOf(file, use.reference);
  if (meaning.is !== 'definitions') return [];
  const how = meaning.how === 'resolved' ? '' : ` (${meaning.how})`;
  return meaning.places.map((place) => `${place.file.path}:${definitionAt(place)?.line}${how}`);
}

type Case = readonly [name: string, texts: Readonly<Record<string, string>>, expected: readonly string[]];

export function checkTargets(cases: readonly Case[]): void {
  for (const [name, texts, expected] of cases) it(name, async () => assert.deepEqual(await targets(texts), expected));
}
