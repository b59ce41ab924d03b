/**
 * Conversations: chat exports as JSON, and texts with speaker lines. The unit is the turn: what the user says and every answer until
 * the user speaks again. A turn is made of messages. The text of a JSON file is the text of its messages, each ended by a line break;
 * messages without text (tool calls, pictures) are counted but left out. A conversation with a title, or one of several, is a section
 * named by its title.
 */
import type { Block, ProseDocument } from '../block';
import { DecodedText } from '../json/decoded-text';
import { parseJson } from '../json/json-strings';
import { readMarkdownWithin } from '../markdown/block-parser';
import {
  type ConversationFacts,
  type ConversationMessage,
  chatGptExport,
  claudeExport,
  type JsonConversation,
  openAiMessage,
  openAiMessages,
  type PlacedMessage,
  vscodeChatExport,
} from './conversation-exports';
import { readAsTranscript, readTranscript } from './transcript';

export interface ConversationDocument extends ProseDocument {
  /** In the order of the text. */
  readonly messages: readonly ConversationMessage[];
  readonly conversations: readonly ConversationFacts[];
}

/** Shorter messages are not parsed: their structure does not matter. UTF-16 units. */
const parsedMessageLength = 300;

/** Undefined unless the file is clearly a conversation. */
export function readConversation(file: string): ConversationDocument | undefined {
  const conversations = jsonConversations(file);
  if (conversations?.some(({ messages }) => messages.some(({ texts }) => texts.length > 0))) {
    return fromJson(conversations);
  }
  const messages = readTranscript(file);
  return messages && fromTranscript(messages, file);
}

/** For a text that the user says is a conversation: it always is one, if only of one message. */
export function readAsConversation(file: string): ConversationDocument {
  return readConversation(file) ?? fromTranscript(readAsTranscript(file), file);
}

function fromTranscript(messages: readonly PlacedMessage[], file: string): ConversationDocument {
  const preamble = readMarkdownWithin(file, 0, messages[0]?.start ?? 0);
  const conversations = [{ id: undefined, title: preamble.find(({ name }) => name)?.name }];
  const blocks = [...preamble, ...turns(messages, file)];
  return { text: file, blocks, messages: messages.map(withoutContent), conversations };
}

const formats = [openAiMessages, chatGptExport, claudeExport, vscodeChatExport];

function jsonConversations(file: string): readonly JsonConversation[] | undefined {
  if (!/^\ufeff?\s*[[{]/.test(file)) return undefined;
  const possible = formats.filter(({ words }) => words.some((word) => file.includes(word)));
  if (possible.length === 0) return undefined;
  const root = parseJson(file);
  const values = root ? [root] : jsonLines(file);
  if (!values) return undefined;
  if (!root) {
    const messages = values.map(openAiMessage).filter((message) => message !== undefined);
    if (messages.length === values.length) return [{ id: undefined, title: undefined, messages }];
  }
  for (const { read } of possible) {
    const conversations = values.map(read).filter((list) => list !== undefined);
    if (conversations.length === values.length) return conversations.flat();
  }
  return undefined;
}

/** The values of a JSON Lines file. There must be at least two, otherwise it is plain JSON. */
function jsonLines(file: string) {
  const values = [];
  for (let start = 0; start < file.length; ) {
    const end = file.indexOf('\n', start) + 1 || file.length;
    if (file.slice(start, end).trim() !== '') {
      const value = parseJson(file, start, end);
      if (!value) return undefined;
      values.push(value);
    }
    start = end;
  }
  return values.length > 1 ? values : undefined;
}

function fromJson(conversations: readonly JsonConversation[]): ConversationDocument {
  const decoded = new DecodedText();
  let index = 0;
  const placed = conversations.map(({ messages }, conversation) =>
    messages.flatMap(({ speaker, isUser, time, texts, isRunning }): PlacedMessage[] => {
      for (const text of texts) {
        if (!isRunning) decoded.endLine();
        decoded.add(text);
      }
      const piece = decoded.endPiece(index++);
      if (!piece) return [];
      const { start, end, index: number } = piece;
      const when = time === undefined ? {} : { time };
      return [{ speaker, isUser, ...when, start, end, index: number, conversation, contentStart: start }];
    }),
  );
  const { text, pieces } = decoded;
  const blocks = placed.flatMap((messages, i): Block[] => {
    const inner = turns(messages, text);
    const [first, last] = [inner[0], inner.at(-1)];
    const name = conversations[i]?.title;
    if ((placed.length === 1 && !name) || !first || !last) return inner;
    return [{ kind: 'section', start: first.start, end: last.end, ...(name && { name }), blocks: inner }];
  });
  return { text, blocks, pieces, messages: placed.flat().map(withoutContent), conversations };
}

function withoutContent({ contentStart: _, ...message }: PlacedMessage): ConversationMessage {
  return message;
}

/** Two user messages in a row, before any answer, belong to one turn. */
function turns(messages: readonly PlacedMessage[], text: string): Block[] {
  const found: Block[][] = [];
  for (const [i, message] of messages.entries()) {
    const block = messageBlock(message, text);
    const turn = found.at(-1);
    if (turn && !(message.isUser && !messages[i - 1]?.isUser)) turn.push(block);
    else found.push([block]);
  }
  return found.map((blocks) => {
    return { kind: 'turn', start: blocks[0]?.start ?? 0, end: blocks.at(-1)?.end ?? 0, blocks };
  });
}

function messageBlock(message: PlacedMessage, text: string): Block {
  const { start, end, contentStart, speaker } = message;
  const block: Block = { kind: 'message', start, end, name: speaker };
  if (end - start <= parsedMessageLength) return block;
  const blocks = readMarkdownWithin(text, contentStart, end);
  if (contentStart === start) return { ...block, blocks };
  const [first, ...rest] = blocks;
  // The speaker's name belongs to the text on its line.
  return first?.kind === 'paragraph' && !text.slice(start, contentStart).includes('\n')
    ? { ...block, blocks: [{ ...first, start }, ...rest] }
    : { ...block, blocks: [{ kind: 'heading', start, end: contentStart, name: speaker }, ...blocks] };
}
