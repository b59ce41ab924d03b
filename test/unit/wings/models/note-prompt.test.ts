/** The prompt for a note about a chunk, and the note in the answer. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  defaultNoteSettings,
  documentAround,
  noteAnswers,
  noteMessages,
  noteOf,
} from '../../../../src/wings/models/note-prompt';

const question = { path: 'a.md', document: 'One {chunk} two.', start: 0, end: 3, chunk: 'One {document}' };

describe('the prompt for a note', () => {
  it('has the document first, then the chunk, and ignores placeholders inside them', () => {
    const [{ content } = assert.fail()] = noteMessages(question, defaultNoteSettings, 50_000);
    assert.ok(content.startsWith('<document path="a.md">\nOne {chunk} two.\n</document>'));
    assert.ok(content.includes('<chunk>\nOne {document}\n</chunk>'));
  });

  it('keeps the part of a long document around the chunk, up to the limit', () => {
    const given = fc.record({
      length: fc.integer({ min: 1, max: 5000 }),
      limit: fc.integer({ min: 40, max: 2000 }),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      size: fc.integer({ min: 1, max: 400 }),
      letter: fc.constantFrom('a', '😀'),
    });
    fc.assert(
      fc.property(given, ({ length, limit, at, size, letter }) => {
        const document = letter.repeat(length).slice(0, length);
        const width = Math.min(size, length, Math.floor(limit / 2));
        const start = Math.floor(at * (length - width));
        const marked = `${document.slice(0, start)}${'#'.repeat(width)}${document.slice(start + width)}`;
        const kept = documentAround({ ...question, document: marked, start, end: start + width }, limit);
        const parts = kept.replace(/^\[…\]\n/, '').replace(/\n\[…\]$/, '');
        assert.ok(parts.length <= limit + 1);
        assert.equal(kept.split('#').length - 1, width, 'all of the chunk');
        assert.equal(kept === marked, marked.length <= limit);
      }),
    );
  });

  it('has the same part for neighbouring chunks, so that prompt caches work', () => {
    // No two parts of it are equal.
    const document = Array.from({ length: 20_000 }, (_, i) => String(i).padStart(10, '0')).join('');
    const parts = new Set<string>();
    for (let start = 0; start < 200_000; start += 1000) {
      parts.add(documentAround({ ...question, document, start, end: start + 1000 }, 50_000));
    }
    assert.ok(parts.size <= 14, `${parts.size} different parts for 200 chunks`);
  });
});

describe('a note', () => {
  it('is one or two sentences after the prefix, on one line', () => {
    const answer = '  It opens the  door.\nIt belongs to the house. It also sings. And more.';
    assert.equal(noteOf(answer, defaultNoteSettings), '[Context] It opens the door. It belongs to the house.');
  });

  it('has the prefix once, even if the model wrote it too', () => {
    assert.equal(noteOf('[Context] It opens the door.', defaultNoteSettings), '[Context] It opens the door.');
  });

  it('has keywords and questions if they were requested', () => {
    const settings = { ...defaultNoteSettings, prefix: '', keywords: true, questions: true };
    const answers = noteAnswers(settings) ?? assert.fail();
    const read = answers.read(
      '{"context": "It is a door.", "keywords": ["gate", " entry\\n"], "questions": ["How does one enter?"]}',
    );
    assert.ok('value' in read);
    assert.equal(noteOf(read.value, settings), 'It is a door.\nKeywords: gate, entry\nQuestions: How does one enter?');
    assert.ok('problem' in answers.read('{"context": "It is a door.", "keywords": "gate", "questions": []}'));
    assert.ok('problem' in answers.read('{"context": "It is a door.", "keywords": []}'));
  });

  it('is undefined if the answer is empty', () => {
    for (const answer of ['', ' \n', '[Context]', {}, { context: 7 }, null])
      assert.equal(noteOf(answer, defaultNoteSettings), undefined);
  });
});
