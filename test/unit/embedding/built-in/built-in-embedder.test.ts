/** The built-in model through the interface of all embedding models. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { loadBuiltIn } from '../../../../src/embedding/built-in/built-in-embedder';
import type { Embedder, EmbeddingSide } from '../../../../src/embedding/embedder';
import { similarity } from '../../../../src/embedding/vector-math';
import { runs } from '../../random-runs';

const sides: readonly EmbeddingSide[] = ['query', 'passage'];

async function vectorOf(model: Embedder, text: string, side: EmbeddingSide = 'passage'): Promise<Float32Array> {
  const [vector] = await model.embed([text], side);
  assert.ok(vector);
  return vector;
}

const length = (vector: Float32Array): number => Math.hypot(...vector);
const isZero = (vector: Float32Array): boolean => vector.every((value) => value === 0);

const texts = fc.oneof(
  fc.string({ maxLength: 200 }),
  fc.string({ unit: 'binary', maxLength: 100 }),
  fc
    .array(fc.constantFrom('read', 'file', 'parseHTTPHeader', 'foo_bar', '(x) => {', '\n', '中文', 'qzqzq', '12'), {
      maxLength: 60,
    })
    .map((parts) => parts.join(' ')),
);

describe('the built-in model', () => {
  let model: Embedder;
  before(async () => {
    model = await loadBuiltIn();
  });

  it('gives any text a vector of length 1 or of zeros', async () => {
    await fc.assert(
      fc.asyncProperty(texts, fc.constantFrom(...sides), async (text, side) => {
        const vector = await vectorOf(model, text, side);
        assert.equal(vector.length, model.dimensions);
        assert.ok(isZero(vector) || Math.abs(length(vector) - 1) < 1e-5, `${length(vector)}`);
      }),
      { numRuns: runs(100) },
    );
  });

  it('ranks a passage about something above one that only mentions it', async () => {
    const text = 'clear() { this.files.clear(); this.tasks.length = 0 }';
    const mentions = 'this.state = new StateManager(); this.reporters = createReporters()';
    const [member, user, plain] = await model.embed(
      [{ about: 'node/state.ts StateManager', text }, { about: 'node/core.ts Vitest', text: mentions }, text],
      'passage',
    );
    const question = await vectorOf(model, 'StateManager', 'query');
    const near = (vector: Float32Array | undefined): number => similarity(question, vector ?? new Float32Array(256));
    assert.ok(near(member) > near(user), `${near(member)} ${near(user)}`);
    assert.ok(near(member) > near(plain) + 0.2, `${near(member)} ${near(plain)}`);
  });

  it('gives a passage without `about` the vector of its text', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const [passage] = await model.embed([{ about: '', text }], 'passage');
        assert.deepEqual(passage, await vectorOf(model, text));
      }),
    );
  });

  it('embeds passages of any length', async () => {
    const words = (count: number): string => 'read file parse header '.repeat(count);
    for (const passage of [
      { about: words(1000), text: words(1000) },
      { about: words(1000), text: '' },
      { about: '', text: words(1000) },
    ]) {
      const [vector] = await model.embed([passage], 'passage');
      assert.ok(vector && Math.abs(length(vector) - 1) < 1e-5);
    }
  });

  it('gives zeros for a text without a known word', async () => {
    for (const text of [
      '',
      ' \n\t',
      '+-*/ {}();',
      'a b c 1 2',
      '1234567890',
      '你好，世界',
      'Привет',
      '\0\ufffe\ud800',
      '😀',
    ])
      for (const side of sides) assert.ok(isZero(await vectorOf(model, text, side)), text);
  });

  it('gives the same text the same vector, alone or with others, in order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(texts, { maxLength: 8 }), fc.constantFrom(...sides), async (some, side) => {
        const together = await model.embed(some, side);
        assert.equal(together.length, some.length);
        for (const [i, text] of some.entries()) assert.deepEqual(together[i], await vectorOf(model, text, side));
      }),
    );
    const many = Array.from({ length: 1500 }, (_, i) => `number ${i % 7} of ${['files', 'rows', 'users'][i % 3]}`);
    const vectors = await model.embed(many, 'passage');
    for (const [i, vector] of vectors.entries()) assert.deepEqual(vector, vectors[i % 21]);
    assert.deepEqual(await model.embed([], 'query'), []);
  });

  it('supports several calls at the same time', async () => {
    const some = Array.from({ length: 200 }, (_, i) => `read line ${i} of the file`);
    const others = Array.from({ length: 200 }, (_, i) => `sort ${i} numbers`);
    const [a, b] = await Promise.all([model.embed(some, 'passage'), model.embed(others, 'query')]);
    assert.deepEqual(a, await model.embed(some, 'passage'));
    assert.deepEqual(b, await model.embed(others, 'query'));
  });

  it('returns vectors that do not change later', async () => {
    const first = await vectorOf(model, 'open the file');
    const copy = first.slice();
    await vectorOf(model, 'close the door');
    assert.deepEqual(first, copy);
  });

  it('embeds a query differently from a passage', async () => {
    const text = 'parse the header of an http request';
    const [query, passage] = [await vectorOf(model, text, 'query'), await vectorOf(model, text, 'passage')];
    assert.notDeepEqual(query, passage);
    assert.ok(similarity(query, passage) > 0.5, 'but not completely differently');
  });

  it('ignores the case, order and style of identifiers', async () => {
    const vector = await vectorOf(model, 'readTextFile');
    for (const same of ['read_text_file', 'READ_TEXT_FILE', 'ReadTextFile', 'file text read', 'read-text-file;'])
      assert.deepEqual(await vectorOf(model, same), vector, same);
  });

  it('finds the code that a question is about', async () => {
    const code = [
      'def load(path):\n    with open(path) as f:\n        return f.read()',
      'export function retry(fn, times) { for (let i = 0; i < times; i++) try { return fn(); } catch {} }',
      'SELECT name, count(*) FROM users GROUP BY name',
      'func (s *Server) Shutdown(ctx context.Context) error { close(s.quit); return s.listener.Close() }',
    ];
    const passages = await model.embed(code, 'passage');
    for (const [i, question] of [
      'read the contents of a file',
      'call a function again when it throws',
      'how many users have each name',
      'stop the server gracefully',
    ].entries()) {
      const query = await vectorOf(model, question, 'query');
      const scores = passages.map((passage) => similarity(query, passage));
      assert.equal(scores.indexOf(Math.max(...scores)), i, `${question}: ${scores}`);
    }
  });

  it('can give only the first 128 or 64 dimensions, scaled to length 1 again', async () => {
    const text = 'connect to the database';
    const whole = await vectorOf(model, text);
    assert.equal(whole.length, 256);
    const ids = new Set([model.id]);
    for (const dimensions of [64, 128, 256]) {
      const short = await loadBuiltIn({ dimensions });
      assert.equal(short.dimensions, dimensions);
      ids.add(short.id);
      const vector = await vectorOf(short, text);
      const size = length(whole.subarray(0, dimensions));
      assert.equal(vector.length, dimensions);
      for (const [i, value] of vector.entries()) assert.ok(Math.abs(value - (whole[i] ?? 0) / size) < 1e-6);
      assert.ok(isZero(await vectorOf(short, '???')));
    }
    assert.equal(ids.size, 3, 'vectors of different lengths have different ids');
    for (const dimensions of [0, 8, 257, 1024, 100.5, Number.NaN])
      await assert.rejects(loadBuiltIn({ dimensions }), /must be from 16 to 256, not/);
  });

  it('reads only the beginning of a huge text', async () => {
    const words = 'alpha beta gamma delta read write open close '.repeat(100);
    const [vector, longer] = await model.embed(
      [words, `${words}${'entirely other matters '.repeat(400_000)}`],
      'passage',
    );
    assert.deepEqual(longer, vector);
    const junk = await vectorOf(model, `${'x'.repeat(5_000_000)} ${'0'.repeat(1_000_000)} {}`);
    assert.ok(isZero(junk) || Math.abs(length(junk) - 1) < 1e-5);
  });

  it('stops when it is cancelled, before and during the work', async () => {
    await assert.rejects(model.embed(['a text'], 'query', AbortSignal.abort()), { name: 'AbortError' });
    const controller = new AbortController();
    const running = model.embed(
      Array.from({ length: 100_000 }, () => 'read the whole file'),
      'passage',
      controller.signal,
    );
    setImmediate(() => controller.abort(new Error('enough')));
    await assert.rejects(running, /enough/);
    assert.ok(!isZero(await vectorOf(model, 'and works on')));
  });

  it('is loaded once, however often it is requested', async () => {
    const [a, b] = await Promise.all([loadBuiltIn(), loadBuiltIn()]);
    assert.equal(a.id, b.id);
    assert.match(a.id, /-[0-9a-f]{16}\/256$/);
    assert.deepEqual(await vectorOf(a, 'same'), await vectorOf(b, 'same'));
  });
});
