/** What encloses a chunk: the definition that "Show Parent" shows. */
import assert from 'node:assert/strict';
import type { Chunk } from '../../../../src/code/chunk';
import { enclosingDefinition } from '../../../../src/code/records/definition-parts';
import { chunkText } from '../../../../src/engine/workers/chunker';

const body = (count: number): string =>
  Array.from({ length: count }, (_, i) => `        value_${i} = compute(${i}, "some text ${i}")\n`).join('');
const method = (name: string, count = 12): string => `    def ${name}(self):\n${body(count)}\n`;

describe('the definition around a chunk', () => {
  const text = `import os\n\n\ndef first():\n    return os\n\n\nclass Box:\n${method('open')}${method('close')}\n\nclass Bag:\n${method('open')}${method('long', 60)}\n\ndef last():\n${body(12)}`;
  const lineOf = (line: string, from = 0): number => text.split('\n').indexOf(line, from) + 1;
  let chunks: readonly Chunk[];
  const around = (line: number) => {
    const chunk = chunks.find(
      ({ role, startLine, endLine }) => role !== 'parent' && startLine <= line && line <= endLine,
    );
    return chunk && enclosingDefinition(chunk);
  };

  before(async () => {
    ({ chunks } = await chunkText({ path: 'a.py', text }, { maxTokens: 250 }));
  });

  it('is the class of a method, from its first line to its last', () => {
    const bag = lineOf('class Bag:');
    const close = lineOf('    def close(self):');
    const found = around(close);
    assert.equal(found?.startLine, lineOf('class Box:'));
    assert.ok((found?.endLine ?? 0) > close && (found?.endLine ?? 0) < bag, JSON.stringify(found));
    const second = around(lineOf('    def long(self):', bag));
    assert.ok(second && [bag, lineOf('    def long(self):')].includes(second.startLine), JSON.stringify(second));
  });

  it('is the whole function for a part of it', () => {
    const start = lineOf('    def long(self):');
    const found = around(start + 40);
    assert.equal(found?.startLine, start);
    assert.ok((found?.endLine ?? 0) >= start + 60, JSON.stringify(found));
    assert.ok((found?.endLine ?? 0) < lineOf('def last():'), JSON.stringify(found));
  });

  it('is nothing at the top of the file', () => {
    assert.equal(around(1), undefined);
    assert.equal(around(lineOf('def last():')), undefined);
  });
});
