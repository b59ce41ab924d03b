import assert from 'node:assert/strict';
import fc from 'fast-check';
import { DamagedSectionError } from '../../../../src/index/damaged-section';
import { LinkTableWriter, type StoredLinks } from '../../../../src/index/format/link-table';
import { nameKinds, readNameLists } from '../../../../src/index/format/name-lists';
import { StoredStrings, StringPool } from '../../../../src/index/format/string-pool';
import { linksArbitrary } from '../file/arbitrary-contents';

interface Written {
  readonly section: Uint8Array;
  readonly strings: StoredStrings;
}

function written(files: readonly (StoredLinks | undefined)[]): Written {
  const pool = new StringPool();
  const writer = new LinkTableWriter(pool);
  for (const links of files) writer.add(links);
  const section = writer.finish() ?? new Uint8Array();
  const strings = new StoredStrings(pool.finish());
  return { section, strings };
}

const manyFiles = fc.array(fc.option(linksArbitrary(2), { nil: undefined }), { maxLength: 12 }).map((files) =>
  // Code also uses what its own file defines.
  files.map((links, file) =>
    links && file % 2 === 0 && links.definitions.length > 0
      ? {
          ...links,
          references: [...links.references, { form: 'own', of: 0, name: links.definitions[0]?.name ?? '' } as const],
        }
      : links,
  ),
);

describe('The files of a name', () => {
  it('are those whose links define or use it', () => {
    fc.assert(
      fc.property(manyFiles, (files) => {
        const { section, strings } = written(files);
        const lists = readNameLists(section, strings.count);
        const filesWith = (has: (links: StoredLinks) => boolean): number[] =>
          files.flatMap((links, file) => (links && has(links) ? [file] : []));
        for (let number = 0; number < strings.count; number++) {
          const text = strings.get(number);
          assert.deepEqual(
            [...lists.get('defined', number)],
            filesWith(({ definitions }) => definitions.some(({ name }) => name === text)),
          );
          assert.deepEqual(
            [...lists.get('used', number)],
            filesWith(
              ({ imports, references }) =>
                imports.some(({ name }) => name === text) ||
                references.some(({ form, name }) => form !== 'own' && name === text),
            ),
          );
        }
      }),
    );
  });

  it('are never read beyond the links', () => {
    fc.assert(
      fc.property(manyFiles, fc.nat(), fc.nat(255), (files, place, byte) => {
        const { section, strings } = written(files);
        if (section.length === 0) return;
        const damaged = section.slice();
        damaged[place % section.length] = byte;
        try {
          const lists = readNameLists(damaged, strings.count);
          for (const kind of nameKinds) for (const number of lists.strings(kind)) lists.get(kind, number);
        } catch (error) {
          assert.ok(error instanceof DamagedSectionError, String(error));
        }
      }),
    );
  });
});

describe('The number of a name', () => {
  it('is found whether it was read before or not', () => {
    fc.assert(
      fc.property(manyFiles, fc.array(fc.nat(100)), (files, read) => {
        const { strings } = written(files);
        const all = Array.from({ length: strings.count }, (_, number) => strings.get(number));
        for (const number of read) if (number < all.length) assert.equal(strings.name(number), all[number]);
        for (const number of read) if (number < all.length) assert.equal(strings.find(all[number] ?? ''), number);
        all.forEach((text, number) => {
          assert.equal(strings.find(text), number);
        });
        assert.equal(strings.find('no such name'), -1);
      }),
    );
  });
});
