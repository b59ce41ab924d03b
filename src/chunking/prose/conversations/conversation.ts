/**
 * Conversations: exports of chats as JSON, and texts with speaker lines. The unit is the turn: what a user says and what is
 * answered until the user speaks again; it is made of messages. The text of a JSON file is that of its messages, each ended by a
 * line break; messages without text (calls of tools, pictures) are counted and left out. Several conversations of a file are
 * sections, named by their titles.
 */
import type { Block, MaybeReader, Reader, Segmented } from '../block';
import { DecodedText } from '../json/decoded-text';
import { parseJson } from '../json/json-strings';
import { readWithin } from '../json/nested';
import { chatGptExport } from './chatgpt-export';
import { claudeExport } from './claude-export';
import type { JsonConversation } from './json-message';
import { openAiMessage, openAiMessages } from './openai-messages';
import type { Message, PlacedMessage } from './speaker-message';
import { readTranscript } from './transcript';
import { vscodeChat } from './vscode-chat-export';

export interface SegmentedConversation extends Segmented {
  /** In the order of the text. */
  readonly messages: readonly Message[];
}

/** Shorter messages are not opened: they have no structure worth knowing. UTF-16 units. */
const longMessage = 300;

/** Undefined for what is not plainly a conversation. */
export function conversationReader(readMarkdown: Reader): MaybeReader<SegmentedConversation> {
  return async (file) => {
    const conversations = jsonConversations(file);
    if (conversations?.some(({ messages }) => messages.some(({ texts }) => texts.length > 0))) {
      return fromJson(conversations, readMarkdown);
    }
    const messages = readTranscript(file);
    const first = messages?.[0];
    if (!first) return undefined;
    const preamble = await readWithin(readMarkdown, file, 0, first.start);
    const blocks = [...preamble, ...(await turns(messages, file, readMarkdown))];
    return { text: file, blocks, messages: messages.map(withoutContent) };
  };
}

const formats = [openAiMessages, chatGptExport, claudeExport, vscodeChat];

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

/** The values of a file with one on each line; at least two, or it would be plain JSON. */
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
  readMarkdown: Reader,
): Promise<SegmentedConversation> {
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

function withoutContent({ contentStart: _, ...message }: PlacedMessage): Message {
  return message;
}

/** A user who speaks twice before there is an answer has said it in one turn. */
async function turns(messages: readonly PlacedMessage[], text: string, readMarkdown: Reader): Promise<Block[]> {
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

async function messageBlock(message: PlacedMessage, text: string, readMarkdown: Reader): Promise<Block> {
  const { start, end, contentStart, speaker } = message;
  const block: Block = { kind: 'message', start, end, name: speaker };
  if (end - start <= longMessage) return block;
  const blocks = await readWithin(readMarkdown, text, contentStart, end);
  if (contentStart === start) return { ...block, blocks };
  const [first, ...rest] = blocks;
  // The speaker's name belongs to what is said on its line.
  return first?.kind === 'paragraph' && !text.slice(start, contentStart).includes('\n')
    ? { ...block, blocks: [{ ...first, start }, ...rest] }
    : { ...block, blocks: [{ kind: 'heading', start, end: contentStart, name: speaker }, ...blocks] };
}
