/** What the JSON formats of conversations have in common. */
import type { JsonString, JsonValue } from '../json/json-strings';

export interface JsonMessage {
  readonly speaker: string;
  /** It was written by the one who asks. */
  readonly isUser: boolean;
  /** ISO 8601. */
  readonly time: string | undefined;
  /** What it says, in order; none if it only calls tools or shows pictures. */
  readonly texts: readonly JsonString[];
  /** The texts run on: they are parts of a line, not lines. */
  readonly isRunning?: true;
}

export interface JsonConversation {
  readonly name: string | undefined;
  readonly messages: readonly JsonMessage[];
}

/** The conversations of a JSON value; undefined if it has another format. */
type JsonFormat = (root: JsonValue) => readonly JsonConversation[] | undefined;

/** Whether a text may be of the format at all, by a word it cannot do without. */
export interface ConversationFormat {
  readonly words: readonly string[];
  readonly read: JsonFormat;
}

export const roles: ReadonlySet<string> = new Set(
  'system developer user human assistant ai gpt chatgpt model bot tool function'.split(' '),
);

export function isUserRole(role: string): boolean {
  return role === 'user' || role === 'human';
}

/** The strings of a content that is a string, or an array of strings and of parts with text; undefined for another shape. */
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

/** Of `{"type": "text", "text": …}`; parts without a text are pictures, files, calls of tools. */
function partText(part: JsonValue): JsonString | undefined {
  const { text } = part.pick('text');
  return text?.string ?? text?.pick('value').value?.string;
}

/** A point in time, given as ISO 8601 (of UTC where it does not say) or as seconds or milliseconds since 1970. */
export function isoTime(value: JsonValue | undefined): string | undefined {
  const number = value?.number;
  const text = value?.text;
  let milliseconds = Number.NaN;
  if (number !== undefined) milliseconds = number > 1e11 ? number : number * 1000;
  else if (text && /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text)) {
    const iso = text.replace(' ', 'T');
    milliseconds = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(iso) ? iso : `${iso}Z`);
  }
  // Between 1980 and 2100: the rest is something else, a duration or a counter.
  return milliseconds > 3.2e11 && milliseconds < 4.2e12 ? new Date(milliseconds).toISOString() : undefined;
}
