/**
 * Conversations: chat exports as JSON, and texts with speaker lines. The unit is the turn: what the user says and every answer until
 * the user speaks again. A turn is made of messages. The text of a JSON file is the text of its messages, each ended by a line break;
 * messages without text (tool calls, pictures) are counted but left out. If a file has several conversations, each is a section
 * named by its title.
 */
import { type Block, type DetectingReader, type ProseDocument, type ProseReader, readWithin } from '../block';
import { DecodedText } from '../json/decoded-text';
import { parseJson } from '../json/json-strings';
import {
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
}

/** Shorter messages are not parsed: their structure does not matter. UTF-16 units. */
const parsedMessageLength = 300;

/** The reader returns undefined unless the file is clearly a conversation. */
export function conversationReader(readMarkdown: ProseReader): DetectingReader<ConversationDocument> {
  return async (file) => {
    const conversations = jsonConversations(file);
    if (conversations?.some(({ messages }) => messages.some(({ texts }) => texts.length > 0))) {
      return fromJson(conversations, readMarkdown);
    }
    const messages = readTranscript(file);
    return messages && fromTranscript(messages, file, readMarkdown);
  };
}

/** For a text that the user says is a conversation: the reader always returns one, if only of one message. */
export function forcedConversationReader(readMarkdown: ProseReader): DetectingReader<ConversationDocument> {
  const detect = conversationReader(readMarkdown);
  return async (file) => (await detect(file)) ?? fromTranscript(readAsTranscript(file), file, readMarkdown);
}

async function fromTranscript(
  messages: readonly PlacedMessage[],
  file: string,
  readMarkdown: ProseReader,
): Promise<ConversationDocument> {
  const preamble = await readWithin(readMarkdown, file, 0, messages[0]?.start ?? 0);
  const blocks = [...preamble, ...(await turns(messages, file, readMarkdown))];
  return { text: file, blocks, messages: messages.map(withoutContent) };
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
    if (messages.length === values.length) return [{ name: undefined, messages }];
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

async function fromJson(
  conversations: readonly JsonConversation[],
  readMarkdown: ProseReader,
): Promise<ConversationDocument> {
  const decoded = new DecodedText();
  const placed: PlacedMessage[][] = conversations.map(() => []);
  let index = 0;
  conversations.forEach(({ messages }, conversation) => {
    for (const { speaker, isUser, time, texts, isRunning } of messages) {
      for (const text of texts) {
        if (!isRunning) decoded.endLine();
        decoded.add(text);
      }
      const piece = decoded.endPiece(index);
      if (piece) {
        const { start, end } = piece;
        const when = time === undefined ? {} : { time };
        placed[conversation]?.push({ speaker, isUser, ...when, start, end, index, conversation, contentStart: start });
      }
      index++;
    }
  });
  const { text, pieces } = decoded;
  const blocks: Block[] = [];
  for (const [i, messages] of placed.entries()) {
    const inner = await turns(messages, text, readMarkdown);
    const [first, last] = [inner[0], inner.at(-1)];
    if (!first || !last) continue;
    const name = conversations[i]?.name;
    const section = { kind: 'section' as const, start: first.start, end: last.end, ...(name && { name }) };
    if (placed.length > 1) blocks.push({ ...section, blocks: inner });
    else blocks.push(...inner);
  }
  return { text, blocks, pieces, messages: placed.flat().map(withoutContent) };
}

function withoutContent({ contentStart: _, ...message }: PlacedMessage): ConversationMessage {
  return message;
}

/** Two user messages in a row, before any answer, belong to one turn. */
async function turns(messages: readonly PlacedMessage[], text: string, readMarkdown: ProseReader): Promise<Block[]> {
  const found: Block[][] = [];
  for (const [i, message] of messages.entries()) {
    const block = await messageBlock(message, text, readMarkdown);
    const turn = found.at(-1);
    if (turn && !(message.isUser && !messages[i - 1]?.isUser)) turn.push(block);
    else found.push([block]);
  }
  return found.map((blocks) => ({
    kind: 'turn',
    start: blocks[0]?.start ?? 0,
    end: blocks.at(-1)?.end ?? 0,
    blocks,
  }));
}

async function messageBlock(message: PlacedMessage, text: string, readMarkdown: ProseReader): Promise<Block> {
  const { start, end, contentStart, speaker } = message;
  const block: Block = { kind: 'message', start, end, name: speaker };
  if (end - start <= parsedMessageLength) return block;
  const blocks = await readWithin(readMarkdown, text, contentStart, end);
  if (contentStart === start) return { ...block, blocks };
  const [first, ...rest] = blocks;
  // The speaker's name belongs to the text on its line.
  return first?.kind === 'paragraph' && !text.slice(start, contentStart).includes('\n')
    ? { ...block, blocks: [{ ...first, start }, ...rest] }
    : { ...block, blocks: [{ kind: 'heading', start, end: contentStart, name: speaker }, ...blocks] };
}
