/** What the editor's settings say is what the command line understands. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Uri } from 'vscode';
import { parseExport } from '../../../../src/cli/commands/export-command';
import { chunkOptionsOf } from '../../../../src/cli/options/chunk-flags';
import { modelChoice } from '../../../../src/cli/options/model-options';
import { type ChunkOptions, defaultChunkOptions } from '../../../../src/options/chunk-options';
import { counterNames } from '../../../../src/tokens/counter-table';
import { argumentsOf } from '../../../../src/vscode/export/export-arguments';

const uri = (fsPath: string): Uri => ({ fsPath }) as Uri;
const wish = {
  folder: uri('/-odd folder'),
  target: uri('/a/b.jsonl'),
  format: 'jsonl',
  context: true,
  parents: true,
  embeddings: false,
} as const;
const limits = { maxBytes: 1_500_000, force: false };
const none = {
  url: undefined,
  model: undefined,
  dimensions: undefined,
  maxTokens: undefined,
  queryPrefix: undefined,
  passagePrefix: undefined,
};
const globs = { include: ['src', '-odd'], exclude: ['*.md'] };
const setup = { chunk: defaultChunkOptions, limits, ...globs, indexFile: '/cache/an index.cgx' };
const builtIn = { ...none, provider: 'built-in' } as const;

describe('the arguments of an export in the editor', () => {
  it('are the same options as in the settings, whatever these are', () => {
    const options: fc.Arbitrary<ChunkOptions> = fc.record(
      {
        maxTokens: fc.integer({ min: 16, max: 300_000 / 3 }),
        parentTokens: fc.integer({ min: 100_000, max: 1_000_000 }),
        context: fc.constantFrom('used', 'all', 'none'),
        counter: fc.constantFrom(...counterNames),
        strategy: fc.constant([]),
        textStrategy: fc.constantFrom(['boundary'] as const, ['semantic'] as const, ['fixed'] as const),
        // Percent, and up to five decimals.
        overlap: fc.integer({ min: 0, max: 50 }).map((percent) => percent / 100),
        threshold: fc.integer({ min: 0, max: 1e5 }).map((value) => value / 1e5),
        minSentences: fc.integer({ min: 1, max: 50 }),
        maxSentences: fc.integer({ min: 50, max: 100_000 }),
      },
      { noNullPrototype: true },
    );
    fc.assert(
      fc.property(options, (wanted) => {
        const { values, positionals } = parseExport(argumentsOf(wish, { ...setup, chunk: wanted }, builtIn));
        assert.deepEqual(chunkOptionsOf(values), wanted);
        assert.deepEqual(positionals, ['/-odd folder']);
        assert.equal(values['max-bytes'], '1500000');
        assert.equal(values.index, '/cache/an index.cgx');
        assert.deepEqual({ include: values.include, exclude: values.exclude }, globs);
      }),
    );
  });

  it('leave out what is not wanted', () => {
    const { values } = parseExport(argumentsOf({ ...wish, context: false, parents: false }, setup, builtIn));
    assert.deepEqual([values['no-context'], values['no-parents'], values.embeddings], [true, true, false]);
  });

  it('name the model of the settings', () => {
    const model = {
      provider: 'openai',
      url: 'http://localhost:1/v1',
      model: 'm',
      dimensions: 512,
      maxTokens: 100,
      queryPrefix: '',
      passagePrefix: '-p: ',
    } as const;
    const { values } = parseExport(argumentsOf({ ...wish, embeddings: true }, setup, model));
    const choice = modelChoice({ ...values, 'max-tokens': values['embedding-tokens'] });
    assert.ok(choice.is === 'endpoint');
    assert.equal(choice.options.url.host, 'localhost:1');
    assert.deepEqual(
      [
        values.embeddings,
        values.dimensions,
        values['embedding-tokens'],
        values['query-prefix'],
        values['passage-prefix'],
      ],
      [true, '512', '100', '', '-p: '],
    );
    const plain = parseExport(
      argumentsOf({ ...wish, embeddings: true }, setup, { ...model, provider: 'built-in' }),
    ).values;
    assert.deepEqual([plain.endpoint, plain.model, plain['embedding-tokens']], [undefined, undefined, undefined]);
  });
});
