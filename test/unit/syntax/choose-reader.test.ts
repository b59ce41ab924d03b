import { equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { productFile } from '../../../src/shared/product';
import { syntaxReader, takeSyntaxWarning } from '../../../src/syntax/choose-reader';
import { isKnownRuntime, knownVersion } from '../../../src/syntax/fast/runtime-memory';
import { loadGrammar } from '../../../src/syntax/grammar';
import { skipIfPlain } from './grammar-tree';

describe('the choice of a way to read trees', () => {
  before(skipIfPlain);

  it('knows the web-tree-sitter that is installed', () => {
    const folder = productFile('node_modules', 'web-tree-sitter');
    equal(JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')).version, knownVersion);
    ok(isKnownRuntime(readFileSync(`${folder}/web-tree-sitter.wasm`)));
  });

  it('lets this process read trees from memory', async () => {
    await loadGrammar('json');
    equal(syntaxReader(), 'fast');
    equal(takeSyntaxWarning(), undefined);
  });
});
