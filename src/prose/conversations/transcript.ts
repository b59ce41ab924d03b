/**
 * Texts with speaker lines. Many other texts have lines that look similar (`Note: …`, `Version: …`, logs, lists of licenses), and
 * reading one of them as a conversation is worse than missing a conversation. So a text is a transcript only if the lines of one
 * shape name a few speakers who alternate from beginning to end, and if the names are roles (`User`, `Assistant`) or the text
 * sounds like people speaking to each other. Two or three lines are enough if a question of the user opens the text and the names
 * have no other use.
 */

import type { PlacedMessage } from './conversation-exports';
import { type SpeakerLine, type SpeakerLineShape, speakerLines } from './speaker-lines';

const askingRoles = new Set('user human you me customer prompt'.split(' '));
const answeringRoles = new Set(
  'assistant|ai|ai assistant|bot|chatbot|chatgpt|gpt|gpt-4|gpt-4o|gpt-5|claude|copilot|github copilot|gemini|cursor|model|agent|support|response'.split(
    '|',
  ),
);
/** Names that only assistants have: the other speaker is the user, whatever the name. */
const assistantNames = new Set('assistant|chatgpt|claude|copilot|github copilot|gemini|cursor'.split('|'));
const otherRoles = new Set('system tool developer function'.split(' '));
/** Names that only the person who asks an assistant has. */
const userNames = new Set('user human'.split(' '));

/** From this many lines on, roles that alternate are enough for a transcript. */
const manyLines = 4;
/** The title that may come before the first of a few lines: at most this many UTF-16 units in one line. */
const maxTitleLength = 120;

/** Labels in notes, logs and records. If one of them is among the speakers, the text is not a conversation. */
const labelWords = new Set(
  (
    'note notes warning warn error info debug trace fatal critical notice tip hint important caution danger todo fixme example ' +
    'examples usage question answer q a input output before after default defaults type types returns return params parameters ' +
    'options option name version license licence author authors copyright homepage repository description summary title date ' +
    'from to subject cc package url source sources file files path status result results expected actual step steps fix fixes ' +
    'symptom symptoms reason reasons solution solutions cause causes problem problems workaround feature features bug bugs added changed removed fixed deprecated security breaking see http https ftp file mailto ' +
    'hinweis warnung fehler beispiel frage antwort achtung name titel datum autor lizenz quelle von an betreff'
  ).split(' '),
);

/** Words that people use to address each other, in a few languages; a question mark works in all. */
const address =
  /[?？]|(?<![\p{L}\p{N}_])(?:I|I['’]\w+|you|your|we|our|my|me|ich|mir|mich|du|dir|dich|Sie|Ihnen|wir|uns|je|vous|nous|tu|moi|yo|usted|nosotros|eu|você|io|hello|hi|hey|thanks|thank|hallo|danke|bonjour|merci|hola|gracias)(?![\p{L}\p{N}_])|[我你您吗私]/iu;

/** The messages of a transcript; undefined for any other text. */
export function readTranscript(text: string): readonly PlacedMessage[] | undefined {
  const byShape = new Map<SpeakerLineShape, SpeakerLine[]>();
  for (const line of speakerLines(text)) {
    const lines = byShape.get(line.shape);
    if (lines) lines.push(line);
    else byShape.set(line.shape, [line]);
  }
  const bySize = [...byShape].sort(([, a], [, b]) => b.length - a.length);
  for (const [shape, lines] of bySize) {
    const speaking = speakersOf(shape, lines, text);
    if (speaking && (spansText(speaking, text) || opensWithQuestion(speaking, text))) return messagesOf(speaking, text);
  }
  return undefined;
}

/**
 * The messages of a text that the user says is a conversation: a transcript, or the lines that name a role or a person, or else
 * the whole text as one message.
 */
export function readAsTranscript(text: string): readonly PlacedMessage[] {
  const found = readTranscript(text);
  if (found) return found;
  const named = speakerLines(text).filter(({ name }) => isRole(name) || !labelWords.has(name.toLowerCase()));
  const roles = named.filter(({ name }) => isRole(name));
  const people = named.filter(({ name, shape, time }) => shape !== 'heading' && isName(name, time !== undefined));
  const lines = roles.length > 0 ? roles : people;
  if (lines.length > 0) return messagesOf(lines, text);
  return [{ speaker: 'unknown', isUser: true, start: 0, end: text.length, index: 0, conversation: 0, contentStart: 0 }];
}

/** The lines that start messages; undefined if this is not a conversation. */
function speakersOf(
  shape: SpeakerLineShape,
  lines: readonly SpeakerLine[],
  text: string,
): readonly SpeakerLine[] | undefined {
  const withRoles = lines.filter(({ name }) => isRole(name));
  const has = (roles: ReadonlySet<string>) => withRoles.some(({ name }) => roles.has(name.toLowerCase()));
  if (withRoles.length >= manyLines && has(askingRoles) && has(answeringRoles) && alternation(withRoles) >= 0.5)
    return withRoles;
  if (isShortExchange(shape, lines, withRoles, text)) return withRoles;
  if (shape === 'heading') return undefined;
  if (has(assistantNames) && !has(askingRoles)) {
    const people = new Set(lines.filter(({ name }) => !isRole(name)).map(({ name }) => name));
    const isSpoken = people.size === 1 && alternation(lines) >= 0.6 && soundsSpoken(lines, text, true);
    return isSpoken && lines.length >= 4 ? lines : undefined;
  }
  const isTimed = shape === 'time first' || shape === 'time last';
  const count = new Map<string, number>();
  for (const { name } of lines) count.set(name, (count.get(name) ?? 0) + 1);
  // In a chat with times a person may speak only once. Without times, a name that occurs once is just a label.
  const speaking = lines.filter(({ name }) => isName(name, isTimed) && (isTimed || (count.get(name) ?? 0) > 1));
  const speakers = new Set(speaking.map(({ name }) => name));
  const isPlain =
    speaking.length >= (isTimed ? 4 : 6) &&
    speakers.size >= 2 &&
    speakers.size <= (isTimed ? speaking.length / 2 : 8) &&
    lines.length - speaking.length <= speaking.length * 0.2 &&
    alternation(speaking) >= (isTimed ? 0.3 : 0.6) &&
    !lines.some(({ name }) => labelWords.has(name.toLowerCase())) &&
    soundsSpoken(speaking, text, isTimed);
  return isPlain ? speaking : undefined;
}

/** True if two or three lines of roles are a question and its answer, and not two labels of a record or a glossary. */
function isShortExchange(
  shape: SpeakerLineShape,
  lines: readonly SpeakerLine[],
  withRoles: readonly SpeakerLine[],
  text: string,
): boolean {
  const talk = withRoles.filter(({ name }) => !otherRoles.has(name.toLowerCase()));
  const [first, second] = talk.map(({ name }) => name.toLowerCase());
  if (!first || !second || !userNames.has(first) || !answeringRoles.has(second) || alternation(talk) < 1) return false;
  // A label before the first role is one of a record.
  if (lines[0] !== withRoles[0] || !opensWithQuestion(withRoles, text)) return false;
  const others = lines.filter(({ name }) => !isRole(name) && !labelWords.has(name.toLowerCase()));
  if (others.length > withRoles.length * 2) return false;
  // `user:` may be a key of a configuration, `## User` the section of a manual, `AI` or `Model` a label.
  const isUsual = shape !== 'heading' && assistantNames.has(second) && talk.every(({ name }) => /^\p{Lu}/u.test(name));
  return isUsual || soundsSpoken(talk, text, true);
}

function isRole(name: string): boolean {
  const role = name.toLowerCase();
  return askingRoles.has(role) || answeringRoles.has(role) || otherRoles.has(role);
}

/** Accepts capitalised words and words of scripts without capitals; nicknames only beside a time. */
function isName(name: string, isTimed: boolean): boolean {
  if (/[./]|^\p{Lu}[\p{Lu}\d_-]{2,}$/u.test(name.replace(/(?<=\p{L})\.(?= |$)/gu, ''))) return false;
  if (isTimed) return true;
  return /^(?:[\p{Lu}\p{Lo}@][^\s]*)(?: (?:von|van|de|der|da|di|del|la|le|[\p{Lu}\p{Lo}\d(][^\s]*))*$/u.test(name);
}

/** Share of lines whose speaker differs from the one before, from 0 to 1. */
function alternation(lines: readonly SpeakerLine[]): number {
  let changes = 0;
  for (let i = 1; i < lines.length; i++) if (lines[i]?.name !== lines[i - 1]?.name) changes++;
  return changes / Math.max(1, lines.length - 1);
}

function soundsSpoken(lines: readonly SpeakerLine[], text: string, isTimed: boolean): boolean {
  let addressed = 0;
  let words = 0;
  for (const [i, { contentStart }] of lines.entries()) {
    const whole = text.slice(contentStart, Math.min(lines[i + 1]?.start ?? text.length, contentStart + 1000)).trim();
    // Only the first paragraph: later ones may be anything, even a section of a manual.
    const paragraph = whole.split(/\n\s*\n/, 1)[0] ?? '';
    if (address.test(paragraph)) addressed++;
    words += paragraph.split(/\s+/).length + (paragraph.match(/\p{Lo}/gu)?.length ?? 0) / 2;
  }
  return addressed >= lines.length * (isTimed ? 0.15 : 0.3) && words >= lines.length * (isTimed ? 2 : 4);
}

/** True if the lines begin near the start of the text (after a short introduction at most) and no long text follows the last one. */
function spansText(lines: readonly SpeakerLine[], text: string): boolean {
  const [first, last] = [lines[0], lines.at(-1)];
  if (!first || !last) return false;
  const spoken = text.length - first.start;
  return first.start <= Math.max(500, text.length / 4) && text.length - last.start <= Math.max(2000, spoken * 0.6);
}

/**
 * True if the user or a role of the system speaks first, after a title at most, and the last message may be as long as it is: an
 * answer, without a heading that would begin another document.
 */
function opensWithQuestion(lines: readonly SpeakerLine[], text: string): boolean {
  const [first, last] = [lines[0], lines.at(-1)];
  if (!first || !last || !lines.every(({ name }) => isRole(name))) return false;
  const role = first.name.toLowerCase();
  const title = text.slice(0, first.start).trim();
  return (
    (userNames.has(role) || otherRoles.has(role)) &&
    title.length <= maxTitleLength &&
    !title.includes('\n') &&
    !/^# /m.test(text.slice(last.contentStart))
  );
}

function messagesOf(lines: readonly SpeakerLine[], text: string): PlacedMessage[] {
  const some = (test: (name: string) => boolean) => lines.some(({ name }) => test(name));
  const isAsking = (name: string) => askingRoles.has(name.toLowerCase());
  // If there is an assistant, every other speaker is the user. Among people, the first speaker counts as the user.
  const isUser = some(isAsking) ? isAsking : some(isRole) ? (name: string) => !isRole(name) : isFirst;
  function isFirst(name: string): boolean {
    return name === lines[0]?.name;
  }
  return lines.map(({ name, time, start, contentStart }, index) => ({
    speaker: name,
    isUser: isUser(name),
    ...(time && { time }),
    start,
    end: lines[index + 1]?.start ?? text.length,
    index,
    conversation: 0,
    contentStart,
  }));
}
