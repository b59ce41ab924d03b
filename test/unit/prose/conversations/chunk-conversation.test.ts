/** Conversations and notebooks as chunks: turns and cells are kept, and the records say where they come from. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Chunk, ChunkedFile } from '../../../../src/code/chunk';
import { chunkText } from '../../../../src/engine/workers/chunker';
import type { ChunkOptions } from '../../../../src/options/chunk-options';
import { counterNames } from '../../../../src/tokens/counter-table';

const question = 'How do Python lists work, and how do I write an SQL query?';
const answer = `${'A Python list keeps its items in order and can be sliced. '.repeat(20)}\n\n${'An SQL query selects rows of a table and joins them. '.repeat(20)}`;

function messages(...said: readonly [string, string][]): string {
  return JSON.stringify({ messages: said.map(([role, content]) => ({ role, content })) });
}

async function cut(text: string, maxTokens = 120, path = 'chat.json'): Promise<ChunkedFile> {
  return chunkText({ path, text }, { maxTokens, parentTokens: maxTokens * 3 });
}

describe('a conversation', () => {
  it('that is short is one record', async () => {
    const { chunks, language } = await cut(messages(['user', 'Hello'], ['assistant', 'Hello, how can I help?']));
    assert.equal(language, 'conversation');
    assert.equal(chunks.length, 1);
    assert.equal(chunks[0]?.role, 'standard');
    assert.deepEqual([chunks[0]?.startMessage, chunks[0]?.endMessage], [0, 1]);
    assert.equal(chunks[0]?.speaker, 'user, assistant');
    // Three for each message, one for its role, three for the reply.
    const { text, messages: sent } = chunks[0]?.tokens ?? { text: 0, messages: 0 };
    assert.ok(sent !== undefined && sent >= text + 2 * 4 && sent <= text + 2 * 4 + 3 + 2, `${sent} for ${text}`);
  });

  it('that is long has its turns as parents, and children that overlap', async () => {
    const file = await cut(
      messages(['user', question], ['assistant', answer], ['user', 'Thanks!'], ['assistant', 'Welcome.']),
    );
    const [parent] = file.chunks.filter(({ role }) => role === 'parent');
    const children = file.chunks.filter((chunk) => chunk.parent === parent?.id);
    assert.equal(parent?.kind, 'turn');
    assert.ok(parent?.text.startsWith(question));
    assert.ok(!parent?.text.includes('Thanks!'));
    assert.ok(children.length > 2 && children.length <= 10);
    assert.ok(children.some((chunk) => chunk.overlap.before > 0));
    for (const chunk of children) assert.ok(chunk.tokens.text <= 120);
    const sql = children.find((chunk) => chunk.text.includes('SQL query selects'));
    assert.ok(sql && !sql.text.slice(sql.overlap.before).includes('Python'));
    assert.equal(sql.speaker, 'assistant');
    const thanks = file.chunks.find((chunk) => chunk.text.includes('Thanks!'));
    assert.deepEqual([thanks?.startMessage, thanks?.endMessage], [2, 3]);
  });

  it('covers all messages, with positions in the file', async () => {
    const text = messages(['user', question], ['assistant', answer]);
    const file = await cut(text);
    assert.equal(file.coverage?.covered, file.coverage?.lines);
    for (const chunk of file.chunks) {
      assert.ok(chunk.start >= 0 && chunk.end <= text.length && chunk.start < chunk.end);
    }
  });

  it('is a conversation whatever the text, if the user says so', async () => {
    for (const text of ['Nothing but prose.\n', 'x = 1\n', '{"a": 1}\n', `${answer}\n`]) {
      const { chunks, language, fallback } = await chunkText(
        { path: 'notes.txt', text, language: 'conversation' },
        { maxTokens: 120 },
      );
      assert.equal(language, 'conversation');
      assert.equal(fallback, undefined);
      for (const chunk of chunks) assert.deepEqual([chunk.startMessage, chunk.endMessage], [0, 0]);
      assert.ok(chunks.length > 0);
    }
  });

  it('of two lines is recognised in a text of any name, but not in code and configurations', async () => {
    const talk = 'User: How do I sort a list?\nAssistant: Use sorted().\n';
    const languageAt = async (path: string, text: string) => (await chunkText({ path, text })).language;
    for (const path of ['chat.txt', 'chat.md', 'chat', 'notes/2026-11-15'])
      assert.equal(await languageAt(path, talk), 'conversation');
    assert.equal(await languageAt('roles.yaml', 'user: alice\nassistant: bob\n'), 'yaml');
    assert.notEqual(await languageAt('nginx', 'user nginx;\nworker_processes 1;\n'), 'conversation');
    assert.equal(await languageAt('guide.txt', 'Note: save your work.\nWarning: it takes long.\n'), 'plaintext');
  });

  it('is not recognised in other JSON', async () => {
    assert.equal((await cut('{"messages": {"hello": "Hallo"}}\n', 120, 'de.json')).language, 'json');
  });

  it('never loses a part of a message that fits, whatever the strategy', async () => {
    const subjects = [
      'Cats purr. They sleep all day.',
      'Bake the bread. Knead the dough first.',
      'Index the table. Then query it.',
    ];
    const said = Array.from({ length: 240 }, (_, i): [string, string] => {
      const about = subjects[(i >> 1) % 3] ?? '';
      return [i % 2 === 0 ? 'user' : 'assistant', `${about} This is number ${i}. ${about.repeat(i % 5)}`];
    });
    for (const textStrategy of [
      ['semantic'],
      ['sliding-window'],
      ['boundary'],
      ['semantic', 'sliding-window'],
    ] as const) {
      for (const threshold of [0.75, 0.95]) {
        const { chunks } = await chunkText(
          { path: 'chat.json', text: messages(...said) },
          { textStrategy, threshold, maxTokens: 120, overlap: 0 },
        );
        const holders = new Map<number, number>();
        for (const chunk of chunks) {
          if (chunk.role === 'parent') continue;
          for (let i = chunk.startMessage ?? 0; i <= (chunk.endMessage ?? 0); i++)
            holders.set(i, (holders.get(i) ?? 0) + 1);
        }
        const torn = [...holders.values()].filter((count) => count > 1).length;
        assert.equal(torn, 0, `${textStrategy} ${threshold}: ${torn} of ${holders.size}`);
        assert.equal(holders.size, 240);
      }
    }
  });

  it('about two subjects in one long answer has a part for each, of 400 characters as in the origin', async () => {
    const python =
      'Python has lists, tuples, sets and dictionaries. A Python list keeps its items in order and grows as you append. Slicing a list copies a part of it. A dictionary maps keys to values and keeps the order of insertion. Use a set to remove duplicates from a list.';
    const sql =
      'The SQL query selects the columns of both tables. It joins the orders to their customers by the id of the customer. The WHERE clause keeps the orders of the last month. GROUP BY adds up the orders of each customer. An index on the date makes the query fast.';
    const text = messages(
      ['user', 'Which data structures does Python have, and what does this SQL query do?'],
      ['assistant', `${python}\n\n${sql}`],
    );
    for (const textStrategy of [[], ['semantic']] as const) {
      const { chunks } = await chunkText({ path: 'chat.json', text }, { textStrategy, maxTokens: 100, overlap: 0.2 });
      const lists = chunks.find((chunk) => chunk.role !== 'parent' && chunk.text.includes('A Python list keeps'));
      assert.ok(lists && !lists.text.includes('SQL query selects'), lists?.text);
      const around = chunks.find((chunk) => chunk.id === lists.parent);
      assert.ok(around?.text.includes('Which data structures') && around.text.includes('An index on the date'));
    }
  });

  it('begins a chunk after every so many messages, whatever the strategy', async () => {
    const said = Array.from({ length: 12 }, (_, i): [string, string] => [
      i % 2 === 0 ? 'user' : 'assistant',
      `Number ${i}.`,
    ]);
    const ranges = async (options: Partial<ChunkOptions>) => {
      const { chunks } = await chunkText({ path: 'chat.json', text: messages(...said) }, options);
      const searched = chunks.filter(({ role }) => role !== 'parent');
      return searched.map(({ startMessage, endMessage }) => [startMessage, endMessage]);
    };
    assert.deepEqual(await ranges({}), [[0, 11]]);
    assert.deepEqual(await ranges({ maxMessages: 4 }), [
      [0, 3],
      [4, 7],
      [8, 11],
    ]);
    assert.deepEqual(await ranges({ maxMessages: 5 }), [
      [0, 4],
      [5, 9],
      [10, 11],
    ]);
    assert.equal((await ranges({ maxMessages: 1 })).length, 12);
    assert.deepEqual(await ranges({ maxMessages: 6, textStrategy: ['sliding-window'] }), [
      [0, 5],
      [6, 11],
    ]);
    assert.deepEqual(await ranges({ maxMessages: 6, textStrategy: ['semantic'], threshold: 0 }), [
      [0, 5],
      [6, 11],
    ]);
  });

  it('has chunks of about the target size, as even as its messages allow', async () => {
    const said = Array.from({ length: 120 }, (_, i): [string, string] => [
      i % 2 === 0 ? 'user' : 'assistant',
      `Message ${i} of the conversation. `.repeat(1 + ((i * 7) % 5)),
    ]);
    const sizes = async (options: Partial<ChunkOptions>) => {
      const { chunks } = await chunkText({ path: 'chat.json', text: messages(...said) }, { overlap: 0, ...options });
      return chunks.filter(({ role }) => role !== 'parent').map(({ tokens }) => tokens.text);
    };
    const mean = (list: readonly number[]) => list.reduce((a, b) => a + b, 0) / list.length;
    const spread = (list: readonly number[]) =>
      Math.sqrt(mean(list.map((each) => (each - mean(list)) ** 2))) / mean(list);
    for (const targetTokens of [80, 150, 250]) {
      const found = await sizes({ targetTokens });
      assert.ok(Math.abs(mean(found) / targetTokens - 1) < 0.25, `${targetTokens}: ${mean(found)}`);
      assert.ok(Math.max(...found) <= Math.ceil(targetTokens * 1.25));
      assert.ok(spread(found) < 0.3, `${targetTokens}: ${found}`);
    }
    assert.ok(Math.max(...(await sizes({ targetTokens: 5000 }))) <= 400);
  });

  it('has no chunk below the minimum where a neighbour has room, but keeps short turns apart by default', async () => {
    const said = Array.from({ length: 40 }, (_, i): [string, string] => [
      i % 2 === 0 ? 'user' : 'assistant',
      i % 8 < 4 ? 'Yes.' : 'A sentence about the matter that is longer than the others. '.repeat(9),
    ]);
    const sizes = async (minTokens: number) => {
      const { chunks } = await chunkText(
        { path: 'chat.json', text: messages(...said) },
        { maxTokens: 300, overlap: 0, minTokens },
      );
      return chunks.filter(({ role }) => role !== 'parent').map(({ tokens }) => tokens.text);
    };
    assert.ok(Math.min(...(await sizes(0))) < 100);
    const found = await sizes(100);
    assert.ok(Math.min(...found) >= 100 && Math.max(...found) <= 300, `${found}`);
  });

  it('is cut before a long pause, and where a message announces another subject', async () => {
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
    const talk = (special: number, content: string, minutes: (i: number) => number) =>
      JSON.stringify(
        Array.from({ length: 12 }, (_, i) => ({
          role: i % 2 === 0 ? 'user' : 'assistant',
          content: i === special ? content : `We talk about the plan of the week and the next step, part ${i}.`,
          timestamp: at(minutes(i)),
        })),
      );
    for (const special of [4, 6, 8]) {
      for (const text of [
        talk(special, 'Moving on to the plan of the week and the next step.', (i) => i),
        talk(-1, '', (i) => (i < special ? i : i + 600)),
      ]) {
        const total = (await chunkText({ path: 'chat.json', text })).chunks[0]?.tokens.text ?? 0;
        const { chunks } = await chunkText({ path: 'chat.json', text }, { maxTokens: total - 1, overlap: 0 });
        assert.ok(
          chunks.some(({ startMessage, role }) => role !== 'parent' && startMessage === special),
          `${special}`,
        );
      }
    }
  });

  it('has as many parts of a turn in one parent as the setting allows', async () => {
    const long = 'One more sentence about the matter, and then another one. '.repeat(60);
    for (const maxParts of [2, 5, 100]) {
      const { chunks } = await chunkText(
        { path: 'chat.json', text: messages(['user', question], ['assistant', long]) },
        { maxTokens: 60, maxParts },
      );
      const counts = new Map<string, number>();
      for (const { parent } of chunks) if (parent) counts.set(parent, (counts.get(parent) ?? 0) + 1);
      assert.equal(
        Math.max(...counts.values()),
        Math.min(maxParts, chunks.filter(({ role }) => role === 'child').length),
      );
    }
  });

  it('never has a parent with more than ten children', async () => {
    const long = `${'One more sentence about the matter, and then another one. '.repeat(200)}`;
    const { chunks } = await cut(messages(['user', question], ['assistant', long]), 60);
    const counts = new Map<string, number>();
    for (const { parent } of chunks) if (parent) counts.set(parent, (counts.get(parent) ?? 0) + 1);
    assert.ok(counts.size > 1);
    assert.ok(Math.max(...counts.values()) <= 10);
  });
});

describe('a notebook', () => {
  const text = readFileSync(join(__dirname, '..', '..', '..', 'fixtures', 'workspace', 'analysis.ipynb'), 'utf8');
  const holding = (file: ChunkedFile, text: string): Chunk | undefined =>
    file.chunks.find((chunk) => chunk.text.includes(text) && chunk.role !== 'parent');

  it('carries imports across its cells, and records cell and line', async () => {
    const file = await chunkText({ path: 'analysis.ipynb', text }, { maxTokens: 64, parentTokens: 192 });
    const clean = holding(file, 'def clean');
    assert.ok(clean);
    assert.equal(clean.name, 'clean');
    assert.deepEqual(
      clean.symbols.map(({ name, kind }) => `${kind} ${name}`),
      ['function clean'],
    );
    assert.equal(clean.language, 'python');
    assert.match(clean.context, /import numpy as np/);
    assert.equal(clean.pieces?.from, 3);
    const lines = text.split('\n');
    assert.match(lines[(clean.imports[0]?.line ?? 0) - 1] ?? '', /import numpy as np/);
    assert.match(lines[clean.startLine - 1] ?? '', /def clean/);
  });

  it('leaves outputs out and covers all cells', async () => {
    const file = await chunkText({ path: 'analysis.ipynb', text });
    assert.ok(file.chunks.every((chunk) => !chunk.text.includes('loaded\n"')));
    assert.equal(file.coverage?.covered, file.coverage?.lines);
  });
});

describe('the format of a file', () => {
  const languageOf = async (path: string, text: string): Promise<string> => (await chunkText({ path, text })).language;

  it('follows from its name', async () => {
    assert.equal(await languageOf('guide.rst', 'Title\n=====\n\nText.\n'), 'restructuredtext');
    assert.equal(await languageOf('guide.adoc', '= Title\n\nText.\n'), 'asciidoc');
    assert.equal(await languageOf('paper.tex', '\\section{One}\nText.\n'), 'latex');
    assert.equal(await languageOf('LICENSE', 'Permission is hereby granted.\n'), 'plaintext');
    assert.equal(await languageOf('index.html', '<h1>One</h1><p>Text.</p>'), 'html');
  });

  it('is a language if the name is that of code', async () => {
    assert.equal(await languageOf('CMakeLists.txt', 'project(x)\n'), 'cmake');
    assert.equal(await languageOf('package.json', '{"messages": 1}\n'), 'json');
  });

  it('of a nameless text is prose if it reads like prose, otherwise lines', async () => {
    const prose = await chunkText({
      path: 'notes',
      text: 'We met on Monday and talked about the plan for the next week.\n',
    });
    assert.equal(prose.fallback, undefined);
    const data = await chunkText({ path: 'data', text: '1;2;3\n4;5;6\n' });
    assert.equal(data.fallback, 'lines');
  });
});

describe('every token counter', () => {
  it('keeps chunks within the limit by its own count', async () => {
    const text = readFileSync(join(__dirname, '..', '..', '..', '..', 'README.md'), 'utf8');
    for (const counter of counterNames) {
      const { chunks } = await chunkText({ path: 'README.md', text }, { counter, maxTokens: 100, parentTokens: 300 });
      assert.ok(chunks.length > 5);
      for (const { role, tokens } of chunks)
        assert.ok(role === 'parent' || tokens.text <= 100, `${counter}: ${tokens.text}`);
    }
  });
});
