/** Our parsing has short paths of its own; its trees equal those of unchanged web-tree-sitter. */
import { equal, ok } from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { Language as Grammar, Parser, type Tree } from 'web-tree-sitter';
import { ParsedSource } from '../../../../src/code/identify/parsed-source';
import { languages } from '../../../../src/languages/registry';
import { productFile } from '../../../../src/shared/product';
import { initRuntime } from '../../../../src/syntax/choose-reader';
import { grammarIds, readGrammar } from '../../../../src/syntax/grammar';
import { runs } from '../../random-runs';
import { grammarTreeOf, skipIfPlain } from '../grammar-tree';

/** Every node with its type, its field and its place. */
function printTree(tree: Tree): string {
  const lines: string[] = [];
  const cursor = tree.walk();
  try {
    for (let depth = 0; ; ) {
      const { nodeType, currentFieldId, startIndex, endIndex, startPosition, endPosition, nodeIsMissing } = cursor;
      const rows = `${startPosition.row}:${startPosition.column}-${endPosition.row}:${endPosition.column}`;
      lines.push(`${depth} ${nodeType} ${currentFieldId} ${startIndex} ${endIndex} ${rows} ${nodeIsMissing}`);
      if (cursor.gotoFirstChild()) depth++;
      else
        while (!cursor.gotoNextSibling()) {
          if (!cursor.gotoParent()) return lines.join('\n');
          depth--;
        }
    }
  } finally {
    cursor.delete();
    tree.delete();
  }
}

/** Texts as they are, and broken ones: parts removed, replaced and inserted. */
function brokenTexts(text: string): fc.Arbitrary<string> {
  const place = fc.nat({ max: text.length });
  const bits = [
    '',
    '\n',
    '\r\n',
    '{',
    ')',
    '"',
    '`',
    '\t',
    ' ',
    '\ufeff',
    'é',
    '漢',
    '😀',
    '\ud83d',
    '\udc00',
    'if',
    '# ',
  ];
  const edit = fc.tuple(place, fc.nat({ max: 40 }), fc.constantFrom(...bits));
  return fc
    .array(edit, { maxLength: 6 })
    .map((edits) => edits.reduce((all, [at, cut, bit]) => all.slice(0, at) + bit + all.slice(at + cut), text));
}

async function plainParser(id: string): Promise<Parser> {
  await initRuntime();
  const parser = new Parser();
  parser.setLanguage(await Grammar.load(await readGrammar(id)));
  return parser;
}

function treeOf(tree: Tree | null): string {
  if (!tree) throw new Error('no tree');
  return printTree(tree);
}

describe('quick parsing', () => {
  before(skipIfPlain);

  for (const id of grammarIds()) {
    const language = languages.find(({ grammar }) => grammar === id);
    if (!language) continue;
    // A repair would change the text.
    const { repair: _repair, embeds: _embeds, ...plain } = language;

    it(`gives the trees of web-tree-sitter: ${id}`, async () => {
      const parser = await plainParser(id);
      const compare = async (text: string): Promise<void> => {
        const ours = await ParsedSource.parse(plain, text);
        equal(treeOf(grammarTreeOf(ours.tree)), treeOf(parser.parse(text)));
      };
      try {
        const folder = productFile('grammars', 'samples', id);
        for (const file of readdirSync(folder)) {
          const text = readFileSync(`${folder}/${file}`, 'utf8');
          await compare(text);
          await compare(`\ufeff${text.replaceAll('\n', '\r\n')}`);
          await fc.assert(fc.asyncProperty(brokenTexts(text.slice(0, 2000)), compare), { numRuns: runs(3) });
        }
      } finally {
        parser.delete();
      }
    });
  }

  for (const id of ['svelte', 'vue']) {
    it(`gives the trees of the parts in other languages: ${id}`, async () => {
      const language = languages.find(({ grammar }) => grammar === id);
      if (!language) throw new Error(`no language has the grammar ${id}`);
      const folder = productFile('grammars', 'samples', id);
      let parts = 0;
      for (const file of readdirSync(folder)) {
        const text = readFileSync(`${folder}/${file}`, 'utf8');
        const parsed = await ParsedSource.parse(language, text);
        for (const { tree, language: inner } of parsed.parts) {
          const parser = await plainParser(inner.grammar);
          const grammarTree = grammarTreeOf(tree);
          const includedRanges = grammarTree.getIncludedRanges();
          equal(treeOf(grammarTree), treeOf(parser.parse(text, null, { includedRanges })));
          parser.delete();
          parts++;
        }
        parsed.tree.delete();
      }
      ok(parts > 0);
    });
  }
});
