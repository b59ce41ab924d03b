import assert from 'node:assert/strict';
import fc from 'fast-check';
import { LinkTable } from '../../../../src/index/format/link-reader';
import { LinkTableWriter } from '../../../../src/index/format/link-table';
import { readNameLists } from '../../../../src/index/format/name-lists';
import { StoredStrings, StringPool } from '../../../../src/index/format/string-pool';
import { definitionKinds } from '../../../../src/languages/language';

const step = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: -50, max: 300 }), fc.nat(100_000));
const definitionSteps = fc.record({
  name: fc.constantFrom('init', 'exit', 'mmDCP0', 'mmDCP1', 'mmDCP2', 'mmDCP3', 'probe', 'remove'),
  kind: fc.constantFrom(...definitionKinds),
  container: fc.nat(3),
  owner: fc.constantFrom('', '', 'init', 'Owner'),
  line: step,
  lines: fc.oneof(fc.nat(4), fc.nat(3_000)),
  start: step,
  signature: fc.nat(200),
  type: fc.integer({ min: -1, max: 3 }),
  bases: fc.array(fc.nat(5), { maxLength: 2 }),
});

describe('The links of files', () => {
  it('have definitions as they were put in, in any order and of any shape, and their names without the rest', () => {
    fc.assert(
      fc.property(fc.array(fc.array(definitionSteps, { maxLength: 30 }), { minLength: 1, maxLength: 4 }), (files) => {
        const pool = new StringPool();
        const writer = new LinkTableWriter(pool);
        const all = files.map((list) => {
          let [line, start] = [1_000, 200_000];
          const definitions = list.map(({ lines, signature, container, ...rest }, number) => {
            line = Math.max(1, line + rest.line);
            start = Math.max(0, start + rest.start);
            const range = { line, endLine: line + lines, start, signatureEnd: start + signature };
            return { ...rest, ...range, container: container <= number ? container - 1 : -1 };
          });
          return { namespace: 'a', imports: [], definitions, references: [], chunkUses: [[]] };
        });
        for (const links of all) writer.add(links);
        const strings = new StoredStrings(pool.finish());
        const section = writer.finish() ?? new Uint8Array();
        const table = new LinkTable(section, strings);
        const names = readNameLists(section, strings.count);
        for (const [file, links] of all.entries()) {
          assert.deepEqual(table.get(file, 1), links);
          for (const { name } of links.definitions)
            assert.ok(names.get('defined', strings.find(name)).includes(file), name);
        }
      }),
    );
  });

  it('take six bytes for a definition like the one before, on the next line', () => {
    const definitions = Array.from({ length: 1_000 }, (_, i) => ({
      ...{ name: `mmREG${i}`, kind: 'macro' as const, container: -1, owner: '', type: -1, bases: [] },
      ...{ line: i + 1, endLine: i + 1, start: 31 * i, signatureEnd: 31 * i + 30 },
    }));
    const writer = new LinkTableWriter(new StringPool());
    writer.add({ namespace: '', imports: [], definitions, references: [], chunkUses: [[]] });
    assert.ok((writer.finish() ?? []).length < 6_100);
  });

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
