/** A query of filters alone lists what they match. */
import assert from 'node:assert/strict';
import type { CodeIndex } from '../../../src/engine/code-index';
import { hitKey } from '../../../src/search/hits/hit';
import { makeWorkspace, type TestWorkspace } from './search-workspace';

const files = {
  'src/streams.py': `"""Streams of bytes."""


class Stream:
    def read(self):
        return b""


class LimitedStream(Stream):
    limit = 10

    def read(self):
        return b"x"


def parse_stream(text):
    return text


def parse_header(text):
    return text.split(":")
`,
  'src/parser.ts': `export class HtmlStream {
  parse(text: string): string {
    return text;
  }
}

export const parseAll = (texts: readonly string[]): string[] => texts.map((text) => new HtmlStream().parse(text));
`,
  'src/limiter.go': `package limits

// Limiter slows down what is sent.
type Limiter struct {
	readLimiter  int
	writeLimiter int
}
`,
  'test/streams_test.py': 'def test_parse_stream():\n    assert parse_stream("a") == "a"\n',
  'docs/guide.md': '# Guide\n\n## Parse a stream\n\nCall parse_stream.\n\n## Install\n\nNothing to do.\n',
};

describe('filters without words', function () {
  this.timeout(120_000);
  let workspace: TestWorkspace;
  let index: CodeIndex;
  before(async () => {
    workspace = await makeWorkspace(files);
    index = await workspace.searcher();
  });
  after(() => workspace.dispose());

  const listed = async (query: string, options = {}): Promise<string[]> =>
    (await index.search(query, options)).hits.map(
      ({ path, line, scope, symbol }) => `${path}:${line} ${[...scope, symbol].join('.')}`,
    );

  it('list each definition with a name, by path and line, however many a chunk has', async () => {
    assert.deepEqual(await listed('name:parse* -path:docs'), [
      'src/parser.ts:2 HtmlStream.parse',
      'src/parser.ts:7 parseAll',
      'src/streams.py:16 parse_stream',
      'src/streams.py:20 parse_header',
    ]);
  });

  it('list definitions of a kind, and of those the ones with a name', async () => {
    assert.deepEqual(await listed('kind:class'), [
      'src/limiter.go:4 Limiter',
      'src/parser.ts:1 HtmlStream',
      'src/streams.py:4 Stream',
      'src/streams.py:9 LimitedStream',
    ]);
    assert.deepEqual(await listed('kind:class name:li*stream'), ['src/streams.py:9 LimitedStream']);
    assert.deepEqual(await listed('lang:python kind:class'), await listed('kind:class path:*.py'));
  });

  it('open at the line of the definition, and name its kind', async () => {
    const { hits } = await index.search('name:read');
    assert.deepEqual(
      hits.map(({ name, kind, line, scope }) => [name, kind, line, scope]),
      [
        ['read', 'method', 5, ['Stream']],
        ['read', 'method', 12, ['LimitedStream']],
      ],
    );
    for (const { text, startLine, spans, line } of hits) {
      assert.match(text.split('\n')[line - startLine] ?? '', /def read/);
      assert.equal(spans[0]?.[0], line);
    }
  });

  it('list each field of a type by its own name', async () => {
    assert.deepEqual(await listed('name:*Limiter'), [
      'src/limiter.go:4 Limiter',
      'src/limiter.go:5 Limiter.readLimiter',
      'src/limiter.go:6 Limiter.writeLimiter',
    ]);
    const { hits } = await index.search('name:*Limiter');
    assert.equal(new Set(hits.map(hitKey)).size, 3);
  });

  it('list the chunks of a path or a language', async () => {
    const paths = new Set((await index.search('path:streams.py')).hits.map(({ path }) => path));
    assert.deepEqual([...paths], ['src/streams.py']);
    assert.deepEqual(await listed('path:streams.py lang:typescript'), []);
  });

  it('list sections of documents, which are no definitions', async () => {
    assert.deepEqual(await listed('kind:section name:gui*'), ['docs/guide.md:1 Guide']);
  });

  it('keep to the areas that are searched', async () => {
    assert.deepEqual(await listed('name:*parse_stream', { only: ['tests'] }), [
      'test/streams_test.py:1 test_parse_stream',
    ]);
    assert.deepEqual(await listed('name:*parse_stream', { only: ['code'] }), ['src/streams.py:16 parse_stream']);
  });

  it('say how many there are in all, and have neither scores nor confidence', async () => {
    const answer = await index.search('name:parse* -path:docs', { limit: 2 });
    assert.equal(answer.hits.length, 2);
    assert.equal(answer.total, 4);
    assert.equal(answer.confidence, undefined);
    assert.deepEqual(answer.problems, []);
    for (const hit of answer.hits) {
      assert.ok(!('score' in hit));
      assert.ok(!('confidence' in hit));
      assert.deepEqual(hit.why, []);
    }
  });

  it('can be given beside an empty query', async () => {
    const { hits } = await index.search('', { filters: { kind: ['class'], path: ['*.ts'] } });
    assert.deepEqual(
      hits.map(({ symbol }) => symbol),
      ['HtmlStream'],
    );
  });

  it('that only exclude ask for nothing', async () => {
    for (const query of ['-path:test', '-kind:class', '   ']) {
      const { hits, problems } = await index.search(query);
      assert.deepEqual([hits.length, problems.map(({ is }) => is)], [0, ['no-words']], query);
    }
  });

  it('follow a file that changed since it was indexed', async () => {
    workspace.write('src/streams.py', `# moved\n# down\n${files['src/streams.py']}`);
    try {
      assert.deepEqual(await listed('name:parse_header'), ['src/streams.py:22 parse_header']);
    } finally {
      workspace.write('src/streams.py', files['src/streams.py']);
    }
  });
});
