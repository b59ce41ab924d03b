/** What the methods of the server answer, over a real folder; every line is checked against the published schema. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import { productFile } from '../../../../src/shared/product';
import { chunk, embed } from '../../../../src/surfaces/library/library';
import { ServeClient } from './serve-client';

const readJson = (name: string) => JSON.parse(readFileSync(productFile('docs', name), 'utf8'));

const ajv = new Ajv2020({ allowUnionTypes: true, strict: false });
ajv.addSchema(readJson('chunk-record.schema.json'), 'chunk-record.schema.json');
ajv.addSchema(readJson('serve.schema.json'), 'serve');

function assertFits(name: string, value: unknown): void {
  const fits = ajv.getSchema(`serve#/$defs/${name}`);
  assert.ok(fits, `there is no schema ${name}`);
  assert.ok(fits(value), `${name}: ${ajv.errorsText(fits.errors)}`);
}

describe('the methods of codegrain serve', function () {
  this.timeout(120_000);
  let folder: string;
  let client: ServeClient;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'codegrain-serve-'));
    mkdirSync(join(folder, 'sübfolder'));
    writeFileSync(
      join(folder, 'users.py'),
      'import hashlib\n\n\ndef check_password(user, password):\n    """Compares the hash of a password."""\n    return hashlib.sha256(password).hexdigest() == user.hash\n',
    );
    writeFileSync(
      join(folder, 'sübfolder', 'größe.ts'),
      'export function size(text: string) {\r\n  return text.length;\r\n}\r\n',
    );
    writeFileSync(join(folder, 'empty.py'), '');
    writeFileSync(join(folder, 'image.dat'), Buffer.from([0, 1, 2, 3, 0, 255]));
    client = new ServeClient();
  });

  after(async () => {
    assert.equal((await client.end()).status, 0);
    assert.equal(client.log, '');
    for (const line of client.lines) assertFits('answer', line);
    rmSync(folder, { recursive: true });
  });

  /** The result of a request that fits its schema, as the answer does. */
  async function ask(method: string, params: Record<string, unknown>) {
    assertFits(`${method}.params`, params);
    const { result, error, events } = await client.ask(method, params);
    assert.ok(result, error?.message);
    assertFits(`${method}.result`, result);
    for (const event of events) assertFits(`${method}.event`, event);
    return { result, events };
  }

  async function refusal(method: string, params: Record<string, unknown>) {
    const { error } = await client.ask(method, params);
    assert.ok(error, `${method} was not refused`);
    return error;
  }

  it('chunk a text as the library does', async () => {
    const text = readFileSync(join(folder, 'users.py'), 'utf8');
    const { result } = await ask('chunk', { text, path: 'users.py', maxTokens: 100, context: 'none' });
    const expected = await chunk(text, { path: 'users.py', maxTokens: 100, context: 'none' });
    assert.deepEqual(result, JSON.parse(JSON.stringify(expected)));
  });

  it('chunk an empty text, and one that looks like lines', async () => {
    assert.deepEqual((await ask('chunk', { text: '' })).result.chunks, []);
    const text = 'one\r\ntwo\u2028three\u0000\ud83d\ude00';
    const { result } = await ask('chunk', { text, language: 'markdown' });
    assert.equal((result.chunks as { text: string }[]).map((each) => each.text).join(''), text);
  });

  it('chunk a file', async () => {
    const { result } = await ask('chunkFile', { file: join(folder, 'sübfolder', 'größe.ts'), path: 'größe.ts' });
    assert.deepEqual([result.path, result.language], ['größe.ts', 'typescript']);
  });

  it('refuse files that are not there, are folders, or have no text', async () => {
    assert.equal((await refusal('chunkFile', { file: join(folder, 'none.py') })).code, 'not-found');
    assert.equal((await refusal('chunkFile', { file: folder })).code, 'invalid-argument');
    assert.equal((await refusal('chunkFile', { file: join(folder, 'image.dat') })).code, 'skipped');
    assert.equal((await refusal('chunkFolder', { folder: join(folder, 'none') })).code, 'not-found');
    assert.equal((await refusal('chunkFolder', { folder: join(folder, 'users.py') })).code, 'not-found');
    assert.equal((await refusal('chunk', { text: 'x', language: 'klingon' })).code, 'invalid-argument');
    assert.equal((await refusal('countTokens', { texts: ['x'], tokenizer: 'none' })).code, 'invalid-argument');
  });

  it('stream the files of a folder, and list those without chunks', async () => {
    const { result, events } = await ask('chunkFolder', { folder });
    assert.deepEqual(
      events.map(({ type, path }) => `${type} ${path}`),
      ['file empty.py', 'skipped image.dat', 'file sübfolder/größe.ts', 'file users.py'],
    );
    assert.deepEqual(result, { files: 3, chunks: 2, skipped: 1 });
  });

  it('count tokens', async () => {
    assert.deepEqual((await ask('countTokens', { texts: ['hello world', ''] })).result, { tokens: [2, 0] });
  });

  it('embed, as numbers or as base64', async () => {
    const texts = ['check a password', 'the size of a text'];
    const expected = (await embed(texts, { kind: 'query' })).map((vector) => [...vector]);
    const { result: numbers } = await ask('embed', { texts, kind: 'query' });
    const rounded = (numbers.vectors as number[][]).map((vector) => [...new Float32Array(vector)]);
    assert.deepEqual(rounded, expected);
    const { result: packed } = await ask('embed', { texts, kind: 'query', encoding: 'base64' });
    const decoded = (packed.vectors as string[]).map((text) => {
      const bytes = Buffer.from(text, 'base64');
      return Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readFloatLE(i * 4));
    });
    assert.deepEqual(decoded, expected);
    assert.deepEqual((await ask('embed', { texts: [] })).result, { vectors: [] });
  });

  it('search, compare and pack after a refresh, and not before', async () => {
    assert.equal((await refusal('search', { folder, query: 'password' })).code, 'no-index');
    const { result: made, events } = await ask('refresh', { folder });
    assert.deepEqual([made.files, made.chunks], [3, 2]);
    assert.ok(events.every(({ type }) => type === 'progress'));
    const { result: found } = await ask('search', { folder, query: 'compare the hash of a password', limit: 1 });
    assert.equal((found.hits as { path: string }[])[0]?.path, 'users.py');
    const { result: none } = await ask('search', { folder, query: 'password', language: ['go'] });
    assert.deepEqual(none.hits, []);
    assert.ok(Array.isArray((await ask('similar', { folder, path: 'users.py', line: 4 })).result.hits));
    assert.equal((await refusal('similar', { folder, path: 'users.py', line: 400 })).code, 'not-found');
    const { result: packed } = await ask('pack', { folder, task: 'the password check is wrong', tokens: 500 });
    assert.match(String(packed.text), /check_password/);
  });

  it('find what a later refresh adds, also of two at once', async () => {
    writeFileSync(join(folder, 'mailer.py'), 'def send_newsletter(address):\n    return address\n');
    const [first, second] = await Promise.all([ask('refresh', { folder }), ask('refresh', { folder })]);
    assert.deepEqual([first.result.added, second.result.added], [1, 0]);
    const { result } = await ask('search', { folder, query: 'send_newsletter', mode: 'keyword' });
    assert.equal((result.hits as { path: string }[])[0]?.path, 'mailer.py');
  });

  it('refuse to index a folder in which the index cannot be written', async () => {
    const blocked = join(folder, 'blocked');
    mkdirSync(blocked);
    writeFileSync(join(blocked, '.codegrain'), 'a file where the folder of the index should be');
    assert.equal((await refusal('refresh', { folder: blocked })).code, 'index-unusable');
  });

  it('refuse parameters that the schema refuses', async () => {
    for (const [method, params] of [
      ['chunk', {}],
      ['chunk', { text: 1 }],
      ['chunk', { text: 'x', maxTokens: 3 }],
      ['chunk', { text: 'x', maxTokens: '400' }],
      ['chunk', { text: 'x', maxtokens: 400 }],
      ['chunk', { text: 'x', strategy: 'lines' }],
      ['embed', { texts: 'x' }],
      ['search', { folder, query: 'x', limit: 0 }],
      ['search', { folder, query: 'x', only: ['images'] }],
      ['similar', { folder, path: 'a', line: 1.5 }],
      ['cancel', { request: null }],
    ] as const) {
      assert.throws(() => assertFits(`${method}.params`, params));
      assert.equal((await refusal(method, params)).code, 'invalid-params');
    }
  });
});
