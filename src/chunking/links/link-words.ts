/** Words and node types that a language gives a meaning for the links, as tables for the walk over its names. */
import type { Language } from '../../languages/language';
import type { LanguageLinks } from '../../languages/language-links';
import type { Grammar } from '../../syntax/grammar';

/** Words with a meaning have the same codes here as in `standing` of placed-names.ts. */
export const wordCodes = { unknown: 0, plain: 1, own: 2, base: 3, keyword: 4, builtin: 5, root: 6, result: 7 } as const;

const noTypes: ReadonlySet<number> = new Set();

const knownIds = new WeakMap<Grammar, Map<readonly string[], ReadonlySet<number>>>();

/** The ids of node types in a grammar. Pass the same list again: its ids are kept. */
export function typeIds(grammar: Grammar, types: readonly string[] | undefined): ReadonlySet<number> {
  if (!types) return noTypes;
  return idsBy(grammar, types, (type) => types.includes(type));
}

const typeParameter: readonly string[] = ['type_parameter'];

/** The ids of the nodes around the names of type parameters. */
export function typeParameterIds(grammar: Grammar): ReadonlySet<number> {
  return idsBy(grammar, typeParameter, (type) => type.includes('type_parameter'));
}

function idsBy(grammar: Grammar, key: readonly string[], fits: (type: string) => boolean): ReadonlySet<number> {
  let known = knownIds.get(grammar);
  if (!known) {
    known = new Map();
    knownIds.set(grammar, known);
  }
  let ids = known.get(key);
  if (!ids) {
    ids = new Set(grammar.types.flatMap((type, id) => (fits(type) ? [id] : [])));
    known.set(key, ids);
  }
  return ids;
}

/** The ids of edges, as `edgeId` makes them. The fields of their node types must be known to the walk. */
export function edgeIds(grammar: Grammar, edges: readonly string[] | undefined): ReadonlySet<number> {
  if (!edges) return noTypes;
  const ids = new Set<number>();
  for (const edge of edges) {
    const [type = '', field] = edge.split('.');
    for (const id of typeIds(grammar, [type])) {
      if (field !== undefined) ids.add(edgeId(id, grammar.fields.indexOf(field)));
      else for (let i = 0; i <= grammar.fields.length; i++) ids.add(edgeId(id, i));
    }
  }
  return ids;
}

export function edgeId(type: number, field: number): number {
  return type * 256 + field;
}

const knownWords = new WeakMap<LanguageLinks, ReadonlyMap<string, number>>();

/** The codes of the words that a language gives a meaning. */
export function wordsOf(links: LanguageLinks): ReadonlyMap<string, number> {
  let words = knownWords.get(links);
  if (!words) {
    const { own = [], base = [], keywords = [], builtins = [], pathRoots = [], results = [] } = links;
    const all: [string, number][] = [];
    for (const word of builtins) all.push([word, wordCodes.builtin]);
    for (const word of pathRoots) all.push([word, wordCodes.root]);
    for (const word of results) all.push([word, wordCodes.result]);
    for (const word of keywords) all.push([word, wordCodes.keyword]);
    for (const word of base) all.push([word, wordCodes.base]);
    for (const word of own) all.push([word, wordCodes.own]);
    words = new Map(all);
    knownWords.set(links, words);
  }
  return words;
}

const importTypesOf = new WeakMap<Language, readonly string[]>();

/** The nodes of import statements. Declarations that may be an import (`const x = require('x')`) are not among them. */
export function importTypes(language: Language, grammar: Grammar): ReadonlySet<number> {
  let types = importTypesOf.get(language);
  if (!types) {
    types = Object.keys(language.structure.imports ?? {}).filter((type) => /import|use|include/.test(type));
    importTypesOf.set(language, types);
  }
  return typeIds(grammar, types);
}
