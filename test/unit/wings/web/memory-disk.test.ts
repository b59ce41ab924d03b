/** The stand-in for `node:fs` in browsers does what Node does: every step is made on a real folder and on the disk in memory. */
import assert from 'node:assert/strict';
import * as realFs from 'node:fs';
import * as realPromises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as webFs from '../../../../src/wings/web/node/fs';
import * as webPromises from '../../../../src/wings/web/node/fs-promises';
import { disk } from '../../../../src/wings/web/node/open-files';

type Fs = Pick<typeof realFs, keyof typeof realFs & keyof typeof webFs>;
type Promises = Pick<typeof realPromises, keyof typeof realPromises & keyof typeof webPromises>;

interface Place {
  readonly fs: Fs;
  readonly promises: Promises;
  readonly at: (path: string) => string;
}

/** What a step returns, or the code of its error; bytes as text. */
async function outcome(step: (place: Place) => unknown, place: Place): Promise<unknown> {
  try {
    const result = await step(place);
    return result instanceof Uint8Array ? `bytes ${Buffer.from(result).toString('latin1')}` : result;
  } catch (error) {
    return { code: (error as NodeJS.ErrnoException).code };
  }
}

const steps: Readonly<Record<string, (place: Place) => unknown>> = {
  'read what is missing': ({ fs, at }) => fs.readFileSync(at('a')),
  'write and read': ({ fs, at }) => {
    fs.writeFileSync(at('a'), 'äöü\r\n');
    return [fs.readFileSync(at('a'), 'utf8'), fs.readFileSync(at('a'), 'latin1'), fs.statSync(at('a')).size];
  },
  'write into a missing folder': ({ fs, at }) => fs.writeFileSync(at('no/a'), 'x'),
  'write below a file': ({ fs, at }) => fs.writeFileSync(at('a/b'), 'x'),
  'write what must be new': ({ fs, at }) => fs.writeFileSync(at('a'), 'x', { flag: 'wx' }),
  'make folders': ({ fs, at }) => {
    fs.mkdirSync(at('f/g/h'), { recursive: true });
    fs.mkdirSync(at('f/g/h'), { recursive: true });
    fs.writeFileSync(at('f/g/h/i.txt'), '');
    return fs.readdirSync(at('f/g'));
  },
  'make a folder twice': ({ fs, at }) => fs.mkdirSync(at('f')),
  'make a folder below a missing one': ({ fs, at }) => fs.mkdirSync(at('none/f')),
  'list with types': ({ fs, at }) =>
    fs
      .readdirSync(at('.'), { withFileTypes: true })
      .map((entry) => [entry.name, entry.isFile(), entry.isDirectory(), entry.isSymbolicLink()])
      .sort(),
  'list a file': ({ fs, at }) => fs.readdirSync(at('a')),
  'read a folder': ({ fs, at }) => fs.readFileSync(at('f')),
  'stat what is missing': ({ fs, at }) => [
    fs.existsSync(at('none')),
    fs.statSync(at('none'), { throwIfNoEntry: false }),
    fs.lstatSync(at('none'), { throwIfNoEntry: false }),
  ],
  'stat kinds': ({ fs, at }) => [fs.statSync(at('a')).isFile(), fs.lstatSync(at('f')).isDirectory()],
  'stat what is missing, or throw': ({ fs, at }) => fs.statSync(at('none')),
  'remove a folder that is not empty': ({ fs, at }) => fs.rmdirSync(at('f')),
  'remove a missing file': ({ fs, at }) => fs.rmSync(at('none')),
  'remove a missing file by force': ({ fs, at }) => fs.rmSync(at('none'), { force: true }),
  'unlink what is missing': ({ fs, at }) => fs.unlinkSync(at('none')),
  'read at positions': ({ fs, at }) => {
    const handle = fs.openSync(at('a'), 'r');
    const bytes = Buffer.alloc(10, '.');
    const counts = [
      fs.readSync(handle, bytes, 1, 3, 2),
      fs.readSync(handle, bytes, 5, 5, 6),
      fs.readSync(handle, bytes, 0, 5, 99),
    ];
    const { size } = fs.fstatSync(handle);
    fs.closeSync(handle);
    return [counts, bytes.toString('latin1'), size];
  },
  'use a closed handle': ({ fs, at }) => {
    const handle = fs.openSync(at('a'), 'r');
    fs.closeSync(handle);
    fs.fstatSync(handle);
  },
  'append, write in the middle, and truncate': async ({ fs, promises, at }) => {
    const appending = await promises.open(at('log'), 'a');
    await appending.appendFile('one\n');
    await appending.write('two\n');
    await appending.close();
    const handle = await promises.open(at('log'), 'r+');
    const { bytesWritten } = await handle.write(Buffer.from('XYZ'), 1, 2, 5);
    await handle.truncate(7);
    await handle.datasync();
    await handle.sync();
    await handle.close();
    return [bytesWritten, fs.readFileSync(at('log'), 'utf8')];
  },
  'write far beyond the end': async ({ fs, promises, at }) => {
    const handle = await promises.open(at('sparse'), 'wx');
    await handle.write(Buffer.from('end'), 0, 3, 40);
    await handle.close();
    return fs.readFileSync(at('sparse'));
  },
  'replace a file that is open': async ({ fs, promises, at }) => {
    fs.writeFileSync(at('old'), 'old');
    fs.writeFileSync(at('new'), 'new');
    const handle = fs.openSync(at('old'), 'r');
    await promises.rename(at('new'), at('old'));
    const bytes = Buffer.alloc(3);
    fs.readSync(handle, bytes, 0, 3, 0);
    fs.closeSync(handle);
    return [bytes.toString(), fs.readFileSync(at('old'), 'utf8'), fs.existsSync(at('new'))];
  },
  'rename what is missing': ({ promises, at }) => promises.rename(at('none'), at('b')),
  'rename a folder into itself': ({ promises, at }) => promises.rename(at('f'), at('f/g/x')),
  'rename a file to a folder': ({ promises, at }) => promises.rename(at('a'), at('f')),
  copy: async ({ fs, promises, at }) => {
    await promises.copyFile(at('a'), at('copy'), fs.constants.COPYFILE_FICLONE);
    fs.writeFileSync(at('a'), 'changed');
    return promises.readFile(at('copy'), 'utf8');
  },
  'set times': ({ fs, at }) => {
    fs.utimesSync(at('a'), new Date(5000), new Date(86_400_000));
    return fs.statSync(at('a')).mtimeMs;
  },
  'remove all': ({ fs, at }) => {
    fs.rmSync(at('f'), { recursive: true });
    return fs.existsSync(at('f/g/h/i.txt'));
  },
};

describe('the disk in memory', () => {
  it('does what a real one does', async () => {
    const folder = realFs.mkdtempSync(join(tmpdir(), 'codegrain-disk-'));
    webFs.mkdirSync('/work', { recursive: true });
    const real: Place = { fs: realFs, promises: realPromises, at: (path) => join(folder, path) };
    const web: Place = {
      fs: webFs as unknown as Fs,
      promises: webPromises as unknown as Promises,
      at: (path) => join('/work', path),
    };
    try {
      for (const [name, step] of Object.entries(steps))
        assert.deepEqual(await outcome(step, web), await outcome(step, real), name);
    } finally {
      realFs.rmSync(folder, { recursive: true });
    }
  });

  it('tells two changes in one millisecond apart', () => {
    const exact = () => webFs.statSync('/b', { bigint: true }) as { ctimeNs: bigint };
    webFs.writeFileSync('/b', 'x');
    const before = exact().ctimeNs;
    webFs.writeFileSync('/b', 'y');
    assert.notEqual(exact().ctimeNs, before);
  });

  it('fetches a listed file when it is read with a promise, and tries again after a failure', async () => {
    let calls = 0;
    disk.list('/product/table', async () => {
      if (++calls === 1) throw new Error('offline');
      return Uint8Array.of(1, 2, 3);
    });
    assert.equal(webFs.existsSync('/product/table'), true);
    assert.throws(() => webFs.readFileSync('/product/table'), { code: 'ENOTSUP' });
    await assert.rejects(webPromises.readFile('/product/table'), /offline/);
    assert.deepEqual([...Buffer.from(await webPromises.readFile('/product/table'))], [1, 2, 3]);
    await disk.load('/product/table');
    assert.equal(webFs.readFileSync('/product/table').length, 3);
    assert.equal(calls, 3);
  });
});
