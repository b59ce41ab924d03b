/** The promises for prose: nothing is lost, nothing that fits is split, no chunk is too large, overlaps are recorded. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Chunk } from '../../../src/code/chunk';
import { coverageOf } from '../../../src/code/records/coverage';
import { sentenceStarts } from '../../../src/code/sentences/sentences';
import { chunkText } from '../../../src/engine/workers/chunker';
import type { ChunkOptions } from '../../../src/options/chunk-options';
import { tokenCounter } from '../../../src/tokens/token-counter';
import { runs } from '../random-runs';

const root = join(__dirname, '..', '..', '..');
const counter = tokenCounter('o200k_base');

async function cut(text: string, options: Partial<ChunkOptions> = {}, path = 'a.md'): Promise<readonly Chunk[]> {
  return (await chunkText({ path, text }, options)).chunks;
}

function searched(chunks: readonly Chunk[]): readonly Chunk[] {
  return chunks.filter((chunk) => chunk.role !== 'parent');
}

function checkPromises(text: string, chunks: readonly Chunk[], maxTokens: number): void {
  const leaves = searched(chunks);
  assert.equal(leaves.map(({ text, overlap }) => text.slice(overlap.before)).join(''), /\S/.test(text) ? text : '');
  assert.deepEqual(coverageOf(text, chunks).covered, coverageOf(text, chunks).lines);
  for (const [i, chunk] of leaves.entries()) {
    assert.equal(chunk.text, text.slice(chunk.start, chunk.end));
    assert.ok(chunk.tokens.text <= maxTokens, `${chunk.tokens.text} tokens at line ${chunk.startLine}`);
    assert.equal(chunk.overlap.after, leaves[i + 1]?.overlap.before ?? 0);
  }
  assert.equal(new Set(chunks.map(({ id }) => id)).size, chunks.length);
}

function readmes(): string[] {
  const modules = join(root, 'node_modules');
  const found = ['README.md', 'docs/architecture.md'].map((name) => join(root, name));
  for (const name of readdirSync(modules).slice(0, 200)) {
    const file = join(modules, name, 'README.md');
    if (existsSync(file)) found.push(file);
  }
  return found.slice(0, 60);
}

describe('prose', function () {
  this.timeout(60_000);

  it('keeps its promises on real documents, at several sizes', async () => {
    for (const file of readmes()) {
      const text = readFileSync(file, 'utf8');
      for (const options of [
        {},
        { maxTokens: 64, parentTokens: 200 },
        { maxTokens: 100, parentTokens: 300, overlap: 0.4 },
      ]) {
        checkPromises(text, await cut(text, options), options.maxTokens ?? 400);
      }
    }
  });

  it('keeps its promises on any text', async () => {
    const line = fc.constantFrom(
      '# One',
      '## Two 🌲',
      'A sentence. And one more! z.B. dies?',
      '- item',
      '  - inner',
      '```js',
      '```',
      '',
      '| a | b |',
      '|---|---|',
      '| 1 | 2 |',
      '> quote',
      '    code',
      '<div>',
      '$$',
      '---',
      '[x]: y',
      'Wörter ohne Ende '.repeat(20),
      '漢字。仮名。',
      '\tTab',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 40 }), fc.constantFrom('\n', '\r\n', '\r'), async (lines, eol) => {
        const text = lines.join(eol);
        checkPromises(text, await cut(text, { maxTokens: 24, parentTokens: 72 }), 24);
      }),
      { numRuns: runs(50) },
    );
  });

  it('of a file that fits is not split', async () => {
    const chunks = await cut('# Title\n\nOne paragraph.\n\n## Part\n\nAnother one.\n');
    assert.equal(chunks.length, 1);
    assert.equal(chunks[0]?.role, 'standard');
  });

  it('never splits a sentence that fits, and repeats whole sentences', async () => {
    const sentences = Array.from(
      { length: 80 },
      (_, i) => `Sentence number ${i} tells something about the matter at hand.`,
    );
    const text = `# Long\n\n${sentences.join(' ')}\n`;
    const chunks = searched(await cut(text, { maxTokens: 100, parentTokens: 300 }));
    const starts = new Set(sentenceStarts(text, text.indexOf('Sentence'), text.length));
    for (const chunk of chunks.slice(1)) {
      assert.ok(starts.has(chunk.start), chunk.text.slice(0, 30));
      assert.ok(starts.has(chunk.start + chunk.overlap.before));
      assert.ok(chunk.overlap.before > 0);
      assert.ok(counter.count(chunk.text.slice(0, chunk.overlap.before)) <= 15);
    }
  });

  it('has its headings as scope and in its context', async () => {
    const part = 'Words about this part, quite a few of them, to fill it. '.repeat(12);
    const text = `# Guide\n\n## Install\n\n${part}\n\n### On Linux\n\n${part}\n`;
    const chunk = searched(await cut(text, { maxTokens: 100, parentTokens: 300 })).at(-1);
    assert.deepEqual([...(chunk?.scope ?? []), chunk?.name], ['Guide', 'Install', 'On Linux']);
    assert.match(chunk?.context ?? '', /Guide\n.*Install\n.*On Linux\n/);
  });

  it('never leaves a heading alone', async () => {
    const part = 'Words about this part, quite a few of them, to fill it. '.repeat(12);
    const text = Array.from({ length: 8 }, (_, i) => `## Part ${i}\n\n${part}\n\n`).join('');
    for (const chunk of searched(await cut(text, { maxTokens: 100, parentTokens: 300 }))) {
      assert.doesNotMatch(chunk.text.trimEnd().split('\n').at(-1) ?? '', /^#/);
    }
  });

  it('keeps a fenced block whole if it fits, and cuts one that does not along its syntax', async () => {
    const small = '```js\nconst a = 1;\nf(a);\n```\n';
    const large = Array.from({ length: 20 }, (_, i) => `def step${i}(x):\n    return np.clip(x, ${i}, LIMIT)\n`).join(
      '\n',
    );
    const text = `# Doc\n\n${'Some words here. '.repeat(30)}\n\nThis is how:\n\n${small}\nAnd in Python:\n\n\`\`\`python\nimport numpy as np\nLIMIT = 3\n\n${large}\`\`\`\n\nThe end.\n`;
    const chunks = searched(await cut(text, { maxTokens: 120, parentTokens: 360 }));
    assert.ok(chunks.some((chunk) => chunk.text.includes(small)));
    const steps = chunks.filter((chunk) => chunk.language === 'python');
    assert.ok(steps.length > 1);
    for (const chunk of steps.slice(1)) assert.match(chunk.context, /import numpy as np/);
    for (let i = 0; i < 20; i++) {
      assert.ok(
        chunks.some(({ text }) => text.includes(`def step${i}(x):\n    return np.clip(x, ${i}, LIMIT)\n`)),
        `step${i}`,
      );
    }
  });

  it('keeps blocks whole up to the limit, although a mixed document has smaller chunks', async () => {
    const words = (count: number, word: string): string =>
      Array.from({ length: count }, (_, i) => `${word}${i}`).join(' ');
    const code = `\`\`\`js\n${Array.from({ length: 32 }, (_, i) => `call${i}(value${i}, other${i});`).join('\n')}\n\`\`\`\n`;
    const row = `| a | ${words(120, 'cell')} |\n`;
    const sentence = `So ${words(130, 'word')} end.`;
    const text = `# Doc\n\nIntro words.\n\n${code}\nThis is a sentence. ${sentence} This is another one. And one more.\n\n| x | y |\n|---|---|\n| 1 | 2 |\n${row}| 3 | 4 |\n\n## Next\n\n${code}\nThe end.\n`;
    for (const part of [code, row, sentence]) {
      const tokens = counter.count(part);
      assert.ok(tokens > 240 && tokens < 400, `${tokens}`);
    }
    const chunks = searched(await cut(text));
    checkPromises(text, chunks, 400);
    for (const part of [code, row, sentence])
      assert.ok(
        chunks.some((chunk) => chunk.text.includes(part)),
        part,
      );
    assert.equal(chunks.filter((chunk) => chunk.text.includes(code)).length, 2);
    for (const chunk of chunks) assert.ok(chunk.tokens.text >= 30, chunk.text);
  });

  it('keeps a cell whole if it fits the limit, and a cell with only a heading together with the next', async () => {
    const code = Array.from({ length: 32 }, (_, i) => `call${i}(value${i}, other${i})`).join('\n');
    const prose = 'Words about the cells around, quite a few of them. '.repeat(30);
    const sources = [
      '# Title',
      code,
      prose,
      '## Part',
      code,
      `${prose}\n\nMore.`,
      `${'Some words. '.repeat(40)}\n\n### Example`,
      code.slice(0, 1000),
      '## Last',
      'done()',
    ];
    const cells = sources.map((source) => ({
      cell_type: source.includes('()') || source.startsWith('call') ? 'code' : 'markdown',
      source,
      metadata: {},
      ...((source.includes('()') || source.startsWith('call')) && { outputs: [], execution_count: null }),
    }));
    const text = JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 });
    const chunks = searched(await cut(text, {}, 'a.ipynb'));
    for (const source of sources)
      assert.ok(
        chunks.some((chunk) => chunk.text.includes(source)),
        source.slice(0, 40),
      );
    for (const chunk of chunks) {
      assert.ok(chunk.tokens.text <= 400);
      assert.doesNotMatch(chunk.text.trimEnd().split('\n').at(-1) ?? '', /^#/);
    }
  });

  it('never splits a sentence that fits, neither for its heading nor at marks in a tag', async () => {
    const link = (i: number): string => `<a href="page${i}.html" title="6.${i}. Über ${i}">word${i}</a>`;
    const sentence = `Here are ${Array.from({ length: 15 }, (_, i) => link(i)).join(' and ')} end.`;
    const title = Array.from({ length: 30 }, (_, i) => `title${i}`).join(' ');
    const page = `<html><body><h1>Page</h1>\n<p>Text of it. ${'Some more words. '.repeat(80)}</p>\n<h2>${title}</h2>\n<p>${sentence} More. ${'And so on it goes. '.repeat(40)}</p></body></html>\n`;
    assert.ok(counter.count(sentence) > 340 && counter.count(sentence) < 400, `${counter.count(sentence)}`);
    const chunks = searched(await cut(page, {}, 'a.html'));
    checkPromises(page, chunks, 400);
    assert.ok(chunks.some((chunk) => chunk.text.includes(sentence)));
  });

  it('keeps the anchors and wrappers before a heading with it, and a heading with the section it opens', async () => {
    const part = `<p>${'Words about this part, quite a few of them, to fill it. '.repeat(12)}</p>\n`;
    const section = (i: number): string =>
      `<section id="s${i}">\n<span id="a${i}"></span><h2>Part ${i}</h2>\n<section id="t${i}">\n<span id="b${i}"></span><h3>Inner ${i}</h3>\n${part}${part}</section>\n</section>\n`;
    const page = `<html><body><h1>Page</h1>\n${[1, 2, 3, 4].map(section).join('')}</body></html>\n`;
    const chunks = searched(await cut(page, { maxTokens: 160, parentTokens: 500 }, 'a.html'));
    checkPromises(page, chunks, 160);
    for (const i of [1, 2, 3, 4]) {
      const own = chunks.find((chunk) => chunk.text.includes(`<h2>Part ${i}`));
      assert.match(
        own?.text ?? '',
        new RegExp(`^[^]*<section id="s${i}">\n<span id="a${i}"></span><h2>[^]*<h3>Inner ${i}[^]*Words`),
      );
    }
  });

  it('does not leave a heading alone because of a mark under it', async () => {
    const part = 'Words about this part, quite a few of them, to fill it. '.repeat(12);
    const text = `.. _first:\n\nTitle of the document\n=====================\n\n.. _other: https://example.org/a/b/c/d/e/f/g\n\n${part}\n\n${part}\n`;
    const [first] = searched(await cut(text, { maxTokens: 180, parentTokens: 500 }, 'a.rst'));
    assert.match(first?.text ?? '', /Words about/);
  });

  it('repeats the header of a table that is split, in the context', async () => {
    const rows = Array.from({ length: 60 }, (_, i) => `| row ${i} | some value | another value |\n`).join('');
    const text = `| name | first | second |\n|---|---|---|\n${rows}`;
    const chunks = searched(await cut(text, { maxTokens: 100, parentTokens: 300 }));
    assert.ok(chunks.length > 2);
    for (const chunk of chunks.slice(1)) {
      assert.match(chunk.context, /\| name \| first \| second \|/);
      assert.match(chunk.text, /^\| row \d+/);
    }
  });

  it('in a docstring or comment that does not fit is cut between sentences', async () => {
    const lines = Array.from({ length: 60 }, (_, i) => `this line number ${i} goes on${i % 3 === 2 ? '.' : ''}`);
    const sources = {
      'a.py': `def f():\n    """Doc.\n\n${lines.map((line) => `    ${line}\n`).join('')}    """\n    return 1\n`,
      'a.ts': `/**\n${lines.map((line) => ` * ${line}\n`).join('')} */\nexport function f() {}\n`,
    };
    for (const [path, text] of Object.entries(sources)) {
      const chunks = searched(await cut(text, { maxTokens: 100, parentTokens: 300 }, path));
      assert.ok(chunks.length > 3);
      const ends = chunks.slice(0, -2).map((chunk) => chunk.text.trimEnd().at(-1));
      assert.deepEqual(new Set(ends), new Set(['.']), `${path}: ${ends}`);
    }
  });

  it('cuts a sentence that does not fit after a semicolon, else after a colon, else between words', async () => {
    const clause = (mark: string): string => `${'and so it goes on and on '.repeat(3)}until here${mark} `;
    const ends = async (text: string): Promise<string[]> => {
      const chunks = searched(
        await cut(`${text}and ends.\n`, { maxTokens: 100, parentTokens: 300, overlap: 0 }, 'a.txt'),
      );
      assert.ok(chunks.length > 3);
      return chunks.slice(0, -1).map((chunk) => chunk.text.trimEnd().slice(-1));
    };
    assert.deepEqual(new Set(await ends(`${clause(';')}${clause(':')}`.repeat(8))), new Set([';']));
    assert.deepEqual(new Set(await ends(clause(':').repeat(16))), new Set([':']));
    assert.deepEqual(new Set(await ends(clause('；').replaceAll(' ', '、').repeat(8))), new Set(['；']));
    // Neither a time nor a character reference is the end of a clause, so all words are cut after alike.
    const others = await ends('at 10:30 &amp; some words go on with a:b and c;d as before '.repeat(20));
    assert.ok(new Set(others).size > 1, others.join(' '));
  });

  describe('overlap', () => {
    const sentences = (topic: string, count: number): string =>
      Array.from({ length: count }, (_, i) => `The ${topic} has a property number ${i} that matters.`).join(' ');
    const overlapOf = (chunk: Chunk | undefined): string => chunk?.text.slice(0, chunk.overlap.before) ?? '';
    const at = (chunks: readonly Chunk[], beginning: string): Chunk | undefined =>
      searched(chunks).find(({ text, overlap }) => text.slice(overlap.before).startsWith(beginning));

    it('repeats the last sentences of a section before the next one in the same outer section', async () => {
      const text = `# Garden\n\n## Apples\n\n${sentences('apple', 20)}\n\n## Pears\n\n${sentences('pear', 20)}\n`;
      const chunks = await cut(text);
      checkPromises(text, chunks, 400);
      const repeated = overlapOf(at(chunks, '## Pears'));
      assert.match(repeated, /^The apple has .* number 19 that matters\.\n\n$/);
      const tokens = counter.count(repeated);
      assert.ok(tokens > 30 && tokens <= 60, `${tokens}`);
    });

    it('repeats nothing between outermost sections', async () => {
      const text = `# Apples\n\n${sentences('apple', 20)}\n\n# Pears\n\n${sentences('pear', 20)}\n`;
      assert.equal(overlapOf(at(await cut(text), '# Pears')), '');
    });

    it('repeats at most the last paragraph before a heading', async () => {
      const text = `# Garden\n\n## Apples\n\n${sentences('apple', 20)}\n\nShort end.\n\n## Pears\n\n${sentences('pear', 20)}\n`;
      assert.equal(overlapOf(at(await cut(text), '## Pears')), 'Short end.\n\n');
    });

    it('repeats before code and tables the sentence that introduces them, and nothing after them', async () => {
      const calls = Array.from({ length: 18 }, (_, i) => `call${i}(value, other);`).join('\n');
      const rows = Array.from({ length: 25 }, (_, i) => `| row ${i} | value of it |`).join('\n');
      const text = [
        '# Guide',
        `${sentences('call', 12)} It is called like this:`,
        `\`\`\`js\n${calls}\n\`\`\``,
        `${sentences('value', 12)} These are all:`,
        `| a | b |\n|---|---|\n${rows}`,
        sentences('end', 16),
      ].join('\n\n');
      const chunks = await cut(text, { maxTokens: 200 });
      checkPromises(text, chunks, 200);
      const code = at(chunks, '```js');
      assert.equal(overlapOf(code), 'It is called like this:\n\n');
      // It is in the text, so the context does not have it again.
      assert.doesNotMatch(code?.context ?? '', /called like this/);
      assert.equal(overlapOf(at(chunks, '| a | b |')), 'These are all:\n\n');
      assert.equal(overlapOf(at(chunks, 'The value has')), '');
      assert.equal(overlapOf(at(chunks, 'The end has a property number 0')), '');
    });

    it('is given in percent or in tokens, and tokens win', async () => {
      const text = `# Garden\n\n${sentences('apple', 120)}\n`;
      const mean = async (options: Partial<ChunkOptions>): Promise<number> => {
        const chunks = searched(await cut(text, options));
        checkPromises(text, chunks, 400);
        const shared = chunks.slice(1).map((chunk) => counter.count(overlapOf(chunk)));
        return shared.reduce((sum, tokens) => sum + tokens, 0) / shared.length;
      };
      const tokens = await mean({ overlapTokens: 100 });
      assert.ok(tokens > 85 && tokens <= 100, `${tokens}`);
      assert.equal(await mean({ overlapTokens: 100, overlap: 0.05 }), tokens);
      assert.equal(await mean({ overlapTokens: 0, overlap: 0.5 }), 0);
      assert.ok((await mean({ overlap: 0.4 })) > tokens);
    });

    it('is there in windows over long lines, in whole words', async () => {
      const line = `${Array.from({ length: 1500 }, (_, i) => `word${i}`).join(' ')}\n`;
      for (const text of [line, line.repeat(2), line.replaceAll(' ', '、')]) {
        const windows = searched(await cut(text, { strategy: ['sliding-window'], overlap: 0.2 }, 'a.txt'));
        checkPromises(text, windows, 400);
        for (const chunk of windows.slice(1)) {
          const tokens = counter.count(overlapOf(chunk));
          assert.ok(tokens > 60 && tokens <= 80, `${tokens}`);
        }
        if (text.includes(' '))
          for (const { start, end } of windows)
            for (const border of [start, end]) assert.match(`\n${text}\n`.slice(border, border + 2), /\s/);
      }
    });
  });

  it('is cut by the requested strategy', async () => {
    const text = readFileSync(join(root, 'README.md'), 'utf8');
    for (const strategy of ['sliding-window', 'semantic', 'fixed', 'boundary', 'lines'] as const) {
      checkPromises(text, await cut(text, { strategy: [strategy], maxTokens: 120, parentTokens: 360 }), 120);
    }
    const windows = searched(await cut(text, { strategy: ['sliding-window'], overlap: 0.3 }));
    assert.ok(windows.slice(1).some((chunk) => chunk.overlap.before > 0));
  });

  it('warns that "ast" cannot cut it', async () => {
    const { warnings } = await chunkText({ path: 'a.md', text: '# One\n' }, { strategy: ['ast'] });
    assert.match(warnings?.join() ?? '', /"ast" cannot cut prose/);
  });

  it('below the limit is cut where the topic changes, if "semantic" is asked for by name', async () => {
    const cats =
      'Cats sleep for most of the day and hunt at dawn and dusk. A cat cleans its fur with its rough tongue. Kittens learn to hunt by playing with their mother. Most cats purr when they are content, and some purr when they are ill.';
    const postgres =
      'PostgreSQL stores rows in pages of eight kilobytes. Each transaction sees a snapshot of the database, so readers never block writers. The vacuum process removes dead rows that no transaction can see any more. An index on a column makes queries with a filter on it faster.';
    const bread =
      'Bread needs flour, water, salt and yeast. Knead the dough for ten minutes until it is smooth. Let it rise in a warm place until it has doubled in size. Bake the loaf in a hot oven until the crust is brown and it sounds hollow.';
    for (const text of [`${cats}\n\n${postgres}\n\n${bread}\n`, `${cats} ${postgres} ${bread}\n`]) {
      const texts = searched(await cut(text, { textStrategy: ['semantic'] })).map((chunk) => chunk.text.trim());
      assert.deepEqual(texts, [cats, postgres, bread]);
      assert.equal(searched(await cut(text, { textStrategy: ['semantic'], threshold: 0 })).length, 1);
      assert.equal(searched(await cut(text, { textStrategy: ['semantic'], maxSentences: 2 })).length, 6);
      assert.equal(searched(await cut(text, { textStrategy: ['boundary'] })).length, 1);
      // A second strategy cuts only what the first left too large.
      assert.equal(searched(await cut(text, { textStrategy: ['sliding-window', 'semantic'] })).length, 1);
    }
  });

  it('is not cut into its sentences under "semantic" where one topic does not fit', async () => {
    const text = `${Array.from({ length: 400 }, (_, i) => `The cat number ${i} sleeps.`).join(' ')}\n`;
    const options = { textStrategy: ['semantic'], threshold: 0, maxSentences: 1000, overlap: 0 } as const;
    const sizes = searched(await cut(text, options)).map(({ tokens }) => tokens.text);
    const all = sizes.reduce((sum, size) => sum + size, 0);
    assert.ok(sizes.length <= Math.ceil(all / 400) + 1 && Math.min(...sizes) * 2 > Math.max(...sizes), sizes.join(' '));
  });

  it('has no chunk below the minimum under "semantic" that fits beside a neighbour', async () => {
    const topics = [
      'The cat sleeps on the warm sofa.',
      'Interest rates rose again.',
      'The compiler inlines functions.',
    ];
    const text = `${Array.from({ length: 30 }, (_, i) => topics[i % 3]).join(' ')}\n`;
    const options = { textStrategy: ['semantic'], threshold: 1, overlap: 0 } as const;
    assert.ok(searched(await cut(text, options)).some(({ tokens }) => tokens.text < 20));
    const joined = searched(await cut(text, { ...options, minTokens: 30, maxTokens: 60 }));
    const sizes = joined.map(({ tokens }) => tokens.text);
    // The last one has no neighbour with room.
    assert.ok(
      sizes.slice(0, -1).every((size) => size >= 30 && size <= 60),
      sizes.join(' '),
    );
  });

  it('keeps code, tables and headings whole under "semantic"', async () => {
    const code = '```python\ndef purr(cat):\n    # It purrs. It is content.\n\n    return cat\n```';
    const table = '| a | b |\n|---|---|\n| One. Two. | x |\n| Cats. Bread. | y |';
    const text = `# Cats\n\nCats purr. They sleep.\n\n${code}\n\n# Bread\n\n${table}\n\nBread needs flour. Bake it.\n`;
    for (const threshold of [0.75, 0.9, 1]) {
      const chunks = searched(await cut(text, { textStrategy: ['semantic'], threshold }));
      checkPromises(text, await cut(text, { textStrategy: ['semantic'], threshold }), 400);
      for (const whole of [code, table, '# Cats\n\nCats purr.', '# Bread\n\n| a | b |'])
        assert.ok(
          chunks.some((chunk) => chunk.text.includes(whole)),
          `${threshold}: ${whole}`,
        );
    }
    assert.ok(searched(await cut(text, { textStrategy: ['semantic'], threshold: 1 })).length > 4);
  });

  it('splits an answer about Python and SQL where the topic changes, under "semantic"', async () => {
    const python =
      'Python lists hold items in order. You append items to a Python list with append. A Python list can be sliced. Lists in Python can hold other lists. To sort a Python list call sort on the list.';
    const sql =
      'An SQL query selects rows from a table. The WHERE clause of the SQL query filters rows. A JOIN in SQL combines rows of two tables. The SQL GROUP BY clause groups rows of the table. Index the table so that the SQL query finds rows fast.';
    const text = `${python} ${sql}\n`;
    const chunks = searched(await cut(text, { strategy: ['semantic'], maxTokens: 60, parentTokens: 180 }));
    assert.ok(
      chunks.some((chunk) => chunk.text.startsWith('An SQL query selects')),
      JSON.stringify(chunks.map((c) => c.text)),
    );
  });
});
