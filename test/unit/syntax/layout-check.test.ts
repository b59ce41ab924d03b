import { equal, match, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Language as Grammar } from 'web-tree-sitter';
import { productFile } from '../../../src/shared/product';
import { initRuntime, layoutDifference, syntaxReader, takeSyntaxWarning } from '../../../src/syntax/choose-reader';
import { ChildWalk } from '../../../src/syntax/fast/child-walk';
import { fastReader, MemoryTree } from '../../../src/syntax/fast/memory-tree';
import { isKnownRuntime, knownVersion } from '../../../src/syntax/fast/runtime-memory';
import { GrammarTables } from '../../../src/syntax/fast/tree-memory';
import { grammarIds, loadGrammar, readGrammar } from '../../../src/syntax/grammar';
import { skipIfPlain } from './grammar-tree';

/** Runs the check while one function of an object returns something else. */
async function differenceWith<Name extends string, Value>(
  object: Record<Name, Value>,
  name: Name,
  other: NoInfer<Value>,
): Promise<string | undefined> {
  const grammar = await Grammar.load(await readGrammar('json'));
  const own = object[name];
  object[name] = other;
  try {
    return layoutDifference(grammar);
  } finally {
    object[name] = own;
  }
}

describe('the check of the memory layout', () => {
  before(async function () {
    skipIfPlain.call(this);
    await initRuntime();
  });

  it('knows the web-tree-sitter that is installed', () => {
    const folder = productFile('node_modules', 'web-tree-sitter');
    equal(JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')).version, knownVersion);
    ok(isKnownRuntime(readFileSync(`${folder}/web-tree-sitter.wasm`)));
  });

  it('lets this process read trees from memory', async () => {
    await loadGrammar('json');
    equal(syntaxReader().kind, 'fast');
    equal(takeSyntaxWarning(), undefined);
  });

  it('passes with every grammar', async () => {
    for (const id of grammarIds()) {
      const grammar = await Grammar.load(await readGrammar(id));
      equal(layoutDifference(grammar), undefined, id);
    }
  });

  it('notices symbols, fields and flags that are stored elsewhere', async () => {
    match((await differenceWith(GrammarTables.prototype, 'publicSymbol', () => 3)) ?? '', /laid out differently/);
    match((await differenceWith(GrammarTables.prototype, 'field', () => 1)) ?? '', /laid out differently/);
    match((await differenceWith(ChildWalk.prototype, 'next', () => false)) ?? '', /laid out differently/);
  });

  it('notices a parser that makes a different tree', async () => {
    const parse: typeof fastReader.parse = (parser, { text }) => {
      const tree = parser.parse(text.slice(1));
      return tree && new MemoryTree(tree, text.slice(1));
    };
    match((await differenceWith(fastReader, 'parse', parse)) ?? '', /different tree/);
  });

  it('takes an exception for a difference', async () => {
    const fail = (): never => {
      throw new Error('this version hides it');
    };
    equal(await differenceWith(GrammarTables.prototype, 'alias', fail), 'this version hides it');
  });
});
