/** Every damage to the file is noticed, and none gives a wrong answer. */
import assert from 'node:assert/strict';
import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { IndexReader } from '../../../../src/index/file/index-reader';
import { removeTemporaryFolders, runs, temporaryFolder } from './index-folders';
import { describeIndex, openToy, toyFile, toySegment, toyVectors } from './toy-index';

interface Sound {
  readonly folder: string;
  readonly path: string;
  readonly bytes: Buffer;
  /** The answers of the index at each length of the file, from the base on. */
  readonly answers: ReadonlyMap<number, string>;
}

async function soundIndex(): Promise<Sound> {
  const folder = temporaryFolder();
  const path = join(folder, 'index.cgx');
  const writer = await openToy(path);
  const answers = new Map<number, string>();
  const remember = (): unknown => answers.set(statSync(path).size, describeIndex(writer.index));
  await writer.append(toySegment(Array.from({ length: 12 }, (_, i) => toyFile(`src/file${i}.ts`, i))));
  await writer.compact();
  remember();
  await writer.append(toySegment([toyFile('src/file3.ts', 100), toyFile('src/new.ts', 7)], ['src/file4.ts']));
  remember();
  const late = toyFile('src/late.ts', 1);
  const appended = await writer.append(toySegment([late], [], false));
  remember();
  assert.ok('sequence' in appended);
  await writer.fillVectors(appended.sequence, Uint32Array.of(0, 1, 2, 3, 4), toyVectors(late.chunks));
  remember();
  await writer.append(toySegment([toyFile('src/file3.ts', 101, 60)], ['src/late.ts']));
  remember();
  await writer.close();
  return { folder, path, bytes: readFileSync(path), answers };
}

/** The same numbers for the same seed, so that a failure can be reproduced. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d);
    mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
    return ((mixed ^ (mixed >>> 15)) >>> 0) % below;
  };
}

function damagedCopy(bytes: Buffer, random: (below: number) => number): Buffer {
  const copy = Buffer.from(bytes);
  switch (random(4)) {
    case 0:
      return copy.subarray(0, random(bytes.length));
    case 1: {
      const at = random(bytes.length);
      copy[at] = (copy[at] ?? 0) ^ (1 << random(8));
      return copy;
    }
    case 2:
      return zeroed(copy, 1, random);
    default:
      return zeroed(copy, 1 + random(8), random);
  }
}

function zeroed(bytes: Buffer, sectors: number, random: (below: number) => number): Buffer {
  const from = 512 * random(Math.ceil(bytes.length / 512));
  return bytes.fill(0, from, Math.min(bytes.length, from + 512 * sectors));
}

describe('a damaged index', function () {
  this.timeout(120_000);
  afterEach(removeTemporaryFolders);

  it('is noticed, or answers as at an earlier time, after 2,000 random truncations, bit flips and zeroed sectors', async () => {
    const sound = await soundIndex();
    const { bytes, answers } = sound;
    const path = join(sound.folder, 'damaged.cgx');
    const random = randomNumbers(42);
    const whole = answers.get(bytes.length);
    for (let left = runs(2000); left > 0; ) {
      const damaged = damagedCopy(bytes, random);
      if (damaged.equals(bytes)) continue;
      left--;
      writeFileSync(path, damaged);
      const opened = IndexReader.open(path);
      if ('problem' in opened) {
        assert.equal(opened.problem.reason, 'damaged');
        continue;
      }
      const { index } = opened;
      // What is left is what the file was before an append; a cut at exactly that place leaves nothing to notice.
      const answer = answers.get(index.contents.end);
      assert.equal(describeIndex(index), answer);
      assert.ok(index.ignoredBytes > 0 || (damaged.length < bytes.length && answers.has(damaged.length)));
      assert.notEqual(answer, whole);
    }
  });

  it('ends where a record was removed or moved, even if all others are intact', async () => {
    const { path, bytes, answers } = await soundIndex();
    const ends = [...answers.keys()];
    ends.slice(1, -1).forEach((end, i) => {
      const start = ends[i] ?? 0;
      const record = bytes.subarray(start, end);
      for (const [damaged, whole] of [
        [Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]), start],
        [Buffer.concat([bytes.subarray(0, end), record, bytes.subarray(end)]), end],
        [Buffer.concat([bytes.subarray(0, start), bytes.subarray(end), record]), start],
      ] as const) {
        writeFileSync(path, damaged);
        const opened = IndexReader.open(path);
        assert.ok('index' in opened);
        assert.equal(opened.index.contents.end, whole);
        assert.equal(opened.index.ignoredBytes, damaged.length - whole);
        assert.equal(describeIndex(opened.index), answers.get(whole));
      }
    });
    // The first record of all says what the index is made with.
    const [base = 0] = ends;
    const first = 64 + 64 + Number(bytes.readBigUInt64LE(64 + 8));
    for (const damaged of [
      Buffer.concat([bytes.subarray(0, 64), bytes.subarray(first)]),
      Buffer.concat([bytes.subarray(0, first), bytes.subarray(base)]),
    ]) {
      writeFileSync(path, damaged);
      const opened = IndexReader.open(path);
      assert.ok('problem' in opened && opened.problem.reason === 'damaged');
    }
  });

  it('is truncated after its last complete record by the next writer, which continues from there', async () => {
    const { path, answers, bytes } = await soundIndex();
    const [, second] = answers.keys();
    assert.ok(second);
    for (const cut of [second + 1, second + 64, second + 500, bytes.length - 1]) {
      writeFileSync(path, bytes);
      truncateSync(path, cut);
      const writer = await openToy(path);
      assert.equal(writer.damaged, undefined);
      const { end } = writer.index.contents;
      assert.equal(statSync(path).size, end);
      assert.equal(describeIndex(writer.index), answers.get(end));
      await writer.append(toySegment([toyFile('src/after.ts', 1)]));
      await writer.close();
      const opened = IndexReader.open(path);
      assert.ok('index' in opened && opened.index.file('src/after.ts') && opened.index.ignoredBytes === 0);
    }
  });

  it('is set aside if its base is incomplete, and a new one is started; only the last one set aside is kept', async () => {
    const { path, bytes, folder } = await soundIndex();
    for (const at of [3, 100, 700]) {
      const damaged = Buffer.from(bytes).fill(0xaa, at, at + 4);
      writeFileSync(path, damaged);
      const writer = await openToy(path);
      assert.ok(writer.damaged && existsSync(writer.damaged));
      assert.ok(readFileSync(writer.damaged).equals(damaged));
      assert.equal(describeIndex(writer.index), '');
      await writer.append(toySegment([toyFile('src/again.ts', 1)]));
      await writer.close();
      assert.equal(readdirSync(folder).length, 2);
    }
  });

  it('does not disturb a reader that has it in memory', async () => {
    const { path, bytes, answers } = await soundIndex();
    const opened = IndexReader.open(path);
    assert.ok('index' in opened);
    const { index } = opened;
    writeFileSync(path, Buffer.from(bytes).fill(0, 0, 64));
    const refreshed = index.refresh();
    assert.ok(typeof refreshed === 'object' && refreshed.problem.reason === 'damaged');
    assert.equal(describeIndex(index), answers.get(bytes.length));
  });

  it('is reported the same way if the file is empty, a text or from another program', async () => {
    const path = join(temporaryFolder(), 'index.cgx');
    for (const content of ['', 'hello', 'x'.repeat(10_000)]) {
      writeFileSync(path, content);
      const opened = IndexReader.open(path);
      assert.ok('problem' in opened && opened.problem.reason === 'damaged');
    }
    copyFileSync(process.execPath, path);
    const opened = IndexReader.open(path);
    assert.ok('problem' in opened && opened.problem.reason === 'damaged');
  });
});
