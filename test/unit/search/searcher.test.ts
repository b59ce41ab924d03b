/** Search over a small folder, with the real index, model and parser. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import fc from 'fast-check';
import { CodeIndex } from '../../../src/engine/code-index';
import type { StoredChunk } from '../../../src/index/format/segment-contents';
import { parseQuery } from '../../../src/search/query/query';
import type { SearchArea } from '../../../src/search/query/search-choices';
import { passesChunk } from '../../../src/search/view/row-filters';
import { SourceTexts } from '../../../src/search/view/source-texts';
import { runs } from '../random-runs';
import { files, makeWorkspace, rechunk, type TestWorkspace, viewOf } from './search-workspace';

describe('search', function () {
  this.timeout(120_000);
  let workspace: TestWorkspace;
  let searcher: CodeIndex;
  before(async () => {
    workspace = await makeWorkspace();
    searcher = await workspace.searcher();
  });
  after(() => workspace.dispose());

  const paths = async (query: string, options = {}): Promise<string[]> =>
    (await searcher.search(query, options)).hits.map(({ path }) => path);

  it('finds the definition of a name first, before its uses, tests and re-exports', async () => {
    assert.equal((await paths('Router'))[0], 'src/router.ts');
    assert.equal((await paths('startServer'))[0], 'src/server.ts');
    assert.equal((await paths('src/server.ts'))[0], 'src/server.ts');
  });

  it('finds the beginning of a long definition before its later parts', async () => {
    const steps = Array.from({ length: 90 }, (_, i) => {
      const called = i < 60 ? 'prepareOther' : 'updateModules';
      return `  const step${i} = ${called}(${i}, modules[${i}]);`;
    });
    const folder = await makeWorkspace({
      'src/update.ts': `export function updateModules(modules: string[]): void {\n${steps.join('\n')}\n}\n`,
    });
    try {
      const { hits } = await (await folder.searcher()).search('updateModules');
      assert.ok(hits.length > 1);
      assert.deepEqual([hits[0]?.name, hits[0]?.line], ['updateModules', 1]);
    } finally {
      folder.dispose();
    }
  });

  it('finds code before the tests and documents about it, unless the query asks for those', async () => {
    const found = await paths('how does a request find its handler by the longest route');
    assert.equal(found[0], 'src/router.ts');
    assert.ok(found.indexOf('src/router.ts') < found.indexOf('test/router.test.ts'));
    assert.equal((await paths('tests of the router'))[0], 'test/router.test.ts');
    assert.equal((await paths('documentation of routing'))[0], 'docs/routing.md');
  });

  it('leaves out tests on request, even if the query mentions them', async () => {
    for (const query of ['tests of the router', 'router', 'router lang:typescript', 'handler of a route path:router']) {
      const found = await paths(query, { only: ['code'] });
      assert.ok(found.includes('src/router.ts'), query);
      assert.ok(!found.some((path) => path.startsWith('test/')), query);
    }
    const like = await searcher.similar('src/router.ts', 3, { only: ['code'], limit: 50 });
    assert.ok(like && like.hits.length > 0);
    assert.ok(!like.hits.some(({ path }) => path.startsWith('test/')));
  });

  it('has a close match where a word is as it was typed, even if it was also read as an English one', async () => {
    const parcels = Array.from({ length: 8 }, (_, i) => [
      `src/send${i}.py`,
      `def send_${i}(parcel):\n    return ${i}\n`,
    ]);
    const folder = await makeWorkspace({
      ...Object.fromEntries(parcels),
      'docs/parcels.md': '# Größe\n\nDie Größe eines Pakets steht auf dem Zettel.\n',
    });
    const confidenceIn = async (query: string) => (await (await folder.searcher()).search(query)).confidence;
    assert.equal(await confidenceIn('größe'), 'weak');
    assert.equal(await confidenceIn('GRÖSSE Paket'), 'weak');
    assert.equal(await confidenceIn('geschwindigkeit'), 'none');
    folder.dispose();
  });

  it('leaves out test functions beside other code on request', async () => {
    const folder = await makeWorkspace({
      'src/parse.py':
        'def parse_header(line):\n    # Splits a header line into its name and its value.\n    return line.split(":")\n',
      'src/check.py': 'def test_parse_header():\n    assert parse_header("a: b") == ["a", "b"]\n',
      'testing/check_header.py': 'def check_header():\n    return parse_header("a: b")\n',
    });
    try {
      const { hits } = await (await folder.searcher()).search('parse header', { only: ['code'] });
      assert.deepEqual([...new Set(hits.map(({ path }) => path))], ['src/parse.py']);
    } finally {
      folder.dispose();
    }
  });

  it('is limited to areas on request: code, tests as the folder configures them, docs', async () => {
    const parse = 'def parse_header(line):\n    return line.split(":")\n';
    const folder = await makeWorkspace({
      'src/parse.py': `${parse}\n\ndef test_short():\n    pass\n`,
      'src/check.py': 'def test_parse_header():\n    assert parse_header("a: b") == ["a", "b"]\n',
      'qa/header.py': 'def header_of_line():\n    return parse_header("a: b")\n',
      'README.md': '# Parse header\n\nParses the header of a line.\n',
      'docs/conf.py': 'header = "parse header"\n',
      'pytest.ini': '[pytest]\ntestpaths = qa\n',
    });
    const searcher = await folder.searcher();
    const found = async (...only: SearchArea[]): Promise<string[]> => {
      const { hits } = await searcher.search('parse header of a line', { only, limit: 50 });
      return [...new Set(hits.map(({ path }) => path))].sort();
    };
    try {
      assert.deepEqual(await found('tests'), ['qa/header.py', 'src/check.py']);
      assert.deepEqual(await found('docs'), ['README.md', 'docs/conf.py']);
      assert.deepEqual(
        (await found('code')).filter((path) => path !== 'pytest.ini'),
        ['src/parse.py'],
      );
      assert.deepEqual(await found('code', 'tests', 'docs'), await found());
    } finally {
      folder.dispose();
    }
  });

  it('finds the newer of two versions first, unless the query asks for the older one', async () => {
    assert.equal((await paths('split a header line into name and value'))[0], 'v2/parse.py');
    const asked = await paths('split a header line into name and value v1 path:v1');
    assert.deepEqual(asked, ['v1/parse.py']);
  });

  it('finds code by meaning that has none of the words', async () => {
    const found = await paths('convert a time span into a number', { mode: 'semantic' });
    assert.match(found[0] ?? '', /duration\.ts$/);
  });

  it('finds code by a question in German, and says what was read', async () => {
    const question = 'Wo wird der Server gestartet, und welche Anfragen?';
    for (const mode of ['hybrid', 'keyword'] as const) {
      const { hits, problems } = await searcher.search(question, { mode });
      assert.equal(hits[0]?.path, 'src/server.ts', mode);
      const messages = problems.map(({ message }) => message);
      assert.deepEqual(messages, ['"gestartet" was read as "start", "Anfragen" as "request"']);
    }
    assert.deepEqual((await searcher.search(question, { nearWords: false })).problems, []);
  });

  it('says what was read also if operators were dropped', async () => {
    const { hits, problems } = await searcher.search('Anfragen path:nowhere');
    assert.ok(hits.length > 0);
    assert.deepEqual(
      problems.map(({ is }) => is),
      ['dropped-operators', 'read-as'],
    );
  });

  it('says in which areas nothing passes the filters', async () => {
    const { problems } = await searcher.search('router lang:markdown', { only: ['code'] });
    assert.deepEqual(
      problems.map(({ message }) => message),
      ['nothing in code passes lang:markdown, so the query was searched as plain text'],
    );
  });

  it('finds code by a word with a typing mistake', async () => {
    assert.equal((await paths('longest rout of a reqest', { mode: 'keyword' }))[0], 'src/router.ts');
  });

  it('finds nothing in keyword mode if no chunk has the words', async () => {
    assert.deepEqual(await paths('xylophone', { mode: 'keyword' }), []);
  });

  it('finds nothing for meaningless letters', async () => {
    assert.deepEqual(await paths('xqzvkw'), []);
  });

  it('shows the text of the file, and the shares of a hit add up to its score', async () => {
    const { hits } = await searcher.search('longest route of a path');
    assert.ok(hits.length > 3);
    let before = Number.POSITIVE_INFINITY;
    for (const hit of hits) {
      assert.ok(hit.text.length > 0 && (files[hit.path] ?? '').includes(hit.text));
      const lines = (files[hit.path] ?? '')
        .split('\n')
        .slice(hit.startLine - 1, hit.endLine)
        .join('\n');
      assert.ok(lines.includes(hit.text.trimEnd()));
      const { score = NaN } = hit;
      assert.ok(Math.abs(hit.why.reduce((sum, { share }) => sum + share, 0) - score) < 1e-9);
      assert.ok(score <= before);
      before = score;
    }
  });

  it('makes one hit of two copies, with the place of the other', async () => {
    const { hits } = await searcher.search('parseDuration');
    const first = hits[0];
    assert.equal(first?.name, 'parseDuration');
    assert.equal(first?.duplicates?.length, 1);
    assert.deepEqual(
      hits.filter(({ path }) => path.endsWith('duration.ts')).map(({ path }) => path),
      [first?.path],
    );
  });

  it('returns only what passes the filters, whatever the query', async () => {
    const words = fc.constantFrom('router', 'duration', 'parse header', 'error page', 'handler of a request');
    const filter = fc.constantFrom(
      'path:src',
      '-path:src',
      'path:*.py',
      'lang:python',
      '-lang:ts',
      'kind:function',
      'kind:class',
      'name:parse*',
      '-name:parse*',
      '-router',
      '-handler',
    );
    await fc.assert(
      fc.asyncProperty(
        words,
        fc.array(filter, { maxLength: 3 }),
        fc.constantFrom('hybrid', 'semantic', 'keyword'),
        async (text, filters, mode) => {
          const source = [text, ...filters].join(' ');
          const { query } = parseQuery(source);
          const { ranked } = await searcher.rank(source, { mode });
          for (const { candidate } of ranked)
            assert.ok(passesChunk(query, candidate.chunk), `${source}: ${candidate.chunk.path}`);
          const { hits, problems } = await searcher.search(source, { mode });
          if (problems.some(({ is }) => is === 'dropped-operators')) return;
          for (const { text: shown } of hits)
            for (const word of ['router', 'handler']) {
              if (filters.some((one) => one === `-${word}`))
                assert.ok(!new RegExp(`\\b${word}\\b`, 'i').test(shown), source);
            }
        },
      ),
      { numRuns: runs(25) },
    );
  });

  it('finds a phrase only in chunks that contain it', async () => {
    assert.deepEqual(await paths('"errors become a response"'), ['src/handler.ts']);
  });

  it('searches plain text, and says so, if no code passes the operators', async () => {
    for (const query of ['"becomes a response"', 'handler -"errors become a response" path:handler.ts']) {
      const { hits, problems } = await searcher.search(query);
      assert.equal(hits[0]?.path, 'src/handler.ts', query);
      assert.match(
        problems.map(({ message }) => message).join(),
        /^nothing passes .*, so the query was searched as plain/,
      );
    }
  });

  it('keeps filters that were given separately, even if they leave nothing', async () => {
    const { hits } = await searcher.search('"becomes a response"', { filters: { path: ['no-such-folder'] } });
    assert.deepEqual(hits, []);
  });

  it('finds code by a pasted stack trace and by a command with flags', async () => {
    const trace = 'Error: no handler\n    at "startServer" (src/server.ts:3:1)\n    at -x path:nowhere';
    assert.ok((await paths(trace)).includes('src/server.ts'));
    assert.ok((await paths('node router -k "not slow" -x')).includes('src/router.ts'));
  });

  it('explains a query that cannot be used', async () => {
    const { hits, problems } = await searcher.search('lang:pyhton');
    assert.deepEqual(hits, []);
    assert.match(problems[0]?.message ?? '', /did you mean python/);
  });

  it('gives context and words only on request', async () => {
    const { hits: plain } = await searcher.search('startServer', { limit: 1 });
    assert.ok(plain[0] && !('context' in plain[0]) && !('terms' in plain[0]));
    const { hits } = await searcher.search('startServer', { limit: 1, context: true, explain: true });
    assert.match(hits[0]?.context ?? '', /src\/server\.ts/);
    assert.ok(hits[0]?.terms?.some(({ term }) => term === 'startserver'));
  });

  it('finds code similar to a place', async () => {
    const answer = await searcher.similar('v1/parse.py', 2);
    assert.equal(answer?.hits[0]?.path, 'v2/parse.py');
    assert.ok(!answer?.hits.some(({ path }) => path === 'v1/parse.py'));
    assert.equal(await searcher.similar('v1/parse.py', 999), undefined);
    assert.equal(await searcher.similar('none.py', 1), undefined);
  });

  it('finds by words alone, and says so, if the model of the index is not available', async () => {
    const other = new CodeIndex([viewOf(workspace.root)], undefined, rechunk);
    const { hits, notices } = await other.search('startServer');
    assert.equal(hits[0]?.path, 'src/server.ts');
    assert.match(notices[0] ?? '', /found by words alone/);
  });

  it('searches several folders together', async () => {
    const other = await makeWorkspace({
      'tax.py': 'def income_tax(amount):\n    """The tax on an income."""\n    return amount * 0.2\n',
    });
    try {
      const [view] = (await other.searcher()).views;
      const both = new CodeIndex([...searcher.views, ...(view ? [view] : [])], undefined, rechunk);
      const roots = (await both.search('income tax')).hits.map(({ root }) => root);
      assert.equal(roots[0], other.root);
    } finally {
      other.dispose();
    }
  });
});

describe('search and parents', function () {
  this.timeout(120_000);
  let workspace: TestWorkspace;
  before(async () => {
    workspace = await makeWorkspace({ 'a.py': functions });
  });
  after(() => workspace.dispose());

  it('lists every child that fits, and attaches the parent to the best one only', async () => {
    const { hits } = await (await workspace.searcher()).search('property_tax');
    assert.equal(hits.length, 3);
    assert.ok(hits.slice(1).every((hit) => !('parent' in hit)));
    assert.equal(hits[0]?.name, 'property_tax');
    assert.equal(hits[0]?.parent?.text, functions);
    assert.ok(hits[0].parent.startLine < hits[0].startLine && hits[0].endLine < hits[0].parent.endLine);
  });

  it('lists children separately without parents', async () => {
    const { hits } = await (await workspace.searcher()).search('property_tax', { parents: false });
    assert.deepEqual(hits.map(({ name }) => name).sort(), ['income_tax', 'property_tax', 'sales_tax']);
    assert.ok(hits.every((hit) => !('parent' in hit)));
  });

  it('adds further places in the files of the hits on request, in rank order', async () => {
    const searcher = await workspace.searcher();
    const all = (await searcher.search('property_tax', { parents: false })).hits.map(({ name }) => name);
    const named = async (further: number): Promise<string[]> => {
      const { hits } = await searcher.search('property_tax', { parents: false, limit: 1, further });
      return hits.map(({ name }) => name);
    };
    assert.deepEqual(await named(0), all.slice(0, 1));
    assert.deepEqual(await named(1), all.slice(0, 2));
    assert.deepEqual(await named(9), all);
  });

  it('says the place of a hit among the chunks of its file', async () => {
    const { hits } = await (await workspace.searcher()).search('property_tax', { parents: false });
    const inOrder = [...hits].sort((a, b) => a.startLine - b.startLine);
    assert.deepEqual(
      inOrder.map(({ sequence, total }) => [sequence, total]),
      [1, 2, 3].map((sequence) => [sequence, 3]),
    );
  });

  it('says which part of a long definition a hit is', async () => {
    const steps = Array.from({ length: 120 }, (_, i) => `    total += rate_of(region, ${i}) * share_${i}(total)`);
    const long = await makeWorkspace({
      'toll.py': `def compute_toll(region):\n    total = 0\n${steps.join('\n')}\n    return total\n\n\ndef other(): ...\n`,
    });
    try {
      const { hits } = await (await long.searcher()).search('compute_toll', { parents: false });
      const parts = hits.filter(({ name }) => name === 'compute_toll').sort((a, b) => a.startLine - b.startLine);
      const numbers = parts.map(({ part }) => part?.number ?? 0);
      assert.ok(parts.length > 1);
      assert.equal(numbers[0], 1);
      // Parts that are nearly the same are one hit.
      assert.deepEqual(
        numbers,
        [...new Set(numbers)].sort((x, y) => x - y),
      );
      const of = parts[0]?.part?.of ?? 0;
      assert.ok(parts.every(({ part }) => part?.of === of) && numbers.every((number) => number <= of));
      assert.ok(hits.filter(({ name }) => name !== 'compute_toll').every(({ part }) => part === undefined));
    } finally {
      long.dispose();
    }
  });
});

describe('search in notebooks', function () {
  this.timeout(120_000);

  it('shows code as in the cell, not as encoded in the file', async () => {
    const source = [
      'def clean(prices):\n',
      '    "Without the negative ones."\n',
      '    return [p for p in prices if p >= 0]',
    ];
    const cells = [{ cell_type: 'code', metadata: {}, execution_count: null, outputs: [], source }];
    const metadata = { kernelspec: { language: 'python', name: 'python3', display_name: 'Python 3' } };
    const notebook = JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 5 }, null, 1);
    const workspace = await makeWorkspace({ 'prices.ipynb': notebook });
    try {
      const { hits } = await (await workspace.searcher()).search('clean prices');
      assert.equal(hits[0]?.text.trim(), source.join(''));
      assert.equal(hits[0]?.stale, undefined);
    } finally {
      workspace.dispose();
    }
  });
});

describe('search in files that changed since they were indexed', function () {
  this.timeout(120_000);
  let workspace: TestWorkspace;
  beforeEach(async () => {
    workspace = await makeWorkspace({ 'a.py': functions });
  });
  afterEach(() => workspace.dispose());

  it('shows a moved chunk with its new lines', async () => {
    const searcher = await workspace.searcher();
    const { hits: before } = await searcher.search('sales_tax');
    workspace.write('a.py', `# a new first line\n# and a second\n${functions}`);
    const { hits } = await searcher.search('sales_tax');
    assert.equal(hits[0]?.name, 'sales_tax');
    assert.equal(hits[0]?.text, before[0]?.text);
    assert.deepEqual(
      [hits[0]?.startLine, hits[0]?.endLine],
      [(before[0]?.startLine ?? 0) + 2, (before[0]?.endLine ?? 0) + 2],
    );
    assert.equal(hits[0]?.stale, undefined);
  });

  it('marks a chunk that was edited, and shows it as it is now', async () => {
    const searcher = await workspace.searcher();
    workspace.write('a.py', functions.replace('amount * 0.2', 'amount * 0.3'));
    const { hits } = await searcher.search('income_tax');
    assert.equal(hits[0]?.stale, true);
    assert.match(hits[0]?.text ?? '', /0\.3/);
  });

  it('marks a chunk whose file is gone', async () => {
    const searcher = await workspace.searcher();
    workspace.remove('a.py');
    const { hits } = await searcher.search('income_tax');
    assert.equal(hits[0]?.stale, true);
    assert.equal(hits[0]?.text, '');
  });

  it('reads nothing outside the folder, wherever the index or a link leads', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'codegrain-outside-'));
    try {
      const secret = join(outside, 'secret.py');
      writeFileSync(secret, functions);
      const view = viewOf(workspace.root);
      const stored = view.segments[0]?.chunk(0);
      assert.ok(stored);
      for (const path of [relative(workspace.root, secret), secret]) {
        const sources = new SourceTexts(() => assert.fail('a file outside was chunked'));
        const forged: StoredChunk = { ...stored, path };
        assert.equal((await sources.textOf({ view, segment: 0 }, forged)).text, '');
        assert.equal(await sources.contextOf(view, forged), '');
      }
      workspace.remove('a.py');
      symlinkSync(secret, join(workspace.root, 'a.py'));
      const { hits, notices } = await (await workspace.searcher()).search('income_tax');
      assert.deepEqual(hits, []);
      assert.match(notices.join(), /a\.py is not in the folder/);
    } finally {
      rmSync(outside, { recursive: true, force: true });
    }
  });

  it('shows the text of a file in an older encoding as it was indexed', async () => {
    const text = 'def café_price(coffee):\n    # Preis für einen Kaffee, ohne Trinkgeld\n    return coffee * 2\n';
    writeFileSync(join(workspace.root, 'b.py'), Buffer.from(text, 'latin1'));
    await workspace.refresh();
    const { hits } = await (await workspace.searcher()).search('Trinkgeld');
    assert.deepEqual([hits[0]?.path, hits[0]?.text, hits[0]?.stale], ['b.py', text, undefined]);
  });

  it('does not mark chunks of a file that was only touched', async () => {
    const searcher = await workspace.searcher();
    workspace.write('a.py', functions);
    const { hits } = await searcher.search('income_tax');
    assert.equal(hits[0]?.stale, undefined);
  });

  it('finds files that were added after the index was opened, and no longer those that were removed', async () => {
    const searcher = await workspace.searcher();
    workspace.write('b.py', 'def wash_dishes(plates):\n    return [plate.clean() for plate in plates]\n');
    workspace.remove('a.py');
    await workspace.refresh();
    const { hits } = await searcher.search('wash_dishes');
    assert.deepEqual(
      hits.map(({ path }) => path),
      ['b.py'],
    );
  });
});

const filler = Array.from({ length: 18 }, (_, i) => `    total = total + step_${i}(amount, ${i})`).join('\n');
const functions = ['income_tax', 'property_tax', 'sales_tax']
  .map(
    (name) =>
      `def ${name}(amount):\n    """The ${name.replace('_', ' ')} on an amount."""\n    total = 0\n${filler}\n    return amount * 0.2\n`,
  )
  .join('\n\n');
