/** What the JSON formats of conversations have in common. */
import type { JsonString, JsonValue } from '../json/json-strings';

export interface JsonMessage {
  readonly speaker: string;
  /** The user wrote it. */
  readonly isUser: boolean;
  /** ISO 8601. */
  readonly time: string | undefined;
  /** The texts of the message, in order; empty if it only calls tools or shows pictures. */
  readonly texts: readonly JsonString[];
  /** The texts are fragments that continue one line, not separate lines. */
  readonly isRunning?: true;
}

export interface JsonConversation {
  readonly name: string | undefined;
  readonly messages: readonly JsonMessage[];
}

/** The conversations of a JSON value; undefined if it has another format. */
type JsonFormat = (root: JsonValue) => readonly JsonConversation[] | undefined;

export interface ConversationFormat {
  /** A file of this format contains at least one of these words; others are not parsed. */
  readonly words: readonly string[];
  readonly read: JsonFormat;
}

export const messageRoles: ReadonlySet<string> = new Set(
  'system developer user human assistant ai gpt chatgpt model bot tool function'.split(' '),
);

export function isUserRole(role: string): boolean {
  return role === 'user' || role === 'human';
}

/** The strings of a `content` that is a string, or an array of strings and parts with text; undefined for any other shape. */
export function contentTexts(content: JsonValue): JsonString[] | undefined {
  if (content.isNull) return [];
  const { string } = content;
  if (string) return [string];
  if (!content.isArray) return undefined;
  const texts: JsonString[] = [];
  for (const part of content.items()) {
    const text = part.string ?? partText(part);
    if (text) texts.push(text);
    else if (!part.isObject) return undefined;
  }
  return texts;
}

/** The text of `{"type": "text", "text": …}`. Parts without a text are pictures, files or tool calls. */
function partText(part: JsonValue): JsonString | undefined {
  const { text } = part.pick('text');
  return text?.string ?? text?.pick('value').value?.string;
}

/** Parses ISO 8601 (UTC if it has no time zone), or seconds or milliseconds since 1970. */
export function isoTime(value: JsonValue | undefined): string | undefined {
  const number = value?.number;
  const text = value?.text;
  let milliseconds = Number.NaN;
  if (number !== undefined) milliseconds = number > 1e11 ? number : number * 1000;
  else if (text && /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text)) {
    const iso = text.replace(' ', 'T');
    milliseconds = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(iso) ? iso : `${iso}Z`);
  }
  // Only times between 1980 and 2100: anything else is a duration or a counter.
  return milliseconds > 3.2e11 && milliseconds < 4.2e12 ? new Date(milliseconds).toISOString() : undefined;
}
