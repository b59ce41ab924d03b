/** `codegrain push` reads the editor's settings back from the arguments. */
import assert from 'node:assert/strict';
import { defaultChunkOptions } from '../../../../src/options/chunk-options';
import { pushAbout } from '../../../../src/surfaces/cli/commands/push-command';
import { chunkOptionsOf, modelChoice } from '../../../../src/surfaces/cli/options/chosen-options';
import { readFlags } from '../../../../src/surfaces/cli/options/flags';
import { pushArguments } from '../../../../src/vscode/export/cli-arguments';

const url = 'postgresql://me@db.example/code?sslmode=require';
const chunk = { ...defaultChunkOptions, maxTokens: 100, textStrategy: ['sliding-window'], overlap: 0.07 } as const;
const setup = {
  chunk,
  limits: { maxBytes: 1000, force: false },
  include: ['-odd'],
  exclude: ['*.md'],
  indexFile: '/cache/an index.cgx',
};
const model = {
  provider: 'openai',
  url: 'http://localhost:1/v1',
  model: 'm',
  dimensions: 512,
  maxTokens: 77,
  queryPrefix: '',
  passagePrefix: '-p: ',
} as const;

describe('the arguments of a push in the editor', () => {
  it('carry the options of the settings', () => {
    const [command, ...args] = pushArguments('/-odd folder', url, setup, model);
    assert.equal(command, 'push');
    const { values, chosen, positionals } = readFlags(args, pushAbout.flags);
    assert.deepEqual(positionals, ['/-odd folder']);
    assert.deepEqual(chunkOptionsOf(chosen.chunk), chunk);
    const { maxBytes, include, exclude } = values.files;
    assert.deepEqual(
      [values.own.to, values.own.index, maxBytes, include, exclude],
      [url, '/cache/an index.cgx', 1000, ['-odd'], ['*.md']],
    );
    const choice = modelChoice(values.embedding);
    assert.ok(choice.is === 'endpoint');
    assert.equal(choice.options.url.host, 'localhost:1');
    const { dimensions, maxTokens, queryPrefix, passagePrefix } = values.embedding;
    assert.deepEqual([dimensions, maxTokens, queryPrefix, passagePrefix], [512, 77, '', '-p: ']);
  });
});
