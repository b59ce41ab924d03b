/** One chunk as text for models: what it uses, its code, and its parent. */
import { fencedCode, fencedTitle, type PlaceText } from './fenced-code';

export interface ShownChunk {
  readonly id: string;
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly kind: string;
  readonly name: string;
  readonly scope: readonly string[];
  readonly language: string;
  readonly text: string;
}

export interface ChunkAnswer {
  readonly chunk: ShownChunk;
  /** The path, enclosing signatures, and the imports and globals that the chunk uses. */
  readonly context: string;
  readonly parent?: ShownChunk;
  /** The chunk changed since it was indexed. */
  readonly isStale: boolean;
}

/** The texts from largest to smallest: with parent and context, with context, alone. */
export function chunkForms({ chunk, context, parent, isStale }: ChunkAnswer, place: PlaceText, ids: boolean): string[] {
  const stale = isStale ? ['changed since it was indexed'] : [];
  const id = ids ? [`id ${chunk.id}`] : [];
  const head = `## ${[place(chunk), fencedTitle(chunk), ...id, ...stale].join(' · ')}`;
  const uses = context.trim() === '' ? [] : [`What it uses:\n${fencedCode(context, chunk.language)}`];
  const code = fencedCode(chunk.text, chunk.language);
  const around = parent && `Within ${place(parent)}${ids ? ` · id ${parent.id}` : ''}`;
  const below = around === undefined ? [] : [`${around}: ask with parent, or for that id.`];
  return [
    ...(parent ? [[head, ...uses, `${around}:\n${fencedCode(parent.text, parent.language)}`].join('\n\n')] : []),
    [head, ...uses, code, ...below].join('\n\n'),
    [head, code].join('\n\n'),
  ];
}
