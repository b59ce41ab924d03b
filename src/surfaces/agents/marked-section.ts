/** A section of ours in a Markdown file, between two markers. What is outside belongs to the user and is never changed. */
import { type ConfigProblem, lineBreakOf, problemAt } from './formats/config-format';

/** What an agent is told about the tools: when they help, and when they do not. It costs tokens in every conversation, so it is short. */
export const instructionText = `## Codegrain: find code by meaning

The MCP server \`codegrain\` has an index of this project.

- Start a task (an issue, a bug, a question) with one call of \`pack\`: the places to open, within a token budget.
- \`search_code\` finds code when you do not know its name or place, by words and meaning.
- \`trace_uses\` answers what calls a definition, and what it calls, in all files. Ask it before you change a signature.
- \`get_chunk\` reads the whole function at a line; \`outline_file\` lists the definitions of a file.

Do not use it to read a file whose path you know, or to list every occurrence of an exact text: read or grep instead.`;

const begin = '<!-- codegrain:begin -->';
const end = '<!-- codegrain:end -->';

/** Without the markers; undefined: the file has none. */
export function sectionOf(text: string): { readonly body: string | undefined } | { readonly problem: ConfigProblem } {
  const found = find(text);
  if (found === undefined || 'problem' in found) return found ?? { body: undefined };
  return {
    body: text
      .slice(found.start + begin.length, found.end - end.length)
      .replace(/\r\n/g, '\n')
      .trim(),
  };
}

/** Replaces the section, or adds it at the end. A text of white space becomes the head and the section. */
export function putSection(
  text: string,
  body: string,
  head: string,
): { readonly text: string } | { readonly problem: ConfigProblem } {
  const found = find(text);
  if (found && 'problem' in found) return found;
  const lineBreak = lineBreakOf(text);
  const section = [begin, body, end].join('\n').replace(/\n/g, lineBreak);
  if (found) return { text: text.slice(0, found.start) + section + text.slice(found.end) };
  if (text.trim() === '') return { text: `${head.replace(/\n/g, lineBreak)}${section}${lineBreak}` };
  const gap = /(?:\r?\n){2}$/.test(text) ? '' : text.endsWith('\n') ? lineBreak : lineBreak.repeat(2);
  return { text: `${text}${gap}${section}${lineBreak}` };
}

/** The text is empty if the file has nothing but the head then. */
export function dropSection(
  text: string,
  head: string,
): { readonly text: string } | { readonly problem: ConfigProblem } {
  const found = find(text);
  if (found === undefined) return { text };
  if ('problem' in found) return found;
  const before = text.slice(0, found.start).replace(/(\r?\n)(?:\r?\n)+$/, '$1');
  const after = text.slice(found.end).replace(/^\r?\n/, '');
  const left = after === '' ? before : text.slice(0, found.start) + after.replace(/^(?:\r?\n)+/, '');
  return { text: left.replace(/\r\n/g, '\n').trim() === head.trim() ? '' : left };
}

function find(text: string): { start: number; end: number } | { readonly problem: ConfigProblem } | undefined {
  const start = text.indexOf(begin);
  const last = text.indexOf(end);
  if (start < 0 && last < 0) return undefined;
  if (start < 0 || last < start)
    return problemAt(text, Math.max(start, last, 0), 'has one of the two markers of Codegrain only');
  if (text.includes(begin, start + 1) || text.includes(end, last + 1))
    return problemAt(text, text.lastIndexOf(begin), 'has two sections of Codegrain; delete one of them');
  return { start, end: last + end.length };
}
