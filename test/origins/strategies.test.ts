/** Strategies behind one interface: a function, or an object with `name`, `chunk` and `canHandle`, which a program writes itself. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CodegrainError, type CustomStrategy, chunk, close, openIndex } from '../../src/surfaces/library/library';
import { removeTemporaryFolders, temporaryFolder } from '../unit/index/file/index-folders';

const text = 'First we plan.\n\nThen we build.\n\nAt last we ship.\n';

/** At every blank line. */
const byParagraph: CustomStrategy['chunk'] = ({ text: whole }) => {
  const starts = [0, ...[...whole.matchAll(/\n\n+/g)].map((found) => found.index + found[0].length)];
  return starts.map((start, i) => ({ start, end: starts[i + 1] ?? whole.length }));
};

describe('a strategy of a program', () => {
  after(close);
  afterEach(removeTemporaryFolders);

  const pieces = async (customStrategy: CustomStrategy | CustomStrategy['chunk'], path = 'plan.txt') =>
    (await chunk(text, { path, customStrategy })).chunks.filter(({ role }) => role !== 'parent');

  it('is a function', async () => {
    const chunks = await pieces(byParagraph);
    assert.deepEqual(
      chunks.map((each) => each.text.trim()),
      ['First we plan.', 'Then we build.', 'At last we ship.'],
    );
    assert.equal(chunks[0]?.strategy, 'byParagraph');
  });

  it('is an object with a name, which may leave texts to others and keep what it needs in itself', async () => {
    let asked = 0;
    const strategy = {
      name: 'paragraphs',
      canHandle: async ({ path }: { readonly path: string }) => path.endsWith('.txt'),
      chunk: (input: Parameters<CustomStrategy['chunk']>[0]) => {
        asked++;
        return byParagraph(input);
      },
    };
    assert.deepEqual(
      (await pieces(strategy)).map((each) => each.strategy),
      ['paragraphs', 'paragraphs', 'paragraphs'],
    );
    assert.deepEqual(
      (await pieces(strategy, 'plan.md')).map((each) => each.strategy),
      ['boundary'],
    );
    assert.equal(asked, 1);
  });

  it('makes an index, and is named again to refresh it', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'plan.txt'), text);
    await using index = await openIndex(folder, { customStrategy: byParagraph });
    assert.equal((await index.refresh()).chunks, 3);
    const { hits } = await index.search('build');
    assert.equal(hits[0]?.text.trim(), 'Then we build.');
    assert.equal((await index.refresh()).unchanged, 1);
    const other = await openIndex(folder);
    await assert.rejects(other.refresh(), /custom strategy; name it again/);
    await other.close();
  });

  it('is checked: what cannot be a strategy, and what it returns', async () => {
    const wrong: unknown = { chunk: 'not a function' };
    await assert.rejects(chunk(text, { customStrategy: wrong as CustomStrategy }), (error) => {
      return (
        error instanceof CodegrainError && error.code === 'invalid-argument' && /customStrategy/.test(error.message)
      );
    });
    const half = (): { start: number; end: number }[] => [{ start: 0, end: 9 }];
    await assert.rejects(pieces(half), /the strategy "half" returned no range with the text on line/);
  });
});
