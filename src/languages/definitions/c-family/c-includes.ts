/** `#include` and `#import`: which words in a file come from a header, judging by the header's name and the standards. */

import { remember } from '../../../shared/maps';
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

/** The names that a project header provides, judging by its own name. */
interface Stem {
  readonly header: string;
  /** If two stems match, the longer one wins: `table_builder_new` comes from table_builder.h, not from table.h. */
  readonly length: number;
  readonly names: RegExp;
}

/**
 * By convention, the names in a project header begin with the header's stem: `hash-table.h` provides `hash_table_new`, `HashTable`,
 * `HASH_TABLE_MAX`, `hashTableNew` and `hashtable_t`.
 */
function stemOf(header: string): Stem {
  const stem = header.replace(/^.*\//, '').replace(/\.\w+$/, '');
  const parts = stem
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .split(/[^A-Za-z0-9]+/)
    .filter((part) => part !== '')
    .map((part) => part.toLowerCase());
  const camel = parts.map((part) => (part[0] ?? '').toUpperCase() + part.slice(1)).join('');
  const small = (camel[0] ?? '').toLowerCase() + camel.slice(1);
  const joined = [parts.join('_'), parts.join('')];
  const snakes = [...joined, ...joined.map((word) => word.toUpperCase())].join('|');
  // Also the exact spelling: `HTTPClient.h` provides `HTTPClient`.
  const camels = [camel, small, stem.replace(/\W/g, '\\$&')].join('|');
  // `env_` is a field, not a name from env.h.
  const names = new RegExp(`^(?!.*_$)(?:(?:${snakes})(?:_|$)|(?:${camels})(?![a-z0-9]))`);
  return { header, length: camel.length, names: parts.length > 0 ? names : /(?!)/ };
}

/** The headers that a file includes. */
const stemsByTree = new WeakMap<Tree, readonly Stem[]>();

function projectHeaderNames(header: string, tree: Tree): NameTest {
  const stems = remember(stemsByTree, tree, () => {
    const includes = tree.rootNode.text.matchAll(/^[ \t]*#[ \t]*(?:include|import)[ \t]*["<]([^">\n]+)/gm);
    return Array.from(includes, ([, path = '']) => stemOf(path));
  });
  const own = stems.find((stem) => stem.header === header) ?? stemOf(header);
  const longer = stems.filter((stem) => stem.length > own.length);
  return (word) => own.names.test(word) && !longer.some(({ names }) => names.test(word));
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
