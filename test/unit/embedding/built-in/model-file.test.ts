/** The file of the built-in model: it is read, or refused with a clear message if it is damaged. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { loadModel } from '../../../../src/embedding/built-in/built-in-embedder';
import { builtInModelPath, knownModel, readModel } from '../../../../src/embedding/built-in/model-file';
import { crc32 } from '../../../../src/shared/crc';
import { productFile } from '../../../../src/shared/product';
import { runs } from '../../random-runs';

const sections = ['vocabulary', 'rows', 'scales', 'gate', 'up', 'down'] as const;
const [dimensions, heads, hidden] = [16, 1, 16];
const vocabulary = ['alpha', 'beta', 'gamma'];

interface Changes {
  readonly header?: Readonly<Record<string, unknown>>;
  readonly lengths?: Partial<Record<(typeof sections)[number], number>>;
  readonly without?: (typeof sections)[number];
}

/** A complete model of three words. */
function smallModel({ header = {}, lengths = {}, without }: Changes = {}): Buffer {
  const sizes = {
    vocabulary: vocabulary.join('\n').length,
    rows: vocabulary.length * dimensions,
    scales: vocabulary.length * 4,
    gate: 2 * dimensions * heads * dimensions * 2,
    up: 2 * dimensions * hidden * 2,
    down: 2 * hidden * dimensions * 2,
    ...lengths,
  };
  let end = 0;
  const places: Record<string, [number, number]> = {};
  for (const name of sections) {
    if (name !== without) places[name] = [end, sizes[name]];
    end += Math.ceil(sizes[name] / 64) * 64;
  }
  const data = Buffer.alloc(end);
  data.write(vocabulary.join('\n'), 0, 'latin1');
  for (let i = 0; i < sizes.rows; i++) data[(places.rows?.[0] ?? 0) + i] = (i * 37) & 0x7f;
  for (let i = 0; i < vocabulary.length; i++) data.writeFloatLE(0.5, (places.scales?.[0] ?? 0) + 4 * i);
  const about = {
    name: 'small',
    dimensions,
    words: vocabulary.length,
    heads,
    hidden,
    about: 2,
    sections: places,
    ...header,
  };
  let json = JSON.stringify(about);
  json = json.padEnd(Math.ceil((8 + json.length) / 64) * 64 - 8);
  const start = Buffer.alloc(8);
  start.write('CGM1', 'latin1');
  start.writeUInt32LE(json.length, 4);
  return Buffer.concat([start, Buffer.from(json), data]);
}

describe('a model file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'codegrain-model-'));
  const file = join(folder, 'a.cgm');
  after(() => rmSync(folder, { recursive: true, force: true }));

  const refused = async (bytes: Uint8Array, message: RegExp): Promise<void> => {
    writeFileSync(file, bytes);
    await assert.rejects(loadModel(file), (error: Error) => {
      assert.ok(error.message.startsWith(file), error.message);
      assert.match(error.message, message);
      return true;
    });
  };

  it('of the product has the hash of its bytes and sections of the right size', async () => {
    const model = await readModel();
    const bytes = readFileSync(productFile(builtInModelPath));
    assert.equal(model.sha256, createHash('sha256').update(bytes).digest('hex'));
    assert.equal(Buffer.from(model.vocabulary).toString().split('\n').filter(Boolean).length, model.words);
    assert.equal(model.rows.length, model.words * model.dimensions);
    assert.equal(model.scales.length, model.words);
    assert.ok(model.scales.every((scale) => Number.isFinite(scale) && scale >= 0));
    assert.ok(bytes.length <= 12e6, 'at most 12 MB');
  });

  it('of the product is the known one, so that its hash need not be computed', () => {
    const bytes = readFileSync(productFile(builtInModelPath));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    assert.deepEqual(knownModel, { length: bytes.length, crc: crc32(bytes), sha256 });
  });

  it('with one changed bit has another hash', async () => {
    const bytes = readFileSync(productFile(builtInModelPath));
    const at = bytes.length - 1000;
    bytes.writeUInt8(bytes.readUInt8(at) ^ 4, at);
    writeFileSync(file, bytes);
    assert.equal((await readModel(file)).sha256, createHash('sha256').update(bytes).digest('hex'));
  });

  it('that is complete can be used', async () => {
    writeFileSync(file, smallModel());
    const model = await loadModel(file);
    assert.equal(model.dimensions, dimensions);
    const [known, unknown] = await model.embed(['alpha beta', 'nothing'], 'passage');
    assert.ok(Math.abs(Math.hypot(...(known ?? [])) - 1) < 1e-6);
    assert.deepEqual([...(unknown ?? [])], Array(dimensions).fill(0));
  });

  it('that is missing or cannot be read is named in the error', async () => {
    await assert.rejects(loadModel(join(folder, 'none.cgm')), /none\.cgm is missing$/);
    await assert.rejects(loadModel(folder), (error: Error) => error.message.startsWith(`${folder} cannot be read`));
  });

  it('that is something else is refused', async () => {
    for (const text of ['', 'C', '{}', 'CGX1 an index', 'version https://git-lfs.github.com/spec/v1\n'])
      await refused(Buffer.from(text), /is not an embedding model$/);
  });

  it('with a section that is missing, too short or too long is refused', async () => {
    for (const without of sections) await refused(smallModel({ without }), /damaged$/);
    for (const part of ['rows', 'scales', 'gate', 'up', 'down'] as const) {
      await refused(smallModel({ lengths: { [part]: 8 } }), /damaged$/);
      await refused(smallModel({ lengths: { [part]: 8192 } }), /damaged$/);
    }
    await refused(smallModel({ lengths: { vocabulary: 5 } }), /damaged$/);
  });

  it('with an invalid header is refused', async () => {
    for (const header of [
      { words: -1 },
      { words: 'three' },
      { dimensions: 0 },
      { dimensions: 15.5 },
      { heads: null },
      { about: -1 },
      { about: 'much' },
      { hidden: -16 },
      { sections: null },
      { sections: { rows: 'here' } },
      { sections: { rows: [-64, 64] } },
      { name: 7 },
    ])
      await refused(smallModel({ header }), /damaged$/);
    const list = Buffer.from('CGM1\x02\0\0\0[]');
    await refused(list, /damaged$/);
  });

  it('that was cut short anywhere is refused', async () => {
    const whole = smallModel();
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 4, max: whole.length - 512 }), (length) =>
        refused(whole.subarray(0, length), /damaged$/),
      ),
    );
    const real = readFileSync(productFile(builtInModelPath));
    for (const share of [0.001, 0.5, 0.99])
      await refused(real.subarray(0, Math.floor(real.length * share)), /damaged$/);
  });

  it('with any changed byte in its header is refused or works, and never hangs', async () => {
    const whole = smallModel();
    const headerEnd = 8 + whole.readUInt32LE(4);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 4, max: headerEnd - 1 }),
        fc.integer({ min: 0, max: 255 }),
        async (at, byte) => {
          const bytes = Buffer.from(whole);
          bytes[at] = byte;
          writeFileSync(file, bytes);
          try {
            const model = await loadModel(file);
            const [vector] = await model.embed(['alpha gamma'], 'query');
            assert.equal(vector?.length, model.dimensions);
          } catch (error) {
            assert.ok(error instanceof Error && error.message.startsWith(file), String(error));
          }
        },
      ),
      { numRuns: runs(160) },
    );
  });
});
