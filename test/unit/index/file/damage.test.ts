/** Every damage to the file is told, none gives a wrong answer, and the next writer goes on from what is whole. */
import assert from 'node:assert/strict';
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { IndexReader } from '../../../../src/index/file/index-reader';
import { ChangedFileError } from '../../../../src/index/format/record-file';
import { runs } from '../../random-runs';
import { anyDamage, damagedCopy } from './file-damage';
import { removeTemporaryFolders, temporaryFolder } from './index-folders';
import { describeIndex, openToy, toyFile, toySegment, toyVectors } from './toy-index';

interface Sound {
  readonly folder: string;
  readonly path: string;
  readonly bytes: Buffer;
  /** The answers of the index at each length of the file, from the base on. */
  readonly answers: ReadonlyMap<number, string>;
  /** The file before it was compacted. */
  readonly older: Buffer;
}

async function soundIndex(): Promise<Sound> {
  const folder = temporaryFolder();
  const path = join(folder, 'index.cgx');
  // The vectors of the base are divided into high and low bits, those of the other records are not.
  const writer = await openToy(path, { codesFrom: 1 });
  const answers = new Map<number, string>();
  const remember = (): unknown => answers.set(statSync(path).size, describeIndex(writer.index));
  await writer.append(toySegment(Array.from({ length: 12 }, (_, i) => toyFile(`src/file${i}.ts`, i))));
  const older = readFileSync(path);
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
  await writer.append({ ...toySegment([]), current: [{ sequence: 2, file: 4, mtimeMs: 8 }] });
  remember();
  await writer.append(toySegment([toyFile('src/file3.ts', 101, 60)], ['src/late.ts']));
  remember();
  await writer.close();
  return { folder, path, bytes: readFileSync(path), answers, older };
}

function pathsIn(answer: string): Set<string> {
  return new Set(answer.split('\n').map((line) => line.slice(0, line.indexOf(' '))));
}

/** What a reader says after it was asked again, if it noticed the damage while it was asked; undefined: nothing can be read. */
function answerOf(index: IndexReader): string | undefined {
  try {
    return describeIndex(index);
  } catch (error) {
    assert.ok(error instanceof ChangedFileError, String(error));
  }
  const refreshed = index.refresh();
  if (typeof refreshed === 'object') {
    assert.equal(refreshed.problem.reason, 'damaged');
    return undefined;
  }
  assert.ok(index.damage);
  return describeIndex(index);
}

describe('a damaged index', function () {
  this.timeout(120_000);
  afterEach(removeTemporaryFolders);

  it('is told and gives only what the index was at some time, whatever the damage', async () => {
    const sound = await soundIndex();
    const path = join(sound.folder, 'damaged.cgx');
    const states = new Set(sound.answers.values());
    const whole = sound.answers.get(sound.bytes.length);
    fc.assert(
      fc.property(anyDamage, fc.constantFrom({}, { memoryBytes: 0 }, { checkedBytes: 0 }), (damage, options) => {
        const damaged = damagedCopy(sound, damage);
        if (damaged.equals(sound.bytes) || damaged.equals(sound.older)) return;
        writeFileSync(path, damaged);
        const opened = IndexReader.open(path, options);
        if ('problem' in opened) return assert.equal(opened.problem.reason, 'damaged');
        const { index } = opened;
        const answer = answerOf(index);
        if (answer === undefined) return;
        assert.ok(states.has(answer), 'a state that never was');
        // A file that ends where a record ended is what the index was at that time.
        if (sound.answers.get(damaged.length) === answer && sound.bytes.subarray(0, damaged.length).equals(damaged))
          return;
        // What no answer needs is not read in a file that is not checked when it is opened.
        if (Object.keys(options).length > 0 && answer === whole) return;
        assert.ok(index.damage && index.problem, 'it is told');
        const missing = pathsIn(whole ?? '').size - pathsIn(answer).size;
        const { lostFiles } = index.damage;
        assert.ok(lostFiles === undefined || lostFiles >= missing, `${missing} are missing, told are ${lostFiles}`);
      }),
      { numRuns: runs(250), seed: 42 },
    );
  });

  it('answers as it did before the record that is damaged, missing, moved or there twice', async () => {
    const { path, bytes, answers } = await soundIndex();
    const ends = [...answers.keys()];
    ends.slice(1, -1).forEach((end, i) => {
      const start = ends[i] ?? 0;
      const record = bytes.subarray(start, end);
      const flipped = Buffer.from(bytes);
      flipped[(start + end) >> 1] = (flipped[(start + end) >> 1] ?? 0) ^ 0x10;
      for (const [damaged, before] of [
        [flipped, start],
        [Buffer.concat([bytes.subarray(0, start), Buffer.alloc(64), bytes.subarray(end)]), start],
        [Buffer.concat([bytes.subarray(0, start), bytes.subarray(end), record]), start],
        [Buffer.concat([bytes.subarray(0, end), record, bytes.subarray(end)]), end],
      ] as const) {
        writeFileSync(path, damaged);
        const opened = IndexReader.open(path);
        assert.ok('index' in opened);
        assert.equal(describeIndex(opened.index), answers.get(before));
        assert.equal(opened.index.damage?.bytes, damaged.length - before);
        assert.match(
          opened.index.problem?.message ?? '',
          /is damaged: .*(may be|is|are) missing from it.*; repair it with: codegrain index$/,
        );
      }
    });
  });

  it('must be rebuilt if what was written at once is damaged', async () => {
    const { path, bytes, answers } = await soundIndex();
    const [base = 0] = answers.keys();
    for (let at = 0; at < base; at += 331) {
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] ?? 0) ^ 0x10;
      writeFileSync(path, damaged);
      const opened = IndexReader.open(path);
      assert.ok('problem' in opened, `${at}`);
      assert.match(opened.problem.message, /is damaged and must be rebuilt$/);
    }
  });

  it('ignores what an older file left behind its end', async () => {
    const { path, bytes, answers, older } = await soundIndex();
    writeFileSync(path, Buffer.concat([bytes, older.subarray(older.length >> 1)]));
    const opened = IndexReader.open(path);
    assert.ok('index' in opened);
    assert.equal(describeIndex(opened.index), answers.get(bytes.length));
    assert.equal(opened.index.damage?.lostFiles, undefined);
    assert.equal(opened.index.damage?.bytes, older.length - (older.length >> 1));
  });

  it('is truncated after its last complete record by the next writer, which continues from there', async () => {
    const { path, answers, bytes } = await soundIndex();
    const [, second] = answers.keys();
    assert.ok(second);
    for (const cut of [second + 1, second + 64, second + 500, bytes.length - 1]) {
      writeFileSync(path, bytes);
      truncateSync(path, cut);
      const read = IndexReader.open(path);
      assert.ok('index' in read && read.index.problem);
      const writer = await openToy(path);
      assert.equal(writer.damaged, undefined);
      assert.ok(writer.damage?.isCutShort);
      const { end } = writer.index.contents;
      assert.equal(statSync(path).size, end);
      assert.equal(describeIndex(writer.index), answers.get(end));
      await writer.append(toySegment([toyFile('src/after.ts', 1)]));
      await writer.close();
      const opened = IndexReader.open(path);
      assert.ok('index' in opened && opened.index.file('src/after.ts') && !opened.index.damage);
    }
  });

  it('is not told while the last record is being written', async () => {
    const { path, answers, bytes } = await soundIndex();
    const writer = await openToy(path);
    truncateSync(path, bytes.length - 1000);
    const opened = IndexReader.open(path);
    assert.ok('index' in opened);
    assert.equal(opened.index.problem, undefined);
    assert.equal(describeIndex(opened.index), answers.get(opened.index.contents.end));
    await writer.close();
    // No one writes it any more.
    opened.index.refresh();
    assert.ok(opened.index.problem);
  });

  it('is kept under another name by the next writer, which goes on from what is whole', async () => {
    const { path, bytes, folder, answers } = await soundIndex();
    const [base = 0, second = 0] = answers.keys();
    for (const [from, to, before] of [
      [3, 7, undefined],
      [64 + 2000, base - 1000, undefined],
      [second - 700, second - 600, base],
    ] as const) {
      const damaged = Buffer.from(bytes).fill(0xaa, from, to);
      writeFileSync(path, damaged);
      const writer = await openToy(path);
      assert.ok(writer.damaged !== undefined && readFileSync(writer.damaged).equals(damaged));
      assert.equal(describeIndex(writer.index), before === undefined ? '' : answers.get(before));
      await writer.append(toySegment([toyFile('src/again.ts', 1)]));
      await writer.close();
      const opened = IndexReader.open(path);
      assert.ok('index' in opened && !opened.index.damage && opened.index.file('src/again.ts'));
      assert.equal(readdirSync(folder).length, 2);
    }
  });

  it('still has the vectors that are not damaged: nothing is embedded again that has one', async () => {
    const { path, bytes } = await soundIndex();
    const chunks = ['src/file0.ts', 'src/new.ts', 'src/late.ts'].flatMap(
      (name, i) => toyFile(name, [0, 7, 1][i] ?? 0).chunks,
    );
    let found = 0;
    for (let at = 64; at < bytes.length; at += 499) {
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] ?? 0) ^ 0x10;
      writeFileSync(path, damaged);
      const writer = await openToy(path);
      for (const chunk of chunks) {
        const vector = writer.vectorOf(chunk.hash)?.vector;
        if (vector) found++;
        assert.deepEqual(vector ?? toyVectors([chunk]).vectors, toyVectors([chunk]).vectors);
      }
      await writer.close();
      if (writer.damaged !== undefined) rmSync(writer.damaged);
    }
    const asked = chunks.length * Math.ceil((bytes.length - 64) / 499);
    assert.ok(found > asked / 2, `${found} of ${asked}`);
  });

  it('is set aside if nothing of it can be read, and a new one is started; only the last one set aside is kept', async () => {
    const { path, bytes, folder } = await soundIndex();
    for (const value of [0, 0xaa]) {
      const damaged = Buffer.alloc(bytes.length, value);
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

  it('is noticed by a reader before it gives anything else than what was written', async () => {
    const { path, bytes, answers } = await soundIndex();
    const opened = IndexReader.open(path);
    assert.ok('index' in opened);
    const { index } = opened;
    const paths = [...index.files()].map((file) => file.path).sort();
    writeFileSync(path, Buffer.alloc(bytes.length));
    const refreshed = index.refresh();
    assert.ok(typeof refreshed === 'object' && refreshed.problem.reason === 'damaged');
    assert.deepEqual([...index.files()].map(({ path }) => path).sort(), paths);
    assert.throws(() => describeIndex(index), ChangedFileError);
    writeFileSync(path, bytes);
    assert.equal(index.refresh(), 'replaced');
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
