/**
 * The pieces that a run asks about: whole files if they fit the model's window, or else chunks as large as fit, with small neighbours
 * joined. Only the chunks of one file are in memory at a time.
 */
import type { Chunk } from '../../code/chunk';
import { digest } from '../../code/records/embedded-text';
import { type ChunkOptions, defaultChunkOptions } from '../../options/chunk-options';
import type { ChatModel } from './chat-model';
import type { Prompt, PromptPiece } from './prompt';

export interface RunPiece extends PromptPiece {
  /** Identifies the prompt and the model: a piece with an answered key is not asked about again. */
  readonly key: string;
  /** Id of the chunk, or of the first chunk if several are joined. */
  readonly chunk: string;
  readonly kind: string;
  /** Number of the piece in its file, from 1, and the number of pieces. */
  readonly sequence: number;
  readonly total: number;
  /** Characters shared with the neighbours. */
  readonly overlap: Chunk['overlap'];
  /** In a conversation: the first and last message that the piece covers, 0-based. */
  readonly startMessage?: number;
  readonly endMessage?: number;
}

/** The max size of pieces. */
export interface PieceSize {
  /** Max tokens of a piece, including its context. */
  readonly tokens: number;
  /** Files that fit are one piece; false if the user asked for chunks. */
  readonly allowsWholeFile: boolean;
}

const empty: PromptPiece = { path: '', name: '', startLine: 0, endLine: 0, text: '', context: '' };

/** Kept free, because token counts differ from the model's own. */
const margin = 0.05;

/** @throws if the prompt leaves no room in the window. */
export function pieceSizeFor(model: ChatModel, prompt: Prompt, maxTokens: number): PieceSize {
  const { window } = model.limits;
  const taken = model.count(prompt.messages(empty)) + maxTokens;
  const tokens = Math.floor((window - taken) * (1 - margin));
  if (tokens < 64) {
    throw new Error(
      `the prompt and ${maxTokens} tokens for the answer take ${taken} of the model's window of ${window}, which leaves no room for chunks`,
    );
  }
  return { tokens, allowsWholeFile: true };
}

/** Options for chunks that fit with their context. */
export function chunkOptionsFor({ tokens }: PieceSize, options: Partial<ChunkOptions>): ChunkOptions {
  const all = { ...defaultChunkOptions, ...options };
  const maxTokens = Math.max(16, Math.floor(tokens / (1 + all.contextShare)));
  return { ...all, maxTokens, minTokens: Math.min(all.minTokens, maxTokens), parentTokens: maxTokens };
}

export function piecesOf(chunks: readonly Chunk[], room: PieceSize, stamp: string): RunPiece[] {
  const searched = chunks.filter(({ role }) => role !== 'parent');
  const chosen = room.allowsWholeFile ? packed(searched, room.tokens).map(joined) : searched;
  return chosen.map((chunk, i) => ({ ...pieceOf(chunk, stamp), sequence: i + 1, total: chosen.length }));
}

/** Joins neighbours that fit together, because each request pays for the prompt. */
function packed(chunks: readonly Chunk[], maxTokens: number): Chunk[][] {
  const packs: Chunk[][] = [];
  let sum = 0;
  for (const chunk of chunks) {
    const pack = packs.at(-1);
    sum += chunk.tokens.total;
    if (pack && sum <= maxTokens) pack.push(chunk);
    else {
      packs.push([chunk]);
      sum = chunk.tokens.total;
    }
  }
  return packs;
}

/** The text of chunks without their overlaps. The context is kept only if all chunks have the same one. */
function joined(pack: readonly Chunk[]): Chunk {
  const [first, ...others] = pack;
  if (!first) throw new RangeError('a pack is never empty');
  if (others.length === 0) return first;
  const text = first.text + others.map((chunk) => chunk.text.slice(chunk.overlap.before)).join('');
  const context = others.every((chunk) => chunk.context === first.context) ? first.context : '';
  const { endLine, endMessage, overlap } = others.at(-1) ?? first;
  return {
    ...first,
    name: '',
    kind: 'section',
    endLine,
    ...(endMessage !== undefined && { endMessage }),
    overlap: { before: first.overlap.before, after: overlap.after },
    text,
    context,
  };
}

function pieceOf(chunk: Chunk, stamp: string): Omit<RunPiece, 'sequence' | 'total'> {
  const { id, path, kind, name, startLine, endLine, startMessage, endMessage, overlap, text, context } = chunk;
  const key = digest(JSON.stringify([stamp, path, id, context, text]), 32);
  const messages = startMessage !== undefined && endMessage !== undefined && { startMessage, endMessage };
  return { key, chunk: id, path, kind, name, startLine, endLine, ...messages, overlap, text, context };
}

/** Everything but the piece that an answer depends on. */
export function runStamp(model: ChatModel, { template, schema }: Prompt): string {
  return digest(JSON.stringify([model.id, template, schema ?? null]), 32);
}
