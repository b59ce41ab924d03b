/**
 * Adds a member to an object or list of a JSON text, and takes one out. Both change nothing but the member, its comma and the white
 * space before it, so that one undoes the other. A comment behind the last member stays with that member: only the comma goes before it.
 */
import type { Node } from 'jsonc-parser';
import { lineBreakOf } from './config-format';
import type { JsonStyle } from './json-text';

/** Makes the text of the new member in a style; its lines after the first begin with the indentation. */
type MemberText = (style: JsonStyle, indent: string) => string;

export function addMember(text: string, container: Node, member: MemberText): string {
  const open = container.offset + 1;
  const close = container.offset + container.length - 1;
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

function addFirst(text: string, container: Node, member: MemberText, style: JsonStyle): string {
  const open = container.offset + 1;
  const close = container.offset + container.length - 1;
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
export function removeMember(text: string, container: Node, index: number): string {
  const children = container.children ?? [];
  const child = children[index];
  if (child === undefined) return text;
  const close = container.offset + container.length - 1;
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
  const open = container.offset + 1;
  const close = container.offset + container.length - 1;
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
