/**
 * ChatGPT's export (`conversations.json`): each conversation is a tree of messages, `mapping`, because the user can edit any message
 * and regenerate any answer. The branch last shown is the path from the root to `current_node`.
 */
import type { JsonString, JsonValue } from '../json/json-strings';
import {
  type ConversationFormat,
  contentTexts,
  isoTime,
  type JsonConversation,
  type JsonMessage,
} from './json-message';

export const chatGptExport: ConversationFormat = {
  words: ['"mapping"'],
  read(root) {
    const conversations: JsonConversation[] = [];
    for (const item of root.isArray ? root.items() : [root]) {
      const { mapping, current_node, title } = item.pick('mapping', 'current_node', 'title');
      const messages = mapping && shownBranch(mapping, current_node?.text);
      if (!messages) return undefined;
      conversations.push({ name: title?.text, messages });
    }
    return conversations;
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
    const message = node?.message && toMessage(node.message);
    if (message) messages.push(message);
    id = node?.parent;
  }
  return messages.reverse();
}

function toMessage(message: JsonValue): JsonMessage | undefined {
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
