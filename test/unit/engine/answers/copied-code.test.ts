/** Code that is copied or sent begins with the signatures of what it is in. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Chunk } from '../../../../src/code/chunk';
import { enclosingLines } from '../../../../src/code/identify/enclosing';
import { SourceText } from '../../../../src/code/source-text';
import { chunkForms, plainPlace } from '../../../../src/engine/answers/code-blocks';
import { copiedCode, copiedText } from '../../../../src/engine/answers/copied-code';
import { packSpans } from '../../../../src/engine/answers/fit-spans';
import { packFor } from '../../../../src/engine/answers/pack/pack-for';
import { packPlaces } from '../../../../src/engine/answers/pack-places';
import type { CodeIndex } from '../../../../src/engine/code-index';
import { chunkText } from '../../../../src/engine/workers/chunker';
import type { Hit } from '../../../../src/search/hits/hit';
import { tokenCounter } from '../../../../src/tokens/token-counter';
import { runs } from '../../random-runs';
import { makeWorkspace, type TestWorkspace } from '../../search/search-workspace';

const counter = tokenCounter('o200k_base');
const count = (text: string): number => counter.count(text);

/** Statements of about so many tokens, none like another. */
const body = (indent: string, name: string, lines: number, end = ''): string =>
  Array.from({ length: lines }, (_, i) => `${indent}${name}_${i} = compute_${name}(${i}, "${name} ${i}")${end}\n`).join(
    '',
  );

const multipart = `from enum import Enum, auto


class State(Enum):
    PREAMBLE = auto()
    DATA = auto()


class MultipartDecoder:
    """Decodes a multipart message as an iterator of events."""

    limit = 500

    def __init__(
        self,
        boundary: bytes,
        max_parts: int,
    ) -> None:
        self.state = State.PREAMBLE
${body('        ', 'setup', 8)}
    def next_event(self) -> Event:
        if self.state == State.PREAMBLE:
            self.state = State.DATA
${body('        ', 'event', 24)}

class MultipartEncoder:
    def send_event(self) -> bytes:
        return State.DATA
`;

const options = { maxTokens: 160 };

async function chunksOf(path: string, text: string, maxTokens = options.maxTokens): Promise<readonly Chunk[]> {
  const { chunks } = await chunkText({ path, text }, { maxTokens });
  return chunks.filter(({ role }) => role !== 'parent');
}

/** The code of the chunk with a line, as it is copied. */
async function copiedAt(path: string, text: string, line: string, maxTokens?: number): Promise<string> {
  const found = (await chunksOf(path, text, maxTokens)).find((chunk) => chunk.text.includes(line));
  assert.ok(found, line);
  return copiedCode(found, found.language);
}

describe('copied code', () => {
  it('of a method begins with its class, also where it uses other classes', async () => {
    const found = (await chunksOf('decoder.py', multipart)).find(({ name }) => name === '__init__');
    assert.ok(found);
    assert.ok(found.context.includes('class State(Enum):'));
    assert.match(copiedCode(found, 'python'), /^class MultipartDecoder:\n {4}# …\n {4}def __init__\(\n/);
    assert.match(
      copiedText(found, 'python'),
      /^# decoder\.py\nclass State\(Enum\):\n {4}PREAMBLE = auto\(\)\n {4}DATA = auto\(\)\nclass MultipartDecoder:\n {4}# …\n {4}def __init__/,
    );
  });

  it('of a later part also has the signature, all lines of it', async () => {
    assert.match(
      await copiedAt('decoder.py', multipart, 'event_20 ='),
      /^class MultipartDecoder:\n {4}# …\n {4}def next_event\(self\) -> Event:\n {8}# …\n {8}event_/,
    );
    const long = multipart.replace(body('        ', 'setup', 8), body('        ', 'setup', 30));
    assert.match(
      await copiedAt('decoder.py', long, 'setup_28 ='),
      /^class MultipartDecoder:\n {4}# …\n {4}def __init__\(\n {8}self,\n {8}boundary: bytes,\n {8}max_parts: int,\n {4}\) -> None:\n {8}# …\n {8}setup_/,
    );
  });

  it('of a whole definition, or of a chunk that begins with its class, has nothing before it', async () => {
    for (const chunk of await chunksOf('decoder.py', multipart))
      if (/^\s*class /.test(chunk.text) || chunk.startLine === 1) assert.equal(copiedCode(chunk, 'python'), chunk.text);
  });

  it('has the class once for neighbours that share a chunk', async () => {
    const text = `class Shop:\n${body('    ', 'field', 20)}\n    def first(self):\n        return 1\n\n    def second(self):\n        return 2\n`;
    const copied = await copiedAt('shop.py', text, 'def second', 120);
    assert.equal(copied.split('class Shop:').length, 2);
    assert.ok(copied.includes('def first') && copied.startsWith('class Shop:\n    # …\n'));
  });

  it('has the signatures of all languages as they are written', async () => {
    const lines = (indent: string, name: string): string => body(indent, name, 12, ';');
    const of = async (path: string, text: string, line: string): Promise<string[]> => {
      const copied = await copiedAt(path, text, line, 150);
      return copied.split('\n').slice(0, 6);
    };
    assert.deepEqual(
      (
        await of(
          'a.ts',
          `namespace shop {\n  export class Cart<T> extends Base<T> {\n    first() {\n${lines('      ', 'a')}    }\n\n    second() {\n${lines('      ', 'b')}    }\n  }\n}\n`,
          'b_2 =',
        )
      ).slice(0, 5),
      [
        'namespace shop {',
        '  export class Cart<T> extends Base<T> {',
        '    // …',
        '    second() {',
        '      b_0 = compute_b(0, "b 0");',
      ],
    );
    assert.deepEqual(
      (
        await of(
          'Cart.java',
          `package shop;\n\n@Entity\npublic class Cart implements Thing {\n  static class Inner {\n    void first() {\n${lines('      ', 'a')}    }\n\n    void second() {\n${lines('      ', 'b')}    }\n  }\n}\n`,
          'b_2 =',
        )
      ).slice(0, 4),
      ['public class Cart implements Thing {', '  static class Inner {', '    // …', '    void second() {'],
    );
    assert.deepEqual(
      (
        await of(
          'cart.rs',
          `impl<T: Clone> Thing for Cart<T>\nwhere\n    T: Send,\n{\n    fn first(&self) {\n${lines('        ', 'a')}    }\n\n    fn second(&self) {\n${lines('        ', 'b')}    }\n}\n`,
          'b_2 =',
        )
      ).slice(0, 5),
      ['impl<T: Clone> Thing for Cart<T>', 'where', '    T: Send,', '    // …', '    fn second(&self) {'],
    );
    assert.match(
      await copiedAt(
        'cart.go',
        `package shop\n\nfunc (c *Cart) First() {\n${body('\t', 'a', 12)}}\n\nfunc (c *Cart) Second() {\n${body('\t', 'b', 12)}}\n`,
        'b_2 =',
        150,
      ),
      /^\s*func \(c \*Cart\) Second\(\) \{/,
    );
    assert.deepEqual(
      (
        await of(
          'cart.cpp',
          `namespace shop {\n\nclass Cart : public Base {\n public:\n  void first() {\n${lines('    ', 'a')}  }\n\n  void second() {\n${lines('    ', 'b')}  }\n};\n\n}\n`,
          'b_11 =',
        )
      ).slice(0, 5),
      ['namespace shop {', '// …', 'class Cart : public Base {', '  // …', '  void second() {'],
    );
    assert.deepEqual(
      (
        await of(
          'cart.rb',
          `module Shop\n  class Cart < Base\n    def first\n${body('      ', 'a', 12)}    end\n\n    def second\n${body('      ', 'b', 12)}    end\n  end\nend\n`,
          'b_2 =',
        )
      ).slice(0, 4),
      ['module Shop', '  class Cart < Base', '    # …', '    def second'],
    );
  });

  it('of prose begins with its headings', async () => {
    const words = (name: string): string => `${`Some words about ${name} and more of them. `.repeat(10)}\n\n`;
    const text = `# Guide\n\n${words('this')}## Install\n\n${words('one')}${words('two')}${words('three')}${words('four')}`;
    const copied = await copiedAt('guide.md', text, 'about three', 100);
    assert.match(copied, /^# Guide\n\n…\n\n## Install\n\n…\n\nSome words about/);
  });
});

describe('code of an index', function () {
  this.timeout(120_000);
  let workspace: TestWorkspace;
  let index: CodeIndex;
  before(async () => {
    const long = multipart.replace(body('        ', 'event', 24), body('        ', 'event', 60));
    workspace = await makeWorkspace({ 'src/decoder.py': long, 'src/encoder.py': 'import decoder\n' });
    index = await workspace.searcher();
  });
  after(() => workspace.dispose());

  const hitWith = async (query: string, line: string): Promise<Hit> => {
    const { hits } = await index.search(query);
    const hit = hits.find(({ text }) => text.includes(line));
    assert.ok(hit, JSON.stringify(hits.map(({ startLine }) => startLine)));
    return hit;
  };

  it('has the class and the signature of a later part, in packs of all kinds', async () => {
    const hit = await hitWith('compute_event event_50', 'event_50 =');
    const before =
      /class MultipartDecoder:\n\s*(?:# )?…\n {4}def next_event\(self\) -> Event:\n\s*(?:# )?…\n {8}event_/;
    assert.match(copiedCode(hit, hit.language), before);
    const places = await packPlaces([{ hit, uses: [{ name: 'State', text: 'class State(Enum): …', line: 4 }] }], {
      ...{ budget: 2000, count, place: plainPlace, ids: false },
    });
    assert.match(places.text, /class State\(Enum\): …\n\nclass MultipartDecoder:\n/);
    assert.match(places.text, before);
    const spans = { budget: 2000, count, place: plainPlace, ids: false, notices: [], readMore: 'get_chunk' };
    assert.match((await packSpans([hit], spans)).text, before);
    const pack = await packFor(index, 'event_50 compute_event', {
      budget: 1500,
      count,
      place: plainPlace,
      readMore: '',
    });
    assert.match(pack.text, /```\nclass MultipartDecoder:\n/);
    assert.equal(pack.tokens, count(pack.text));
  });

  it('is where the file was edited since', async () => {
    const { searcher, root: _, ...rest } = workspace;
    const source = multipart.replace(body('        ', 'event', 24), body('        ', 'event', 60));
    rest.write('src/decoder.py', source.replace('class MultipartDecoder:', '# moved\nclass MultipartDecoder(Base):'));
    try {
      index = await searcher();
      const hit = await hitWith('compute_event event_50', 'event_50 =');
      assert.match(copiedCode(hit, hit.language), /^class MultipartDecoder\(Base\):\n {4}# …\n {4}def next_event/);
    } finally {
      rest.write('src/decoder.py', source);
      await rest.refresh();
    }
  });
});

describe('one chunk for a model', () => {
  it('says its class once, in the code', async () => {
    const found = (await chunksOf('decoder.py', multipart)).find(({ name }) => name === '__init__');
    assert.ok(found);
    const [text = ''] = chunkForms({ chunk: found, context: found.context, isStale: false }, plainPlace, false);
    assert.equal(text.split('class MultipartDecoder').length, 2);
    assert.match(text, /```python\nclass MultipartDecoder:\n {4}# …\n {4}def __init__/);
  });
});

describe('the lines around a chunk', () => {
  it('are the same in a record and in an index, and hold the chunk', async () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd');
    const method = fc.tuple(name, fc.integer({ min: 1, max: 14 }));
    const type = fc.tuple(name, fc.array(method, { minLength: 1, maxLength: 4 }));
    await fc.assert(
      fc.asyncProperty(fc.array(type, { minLength: 1, maxLength: 4 }), async (types) => {
        const text = types
          .map(([type, methods]) =>
            [
              `class T${type}(Base):\n`,
              ...methods.map(([each, lines]) => `    def ${each}(self):\n${body('        ', each, lines)}\n`),
            ].join(''),
          )
          .join('\n\n');
        const lines = text.split('\n');
        const file = await chunkText({ path: 'types.py', text }, { maxTokens: 80 }, undefined, { withLinks: true });
        const source = new SourceText(text);
        for (const chunk of file.chunks) {
          const copied = copiedCode(chunk, 'python');
          assert.ok(copied.endsWith(chunk.text));
          for (const { line, text: said, lastLine } of chunk.enclosing ?? []) {
            assert.equal(said, lines[line - 1]);
            assert.ok(line < chunk.startLine && lastLine >= chunk.startLine);
          }
          const startLine = source.lineAt(source.trimStart(chunk.start, chunk.end));
          const ofIndex = enclosingLines(source, file.links?.definitions ?? [], { ...chunk, startLine });
          assert.deepEqual(
            ofIndex.filter(({ line }) => line < startLine),
            chunk.enclosing ?? [],
          );
          // An indented beginning is in something, and only that.
          const first = chunk.text.split('\n').find((each) => each.trim() !== '') ?? '';
          const depth = (first.length - first.trimStart().length) / 4;
          assert.equal(chunk.enclosing?.length ?? 0, depth, copied);
        }
      }),
      { numRuns: runs(30) },
    );
  });
});
