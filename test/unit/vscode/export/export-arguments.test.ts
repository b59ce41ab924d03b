/** The command line reads the editor's settings back from the arguments. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Uri } from 'vscode';
import { type ChunkOptions, completeChunkOptions, defaultChunkOptions } from '../../../../src/options/chunk-options';
import { exportAbout } from '../../../../src/surfaces/cli/commands/export-command';
import { chunkOptionsOf, modelChoice } from '../../../../src/surfaces/cli/options/chosen-options';
import { readFlags } from '../../../../src/surfaces/cli/options/flags';
import { counterNames } from '../../../../src/tokens/counter-table';
import { exportArguments } from '../../../../src/vscode/export/cli-arguments';

const uri = (fsPath: string): Uri => ({ fsPath }) as Uri;
const request = {
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
  it('carry the options of the settings, whatever their values', () => {
    const chunkOptions: fc.Arbitrary<ChunkOptions> = fc.record(
      {
        maxTokens: fc.integer({ min: 16, max: 300_000 / 3 }),
        minTokens: fc.integer({ min: 0, max: 16 }),
        group: fc.constantFrom('size', 'definition'),
        parentTokens: fc.integer({ min: 100_000, max: 1_000_000 }),
        context: fc.constantFrom('used', 'all', 'none'),
        contextShare: fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100),
        counter: fc.constantFrom(...counterNames),
        strategy: fc.constant([]),
        textStrategy: fc.constantFrom([] as const, ['semantic'] as const, ['fixed'] as const),
        // Whole percents here, up to five decimals below.
        overlap: fc.integer({ min: 0, max: 50 }).map((percent) => percent / 100),
        overlapTokens: fc.constantFrom(undefined, 0, 7),
        threshold: fc.integer({ min: 0, max: 1e5 }).map((value) => value / 1e5),
        minSentences: fc.integer({ min: 1, max: 50 }),
        maxSentences: fc.integer({ min: 50, max: 100_000 }),
        maxMessages: fc.option(fc.integer({ min: 1, max: 100_000 }), { nil: undefined }),
        targetTokens: fc.option(fc.integer({ min: 16, max: 100_000 }), { nil: undefined }),
        maxParts: fc.integer({ min: 1, max: 100_000 }),
        customStrategy: fc.constant(undefined),
      },
      { noNullPrototype: true },
    );
    fc.assert(
      fc.property(chunkOptions, (options) => {
        const args = exportArguments(request, { ...setup, chunk: options }, builtIn);
        const { values, chosen, positionals } = readFlags(args, exportAbout.flags);
        // What only another strategy reads is the default.
        assert.deepEqual(
          chunkOptionsOf(chosen.chunk, undefined, () => {}),
          completeChunkOptions(options),
        );
        assert.deepEqual(positionals, ['/-odd folder']);
        const { maxBytes, include, exclude } = values.files;
        assert.equal(maxBytes, 1_500_000);
        assert.equal(values.own.index, '/cache/an index.cgx');
        assert.deepEqual({ include, exclude }, globs);
      }),
    );
  });

  it('leave out the context and parents on request', () => {
    const args = exportArguments({ ...request, context: false, parents: false }, setup, builtIn);
    const { noContext, noParents, embeddings } = readFlags(args, exportAbout.flags).values.own;
    assert.deepEqual([noContext, noParents, embeddings], [true, true, false]);
  });

  it('carry the embedding model of the settings', () => {
    const model = {
      provider: 'openai',
      url: 'http://localhost:1/v1',
      model: 'm',
      dimensions: 512,
      maxTokens: 100,
      queryPrefix: '',
      passagePrefix: '-p: ',
    } as const;
    const read = (settings: Parameters<typeof exportArguments>[2]) =>
      readFlags(exportArguments({ ...request, embeddings: true }, setup, settings), exportAbout.flags).values;
    const { own, embedding } = read(model);
    const choice = modelChoice(embedding);
    assert.ok(choice.is === 'endpoint');
    assert.equal(choice.options.url.host, 'localhost:1');
    const { dimensions, maxTokens, queryPrefix, passagePrefix } = embedding;
    assert.deepEqual([own.embeddings, dimensions, maxTokens, queryPrefix, passagePrefix], [true, 512, 100, '', '-p: ']);
    const plain = read({ ...model, provider: 'built-in' }).embedding;
    assert.deepEqual([plain.endpoint, plain.model, plain.maxTokens], ['', '', undefined]);
  });
});
