/** Names of namespaces, which any file may add to: packages of Java, namespaces of C#, PHP and C++, modules of Ruby. */
import type { DefinitionPlace, LinkSource } from '../link-source';
import { moduleRulesOf } from '../modules/rules-by-language';
import { definitionsNamed, isTopLevel, namespaceAround } from './definition-facts';
import { isSameFamily } from './language-family';
import { definitions, type Meaning, unknown } from './meaning';

export class NamespaceMembers {
  private readonly known = new Map<string, Meaning>();

  constructor(private readonly source: LinkSource) {}

  /** @param language of the file that asks. */
  find(namespace: string, name: string, language: string): Meaning {
    const key = `${language} ${namespace} ${name}`;
    let meaning = this.known.get(key);
    if (!meaning) {
      meaning = this.look(namespace, name, language);
      this.known.set(key, meaning);
    }
    return meaning;
  }

  private look(namespace: string, name: string, language: string): Meaning {
    const places: DefinitionPlace[] = [];
    for (const file of this.source.definers(name)) {
      if (!isSameFamily(file.language, language)) continue;
      for (const place of definitionsNamed(file, name)) {
        const definition = file.links.definitions[place.number];
        if (definition && isTopLevel(file, definition) && namespaceAround(file, definition) === namespace)
          places.push(place);
      }
    }
    const inner = namespace === '' ? name : `${namespace}.${name}`;
    if (places.length > 0) return definitions(this.loaded(places, inner));
    return this.source.hasNamespace(inner) ? { is: 'namespace', name: inner } : unknown;
  }

  /** Of several definitions, those that the loader of the language finds. A name that several files add to has no such rule. */
  private loaded(places: readonly DefinitionPlace[], fullName: string): readonly DefinitionPlace[] {
    const [first] = places;
    if (!first || places.length === 1) return places;
    const rules = moduleRulesOf(first.file.language);
    if (rules?.addsToTypes) return places;
    const homes = rules?.homesOf?.(fullName, first.file.path, this.source.workspace) ?? [];
    const atHome = places.filter(({ file }) => homes.includes(file.path));
    return atHome.length > 0 ? atHome : places;
  }
}
