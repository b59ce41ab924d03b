/**
 * Code for an agent that knows code: definitions are complete, each chunk has the imports and definitions that it needs, and nothing
 * is repeated. By default small neighbours share a chunk; `group: 'definition'` keeps them apart.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chunkText } from '../../src/engine/workers/chunker';
import { productFile } from '../../src/shared/product';
import { chunk } from '../../src/surfaces/library/library';

const example = `import numpy as np

def process_data(data):
    """Normalises the data."""
    return (np.array(data) - np.mean(data)) / np.std(data)

class DataProcessor:
    def __init__(self, data):
        self.data = data

    def process(self):
        return process_data(self.data)
`;

const folders = ['src/search/rank', 'src/code/cut', 'src/surfaces/cli/commands', 'scripts'];
const files = folders.flatMap((folder) =>
  readdirSync(productFile(folder))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name)),
);

describe('one chunk per definition', () => {
  it('makes two chunks of a function and a class that calls it, each with what it needs', async () => {
    const { chunks } = await chunk(example, { path: 'example.py', group: 'definition', isolation: 'none' });
    const [first, second, ...more] = chunks.filter(({ role }) => role !== 'parent');
    assert.deepEqual([first?.kind, first?.name], ['function', 'process_data']);
    assert.deepEqual([second?.kind, second?.name], ['class', 'DataProcessor']);
    assert.deepEqual(more, []);
    assert.equal(`${first?.text}${second?.text}`, example);
    assert.deepEqual(
      first?.imports.map(({ statement }) => statement),
      ['import numpy as np'],
    );
    assert.match(second?.context ?? '', /def process_data/);
  });

  it('is not what happens by default: small neighbours share a chunk', async () => {
    const { chunks } = await chunk(example, { path: 'example.py', isolation: 'none' });
    assert.equal(chunks.length, 1);
  });

  it('leaves no chunk with two functions or types, loses nothing, and keeps the limit', async () => {
    for (const path of files) {
      const text = readFileSync(productFile(path), 'utf8');
      const { chunks } = await chunkText({ path, text }, { group: 'definition' });
      const searched = chunks.filter(({ role }) => role !== 'parent');
      assert.equal(searched.map((each) => each.text).join(''), text);
      for (const { symbols, startLine, endLine, tokens } of searched) {
        const own = symbols.filter(({ kind, member }) => !member && /^(function|class|interface|type)$/.test(kind));
        // What is inside a function is a part of it.
        const outer = own.filter(
          (one) => !own.some((two) => two !== one && two.line <= one.line && one.endLine <= two.endLine),
        );
        assert.ok(outer.length <= 1, `${path}, lines ${startLine} to ${endLine}: ${outer.map(({ name }) => name)}`);
        assert.ok(tokens.text <= 400);
      }
    }
  });

  it('keeps the comment of a definition out of the chunk before, also where both are too large for one chunk', async () => {
    for (let lines = 40; lines < 60; lines++) {
      const body = Array.from({ length: lines }, (_, i) => `  total += rate(${i});`).join('\n');
      const text = `interface Rate {\n  value: number;\n}\n\n/** The sum of all rates. */\nfunction sum() {\n${body}\n}\n`;
      const { chunks } = await chunkText({ path: 'sum.ts', text }, { group: 'definition' });
      const rate = chunks.find(({ role, name }) => role !== 'parent' && name === 'Rate');
      assert.match(rate?.text ?? '', /interface Rate/);
      assert.doesNotMatch(rate?.text ?? '', /sum of all/);
    }
  });

  it('does not change prose and conversations', async () => {
    const text = readFileSync(productFile('docs/search.md'), 'utf8');
    const [own, byDefault] = await Promise.all(
      [{ group: 'definition' } as const, {}].map((options) => chunkText({ path: 'search.md', text }, options)),
    );
    assert.deepEqual(own?.chunks, byDefault?.chunks);
  });
});
