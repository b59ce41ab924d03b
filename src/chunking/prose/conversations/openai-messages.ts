/**
 * Messages as the APIs of OpenAI and others take them: `[{"role": "user", "content": "…"}]`, alone or as `messages` of an
 * object, and lists of such objects. Data sets for training write the same as `conversations` with `from` and `value`.
 */
import type { JsonValue } from '../json/json-strings';
import {
  type ConversationFormat,
  contentTexts,
  isoTime,
  isUserRole,
  type JsonConversation,
  type JsonMessage,
  roles,
} from './json-message';

export const openAiMessages: ConversationFormat = {
  words: ['"role"', '"from"'],
  read(root) {
    if (!root.isArray) {
      const conversation = wrapped(root);
      return conversation && [conversation];
    }
    const messages = messageList(root, 2);
    if (messages) return [{ name: undefined, messages }];
    const conversations: JsonConversation[] = [];
    for (const item of root.items()) {
      const conversation = wrapped(item);
      if (!conversation) return undefined;
      conversations.push(conversation);
    }
    return conversations;
  },
};

function wrapped(value: JsonValue): JsonConversation | undefined {
  const { messages, conversations, title } = value.pick('messages', 'conversations', 'title');
  const list = messages ?? conversations;
  // Where the messages are a detail of something larger, the file is about that.
  if (!list?.isArray || (list.end - list.start) * 2 < value.end - value.start) return undefined;
  const found = messageList(list, 1);
  return found && { name: title?.text, messages: found };
}

function messageList(list: JsonValue, atLeast: number): readonly JsonMessage[] | undefined {
  const messages: JsonMessage[] = [];
  for (const item of list.items()) {
    const message = openAiMessage(item);
    if (!message) return undefined;
    messages.push(message);
  }
  return messages.length >= atLeast ? messages : undefined;
}

export function openAiMessage(value: JsonValue): JsonMessage | undefined {
  const field = value.pick(
    ...(['role', 'from', 'content', 'value', 'name', 'tool_calls', 'function_call'] as const),
    ...(['timestamp', 'created_at', 'create_time', 'createdAt'] as const),
  );
  const role = (field.role ?? field.from)?.text?.toLowerCase();
  if (role === undefined || !roles.has(role)) return undefined;
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
