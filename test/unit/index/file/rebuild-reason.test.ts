/** An index with other settings is rebuilt while the old one is searched. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { replaceFile } from '../../../../src/index/file/index-files';
import { IndexReader } from '../../../../src/index/file/index-reader';
import { crc32 } from '../../../../src/shared/crc';
import { removeTemporaryFolders, temporaryFolder } from './index-folders';
import { describeFiles, describeIndex, openToy, settings, toyFile, toySegment } from './toy-index';

const old = [toyFile('a.ts', 1), toyFile('b.ts', 1)];
const fresh = [toyFile('a.ts', 2), toyFile('b.ts', 2), toyFile('c.ts', 2)];
const otherModel = { ...settings, model: 'better' };

async function oldIndex(): Promise<{ path: string; reader: IndexReader }> {
  const path = join(temporaryFolder(), 'index.cgx');
  const writer = await openToy(path);
  await writer.append(toySegment(old));
  await writer.close();
  const opened = IndexReader.open(path);
  assert.ok('index' in opened);
  return { path, reader: opened.index };
}

describe('an index made with other settings', () => {
  afterEach(removeTemporaryFolders);

  it('is searched until the new one is complete and replaces it', async () => {
    const { path, reader } = await oldIndex();
    assert.equal(reader.mismatch(otherModel), 'model');
    const writer = await openToy(path, {}, otherModel);
    assert.deepEqual(writer.rebuilding, {
      reason: 'model',
      message: 'the index was made with the model toy; the model is now better, so the index is rebuilt',
    });
    await writer.append(toySegment(fresh));
    await writer.compact();
    assert.equal(reader.refresh(), 'same');
    assert.equal(describeIndex(reader), describeFiles(old));
    assert.deepEqual(await writer.finish(), {});
    assert.equal(reader.refresh(), 'replaced');
    assert.equal(describeIndex(reader), describeFiles(fresh));
    assert.equal(reader.mismatch(otherModel), undefined);
    assert.ok('sequence' in (await writer.append(toySegment([toyFile('d.ts', 1)]))));
    await writer.close();
    assert.equal(reader.refresh(), 'grown');
    assert.deepEqual(readdirSync(dirname(path)), ['index.cgx']);
  });

  it('continues a rebuild that was stopped, and starts over for yet another model', async () => {
    const { path } = await oldIndex();
    const first = await openToy(path, {}, otherModel);
    await first.append(toySegment(fresh.slice(0, 1)));
    await first.close();
    const second = await openToy(path, {}, otherModel);
    assert.equal(describeIndex(second.index), describeFiles(fresh.slice(0, 1)));
    await second.close();
    const third = await openToy(path, {}, { ...settings, model: 'third' });
    assert.equal(describeIndex(third.index), '');
    await third.close();
    const back = await openToy(path);
    assert.equal(back.rebuilding, undefined);
    assert.equal(describeIndex(back.index), describeFiles(old));
    await back.close();
    assert.deepEqual(readdirSync(dirname(path)), ['index.cgx']);
  });

  it('passes its vectors to the new one if the model is the same', async () => {
    const { path } = await oldIndex();
    const hash = old[0]?.chunks[0]?.hash ?? '';
    const otherChunker = await openToy(path, {}, { ...settings, chunker: '2' });
    assert.equal(otherChunker.rebuilding?.reason, 'chunker');
    assert.ok(otherChunker.vectorOf(hash));
    await otherChunker.close();
    const model = await openToy(path, {}, otherModel);
    assert.equal(model.vectorOf(hash), undefined);
    await model.close();
  });

  it('is rebuilt for other dimensions', async () => {
    const { path } = await oldIndex();
    const writer = await openToy(path, {}, { ...settings, dimensions: 16 });
    assert.match(writer.rebuilding?.message ?? '', /of 8 dimensions; they now have 16/);
    await writer.close();
  });

  it('stays, if its format has another version, until the new one is complete', async () => {
    const { path } = await oldIndex();
    const bytes = readFileSync(path);
    bytes.writeUInt32LE(99, 8);
    bytes.writeUInt32LE(crc32(bytes.subarray(0, 60)), 60);
    writeFileSync(path, bytes);
    const opened = IndexReader.open(path);
    assert.ok('problem' in opened && opened.problem.reason === 'version');
    const writer = await openToy(path);
    assert.equal(writer.rebuilding?.reason, 'version');
    await writer.append(toySegment(fresh));
    assert.ok(readFileSync(path).equals(bytes));
    await writer.finish();
    await writer.close();
    const after = IndexReader.open(path);
    assert.ok('index' in after && describeIndex(after.index) === describeFiles(fresh));
  });

  it('is emptied by "clear", together with the rebuild', async () => {
    const { path, reader } = await oldIndex();
    const writer = await openToy(path, {}, otherModel);
    await writer.append(toySegment(fresh));
    assert.deepEqual(await writer.clear(), {});
    assert.equal(describeIndex(writer.index), '');
    await writer.append(toySegment(old));
    await writer.close();
    assert.equal(reader.refresh(), 'replaced');
    assert.equal(describeIndex(reader), describeFiles(old));
    assert.deepEqual(readdirSync(dirname(path)), ['index.cgx']);
  });
});

describe('replacing a file', () => {
  afterEach(removeTemporaryFolders);

  it('is retried while another program has it open', async () => {
    const folder = temporaryFolder();
    let tries = 0;
    const move = async (): Promise<void> => {
      if (++tries < 4) throw Object.assign(new Error('busy'), { code: 'EBUSY' });
    };
    await replaceFile(join(folder, 'a'), join(folder, 'b'), move);
    assert.equal(tries, 4);
  });

  it('fails at once for any other reason', async () => {
    const folder = temporaryFolder();
    await assert.rejects(replaceFile(join(folder, 'not-there'), join(folder, 'b')), { code: 'ENOENT' });
    assert.ok(!existsSync(join(folder, 'b')));
  });
});
