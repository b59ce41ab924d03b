import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ByteReader } from '../../../../src/index/format/byte-codec';
import type { NewChunk } from '../../../../src/index/format/segment-contents';
import { RowReader, RowWriter } from '../../../../src/index/format/stored-chunks';
import { StoredStrings, StringPool } from '../../../../src/index/format/string-pool';
import { toyFile } from '../file/toy-index';

const [toyChunk] = toyFile('a.h', 1, 1).chunks;

function chunk(symbols: readonly string[]): NewChunk {
  return { ...(toyChunk as NewChunk), symbols: symbols.map((name) => ({ name })) };
}

/** @param isSkipped by row: is it only read over? */
function written(files: readonly (readonly (readonly string[])[])[], isSkipped: (row: number) => boolean) {
  const pool = new StringPool();
  const writer = new RowWriter(pool);
  const sizes = files.map((rows) => writer.file('c', rows.map(chunk), [], () => undefined));
  const strings = new StoredStrings(pool.finish());
  const bytes = writer.finish();
  let at = 0;
  const read = files.map((rows, file) => {
    const reader = new RowReader(new ByteReader(bytes, at));
    at += sizes[file] ?? 0;
    return rows.map((_, row) => {
      reader.next(isSkipped(row));
      return reader.symbols.map((number) => strings.get(number));
    });
  });
  return { read, bytes };
}

describe('The symbols of rows', () => {
  it('are those that were put in, whichever rows before were only read over', () => {
    const name = fc.oneof(
      fc.nat(8).map((n) => `REG_${n}`),
      fc.nat(2000).map((n) => `REG_${n}`),
    );
    // Lists of registers that go on where another one begins or ends.
    const run = fc
      .tuple(fc.nat(600), fc.nat(600))
      .map(([from, count]) => Array.from({ length: count }, (_, i) => `REG_${from + i}`));
    const rows = fc.array(fc.oneof(fc.array(name, { maxLength: 5 }), run), { maxLength: 6 });
    fc.assert(
      fc.property(fc.array(rows, { maxLength: 3 }), fc.nat(5), (files, last) => {
        const { read } = written(files, (row) => row < last);
        files.forEach((file, number) => {
          assert.deepEqual(read[number]?.slice(last), file.slice(last));
        });
      }),
    );
  });

  it('take few bytes where a file lists the names of another one again', () => {
    const registers = Array.from({ length: 200 }, (_, i) => `REG_${i}`);
    const once = written([[registers]], () => false).bytes.length;
    const twice = written([[registers], [registers]], () => false).bytes.length;
    assert.ok(once < 20, `${once} bytes`);
    assert.ok(twice < 40, `${twice} bytes`);
  });
});
