/** What is special about chunks of conversations: parents are turns, gap strengths depend on what is said, records list their messages. */

import type { Chunk } from '../../code/chunk';
import type { IndexRange } from '../../code/cut/cut-to-fit';
import { hashFraction } from '../../code/cut/gap-strength';
import { type TermVector, termCosine } from '../../code/sentences/sentence-words';
import type { ChunkOptions } from '../../options/chunk-options';
import { firstIndex } from '../../shared/range-of';
import { countMessages } from '../../tokens/token-counter';
import type { Block, ProseDocument } from '../block';
import type { ConversationDocument } from './conversation';
import type { ConversationMessage } from './conversation-exports';

/** Chunks may be this much larger than the target: even parts are seldom possible to the token. */
const targetRoom = 1.25;

export function isConversation(segmented: ProseDocument): segmented is ConversationDocument {
  return 'messages' in segmented;
}

export class ConversationParts {
  /** Strength of the gap before a message, by its offset. */
  readonly breaks: ReadonlyMap<number, number>;
  private readonly turns: readonly Block[];

  /** Offsets where a chunk always begins: each conversation, and after every so many messages. Ascending. */
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
    this.borders = bordersOf(conversation, maxMessages);
  }

  /** True if a chunk always begins inside this range. */
  isDivided(start: number, end: number): boolean {
    const next = firstIndex(this.borders.length, (i) => (this.borders[i] ?? 0) > start);
    return (this.borders[next] ?? Number.POSITIVE_INFINITY) < end;
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
    const { text, conversations } = this.conversation;
    const sent = included.map(({ speaker: role, start, end }) => {
      return { role, content: text.slice(Math.max(start, chunk.start), Math.min(end, chunk.end)) };
    });
    const tokens = { ...chunk.tokens, messages: countMessages(sent, this.options.counter).tokens };
    const { id, title } = (first.conversation === last.conversation && conversations[first.conversation]) || {};
    const times = included.flatMap(({ time }) => time ?? []);
    return {
      ...chunk,
      ...label,
      tokens,
      startMessage: first.index,
      endMessage: last.index,
      speaker,
      ...(id !== undefined && { conversationId: id }),
      ...(title !== undefined && { conversationTitle: title, scope: [...new Set([title, ...chunk.scope])] }),
      ...(times[0] !== undefined && { startTime: times[0], endTime: times.at(-1) ?? times[0] }),
    };
  }

  private turnAt(offset: number): Block | undefined {
    return this.turns.findLast(({ start }) => start <= offset);
  }
}

/**
 * The start of every message that comes so many messages after the start of its conversation, or after the border before it.
 * Conversations share a chunk only if nothing tells them apart, such as those of training data.
 */
function bordersOf({ messages, conversations }: ConversationDocument, maxMessages: number | undefined): number[] {
  const isKnown = ({ conversation }: ConversationMessage): boolean => {
    const { id, title } = conversations[conversation] ?? {};
    return id !== undefined || title !== undefined;
  };
  const borders: number[] = [];
  let count = 0;
  for (const [i, message] of messages.entries()) {
    const before = messages[i - 1];
    const isNew = before !== undefined && message.conversation !== before.conversation;
    const isApart = isNew && (maxMessages !== undefined || isKnown(message) || isKnown(before));
    if (isApart || count === maxMessages) {
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

/**
 * How natural a cut before each message of a conversation is, as gap strengths for `cutToFit`. A gap is stronger
 * - where a conversation begins (stronger than any other),
 * - where the user speaks again, because a question and its answer belong together,
 * - after a pause that is long for this conversation,
 * - where a message announces a change of subject ("moving on to", "by the way"),
 * - where the words change: TF-IDF vectors of the two messages before the gap and the two after it have little in common,
 * - if a target length is given, near the places that divide the conversation evenly.
 *
 * All but the last are independent of sizes, so an added message moves few cuts. The vectors weigh words by how many messages
 * contain them, which changes slowly.
 */

const english = [
  /(?:let['’]?s |let us |i(?:['’]d| would) like to |(?:can|could|shall) we )?mov(?:e|ing) on\b/,
  /(?:let['’]?s |let us |(?:can|could|shall) we )?(?:chang(?:e|ing)|switch(?:ing)?)(?: the)? (?:gears|topics?|subjects?)/,
  /(?:i have |here['’]?s |(?:just )?(?:one|and) )*(?:an|a|my|the|one)? ?(?:next|another|new|different|more|last|unrelated|separate) (?:question|topic|subject|thing|issue|problem)\b/,
  /on (?:another|a different|an unrelated) (?:note|topic|subject)/,
  /(?:by the way|btw|speaking of|in other news|turning to|unrelated(?:ly)?|something (?:else|different)|now for)\b/,
  /let['’]?s (?:talk about|turn to)\b/,
];

const german = [
  /(?:ich habe )?(?:noch )?(?:meine |eine |die )?(?:nächste|andere|weitere|neue|letzte) frage/,
  /(?:ein |das )?(?:nächstes?|anderes|weiteres|neues) thema|(?:der |ein )?(?:nächster?|anderer|weiterer) punkt/,
  /(?:noch )?(?:etwas|was) (?:ganz )?anderes/,
  /(?:themenwechsel|übrigens|apropos|nebenbei|wechseln wir|machen wir weiter mit)/,
  /(?:kommen wir|gehen wir) (?:nun |jetzt |noch )?(?:über )?zu[mr]?\b|weiter (?:geht es |geht['’]?s )?mit\b/,
];

/** Words that may come before them. */
const fillers =
  'ok|okay|so|now|well|great|good|perfect|thanks|thank you|alright|and|but|oh|ach|und|gut|danke|super|also|aber|so';

/** Only at the start of a sentence or clause: there the phrases are about the conversation, elsewhere about its subject. */
const marker = new RegExp(
  String.raw`(?:^|[.!?:;,\n*>()–—-])\s*(?:(?:${fillers})[,.!:]?\s+)*(?:${[...english, ...german].map(({ source }) => source).join('|')})`,
  'iu',
);

/**
 * True if the first sentences of a message announce another subject.
 *
 * The phrases people use to announce a change of subject, in English and German.
 */
export function announcesTopicChange(opening: string): boolean {
  return marker.test(opening);
}

interface TurnBreakOptions {
  /** Target length of the parts, in UTF-16 units. If it is left out, parts may be uneven. */
  readonly targetLength?: number;
}

/** The most that each signal adds to a strength. */
const turnBreakWeights = {
  conversation: 20,
  user: 4,
  pause: 3,
  topicMarker: 3,
  words: 3,
  /** The most of all, because it counts only where even parts are asked for. */
  balance: 5,
  /** Breaks ties: equal gaps would be cut one by one. */
  hash: 0.3,
} as const;

/** The strength of the gap before each message; the first is 0 and is not used. */
export function turnBreaks(
  messages: readonly ConversationMessage[],
  text: string,
  options: TurnBreakOptions = {},
): number[] {
  const pauses = pauseScores(messages);
  const changes = wordChanges(messages, text);
  const evenness = options.targetLength ? evennessOf(messages, options.targetLength) : undefined;
  return messages.map((message, i) => {
    const before = messages[i - 1];
    if (!before) return 0;
    const opening = text.slice(message.start, Math.min(message.end, message.start + openingLength));
    let strength = userScore(before, message) + (changes[i] ?? 0) * turnBreakWeights.words;
    strength += (pauses[i] ?? 0) * turnBreakWeights.pause;
    strength += (evenness?.[i] ?? 0) * turnBreakWeights.balance;
    if (announcesTopicChange(opening)) strength += turnBreakWeights.topicMarker;
    if (before.conversation !== message.conversation) strength += turnBreakWeights.conversation;
    return strength + hashFraction(opening) * turnBreakWeights.hash;
  });
}

function userScore(before: ConversationMessage, message: ConversationMessage): number {
  if (message.isUser) return before.isUser ? turnBreakWeights.user / 2 : turnBreakWeights.user;
  // An answer stays with its question longer than with the answer before it.
  return before.isUser ? 0 : turnBreakWeights.user / 4;
}

/** A change of subject is announced in the first sentences, within this many UTF-16 units. */
const openingLength = 300;

/** 0 for a usual pause, 1 for one 32 times as long as the median, logarithmic in between. Pauses under five minutes count as 0. */
function pauseScores(messages: readonly ConversationMessage[]): number[] {
  const pauses = messages.map((message, i) => {
    const before = messages[i - 1];
    if (!before || before.conversation !== message.conversation) return undefined;
    return minutesBetween(before.time, message.time);
  });
  const known = pauses.filter((pause) => pause !== undefined).sort((a, b) => a - b);
  const median = Math.max(1, known[known.length >> 1] ?? 1);
  return pauses.map((pause = 0) => (pause < 5 ? 0 : Math.min(1, Math.max(0, Math.log2(pause / median) / 5))));
}

function minutesBetween(before: string | undefined, after: string | undefined): number | undefined {
  if (before === undefined || after === undefined || before.startsWith('T') !== after.startsWith('T')) return undefined;
  const [from, to] = [before, after].map((time) => Date.parse(time.startsWith('T') ? `1970-01-01${time}Z` : time));
  const minutes = ((to ?? 0) - (from ?? 0)) / 60_000;
  // A time of day may pass midnight; a date that goes back is ignored.
  if (minutes < 0) return before.startsWith('T') ? minutes + 24 * 60 : undefined;
  return Number.isNaN(minutes) ? undefined : minutes;
}

/** 1 at the places that divide the conversation into even parts of about the target length, 0 halfway between them. */
function evennessOf(messages: readonly ConversationMessage[], targetLength: number): number[] {
  const [start, end] = [messages[0]?.start ?? 0, messages.at(-1)?.end ?? 0];
  const parts = Math.max(1, Math.ceil((end - start) / targetLength));
  const length = Math.max(1, end - start) / parts;
  return messages.map((message) => {
    const nearest = Math.round((message.start - start) / length);
    if (nearest === 0 || nearest === parts) return 0;
    return 1 - (Math.abs(message.start - start - nearest * length) / length) * 2;
  });
}

/** How much of a message is compared, in UTF-16 units: the subject of a long message is clear by then. */
const readLength = 4000;

/** For each message, 1 if it and the next one share no words with the two before, 0 if they use the same. */
function wordChanges(messages: readonly ConversationMessage[], text: string): number[] {
  const words = ({ start, end }: ConversationMessage) => wordsOf(text.slice(start, Math.min(end, start + readLength)));
  const messagesWith = new Map<string, number>();
  for (const message of messages) {
    for (const word of new Set(words(message))) messagesWith.set(word, (messagesWith.get(word) ?? 0) + 1);
  }
  const vectorAt = (i: number): TermVector => {
    const message = messages[i];
    const counts = new Map<string, number>();
    for (const word of message ? words(message) : []) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const [word, count] of counts) {
      const rarity = Math.log((messages.length + 1) / (messagesWith.get(word) ?? 1));
      counts.set(word, (1 + Math.log(count)) * rarity);
    }
    return counts;
  };
  // Only the vectors of four messages are in memory at a time.
  let window: readonly TermVector[] = [new Map(), new Map(), vectorAt(0), vectorAt(1)];
  return messages.map((_, i) => {
    if (i > 0) window = [...window.slice(1), vectorAt(i + 1)];
    const [a, b, c, d] = window;
    return i === 0 || !a || !b || !c || !d ? 0 : 1 - Math.min(1, termCosine(sum(a, b), sum(c, d)));
  });
}

/** Words of three letters or more, in lower case; pairs of characters in scripts without spaces. */
function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{M}\p{N}_]{2,}/gu)) {
    if (/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/.test(word)) {
      for (let i = 0; i + 2 <= word.length; i++) words.push(word.slice(i, i + 2));
    } else if (word.length > 2) words.push(word);
  }
  return words;
}

function sum(a: TermVector, b: TermVector): TermVector {
  const both = new Map(a);
  for (const [word, weight] of b) both.set(word, (both.get(word) ?? 0) + weight);
  return both;
}
