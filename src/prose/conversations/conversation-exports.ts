/** What the JSON formats of conversations have in common. */
import type { JsonString, JsonValue } from '../json/json-strings';

/**
 * Chats that VS Code exports or stores: `requests`, each with the user's message and the parts of the response. The response is
 * Markdown in pieces; references between the pieces are words of its sentences.
 */
export const vscodeChatExport: ConversationFormat = {
  words: ['"requests"'],
  read(root) {
    const { requests, requesterUsername, responderUsername } = root.pick(
      ...(['requests', 'requesterUsername', 'responderUsername'] as const),
    );
    if (!requests?.isArray) return undefined;
    const messages: JsonMessage[] = [];
    for (const request of requests.items()) {
      const { message, response, timestamp } = request.pick('message', 'response', 'timestamp');
      const question = message?.string ?? message?.pick('text').text?.string;
      if (!question || (response && !response.isArray && !response.isNull)) return undefined;
      const time = isoTime(timestamp);
      messages.push({ speaker: requesterUsername?.text || 'user', isUser: true, time, texts: [question] });
      messages.push({
        speaker: responderUsername?.text || 'assistant',
        isUser: false,
        time,
        texts: [...(response?.items() ?? [])].flatMap(responseText),
        isRunning: true,
      });
    }
    return [{ ...factsOf(root), messages }];
  },
};

/** The text that the user sees: no thoughts, progress, edits or tool calls. */
function responseText(part: JsonValue): JsonString[] {
  const { kind, value, content, name } = part.pick('kind', 'value', 'content', 'name');
  let text: JsonString | undefined;
  if (kind === undefined) text = value?.string ?? value?.pick('value').value?.string;
  else if (kind.text === 'markdownContent' || kind.text === 'markdownVuln') text = content?.pick('value').value?.string;
  else if (kind.text === 'inlineReference') text = name?.string;
  return text ? [text] : [];
}

/**
 * ChatGPT's export (`conversations.json`): each conversation is a tree of messages, `mapping`, because the user can edit any message
 * and regenerate any answer. The branch last shown is the path from the root to `current_node`.
 */
export const chatGptExport: ConversationFormat = {
  words: ['"mapping"'],
  read(root) {
    return readAll(root.isArray ? root.items() : [root], (item) => {
      const { mapping, current_node } = item.pick('mapping', 'current_node');
      const messages = mapping && shownBranch(mapping, current_node?.text);
      return messages && { ...factsOf(item), messages };
    });
  },
};

interface TreeNode {
  readonly message: JsonValue | undefined;
  readonly parent: string | undefined;
}

function shownBranch(mapping: JsonValue, current: string | undefined): readonly JsonMessage[] | undefined {
  if (!mapping.isObject) return undefined;
  const nodes = new Map<string, TreeNode>();
  const parents = new Set<string>();
  let lastLeaf: string | undefined;
  for (const [id, node] of mapping.fields()) {
    const { message, parent, children } = node.pick('message', 'parent', 'children');
    if (!children?.isArray && !parent && !message) return undefined;
    nodes.set(id, { message: message?.isObject ? message : undefined, parent: parent?.text });
    if (parent?.text) parents.add(parent.text);
  }
  for (const id of nodes.keys()) if (!parents.has(id)) lastLeaf = id;
  const messages: JsonMessage[] = [];
  let id = current !== undefined && nodes.has(current) ? current : lastLeaf;
  while (id !== undefined) {
    const node = nodes.get(id);
    // Visit each node once, so that a cycle in a broken file ends.
    nodes.delete(id);
    const message = node?.message && messageOfChatGpt(node.message);
    if (message) messages.push(message);
    id = node?.parent;
  }
  return messages.reverse();
}

function messageOfChatGpt(message: JsonValue): JsonMessage | undefined {
  const { author, content, create_time, metadata } = message.pick('author', 'content', 'create_time', 'metadata');
  const { role, name } = author?.pick('role', 'name') ?? {};
  if (!role?.text || !content?.isObject) return undefined;
  const hidden = metadata?.pick('is_visually_hidden_from_conversation').is_visually_hidden_from_conversation;
  const isHidden = hidden !== undefined && hidden.end - hidden.start === 'true'.length;
  return {
    speaker: name?.text || role.text,
    isUser: role.text === 'user',
    time: isoTime(create_time),
    texts: isHidden ? [] : textsOf(content),
  };
}

/** Reads plain text, text with pictures, code that was run and its output. Skips memories and thoughts. */
function textsOf(content: JsonValue): JsonString[] {
  const { content_type, parts, text } = content.pick('content_type', 'parts', 'text');
  const type = content_type?.text ?? 'text';
  if (type === 'text' || type === 'multimodal_text') return (parts && contentTexts(parts)) ?? [];
  const code = type === 'code' || type === 'execution_output' ? text?.string : undefined;
  return code ? [code] : [];
}

/**
 * Claude's export (`conversations.json`): conversations with `chat_messages`, whose text is in `text` and in parts of `content`.
 */
export const claudeExport: ConversationFormat = {
  words: ['"chat_messages"'],
  read(root) {
    return readAll(root.isArray ? root.items() : [root], (item) => {
      const { chat_messages } = item.pick('chat_messages');
      const messages = chat_messages?.isArray ? readAll(chat_messages.items(), messageOfClaude) : undefined;
      return messages && { ...factsOf(item), messages };
    });
  },
};

function messageOfClaude(value: JsonValue): JsonMessage | undefined {
  const { sender, text, content, created_at } = value.pick('sender', 'text', 'content', 'created_at');
  const speaker = sender?.text;
  if (!speaker) return undefined;
  const parts = (content && contentTexts(content)) ?? [];
  const whole = text?.string;
  // Both have the same text, but older exports have no parts.
  const texts = parts.some((part) => part.text.trim() !== '') ? parts : whole ? [whole] : [];
  return { speaker, isUser: isUserRole(speaker), time: isoTime(created_at), texts };
}

/**
 * Messages in the format of the OpenAI API and others: `[{"role": "user", "content": "…"}]`, alone or as `messages` of an
 * object, and lists of such objects. Training data sets use `conversations` with `from` and `value` instead.
 */
export const openAiMessages: ConversationFormat = {
  words: ['"role"', '"from"'],
  read(root) {
    if (!root.isArray) {
      const conversation = wrapped(root) ?? messagesAlone([root]);
      return conversation && [conversation];
    }
    const messages = messagesAlone([...root.items()]);
    return messages ? [messages] : readAll(root.items(), wrapped);
  },
};

function wrapped(value: JsonValue): JsonConversation | undefined {
  const { messages, conversations } = value.pick('messages', 'conversations');
  const list = messages ?? conversations;
  // If the messages are only a small part of the object, the file is not a conversation.
  if (!list?.isArray || (list.end - list.start) * 2 < value.end - value.start) return undefined;
  const found = readAll(list.items(), openAiMessage);
  return found && found.length > 0 ? { ...factsOf(value), messages: found } : undefined;
}

/** A single one must be long: an object with a role and a content may be anything. */
function messagesAlone(values: readonly JsonValue[]): JsonConversation | undefined {
  const [first] = values;
  const isLong = first !== undefined && (values.length > 1 || first.end - first.start > minLoneMessage);
  const messages = isLong ? readAll(values, openAiMessage) : undefined;
  return messages && { id: undefined, title: undefined, messages };
}

/** UTF-16 units. */
const minLoneMessage = 1000;

function factsOf(conversation: JsonValue): ConversationFacts {
  const field = conversation.pick(
    ...(['id', 'conversation_id', 'uuid', 'sessionId', 'title', 'name', 'customTitle'] as const),
  );
  const id = field.id ?? field.conversation_id ?? field.uuid ?? field.sessionId;
  return { id: id?.text ?? id?.number?.toString(), title: (field.title ?? field.name ?? field.customTitle)?.text };
}

/** What is read of each value; undefined if one of them is something else. */
function readAll<T>(values: Iterable<JsonValue>, read: (value: JsonValue) => T | undefined): T[] | undefined {
  const all: T[] = [];
  for (const value of values) {
    const found = read(value);
    if (found === undefined) return undefined;
    all.push(found);
  }
  return all;
}

export function openAiMessage(value: JsonValue): JsonMessage | undefined {
  const field = value.pick(
    ...(['role', 'from', 'content', 'value', 'name', 'tool_calls', 'function_call'] as const),
    ...(['timestamp', 'created_at', 'create_time', 'createdAt'] as const),
  );
  const role = (field.role ?? field.from)?.text?.toLowerCase();
  if (role === undefined || !messageRoles.has(role)) return undefined;
  const content = field.role ? field.content : field.value;
  const texts = content ? contentTexts(content) : field.tool_calls || field.function_call ? [] : undefined;
  if (!texts) return undefined;
  return {
    speaker: field.name?.text || role,
    isUser: isUserRole(role),
    time: isoTime(field.timestamp ?? field.created_at ?? field.create_time ?? field.createdAt),
    texts,
  };
}

interface JsonMessage {
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

/** What an export says about a conversation. */
export interface ConversationFacts {
  readonly id: string | undefined;
  readonly title: string | undefined;
}

export interface JsonConversation extends ConversationFacts {
  readonly messages: readonly JsonMessage[];
}

/** The conversations of a JSON value; undefined if it has another format. */
type JsonFormat = (root: JsonValue) => readonly JsonConversation[] | undefined;

interface ConversationFormat {
  /** A file of this format contains at least one of these words; others are not parsed. */
  readonly words: readonly string[];
  readonly read: JsonFormat;
}

const messageRoles: ReadonlySet<string> = new Set(
  'system developer user human assistant ai gpt chatgpt model bot tool function'.split(' '),
);

function isUserRole(role: string): boolean {
  return role === 'user' || role === 'human';
}

/** The strings of a `content` that is a string, or an array of strings and parts with text; undefined for any other shape. */
function contentTexts(content: JsonValue): JsonString[] | undefined {
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
function isoTime(value: JsonValue | undefined): string | undefined {
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

export interface ConversationMessage {
  readonly speaker: string;
  /** The user wrote it. */
  readonly isUser: boolean;
  /** ISO 8601; without a date (`T10:32:00`) if the text has none. */
  readonly time?: string;
  readonly start: number;
  readonly end: number;
  /** 0-based index in the file; messages without text are counted. */
  readonly index: number;
  /** 0-based index of its conversation in the file. */
  readonly conversation: number;
}

export interface PlacedMessage extends ConversationMessage {
  /** Where the text starts, after the speaker's name. */
  readonly contentStart: number;
}
