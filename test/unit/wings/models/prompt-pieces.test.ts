/** A run asks about everything once, in as few pieces as the model's window allows. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { chunkOptionsFor, piecesOf } from '../../../../src/wings/models/prompt-pieces';
import { runs } from '../../random-runs';
import { chunkText } from './chunk-text';

const sentence = fc.constantFrom(
  'The door is open.',
  'Nobody knows why it was built.',
  '## A heading',
  '- a point',
  '',
  'x = 1',
);
const text = fc.array(sentence, { minLength: 1, maxLength: 120 }).map((lines) => lines.join('\n\n'));

describe('the pieces of a run', () => {
  it('are the whole file if it fits', async () => {
    const source = '# One\n\nText.\n\n## Two\n\nMore text.\n';
    const size = { tokens: 1000, allowsWholeFile: true };
    const pieces = piecesOf(
      await chunkText('a.md', source, { ...chunkOptionsFor(size, {}), maxTokens: 16 }),
      size,
      's',
    );
    assert.equal(pieces.length, 1);
    assert.equal(pieces[0]?.text, source);
    assert.deepEqual([pieces[0]?.startLine, pieces[0]?.endLine], [1, 7]);
  });

  it('of a conversation know their messages, their order and their overlap', async () => {
    const talk = Array.from({ length: 40 }, (_, i) => ({
      role: i % 2 ? 'assistant' : 'user',
      content: `Sentence ${i} of a long talk about many things. And one more sentence.`,
    }));
    const size = { tokens: 300, allowsWholeFile: true };
    const chunks = await chunkText('talk.json', JSON.stringify({ messages: talk }), chunkOptionsFor(size, {}));
    const pieces = piecesOf(chunks, size, 's');
    assert.ok(pieces.length > 2);
    assert.deepEqual(
      pieces.map(({ sequence, total }) => [sequence, total]),
      pieces.map((_, i) => [i + 1, pieces.length]),
    );
    assert.deepEqual([pieces[0]?.startMessage, pieces.at(-1)?.endMessage], [0, talk.length - 1]);
    for (const [i, { startMessage = -1, endMessage = -1, overlap }] of pieces.entries()) {
      assert.ok(startMessage >= 0 && startMessage <= endMessage);
      const next = pieces[i + 1];
      if (next) assert.equal(overlap.after, next.overlap.before);
    }
  });

  it('are chunks if the user asked for chunks', async () => {
    const size = { tokens: 20, allowsWholeFile: false };
    const chunks = await chunkText('a.md', 'One sentence here.\n\n'.repeat(30), chunkOptionsFor(size, {}));
    assert.equal(piecesOf(chunks, size, 's').length, chunks.filter(({ role }) => role !== 'parent').length);
  });

  it('lose nothing, fit the size limit, and have unique keys', async () => {
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 40, max: 600 }), async (source, tokens) => {
        const size = { tokens, allowsWholeFile: true };
        const chunks = await chunkText('a.md', source, chunkOptionsFor(size, { overlap: 0 }));
        const pieces = piecesOf(chunks, size, 's');
        assert.equal(pieces.map((piece) => piece.text).join(''), chunks.length === 0 ? '' : source);
        assert.equal(new Set(pieces.map(({ key }) => key)).size, pieces.length);
        const total = chunks.reduce((sum, chunk) => sum + (chunk.role === 'parent' ? 0 : chunk.tokens.total), 0);
        assert.ok(pieces.length <= 1 + (2 * total) / tokens, 'two neighbours are more than the size');
      }),
      { numRuns: runs(25) },
    );
  });
});
