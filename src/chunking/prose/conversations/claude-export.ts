/** Claude's export (`conversations.json`): conversations with `chat_messages`, whose text is in `text` and in parts of `content`. */
import type { JsonValue } from '../json/json-strings';
import {
  type ConversationFormat,
  contentTexts,
  isoTime,
  isUserRole,
  type JsonConversation,
  type JsonMessage,
} from './json-message';

export const claudeExport: ConversationFormat = {
  words: ['"chat_messages"'],
  read(root) {
    const conversations: JsonConversation[] = [];
    for (const item of root.isArray ? root.items() : [root]) {
      const { chat_messages, name } = item.pick('chat_messages', 'name');
      if (!chat_messages?.isArray) return undefined;
      const messages: JsonMessage[] = [];
      for (const value of chat_messages.items()) {
        const message = toMessage(value);
        if (!message) return undefined;
        messages.push(message);
      }
      conversations.push({ name: name?.text, messages });
    }
    return conversations;
  },
};

function toMessage(value: JsonValue): JsonMessage | undefined {
  const { sender, text, content, created_at } = value.pick('sender', 'text', 'content', 'created_at');
  const speaker = sender?.text;
  if (!speaker) return undefined;
  const parts = (content && contentTexts(content)) ?? [];
  const whole = text?.string;
  // Both have the same text, but older exports have no parts.
  const texts = parts.some((part) => part.text.trim() !== '') ? parts : whole ? [whole] : [];
  return { speaker, isUser: isUserRole(speaker), time: isoTime(created_at), texts };
}
