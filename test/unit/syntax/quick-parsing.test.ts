/** Our parsing takes short ways of its own; its trees are those of web-tree-sitter as it is. */
import { equal, notEqual, ok } from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { Language as Grammar, Parser, type Tree } from 'web-tree-sitter';
import { Parsed } from '../../../src/chunking/identify/parsed';
import { languages } from '../../../src/languages/registry';
import { productFile } from '../../../src/shared/product';
import { grammarIds, readGrammar } from '../../../src/syntax/grammar';
import { quicken } from '../../../src/syntax/quick-lexer';
import { initRuntime, runtimeMemory } from '../../../src/syntax/runtime';
import { addressOf } from '../../../src/syntax/tree-memory';

/** Every node with its type, its field and its place. */
function written(tree: Tree): string {
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

/** Texts as they are, and broken ones: parts left out, doubled and put elsewhere. */
function broken(text: string): fc.Arbitrary<string> {
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

async function theirParser(id: string): Promise<Parser> {
  await initRuntime();
  const parser = new Parser();
  parser.setLanguage(await Grammar.load(await readGrammar(id)));
  return parser;
}

function treeOf(tree: Tree | null): string {
  if (!tree) throw new Error('no tree');
  return written(tree);
}

describe('quick parsing', () => {
  for (const id of grammarIds()) {
    const language = languages.find(({ grammar }) => grammar === id);
    if (!language) continue;
    // A repair would make another text of it.
    const { repair: _repair, embeds: _embeds, ...plain } = language;

    it(`gives the trees of web-tree-sitter: ${id}`, async () => {
      const parser = await theirParser(id);
      const compare = async (text: string): Promise<void> => {
        const ours = await Parsed.parse(plain, text);
        equal(treeOf(ours.tree.tree), treeOf(parser.parse(text)));
      };
      try {
        const folder = productFile('grammars', 'samples', id);
        for (const file of readdirSync(folder)) {
          const text = readFileSync(`${folder}/${file}`, 'utf8');
          await compare(text);
          await compare(`\ufeff${text.replaceAll('\n', '\r\n')}`);
          await fc.assert(fc.asyncProperty(broken(text.slice(0, 2000)), compare), { numRuns: 8 });
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
        const parsed = await Parsed.parse(language, text);
        for (const { tree, language: inner } of parsed.parts) {
          const parser = await theirParser(inner.grammar);
          const includedRanges = tree.tree.getIncludedRanges();
          equal(treeOf(tree.tree), treeOf(parser.parse(text, null, { includedRanges })));
          parser.delete();
          parts++;
        }
        parsed.tree.delete();
      }
      ok(parts > 0);
    });
  }

  it('takes a step of its own', async () => {
    const parser = await theirParser('json');
    const step = (): number => runtimeMemory().HEAP32[(addressOf(parser) + 8) >> 2] ?? 0;
    const theirs = step();
    quicken(parser);
    notEqual(step(), theirs, 'dist/lexer.wasm is missing: build the product first');
    parser.delete();
  });
});
