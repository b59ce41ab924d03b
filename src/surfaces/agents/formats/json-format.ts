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

/** Makes the text of the new member in a style; its lines after the first begin with the indentation. */
type MemberText = (style: JsonStyle, indent: string) => string;

/**
 * Adds a member to an object or list of a JSON text, and takes one out. Both change nothing but the member, its comma and the white
 * space before it, so that one undoes the other. A comment behind the last member stays with that member: only the comma goes before it.
 */
function addMember(text: string, container: Node, member: MemberText): string {
  const { open, close } = insideOf(container);
  const last = container.children?.at(-1);
  const style = styleOf(text);
  if (last === undefined) return addFirst(text, container, member, style);
  const end = last.offset + last.length;
  const lineStart = text.lastIndexOf('\n', last.offset) + 1;
  const comma = nextComma(text, end, close);
  if (lineStart <= open && !text.slice(open, last.offset).includes('\n')) {
    const inline = style.space + member({ ...style, unit: undefined }, '');
    return comma === undefined ? insert(text, end, `,${inline}`) : insert(text, comma + 1, `${inline},`);
  }
  const before = text.slice(lineStart, last.offset);
  const indent = before.trim() === '' ? before : indentAt(text, container.offset) + (style.unit ?? '  ');
  const added = `${style.lineBreak}${indent}${member({ ...style, unit: style.unit ?? '  ' }, indent)}`;
  if (comma !== undefined) return insert(text, lineEndAfter(text, comma + 1, close), `${added},`);
  return insert(insert(text, lineEndAfter(text, end, close), added), end, ',');
}

/** The offsets behind its first bracket and before its last. */
function insideOf({ offset, length }: Node): { readonly open: number; readonly close: number } {
  return { open: offset + 1, close: offset + length - 1 };
}

function addFirst(text: string, container: Node, member: MemberText, style: JsonStyle): string {
  const { open, close } = insideOf(container);
  const inside = text.slice(open, close).trimEnd();
  // A file of one line stays one line, unless it has nothing at all.
  if (!/\n/.test(text.trim()) && container.parent && inside === '')
    return text.slice(0, open) + member({ ...style, unit: undefined }, '') + text.slice(close);
  const outer = indentAt(text, container.offset);
  const unit = style.unit ?? '  ';
  const added = `${style.lineBreak}${outer}${unit}${member({ ...style, unit }, outer + unit)}${style.lineBreak}${outer}`;
  return text.slice(0, open) + inside + added + text.slice(close);
}

/** What is left of an empty container has no white space, unless it has comments. */
function removeMember(text: string, container: Node, index: number): string {
  const children = container.children ?? [];
  const child = children[index];
  if (child === undefined) return text;
  const { close } = insideOf(container);
  const start = child.offset - trailingSpace(text.slice(0, child.offset));
  const end = child.offset + child.length;
  const next = children[index + 1];
  const comma = nextComma(text, end, next?.offset ?? close);
  if (comma !== undefined && text.slice(end, comma).trim() === '') return trimmed(text, container, start, comma + 1);
  if (comma !== undefined) return cut(cut(text, comma, comma + 1), start, end);
  const previous = children[index - 1];
  const commaBefore = previous && nextComma(text, previous.offset + previous.length, child.offset);
  if (commaBefore === undefined) return trimmed(text, container, start, end);
  // With the comma right before the white space, both are one range.
  if (commaBefore + 1 === start) return cut(text, commaBefore, end);
  return cut(cut(text, start, end), commaBefore, commaBefore + 1);
}

function trimmed(text: string, container: Node, start: number, end: number): string {
  const { open, close } = insideOf(container);
  const isEmpty = (text.slice(open, start) + text.slice(end, close)).trim() === '';
  return isEmpty ? cut(text, open, close) : cut(text, start, end);
}

/** The offset of the comma that follows, behind white space and comments. */
function nextComma(text: string, from: number, to: number): number | undefined {
  const between = text.slice(from, to).replace(comments, (comment) => ' '.repeat(comment.length));
  const at = between.indexOf(',');
  return at < 0 ? undefined : from + at;
}

const comments = /\/\/[^\n\r]*|\/\*[\s\S]*?\*\//g;

/** Behind the comments that follow on the same line; the offset itself if there are none. */
function lineEndAfter(text: string, from: number, to: number): number {
  const [behind = ''] = /^(?:[ \t]*(?:\/\/[^\n\r]*|\/\*[^\n\r]*?\*\/))*/.exec(text.slice(from, to)) ?? [];
  return from + behind.length;
}

/** As most lines of the file are indented: by the first line that is. */
function styleOf(text: string): JsonStyle {
  const lineBreak = lineBreakOf(text);
  const [, indent] = /\n([ \t]+)["{[\]}/]/.exec(text) ?? [];
  const isDense = !/\n/.test(text.trim()) && !/[:,] /.test(text) && /[:,]/.test(text);
  return { unit: indent ?? '  ', lineBreak, space: isDense ? '' : ' ' };
}

function indentAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1))?.[0] ?? '';
}

function trailingSpace(text: string): number {
  return text.length - text.trimEnd().length;
}

function insert(text: string, at: number, added: string): string {
  return text.slice(0, at) + added + text.slice(at);
}

function cut(text: string, from: number, to: number): string {
  return text.slice(0, from) + text.slice(to);
}

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
  const style = styleOf(text);
  const isOneLine = !text.trim().includes('\n');
  const added = jsonText(value, isOneLine ? { ...style, unit: undefined } : style, indentAt(text, old.offset));
  return text.slice(0, old.offset) + added + text.slice(old.offset + old.length);
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

/** Writes a JSON value in the style of the file around it. */
interface JsonStyle {
  /** One level of indentation; undefined: everything on one line. */
  readonly unit: string | undefined;
  readonly lineBreak: string;
  /** Between the parts of one line: a space, or nothing in a file without any. */
  readonly space: string;
}

/** The lines after the first begin with `indent`. Lists of plain values stay on one line. */
function jsonText(value: ConfigValue, style: JsonStyle, indent = ''): string {
  const { unit, lineBreak, space } = style;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const inner = unit === undefined ? '' : indent + unit;
  const parts = Object.entries(value).map(([key, part]: [string, ConfigValue]) =>
    isList ? jsonText(part, style, inner) : propertyText(key, part, style, inner),
  );
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  if (parts.length === 0) return open + close;
  const isPlain = isList && value.every((part) => typeof part !== 'object' || part === null);
  if (unit === undefined || isPlain) return `${open}${parts.join(`,${space}`)}${close}`;
  return `${open}${lineBreak}${parts.map((part) => inner + part).join(`,${lineBreak}`)}${lineBreak}${indent}${close}`;
}

function propertyText(key: string, value: ConfigValue, style: JsonStyle, indent = ''): string {
  return `${JSON.stringify(key)}:${style.unit === undefined ? style.space : ' '}${jsonText(value, style, indent)}`;
}
