/** Code in documents is cut as in a file of its own, and its blocks know each other. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Chunk } from '../../../src/code/chunk';
import { chunkText } from '../../../src/engine/workers/chunker';
import type { ChunkOptions } from '../../../src/options/chunk-options';
import { tokenCounter } from '../../../src/tokens/token-counter';
import { runs } from '../random-runs';

const counter = tokenCounter('o200k_base');

async function searched(path: string, text: string, options: Partial<ChunkOptions> = {}): Promise<readonly Chunk[]> {
  return (await chunkText({ path, text }, options)).chunks.filter((chunk) => chunk.role !== 'parent');
}

interface CodeLanguage {
  readonly id: string;
  /** A definition with a number of statements. */
  readonly definition: (name: string, statements: number) => string;
}

const python: CodeLanguage = {
  id: 'python',
  definition: (name, statements) =>
    `def ${name}(value, other):\n    """Computes ${name}."""\n${lines(statements, (i) => `    value = step_${i}(value, other, ${i})`)}    return value\n`,
};

const javascript: CodeLanguage = {
  id: 'javascript',
  definition: (name, statements) =>
    `/** Computes ${name}. */\nfunction ${name}(value, other) {\n${lines(statements, (i) => `  value = step${i}(value, other, ${i});`)}  return value;\n}\n`,
};

function lines(count: number, line: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => `${line(i)}\n`).join('');
}

function indented(code: string, by: string): string {
  return code.replace(/^(?=.)/gm, by);
}

interface Format {
  readonly path: string;
  readonly languages: readonly CodeLanguage[];
  readonly indent: string;
  /** A document with prose and blocks of code. */
  readonly document: (prose: string, blocks: readonly string[], language: string) => string;
}

const both = [python, javascript];
const paragraphs = (prose: string, blocks: readonly string[], block: (code: string) => string): string =>
  blocks.map((code) => `${prose}\n\n${block(code)}\n`).join('\n');
const page = (body: string): string => `<!DOCTYPE html>\n<html>\n<body>\n${body}</body>\n</html>\n`;

const formats: Readonly<Record<string, Format>> = {
  'a fence in Markdown': {
    path: 'a.md',
    languages: both,
    indent: '',
    document: (prose, blocks, language) =>
      `# Title\n\n${paragraphs(prose, blocks, (code) => `\`\`\`${language}\n${code}\`\`\`\n`)}`,
  },
  'a fence in a list': {
    path: 'a.md',
    languages: both,
    indent: '  ',
    document: (prose, blocks, language) =>
      `# Title\n\n${blocks.map((code) => `- ${prose}\n\n${indented(`\`\`\`${language}\n${code}\`\`\`\n`, '  ')}`).join('\n')}`,
  },
  'a listing in AsciiDoc': {
    path: 'a.adoc',
    languages: both,
    indent: '',
    document: (prose, blocks, language) =>
      `= Title\n\n${paragraphs(prose, blocks, (code) => `[source,${language}]\n----\n${code}----\n`)}`,
  },
  'a code block in reStructuredText': {
    path: 'a.rst',
    languages: both,
    indent: '    ',
    document: (prose, blocks, language) =>
      `Title\n=====\n\n${paragraphs(prose, blocks, (code) => `.. code-block:: ${language}\n\n${indented(code, '    ')}`)}`,
  },
  'a listing in LaTeX': {
    path: 'a.tex',
    languages: both,
    indent: '',
    document: (prose, blocks, language) =>
      `\\documentclass{article}\n\\begin{document}\n\\section{Title}\n\n${paragraphs(prose, blocks, (code) => `\\begin{lstlisting}[language=${language}]\n${code}\\end{lstlisting}\n`)}\\end{document}\n`,
  },
  'a <pre> in HTML': {
    path: 'a.html',
    languages: both,
    indent: '',
    document: (prose, blocks, language) =>
      page(
        paragraphs(
          `<p>${prose}</p>`,
          blocks,
          (code) => `<pre><code class="language-${language}">\n${code}</code></pre>\n`,
        ),
      ),
  },
  'a <script> in HTML': {
    path: 'a.html',
    languages: [javascript],
    indent: '',
    document: (prose, blocks) => page(paragraphs(`<p>${prose}</p>`, blocks, (code) => `<script>\n${code}</script>\n`)),
  },
  'a <script> in Vue': {
    path: 'a.vue',
    languages: [javascript],
    indent: '',
    document: (prose, blocks) =>
      `<template>\n<p>${prose}</p>\n</template>\n\n<script setup>\n${blocks.join('\n')}</script>\n`,
  },
  'a <script> in Svelte': {
    path: 'a.svelte',
    languages: [javascript],
    indent: '',
    document: (prose, blocks) => `<script>\n${blocks.join('\n')}</script>\n\n<p>${prose}</p>\n`,
  },
  'a cell of a notebook': {
    path: 'a.ipynb',
    languages: [python],
    indent: '',
    document: (prose, blocks) =>
      JSON.stringify({
        cells: blocks.flatMap((code) => [
          { cell_type: 'markdown', source: `## Part\n\n${prose}`, metadata: {} },
          { cell_type: 'code', source: code, metadata: {}, outputs: [], execution_count: null },
        ]),
        metadata: { kernelspec: { language: 'python' } },
        nbformat: 4,
        nbformat_minor: 5,
      }),
  },
};

describe('a definition that fits the limit', function () {
  this.timeout(120_000);

  for (const [title, { path, languages, indent, document }] of Object.entries(formats)) {
    for (const { id, definition } of languages) {
      it(`stays whole in ${title}, beside others that do not fit (${id})`, async () => {
        // 355 tokens: more than the chunks of a document with much code have, less than the limit.
        const whole = definition('average', 26);
        assert.ok(counter.count(whole) > 300 && counter.count(whole) < 380, `${counter.count(whole)}`);
        const text = document(
          'Some words about this.',
          [definition('small', 2), `${whole}\n${definition('huge', 60)}`],
          id,
        );
        const chunks = await searched(path, text);
        const expected = indented(whole, indent).trimEnd();
        assert.ok(
          chunks.some((chunk) => chunk.text.includes(expected)),
          chunks.map((chunk) => chunk.text).join('\n=====\n'),
        );
      });
    }

    it(`is whole in ${title} at any size, beside any others`, async () => {
      const sizes = fc.array(fc.array(fc.nat(14), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 });
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...languages),
          sizes,
          fc.nat(30),
          async ({ id, definition }, blocks, words) => {
            const maxTokens = 120;
            const definitions = blocks.map((block, i) => block.map((size, j) => definition(`f${i}x${j}`, size)));
            const text = document(
              `Here are ${'more words '.repeat(words)}about it.`,
              definitions.map((block) => block.join('\n')),
              id,
            );
            const chunks = await searched(path, text, { maxTokens, parentTokens: 360 });
            for (const each of definitions.flat()) {
              const expected = indented(each, indent);
              if (counter.count(expected) > maxTokens) continue;
              assert.ok(
                chunks.some((chunk) => chunk.text.includes(expected.trim())),
                `${expected}\n===== is torn in:\n${chunks.map((chunk) => chunk.text).join('\n=====\n')}`,
              );
            }
            for (const chunk of chunks) assert.ok(chunk.tokens.text <= maxTokens);
          },
        ),
        { numRuns: runs(10) },
      );
    });
  }
});

describe('code in a document', () => {
  const filler = 'Some words that say what happens here, and why it does. '.repeat(24);
  const fence = (language: string, code: string): string => `\`\`\`${language}\n${code}\`\`\`\n`;
  const names = (entries: readonly { readonly name: string }[]): string[] => entries.map(({ name }) => name).sort();
  const chunkWith = (chunks: readonly Chunk[], text: string): Chunk => {
    const found = chunks.find((chunk) => chunk.text.includes(text));
    assert.ok(found, text);
    return found;
  };

  it('is cut at the same size as in a file', async () => {
    const statements = lines(60, (i) => `total = add(total, item_${i}, ${i})`);
    const [whole] = await searched('a.md', `# Title\n\nShort.\n\n${fence('python', statements)}`);
    assert.ok((whole?.tokens.text ?? 0) > 300, `${whole?.tokens.text}`);
  });

  it('carries the imports and definitions of earlier blocks in its language that it uses, and no others', async () => {
    const text = [
      '# Guide\n',
      filler,
      fence('python', 'import numpy as np\nimport os\nfrom json import dumps, loads\n\nLIMIT = 3\n'),
      filler,
      fence('js', "import fs from 'node:fs';\nconst LIMIT = 4;\n"),
      filler,
      fence('python', 'def clipped(x):\n    return np.clip(x, 0, LIMIT)\n'),
      filler,
      fence('js', 'fs.writeFileSync(name, LIMIT);\n'),
      filler,
      fence('python', 'print(loads(text), clipped(4))\n'),
    ].join('\n');
    const chunks = await searched('a.md', text);
    const clipped = chunkWith(chunks, 'def clipped');
    assert.deepEqual(names(clipped.imports), ['np']);
    assert.deepEqual(names(clipped.globals), ['LIMIT']);
    assert.match(clipped.context, /^import numpy as np$/m);
    assert.match(clipped.context, /^LIMIT = 3$/m);
    assert.equal(clipped.language, 'markdown');
    const written = chunkWith(chunks, 'writeFileSync');
    assert.deepEqual(names(written.imports), ['fs']);
    assert.match(written.context, /^import fs from 'node:fs';$/m);
    assert.match(written.context, /^const LIMIT = 4;$/m);
    const last = chunkWith(chunks, 'clipped(4)');
    assert.match(last.context, /^from json import loads$/m);
    assert.match(last.context, /def clipped\(x\):/);
    assert.deepEqual(names(last.imports), ['loads']);
    assert.deepEqual(names(last.globals), ['clipped']);
    for (const chunk of chunks) assert.equal(chunk.tokens.total, counter.count(chunk.context + chunk.text));
  });

  it('uses the nearest block before it, its own first, and never a later one', async () => {
    const use = (name: string): string => fence('python', `print(${name}, MODE)\n`);
    const text = [
      '# Guide\n',
      filler,
      use('early'),
      filler,
      fence('python', 'import a.first as lib\nMODE = "one"\nearly = 1\n'),
      filler,
      fence('python', 'import b.second as lib\nMODE = "two"\n'),
      filler,
      use('lib'),
      filler,
      fence('python', 'import c.third as lib\nMODE = "own"\nprint(lib.value, MODE)\n'),
    ].join('\n');
    const chunks = await searched('a.md', text);
    const early = chunkWith(chunks, 'print(early');
    assert.deepEqual([early.imports, early.globals], [[], []]);
    const used = chunkWith(chunks, 'print(lib, MODE)');
    assert.match(used.context, /import b\.second as lib/);
    assert.match(used.context, /MODE = "two"/);
    const own = chunkWith(chunks, 'lib.value');
    assert.doesNotMatch(own.context, /second|first|one|two/);
  });

  it('knows other blocks although one of them does not parse, and in blocks that are cut', async () => {
    const text = [
      '# Guide\n',
      filler,
      fence('python', 'import numpy as np\n'),
      filler,
      fence('python', 'class Broken(:\n    def (((\n'),
      filler,
      fence('python', `${python.definition('huge', 40).replaceAll('step_', 'np.step_')}`),
    ].join('\n');
    const chunks = (await searched('a.md', text)).filter((chunk) => chunk.language === 'python');
    assert.ok(chunks.length > 1);
    for (const chunk of chunks) assert.match(chunk.context, /^import numpy as np$/m);
  });

  it('carries every import of its language where that is wanted, those it uses first', async () => {
    const text = [
      '# Guide\n',
      filler,
      fence('python', 'import os\nimport sys\nimport json\n'),
      filler,
      fence('python', 'print(json.dumps(1))\n'),
    ].join('\n');
    const chunk = chunkWith(await searched('a.md', text, { context: 'all' }), 'json.dumps');
    assert.match(chunk.context, /import json\nimport os\nimport sys\n$/);
    const plain = chunkWith(await searched('a.md', text, { context: 'none' }), 'json.dumps');
    assert.equal(plain.context, '');
  });
});
