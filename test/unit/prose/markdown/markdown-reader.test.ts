import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Block, ProseReader } from '../../../../src/prose/block';
import { readMarkdown, readMdx } from '../../../../src/prose/markdown/block-parser';
import { cpuTime } from '../../cpu-time';
import { runs } from '../../random-runs';
import { blocksOf, contentsOf, everyBlock, outlineOf, textsOf } from '../prose-blocks';

const outline = (text: string) => outlineOf(readMarkdown, text);
const texts = (text: string, kind: Block['kind']) => textsOf(readMarkdown, text, kind);

describe('Markdown', () => {
  it('nests sections by the levels of their headings', async () => {
    assert.deepEqual(await outline('intro\n\n# A\n\none\n\n### B\ntwo\n\nC\n---\n\n# D\n'), [
      'paragraph',
      'section A',
      '  heading A',
      '  paragraph',
      '  section B',
      '    heading B',
      '    paragraph',
      '  section C',
      '    heading C',
      'section D',
      '  heading D',
    ]);
  });

  it('names sections by the plain text of their headings', async () => {
    const names = async (heading: string) => (await blocksOf(readMarkdown, `${heading}\n`))[0]?.name;
    assert.equal(
      await names('## Using **`npm run`** with [Docker](https://x.org/a_(b)) {#docker} '),
      'Using npm run with Docker',
    );
    assert.equal(
      await names('# ![logo](a.png) snake_case \\*and\\* _more_ &amp; `a*b*c` ##'),
      'logo snake_case *and* more & a*b*c',
    );
    assert.equal(await names('# <a name="x"></a>C# and F#'), 'C# and F#');
    assert.equal(await names('Two\nlines\n==='), 'Two lines');
  });

  it('does not begin a section at a heading in a list or a quote', async () => {
    assert.deepEqual(await outline('> # A\n> a\n\n- # B\n\n  b\n'), [
      'quote',
      '  heading A',
      '  paragraph',
      'list',
      '  item',
      '    heading B',
      '    paragraph',
    ]);
  });

  it('gives an item inner blocks only if it has more than one', async () => {
    assert.deepEqual(await outline('- [ ] one\n- [x] two\n  goes on\nlazily\n  1. inner\n  2. more\n'), [
      'list',
      '  item',
      '  item',
      '    paragraph',
      '    list',
      '      item',
      '      item',
    ]);
    assert.deepEqual(await texts('* a\n\n  b\n\n* c\n', 'item'), ['* a\n\n  b', '* c']);
  });

  it('ends code at a fence of its own kind and length', async () => {
    const text = '````md\n```js\nx\n```\n~~~\n````\n\n~~~ python title="a"\ny = 1\n~~~\n\n```\nnever closed\n';
    assert.deepEqual(await contentsOf(readMarkdown, text), ['```js\nx\n```\n~~~\n', 'y = 1\n', 'never closed\n']);
    assert.deepEqual(await outline(text), ['code md', 'code python', 'code']);
  });

  it('finds fences in items and quotes; in quotes, where lines have marks, code has no range of its own', async () => {
    const text =
      '1. Run\n\n   ```sh\n   make\n   ```\n2. Then\n\n> ~~~c\n> int x;\n> ~~~\n\n    indented\n\n    code\n\ntext\n';
    assert.deepEqual(await outline(text), [
      'list',
      '  item',
      '    paragraph',
      '    code sh',
      '  item',
      'quote',
      '  code c',
      'code',
      'paragraph',
    ]);
    assert.deepEqual(await contentsOf(readMarkdown, text), ['   make\n', undefined, undefined]);
  });

  it('reads the language after a fence', async () => {
    const language = async (info: string) => (await blocksOf(readMarkdown, `\`\`\`${info}\nx\n\`\`\`\n`))[0]?.language;
    for (const [info, said] of [
      ['js title=x', 'js'],
      ['{.python}', 'python'],
      ['{.python .numberLines startFrom="1"}', 'python'],
      ['{#id .haskell}', 'haskell'],
      ['{r, echo=FALSE}', 'r'],
      ['{r setup, include=FALSE}', 'r'],
      ['{python}', 'python'],
      ['ts{1,3-5}', 'ts'],
      ['rust,ignore', 'rust'],
      ['c++', 'c++'],
      ['js:src/a.js', 'js'],
      ['{code-block} python', 'python'],
      ['{=html}', 'html'],
      ['', undefined],
    ] as const) {
      assert.equal(await language(info), said, info);
    }
  });

  it('splits tables into rows and finds the end of the header', async () => {
    const text = 'before\n| a | b\\|c |\n|---|:-:|\n| 1 | 2 |\n3 | 4\n\nafter\n';
    const table = (await blocksOf(readMarkdown, text)).find((block) => block.kind === 'table');
    assert.equal(text.slice(table?.start, table?.headerEnd), '| a | b\\|c |\n|---|:-:|\n');
    assert.deepEqual(await texts(text, 'row'), ['| a | b\\|c |\n|---|:-:|', '| 1 | 2 |', '3 | 4']);
    assert.deepEqual(await texts(text, 'paragraph'), ['before', 'after']);
    assert.deepEqual(await texts('| a | b |\n|---|\n', 'table'), []);
  });

  it('recognises formulas, HTML, front matter and definitions', async () => {
    assert.deepEqual(
      await outline(
        '---\ntitle: x\n---\n$$\na\n$$\n\n$$ b $$\n\n\\[\nc\n\\]\n\n<div>\n*x*\n</div>\n\n<!-- a\n\nb -->\n\n***\n\n' +
          '[a]: b\n[c]: <d> "e"\n\n[^1]: A footnote\n    goes on.\n\ntext\n\\begin{align}\nx\n\\end{align}\n',
      ),
      [
        'metadata',
        'formula',
        'formula',
        'formula',
        'markup',
        'markup',
        'markup',
        'definition',
        'definition',
        'definition',
        'paragraph',
        'formula',
      ],
    );
    assert.deepEqual(await outline('+++\na = 1\n+++\n# T\n'), ['metadata', 'section T', '  heading T']);
    assert.deepEqual(await outline('---\n\ntext\n\n---\n'), ['markup', 'paragraph', 'markup']);
    assert.deepEqual(await outline('costs $$ and\n$$5 or $$6\n'), ['paragraph']);
  });

  it('reads all line endings the same way', async () => {
    const text = '# A\n\n- a\n\n  b\n\n```js\nx\n```\n\n|a|b|\n|-|-|\n|c|d|';
    const expected = await outline(text);
    assert.deepEqual(await outline(text.replaceAll('\n', '\r\n')), expected);
    assert.deepEqual(await outline(text.replaceAll('\n', '\r')), expected);
    assert.deepEqual(await outline(`${text}\n`), expected);
  });

  it('counts a tab as columns up to the next tab stop', async () => {
    assert.deepEqual(await outline('-\ta\n\n\tb\n\n>\t\tcode\n'), [
      'list',
      '  item',
      '    paragraph',
      '    paragraph',
      'quote',
      '  code',
    ]);
  });

  it('reads long texts, deep or broken, quickly', async () => {
    const times = (part: string) => part.repeat(Math.ceil(400_000 / part.length));
    for (const part of [
      '>',
      '- ',
      '> - ',
      '[',
      '[a]:\n',
      '$$\n',
      '```\n',
      '|',
      'a|b\n-|-\n',
      '<a\n',
      '<!--\n',
      '*',
      'a\r',
      '{\n',
      'import {\n\n',
    ]) {
      for (const reader of [readMarkdown, readMdx]) {
        const start = cpuTime();
        await reader(times(part));
        assert.ok(cpuTime() - start < 1000, JSON.stringify(part));
      }
    }
  });
});

describe('MDX', () => {
  it('reads imports as code, tags as markup, and the rest as text', async () => {
    const text =
      'import { Tabs } from "x"\nexport const a = {\n\n  b: 1 }\n\n# Title\n\n<Tabs\n  items={["a > b"]}>\n\n  Some *text*\n\n' +
      '    ```ts\n    x\n    ```\n</Tabs>\n\n{/* note */}\n\n<Badge>inline</Badge> text\n\nimported words\n';
    assert.deepEqual(await outlineOf(readMdx, text), [
      'code typescriptreact',
      'section Title',
      '  heading Title',
      '  markup',
      '  paragraph',
      '  code ts',
      '  markup',
      '  markup',
      '  paragraph',
      '  paragraph',
    ]);
    assert.equal((await contentsOf(readMdx, text))[0], 'import { Tabs } from "x"\nexport const a = {\n\n  b: 1 }\n');
  });
});

describe('any Markdown', () => {
  const marks =
    '# |- |  |    |> |```|~~~|\n|\n\n|\\||---|a|b|$$|\\[|1. |[a]: b|[^1]: |<div>|<!--|-->|\t|\r\n|===|{|}|import x|+++|:::'.split(
      /(?<!\\)\|/,
    );
  const text = fc.array(fc.constantFrom(...marks), { maxLength: 40 }).map((parts) => parts.join(''));

  for (const [name, reader] of [
    ['Markdown', readMarkdown],
    ['MDX', readMdx],
  ] as const) {
    it(`is covered by blocks of whole lines, as ${name}`, async () => {
      await fc.assert(
        fc.asyncProperty(text, (source) => holds(reader, source)),
        { numRuns: runs(160) },
      );
    });
  }

  async function holds(reader: ProseReader, source: string): Promise<void> {
    const blocks = await blocksOf(reader, source);
    let covered = 0;
    for (const block of blocks) {
      assert.equal(source.slice(covered, block.start).trim(), '');
      covered = block.end;
    }
    assert.equal(source.slice(covered).trim(), '');
    for (const block of everyBlock(blocks)) {
      assert.match(source.slice(Math.max(0, block.start - 1), block.start), /^[\r\n]?$/);
    }
  }
});
