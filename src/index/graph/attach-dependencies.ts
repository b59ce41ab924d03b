/** Attaches to a chunk what it uses elsewhere in the workspace. Neither its context nor its hash change: nothing of this is embedded. */
import type { Chunk, ChunkDependency } from '../../code/chunk';
import { languageById } from '../../languages/registry';
import type { ChunkOptions } from '../../options/chunk-options';
import type { GraphEntry } from './graph-entry';
import { usesOfChunk } from './needed-definitions';
import { type CountLine, signatureLines } from './signature-lines';

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
