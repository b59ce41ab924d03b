/** The outline of a file from its chunks: definitions with their lines, or the sections of prose. */
import type { Chunk } from '../../code/chunk';
import type { GraphSubject } from '../../index/graph/graph-entry';
import { definitionAt } from '../../index/graph/link-source';
import type { WorkspaceGraph } from '../../index/graph/workspace-graph';
import { printablePath } from '../../shared/printable-path';
import type { CountTokens } from './pack-hits';

interface OutlineEntry {
  /** 1-based. */
  readonly line: number;
  readonly kind: string;
  readonly name: string;
  /** The line itself. */
  readonly text: string;
  /** How many definitions of the workspace it uses, and how many use it, if that is known. */
  readonly uses?: number;
  readonly usedBy?: number;
}

const maxLineLength = 160;

export function outlineOf(chunks: readonly Chunk[]): OutlineEntry[] {
  const entries: OutlineEntry[] = [];
  for (const chunk of chunks) {
    if (chunk.role === 'parent') continue;
    const lines = chunk.text.split(/\r\n|\r|\n/);
    // The later pieces of a definition that did not fit into one chunk have its name, but define nothing.
    const isPiece = chunk.name === '' || chunk.name === entries.at(-1)?.name;
    const headings = chunk.language === 'markdown' || chunk.language === 'mdx' ? headingsOf(chunk, lines) : [];
    if (headings.length > 0) {
      entries.push(...headings);
      continue;
    }
    const itself = isPiece ? [] : [{ name: chunk.name, kind: chunk.kind, line: chunk.startLine }];
    for (const { name, kind, line } of chunk.symbols.length > 0 ? chunk.symbols : itself)
      entries.push({ line, kind, name, text: shortened(lines[line - chunk.startLine] ?? '') });
  }
  return entries.sort((a, b) => a.line - b.line);
}

/**
 * Small sections share a chunk, which is named after the largest. A chunk has whole fences, or starts inside a fence and then has the
 * kind `code-block`.
 */
function headingsOf({ startLine, kind }: Chunk, lines: readonly string[]): OutlineEntry[] {
  let fence: string | undefined;
  if (kind === 'code-block' && !/^\s*(?:```|~~~|#)/.test(lines[0] ?? '')) return [];
  return lines.flatMap((line, i) => {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence)))
      fence = fence === undefined ? mark : undefined;
    const [, name] = fence === undefined ? (/^ {0,3}#{1,6}[ \t]+(.+?)(?:[ \t]+#+)?\s*$/.exec(line) ?? []) : [];
    return name === undefined ? [] : [{ line: startLine + i, kind: 'section', name, text: shortened(line) }];
  });
}

/** As many entries as fit, and how many are left. */
export async function outlineText(
  head: string,
  entries: readonly OutlineEntry[],
  budget: number,
  count: CountTokens,
): Promise<{ readonly text: string; readonly shown: readonly OutlineEntry[] }> {
  for (let shown = entries.slice(0, budget); ; shown = shown.slice(0, Math.floor(shown.length * 0.8))) {
    const next = entries[shown.length];
    const more = next ? `\n… ${entries.length - shown.length} more from line ${next.line}: ask with start_line` : '';
    const text = `${[head, ...shown.map(entryText)].join('\n')}${more}`;
    if (shown.length === 0 || (await count(text)) <= budget) return { text, shown };
  }
}

function entryText({ line, kind, name, text, uses = 0, usedBy = 0 }: OutlineEntry): string {
  const shown = text.includes(name) ? text : printablePath(name);
  const counts = [...(uses > 0 ? [`uses ${uses}`] : []), ...(usedBy > 0 ? [`used by ${usedBy}`] : [])].join(', ');
  return `${String(line).padStart(5)}  ${kind.padEnd(9)} ${shown}${counts === '' ? '' : ` · ${counts}`}`;
}

function shortened(line: string): string {
  const text = printablePath(line.replaceAll('\t', '  ').trimEnd());
  return text.length > maxLineLength ? `${text.slice(0, maxLineLength - 1)}…` : text;
}

// How many definitions each definition of an outline uses, and how many use it.

/** There are many of these, and what uses them is rarely asked. */
const uncounted: ReadonlySet<string> = new Set(['field', 'property', 'key']);

/** Entries that the graph does not know stay as they are: it has the file as it was indexed. */
export function withCounts(entries: readonly OutlineEntry[], graph: WorkspaceGraph, path: string): OutlineEntry[] {
  const subjects = new Map<string, GraphSubject[]>();
  for (const subject of graph.subjectsIn(path)) {
    const name = (subject.place && definitionAt(subject.place)?.name) ?? '';
    subjects.set(name, [...(subjects.get(name) ?? []), subject]);
  }
  return entries.map((entry) => {
    const named = uncounted.has(entry.kind) ? [] : (subjects.get(entry.name) ?? []);
    const subject = named.find(({ from }) => from === entry.line) ?? (named.length === 1 ? named[0] : undefined);
    return subject ? { ...entry, ...graph.counts(subject) } : entry;
  });
}
