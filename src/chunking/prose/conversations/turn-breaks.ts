/**
 * How naturally a conversation parts before each message, as strengths for `cut`. A gap is stronger
 * - where a conversation begins (stronger than any other),
 * - where the user speaks again, since question and answer belong together,
 * - after a pause that is long for this conversation,
 * - where a message says that it changes the subject ("moving on to", "by the way"),
 * - where the words change: TF-IDF vectors of the two messages before and the two from it on have little in common,
 * - if a size is asked for, near the places that part the whole evenly.
 *
 * All but the last do not depend on sizes, so that a message that is added moves few cuts. The vectors weigh words by how many
 * messages have them, which moves slowly.
 */
import { hash } from '../../cut/strength';
import type { Message } from './speaker-message';
import { changesTopic } from './topic-markers';

interface TurnBreakOptions {
  /** The length that parts should have, in UTF-16 units; left out: parts may be uneven. */
  readonly targetLength?: number;
}

/** What each sign adds at most. */
const turnBreakWeights = {
  conversation: 20,
  user: 4,
  pause: 3,
  topicMarker: 3,
  words: 3,
  balance: 2,
  /** Decides among equals, or they would be cut off one by one. */
  hash: 0.3,
} as const;

/** The strength of the gap before each message; the first is 0, and nobody looks at it. */
export function turnBreaks(messages: readonly Message[], text: string, options: TurnBreakOptions = {}): number[] {
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
    if (changesTopic(opening)) strength += turnBreakWeights.topicMarker;
    if (before.conversation !== message.conversation) strength += turnBreakWeights.conversation;
    return strength + hash(opening) * turnBreakWeights.hash;
  });
}

function userScore(before: Message, message: Message): number {
  if (message.isUser) return before.isUser ? turnBreakWeights.user / 2 : turnBreakWeights.user;
  // An answer stays with its question longer than with the answer before it.
  return before.isUser ? 0 : turnBreakWeights.user / 4;
}

/** Where a change of subject is announced: in the first sentences. UTF-16 units. */
const openingLength = 300;

/** 0 for a usual pause, 1 for one that is 32 times as long as the median, logarithmic between; under five minutes is none. */
function pauseScores(messages: readonly Message[]): number[] {
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
  // Times of day go over midnight; a date that goes back says nothing.
  if (minutes < 0) return before.startsWith('T') ? minutes + 24 * 60 : undefined;
  return Number.isNaN(minutes) ? undefined : minutes;
}

/** 1 at the places that part the conversation into even parts of about the target length, 0 halfway between them. */
function evennessOf(messages: readonly Message[], targetLength: number): number[] {
  const [start, end] = [messages[0]?.start ?? 0, messages.at(-1)?.end ?? 0];
  const parts = Math.max(1, Math.ceil((end - start) / targetLength));
  const length = Math.max(1, end - start) / parts;
  return messages.map((message) => {
    const nearest = Math.round((message.start - start) / length);
    if (nearest === 0 || nearest === parts) return 0;
    return 1 - (Math.abs(message.start - start - nearest * length) / length) * 2;
  });
}

type Vector = ReadonlyMap<string, number>;

/** How much of a message is looked at; long ones have said by then what they are about. UTF-16 units. */
const readLength = 4000;

/** For each message, 1 if it and the next one share no words with the two before, 0 if they use the same. */
function wordChanges(messages: readonly Message[], text: string): number[] {
  const words = ({ start, end }: Message) => wordsOf(text.slice(start, Math.min(end, start + readLength)));
  const having = new Map<string, number>();
  for (const message of messages) {
    for (const word of new Set(words(message))) having.set(word, (having.get(word) ?? 0) + 1);
  }
  const vectorAt = (i: number): Vector => {
    const message = messages[i];
    const counts = new Map<string, number>();
    for (const word of message ? words(message) : []) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const [word, count] of counts) {
      const rarity = Math.log((messages.length + 1) / (having.get(word) ?? 1));
      counts.set(word, (1 + Math.log(count)) * rarity);
    }
    return counts;
  };
  // Only the vectors of four messages are held at a time.
  let window: readonly Vector[] = [new Map(), new Map(), vectorAt(0), vectorAt(1)];
  return messages.map((_, i) => {
    if (i > 0) window = [...window.slice(1), vectorAt(i + 1)];
    const [a, b, c, d] = window;
    return i === 0 || !a || !b || !c || !d ? 0 : 1 - cosine(sum(a, b), sum(c, d));
  });
}

/** Words of three letters and more, in lower case; pairs of characters where a script has no spaces. */
function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{M}\p{N}_]{2,}/gu)) {
    if (/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/.test(word)) {
      for (let i = 0; i + 2 <= word.length; i++) words.push(word.slice(i, i + 2));
    } else if (word.length > 2) words.push(word);
  }
  return words;
}

function sum(a: Vector, b: Vector): Vector {
  const both = new Map(a);
  for (const [word, weight] of b) both.set(word, (both.get(word) ?? 0) + weight);
  return both;
}

function cosine(a: Vector, b: Vector): number {
  let dot = 0;
  for (const [word, weight] of a) dot += weight * (b.get(word) ?? 0);
  const length = Math.sqrt(squares(a) * squares(b));
  return length === 0 ? 0 : Math.min(1, dot / length);
}

function squares(vector: Vector): number {
  let total = 0;
  for (const weight of vector.values()) total += weight * weight;
  return total;
}
