/** The names that people see: in the Chunks view, hovers, labels and `codegrain chunk --format text`. */
import assert from 'node:assert/strict';
import type { Chunk } from '../../../../src/code/chunk';
import { shownName, shownNameText } from '../../../../src/code/records/labels';
import { chunkText } from '../../../../src/engine/workers/chunker';

async function chunksOf(path: string, text: string, maxTokens = 400): Promise<readonly Chunk[]> {
  return (await chunkText({ path, text }, { maxTokens })).chunks;
}

const shown = (chunk: Chunk | undefined): string => (chunk ? shownNameText(shownName(chunk)) : 'no chunk');
const searched = (chunks: readonly Chunk[]): Chunk[] => chunks.filter(({ role }) => role !== 'parent');

const statements = (count: number): string =>
  Array.from({ length: count }, (_, i) => `    value_${i} = compute(${i}, "some text ${i}")\n`).join('');

describe('the shown name of a chunk', () => {
  it('is its one definition', async () => {
    const [chunk] = await chunksOf('a.py', 'class Box:\n    def open(self): pass\n    def close(self): pass\n');
    assert.equal(shown(chunk), 'Box');
    assert.deepEqual(
      chunk?.symbols.map(({ name, member }) => [name, member]),
      [
        ['Box', undefined],
        ['open', true],
        ['close', true],
      ],
    );
  });

  it('is the class if the chunk has its head and first members', async () => {
    const fields = Array.from({ length: 6 }, (_, i) => `    field_${i}: int = ${i}\n`).join('');
    const chunks = searched(
      await chunksOf('a.py', `class Box:\n${fields}\n    def open(self):\n${statements(14)}`, 250),
    );
    assert.equal(shown(chunks[0]), 'Box');
    assert.ok(chunks.length > 1 && chunks[0]?.symbols.some(({ name, member }) => name === 'field_1' && member));
  });

  it('lists several definitions, the first of them first', async () => {
    const small = (name: string): string => `def ${name}():\n    return 1\n\n\n`;
    const two = await chunksOf(
      'a.py',
      `${small('alias')}def params():\n    """Much longer."""\n    return [1, 2, 3]\n`,
    );
    assert.equal(shown(two[0]), 'alias and params');
    const many = await chunksOf('a.py', ['a', 'b', 'c', 'd'].map(small).join(''));
    assert.equal(shown(many[0]), 'a, b and 2 more');
    const large = `${small('a')}${small('b')}def largest():\n${statements(5)}`;
    assert.equal(shown((await chunksOf('a.py', large))[0]), 'a, largest and 1 more');
  });

  it('has a kind only if all definitions are of that kind', async () => {
    const [same] = await chunksOf('a.py', 'def a(): pass\n\ndef b(): pass\n');
    const [mixed] = await chunksOf('a.py', 'def a(): pass\n\nclass B:\n    pass\n');
    assert.ok(same && mixed);
    assert.equal(shownName(same).kind, 'function');
    assert.equal(shownName(mixed).kind, undefined);
  });

  it('numbers the parts of a definition that does not fit', async () => {
    const chunks = searched(
      await chunksOf('a.py', `def import_path(path):\n    """Imports."""\n${statements(60)}`, 200),
    );
    assert.ok(chunks.length > 2);
    assert.deepEqual(
      chunks.map(shown),
      chunks.map((_, i) => `import_path, part ${i + 1} of ${chunks.length}`),
    );
  });

  it('does not number overloads and definitions that share a name', async () => {
    const one = `def same():\n${statements(12)}\n\n`;
    const chunks = searched(await chunksOf('a.py', one + one, 200));
    assert.equal(chunks.length, 2);
    assert.deepEqual(chunks.map(shown), ['same', 'same']);
  });

  it('numbers the parts of a section, but not the messages of a speaker', async () => {
    const prose = `# Guide\n\n## Install\n\n${'A sentence with some words in it. '.repeat(60)}\n`;
    const parts = searched(await chunksOf('a.md', prose, 150)).map(shown);
    assert.match(parts.at(-1) ?? '', /^Install, part \d of \d$/);
    const talk = Array.from(
      { length: 8 },
      (_, i) => `User: question ${i} ${'word '.repeat(40)}\nAssistant: yes ${i}\n`,
    );
    const turns = await chunksOf('a.txt', talk.join(''), 100);
    assert.ok(turns.length > 4 && turns.every(({ part }) => part === undefined));
  });
});

describe('the shown name of a parent', () => {
  const named = (name: string): string => `def ${name}():\n${statements(14)}\n\n`;

  it('is what encloses its children', async () => {
    const methods = ['open', 'close', 'read'].map((name) => named(name).replaceAll(/^(?=.)/gm, '    ')).join('');
    const chunks = await chunksOf('a.py', `class Box:\n    """A box."""\n\n${methods}`, 250);
    const parents = chunks.filter(({ role }) => role === 'parent');
    assert.ok(parents.length > 0);
    assert.deepEqual(new Set(parents.map(shown)), new Set(['Box']));
  });

  it('is empty for neighbours that nothing encloses: none of them is around the others', async () => {
    const chunks = await chunksOf('a.py', ['first', 'second', 'third'].map(named).join(''), 250);
    const [parent] = chunks.filter(({ role }) => role === 'parent');
    assert.ok(parent);
    assert.equal(shown(parent), '');
    assert.equal(shownName(parent).kind, undefined);
  });

  it('is the heading above its sections', async () => {
    const section = (name: string): string => `## ${name}\n\n${'A sentence with some words in it. '.repeat(18)}\n\n`;
    const chunks = await chunksOf('a.md', `# Guide\n\n${section('One')}${section('Two')}${section('Three')}`, 200);
    const parents = chunks.filter(({ role }) => role === 'parent');
    assert.ok(parents.length > 0);
    assert.deepEqual(new Set(parents.map(shown)), new Set(['Guide']));
  });
});
