/** The tools with the AI SDK itself: its mock model calls them, they search a real index. */
import assert from 'node:assert/strict';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asSchema, generateText, stepCountIs } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import {
  type CodegrainToolInputs,
  type CodegrainTools,
  type CodegrainToolsOptions,
  codegrainTools,
} from '../../../../../src/surfaces/library/adapters/ai-sdk';
import { type CodeIndex, close, openIndex } from '../../../../../src/surfaces/library/library';
import { removeTemporaryFolders } from '../../../index/file/index-folders';
import { smallProject } from './small-project';

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

type ToolCall = readonly [toolName: string, input: object];

/** A model that calls these tools, one in each step, and then says `done`. */
function scripted(calls: readonly ToolCall[]): MockLanguageModelV3 {
  const steps = calls.map(([toolName, input], i) => ({
    content: [{ type: 'tool-call' as const, toolCallId: `call-${i}`, toolName, input: JSON.stringify(input) }],
    finishReason: { unified: 'tool-calls' as const, raw: undefined },
    ...{ usage, warnings: [] },
  }));
  const last = {
    content: [{ type: 'text' as const, text: 'done' }],
    finishReason: { unified: 'stop' as const, raw: undefined },
    ...{ usage, warnings: [] },
  };
  return new MockLanguageModelV3({ doGenerate: [...steps, last] });
}

describe('the tools for the AI SDK', function () {
  this.timeout(120_000);
  let folder: string;
  let index: CodeIndex;

  before(async () => {
    folder = smallProject();
    symlinkSync('/etc/hostname', join(folder, 'link.txt'));
    index = await openIndex(folder);
    await index.refresh();
  });

  after(async () => {
    await index.close();
    await close();
    removeTemporaryFolders();
  });

  /** What the model is told after its calls. */
  async function told(tools: CodegrainTools, ...calls: readonly ToolCall[]): Promise<string[]> {
    const model = scripted(calls);
    const { text } = await generateText({ model, tools, prompt: 'go', stopWhen: stepCountIs(10) });
    assert.equal(text, 'done');
    const prompt = model.doGenerateCalls.at(-1)?.prompt ?? [];
    return prompt.flatMap(({ role, content }) =>
      role !== 'tool'
        ? []
        : content.flatMap((part) => {
            if (part.type !== 'tool-result') return [];
            assert.ok(part.output.type === 'text' || part.output.type === 'error-text', part.output.type);
            return [part.output.value];
          }),
    );
  }

  it('find, compare, pack and read code in a loop', async () => {
    const [packed, found, similar, read] = await told(
      codegrainTools(index),
      ['pack', { task: 'the password check of users is wrong' }],
      ['search_code', { query: 'newsletter', limit: 1 }],
      ['find_similar', { path: 'users.py', line: 4 }],
      ['get_chunk', { path: 'users.py', line: 10 }],
    );
    assert.match(packed ?? '', /users\.py[\s\S]*def check/);
    assert.match(found ?? '', /^sübfolder\/mail\.ts:3-5\n```typescript\n[\s\S]*newsletter/);
    assert.match(similar ?? '', /mail\.ts|Nothing/);
    assert.match(read ?? '', /^users\.py:\d+-\d+\n```python\n[\s\S]*def check/);
  });

  it('index a folder before the first answer', async () => {
    const [found] = await told(codegrainTools(smallProject()), [
      'search_code',
      { query: 'newsletter', path: 'users.py' },
    ]);
    assert.doesNotMatch(found ?? '', /mail\.ts/);
  });

  it('answer within a budget, and name what has no room', async () => {
    const options: CodegrainToolsOptions = { tokens: 60 };
    const [found] = await told(codegrainTools(index, options), ['search_code', { query: 'password newsletter' }]);
    assert.match(found ?? '', /2 more hits have no room: users\.py:\d+, users\.py:\d+/);
  });

  it('say so if nothing is found, and what is wrong with a call', async () => {
    const inputs: CodegrainToolInputs['search_code'] = { query: 'newsletter', path: 'no/such/folder/**' };
    const [none, wrong, gone] = await told(
      codegrainTools(index),
      ['search_code', inputs],
      ['search_code', { query: 5 }],
      ['find_similar', { path: 'users.py', line: 999 }],
    );
    assert.match(none ?? '', /Nothing was found/);
    assert.match(wrong ?? '', /query must be a text/);
    assert.match(gone ?? '', /no line 999 of users\.py/);
  });

  it('read no file outside the folder, nor one that is not indexed', async () => {
    writeFileSync(join(folder, '..', 'outside.py'), 'secret = 1\n');
    const answers = await told(
      codegrainTools(index),
      ['get_chunk', { path: '../outside.py', line: 1 }],
      ['get_chunk', { path: join(folder, '..', 'outside.py'), line: 1 }],
      ['get_chunk', { path: '.env', line: 1 }],
      ['get_chunk', { path: 'link.txt', line: 1 }],
    );
    assert.equal(answers.length, 4);
    for (const answer of answers) assert.match(answer, /is not in|has no line|no file|looks like a secret/);
    assert.doesNotMatch(answers.join('\n'), /secret = |SECRET/);
  });

  it('have short descriptions and strict inputs', async () => {
    for (const tool of Object.values(codegrainTools(index))) {
      assert.ok((tool.description ?? '').length < 200);
      const { additionalProperties, required = [] } = await asSchema<unknown>(tool.inputSchema).jsonSchema;
      assert.equal(additionalProperties, false);
      assert.ok(required.length > 0);
    }
  });
});
