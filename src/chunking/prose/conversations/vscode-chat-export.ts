/**
 * Chats that VS Code exports or stores: `requests`, each with the user's message and the parts of the response. The response is
 * Markdown in pieces; references between the pieces are words of its sentences.
 */
import type { JsonString, JsonValue } from '../json/json-strings';
import { type ConversationFormat, isoTime, type JsonMessage } from './json-message';

export const vscodeChatExport: ConversationFormat = {
  words: ['"requests"'],
  read(root) {
    const { requests, requesterUsername, responderUsername, customTitle } = root.pick(
      'requests',
      'requesterUsername',
      'responderUsername',
      'customTitle',
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
    return [{ name: customTitle?.text, messages }];
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
