/**
 * What a run asks about: files whole where the model's window has room for them, else their chunks, as large as it has room for,
 * small neighbours together. Only one file's chunks are held at a time.
 */
import { type Chunk, type ChunkOptions, defaultOptions } from '../chunking/chunk';
import { digest } from '../chunking/records/chunk-ids';
import type { ChatModel } from './chat-model';
import type { Piece, Prompt } from './prompt';

export interface RunPiece extends Piece {
  /** The same question to the same model: its answer needs not be asked for again. */
  readonly key: string;
  /** Id of the chunk; of the first one where all of a file is one piece. */
  readonly chunk: string;
  readonly kind: string;
  /** Which of its file's pieces it is, from 1, and of how many. */
  readonly sequence: number;
  readonly total: number;
  /** Characters shared with the neighbours. */
  readonly overlap: Chunk['overlap'];
  /** Of a conversation: the first and last message it holds something of, 0-based. */
  readonly startMessage?: number;
  readonly endMessage?: number;
}

/** How large pieces may be. */
export interface Room {
  /** Tokens of a piece, its context included. */
  readonly tokens: number;
  /** Whether a file that fits goes in whole; else chunks are what was asked for. */
  readonly takesWhole: boolean;
}

const empty: Piece = { path: '', name: '', startLine: 0, endLine: 0, text: '', context: '' };

/** Counters are not the model's own: what they may be off by stays free. */
const margin = 0.05;

/** @throws where the prompt alone fills the window. */
export function roomFor(model: ChatModel, prompt: Prompt, maxTokens: number): Room {
  const { window } = model.limits;
  const taken = model.count(prompt.messages(empty)) + maxTokens;
  const tokens = Math.floor((window - taken) * (1 - margin));
  if (tokens < 64) {
    throw new Error(
      `the prompt and ${maxTokens} tokens for the answer take ${taken} of the model's window of ${window}: no room is left for chunks`,
    );
  }
  return { tokens, takesWhole: true };
}

/** Chunks that fit: context adds at most a quarter to them. */
export function chunkOptionsFor({ tokens }: Room, options: Partial<ChunkOptions>): ChunkOptions {
  const maxTokens = Math.max(16, Math.floor(tokens * 0.8));
  return { ...defaultOptions, ...options, maxTokens, parentTokens: maxTokens };
}

export function piecesOf(chunks: readonly Chunk[], room: Room, stamp: string): RunPiece[] {
  const searched = chunks.filter(({ role }) => role !== 'parent');
  const chosen = room.takesWhole ? packed(searched, room.tokens).map(joined) : searched;
  return chosen.map((chunk, i) => ({ ...pieceOf(chunk, stamp), sequence: i + 1, total: chosen.length }));
}

/** Neighbours that have room together: each question costs the prompt anew. */
function packed(chunks: readonly Chunk[], most: number): Chunk[][] {
  const packs: Chunk[][] = [];
  let sum = 0;
  for (const chunk of chunks) {
    const pack = packs.at(-1);
    sum += chunk.tokens.total;
    if (pack && sum <= most) pack.push(chunk);
    else {
      packs.push([chunk]);
      sum = chunk.tokens.total;
    }
  }
  return packs;
}

/** Joined without what each repeats of the one before, chunks are the file. What one of them uses is not what all do. */
function joined(pack: readonly Chunk[]): Chunk {
  const [first, ...others] = pack;
  if (!first) throw new RangeError('there are no empty packs');
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

/** What answers depend on beside the piece. */
export function stampOf(model: ChatModel, { template, schema }: Prompt): string {
  return digest(JSON.stringify([model.id, template, schema ?? null]), 32);
}
