/** The log of notes only grows, and stays readable whatever happens to its writers. */
import assert from 'node:assert/strict';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { checkedLine } from '../../../../src/index/logs/line-file';
import { type NoteLine, NoteLog, NoteLogWriter, noteFileOf, removeNotes } from '../../../../src/index/logs/note-log';
import { runs } from '../../random-runs';

const line = (chunk: string, note: string, more: Partial<NoteLine> = {}): NoteLine => ({
  chunk,
  document: 'd',
  stamp: 's',
  path: 'a.ts',
  note,
  ...more,
});

describe('the log of notes', () => {
  let folder = '';
  let file = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'codegrain-notes-'));
    file = noteFileOf(join(folder, '.codegrain', 'index.cgx'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = async (...lines: NoteLine[]): Promise<void> => {
    const writer = await NoteLogWriter.open(file);
    for (const each of lines) await writer.append(each);
    await writer.close();
  };
  const opened = (): NoteLog => {
    const log = new NoteLog(file);
    log.refresh();
    return log;
  };

  it('returns the last note about a chunk, in a folder that git ignores', async () => {
    await write(line('a', 'first'), line('b', 'other: é 模式'), line('a', 'second', { document: 'e' }));
    const log = opened();
    assert.equal(log.note('a'), 'second');
    assert.equal(log.note('b'), 'other: é 模式');
    assert.equal(log.note('c'), undefined);
    assert.ok(log.isLast('a', 'second') && !log.isLast('a', 'first') && !log.isLast('a', undefined));
    assert.ok(log.isLast('c', undefined) && !log.isLast('c', 'x'));
    assert.equal(readFileSync(join(folder, '.codegrain', '.gitignore'), 'utf8'), '*\n');
  });

  it('knows which questions were asked, with which model and about which document', async () => {
    await write(line('a', 'x'), { chunk: 'a', document: 'e', stamp: 's', path: 'a.ts', error: 'no' });
    const log = opened();
    assert.equal(log.outcome({ chunk: 'a', document: 'd', stamp: 's' }), 'note');
    assert.equal(log.outcome({ chunk: 'a', document: 'e', stamp: 's' }), 'error');
    assert.equal(log.outcome({ chunk: 'a', document: 'd', stamp: 't' }), undefined);
    // An error does not take away the note there was.
    assert.equal(log.note('a'), 'x');
  });

  it('reads what others add, and a file that replaces it', async () => {
    await write(line('a', 'one'));
    const log = opened();
    await write(line('b', 'two'));
    log.refresh();
    assert.equal(log.note('b'), 'two');
    assert.ok(removeNotes(file));
    log.refresh();
    assert.equal(log.size, 0);
    assert.equal(log.note('a'), undefined);
    assert.ok(!removeNotes(file) && !existsSync(file));
    await write(line('c', 'three'));
    log.refresh();
    assert.equal(log.note('c'), 'three');
  });

  it('ignores damaged lines, and says how many there are', async () => {
    await write(line('a', 'one'));
    appendFileSync(file, `hello\n${checkedLine(line('b', 'two')).replace('two', 'TWO')}\n\0\0\0\n`);
    await write(line('c', 'three'));
    const log = opened();
    assert.deepEqual(
      ['a', 'b', 'c'].map((chunk) => log.note(chunk)),
      ['one', undefined, 'three'],
    );
    assert.match(
      log.problem ?? '',
      /^3 notes in .+\.notes cannot be read because the file is damaged; codegrain enrich asks/,
    );
  });

  it('has every complete note wherever its writer was killed, and can be continued', async () => {
    const notes = fc.array(fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(notes, fc.double({ min: 0, max: 1, noNaN: true }), async (texts, share) => {
        rmSync(file, { force: true });
        await write(...texts.map((text, i) => line(`c${i}`, text)));
        const bytes = readFileSync(file);
        const cut = Math.floor(bytes.length * share);
        truncateSync(file, cut);
        const whole = bytes.subarray(0, cut).filter((byte) => byte === 10).length;
        const before = opened();
        assert.equal(before.problem, undefined);
        for (const [i, text] of texts.entries()) assert.equal(before.note(`c${i}`), i < whole ? text : undefined);
        await write(line('next', 'after'));
        before.refresh();
        assert.equal(before.note('next'), 'after');
        const after = opened();
        assert.equal(after.note('next'), 'after');
        for (let i = 0; i < whole; i++) assert.equal(after.note(`c${i}`), texts[i]);
      }),
      { numRuns: runs(15) },
    );
  });

  it('is empty if there is no file, or if it is not a log of notes', () => {
    assert.equal(opened().size, 0);
    rmSync(join(folder, '.codegrain'), { recursive: true, force: true });
    writeFileSync(join(folder, '.codegrain'), 'a file');
    assert.throws(() => opened(), /ENOTDIR/);
  });
});
