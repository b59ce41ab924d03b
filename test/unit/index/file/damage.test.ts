/** Every damage to the file is told, none gives a wrong answer, and what is whole is kept. */
import assert from 'node:assert/strict';
import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { IndexReader } from '../../../../src/index/file/index-reader';
import { ChangedFileError } from '../../../../src/index/format/record-file';
import { anyDamage, damagedCopy } from './file-damage';
import { removeTemporaryFolders, runs, temporaryFolder } from './index-folders';
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
  await writer.append({ ...toySegment([]), revived: [{ path: 'src/file4.ts', sequence: 2, file: 4, mtimeMs: 8 }] });
  remember();
  await writer.append(toySegment([toyFile('src/file3.ts', 101, 60)], ['src/late.ts']));
  remember();
  await writer.close();
  return { folder, path, bytes: readFileSync(path), answers, older };
}

interface DescribedRow {
  readonly lexical?: string;
  readonly vector?: readonly number[];
  readonly scale?: number;
}

/** By path: the file and its rows, in every version that was ever written. */
function versionsOf(answers: Iterable<string>): Map<string, Set<string>> {
  const versions = new Map<string, Set<string>>();
  for (const answer of answers) {
    for (const line of answer.split('\n')) {
      const path = line.slice(0, line.indexOf(' '));
      versions.set(path, (versions.get(path) ?? new Set()).add(line));
    }
  }
  return versions;
}

/** Is it the same, but for words and vectors that are missing? */
function isWeaker(line: string, version: string): boolean {
  const parse = (text: string): [object, DescribedRow[]] => JSON.parse(text.slice(text.indexOf(' ') + 1));
  const [file, rows] = parse(line);
  const [wholeFile, wholeRows] = parse(version);
  const weakened = wholeRows.map(({ lexical, vector, scale, ...rest }, i) => ({
    ...rest,
    ...(rows[i]?.lexical !== undefined && { lexical }),
    ...(rows[i]?.vector !== undefined && { vector, scale }),
  }));
  assert.equal(rows.length, wholeRows.length);
  try {
    assert.deepEqual([file, rows], [wholeFile, weakened]);
    return true;
  } catch {
    return false;
  }
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

  it('is told and gives only what was written, whatever the damage', async () => {
    const sound = await soundIndex();
    const path = join(sound.folder, 'damaged.cgx');
    const versions = versionsOf(sound.answers.values());
    const whole = sound.answers.get(sound.bytes.length) ?? '';
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
        // A file that ends where a record ended is what the index was at that time.
        if (sound.answers.get(damaged.length) === answer && sound.bytes.subarray(0, damaged.length).equals(damaged))
          return;
        // What is there to restore damaged bytes is not read in a file that is not checked when it is opened.
        if (Object.keys(options).length > 0 && answer === whole) return;
        assert.ok(index.damage && index.problem, 'it is told');
        const lines = answer === '' ? [] : answer.split('\n');
        for (const line of lines) {
          const known = [...(versions.get(line.slice(0, line.indexOf(' '))) ?? [])];
          assert.ok(known.includes(line) || known.some((version) => isWeaker(line, version)), line.slice(0, 300));
        }
        const present = pathsIn(answer);
        const missing = [...pathsIn(whole)].filter((each) => !present.has(each));
        // Without any record of the newer file, nothing tells that there was one.
        if (index.header.generation.count < 2) return;
        const { lostFiles, isAtLeast, weakenedFiles } = index.damage;
        if (isAtLeast) return;
        assert.ok(
          lostFiles === undefined || lostFiles >= missing.length,
          `${missing} are missing, told are ${lostFiles}`,
        );
        if (lostFiles === 0 && weakenedFiles === 0) assert.ok(lines.length >= pathsIn(whole).size);
      }),
      { numRuns: runs(800), seed: 42 },
    );
  });

  it('loses nothing by a flipped bit or a few bytes, wherever they are', async () => {
    const sound = await soundIndex();
    const path = join(sound.folder, 'damaged.cgx');
    const whole = sound.answers.get(sound.bytes.length);
    for (let at = 0; at < sound.bytes.length; at += 331) {
      for (const length of [1, 40]) {
        const damaged = Buffer.from(sound.bytes);
        for (let i = at; i < Math.min(at + length, damaged.length); i++) damaged[i] = (damaged[i] ?? 0) ^ 0x10;
        writeFileSync(path, damaged);
        for (const options of [{ memoryBytes: 0 }, { checkedBytes: 0 }]) {
          const large = IndexReader.open(path, options);
          assert.ok('index' in large && answerOf(large.index) === whole, `${at}, ${length} bytes`);
        }
        const opened = IndexReader.open(path);
        assert.ok('index' in opened, `${at}`);
        assert.equal(describeIndex(opened.index), whole, `${at}, ${length} bytes`);
        assert.ok(opened.index.damage);
        assert.match(
          opened.index.problem?.message ?? '',
          /is damaged: its content could be restored, and no file is missing/,
        );
      }
    }
  });

  it('keeps the records around one that was removed, and all of them if one was moved or is there twice', async () => {
    const { path, bytes, answers } = await soundIndex();
    const ends = [...answers.keys()];
    const whole = answers.get(bytes.length);
    ends.slice(1, -1).forEach((end, i) => {
      const start = ends[i] ?? 0;
      const record = bytes.subarray(start, end);
      for (const [damaged, isAll] of [
        [Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]), false],
        [Buffer.concat([bytes.subarray(0, end), record, bytes.subarray(end)]), true],
        [Buffer.concat([bytes.subarray(0, start), bytes.subarray(end), record]), true],
      ] as const) {
        writeFileSync(path, damaged);
        const opened = IndexReader.open(path);
        assert.ok('index' in opened && opened.index.damage);
        if (isAll) assert.equal(describeIndex(opened.index), whole);
        else assert.ok(opened.index.file('src/file0.ts') && opened.index.file('src/file3.ts'));
      }
    });
  });

  it('is read without its first bytes: every record says what the index was made with', async () => {
    const { path, bytes, answers } = await soundIndex();
    const whole = answers.get(bytes.length);
    const first = 64 + 64 + Number(bytes.readBigUInt64LE(64 + 8));
    for (const damaged of [
      Buffer.from(bytes).fill(0, 0, 64),
      Buffer.from(bytes).fill(0, 0, first),
      bytes.subarray(first),
      Buffer.concat([bytes.subarray(0, 64), bytes.subarray(first)]),
    ]) {
      writeFileSync(path, damaged);
      const opened = IndexReader.open(path);
      assert.ok('index' in opened && opened.index.damage);
      assert.equal(describeIndex(opened.index), whole);
      assert.equal(opened.index.contents.about?.model, 'toy');
    }
  });

  it('ignores what an older file left behind its end', async () => {
    const { path, bytes, answers, older } = await soundIndex();
    writeFileSync(path, Buffer.concat([bytes, older.subarray(older.length >> 1)]));
    const opened = IndexReader.open(path);
    assert.ok('index' in opened);
    assert.equal(describeIndex(opened.index), answers.get(bytes.length));
    assert.equal(opened.index.damage?.lostFiles, 0);
    assert.equal(opened.index.damage?.bytes, older.length - (older.length >> 1));
  });

  it('names the files that are missing', async () => {
    const { path, bytes, answers } = await soundIndex();
    const [base = 0] = answers.keys();
    // Most of the base.
    writeFileSync(path, Buffer.from(bytes).fill(0, 64 + 2000, base - 1000));
    const opened = IndexReader.open(path);
    assert.ok('index' in opened);
    assert.equal(opened.index.damage?.lostFiles, 11);
    assert.match(
      opened.index.problem?.message ?? '',
      /is damaged: 11 files are missing from it.*; repair it with: codegrain index$/,
    );
    assert.ok(opened.index.file('src/new.ts') && opened.index.file('src/file3.ts'));
  });

  it('does not have a revived file without its rows, and names it', async () => {
    const { path, bytes, answers } = await soundIndex();
    const { length: start } = bytes.subarray(0, 64 + 64 + Number(bytes.readBigUInt64LE(64 + 8)));
    const [base = 0] = answers.keys();
    // The whole base.
    writeFileSync(path, Buffer.concat([bytes.subarray(0, start), bytes.subarray(base)]));
    const opened = IndexReader.open(path);
    assert.ok('index' in opened);
    assert.deepEqual([...opened.index.files()].map(({ path }) => path).sort(), ['src/file3.ts', 'src/new.ts']);
    assert.deepEqual(opened.index.damage?.lostPaths, ['src/file4.ts']);
    assert.equal(opened.index.damage?.lostFiles, 11);
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

  it('is replaced by the next writer with what is whole, and kept if something is lost', async () => {
    const { path, bytes, folder, answers } = await soundIndex();
    const whole = answers.get(bytes.length) ?? '';
    const [base = 0] = answers.keys();
    for (const [from, to, isKept] of [
      [3, 7, false],
      [1500, 1504, false],
      [64 + 2000, base - 1000, true],
    ] as const) {
      const damaged = Buffer.from(bytes).fill(0xaa, from, to);
      writeFileSync(path, damaged);
      const writer = await openToy(path);
      assert.ok(writer.damage);
      assert.equal(writer.damaged !== undefined, isKept);
      if (writer.damaged !== undefined) assert.ok(readFileSync(writer.damaged).equals(damaged));
      else assert.equal(describeIndex(writer.index), whole);
      await writer.append(toySegment([toyFile('src/again.ts', 1)]));
      await writer.close();
      const opened = IndexReader.open(path);
      assert.ok('index' in opened && !opened.index.damage && opened.index.file('src/again.ts'));
      assert.equal(readdirSync(folder).length, isKept ? 2 : 1);
    }
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
