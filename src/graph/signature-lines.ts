/**
 * The signatures of used definitions as comments of a language, by file, within a number of tokens:
 *
 *     // from src/repo.ts:
 *     // class Repo – Stores items.
 *     // Repo: async save(item: Item): Promise<void>
 *
 * Comments, because the signature of a method alone is no valid code in most languages.
 */
import type { ChunkDependency } from '../chunking/chunk';
import { commentLine } from '../chunking/uses/comment-line';
import type { Language } from '../languages/language';
import { languageById } from '../languages/registry';
import { printablePath } from '../shared/printable-path';

export type CountLine = (text: string) => number;

interface SignatureLines {
  /** Ends with a line break; empty if nothing fits. */
  readonly text: string;
  readonly carried: readonly ChunkDependency[];
  readonly omitted: readonly ChunkDependency[];
}

/** @param room max tokens. */
export function signatureLines(
  dependencies: readonly ChunkDependency[],
  language: Pick<Language, 'comment'>,
  room: number,
  count: CountLine,
): SignatureLines {
  const byPath = new Map<string, string[]>();
  const carried: ChunkDependency[] = [];
  const omitted: ChunkDependency[] = [];
  const comment = (text: string): string => `${commentLine(language, printablePath(text))}\n`;
  let left = room;
  for (const dependency of dependencies) {
    const { path } = dependency;
    const lines = byPath.get(path) ?? [comment(`from ${path}:`)];
    const line = comment(dependencyText(dependency));
    const isNew = !lines.includes(line);
    const cost = (byPath.has(path) ? 0 : count(lines[0] ?? '')) + (isNew ? count(line) : 0);
    if (cost > left) {
      omitted.push(dependency);
      continue;
    }
    left -= cost;
    if (isNew) lines.push(line);
    byPath.set(path, lines);
    carried.push(dependency);
  }
  return { text: [...byPath.values()].flat().join(''), carried, omitted };
}

/** One line that says where the definition is. */
export function signatureLine(dependency: ChunkDependency, languageId: string): string {
  const text = printablePath(`from ${dependency.path}: ${dependencyText(dependency)}`);
  const language = languageById(languageId);
  return language ? commentLine(language, text) : text;
}

/** The signature, with the type that a member belongs to and its documentation. */
function dependencyText({ name, signature, doc }: ChunkDependency): string {
  const dot = name.lastIndexOf('.');
  const type = dot > 0 ? `${name.slice(0, dot)}: ` : '';
  return `${type}${signature.replace(/\s*[:{]$/, '')}${doc === undefined ? '' : ` – ${doc}`}`;
}
