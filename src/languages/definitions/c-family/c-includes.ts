/** `#include` and `#import`: which words in a file come from a header, judging by the header's name and the standards. */

import type { Tree } from '../../../syntax/syntax-node';
import { everyName } from '../../import-parts';
import type { ImportedNames, ImportReader } from '../../language';
import { cHeaders } from '../../libraries/c-headers';
import { wordLists } from '../../word-lists';

/** Tests whether a header declares a name: the name is listed or begins with a listed prefix. */
type NameTest = (word: string) => boolean;

export function namesInHeader(listed: readonly string[]): NameTest {
  const names = new Set(listed);
  const prefixes = listed.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1));
  return (word) => names.has(word) || prefixes.some((prefix) => word.startsWith(prefix));
}

export const cHeaderNames = wordLists(cHeaders, namesInHeader);

/**
 * By convention, the names in a project header begin with the header's stem: `hash-table.h` provides `hash_table_new`, `HashTable`,
 * `HASH_TABLE_MAX`, `hashTableNew` and `hashtable_t`.
 */
class Stem {
  /** If two stems match, the longer one wins: `table_builder_new` comes from table_builder.h, not from table.h. */
  readonly length: number;
  private readonly camels: readonly string[];
  private readonly snakes: readonly string[];
  /** The first letters of all spellings. */
  private readonly upper: number;
  private readonly lower: number;
  private readonly exact: number;

  constructor(readonly header: string) {
    const stem = header.replace(/^.*\//, '').replace(/\.\w+$/, '');
    const parts = stem
      .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
      .split(/[^A-Za-z0-9]+/)
      .filter((part) => part !== '')
      .map((part) => part.toLowerCase());
    const camel = parts.map((part) => (part[0] ?? '').toUpperCase() + part.slice(1)).join('');
    const small = (camel[0] ?? '').toLowerCase() + camel.slice(1);
    // Also the exact spelling: `HTTPClient.h` provides `HTTPClient`.
    this.camels = [...new Set([camel, small, stem])];
    const joined = [parts.join('_'), parts.join('')];
    this.snakes = [...joined, ...joined.map((word) => word.toUpperCase())];
    this.length = camel.length;
    this.upper = camel.charCodeAt(0);
    this.lower = small.charCodeAt(0);
    this.exact = stem.charCodeAt(0);
  }

  names(word: string): boolean {
    // This runs for every word in the file, and most of them begin with another letter.
    const first = word.charCodeAt(0);
    if (first !== this.lower && first !== this.upper && first !== this.exact) return false;
    // `env_` is a field, not a name from env.h.
    if (word.endsWith('_')) return false;
    for (const prefix of this.snakes) {
      if (word.startsWith(prefix) && (word.length === prefix.length || word[prefix.length] === '_')) return true;
    }
    for (const prefix of this.camels) {
      if (word.startsWith(prefix) && !isLowerOrDigit(word.charCodeAt(prefix.length))) return true;
    }
    return false;
  }
}

/** False for NaN, which is what `charCodeAt` returns behind the end. */
function isLowerOrDigit(unit: number): boolean {
  return (unit >= 97 && unit <= 122) || (unit >= 48 && unit <= 57);
}

/** The headers that a file includes. */
class ProjectHeaders {
  private readonly stems: readonly Stem[];
  /** By word: the length of the longest stem that names it, 0 if none does. */
  private readonly longest = new Map<string, number>();

  constructor(text: string) {
    const stems: Stem[] = [];
    for (const match of text.matchAll(/^[ \t]*#[ \t]*(?:include|import)[ \t]*["<]([^">\n]+)/gm))
      stems.push(new Stem(match[1] ?? ''));
    this.stems = stems;
  }

  stemOf(header: string): Stem {
    for (const stem of this.stems) if (stem.header === header) return stem;
    return new Stem(header);
  }

  /** The word comes from the header of this stem, and not from one with a longer stem. */
  isFrom(own: Stem, word: string): boolean {
    return own.names(word) && this.longestFor(word) <= own.length;
  }

  private longestFor(word: string): number {
    let longest = this.longest.get(word);
    if (longest === undefined) {
      longest = 0;
      for (const stem of this.stems) if (stem.length > longest && stem.names(word)) longest = stem.length;
      this.longest.set(word, longest);
    }
    return longest;
  }
}

const headersByTree = new WeakMap<Tree, ProjectHeaders>();

function projectHeaderNames(header: string, tree: Tree): NameTest {
  let headers = headersByTree.get(tree);
  if (!headers) {
    headers = new ProjectHeaders(tree.rootNode.text);
    headersByTree.set(tree, headers);
  }
  const included = headers;
  const own = included.stemOf(header);
  return (word) => included.isFrom(own, word);
}

/**
 * Reads `#include`.
 * @param standard looks up the names that a system header provides in this file; undefined for an unknown header.
 */
export function includeReader(standard: (header: string, tree: Tree) => NameTest | undefined): ImportReader {
  return (node): ImportedNames => {
    const path = node.childForFieldName('path');
    if (!path || path.type === 'identifier') return { names: [] };
    const header = path.text.slice(1, -1);
    const known = path.type === 'system_lib_string' ? standard(header, node.tree) : undefined;
    return {
      names: [],
      provides: known ?? projectHeaderNames(header, node.tree),
      links: () => [everyName(header)],
    };
  };
}

export const readCInclude = includeReader(cHeaderNames);
