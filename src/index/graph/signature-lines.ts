/**
 * The signatures of used definitions as comments of a language, by file, within a number of tokens:
 *
 *     // from src/repo.ts:
 *     // class Repo – Stores items.
 *     // Repo: async save(item: Item): Promise<void>
 *
 * Comments, because the signature of a method alone is no valid code in most languages.
 */
import type { ChunkDependency } from '../../code/chunk';
import { commentLine } from '../../code/uses/reference-rules';
import type { Language } from '../../languages/language';
import { languageById } from '../../languages/registry';
import { printablePath } from '../../shared/printable-path';

export type CountLine = (text: string) => number;

interface SignatureLines {
  /** Ends with a line break; empty if nothing fits. */
  readonly text: string;
  readonly omitted: readonly ChunkDependency[];
}

/**
 * Documentation has the room that the signatures leave.
 * @param room max tokens.
 */
export function signatureLines(
  dependencies: readonly ChunkDependency[],
  language: Pick<Language, 'comment'>,
  room: number,
  count: CountLine,
): SignatureLines {
  const byPath = new Map<string, Map<string, ChunkDependency>>();
  const omitted: ChunkDependency[] = [];
  const comment = (text: string): string => `${commentLine(language, printablePath(text))}\n`;
  const head = (path: string): string => comment(`from ${path}:`);
  let left = room;
  for (const dependency of dependencies) {
    const { path } = dependency;
    const known = byPath.get(path);
    const line = comment(signatureText(dependency));
    if (known?.has(line)) continue;
    const cost = (known ? 0 : count(head(path))) + count(line);
    if (cost > left) {
      omitted.push(dependency);
      continue;
    }
    left -= cost;
    byPath.set(path, (known ?? new Map()).set(line, dependency));
  }
  const text: string[] = [];
  for (const [path, lines] of byPath) {
    text.push(head(path));
    for (const [line, dependency] of lines) {
      const longer = comment(dependencyText(dependency));
      const cost = count(longer) - count(line);
      text.push(cost <= left ? longer : line);
      if (cost <= left) left -= cost;
    }
  }
  return { text: text.join(''), omitted };
}

/** One line that says where the definition is. */
export function signatureLine(dependency: ChunkDependency, languageId: string): string {
  const text = printablePath(`from ${dependency.path}: ${dependencyText(dependency)}`);
  const language = languageById(languageId);
  return language ? commentLine(language, text) : text;
}

function dependencyText(dependency: ChunkDependency): string {
  const { doc } = dependency;
  return `${signatureText(dependency)}${doc === undefined ? '' : ` – ${doc}`}`;
}

/** With the type that a member belongs to. */
function signatureText({ name, signature }: ChunkDependency): string {
  const dot = name.lastIndexOf('.');
  const type = dot > 0 ? `${name.slice(0, dot)}: ` : '';
  return `${type}${signature.replace(/\s*[:{]$/, '')}`;
}
