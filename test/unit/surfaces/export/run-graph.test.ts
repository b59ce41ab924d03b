/** What a chunk uses in other files: as records, and as lines that travel with it without being embedded. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import type { Chunk, ChunkedFile } from '../../../../src/code/chunk';
import { chunkText } from '../../../../src/engine/workers/chunker';
import { encodeKnownVectors } from '../../../../src/engine/workers/chunking-pool';
import { makeSegment } from '../../../../src/engine/workers/segment-maker';
import type { SegmentWork } from '../../../../src/engine/workers/worker-protocol';
import { indexSettings } from '../../../../src/index/index-settings';
import { type ChunkOptions, completeChunkOptions } from '../../../../src/options/chunk-options';
import { productFile } from '../../../../src/shared/product';
import { RunGraph } from '../../../../src/surfaces/export/run-graph';
import { tokenCounter } from '../../../../src/tokens/token-counter';
import { removeTemporaryFolders, temporaryFolder } from '../../index/file/index-folders';
import { runs } from '../../random-runs';

const counter = tokenCounter('o200k_base');
const limits = { maxBytes: 1e6, force: false };

/** Parses in this process. */
const pool = {
  segments: async (request: SegmentWork) => [
    await makeSegment(
      { ...request, memoryLimit: Number.POSITIVE_INFINITY },
      () => assert.fail(),
      async (hashes) => encodeKnownVectors(hashes, request.rowBytes, () => undefined),
    ),
  ],
};

/** The files with their dependencies, by path. */
async function attached(
  texts: Readonly<Record<string, string>>,
  chosen: Partial<ChunkOptions> = {},
): Promise<Map<string, ChunkedFile>> {
  const folder = temporaryFolder();
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const chunk = completeChunkOptions({ ...chosen, context: 'signatures' });
  const files = Object.keys(texts).map((path) => ({ path, file: join(folder, path) }));
  const graph = await RunGraph.read(files, { chunk, limits, jobs: 1, pool });
  const made = new Map<string, ChunkedFile>();
  for (const [path, text] of Object.entries(texts))
    made.set(path, graph.attach(await chunkText({ path, text }, chunk)));
  return made;
}

async function only(texts: Readonly<Record<string, string>>, path: string, options = {}): Promise<Chunk> {
  const [chunk] = (await attached(texts, options)).get(path)?.chunks ?? [];
  return chunk ?? assert.fail();
}

const shop = {
  'src/repo.ts':
    '/** Stores items. */\nexport class Repo<T> {\n  /** Saves one. */\n  async save(item: T): Promise<void> {}\n}\nexport const limit = 10;\n',
  'src/names.ts':
    '// Turns a name into a slug.\nexport function slug(name: string): string {\n  return name.toLowerCase();\n}\n',
  'src/main.ts':
    "import { Repo, limit } from './repo';\nimport { slug } from './names';\nconst orders = new Repo<string>();\nexport async function place(name: string): Promise<string> {\n  if (name.length > limit) throw new Error();\n  await orders.save(name);\n  return slug(name);\n}\n",
  'py/prices.py':
    'class Price:\n    """A price with its tax."""\n    def gross(self, rate: float) -> float:\n        """With tax."""\n        return 1 + rate\n\ndef parse(text: str) -> Price:\n    """Reads a price."""\n    return Price()\n',
  'py/cart.py':
    'from prices import parse\n\ndef total(lines):\n    price = parse(lines[0])\n    return price.gross(0.2)\n',
};

describe('dependencies of a chunk', function () {
  this.timeout(120_000);
  after(removeTemporaryFolders);

  it('have name, kind, place, signature, documentation and how they were found', async () => {
    const { dependencies = [] } = await only(shop, 'src/main.ts');
    assert.deepEqual(
      dependencies.find(({ name }) => name === 'Repo.save'),
      {
        ...{ name: 'Repo.save', kind: 'method', path: 'src/repo.ts', line: 4, how: 'resolved' },
        ...{ signature: 'async save(item: T): Promise<void>', doc: 'Saves one.' },
      },
    );
    assert.deepEqual(dependencies.map(({ name }) => name).sort(), ['Repo', 'Repo.save', 'limit', 'slug']);
  });

  it('are comments of the language after the context, by file', async () => {
    assert.equal(
      (await only(shop, 'src/main.ts')).signatures,
      [
        '// from src/repo.ts:',
        '// class Repo<T> – Stores items.',
        '// const limit = 10;',
        '// Repo: async save(item: T): Promise<void> – Saves one.',
        '// from src/names.ts:',
        '// function slug(name: string): string – Turns a name into a slug.',
        '',
      ].join('\n'),
    );
    assert.equal(
      (await only(shop, 'py/cart.py')).signatures,
      [
        '# from py/prices.py:',
        '# def parse(text: str) -> Price – Reads a price.',
        '# Price: def gross(self, rate: float) -> float – With tax.',
        '',
      ].join('\n'),
    );
  });

  it('are named in `omitted` where they do not fit, and stay in the record', async () => {
    const { dependencies = [], signatures = '', omitted } = await only(shop, 'src/main.ts', { contextShare: 0.08 });
    assert.ok(signatures.includes('class Repo<T>') && !signatures.includes('slug'));
    assert.ok(omitted.includes('slug'));
    assert.equal(dependencies.length, 4);
  });

  it('have guesses, which are not among the lines', async () => {
    const twice = {
      'a.py': 'class A:\n    def refresh_cache(self):\n        pass\n',
      'b.py': 'class B:\n    def refresh_cache(self):\n        pass\n',
      'c.py': 'def run(thing):\n    thing.refresh_cache()\n',
    };
    const { dependencies = [], signatures } = await only(twice, 'c.py');
    assert.deepEqual(
      dependencies.map(({ name, how }) => `${name} ${how}`),
      ['A.refresh_cache guess', 'B.refresh_cache guess'],
    );
    assert.equal(signatures, '');
  });

  it('are members of the own class in another chunk, after those of other files', async () => {
    const body = (name: string): string => `    ${name}\n`.repeat(30);
    const text = `import { slug } from './names';\nexport class Shop {\n  private open(id: string): void {\n${body("this.log('opened');")}  }\n  run(id: string): string {\n    this.open(id);\n${body("console.log('running');")}    return slug(id);\n  }\n}\n`;
    const files = await attached({ ...shop, 'src/shop.ts': text }, { maxTokens: 250 });
    const run = files.get('src/shop.ts')?.chunks.find(({ name, role }) => name === 'run' && role !== 'parent');
    assert.deepEqual(
      run?.dependencies?.map(({ name }) => name),
      ['slug', 'Shop.open'],
    );
  });

  describe('of our own source', () => {
    const folder = 'src/index/graph';
    const texts = Object.fromEntries(
      readdirSync(productFile(folder), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.ts'))
        .map((path) => [join(folder, path).replaceAll('\\', '/'), readFileSync(productFile(folder, path), 'utf8')]),
    );

    it('leave what is embedded as it is with `used`, and add to the record alone', async () => {
      const made = await attached(texts);
      for (const [path, text] of Object.entries(texts)) {
        const { chunks } = await chunkText({ path, text }, completeChunkOptions({ context: 'used' }));
        const plain = made.get(path)?.chunks.map(({ dependencies: _d, signatures: _s, omitted, ...rest }, number) => {
          const before = chunks[number]?.omitted ?? [];
          assert.deepEqual(omitted.slice(0, before.length), before);
          return { ...rest, omitted: before };
        });
        assert.deepEqual(
          plain,
          chunks.map(({ omitted, ...rest }) => ({ ...rest, omitted })),
        );
      }
      assert.ok(
        [...made.values()].some(({ chunks }) => chunks.some(({ dependencies = [] }) => dependencies.length > 5)),
      );
    });

    it('stay within the share of the context, and repeat no global, import or enclosing signature', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 60, max: 600 }),
          fc.double({ min: 0, max: 1, noNaN: true }),
          async (maxTokens, share) => {
            const options = { maxTokens, contextShare: share };
            const { parentTokens } = completeChunkOptions(options);
            for (const { chunks } of (await attached(texts, options)).values())
              for (const chunk of chunks) {
                const { context, signatures = '', dependencies = [], globals, imports, path, role } = chunk;
                const limit = Math.floor((role === 'parent' ? parentTokens : maxTokens) * share);
                if (signatures !== '') assert.ok(counter.count(context + signatures) <= limit);
                const carried = context.split('\n');
                for (const line of signatures.split('\n').filter((each) => each !== '')) {
                  assert.match(line, /^\/\/ /);
                  assert.ok(!carried.includes(line) && !carried.includes(line.slice('// '.length)), line);
                }
                for (const { name, path: of } of dependencies)
                  if (of === path) assert.ok(![...globals, ...imports].some((used) => used.name === name), name);
              }
          },
        ),
        { numRuns: runs(2) },
      );
    });
  });

  it('need no other index than `used`', () => {
    const model = { id: 'm', dimensions: 4 };
    const stamp = (context: ChunkOptions['context']) => indexSettings(model, completeChunkOptions({ context }), limits);
    assert.deepEqual(stamp('signatures'), stamp('used'));
    assert.notDeepEqual(stamp('signatures'), stamp('all'));
  });
});
