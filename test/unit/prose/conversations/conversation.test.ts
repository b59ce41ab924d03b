import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Block } from '../../../../src/prose/block';
import {
  type ConversationDocument,
  readAsConversation,
  readConversation,
} from '../../../../src/prose/conversations/conversation';
import { runs } from '../../random-runs';

function read(file: unknown): ConversationDocument {
  const found = readConversation(typeof file === 'string' ? file : JSON.stringify(file, null, 2));
  assert.ok(found, 'it is a conversation');
  return found;
}

/** `speaker: text` of each message. */
function said({ text, messages }: ConversationDocument): string[] {
  return messages.map(({ speaker, start, end }) => `${speaker}: ${text.slice(start, end).trim()}`);
}

/** How many messages each turn has. */
function turns(blocks: readonly Block[]): number[] {
  return blocks.flatMap(({ kind, blocks: inner = [] }) =>
    kind === 'turn' ? [inner.length] : kind === 'section' ? turns(inner) : [],
  );
}

const chat = [
  { role: 'system', content: 'You are helpful.' },
  { role: 'user', content: 'How do I sort a list in Python?\nIt has "quotes".' },
  { role: 'assistant', content: null, tool_calls: [{ id: 'x', function: { name: 'run', arguments: '{}' } }] },
  { role: 'tool', content: '[1, 2]', tool_call_id: 'x' },
  {
    role: 'assistant',
    content: [
      { type: 'text', text: 'Use sorted().' },
      { type: 'text', text: 'Or list.sort().' },
    ],
  },
  {
    role: 'user',
    content: [
      { type: 'image_url', image_url: { url: 'data:' } },
      { type: 'text', text: 'Thanks 😀' },
    ],
  },
];

describe('a conversation in JSON', () => {
  it('as OpenAI messages has turns made of messages', () => {
    for (const file of [chat, { model: 'x', messages: chat }]) {
      const found = read(file);
      assert.deepEqual(said(found), [
        'system: You are helpful.',
        'user: How do I sort a list in Python?\nIt has "quotes".',
        'tool: [1, 2]',
        'assistant: Use sorted().\nOr list.sort().',
        'user: Thanks 😀',
      ]);
      assert.deepEqual(turns(found.blocks), [1, 3, 1]);
      assert.deepEqual(
        found.pieces?.map(({ index }) => index),
        [0, 1, 3, 4, 5],
      );
    }
  });

  it('maps each message to the file', () => {
    const file = JSON.stringify(chat);
    const { text, pieces = [] } = read(file);
    for (const piece of pieces) {
      const line = text.slice(piece.start, piece.end).split('\n')[0] ?? '';
      const inFile = file.slice(piece.toFile(piece.start), piece.toFile(piece.start + line.length));
      assert.equal(JSON.parse(`"${inFile}"`), line);
      assert.equal(file[piece.toFile(piece.end)], '"');
    }
  });

  it('as JSON Lines is one conversation of messages, or several', () => {
    const one = read(chat.map((message) => JSON.stringify(message)).join('\n'));
    assert.deepEqual(turns(one.blocks), [1, 3, 1]);
    const lines = [chat.slice(1, 2), chat].map((messages) => JSON.stringify({ messages })).join('\r\n');
    const two = read(`${lines}\r\n`);
    assert.deepEqual(
      two.blocks.map(({ kind, blocks }) => [kind, turns(blocks ?? [])]),
      [
        ['section', [1]],
        ['section', [1, 3, 1]],
      ],
    );
    assert.deepEqual(
      two.messages.map(({ conversation }) => conversation),
      [0, 1, 1, 1, 1, 1],
    );
  });

  it('as training data has "from" and "value"', () => {
    const file = {
      id: '1',
      conversations: [
        { from: 'human', value: 'Hi' },
        { from: 'gpt', value: 'Hello' },
      ],
    };
    assert.deepEqual(said(read(file)), ['human: Hi', 'gpt: Hello']);
  });

  it('as a ChatGPT export follows the branch that was last shown', () => {
    const node = (id: string, parent: string | null, role?: string, parts?: unknown[], more = {}) => ({
      id,
      message: role
        ? { id, author: { role }, create_time: 1714557600.5, content: { content_type: 'text', parts }, ...more }
        : null,
      parent,
      children: [],
    });
    const hidden = { metadata: { is_visually_hidden_from_conversation: true } };
    const nodes = [
      node('root', null),
      node('s', 'root', 'system', [''], hidden),
      node('q', 's', 'user', ['Why is the sky blue?', { content_type: 'image_asset_pointer' }]),
      node('a1', 'q', 'assistant', ['An answer that was thrown away.']),
      node('a2', 'q', 'assistant', ['Rayleigh scattering.']),
      node('c', 'a2', 'assistant', undefined, {
        content: { content_type: 'code', language: 'python', text: 'print(1)' },
      }),
      node('lost', 'a1', 'user', ['On the other branch']),
    ];
    const conversation = (title: string, current_node?: string) => ({
      title,
      create_time: 1714557600,
      current_node,
      mapping: Object.fromEntries(nodes.map((each) => [each.id, each])),
    });
    const found = read([conversation('Sky', 'c'), conversation('Without a place')]);
    assert.deepEqual(
      found.blocks.map(({ kind, name }) => [kind, name]),
      [
        ['section', 'Sky'],
        ['section', 'Without a place'],
      ],
    );
    assert.deepEqual(said(found), [
      'user: Why is the sky blue?',
      'assistant: Rayleigh scattering.',
      'assistant: print(1)',
      'user: Why is the sky blue?',
      'assistant: An answer that was thrown away.',
      'user: On the other branch',
    ]);
    assert.equal(found.messages[0]?.time, '2024-05-01T10:00:00.500Z');
  });

  it('as a Claude export has the parts of its messages', () => {
    const found = read([
      {
        uuid: '1',
        name: 'Recipes',
        created_at: '2024-05-01T10:00:00.000000Z',
        chat_messages: [
          { uuid: 'a', sender: 'human', text: 'Bread?', content: [], created_at: '2024-05-01T10:00:00.123456Z' },
          { uuid: 'b', sender: 'assistant', text: 'Flour, water', content: [{ type: 'text', text: 'Flour, water' }] },
        ],
      },
    ]);
    assert.deepEqual(said(found), ['human: Bread?', 'assistant: Flour, water']);
    assert.deepEqual(turns(found.blocks), [2]);
    assert.equal(found.messages[0]?.time, '2024-05-01T10:00:00.123Z');
    assert.equal(found.messages[1]?.time, undefined);
  });

  it('as a VS Code export joins the parts of a response', () => {
    const found = read({
      requesterUsername: 'anna',
      responderUsername: 'GitHub Copilot',
      requests: [
        {
          message: { text: 'What does this do?', parts: [] },
          response: [
            { kind: 'thinking', value: 'hm' },
            { value: 'It calls ', supportThemeIcons: false },
            { kind: 'inlineReference', name: 'main.ts', inlineReference: {} },
            { value: ' twice.' },
            { kind: 'toolInvocationSerialized', value: 'x' },
          ],
          timestamp: 1714557600000,
        },
        { message: { text: 'Ok' }, response: [] },
      ],
    });
    assert.deepEqual(said(found), ['anna: What does this do?', 'GitHub Copilot: It calls main.ts twice.', 'anna: Ok']);
    assert.deepEqual(
      found.messages.map(({ index }) => index),
      [0, 1, 2],
    );
  });

  it('has the blocks of its long messages', () => {
    const answer = `${'Sorted lists are nice. '.repeat(20)}\n\n\`\`\`python\nsorted(x)\n\`\`\`\n\nDone.`;
    const found = read([chat[1], { role: 'assistant', content: answer }]);
    const blocks = found.blocks[0]?.blocks?.[1]?.blocks ?? [];
    assert.deepEqual(
      blocks.map(({ kind, start, end }) => [kind, found.text.slice(start, end).slice(0, 6)]),
      [
        ['paragraph', 'Sorted'],
        ['code', '```pyt'],
        ['paragraph', 'Done.\n'],
      ],
    );
  });

  it('is not read from other JSON', () => {
    for (const file of [
      { name: 'x', version: '1.0.0', scripts: { messages: 'x' } },
      { compilerOptions: { target: 'ES2022' }, files: [] },
      { messages: { hello: 'Hello', bye: 'Bye' } },
      { messages: [{ id: 'hello', text: 'Hello' }] },
      { messages: [{ role: 'button', content: 'Save' }] },
      { messages: [{ role: 'user', content: { x: 1 } }] },
      { messages: [] },
      [],
      [{ role: 'user', content: 'one is not enough' }],
      [
        { role: 'user', permissions: ['read'] },
        { role: 'assistant', permissions: [] },
      ],
      { requests: [{ url: '/a', response: [] }] },
      { mapping: { a: 'b' }, title: 'x' },
      { mapping: {}, chat_messages: 3 },
      { mappings: 'AAAA', sources: ['"role"'], from: '"from"' },
      { roles: ['user'], messages: [{ role: 'user', content: 'x' }], expected: 'y'.repeat(1000) },
    ]) {
      assert.equal(readConversation(JSON.stringify(file)), undefined, JSON.stringify(file));
    }
    assert.equal(readConversation('{"level":"info","role":"user"}\n{"level":"warn","role":"user"}\n'), undefined);
    assert.equal(readConversation('{"messages":[{"role":"user","content":"cut o'), undefined);
    assert.equal(readConversation(''), undefined);
  });
});

describe('a transcript', () => {
  it('has a message for each speaker line', () => {
    const file = `# Lists and queries

User: How do I sort a list?
Assistant: Use sorted().

\`\`\`
User: this is code
\`\`\`
Note: it returns a new list.
User: And in SQL?
Assistant: ORDER BY.
`;
    const found = read(file);
    assert.deepEqual(
      found.messages.map(({ speaker, isUser }) => [speaker, isUser]),
      [
        ['User', true],
        ['Assistant', false],
        ['User', true],
        ['Assistant', false],
      ],
    );
    assert.equal(found.text, file);
    assert.equal(found.pieces, undefined);
    assert.deepEqual(
      found.blocks.map(({ kind }) => kind),
      ['section', 'turn', 'turn'],
    );
    assert.ok(said(found)[1]?.endsWith('a new list.'));
  });

  for (const [style, lines] of Object.entries({
    'bold names': ['**Human**: A', '**Assistant**: B', '**Human:** C', '**Assistant:** D'],
    headings: ['### User\n\nA', '### Assistant\n\nB', '### User\n\nC', '### Assistant\n\nD'],
    'bold lines for headings': [
      '_**User**_\n\nA',
      '_**Assistant (gpt-5)**_\n\nB',
      '_**User**_\n\nC',
      '_**Assistant**_\n\nD',
    ],
    'the name of the user': [
      'anna: How do I sort?',
      'GitHub Copilot: B',
      'anna: Can you show me?',
      'GitHub Copilot: D',
    ],
    'copied pages': ['#### You said:\nA', '#### ChatGPT said:\nB', '#### You said:\nC', '#### ChatGPT said:\nD'],
    'names on lines of their own': ['Human:\nA', 'Claude:\nB', 'Human:\nC', 'Claude:\nD'],
    'times first': [
      '[10:32] Anna: Are you there?',
      '[10:33] Ben: Yes, I am',
      '[10:33] Ben: sorry',
      '[10:40] Anna: Good to see you',
    ],
    nicknames: [
      '[10:32] <anna> are you there?',
      '[10:33] <ben_> yes, I am',
      '[10:40] <anna> good to see you',
      '[10:41] <ben_> ok',
    ],
    'times last': [
      'Anna (10:32): Are you there?',
      'Ben (10:33): Yes, I am',
      'Anna (10:40): Good',
      'Ben (10:41): What is up?',
    ],
    messengers: [
      '01.05.24, 10:32 - Anna: Bist du da?',
      '01.05.24, 10:33 - Ben Maier: Ja, ich bin da',
      '01.05.24, 10:40 - Anna: Gut',
      '01.05.24, 10:41 - Ben Maier: Was gibt es?',
    ],
  })) {
    it(`may have ${style}`, () => {
      const { messages, blocks } = read(`${lines.join('\n\n')}\n`);
      assert.equal(messages.length, 4);
      assert.equal(blocks.length, 2);
      assert.equal(new Set(messages.map(({ speaker }) => speaker)).size, 2);
    });
  }

  it('has the times of its lines, with a date if there is one', () => {
    const times = (lines: string[]) => read(lines.join('\n')).messages.map(({ time }) => time);
    const [hi, hey] = ['Anna: how are you?', 'Ben: I am fine, you?'];
    assert.deepEqual(times([`[9:05] ${hi}`, `[9:05:30] ${hey}`, `[12:10 am] ${hi}`, `[12:10 PM] ${hey}`]), [
      'T09:05:00',
      'T09:05:30',
      'T00:10:00',
      'T12:10:00',
    ]);
    assert.deepEqual(
      times([`[2024-05-01 09:05] ${hi}`, `[1.5.24, 09:06] ${hey}`, `[5/1/24, 9:07 PM] ${hi}`, `[9:08] ${hey}`]),
      ['2024-05-01T09:05:00', '2024-05-01T09:06:00', 'T21:07:00', 'T09:08:00'],
    );
  });

  it('among people has turns that the first speaker starts', () => {
    const found = read(`Anna: Have you seen the new build?
Ben: Not yet, I was on holiday.
Clara: I have, it is fast.
Anna: Can you send me the numbers?
Clara: Sure, I will.
Ben: Send them to me as well, will you?
`);
    assert.deepEqual(turns(found.blocks), [3, 3]);
  });

  it('keeps the name with the text on its line', () => {
    const long = 'I think so. '.repeat(40);
    const found = read(`User: ${long}\n\nMore\nAssistant:\n${long}\nUser: a\nAssistant: b\n`);
    const [question, answer] = found.blocks[0]?.blocks ?? [];
    assert.deepEqual(
      [question, answer].map((message) =>
        message?.blocks?.map(({ kind, start }) => `${kind} ${found.text.slice(start, start + 6)}`),
      ),
      [
        ['paragraph User: ', 'paragraph More\nA'],
        ['heading Assist', 'paragraph I thin'],
      ],
    );
  });

  for (const [what, text, count] of [
    ['a question and its answer', 'User: How do I sort a list?\nAssistant: Use sorted().\n', 2],
    ['one word each', 'User: one\nAssistant: two\nUser: three\n', 3],
    ['lower case', 'user: how do I sort a list?\nassistant: use sorted()\n', 2],
    ['bold names', '**Human:** Why is it slow?\n\n**Claude:** It reads the file twice.\n', 2],
    ['headings', '## User\n\nCan you sort this?\n\n## Assistant\n\nYes, I can.\n', 2],
    ['a title', '# Sorting\n\nUser: How?\nAssistant: So.\n', 2],
    ['a role of the system', 'System: Be brief.\nUser: How?\nAssistant: So.\n', 3],
    ['a long answer', `User: Explain lists.\nAssistant: ${'A list keeps its items in order. '.repeat(300)}\n`, 2],
    ['an answer with labels', 'User: How?\nAssistant: So.\nNote: a\nWarning: b\nExample: c\n', 2],
  ] as const) {
    it(`may be as short as this: ${what}`, () => assert.equal(read(text).messages.length, count));
  }

  it('is not read from other text', () => {
    for (const text of [
      'Note: a\nWarning: b\nNote: c\nWarning: d\nNote: you?\nWarning: you?\n',
      'Package: a\nVersion: 1\n\nPackage: b\nVersion: 2\n\nPackage: c\nVersion: 3\n\nPackage: d\nVersion: 4\n',
      'Maintainer: Anna\nReviewer: Ben\nMaintainer: Clara\nReviewer: Dora\nMaintainer: Emil\nReviewer: Fritz\n',
      '[10:32] INFO: you are in\n[10:33] WARN: are you?\n[10:34] INFO: you are in\n[10:35] WARN: are you?\n',
      '[10:32:01] Server: listening on 80\n[10:32:02] Client: connected to 80\n[10:32:03] Server: accepted 80\n[10:32:04] Client: sent 80\n',
      'Q: Can I use it?\nA: Yes you can.\nQ: Is it free?\nA: I think so.\nQ: Why?\nA: You know.\n',
      'User: alice\nUser: bob\nAssistant: carol\n',
      'Assistant: carol\nUser: bob\n',
      'user: alice\nassistant: bob\nversion: 2\n',
      'user: root\nmodel: small\ntimeout: 30\n',
      'Name: x\nUser: root\nAssistant: none\nHost: y\nPort: 1\n',
      'Admin: rules all\nUser: asks\nServer: listens\nAssistant: answers\nClient: calls\nGuest: looks\nOwner: pays\n',
      'User: root\nModel: T14\n',
      'User: admin\nAI: enabled\n',
      'Note: you should save first. Warning: this cannot be undone.\nWarning: are you sure?\n',
      '[10:32] User: admin logged in\n[10:33] System: session opened\n[10:34] User: admin logged out\n',
      '## User\n\nThe fields of a user.\n\n## Assistant\n\nThe fields of an assistant.\n',
      `How prompts look.\n\nThe model reads this:\n\nUser: a\nAssistant: b\n\nThen it goes on.\n`,
      `User: a\nAssistant: b\n\n# Installation\n\n${'It goes on and on about things. '.repeat(200)}`,
      'User: a\nUser: b\nUser: c\nUser: d\n',
      `A manual.\n\n${'It goes on and on about things. '.repeat(200)}\n\nUser: a\nAssistant: b\nUser: c\nAssistant: d\n`,
      `User: a\nAssistant: b\nUser: c\nAssistant: d\n\n# Installation\n\n${'It goes on and on about things. '.repeat(200)}`,
      '## User\n\nFields.\n\n## Role\n\nFields.\n\n## User\n\n## Role\n\n',
    ]) {
      assert.equal(readConversation(text), undefined, text);
    }
  });
});

describe('a text that is said to be a conversation', () => {
  const saidIn = (text: string): string[] => said(readAsConversation(text));

  it('is read like any other conversation where it is one', () => {
    for (const text of ['User: How?\nAssistant: So.\n', JSON.stringify(chat)]) {
      assert.deepEqual(readAsConversation(text), readConversation(text));
    }
  });

  it('has a message for each line that names a role or a person', () => {
    assert.deepEqual(saidIn('Assistant: Hello\nthere\n'), ['Assistant: Assistant: Hello\nthere']);
    assert.deepEqual(saidIn('Anna: One\nBen: Two\nNote: three\n'), ['Anna: Anna: One', 'Ben: Ben: Two\nNote: three']);
  });

  it('is one message where no line names anybody', () => {
    assert.deepEqual(saidIn('Nothing but prose.\n\nAnd more.\n'), ['unknown: Nothing but prose.\n\nAnd more.']);
    assert.deepEqual(saidIn('{"a": 1}\n'), ['unknown: {"a": 1}']);
  });
});

describe('any text', () => {
  /** In order, without overlaps, each inside the one around it. */
  function assertNested(blocks: readonly Block[], start: number, end: number): void {
    let last = start;
    for (const block of blocks) {
      assert.ok(block.start >= last && block.end >= block.start && block.end <= end);
      assertNested(block.blocks ?? [], block.start, block.end);
      last = block.end;
    }
  }

  it('is read or ignored, and never causes an error', () => {
    const line = fc.oneof(
      fc.constantFrom(
        'User: ',
        'Assistant:',
        '### User',
        '**Human**: x',
        '[10:32] Anna: you?',
        'Ben (10:33): I',
        '```',
        '',
      ),
      fc.string({ unit: 'grapheme' }),
    );
    const text = fc
      .tuple(fc.array(line, { maxLength: 40 }), fc.constantFrom('\n', '\r\n'))
      .map(([lines, end]) => lines.join(end));
    const message = fc.record({
      role: fc.constantFrom('user', 'assistant'),
      content: fc.oneof(text, fc.constant(null)),
    });
    const json = fc.array(message, { minLength: 2 }).map((messages) => JSON.stringify(messages));
    let read = 0;
    const check = fc.property(fc.oneof(text, json), (file) => {
      const found = readConversation(file);
      if (!found) return;
      read++;
      assertNested(found.blocks, 0, found.text.length);
      const { messages, pieces } = found;
      messages.forEach(({ start, end }, i) => {
        assert.ok(start < end && end === (messages[i + 1]?.start ?? found.text.length));
      });
      if (!pieces) assert.equal(found.text, file);
      else
        assert.deepEqual(
          pieces.map(({ index }) => index),
          messages.map(({ index }) => index),
        );
    });
    const cases = runs(160);
    fc.assert(check, { numRuns: cases });
    assert.ok(read > cases / 10);
  });
});
