/** What is special about chunks of conversations: parents are turns, gap strengths depend on what is said, records list their messages. */

import type { CounterName } from '../../../tokens/counter-table';
import { countMessages } from '../../../tokens/message-tokens';
import type { Chunk } from '../../chunk';
import type { IndexRange } from '../../cut/cut-to-fit';
import type { Block, ProseDocument } from '../block';
import type { ConversationDocument } from './conversation';
import { turnBreaks } from './turn-breaks';

/** Max children of a parent; a turn with more has several parents. */
const maxChildren = 10;

export function isConversation(segmented: ProseDocument): segmented is ConversationDocument {
  return 'messages' in segmented;
}

export class ConversationParts {
  /** Strength of the gap before a message, by its offset. */
  readonly breaks: ReadonlyMap<number, number>;
  private readonly turns: readonly Block[];

  constructor(
    private readonly conversation: ConversationDocument,
    private readonly counter: CounterName,
  ) {
    const { messages, text, blocks } = conversation;
    const strengths = turnBreaks(messages, text);
    this.breaks = new Map(messages.map(({ start }, i) => [start, strengths[i] ?? 0]));
    this.turns = [...turnsIn(blocks)];
  }

  /** The chunks of one turn share a parent; a chunk of whole turns has none. */
  families(starts: readonly number[]): readonly IndexRange[] {
    const families: IndexRange[] = [];
    for (let from = 0; from < starts.length; ) {
      const turn = this.turnAt(starts[from] ?? 0);
      let to = from + 1;
      while (turn && to < starts.length && to - from < maxChildren && this.turnAt(starts[to] ?? 0) === turn) to++;
      families.push({ from, to });
      from = to;
    }
    return families;
  }

  /** True if a turn begins at this offset. */
  isTurn(offset: number): boolean {
    return this.turnAt(offset)?.start === offset;
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
