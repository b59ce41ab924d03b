/** What is special about chunks of conversations: parents are turns, gaps part by what is said, records tell the messages. */
import { countMessages } from '../../../tokens/message-tokens';
import type { CounterName } from '../../../tokens/token-types';
import type { Chunk } from '../../chunk';
import type { Group } from '../../cut/cut';
import type { Block, Segmented } from '../block';
import type { SegmentedConversation } from './conversation';
import { turnBreaks } from './turn-breaks';

/** Most children of a parent; a turn with more has several parents. */
const mostParts = 10;

export function isConversation(segmented: Segmented): segmented is SegmentedConversation {
  return 'messages' in segmented;
}

export class ConversationParts {
  /** Strength of the gap before a message, by its offset. */
  readonly breaks: ReadonlyMap<number, number>;
  private readonly turns: readonly Block[];

  constructor(
    private readonly conversation: SegmentedConversation,
    private readonly counter: CounterName,
  ) {
    const { messages, text, blocks } = conversation;
    const strengths = turnBreaks(messages, text);
    this.breaks = new Map(messages.map(({ start }, i) => [start, strengths[i] ?? 0]));
    this.turns = [...turnsIn(blocks)];
  }

  /** The parts of one turn have a parent together; a chunk of whole turns has none. */
  families(starts: readonly number[]): readonly Group[] {
    const families: Group[] = [];
    for (let from = 0; from < starts.length; ) {
      const turn = this.turnAt(starts[from] ?? 0);
      let to = from + 1;
      while (turn && to < starts.length && to - from < mostParts && this.turnAt(starts[to] ?? 0) === turn) to++;
      families.push({ from, to });
      from = to;
    }
    return families;
  }

  /** Whether a turn begins there. */
  isTurn(offset: number): boolean {
    return this.turnAt(offset)?.start === offset;
  }

  withMessages(chunk: Chunk): Chunk {
    const own = chunk.start + chunk.overlap.before;
    const held = this.conversation.messages.filter(({ start, end }) => start < chunk.end && end > own);
    const [first] = held;
    const last = held.at(-1);
    if (!first || !last) return chunk;
    const speaker = [...new Set(held.map((message) => message.speaker))].join(', ');
    // Code in a message keeps the name of what it defines.
    const label =
      chunk.symbols.length > 0
        ? {}
        : { kind: first === last ? ('message' as const) : ('turn' as const), name: speaker };
    const { text } = this.conversation;
    const sent = held.map(({ speaker: role, start, end }) => {
      return { role, content: text.slice(Math.max(start, chunk.start), Math.min(end, chunk.end)) };
    });
    const tokens = { ...chunk.tokens, messages: countMessages(sent, this.counter).tokens };
    return { ...chunk, ...label, tokens, startMessage: first.index, endMessage: last.index, speaker };
  }

  private turnAt(offset: number): Block | undefined {
    return this.turns.findLast(({ start }) => start <= offset);
  }
}

function* turnsIn(blocks: readonly Block[]): Generator<Block> {
  for (const block of blocks) {
    if (block.kind === 'turn') yield block;
    else if (block.blocks) yield* turnsIn(block.blocks);
  }
}
