import assert from 'node:assert/strict';
import { LinkTable, LinkTableWriter } from '../../../../src/index/format/link-table';
import { StoredStrings, StringPool } from '../../../../src/index/format/string-pool';

describe('The links of files', () => {
  it('have room for more files than a call can have arguments', () => {
    const pool = new StringPool();
    const writer = new LinkTableWriter(pool);
    const links = (namespace: string) => ({
      namespace,
      imports: [],
      definitions: [],
      references: [],
      chunkUses: [[]],
    });
    const files = 300_000;
    for (let file = 1; file < files; file++) writer.add(undefined);
    writer.add(links('last'));
    const table = new LinkTable(writer.finish() ?? new Uint8Array(), new StoredStrings(pool.finish()));
    assert.equal(table.get(0, 1), undefined);
    assert.deepEqual(table.get(files - 1, 1), links('last'));
  });
});
