/** What is special about chunks of conversations: parents are turns, gap strengths depend on what is said, records list their messages. */

import type { Chunk } from '../../code/chunk';
import type { IndexRange } from '../../code/cut/cut-to-fit';
import type { ChunkOptions } from '../../options/chunk-options';
import { countMessages } from '../../tokens/message-tokens';
import type { Block, ProseDocument } from '../block';
import type { ConversationDocument } from './conversation';
import type { ConversationMessage } from './conversation-exports';
import { turnBreaks } from './turn-breaks';

/** Chunks may be this much larger than the target: even parts are seldom possible to the token. */
const targetRoom = 1.25;

export function isConversation(segmented: ProseDocument): segmented is ConversationDocument {
  return 'messages' in segmented;
}

export class ConversationParts {
  /** Strength of the gap before a message, by its offset. */
  readonly breaks: ReadonlyMap<number, number>;
  private readonly turns: readonly Block[];

  /** Offsets where a chunk always begins: after every so many messages of a conversation. Ascending. */
  readonly borders: readonly number[];

  /** Max tokens of a chunk without its overlap. */
  readonly coreTokens: number;
  /** A chunk with less is joined to another turn. */
  private readonly minTokens: number;

  /**
   * @param tokens of the whole text.
   * @param room max tokens of a chunk without its overlap, if there is no target size.
   */
  constructor(
    private readonly conversation: ConversationDocument,
    private readonly options: Pick<ChunkOptions, 'counter' | 'minTokens' | 'maxMessages' | 'targetTokens' | 'maxParts'>,
    tokens: number,
    room: number,
  ) {
    const { messages, text, blocks } = conversation;
    const { maxMessages, targetTokens } = options;
    const target = targetTokens && Math.min(targetTokens, room / targetRoom);
    this.minTokens = Math.max(options.minTokens, target === undefined ? 0 : target / 2);
    this.coreTokens = target === undefined ? room : Math.ceil(target * targetRoom);
    const targetLength = target && (target * text.length) / Math.max(1, tokens);
    const strengths = turnBreaks(messages, text, targetLength === undefined ? {} : { targetLength });
    this.breaks = new Map(messages.map(({ start }, i) => [start, strengths[i] ?? 0]));
    this.turns = [...turnsIn(blocks)];
    this.borders = maxMessages === undefined ? [] : bordersOf(messages, maxMessages);
  }

  /** True if a chunk always begins inside this range. */
  isDivided(start: number, end: number): boolean {
    let low = 0;
    let high = this.borders.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.borders[middle] ?? 0) <= start) low = middle + 1;
      else high = middle;
    }
    return (this.borders[low] ?? Number.POSITIVE_INFINITY) < end;
  }

  /** The chunks of one turn share a parent; a chunk of whole turns has none. */
  families(starts: readonly number[]): readonly IndexRange[] {
    const families: IndexRange[] = [];
    for (let from = 0; from < starts.length; ) {
      const turn = this.turnAt(starts[from] ?? 0);
      let to = from + 1;
      while (turn && to < starts.length && to - from < this.options.maxParts && this.turnAt(starts[to] ?? 0) === turn)
        to++;
      families.push({ from, to });
      from = to;
    }
    return families;
  }

  /** A turn is not joined to another, however short, unless chunks should have a size. */
  isBorder(offset: number, tokens: number): boolean {
    return this.turnAt(offset)?.start === offset && tokens >= this.minTokens;
  }

  withMessages(chunk: Chunk): Chunk {
    const own = chunk.start + chunk.overlap.before;
    const included = this.conversation.messages.filter(({ start, end }) => start < chunk.end && end > own);
    const [first] = included;
    const last = included.at(-1);
    if (!first || !last) return chunk;
    const speaker = [...new Set(included.map((message) => message.speaker))].join(', ');
    // A chunk of code in a message keeps the name of its definition.
    const label =
      chunk.symbols.length > 0
        ? {}
        : { kind: first === last ? ('message' as const) : ('turn' as const), name: speaker };
    const { text } = this.conversation;
    const sent = included.map(({ speaker: role, start, end }) => {
      return { role, content: text.slice(Math.max(start, chunk.start), Math.min(end, chunk.end)) };
    });
    const tokens = { ...chunk.tokens, messages: countMessages(sent, this.options.counter).tokens };
    return { ...chunk, ...label, tokens, startMessage: first.index, endMessage: last.index, speaker };
  }

  private turnAt(offset: number): Block | undefined {
    return this.turns.findLast(({ start }) => start <= offset);
  }
}

/** The start of every message that comes so many messages after the start of its conversation, or after the border before it. */
function bordersOf(messages: readonly ConversationMessage[], maxMessages: number): number[] {
  const borders: number[] = [];
  let count = 0;
  for (const [i, message] of messages.entries()) {
    const isNew = i > 0 && message.conversation !== messages[i - 1]?.conversation;
    if (isNew || count === maxMessages) {
      borders.push(message.start);
      count = 0;
    }
    count++;
  }
  return borders;
}

function* turnsIn(blocks: readonly Block[]): Generator<Block> {
  for (const block of blocks) {
    if (block.kind === 'turn') yield block;
    else if (block.blocks) yield* turnsIn(block.blocks);
  }
}
