/** JSON, also with comments and trailing commas: some agents read those, and where one does not, they are the user's to fix. */
import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import {
  type ConfigFormat,
  type ConfigObject,
  type ConfigProblem,
  type ConfigValue,
  type Edited,
  lineBreakOf,
  plainValue,
  problemAt,
} from './config-format';
import { addMember, removeMember } from './json-children';
import { jsonText, propertyText } from './json-text';

const freshStyle = { unit: '  ', lineBreak: '\n', space: ' ' };

export const jsonFormat: ConfigFormat = {
  read(text, keys) {
    const found = findPath(text, keys);
    return 'problem' in found ? found : { value: nodeValue(found.nodes[keys.length]), depth: depthOf(found, keys) };
  },
  put(text, keys, value, fresh = {}) {
    if (text.trim() === '') return { text: `${jsonText({ ...fresh, ...nested(keys, value) }, freshStyle)}\n` };
    const found = findPath(text, keys);
    if ('problem' in found) return found;
    const old = found.nodes[keys.length];
    return { text: old ? replaced(text, old, value) : withChild(text, found.nodes, keys, value) };
  },
  drop(text, keys, keep) {
    return dropped(text, keys, keep);
  },
  show(keys, value) {
    return jsonText(nested(keys, value), freshStyle);
  },
};

/** Adds an item to the list at the keys. */
export function putItem(text: string, keys: readonly string[], item: ConfigValue, fresh?: ConfigObject): Edited {
  if (text.trim() === '') return jsonFormat.put(text, keys, [item], fresh);
  const found = findPath(text, keys);
  if ('problem' in found) return found;
  const list = found.nodes[keys.length];
  if (list === undefined) return jsonFormat.put(text, keys, [item]);
  if (list.type !== 'array') return problemAt(text, list.offset, `has no list at ${keys.join('.')}`);
  return { text: addMember(text, list, (style, indent) => jsonText(item, style, indent)) };
}

/** Removes an item of the list at the keys; what is empty then goes too, except the first `keep` containers. */
export function dropItem(text: string, keys: readonly string[], index: number, keep: number): Edited {
  const found = findPath(text, keys);
  if ('problem' in found) return found;
  const list = found.nodes[keys.length];
  if (list === undefined) return { text };
  const left = removeMember(text, list, index);
  if (list.children?.length !== 1 || keep >= keys.length || hasComment(left, list.offset)) return { text: left };
  return dropped(left, keys, keep);
}

function dropped(text: string, keys: readonly string[], keep: number): Edited {
  const found = findPath(text, keys);
  if ('problem' in found) return found;
  const node = found.nodes[keys.length];
  const container = found.nodes[keys.length - 1];
  if (node === undefined || container === undefined) return { text };
  const left = removeMember(
    text,
    container,
    container.children?.findLastIndex(({ children }) => children?.[1] === node) ?? -1,
  );
  const depth = keys.length - 1;
  if (container.children?.length !== 1 || hasComment(left, container.offset)) return { text: left };
  if (depth === 0) return { text: left.trim() === '{}' ? '' : left };
  return depth <= keep ? { text: left } : dropped(left, keys.slice(0, -1), keep);
}

interface FoundPath {
  /** Of the root and of each key, as far as they exist. */
  readonly nodes: readonly Node[];
}

function findPath(text: string, keys: readonly string[]): FoundPath | { readonly problem: ConfigProblem } {
  if (text.trim() === '') return { nodes: [] };
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined || root === undefined)
    return problemAt(text, error?.offset ?? 0, `is not valid JSON: ${error ? errorText(error) : 'no value'}`);
  const nodes = [root];
  for (const [at, key] of keys.entries()) {
    const node: Node | undefined = nodes[at];
    if (node === undefined) break;
    if (node.type !== 'object')
      return problemAt(
        text,
        node.offset,
        at === 0 ? 'is not a JSON object' : `has no object at ${keys.slice(0, at).join('.')}`,
      );
    // Of several members with one name, JSON.parse takes the last.
    const child = node.children?.findLast(({ children }) => children?.[0]?.value === key)?.children?.[1];
    if (child === undefined) break;
    nodes.push(child);
  }
  return { nodes };
}

function depthOf({ nodes }: FoundPath, keys: readonly string[]): number {
  return Math.min(Math.max(nodes.length - 1, 0), keys.length - 1);
}

function withChild(text: string, nodes: readonly Node[], keys: readonly string[], value: ConfigValue): string {
  const depth = nodes.length - 1;
  const [container, key] = [nodes[depth], keys[depth]];
  if (container === undefined || key === undefined) return text;
  const member = nested(keys.slice(depth + 1), value);
  return addMember(text, container, (style, indent) => propertyText(key, member, style, indent));
}

function replaced(text: string, old: Node, value: ConfigValue): string {
  const lineStart = text.lastIndexOf('\n', old.offset) + 1;
  const indent = /^[ \t]*/.exec(text.slice(lineStart))?.[0] ?? '';
  const isOneLine = !text.trim().includes('\n');
  const [, unit] = /\n([ \t]+)/.exec(text) ?? [];
  const style = { unit: isOneLine ? undefined : (unit ?? '  '), lineBreak: lineBreakOf(text), space: ' ' };
  return text.slice(0, old.offset) + jsonText(value, style, indent) + text.slice(old.offset + old.length);
}

function hasComment(text: string, container: number): boolean {
  return !/^(?:\{\s*\}|\[\s*\])/.test(text.slice(container));
}

function nested(keys: readonly string[], value: ConfigValue): ConfigObject;
function nested(keys: readonly string[], value: ConfigValue): ConfigValue {
  return keys.reduceRight<ConfigValue>((inner, key) => ({ [key]: inner }), value);
}

function nodeValue(node: Node | undefined): ConfigValue | undefined {
  return node && (plainValue(getNodeValue(node)) as ConfigValue);
}

function errorText({ error }: ParseError): string {
  return printParseErrorCode(error)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
}
