import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Block, ProseDocument, ProseReader } from '../../../../src/prose/block';
import { maskMagics, notebookReader } from '../../../../src/prose/json/notebook';

/** Replaces the Markdown reader: a heading per `#` line, a paragraph for the text between them. */
const readMarkdown: ProseReader = (text) => ({
  text,
  blocks: [...text.matchAll(/^# (.*)\n|(?:^(?!# ).+\n?)+/gm)].map((found): Block => {
    const place = { start: found.index, end: found.index + found[0].length };
    return found[1] === undefined
      ? { kind: 'paragraph', ...place }
      : {
          kind: 'heading',
          ...place,
          name: found[1],
          content: place,
          headerEnd: place.end,
          blocks: [{ kind: 'markup', ...place }],
        };
  }),
});

async function read(notebook: unknown, indent?: number): Promise<ProseDocument & { file: string }> {
  const file = typeof notebook === 'string' ? notebook : JSON.stringify(notebook, null, indent);
  const found = await notebookReader(readMarkdown)(file);
  assert.ok(found);
  return { ...found, file };
}

const code = (source: unknown, rest = {}) => ({ cell_type: 'code', source, outputs: [], metadata: {}, ...rest });
const notebook = (cells: unknown[], metadata: unknown = {}) => ({ cells, metadata, nbformat: 4, nbformat_minor: 5 });

function slices(text: string, blocks: readonly Block[] = []): string[] {
  return blocks.map(({ start, end }) => text.slice(start, end));
}

/** The code block of the only cell. */
async function codeOf(source: string, metadata: unknown = {}, cell = {}): Promise<[string | undefined, string]> {
  const { text, blocks } = await read(notebook([code(source, cell)], metadata));
  const block = blocks[0]?.blocks?.find(({ kind }) => kind === 'code');
  return [block?.language, text.slice(block?.content?.start, block?.content?.end)];
}

describe('a notebook', () => {
  const analysis = {
    cells: [
      { cell_type: 'markdown', metadata: {}, source: ['# Größe 😀\n', 'A "quoted"\ttext'] },
      {
        cell_type: 'code',
        execution_count: 3,
        metadata: { tags: ['x'] },
        outputs: [{ output_type: 'stream', text: ['secret output\n'] }],
        source: ['import numpy as np\n', '\n', 'print("a\\n")'],
      },
      { cell_type: 'code', execution_count: null, metadata: {}, outputs: [], source: [] },
      { cell_type: 'raw', metadata: {}, source: '---\nlayout: page\n---\n' },
    ],
    metadata: { kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' } },
    nbformat: 4,
    nbformat_minor: 5,
  };

  it('has the sources of its cells as text, without outputs', async () => {
    const { text, blocks, sharedLanguage } = await read(analysis, 1);
    assert.deepEqual(slices(text, blocks), [
      '# Größe 😀\nA "quoted"\ttext\n',
      'import numpy as np\n\nprint("a\\n")\n',
      '---\nlayout: page\n---\n',
    ]);
    assert.ok(blocks.every(({ kind }) => kind === 'cell'));
    assert.equal(sharedLanguage, 'python');
  });

  it('has the blocks of Markdown in Markdown cells, with offsets in the text', async () => {
    const { text, blocks } = await read({ ...analysis, cells: analysis.cells.slice().reverse() });
    const [heading, paragraph] = blocks.at(-1)?.blocks ?? [];
    assert.ok(heading?.content && heading.blocks && paragraph);
    assert.equal(text.slice(heading.start, heading.end), '# Größe 😀\n');
    assert.equal(text.slice(heading.content.start, heading.headerEnd), '# Größe 😀\n');
    assert.deepEqual(slices(text, heading.blocks), ['# Größe 😀\n']);
    assert.equal(text.slice(paragraph.start, paragraph.end), 'A "quoted"\ttext\n');
  });

  it('maps each cell to the file, across the lines of its source', async () => {
    const { text, pieces = [], file } = await read(analysis, 1);
    assert.deepEqual(
      pieces.map(({ index }) => index),
      [0, 1, 3],
    );
    for (const piece of pieces) {
      let last = piece.toFile(piece.start);
      for (let at = piece.start; at < piece.end; at++) {
        const [from, to] = [piece.toFile(at), piece.toFile(at + 1)];
        assert.ok(from >= last && to >= from);
        last = from;
        const inFile = file.slice(from, to);
        // An added line break is not in the file; between two lines there are quotes and a comma.
        if (inFile === '') assert.ok(at === piece.end - 1 && text[at] === '\n');
        else assert.equal(JSON.parse(`"${inFile.replace(/",\s*"$/, '')}"`), text[at]);
      }
    }
  });

  it('maps any source in any layout', async () => {
    const sources = fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.array(fc.string({ unit: 'grapheme' }))));
    const check = fc.asyncProperty(sources, fc.integer({ min: 0, max: 2 }), async (cells, indent) => {
      const { text, pieces = [], blocks, file } = await read(notebook(cells.map((source) => code(source))), indent);
      assert.equal(pieces.map(({ start, end }) => text.slice(start, end)).join(''), text);
      assert.equal(blocks.length, pieces.length);
      for (const { start, end, index, toFile } of pieces.map((piece) => ({
        ...piece,
        toFile: piece.toFile.bind(piece),
      }))) {
        const source = cells[index] ?? '';
        const whole = typeof source === 'string' ? source : source.join('');
        assert.ok(text.slice(start, end) === whole || text.slice(start, end) === `${whole}\n`);
        if (typeof source !== 'string') continue;
        for (let at = start; at < start + whole.length; at++) {
          assert.equal(JSON.parse(`"${file.slice(toFile(at), toFile(at + 1))}"`), text[at]);
        }
      }
    });
    await fc.assert(check, { numRuns: 200 });
  });

  it('of nbformat 3 has its cells in worksheets', async () => {
    const { text, blocks, sharedLanguage } = await read({
      metadata: { name: 'old' },
      nbformat: 3,
      nbformat_minor: 0,
      worksheets: [
        {
          cells: [
            { cell_type: 'heading', level: 2, source: ['Loading'] },
            { cell_type: 'code', collapsed: false, input: ['x <- 1\n', 'x'], language: 'R', outputs: [] },
          ],
        },
        { cells: [{ cell_type: 'markdown', source: 'Done' }] },
      ],
    });
    assert.equal(text, 'Loading\nx <- 1\nx\nDone\n');
    assert.deepEqual(
      blocks.map(({ blocks: inner }) => [inner?.[0]?.kind, inner?.[0]?.name ?? inner?.[0]?.language]),
      [
        ['heading', 'Loading'],
        ['code', 'r'],
        ['paragraph', undefined],
      ],
    );
    assert.equal(sharedLanguage, 'r');
  });

  it('has the language of its kernel', async () => {
    const spec = (language: string) => ({ kernelspec: { language } });
    assert.equal((await codeOf('x', { language_info: { name: 'typescript' } }))[0], 'typescript');
    assert.equal((await codeOf('x', spec('python3')))[0], 'python');
    assert.equal((await codeOf('x', spec('C++17')))[0], 'cpp');
    assert.equal((await codeOf('x', spec('C#')))[0], 'csharp');
    assert.equal((await codeOf('x', spec('sagemath')))[0], 'sagemath');
    assert.equal((await codeOf('x'))[0], 'python');
    assert.equal((await codeOf('x', spec('C#'), { metadata: { vscode: { languageId: 'sql' } } }))[0], 'sql');
  });

  it('has cells in other languages if a magic says so', async () => {
    assert.deepEqual(await codeOf('%%bash -e\nls -l | wc\n'), ['shellscript', 'ls -l | wc\n']);
    assert.deepEqual(await codeOf('%%javascript\nalert(1)'), ['javascript', 'alert(1)\n']);
    assert.deepEqual(await codeOf('%%html\r\n<b>x</b>'), ['html', '<b>x</b>\n']);
    assert.deepEqual(await codeOf('%%sql sqlite://\nSELECT 1'), ['sql', 'SELECT 1\n']);
    assert.deepEqual(await codeOf('%sql\nSELECT 1'), ['sql', 'SELECT 1\n']);
    assert.deepEqual(await codeOf('%%script --bg perl\n1;'), ['perl', '1;\n']);
    assert.deepEqual(await codeOf('%%script --out result /bin/bash -e\nls'), ['shellscript', 'ls\n']);
    assert.deepEqual(await codeOf('%config\nx'), ['python', '%config\nx\n']);
    assert.deepEqual(await codeOf('%%writefile app.rs\nfn main() {}'), ['rust', 'fn main() {}\n']);
    assert.deepEqual(await codeOf('%%time\nx = 1'), ['python', 'x = 1\n']);
    assert.deepEqual(await codeOf('%%R -i x\nx'), ['r', 'x\n']);
    assert.deepEqual(await codeOf('#!fsharp\nlet x = 1'), ['fsharp', 'let x = 1\n']);
    assert.deepEqual(await codeOf('%pylab\nx'), ['python', '%pylab\nx\n']);
    const { blocks } = await read(notebook([code('%%markdown\n# Title\ntext')]));
    assert.deepEqual(
      blocks[0]?.blocks?.map(({ kind }) => kind),
      ['markup', 'heading', 'paragraph'],
    );
  });

  it('may be empty', async () => {
    const empty = await read(notebook([]));
    assert.deepEqual([empty.text, empty.blocks, empty.pieces], ['', [], []]);
    assert.equal((await read(notebook([code([]), code(''), { cell_type: 'code' }]))).text, '');
  });

  it('is not read from any other file', async () => {
    for (const file of [
      '',
      'x',
      '{}',
      '[]',
      '{"cells":[',
      '{"cells":{}, "nbformat":4}',
      '{"cells":[]}',
      '{"cells":[{"name":"x"}],"nbformat":4}',
      '{"cells":[1,2]}',
      '{"nbformat":4}',
      '<<<<<<< HEAD\n{"cells":[],"nbformat":4}',
    ]) {
      assert.equal(await notebookReader(readMarkdown)(file), undefined, file);
    }
  });
});

describe('lines that IPython handles', () => {
  it('are replaced by comments of the same length', () => {
    assert.equal(
      maskMagics('%matplotlib inline\nimport x\n!pip install "a(" \\\n  b\nnp.array?\n?print\nx = 5 % y\n'),
      '#matplotlib inline\nimport x\n#pip install "a(" \\\n# b\n#p.array?\n#print\nx = 5 % y\n',
    );
    assert.equal(
      maskMagics('if x:\n    !ls\n    %cd\nfiles = !ls *.py\nt = %timeit -o f()'),
      'if x:\n    0#s\n    0#d\nfiles = 0#s *.py\nt = 0#imeit -o f()',
    );
    assert.equal(maskMagics('%timeit f(1,\r\n  2)\r\ny = 1\n%cd (x\ny'), '#timeit f(1,\r\n# 2)\r\ny = 1\n#cd (x\ny');
    assert.equal(maskMagics('*int*?\n?\n'), '#int*?\n#\n');
    assert.equal(maskMagics('!ls\r\n%cd x\r\ny = 1'), '#ls\r\n#cd x\r\ny = 1');
  });

  it('are not found inside strings, brackets and continued lines', () => {
    for (const python of [
      'x = ("%s"\n  %name)\n',
      'x = """\n%magic\n!ls\n"""\n',
      'y = a \\\n  %b\n',
      'ok = a != b\nz = a %b\n',
      "s = 'it''s' # (\nt = [1,\n  2\n%three]\n",
    ]) {
      assert.equal(maskMagics(python), python);
    }
  });

  it('are masked without a change of length or line breaks', () => {
    const line = fc.constantFrom('%a', '!', '!b(', 'x = !c', '"""', "'", '(', ')', ' %d \\', 'e?', '\r', 'f', '#', '');
    fc.assert(
      fc.property(fc.array(line), fc.constantFrom('\n', '\r\n'), (lines, end) => {
        const text = lines.join(end);
        const masked = maskMagics(text);
        assert.equal(masked.length, text.length);
        assert.equal(masked.replace(/[^\n\r]/g, '.'), text.replace(/[^\n\r]/g, '.'));
      }),
    );
  });
});
