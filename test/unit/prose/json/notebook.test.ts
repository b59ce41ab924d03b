import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Block, ProseDocument } from '../../../../src/prose/block';
import { maskMagics, readNotebook } from '../../../../src/prose/json/notebook';
import { runs } from '../../random-runs';

function read(notebook: unknown, indent?: number): ProseDocument & { file: string } {
  const file = typeof notebook === 'string' ? notebook : JSON.stringify(notebook, null, indent);
  const found = readNotebook(file);
  assert.ok(found);
  return { ...found, file };
}

const code = (source: unknown, rest = {}) => ({ cell_type: 'code', source, outputs: [], metadata: {}, ...rest });
const notebook = (cells: unknown[], metadata: unknown = {}) => ({ cells, metadata, nbformat: 4, nbformat_minor: 5 });

function slices(text: string, blocks: readonly Block[] = []): string[] {
  return blocks.map(({ start, end }) => text.slice(start, end));
}

/** The code block of the only cell. */
function codeOf(source: string, metadata: unknown = {}, cell = {}): [string | undefined, string] {
  const { text, blocks } = read(notebook([code(source, cell)], metadata));
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

  it('has the sources of its cells as text, without outputs', () => {
    const { text, blocks, sharedLanguage } = read(analysis, 1);
    assert.deepEqual(slices(text, blocks), [
      '# Größe 😀\nA "quoted"\ttext\n',
      'import numpy as np\n\nprint("a\\n")\n',
      '---\nlayout: page\n---\n',
    ]);
    assert.ok(blocks.every(({ kind }) => kind === 'cell'));
    assert.equal(sharedLanguage, 'python');
  });

  it('has the blocks of Markdown in Markdown cells, with offsets in the text', () => {
    const source = '# Größe 😀\nA text\n\n```js\na()\n```\n\n| a |\n|---|\n| 1 |\n';
    const { text, blocks } = read(notebook([code('x = 1'), { cell_type: 'markdown', source }]));
    const [section] = blocks[1]?.blocks ?? [];
    assert.equal(section?.name, 'Größe 😀');
    const [heading, paragraph, fenced, table] = section?.blocks ?? [];
    assert.ok(heading && paragraph && fenced?.content && table?.headerEnd);
    assert.equal(text.slice(heading.start, heading.end), '# Größe 😀\n');
    assert.equal(text.slice(paragraph.start, paragraph.end), 'A text\n');
    assert.equal(text.slice(fenced.content.start, fenced.content.end), 'a()\n');
    assert.equal(text.slice(table.start, table.headerEnd), '| a |\n|---|\n');
    assert.deepEqual(slices(text, table.blocks), ['| a |\n|---|\n', '| 1 |\n']);
  });

  it('maps each cell to the file, across the lines of its source', () => {
    const { text, pieces = [], file } = read(analysis, 1);
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

  it('maps any source in any layout', () => {
    const sources = fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.array(fc.string({ unit: 'grapheme' }))));
    const check = fc.property(sources, fc.integer({ min: 0, max: 2 }), (cells, indent) => {
      const { text, pieces = [], blocks, file } = read(notebook(cells.map((source) => code(source))), indent);
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
    fc.assert(check, { numRuns: runs(70) });
  });

  it('of nbformat 3 has its cells in worksheets', () => {
    const { text, blocks, sharedLanguage } = read({
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

  it('has the language of its kernel', () => {
    const spec = (language: string) => ({ kernelspec: { language } });
    assert.equal(codeOf('x', { language_info: { name: 'typescript' } })[0], 'typescript');
    assert.equal(codeOf('x', spec('python3'))[0], 'python');
    assert.equal(codeOf('x', spec('C++17'))[0], 'cpp');
    assert.equal(codeOf('x', spec('C#'))[0], 'csharp');
    assert.equal(codeOf('x', spec('sagemath'))[0], 'sagemath');
    assert.equal(codeOf('x')[0], 'python');
    assert.equal(codeOf('x', spec('C#'), { metadata: { vscode: { languageId: 'sql' } } })[0], 'sql');
  });

  it('has cells in other languages if a magic says so', () => {
    assert.deepEqual(codeOf('%%bash -e\nls -l | wc\n'), ['shellscript', 'ls -l | wc\n']);
    assert.deepEqual(codeOf('%%javascript\nalert(1)'), ['javascript', 'alert(1)\n']);
    assert.deepEqual(codeOf('%%html\r\n<b>x</b>'), ['html', '<b>x</b>\n']);
    assert.deepEqual(codeOf('%%sql sqlite://\nSELECT 1'), ['sql', 'SELECT 1\n']);
    assert.deepEqual(codeOf('%sql\nSELECT 1'), ['sql', 'SELECT 1\n']);
    assert.deepEqual(codeOf('%%script --bg perl\n1;'), ['perl', '1;\n']);
    assert.deepEqual(codeOf('%%script --out result /bin/bash -e\nls'), ['shellscript', 'ls\n']);
    assert.deepEqual(codeOf('%config\nx'), ['python', '%config\nx\n']);
    assert.deepEqual(codeOf('%%writefile app.rs\nfn main() {}'), ['rust', 'fn main() {}\n']);
    assert.deepEqual(codeOf('%%time\nx = 1'), ['python', 'x = 1\n']);
    assert.deepEqual(codeOf('%%R -i x\nx'), ['r', 'x\n']);
    assert.deepEqual(codeOf('#!fsharp\nlet x = 1'), ['fsharp', 'let x = 1\n']);
    assert.deepEqual(codeOf('%pylab\nx'), ['python', '%pylab\nx\n']);
    const { blocks } = read(notebook([code('%%markdown\n# Title\ntext')]));
    assert.deepEqual(
      blocks[0]?.blocks?.map(({ kind }) => kind),
      ['markup', 'section'],
    );
  });

  it('may be empty', () => {
    const empty = read(notebook([]));
    assert.deepEqual([empty.text, empty.blocks, empty.pieces], ['', [], []]);
    assert.equal(read(notebook([code([]), code(''), { cell_type: 'code' }])).text, '');
  });

  it('is not read from any other file', () => {
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
      assert.equal(readNotebook(file), undefined, file);
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
