/** A target is the old file or the complete new one. */
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FileTarget, TargetProblem } from '../../../../src/surfaces/export/export-target';
import { removeTemporaryFolders, temporaryFolder } from '../../index/file/index-folders';

describe('the target of an export', () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(removeTemporaryFolders);

  const refused = (path: string, why: RegExp): Promise<void> =>
    assert.rejects(FileTarget.open(path), (error: Error) => {
      assert.ok(error instanceof TargetProblem);
      assert.ok(error.message.startsWith(`cannot write ${path}: `) && !error.message.includes('\n'), error.message);
      assert.match(error.message, why);
      return true;
    });

  it('appears when everything is written, and not before', async () => {
    const file = join(folder, 'chunks.jsonl');
    writeFileSync(file, 'old', { mode: 0o640 });
    const target = await FileTarget.open(file);
    await target.write('é'.repeat(300_000));
    await target.write(Uint8Array.of(10));
    assert.equal(readFileSync(file, 'utf8'), 'old');
    await target.finish();
    await target.discard();
    assert.equal(readFileSync(file, 'utf8'), `${'é'.repeat(300_000)}\n`);
    assert.equal(target.bytes, 600_001);
    assert.equal(statSync(file).mode & 0o777, 0o640);
    assert.deepEqual(readdirSync(folder), ['chunks.jsonl']);
  });

  it('stays unchanged when the export is abandoned', async () => {
    const file = join(folder, 'chunks.jsonl');
    writeFileSync(file, 'old');
    const target = await FileTarget.open(file);
    await target.write('new'.repeat(200_000));
    assert.equal(readdirSync(folder).length, 2);
    await target.discard();
    assert.deepEqual(readdirSync(folder), ['chunks.jsonl']);
    assert.equal(readFileSync(file, 'utf8'), 'old');
  });

  it('may be a link, which stays one', async function () {
    if (process.platform === 'win32') this.skip();
    mkdirSync(join(folder, 'real'));
    writeFileSync(join(folder, 'real', 'a.jsonl'), 'old');
    symlinkSync(join('real', 'a.jsonl'), join(folder, 'link.jsonl'));
    const target = await FileTarget.open(join(folder, 'link.jsonl'));
    await target.write('new');
    await target.finish();
    assert.equal(readFileSync(join(folder, 'real', 'a.jsonl'), 'utf8'), 'new');
    assert.deepEqual(readdirSync(folder), ['link.jsonl', 'real']);
  });

  it('cannot be a folder, a device, or in a folder that does not exist', async () => {
    writeFileSync(join(folder, 'file'), '');
    await refused(folder, /it is a folder$/);
    await refused(join(folder, 'none', 'a.jsonl'), /the folder does not exist$/);
    await refused(join(folder, 'file', 'a.jsonl'), /not a folder$/);
    await refused(`${join(folder, 'new')}/`, /not a file name$/);
    if (process.platform !== 'win32') await refused('/dev/null', /not a regular file/);
    assert.deepEqual(readdirSync(folder), ['file']);
  });

  it('must be writable', async function () {
    // The superuser may write everywhere.
    if (process.platform === 'win32' || process.getuid?.() === 0) this.skip();
    writeFileSync(join(folder, 'a.jsonl'), 'old', { mode: 0o444 });
    await refused(join(folder, 'a.jsonl'), /permission denied$/);
    chmodSync(folder, 0o555);
    await refused(join(folder, 'b.jsonl'), /permission denied$/);
    chmodSync(folder, 0o755);
  });
});
