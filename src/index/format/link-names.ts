/** Reads which names each file of the section `links` defines and uses, as numbers of strings, without decoding the rest. */
import { referenceForms } from '../../chunking/links/file-links';
import { definitionKinds } from '../../languages/language';
import type { ByteReader } from './byte-codec';
import { definitionFlags } from './link-table';

/** Each method may be called several times for one name of a file. */
export interface NameVisitor {
  namespace(name: number): void;
  definition(name: number): void;
  /** A namespace that the file opens itself. */
  innerNamespace(name: number): void;
  use(name: number): void;
}

const namespaceKinds = new Set([definitionKinds.indexOf('namespace'), definitionKinds.indexOf('module')]);
const [nameForm, ownForm, anyForm] = (['name', 'own', 'any'] as const).map((form) => referenceForms.indexOf(form));

/** @param reader stands at the beginning of the links of a file. */
export function visitLinkNames(reader: ByteReader, visitor: NameVisitor): void {
  let last = 0;
  const string = (): number => {
    last += reader.signed();
    return last;
  };
  visitor.namespace(string());
  for (let left = reader.varint(); left > 0; left--) {
    // The local name is one of the names that the code uses.
    string();
    string();
    visitor.use(string());
  }
  for (let left = reader.varint(); left > 0; left--) {
    const name = string();
    visitor.definition(name);
    if (namespaceKinds.has(reader.byte())) visitor.innerNamespace(name);
    for (let skipped = 0; skipped < 5; skipped++) reader.varint();
    const flags = reader.byte();
    if (flags & definitionFlags.owner) string();
    if (flags & definitionFlags.type) reader.varint();
    if (flags & definitionFlags.bases) for (let bases = reader.varint(); bases > 0; bases--) reader.varint();
  }
  for (let left = reader.varint(); left > 0; left--) {
    const form = reader.byte();
    if (form !== nameForm && form !== anyForm) reader.varint();
    if (form !== ownForm) visitor.use(string());
  }
}
