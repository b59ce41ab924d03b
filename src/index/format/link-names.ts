/** Reads which names each file of the section `links` defines and uses, as numbers of strings, without decoding the rest. */
import { referenceForms } from '../../chunking/links/file-links';
import { definitionKinds } from '../../languages/language';
import type { ByteReader } from './byte-codec';
import { definitionBits, definitionFlags, LinkStrings, otherForm, shortForms } from './link-table';

/** Each method may be called several times for one name of a file. */
export interface NameVisitor {
  namespace(name: number): void;
  definition(name: number): void;
  /** A namespace that the file opens itself. */
  innerNamespace(name: number): void;
  use(name: number): void;
}

const namespaceKinds = new Set([definitionKinds.indexOf('namespace'), definitionKinds.indexOf('module')]);
const anyForm = referenceForms.indexOf('any');

/** @param reader stands at the beginning of the links of a file. */
export function visitLinkNames(reader: ByteReader, visitor: NameVisitor): void {
  const strings = new LinkStrings(reader);
  visitor.namespace(strings.number());
  for (let left = reader.varint(); left > 0; left--) {
    // The local name is one of the names that the code uses.
    strings.number();
    strings.number();
    visitor.use(strings.number());
  }
  let name = 0;
  for (let left = reader.varint(); left > 0; left--) {
    const bits = reader.byte();
    name += reader.signed();
    visitor.definition(strings.seen(name));
    if (namespaceKinds.has(bits >> definitionBits.kind)) visitor.innerNamespace(name);
    for (let skipped = bits & definitionBits.hasContainer ? 5 : 4; skipped > 0; skipped--) reader.varint();
    const flags = bits & definitionBits.hasFlags ? reader.byte() : 0;
    if (flags & definitionFlags.owner) strings.number();
    if (flags & definitionFlags.type) reader.varint();
    if (flags & definitionFlags.bases) for (let bases = reader.varint(); bases > 0; bases--) reader.varint();
  }
  for (let left = reader.varint(); left > 0; left--) {
    const both = reader.varint();
    const form = both % 4;
    if (form === shortForms.own) continue;
    if (form === otherForm) {
      if (Math.floor(both / 4) !== anyForm) reader.varint();
      visitor.use(strings.number());
      continue;
    }
    visitor.use(strings.numberOf(Math.floor(both / 4)));
    if (form === shortForms.member) reader.varint();
  }
}
