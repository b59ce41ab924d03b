/** Regular expressions over a small folder, with the real index. */
import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { CodeIndex } from '../../../../src/engine/code-index';
import { parseQuery } from '../../../../src/search/query/query';
import type { Regex } from '../../../../src/search/query/query-filters';
import type { RegexMatch } from '../../../../src/search/regex/regex-match';
import { searchRegexes } from '../../../../src/search/regex/regex-search';
import { decodeText } from '../../../../src/workspace/decode-text';
import { runs } from '../../random-runs';
import { files, makeWorkspace, type TestWorkspace, viewOf } from '../search-workspace';

const more: Readonly<Record<string, string>> = {
  ...files,
  'src/slow.txt': `${'a'.repeat(60)}!\n`,
  'src/long.js': `const table = "${'word '.repeat(200)}needle";\nconst hash = "${'0123456789abcdefXYZ'.repeat(10)}";\n`,
  'src/crlf.ts': 'export function first(): number {\r\n\treturn secondValue;\r\n}\r\n',
  'notes.ipynb': JSON.stringify({
    cells: [{ cell_type: 'code', source: ['total_price = 1\n', 'print(total_price)\n'], outputs: [], metadata: {} }],
    metadata: {},
    nbformat: 4,
    nbformat_minor: 5,
  }),
};

describe('search by regular expression', function () {
  this.timeout(120_000);
  let workspace: TestWorkspace;
  let searcher: CodeIndex;
  before(async () => {
    workspace = await makeWorkspace(more);
    searcher = await workspace.searcher();
  });
  after(() => workspace.dispose());

  const found = async (query: string, options = {}): Promise<string[]> =>
    (await searcher.search(query, options)).hits.flatMap(({ path, matches = [] }) =>
      matches.map(({ line, column, endColumn }) => `${path}:${line}:${column}-${endColumn}`),
    );

  it('finds the places of all matches, definitions before uses, and tests last', async () => {
    const { hits } = await searcher.search('/matchRoute\\(\\w*/');
    assert.deepEqual(
      hits.map(({ path }) => path),
      ['src/router.ts', 'src/server.ts', 'test/router.test.ts'],
    );
    assert.equal(hits[0]?.line, 13);
    assert.deepEqual(hits[0]?.matches, [{ line: 13, column: 3, endLine: 13, endColumn: 18 }]);
    assert.equal(hits[0]?.confidence, 'strong');
  });

  it('is combined with words and filters', async () => {
    assert.deepEqual(await found('/parse_\\w+/ path:v2'), ['v2/parse.py:1:5-17']);
    const { hits } = await searcher.search('/def \\w+/ refuse broken header lines strictly');
    assert.deepEqual(
      hits.map(({ path }) => path),
      ['v2/parse.py', 'v1/parse.py'],
    );
    assert.deepEqual(await found('', { filters: { regex: ['secondValue', 'first'] } }), [
      'src/crlf.ts:2:9-20',
      'src/crlf.ts:1:17-22',
    ]);
  });

  it('finds a match in a cut line, beside words that are not indexed, and in a notebook', async () => {
    assert.equal((await found('/word needle/')).length, 1);
    assert.equal((await found('/abcdefXYZ0123/')).length > 0, true);
    assert.deepEqual(
      (await found('/^print\\(total_/')).map((place) => place.replace(/:.*/, '')),
      ['notes.ipynb'],
    );
  });

  it('asks for the plain text if nothing matches, and says so', async () => {
    const { hits, problems } = await searcher.search('/nothing.*here/ router');
    assert.ok(hits.length > 0);
    assert.deepEqual(
      problems.map(({ is }) => is),
      ['dropped-operators'],
    );
    assert.deepEqual((await searcher.search('/nothing.*here/')).hits, []);
  });

  it('stops an expression that backtracks without end, and finds the rest', async () => {
    const { hits, problems } = await searcher.search('/^(a+)+$|startServer\\(port/');
    assert.deepEqual(
      hits.map(({ path }) => path),
      ['src/server.ts'],
    );
    assert.deepEqual(
      problems.map(({ message }) => message),
      ['the regular expression took too long in src/slow.txt, so it was stopped there'],
    );
  });

  it('finds what all alternatives share, and what they differ in', async () => {
    assert.deepEqual(await found('/return (first|second|third)Value;/'), ['src/crlf.ts:2:2-21']);
    assert.deepEqual(await found('/return (first|third)Value;/'), []);
    assert.deepEqual(await found('/0[0-9]23456\\d89abc/'), await found('/0123456789abc/'));
  });

  it('reads files that changed and files behind links, and none outside of the folder', async () => {
    const changing = await makeWorkspace({
      'src/one.ts': 'export const oneNeedle = 1;\n',
      'src/two.ts': 'const x = 1;\n',
    });
    const outside = await makeWorkspace({ 'three.ts': 'export const oneNeedle = 3;\n' });
    try {
      const ask = async (): Promise<string[]> =>
        (await (await changing.searcher()).search('/oneNeedle/')).hits.map(({ path }) => path);
      assert.deepEqual(await ask(), ['src/one.ts']);
      writeFileSync(join(changing.root, 'src/one.ts'), 'export const other = 1;\nexport const oneNeedle = 22;\n');
      assert.deepEqual(await ask(), ['src/one.ts']);
      renameSync(join(changing.root, 'src/one.ts'), join(changing.root, 'src/real.txt'));
      symlinkSync('real.txt', join(changing.root, 'src/one.ts'));
      assert.deepEqual(await ask(), ['src/one.ts']);
      rmSync(join(changing.root, 'src/one.ts'));
      symlinkSync(join(outside.root, 'three.ts'), join(changing.root, 'src/one.ts'));
      assert.deepEqual(await ask(), []);
      rmSync(join(changing.root, 'src'), { recursive: true });
      mkdirSync(join(outside.root, 'src'));
      writeFileSync(join(outside.root, 'src/one.ts'), 'export const oneNeedle = 1;\n');
      symlinkSync(join(outside.root, 'src'), join(changing.root, 'src'));
      assert.deepEqual(await ask(), []);
    } finally {
      changing.dispose();
      outside.dispose();
    }
  });

  it('finds the same as matching every file, whatever is asked for', async () => {
    const texts = Object.entries(files).filter(([path]) => !path.endsWith('.ipynb'));
    const words = [...new Set(texts.flatMap(([, text]) => text.match(/[a-zA-Z_]{3,}/g) ?? []))];
    const word = fc.constantFrom(...words);
    const gap = fc.constantFrom('.*', '\\W+', ' ', '\\(', '[ (]', '\\w*', '');
    const part = fc.oneof(
      word,
      fc
        .tuple(word, fc.nat(4), fc.integer({ min: 2, max: 6 }))
        .map(([text, from, length]) => text.slice(from, from + length)),
      fc.tuple(word, word).map(([one, other]) => `(?:${one}|${other})`),
      fc.constantFrom('\\d', '[0-3]', '[xy]'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(part, gap), { minLength: 1, maxLength: 3 }), async (pieces) => {
        const source = pieces.flat().join('');
        const expected = texts
          .filter(([, text]) => text.split('\n').some((line) => (new RegExp(source).exec(line)?.[0] ?? '') !== ''))
          .map(([path]) => path);
        const { hits } = await searcher.search('', { limit: 200, filters: { regex: [source] } });
        const own = new Set(hits.filter(({ matches }) => matches !== undefined).map(({ path }) => path));
        for (const path of expected) assert.ok(own.has(path), JSON.stringify({ source, path }));
      }),
      { numRuns: runs(70) },
    );
  });

  it('finds each match at its line and column, whatever the encoding and the line ends', async () => {
    const source = (length: number): string =>
      Array.from(
        { length },
        (_, i) => `export function size${i}(height: number): string {\n  return "größe ${i}";\n}\n`,
      ).join('\n');
    const contents: Readonly<Record<string, Buffer>> = {
      'plain.ts': Buffer.from(source(40).replaceAll('ö', 'o')),
      'utf8.ts': Buffer.from(source(30)),
      'mark.ts': Buffer.from(`\ufeff${source(12)}`),
      'wide.ts': Buffer.from(`\ufeff${source(12)}`, 'utf16le'),
      'latin.ts': Buffer.from(source(12), 'latin1'),
      'crlf.ts': Buffer.from(source(12).replaceAll('\n', '\r\n')),
      'one-line.js': Buffer.from(
        `\n\nvar a = ["${'x size1 '.repeat(900)}"]; function size2(height) { return "size 3" }`,
      ),
      'blank.ts': Buffer.from(`\n\n   \n${source(3)}\n\n`),
    };
    const texts = await makeWorkspace({});
    try {
      for (const [name, bytes] of Object.entries(contents)) writeFileSync(join(texts.root, name), bytes);
      await texts.refresh();
      const view = viewOf(texts.root);
      const expressions = [
        'size\\d+\\(height',
        'return "gr.?.?e',
        'größe 1',
        '/SIZE2/i',
        'string \\{$',
        '^\\}$',
        'size1 .*size1',
        'return[^]*?size4\\b\\n?',
        '(?<=function )size[12]\\b',
        '\\s+\\}',
      ];
      for (const expression of expressions) {
        const { query } = parseQuery('', { filters: { regex: [expression] } });
        const { rows } = await searchRegexes([view], query, async () => []);
        const own = rows.flatMap(({ segment, row, matches }) =>
          matches.map((one) => ({ path: view.segments[segment]?.chunk(row).path ?? '', ...one })),
        );
        const [regex] = query.regexes;
        assert.ok(regex, expression);
        const expected = Object.entries(contents).flatMap(([path, bytes]) =>
          allMatches(regex, decodeText(bytes)?.text ?? '').map((one) => ({ path, ...one })),
        );
        assert.ok(expected.length > 0, expression);
        const sorted = (places: typeof own): string[] => places.map((place) => JSON.stringify(place)).sort();
        assert.deepEqual(sorted(own), sorted(expected), expression);
      }
    } finally {
      texts.dispose();
    }
  });

  it('finds whatever a file has', async () => {
    const paths = Object.keys(files);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...paths),
        fc.nat(),
        fc.integer({ min: 2, max: 12 }),
        async (path, at, length) => {
          const text = files[path] ?? '';
          const start = at % text.length;
          const literal = text.slice(start, start + length);
          if (literal.trim() === '') return;
          const source = literal.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replaceAll('\n', '\\n');
          const { hits } = await searcher.search('', { limit: 100, filters: { regex: [source] } });
          assert.ok(
            hits.some((hit) => hit.path === path),
            JSON.stringify({ path, literal }),
          );
        },
      ),
      { numRuns: runs(50) },
    );
  });
});

/** Line by line, unless the expression is for whole texts; lines and columns are counted from the beginning. */
function allMatches({ expression, isMultiline }: Regex, text: string): RegexMatch[] {
  const placeOf = (offset: number): { line: number; column: number } => {
    const before = text.slice(0, offset).split('\n');
    return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
  };
  let start = 0;
  return (isMultiline ? [text] : text.split('\n')).flatMap((line) => {
    const from = start;
    start += line.length + 1;
    const searched = isMultiline ? line : line.replace(/\r$/, '');
    return [...searched.matchAll(expression)].flatMap(({ 0: { length }, index }) => {
      const { line: endLine, column: endColumn } = placeOf(from + index + length);
      return length === 0 ? [] : { ...placeOf(from + index), endLine, endColumn };
    });
  });
}
