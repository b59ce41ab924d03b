/**
 * Texts with speaker lines. Many other texts have lines that look similar (`Note: …`, `Version: …`, logs, lists of licenses), and
 * reading one of them as a conversation is worse than missing a conversation. So a text is a transcript only if the lines of one
 * shape name a few speakers who alternate from beginning to end, and if the names are roles (`User`, `Assistant`) or the text
 * sounds like people speaking to each other. Two or three lines are enough if a question of the user opens the text and the names
 * have no other use.
 */
import { addToList } from '../../shared/maps';
import type { PlacedMessage } from './conversation-exports';

/** What the user is called in the languages with the most speakers, and in those of the docs. */
const users =
  'user|human|benutzer|benutzerin|nutzer|nutzerin|用户|使用者|उपयोगकर्ता|usuario|usuaria|utilisateur|utilisatrice|المستخدم|مستخدم|' +
  'ব্যবহারকারী|usuário|usuária|utilizador|пользователь|صارف|ユーザー|사용자';
const assistants =
  'assistant|chatgpt|claude|copilot|github copilot|gemini|cursor|assistent|assistentin|助手|助理|सहायक|asistente|assistante|المساعد|' +
  'مساعد|সহকারী|সহায়ক|assistente|ассистент|помощник|معاون|اسسٹنٹ|アシスタント|어시스턴트';
/** Names that only the person who asks an assistant has. */
const userNames = new Set(users.split('|'));
/** Names that only assistants have: the other speaker is the user, whatever the name. */
const assistantNames = new Set(assistants.split('|'));
const askingRoles = new Set([...userNames, ...'you me customer prompt'.split(' ')]);
const answeringRoles = new Set([
  ...assistantNames,
  ...'ai|ai assistant|bot|chatbot|gpt|gpt-4|gpt-4o|gpt-5|model|agent|support|response'.split('|'),
]);
const otherRoles = new Set('system tool developer function'.split(' '));

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
  /[?？؟]|(?<![\p{L}\p{N}_])(?:I|I['’]\w+|you|your|we|our|my|me|ich|mir|mich|du|dir|dich|Sie|Ihnen|wir|uns|je|vous|nous|tu|moi|yo|usted|nosotros|eu|você|io|hello|hi|hey|thanks|thank|hallo|danke|bonjour|merci|hola|gracias)(?![\p{L}\p{N}_])|[我你您吗私]/iu;

/** The messages of a transcript; undefined for any other text. */
export function readTranscript(text: string): readonly PlacedMessage[] | undefined {
  const byShape = new Map<SpeakerLineShape, SpeakerLine[]>();
  for (const line of speakerLines(text)) addToList(byShape, line.shape, line);
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
  const isUsual =
    shape !== 'heading' && assistantNames.has(second) && talk.every(({ name }) => /^[\p{Lu}\p{Lo}]/u.test(name));
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

/** Finds the lines of a text that name a speaker, in every common notation. */

/** The notation of a speaker line; all lines of one transcript use the same. */
type SpeakerLineShape =
  /** `Anna: Hello`, `User:` */
  | 'plain'
  /** `**Anna:** Hello`, `**Human**: Hello` */
  | 'bold'
  /** `### User`, `## ChatGPT said:`, and what is used as a heading: `**User**`, `_**Assistant**_` */
  | 'heading'
  /** `[10:32] Anna: Hello`, `2024-05-01 10:32 - Anna: Hello`, `[10:32] <anna> Hello` */
  | 'time first'
  /** `Anna (10:32): Hello`, `Anna [10:32]` */
  | 'time last';

interface SpeakerLine {
  readonly shape: SpeakerLineShape;
  readonly name: string;
  /** ISO 8601; `T10:32:00` if there is no date. */
  readonly time: string | undefined;
  readonly start: number;
  /** After the name. */
  readonly contentStart: number;
}

const name = String.raw`[\p{L}@][\p{L}\p{M}\p{N}.'’_-]*(?: [\p{L}\p{N}(][\p{L}\p{M}\p{N}.'’_)-]*){0,3}`;
const date = String.raw`(?:\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{2,4})`;
const clock = String.raw`\d{1,2}:\d\d(?::\d\d)?(?:[ \u00a0\u202f]?[AaPp]\.?[Mm]\.?)?`;
const time = `(?:${date}(?:, ?| |T))?${clock}`;
const colon = '[:：]';

/** Built on first use: search imports this module, and compiling the expressions takes longer than its first answer. */
const makeShapes = (): readonly (readonly [SpeakerLineShape, RegExp])[] => [
  [
    'time first',
    new RegExp(
      String.raw`(?:\[(?<time>${time})\]|(?<bare>${time})(?: -)?)[ \t]+(?:<[@+ ]?(?<nick>[^\s<>]{1,30})>|(?<name>${name})[ \t]*${colon})[ \t]*`,
      'uy',
    ),
  ],
  [
    'time last',
    new RegExp(
      String.raw`(?:\*\*)?(?<name>${name})(?:\*\*)?[ \t]+[[(](?<time>${time})[\])](?:\*\*)?[ \t]*(?:${colon}(?:\*\*)?[ \t]*|(?=[\n\r]|$))`,
      'uy',
    ),
  ],
  [
    'bold',
    new RegExp(String.raw`(?<marks>\*\*|__)(?<name>${name})(?:${colon}\k<marks>|\k<marks> ?${colon})[ \t]*`, 'uy'),
  ],
  [
    'heading',
    new RegExp(
      String.raw`#{1,6}[ \t]+(?:\p{Emoji_Presentation}\ufe0f? )?(?:\*\*)?(?<name>${name}?)(?: said)?${colon}?(?:\*\*)?[ \t]*(?:[[(](?<time>${time})[\])])?[ \t]*(?=[\n\r]|$)`,
      'uy',
    ),
  ],
  [
    'heading',
    new RegExp(
      String.raw`(?<em>_?)\*\*(?<name>${name}?)(?: [[(](?:(?<time>${time})|[^\n)\]]*)[\])])?\*\*\k<em>[ \t]*(?=[\n\r]|$)`,
      'uy',
    ),
  ],
  ['plain', new RegExp(String.raw`(?<name>${name})[ \t\u00a0]?${colon}(?=[\s\p{Lo}]|$)[ \t]*`, 'uy')],
];

let shapes: ReturnType<typeof makeShapes> | undefined;

const fence = /[ \t]{0,3}(`{3,}|~{3,})([^\n]*)/y;

/** The speaker lines outside fenced code. */
function speakerLines(text: string): SpeakerLine[] {
  const found: SpeakerLine[] = [];
  let open: { readonly marks: string; readonly found: number; readonly at: number } | undefined;
  let ignoresFences = false;
  for (let start = text.charCodeAt(0) === 0xfeff ? 1 : 0; ; ) {
    fence.lastIndex = start;
    const [, marks, info = ''] = (!ignoresFences && fence.exec(text)) || [];
    if (marks) {
      if (!open) open = { marks, found: found.length, at: start };
      else if (marks.startsWith(open.marks) && info.trim() === '') open = undefined;
    } else if (!open) {
      const line = speakerLine(text, start);
      if (line) found.push(line);
    }
    start = text.indexOf('\n', start) + 1;
    if (start > 0 && start < text.length) continue;
    if (!open) return found;
    // A fence that is never closed hides nothing.
    ignoresFences = true;
    start = open.at;
    found.length = open.found;
    open = undefined;
  }
}

function speakerLine(text: string, start: number): SpeakerLine | undefined {
  shapes ??= makeShapes();
  for (const [shape, pattern] of shapes) {
    pattern.lastIndex = start;
    const groups = pattern.exec(text)?.groups;
    if (!groups) continue;
    const speaker = groups.name ?? groups.nick ?? '';
    const when = groups.time ?? groups.bare;
    // If nothing follows on this line, the content starts on the next one.
    const after = pattern.lastIndex;
    const lineBreak = /\r?\n/y;
    lineBreak.lastIndex = after;
    const contentStart = lineBreak.test(text) ? lineBreak.lastIndex : after;
    return { shape, name: speaker.trim(), time: when && isoOf(when), start, contentStart };
  }
  return undefined;
}

/** Dates with slashes are ignored: the day may come first or second. */
function isoOf(when: string): string | undefined {
  const [, hour = '', minute = '', second = '00', half] = /(\d{1,2}):(\d\d)(?::(\d\d))?\s*([AaPp])?/.exec(when) ?? [];
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour);
  if (hours > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const [, day = '', month = '', year = ''] = /(\d{1,2})\.(\d{1,2})\.(\d{2,4})/.exec(when) ?? [];
  const iso =
    /\d{4}-\d\d-\d\d/.exec(when)?.[0] ?? (day && `${year.padStart(4, '20')}-${twoDigits(month)}-${twoDigits(day)}`);
  const clockTime = `T${twoDigits(String(hours))}:${minute}:${second}`;
  return iso && !Number.isNaN(Date.parse(`${iso}${clockTime}Z`)) ? `${iso}${clockTime}` : clockTime;
}

function twoDigits(digits: string): string {
  return digits.padStart(2, '0');
}
