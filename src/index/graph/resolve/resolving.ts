import type { ImportLink } from '../../../languages/language';
import type { DefinitionPlace, LinkedFile, LinkSource } from '../link-source';
import type { Meaning } from './meaning';
import type { NamespaceMembers } from './namespace-members';

/** What the parts of the resolver ask each other: names lead to members, members to types, and types to names again. */
export interface Resolving {
  readonly source: LinkSource;
  readonly namespaces: NamespaceMembers;
  meaningOf(file: LinkedFile, reference: number): Meaning;
  /** @param file the file that names the member. */
  memberOf(meaning: Meaning, name: string, file: LinkedFile): Meaning;
  basesOf(place: DefinitionPlace): Meaning[];
  importMeaning(file: LinkedFile, link: ImportLink): Meaning;
}
