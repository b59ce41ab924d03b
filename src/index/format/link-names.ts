/**
 * Reads which names each file of the section `links` defines and uses, as numbers of strings, without decoding the rest: the same as
 * link-names.wat, where that was not built, and to test it.
 */

import { DamagedSectionError } from '../damaged-section';
import type { ByteReader } from './byte-codec';
import { HeadReader } from './definition-head';
import type { LinkTable } from './link-reader';
import { definitionFlags, LinkStrings, otherForm, shortForms } from './link-table';
import { anyForm, type NameKind, NameLists, nameKinds, namespaceKinds } from './name-lists';

export function collectNames(links: LinkTable, files: number, strings: number): NameLists {
  const heads = new Uint32Array(nameKinds.length * strings);
  const entries = [0];
  const lastEntries = new Uint32Array(files);
  for (let file = 0; file < files; file++) {
    const before = entries.length - 1;
    const reader = links.reader(file);
    if (reader)
      visitNames(reader, (kind, name) => {
        if (name >= strings) throw new DamagedSectionError(`there is no string ${name} of ${strings}`);
        const at = nameKinds.indexOf(kind) * strings + name;
        const head = heads[at] ?? 0;
        if (head <= before) heads[at] = entries.push(head) - 1;
      });
    lastEntries[file] = entries.length - 1;
  }
  return new NameLists(strings, heads, Uint32Array.from(entries), lastEntries);
}

/** @param reader stands at the beginning of the links of a file. @param visit may be called several times for one name of a file. */
function visitNames(reader: ByteReader, visit: (kind: NameKind, name: number) => void): void {
  const strings = new LinkStrings(reader);
  visit('namespace', strings.number());
  for (let left = reader.count(); left > 0; left--) {
    // The local name is one of the names that the code uses.
    strings.number();
    strings.number();
    visit('used', strings.number());
  }
  let name = 0;
  const head = new HeadReader(reader);
  for (let left = reader.count(); left > 0; left--) {
    head.next();
    name = strings.seen(head.name(name, strings.nextNew));
    visit('defined', name);
    if (namespaceKinds.includes(head.kind)) visit('namespace', name);
    // The length of the signature is always there.
    for (let skipped = head.numbersAfterName + 1; skipped > 0; skipped--) reader.varint();
    const flags = head.hasFlags ? reader.byte() : 0;
    if (flags & definitionFlags.owner) strings.number();
    if (flags & definitionFlags.type) reader.varint();
    if (flags & definitionFlags.bases) for (let bases = reader.count(); bases > 0; bases--) reader.varint();
  }
  for (let left = reader.count(); left > 0; left--) {
    const both = reader.varint();
    const form = both % 4;
    if (form === shortForms.own) continue;
    if (form === otherForm) {
      if (Math.floor(both / 4) !== anyForm) reader.varint();
      visit('used', strings.number());
      continue;
    }
    visit('used', strings.numberOf(Math.floor(both / 4)));
    if (form === shortForms.member) reader.varint();
  }
}
