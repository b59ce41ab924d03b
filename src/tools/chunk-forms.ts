/** A chunk by itself as models read it: what it uses, its code, and the parent around it. */
import { fenced, type PlaceText, titleOf } from './fenced-code';

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
  /** What is put before the text when it is embedded: path, enclosing signatures, the imports and globals it uses. */
  readonly context: string;
  readonly parent?: ShownChunk;
  /** It is not what was indexed. */
  readonly isStale: boolean;
}

/** From the largest to the smallest: with parent and context, with context, alone. */
export function chunkForms({ chunk, context, parent, isStale }: ChunkAnswer, place: PlaceText, ids: boolean): string[] {
  const stale = isStale ? ['changed since it was indexed'] : [];
  const id = ids ? [`id ${chunk.id}`] : [];
  const head = `## ${[place(chunk), titleOf(chunk), ...id, ...stale].join(' · ')}`;
  const uses = context.trim() === '' ? [] : [`What it uses:\n${fenced(context, chunk.language)}`];
  const code = fenced(chunk.text, chunk.language);
  const around = parent && `Within ${place(parent)}${ids ? ` · id ${parent.id}` : ''}`;
  const below = around === undefined ? [] : [`${around}: ask for the parent too, or for that one.`];
  return [
    ...(parent ? [[head, ...uses, `${around}:\n${fenced(parent.text, parent.language)}`].join('\n\n')] : []),
    [head, ...uses, code, ...below].join('\n\n'),
    [head, code].join('\n\n'),
  ];
}
