/**
 * The design of contextual chunking of conversations: a turn is a parent record with children, each with what it belongs to and when
 * it was said; a conversation of any language is read, and its tokens are counted as messages.
 */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Chunk } from '../../src/code/chunk';
import { chunkText } from '../../src/engine/workers/chunker';
import { defaultsOf } from '../../src/options/option';
import { rankingOptions } from '../../src/options/ranking-options';
import { readConversation } from '../../src/prose/conversations/conversation';
import { countTokens } from '../../src/surfaces/library/library';
import { counterNames } from '../../src/tokens/counter-table';
import { countMessages } from '../../src/tokens/token-counter';
import { readSource } from '../../src/workspace/read-file';
import { makeWorkspace } from '../unit/search/search-workspace';

interface Said {
  readonly uuid: string;
  readonly name: string;
  readonly day: number;
  readonly question: string;
  readonly answer: string;
}

/** A conversation as Claude exports it. */
const exported = ({ uuid, name, day, question, answer }: Said) => ({
  uuid,
  name,
  chat_messages: [
    { sender: 'human', text: question, created_at: `2025-05-0${day}T10:00:00Z` },
    { sender: 'assistant', text: answer, created_at: `2025-05-0${day}T10:05:00Z` },
  ],
});

const lists = {
  uuid: 'c1',
  name: 'Python lists',
  day: 1,
  question: 'How do I sort a list?',
  answer: 'Call sorted() with a key.',
};
const bread = { uuid: 'c2', name: 'Baking bread', day: 2, question: 'How long does dough rest?', answer: 'One hour.' };

async function chunksOf(file: unknown, path = 'conversations.json'): Promise<readonly Chunk[]> {
  return (await chunkText({ path, text: typeof file === 'string' ? file : JSON.stringify(file) })).chunks;
}

describe('a conversation that was exported', () => {
  it('keeps its id, its title and the times of its messages, also alone in its file', async () => {
    const [chunk, ...others] = await chunksOf([exported(lists)]);
    assert.equal(others.length, 0);
    assert.deepEqual(chunk?.scope, ['Python lists']);
    assert.deepEqual(
      [chunk.conversationId, chunk.conversationTitle, chunk.startTime, chunk.endTime],
      ['c1', 'Python lists', '2025-05-01T10:00:00.000Z', '2025-05-01T10:05:00.000Z'],
    );
  });

  it('is not mixed with another one, however short both are', async () => {
    const chunks = await chunksOf([exported(lists), exported(bread)]);
    assert.deepEqual(
      chunks.map(({ conversationTitle, scope }) => [conversationTitle, ...scope]),
      [
        ['Python lists', 'Python lists'],
        ['Baking bread', 'Baking bread'],
      ],
    );
    assert.ok(chunks.every(({ text }) => !(text.includes('list') && text.includes('dough'))));
  });

  it('of ChatGPT, VS Code or OpenAI has them too', async () => {
    const message = { author: { role: 'user' }, content: { parts: ['How do I sort?'] }, create_time: 1_746_093_600 };
    const chatGpt = { conversation_id: 'g1', title: 'Sorting', mapping: { a: { message, children: [] } } };
    const said = [
      { role: 'user', content: 'How do I sort?', timestamp: '2025-05-01T10:00:00Z' },
      { role: 'assistant', content: 'Call sorted().', timestamp: '2025-05-01T10:00:00Z' },
    ];
    const request = { message: 'How do I sort?', response: [{ value: 'So.' }], timestamp: 1_746_093_600_000 };
    const vscode = { sessionId: 'v1', customTitle: 'Sorting', requests: [request] };
    for (const file of [chatGpt, { id: 'o1', title: 'Sorting', messages: said }, vscode]) {
      const [chunk] = await chunksOf(file);
      assert.ok(chunk?.conversationId, JSON.stringify(file));
      assert.deepEqual([chunk.conversationTitle, chunk.endTime], ['Sorting', '2025-05-01T10:00:00.000Z']);
    }
  });

  it('as a transcript has the heading above it as its title', async () => {
    const [chunk] = await chunksOf('# Sorting\n\nUser: How do I sort?\nAssistant: Call sorted().\n', 'chat.md');
    assert.equal(chunk?.conversationTitle, 'Sorting');
  });

  it('is newer than another one by the times of its messages, not of its file', async () => {
    const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
    const sent = (days: number, answer: string): string =>
      JSON.stringify([
        { role: 'user', content: 'How do I sort a list?', timestamp: daysAgo(days) },
        { role: 'assistant', content: answer, timestamp: daysAgo(days) },
      ]);
    const workspace = await makeWorkspace({
      'a.json': sent(200, 'Call sorted(), which returns another list and leaves yours as it was.'),
      'b.json': sent(2, 'In SQL you would add ORDER BY to the query instead.'),
      'c.json': sent(30, 'Quicksort picks a pivot and divides the numbers in two.'),
    });
    try {
      const searcher = await workspace.searcher();
      const ranking = { ...defaultsOf(rankingOptions), recency: 1 };
      const { hits } = await searcher.search('How do I sort a list?', { ranking });
      assert.deepEqual(
        hits.map(({ path }) => path),
        ['b.json', 'c.json', 'a.json'],
      );
      const shares = hits.map(({ why }) => why.find(({ signal }) => signal === 'recency')?.share ?? 0);
      assert.ok((shares[0] ?? 0) > 0.9 && (shares[2] ?? 1) < 0.1, String(shares));
    } finally {
      await workspace.dispose();
    }
  });
});

describe('a message', () => {
  const long = `How do I sort? ${'I have a list of numbers and want them in order. '.repeat(500)}`;
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'codegrain-message-'));
    mkdirSync(folder, { recursive: true });
  });
  after(() => rmSync(folder, { recursive: true }));

  const files = [
    { role: 'user', content: long },
    { content: long, role: 'user' },
    [{ role: 'user', content: long }],
    { messages: [{ role: 'assistant', content: [{ type: 'text', text: long }] }] },
  ];
  for (const [i, file] of files.entries()) {
    it(`of 25 kB alone in a JSON file is read: ${JSON.stringify(file).slice(0, 40)}`, async () => {
      const path = join(folder, `${i}.json`);
      writeFileSync(path, JSON.stringify(file));
      const read = readSource(path, { maxBytes: 1e6, force: false });
      assert.ok('text' in read, JSON.stringify(read));
      const chunks = await chunksOf(read.text);
      assert.ok(chunks.length > 5 && chunks.every(({ language }) => language === 'conversation'));
    });
  }
});

describe('a transcript', () => {
  const languages: Readonly<Record<string, readonly [asking: string, answering: string, question: string]>> = {
    English: ['User', 'Assistant', 'How do I sort a list?'],
    German: ['Benutzer', 'Assistent', 'Wie sortiere ich eine Liste?'],
    Mandarin: ['用户', '助手', '如何对列表排序？'],
    Hindi: ['उपयोगकर्ता', 'सहायक', 'मैं सूची को कैसे क्रमबद्ध करूँ?'],
    Spanish: ['Usuario', 'Asistente', '¿Cómo ordeno una lista?'],
    French: ['Utilisateur', 'Assistant', 'Comment trier une liste ?'],
    Arabic: ['المستخدم', 'المساعد', 'كيف أرتب قائمة؟'],
    Bengali: ['ব্যবহারকারী', 'সহকারী', 'আমি কীভাবে একটি তালিকা সাজাব?'],
    Portuguese: ['Usuário', 'Assistente', 'Como ordeno uma lista?'],
    Russian: ['Пользователь', 'Ассистент', 'Как отсортировать список?'],
    Urdu: ['صارف', 'معاون', 'میں فہرست کو کیسے ترتیب دوں؟'],
  };
  for (const [language, [asking, answering, question]] of Object.entries(languages)) {
    it(`in ${language} has its roles`, () => {
      for (const colon of [':', '：', ' :', '\u00a0:']) {
        const text = `${asking}${colon} ${question}\n${answering}${colon} sorted(items)\n`;
        const found = readConversation(text);
        assert.deepEqual(
          found?.messages.map(({ isUser }) => isUser),
          [true, false],
          text,
        );
      }
      const bold = readConversation(`**${asking}:** ${question}\n\n**${answering}:** sorted(items)\n\n`.repeat(3));
      assert.equal(bold?.messages.length, 6);
    });
  }
});

describe('tokens', () => {
  it('are counted of messages as of texts', () => {
    const messages = [
      { role: 'system', content: 'You are helpful.' },
      { role: 'user', content: 'How do I sort a list?', name: 'Anna' },
    ];
    for (const tokenizer of counterNames)
      assert.equal(countTokens(messages, { tokenizer }), countMessages(messages, tokenizer).tokens);
    assert.ok(countTokens(messages) > countTokens('You are helpful.') + countTokens('How do I sort a list?'));
    assert.equal(countTokens([]), 0);
    for (const wrong of [[{ role: 'user' }], [null], [{ role: 1, content: 'x' }]])
      assert.throws(() => countTokens(wrong as never), /each message must have a role and content/);
  });
});
