/** The labels of chunks. */
import assert from 'node:assert/strict';
import { chunkText } from '../../../../src/engine/workers/chunker';

async function labels(path: string, text: string, maxTokens: number): Promise<string[]> {
  const { chunks } = await chunkText({ path, text }, { maxTokens, parentTokens: maxTokens * 3 });
  return chunks
    .filter((chunk) => chunk.role !== 'parent')
    .map((chunk) => `${chunk.kind} ${[...chunk.scope, chunk.name].join('.')} ${chunk.startLine}-${chunk.endLine}`);
}

const statements = (count: number): string =>
  Array.from({ length: count }, (_, i) => `  total += weigh(items[${i}], rates[${i}]);\n`).join('');

describe('the label of a chunk', () => {
  it('is the definition that most of its text belongs to', async () => {
    const text = `function first(items, rates) {\n  let total = 0;\n${statements(12)}  return total;\n}\n\nconst x = 1;\n`;
    const all = await labels('a.js', text, 100);
    assert.ok(
      all.every((label) => label.startsWith('function first ')),
      all.join('; '),
    );
  });

  it('never joins the head of a function to the function before it', async () => {
    const text = `function first(items) {\n${statements(14)}}\n\nfunction second() {\n  for (;;) {\n${statements(7)}  }\n}\n`;
    const { chunks } = await chunkText({ path: 'a.js', text }, { maxTokens: 120, parentTokens: 360 });
    for (const chunk of chunks.filter(({ role }) => role !== 'parent')) {
      assert.ok(!/weigh[\s\S]*function second/.test(chunk.text), chunk.text);
    }
  });

  it('of a doc comment that does not fit beside its function is the name of the function, as a comment without symbols', async () => {
    const doc = Array.from(
      { length: 8 },
      (_, i) => ` * Line ${i} explains at some length what the function does.\n`,
    ).join('');
    const text = `/**\n${doc} */\nfunction documented(items, rates) {\n  let total = 0;\n${statements(5)}  return total;\n}\n`;
    const { chunks } = await chunkText({ path: 'a.js', text }, { maxTokens: 120, parentTokens: 360 });
    const comment = chunks.find((chunk) => chunk.role !== 'parent' && chunk.startLine === 1);
    assert.deepEqual([comment?.kind, comment?.name, comment?.symbols], ['comment', 'documented', []]);
    const whole = chunks.find((chunk) => chunk.role !== 'parent' && chunk.kind === 'function');
    assert.match(whole?.text ?? '', /^function documented[\s\S]*\}\n$/);
  });

  it('has the package of the file in its scope', async () => {
    const text = `package com.example.shop;\n\nclass Cart {\n  int count;\n\n  int total(int[] items) {\n    int sum = 0;\n    for (int item : items) sum += item;\n    return sum;\n  }\n}\n`;
    const { chunks } = await chunkText({ path: 'Cart.java', text }, { maxTokens: 40, parentTokens: 120 });
    const method = chunks.find((chunk) => chunk.role !== 'parent' && chunk.name === 'total');
    assert.deepEqual(method?.scope, ['com.example.shop', 'Cart']);
  });
});
