/** The answers about many chunks are merged into one list of records with relations. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type MergedAnswers, mergeAnswers } from '../../../../src/wings/models/merge-records';
import type { RunResult } from '../../../../src/wings/models/run-store';
import { runs } from '../../random-runs';

let count = 0;

function result(answer: unknown, key = `key-${String(count++).padStart(8, '0')}`): RunResult {
  const place = {
    chunk: `chunk ${key}`,
    path: 'talk.md',
    kind: 'turn',
    name: '',
    startLine: 1,
    endLine: 9,
    sequence: 1,
    total: 1,
  };
  const rest = {
    overlap: { before: 0, after: 0 },
    tokens: { input: 1, output: 1 },
    ms: 1,
    time: '2026-01-01T00:00:00.000Z',
  };
  return { is: 'answer', key, ...place, answer, ...rest };
}

const memory = (id: string, text: string, confidence = 0.5, type = 'fact') => ({ id, type, text, confidence });
const merged = async (...answers: unknown[]): Promise<MergedAnswers> =>
  mergeAnswers(answers.map((each) => result(each)));
const texts = ({ records }: MergedAnswers): string[] => records.map(({ text }) => text).sort();

describe('merged answers', () => {
  it('have one record for several similar ones, with the highest confidence and all their chunks', async () => {
    const { records, found } = await merged(
      { memories: [memory('m1', 'The user prefers dark mode in the editor.', 0.6)] },
      { memories: [memory('m1', 'the user prefers dark mode in the editor', 0.9)] },
      { memories: [memory('m7', 'User prefers the dark mode in their editor.', 0.7)] },
      { memories: [memory('m1', 'The database is PostgreSQL.')] },
    );
    assert.equal(found, 4);
    assert.equal(records.length, 2);
    const [first] = records;
    assert.equal(first?.text, 'the user prefers dark mode in the editor');
    assert.equal(first?.confidence, 0.9);
    assert.equal(first?.sources.length, 3);
    assert.equal(first?.sources[0]?.id, first?.id);
    assert.deepEqual(
      first?.sources.map(({ text }) => text),
      [
        'the user prefers dark mode in the editor',
        'User prefers the dark mode in their editor.',
        'The user prefers dark mode in the editor.',
      ],
    );
  });

  it('keep the text and the confidence of everything that was merged, also where a chunk says it twice', async () => {
    const text = 'The user prefers dark mode in the editor.';
    const unsure = { id: 'm1', type: 'fact', text };
    const answers = [
      result({ memories: [memory('m1', text, 0.6)] }, 'a'),
      result(
        { memories: [memory('m1', text, 0.2), memory('m2', 'the user prefers dark mode in the editor', 0.9)] },
        'b',
      ),
      result({ memories: [unsure] }, 'c'),
    ];
    const { records } = await mergeAnswers(answers);
    assert.equal(records.length, 1);
    assert.deepEqual(
      records[0]?.sources.map(({ chunk, confidence }) => [chunk, confidence]),
      [
        ['chunk b', 0.9],
        ['chunk a', 0.6],
        ['chunk b', 0.2],
        ['chunk c', undefined],
      ],
    );
    assert.ok(!('confidence' in (records[0]?.sources[3] ?? {})));
  });

  it('keep records apart that differ in a number, a negation or their type', async () => {
    const apart = [
      memory('m1', 'The service listens on port 8080.'),
      memory('m2', 'The service listens on port 8081.'),
      memory('m3', 'The user wants tabs in Python files.'),
      memory('m4', 'The user does not want tabs in Python files.'),
      memory('m5', 'The user wants tabs in Python files.', 0.5, 'preference'),
    ];
    assert.equal((await merged({ memories: apart })).records.length, 5);
  });

  it('have each relation between merged records once, and none from a record to itself', async () => {
    const { records, relations, loose } = await merged(
      {
        memories: [
          memory('m1', 'The build fails on Windows.'),
          memory('m2', 'The path separator is wrong in the build script.'),
        ],
        relations: [
          { from: 'm2', to: 'm1', type: 'causes' },
          { from: 'm9', to: 'm1', type: 'causes' },
        ],
      },
      {
        memories: [
          memory('a', 'the build fails on windows', 0.9),
          memory('b', 'The path separator in the build script is wrong.', 0.9),
          memory('c', 'The build fails on Windows!'),
        ],
        relations: [
          { from: 'b', to: 'a', type: 'causes' },
          { from: 'a', to: 'c', type: 'about' },
        ],
      },
    );
    assert.equal(records.length, 2);
    assert.equal(loose, 1);
    assert.equal(relations.length, 1);
    const [{ from, to, type, sources } = assert.fail()] = relations;
    const textOf = (id: string) => records.find((record) => record.id === id)?.text;
    assert.deepEqual(
      [textOf(from), type, textOf(to)],
      ['The path separator in the build script is wrong.', 'causes', 'the build fails on windows'],
    );
    assert.equal(sources.length, 2);
  });

  it('handle other languages', async () => {
    const answers = ['用户喜欢深色模式和大号字体。', '用户喜欢深色模式和大号字体', '数据库在东京的服务器上运行。'].map(
      (text) => [{ text }],
    );
    assert.deepEqual(
      texts(await merged(...answers)),
      ['数据库在东京的服务器上运行。', '用户喜欢深色模式和大号字体。'].sort(),
    );
  });

  it('are empty if there are no lists of records', async () => {
    for (const answer of ['text', 7, null, [], {}, { a: [1, 'b', null] }, { a: { text: 'no list' } }]) {
      assert.deepEqual(await merged(answer), { records: [], relations: [], found: 0, loose: 0 });
    }
  });

  it('count the answer about a chunk once', async () => {
    const one = result([{ text: 'Once is enough.' }], 'same');
    const { records, found } = await mergeAnswers([one, one]);
    assert.deepEqual([records.length, found], [1, 1]);
  });

  it('lose no record and refer to no missing record, whatever the answers are', async () => {
    const words = fc.constantFrom(
      'user',
      'wants',
      'dark',
      'mode',
      'port',
      '80',
      '81',
      'not',
      'build',
      'fails',
      'é',
      '模式',
      '',
    );
    const text = fc.array(words, { maxLength: 6 }).map((each) => each.join(' '));
    const id = fc.constantFrom('m1', 'm2', 'm3', 'm4');
    const answer = fc.record({
      memories: fc.uniqueArray(
        fc.record({
          id,
          type: fc.constantFrom('a', 'b'),
          text,
          confidence: fc.double({ min: 0, max: 1, noNaN: true }),
        }),
        { selector: (each) => each.id },
      ),
      relations: fc.array(fc.record({ from: id, to: id, type: fc.constantFrom('x', 'y') })),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(answer, { maxLength: 8 }), async (answers) => {
        const results = answers.map((each, i) => result(each, `${i}`.padStart(12, '0')));
        const { records, relations, found, loose } = await mergeAnswers(results);
        const sources = answers.flatMap((each, i) =>
          each.memories
            .filter((one) => one.text.trim() !== '')
            .map((one) => ({ ...one, id: `${String(i).padStart(12, '0')}:${one.id}` })),
        );
        assert.equal(found, sources.length);
        assert.deepEqual(
          records.flatMap((record) => record.sources.map((one) => one.id)).sort(),
          sources.map((one) => one.id).sort(),
        );
        const ids = new Set(records.map((record) => record.id));
        for (const { from, to } of relations) assert.ok(ids.has(from) && ids.has(to) && from !== to);
        for (const record of records) {
          const own = sources.filter((one) => record.sources.some(({ id: own }) => own === one.id));
          assert.equal(record.confidence, Math.max(...own.map(({ confidence }) => confidence)));
          assert.ok(own.every(({ type }) => type === record.type));
        }
        assert.deepEqual(await mergeAnswers(results), { records, relations, found, loose });
      }),
      { numRuns: runs(40) },
    );
  });
});
