/** Definitions larger than the limit: a signature stays with its beginning, and no piece is small without need. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Chunk } from '../../../../src/code/chunk';
import { chunkText } from '../../../../src/engine/workers/chunker';
import type { ChunkOptions } from '../../../../src/options/chunk-options';
import { productFile } from '../../../../src/shared/product';
import { tokenCounter } from '../../../../src/tokens/token-counter';
import { runs } from '../../random-runs';

const counter = tokenCounter('o200k_base');

async function searched(path: string, text: string, options: Partial<ChunkOptions> = {}): Promise<readonly Chunk[]> {
  return (await chunkText({ path, text }, options)).chunks.filter((chunk) => chunk.role !== 'parent');
}

function repeated(count: number, line: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => `${line(i)}\n`).join('');
}

function shown(chunks: readonly Chunk[]): string {
  return chunks.map((chunk) => `${chunk.text}\n===== ${chunk.tokens.text}`).join('\n');
}

/** Asserts that one chunk has all the texts. */
function assertTogether(chunks: readonly Chunk[], ...texts: readonly string[]): void {
  assert.ok(
    chunks.some((chunk) => texts.every((text) => chunk.text.includes(text))),
    shown(chunks),
  );
}

interface LargeFunction {
  readonly path: string;
  readonly signature: string;
  readonly statement: (i: number) => string;
  /** A statement with this many lines inside. */
  readonly nested: (lines: number) => string;
  readonly end: string;
}

const functions: Readonly<Record<string, LargeFunction>> = {
  Python: {
    path: 'a.py',
    signature: 'def compute(\n    value: int,\n    other: int,\n) -> int:\n',
    statement: (i) => `    value = step_${i}(value, other, ${i})`,
    nested: (lines) => `    for item in items:\n${repeated(lines, (i) => `        item.handle(value, ${i})`)}`,
    end: '    return value\n',
  },
  TypeScript: {
    path: 'a.ts',
    signature: 'export async function compute(\n  value: number,\n  other: number,\n): Promise<number> {\n',
    statement: (i) => `  value = step${i}(value, other, ${i});`,
    nested: (lines) => `  for (const item of items) {\n${repeated(lines, (i) => `    item.handle(value, ${i});`)}  }\n`,
    end: '  return value;\n}\n',
  },
  'a function in a variable': {
    path: 'a.js',
    signature: 'const compute = async (\n  value,\n  other,\n) => {\n',
    statement: (i) => `  value = step${i}(value, other, ${i});`,
    nested: (lines) => `  for (const item of items) {\n${repeated(lines, (i) => `    item.handle(value, ${i});`)}  }\n`,
    end: '  return value;\n};\n',
  },
  'a function in a call': {
    path: 'a.js',
    signature: "describe('the value of everything', () => {\n",
    statement: (i) => `  value = step${i}(value, other, ${i});`,
    nested: (lines) => `  it('has items', () => {\n${repeated(lines, (i) => `    item.handle(value, ${i});`)}  });\n`,
    end: '});\n',
  },
  Go: {
    path: 'a.go',
    signature: 'func Compute(ctx context.Context, value int) (int, error) {\n',
    statement: (i) => `\tvalue = step${i}(ctx, value, ${i})`,
    nested: (lines) => `\tfor _, item := range items {\n${repeated(lines, (i) => `\t\titem.Handle(value, ${i})`)}\t}\n`,
    end: '\treturn value, nil\n}\n',
  },
  Rust: {
    path: 'a.rs',
    signature: 'pub fn compute<T>(value: T, other: &T) -> Result<T>\nwhere\n    T: Clone,\n{\n',
    statement: (i) => `    let value = step_${i}(value, other, ${i});`,
    nested: (lines) =>
      `    for item in items {\n${repeated(lines, (i) => `        item.handle(&value, ${i});`)}    }\n`,
    end: '    Ok(value)\n}\n',
  },
  Java: {
    path: 'A.java',
    signature: '    public int compute(int value, int other) throws IOException {\n',
    statement: (i) => `        value = step${i}(value, other, ${i});`,
    nested: (lines) =>
      `        for (Item item : items) {\n${repeated(lines, (i) => `            item.handle(value, ${i});`)}        }\n`,
    end: '        return value;\n    }\n',
  },
  Ruby: {
    path: 'a.rb',
    signature: 'def compute(value, other)\n',
    statement: (i) => `  value = step_${i}(value, other, ${i})`,
    nested: (lines) => `  items.each do |item|\n${repeated(lines, (i) => `    item.handle(value, ${i})`)}  end\n`,
    end: '  value\nend\n',
  },
  PHP: {
    path: 'a.php',
    signature: 'function compute(int $value, int $other): int\n{\n',
    statement: (i) => `    $value = step${i}($value, $other, ${i});`,
    nested: (lines) =>
      `    foreach ($items as $item) {\n${repeated(lines, (i) => `        $item->handle($value, ${i});`)}    }\n`,
    end: '    return $value;\n}\n',
  },
  'C++': {
    path: 'a.cpp',
    signature: 'int compute(const Options& options,\n            int value,\n            int other)\n{\n',
    statement: (i) => `    value = step${i}(value, other, ${i});`,
    nested: (lines) =>
      `    for (auto& item : items) {\n${repeated(lines, (i) => `        item.handle(value, ${i});`)}    }\n`,
    end: '    return value;\n}\n',
  },
};

function inFile(path: string, code: string): string {
  if (path.endsWith('.java')) return `public class A {\n${code}}\n`;
  if (path.endsWith('.go')) return `package a\n\n${code}`;
  return path.endsWith('.php') ? `<?php\n\n${code}` : code;
}

describe('a signature of a function that does not fit', function () {
  this.timeout(60_000);

  for (const [title, { path, signature, statement, nested, end }] of Object.entries(functions)) {
    it(`stays with the beginning of the function, whatever that is (${title})`, async () => {
      const part = fc.oneof(
        fc.integer({ min: 1, max: 12 }).map((count) => repeated(count, statement)),
        fc.integer({ min: 1, max: 20 }).map(nested),
      );
      await fc.assert(
        fc.asyncProperty(fc.array(part, { minLength: 2, maxLength: 6 }), fc.nat(2), async (parts, more) => {
          const body = parts.join('');
          const first = body.slice(0, body.indexOf('\n'));
          const text = inFile(path, `${signature}${body}${end}`);
          const options = { maxTokens: 120 + 10 * more, parentTokens: 400 };
          const chunks = await searched(path, text, options);
          // Where a function fits only without its indentation, that is in the chunk before.
          assertTogether(chunks, (signature + first).trimStart());
          assert.ok(chunks.every((chunk) => chunk.tokens.text <= options.maxTokens));
        }),
        {
          numRuns: runs(20),
          examples: [
            // In TypeScript the function fits the limit exactly, and its `export` does not.
            [[repeated(6, statement), repeated(2, statement)], 0],
            // In Java it fits exactly without its indentation.
            [[nested(5), nested(5)], 0],
          ],
        },
      );
    });
  }

  it('stays with as much of a long docstring as is balanced', async () => {
    const docstring = `    """Tries to import a module by its spec.\n\n${repeated(16, (i) => `    :param name_${i}: The name of the ${i}th module, and what it means for the caller.`)}    """\n`;
    const signature =
      'def _import_module_using_spec(\n    module_name: str, module_path: Path, module_location: Path, *, insert_modules: bool\n) -> ModuleType | None:\n';
    const [own, both] = [counter.count(docstring), counter.count(signature + docstring)];
    assert.ok(own < 400 && both > 400, `${own} ${both}`);
    const body = repeated(30, (i) => `    parent = import_parent_${i}(module_name, parent)`);
    const chunks = await searched('a.py', `import os\n\n\n${signature}${docstring}${body}`);
    assertTogether(chunks, signature, 'Tries to import a module by its spec.', ':param name_2:');
  });

  it('stays with a first statement on one long line', async () => {
    const text = `function compute(value) {\n  const table = "${'some words and numbers '.repeat(200)}";\n  return table;\n}\n`;
    assertTogether(await searched('a.js', text), 'function compute(value) {\n  const table = "some words');
  });

  it('stays with its doc comment and first statements if there is room for all', async () => {
    const comment = `/**\n${repeated(16, (i) => ` * The ${i}th thing to know about this function.`)} */\n`;
    const body = repeated(60, (i) => `  value = step${i}(value, ${i});`);
    const text = `${comment}export function compute(value: number): number {\n${body}  return value;\n}\n`;
    assertTogether(await searched('a.ts', text), comment, 'compute(value: number)', 'step0(', 'step1(');
  });

  it('keeps its first statement rather than the start of a comment that leaves no room', async () => {
    const comment = `/**\n${repeated(36, (i) => ` * The ${i}th thing to know about this function.`)} */\n`;
    assert.ok(counter.count(comment) > 380);
    const body = repeated(60, (i) => `  value = step${i}(value, ${i});`);
    const text = `${comment}export function compute(value: number): number {\n${body}  return value;\n}\n`;
    assertTogether(await searched('a.ts', text), 'compute(value: number)', 'step0(');
  });

  it('stands alone only before a definition that must stay whole', async () => {
    const inner = `  function inner(value) {\n${repeated(25, (i) => `    value = step${i}(value, ${i});`)}    return value;\n  }\n`;
    const signature = `function outer(\n${repeated(20, (i) => `  parameter${i} = default${i},`)}) {\n`;
    assert.ok(counter.count(inner) < 400 && counter.count(signature + inner) > 400);
    const chunks = await searched('a.js', `${signature}${inner}  return inner(1);\n}\n`);
    assertTogether(chunks, inner);
  });
});

describe('the head of a class that does not fit', () => {
  it('stays with its docstring and its first members', async () => {
    const methods = repeated(
      14,
      (i) =>
        `    def method_${i}(self, value):\n${repeated(4, (j) => `        value = self.step_${j}(value)`)}        return value\n`,
    );
    const text = `class Computer(Base):\n    """Computes."""\n\n    limit = 3\n\n${methods}`;
    assertTogether(await searched('a.py', text), 'class Computer(Base):\n    """Computes."""', 'def method_0');
  });

  it('stays with the beginning of a first method that does not fit either', async () => {
    const text = `class Computer {\n  compute(value) {\n${repeated(80, (i) => `    value = step${i}(value, ${i});`)}    return value;\n  }\n}\n`;
    assertTogether(await searched('a.js', text), 'class Computer {\n  compute(value) {\n    value = step0(');
  });
});

describe('the pieces of a function that does not fit', () => {
  it('are of similar size where the gaps allow', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 40, max: 160 }), fc.nat(1000), async (count, seed) => {
        const text = `def compute(value):\n${repeated(count, (i) => `    value = step_${(i * 7919 + seed) % 1000}(value, other)`)}    return value\n`;
        const sizes = (await searched('a.py', text)).map((chunk) => chunk.tokens.text);
        for (const [i, size] of sizes.entries()) {
          const next = sizes[i + 1] ?? size;
          assert.ok(Math.min(size, next) >= Math.max(size, next) / 4, sizes.join(' '));
        }
      }),
      { numRuns: runs(25) },
    );
  });

  it('are at most one more than their tokens need, and similar, also where statements have statements inside', async () => {
    for (const [title, { path, signature, statement, nested, end }] of Object.entries(functions)) {
      if (title === 'a function in a call') continue;
      const part = fc.oneof(
        fc.integer({ min: 1, max: 9 }).map((count) => repeated(count, statement)),
        fc.integer({ min: 2, max: 16 }).map(nested),
      );
      await fc.assert(
        fc.asyncProperty(fc.array(part, { minLength: 8, maxLength: 20 }), async (parts) => {
          const code = `${signature}${parts.join('')}${end}`;
          const chunks = await searched(path, inFile(path, code), { maxTokens: 200, parentTokens: 600 });
          const sizes = chunks.filter(({ text }) => /\bstep|handle/i.test(text)).map(({ tokens }) => tokens.text);
          const shownSizes = `${title}: ${counter.count(code)} tokens in ${sizes.join(', ')}`;
          assert.ok(sizes.length <= Math.ceil(counter.count(code) / 200) + 1, shownSizes);
          assert.ok(Math.min(...sizes) * 3 >= Math.max(...sizes), shownSizes);
        }),
        { numRuns: runs(8) },
      );
    }
  });

  it('are joined if they fit together', async () => {
    const block = (name: string, count: number): string =>
      `    for item in ${name}:\n${repeated(count, (i) => `        item.handle(${i}, value)`)}`;
    const text = `def compute(value):\n${block('first', 40)}${block('second', 5)}${block('third', 30)}    return value\n`;
    const chunks = await searched('a.py', text);
    for (const chunk of chunks) assert.ok(chunk.tokens.text > 100, shown(chunks));
  });
});

describe('a comment that does not fit beside what it documents', () => {
  const lines = (count: number): string =>
    repeated(count, (i) => `/// The ${i}th thing to know about the function below.`);
  const body = repeated(24, (i) => `    let value = step_${i}(value, other, ${i});`);
  const code = `pub fn compute(value: u32, other: &u32) -> u32 {\n${body}    value\n}\n`;

  it('is a chunk of its own, with the name and the signature', async () => {
    assert.ok(counter.count(code) < 400 && counter.count(lines(6) + code) > 400);
    const chunks = await searched('a.rs', `use std::io;\n\n${lines(6)}${code}\nconst LIMIT: u32 = 3;\n`);
    assert.deepEqual(
      chunks.map(({ kind, name, startLine }) => [kind, name, startLine]),
      [
        ['imports', '', 1],
        ['comment', 'compute', 3],
        ['function', 'compute', 9],
        ['constant', 'LIMIT', 36],
      ].slice(0, chunks.length),
      shown(chunks),
    );
    const [, comment] = chunks;
    assert.equal(comment?.text.trim(), lines(6).trim());
    assert.match(comment?.context ?? '', /pub fn compute\(value: u32, other: &u32\) -> u32/);
  });

  it('takes the head of its type with it', async () => {
    const methods = `impl Computer {\n${(lines(6) + code).replaceAll(/^(?=.)/gm, '    ')}}\n`;
    const chunks = await searched('a.rs', `${repeated(30, (i) => `const LIMIT_${i}: u32 = ${i};`)}\n${methods}`);
    const comment = chunks.find(({ text }) => text.includes('The 0th thing'));
    assert.ok(comment?.text.startsWith('impl Computer {\n    /// The 0th'), shown(chunks));
    assert.deepEqual([comment?.kind, comment?.name, comment?.scope], ['comment', 'compute', ['Computer']]);
  });

  it('is never in the chunk of the definition before, however long both are', async () => {
    const small = repeated(4, (i) => `const LIMIT_${i}: u32 = ${i};`);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 60 }),
        async (comments, statements) => {
          const long = repeated(statements, (i) => `    let value = step_${i}(value, other, ${i});`);
          const text = `${small}\n${lines(comments)}fn compute(value: u32) -> u32 {\n${long}    value\n}\n`;
          for (const { text: own, name } of await searched('a.rs', text)) {
            if (own.includes('LIMIT') && own.includes('th thing')) assert.ok(own.includes('fn compute'), own);
            else if (own.includes('th thing')) assert.equal(name, 'compute');
          }
        },
      ),
      { numRuns: runs(30) },
    );
  });

  it('stays with a function inside another one, also if that has no name of its own', async () => {
    const inner = (name: string, count: number): string =>
      `  // What ${name} is for.\n  const ${name} = (value) => {\n${repeated(count, (i) => `    step${i}(value);`)}  };\n`;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 6, maxLength: 12 }), async (counts) => {
        const text = `function outer() {\n${counts.map((count, i) => inner(`inner${i}`, count)).join('')}}\n`;
        const chunks = await searched('a.js', text);
        for (const i of counts.keys())
          assertTogether(chunks, `// What inner${i} is for.\n`, `const inner${i} = (value) => {\n    step0(`);
      }),
      { numRuns: runs(15) },
    );
  });

  it('begins what follows if it is the banner of a section', async () => {
    const banner = '// ===== Second part =====\n\n';
    const before = repeated(6, (i) => `fn small_${i}() -> u32 {\n    ${i}\n}\n`);
    const large = `fn large() {\n${repeated(70, (i) => `    step_${i}(value, other);`)}}\n`;
    const chunks = await searched('a.rs', `${before}\n${banner}${large}`);
    const own = chunks.find(({ text }) => text.includes('Second part'));
    assert.ok(own && !own.text.includes('small_5'), shown(chunks));
  });
});

it('never splits a definition of a sample that fits, at any limit', async () => {
  const folder = productFile('grammars', 'samples', 'typescript');
  for (const name of readdirSync(folder)) {
    const text = readFileSync(join(folder, name), 'utf8');
    for (const maxTokens of [60, 90, 150]) {
      const chunks = await searched(name, text, { maxTokens, parentTokens: 3 * maxTokens });
      for (const match of text.matchAll(/^function .*\{\n(?: .*\n|\n)*\}/gm)) {
        if (counter.count(match[0]) <= maxTokens) assertTogether(chunks, match[0]);
      }
    }
  }
});
