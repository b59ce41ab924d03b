/**
 * Contextual retrieval: wraps any chunker; a model sees the document and the chunk and writes one or two sentences that situate it,
 * which are put before the chunk, kept in its record, and embedded with it.
 */
import assert from 'node:assert/strict';
import { CodegrainError, chunk, close, enrich } from '../../src/surfaces/library/library';

const text = '# Doors\n\nThe airlock opens in two steps.\n\n# Windows\n\nWindows stay closed in flight.\n';
const path = 'ship.md';

describe('contextual chunks', () => {
  after(close);

  it('are made of the chunks of any strategy, by a model of the caller, which sees the document and the chunk', async () => {
    const prompts: string[] = [];
    const strategies = [
      { strategy: ['fixed'] },
      { strategy: ['semantic'], threshold: 0.9 },
      { maxTokens: 16 },
    ] as const;
    for (const options of strategies) {
      const plain = await chunk(text, { path, maxTokens: 20, parentTokens: 60, ...options });
      const { chunks, failed } = await enrich(plain, {
        ask: async (prompt) => {
          prompts.push(prompt);
          return `It is about ${/<chunk>\n[\s\S]*?(airlock|closed)/.exec(prompt)?.[1] ?? 'something'}.`;
        },
      });
      assert.deepEqual(failed, []);
      assert.equal(chunks.length, plain.chunks.length);
      for (const [i, { role, note, text, hash, plainHash, strategy }] of chunks.entries()) {
        const before = plain.chunks[i];
        assert.deepEqual([text, strategy], [before?.text, before?.strategy]);
        if (role === 'parent') assert.equal(note, undefined);
        else {
          assert.match(note ?? '', /^\[Context\] It is about /);
          assert.notEqual(hash, before?.hash);
          assert.equal(plainHash, before?.hash);
        }
      }
    }
    for (const prompt of prompts) assert.ok(prompt.includes('opens in two steps') && prompt.includes('stay closed'));
  });

  it('have a template, a prefix and a limit of the document', async () => {
    const long = `${'word '.repeat(20_000)}\n\nThe end.\n`;
    const plain = await chunk(long, { path: 'long.txt', maxTokens: 4000 });
    const sizes: number[] = [];
    const options = { template: 'D:{document}\nC:{chunk}', prefix: 'About: ' };
    const { chunks } = await enrich(plain, {
      ...options,
      ask: async (prompt) => {
        sizes.push(/^D:([\s\S]*)\nC:/.exec(prompt)?.[1]?.length ?? 0);
        return 'Words.';
      },
    });
    assert.ok(chunks.every(({ role, note }) => role === 'parent' || note === 'About: Words.'));
    assert.ok(
      sizes.every((size) => size > 49_000 && size < 50_020),
      `${sizes}`,
    );
    await enrich(plain, { ...options, documentLimit: 1000, ask: async (prompt) => `${sizes.push(prompt.length)}` });
    assert.ok((sizes.at(-1) ?? 0) < 1020 + 4000 * 6);
  });

  it('have the questions that they answer, if asked for: hypothetical questions', async () => {
    const { chunks } = await enrich(await chunk(text, { path }), {
      questions: true,
      ask: async () => '{"context": "Doors of a ship.", "questions": ["How does the airlock open?"]}',
    });
    assert.equal(chunks[0]?.note, '[Context] Doors of a ship.\nQuestions: How does the airlock open?');
  });

  it('go on where the model fails for one, and end when the caller cancels', async () => {
    const plain = await chunk(text, { path, maxTokens: 16 });
    let asked = 0;
    const { chunks, failed } = await enrich(plain, {
      ask: async () => {
        if (asked++ === 0) throw new Error('the model is busy');
        return 'A part of a ship.';
      },
    });
    assert.deepEqual(
      failed.map(({ error }) => error),
      ['the model is busy'],
    );
    assert.ok(chunks.some(({ note }) => note !== undefined));
    const stop = new AbortController();
    const cancelled = enrich(plain, {
      signal: stop.signal,
      ask: async () => {
        stop.abort(new Error('enough'));
        return 'x';
      },
    });
    await assert.rejects(cancelled, /enough/);
  });

  it('refuse what cannot be used', async () => {
    const plain = await chunk(text, { path });
    const wrong = enrich(plain, { ask: async () => 'x', template: 'no placeholder' });
    await assert.rejects(wrong, (error) => error instanceof CodegrainError && error.code === 'invalid-argument');
    await assert.rejects(enrich(plain, { ask: async () => 'x', documentLimit: 1 }), /documentLimit must be/);
  });
});
