/**
 * Messages in the format of the OpenAI API and others: `[{"role": "user", "content": "…"}]`, alone or as `messages` of an
 * object, and lists of such objects. Training data sets use `conversations` with `from` and `value` instead.
 */
import type { JsonValue } from '../json/json-strings';
import {
  type ConversationFormat,
  contentTexts,
  isoTime,
  isUserRole,
  type JsonConversation,
  type JsonMessage,
  messageRoles,
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
  // If the messages are only a small part of the object, the file is not a conversation.
  if (!list?.isArray || (list.end - list.start) * 2 < value.end - value.start) return undefined;
  const found = messageList(list, 1);
  return found && { name: title?.text, messages: found };
}

function messageList(list: JsonValue, minLength: number): readonly JsonMessage[] | undefined {
  const messages: JsonMessage[] = [];
  for (const item of list.items()) {
    const message = openAiMessage(item);
    if (!message) return undefined;
    messages.push(message);
  }
  return messages.length >= minLength ? messages : undefined;
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
