/** Attaches to a chunk what it uses elsewhere in the workspace. Neither its context nor its hash change: nothing of this is embedded. */
import type { Chunk, ChunkDependency } from '../../code/chunk';
import { commentLine } from '../../code/uses/name-roles';
import type { Language } from '../../languages/language';
import { languageById } from '../../languages/registry';
import type { ChunkOptions } from '../../options/chunk-options';
import { printablePath } from '../../shared/printable-path';
import type { GraphEntry } from './graph-entry';
import { foundHows } from './resolve/meaning';

/** With the fields that only the context `signatures` has. */
type ChunkWithDependencies = Chunk & Required<Pick<Chunk, 'dependencies' | 'signatures'>>;

type ContextSize = Pick<ChunkOptions, 'maxTokens' | 'parentTokens' | 'contextShare'>;

/**
 * A guess is in the record, but not among the lines: a wrong signature is worse than none.
 * @param entries what the graph says that the lines of the chunk use.
 */
export function attachDependencies(
  chunk: Chunk,
  entries: readonly GraphEntry[],
  { maxTokens, parentTokens, contextShare }: ContextSize,
  count: CountLine,
): ChunkWithDependencies {
  const dependencies = usesOfChunk(entries, chunk).flatMap(dependencyOf);
  const language = languageById(chunk.language);
  if (dependencies.length === 0 || !language) return { ...chunk, dependencies, signatures: '' };
  const limit = chunk.role === 'parent' ? parentTokens : maxTokens;
  // Joined texts can have one token more than their sum.
  const room = Math.floor(limit * contextShare) - count(chunk.context) - 1;
  const certain = dependencies.filter(({ how }) => how !== 'guess');
  const { text, omitted } = signatureLines(certain, language, room, count);
  const names = new Set(omitted.map(({ name }) => name));
  for (const name of chunk.omitted) names.delete(name);
  return { ...chunk, omitted: [...chunk.omitted, ...names], dependencies, signatures: text };
}

/** Those whose signatures are with the chunk. */
export function carriedDependencies({ dependencies = [], omitted }: Chunk): ChunkDependency[] {
  return dependencies.filter(({ name, how }) => how !== 'guess' && !omitted.includes(name));
}

/** None if its file cannot be read or has changed. */
function dependencyOf({ name, kind, path, line, signature, doc, how }: GraphEntry): ChunkDependency[] {
  if (kind === 'file' || signature === undefined) return [];
  return [{ name, kind, path, line, signature, ...(doc !== undefined && { doc }), how }];
}

// Which definitions of the workspace a chunk needs besides its text and its context.

/** The path is as in the graph. */
export type UsingChunk = Pick<Chunk, 'path' | 'startLine' | 'endLine' | 'context' | 'imports' | 'globals'>;

/**
 * Those in other files come first, then the certain ones, then in the order of their first use.
 * @param entries what the graph says that the lines of the chunk use.
 */
export function usesOfChunk(entries: readonly GraphEntry[], chunk: UsingChunk): GraphEntry[] {
  const isOwn = ({ path }: GraphEntry): boolean => path === chunk.path;
  return entries
    .filter((entry) => entry.kind !== 'file' && !(isOwn(entry) && isCarried(entry, chunk)))
    .sort((a, b) => Number(isOwn(a)) - Number(isOwn(b)) || foundHows.indexOf(a.how) - foundHows.indexOf(b.how));
}

/** The chunk has it: as a global, as an import, or as what encloses it, whose signature is in the context. */
function isCarried({ name, line, endLine, signature }: GraphEntry, chunk: UsingChunk): boolean {
  const { startLine, context, imports, globals } = chunk;
  if (line < startLine && endLine >= chunk.endLine) return true;
  if ([...imports, ...globals].some((used) => used.name === name)) return true;
  return signature !== undefined && context.replace(/\s+/g, ' ').includes(signature);
}

// The signatures of used definitions as comments of a language, by file, within a number of tokens:
//
//     // from src/repo.ts:
//     // class Repo – Stores items.
//     // Repo: async save(item: Item): Promise<void>
//
// Comments, because the signature of a method alone is no valid code in most languages.

type CountLine = (text: string) => number;

interface SignatureLines {
  /** Ends with a line break; empty if nothing fits. */
  readonly text: string;
  readonly omitted: readonly ChunkDependency[];
}

/**
 * Documentation has the room that the signatures leave.
 * @param room max tokens.
 */
function signatureLines(
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
