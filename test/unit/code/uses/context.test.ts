/** What a context has room for, and what comes first. */
import assert from 'node:assert/strict';
import type { Chunk } from '../../../../src/code/chunk';
import { chunkText } from '../../../../src/engine/workers/chunker';
import type { ChunkOptions } from '../../../../src/options/chunk-options';
import { tokenCounter } from '../../../../src/tokens/token-counter';

const counter = tokenCounter('o200k_base');
const unused = Array.from({ length: 30 }, (_, i) => `import { unused${i}, other${i} } from './modules/unused${i}';\n`);
const filler = `export function filler(a: number) {\n${'  a = a + Math.sqrt(a) * 3;\n'.repeat(30)}  return a;\n}\n`;
const text = `${unused.slice(0, 15).join('')}import { used, spare } from './modules/used';\n${unused.slice(15).join('')}
export const limit = { min: 3, max: 7 };

${filler}
export function subject(value: number) {
  return used(value, limit);
}

${filler.replace('filler', 'other')}`;

async function subject(options: Partial<ChunkOptions>): Promise<Chunk> {
  const { chunks } = await chunkText({ path: 'src/a.ts', text }, options);
  const chunk = chunks.find((each) => each.role !== 'parent' && each.text.includes('function subject'));
  assert.ok(chunk);
  assert.equal(chunk.tokens.total, counter.count(chunk.context + chunk.text));
  return chunk;
}

describe('a context with every import', () => {
  it('has what is used first, and the other imports in the room that is left', async () => {
    const { context, imports, globals, omitted, tokens } = await subject({ context: 'all' });
    assert.match(context, /^import \{ used \} from '.\/modules\/used';$/m);
    assert.match(context, /^const limit = /m);
    assert.match(context, /unused0/);
    assert.ok(tokens.total - tokens.text <= 100);
    assert.ok(!omitted.includes('limit') && !omitted.includes('used'));
    assert.ok(omitted.includes('unused29'));
    assert.deepEqual(
      globals.map(({ name }) => name),
      ['limit'],
    );
    assert.equal(imports.length, 62);
    assert.equal(imports[0]?.name, 'used');
  });

  it('has the names that are not used of an import that is used in part', async () => {
    const { context } = await subject({ context: 'all', contextShare: 1, maxTokens: 1000, parentTokens: 3000 });
    assert.match(context, /^import \{ used \} from '.\/modules\/used';$/m);
    assert.match(context, /^import \{ spare \} from '.\/modules\/used';$/m);
  });
});

describe('the share of a context', () => {
  it('limits it, in parts of the limit of a chunk', async () => {
    for (const contextShare of [0.05, 0.1, 0.25, 0.5, 1]) {
      const { tokens } = await subject({ context: 'all', contextShare });
      assert.ok(tokens.total - tokens.text <= 400 * contextShare, `${contextShare}: ${tokens.total - tokens.text}`);
      assert.ok(tokens.total - tokens.text > 400 * contextShare - 40, `${contextShare}: ${tokens.total - tokens.text}`);
    }
  });

  it('of nothing leaves no context, and names what it would have', async () => {
    const { context, omitted, imports } = await subject({ contextShare: 0 });
    assert.equal(context, '');
    assert.deepEqual([...omitted].sort(), ['limit', 'used']);
    assert.equal(imports.length, 1);
  });
});
