/**
 * Helpers for tests of links: the references and definitions of a source as text.
 *
 *     a        the name as it stands           #a       a definition of this file
 *     x.a      a member of what x means        ?.a      a member of something unknown
 *     #T|a     inside T: its member, or as it stands    base #T.a   a member of the base types of T
 */
import assert from 'node:assert/strict';
import { FileParts } from '../../../../src/code/file-parts';
import { ParsedSource } from '../../../../src/code/identify/parsed-source';
import type { FileLinks } from '../../../../src/code/links/file-links';
import { SourceText } from '../../../../src/code/source-text';
import { languageOf } from '../../../../src/engine/workers/chunker';

interface ShownLinks {
  /** Each reference that the code uses, once, in the order of the text. */
  readonly uses: readonly string[];
  /** `Owner::name: type < bases`, of definitions that have one of these. */
  readonly definitions: readonly string[];
}

export async function linksIn(path: string, lines: string): Promise<FileLinks> {
  // Some grammars want the last line to end.
  const text = `${lines}\n`;
  const language = languageOf({ path, text });
  assert.ok(language, `no language for ${path}`);
  const parsed = await ParsedSource.parse(language, text);
  try {
    assert.ok(!parsed.tree.rootNode.hasError, `the test source has a syntax error: ${text}`);
    return new FileParts(parsed, new SourceText(text)).links();
  } finally {
    parsed.delete();
  }
}

export async function shownLinks(path: string, text: string): Promise<ShownLinks> {
  const links = await linksIn(path, text);
  const { uses, definitions } = links;
  return {
    uses: [...new Set(uses.map(({ reference }) => showReference(links, reference)))],
    definitions: definitions.flatMap(({ name, owner, type, bases }) => {
      if (owner === '' && type < 0 && bases.length === 0) return [];
      const shownBases = bases.map((base) => showReference(links, base)).join(', ');
      return [
        (owner === '' ? '' : `${owner}::`) +
          name +
          (type < 0 ? '' : `: ${showReference(links, type)}`) +
          (shownBases === '' ? '' : ` < ${shownBases}`),
      ];
    }),
  };
}

function showReference(links: FileLinks, number: number): string {
  const reference = links.references[number];
  assert.ok(reference, `no reference ${number}`);
  const { form, of, name } = reference;
  const definition = (): string => `#${links.definitions[of]?.name ?? `missing definition ${of}`}`;
  switch (form) {
    case 'own':
      return definition();
    case 'bare':
      return `${definition()}|${name}`;
    case 'base':
      return name === '' ? `base ${definition()}` : `base ${definition()}.${name}`;
    case 'member':
      assert.ok(of < number, 'a reference belongs to one with a smaller number');
      return `${showReference(links, of)}.${name}`;
    case 'any':
      return `?.${name}`;
    default:
      return name;
  }
}

/** Sources of one language and what they use. */
export function itUses(path: string, table: Readonly<Record<string, readonly string[]>>): void {
  for (const [text, uses] of Object.entries(table)) {
    it(text.replace(/\s+/g, ' ').trim(), async () => assert.deepEqual((await shownLinks(path, text)).uses, uses));
  }
}

/** Sources of one language and the types, bases and owners of their definitions. */
export function itDefines(path: string, table: Readonly<Record<string, readonly string[]>>): void {
  for (const [text, definitions] of Object.entries(table)) {
    it(text.replace(/\s+/g, ' ').trim(), async () =>
      assert.deepEqual((await shownLinks(path, text)).definitions, definitions),
    );
  }
}
