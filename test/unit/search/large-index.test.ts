/** Of a large index, most is read while a question is answered. Whatever happens to the file then, the answer is what was written. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { loadBuiltIn } from '../../../src/embedding/built-in/built-in-embedder';
import { CodeIndex } from '../../../src/engine/code-index';
import { indexFileOf } from '../../../src/index/index-settings';
import { makeWorkspace, rechunk, type TestWorkspace, viewOf } from './search-workspace';

for (const [size, options] of [
  ['large', { memoryBytes: 0 }],
  ['medium-sized', { checkedBytes: 0 }],
] as const)
  describe(`a search in a ${size} index`, function () {
    this.timeout(60_000);
    let workspace: TestWorkspace;
    const question = 'how does the router match a route';

    const answerOf = async (searcher: CodeIndex): Promise<string[]> =>
      (await searcher.search(question)).hits.map(({ path, startLine }) => `${path}:${startLine}`);
    const largeSearcher = async (): Promise<CodeIndex> =>
      new CodeIndex([viewOf(workspace.root, undefined, options)], await loadBuiltIn(), rechunk);

    beforeEach(async () => {
      workspace = await makeWorkspace();
    });
    afterEach(() => workspace.dispose());

    it('has the answer of a small one', async () => {
      const small = await answerOf(await workspace.searcher());
      assert.ok(small.length > 0);
      assert.deepEqual(await answerOf(await largeSearcher()), small);
    });

    it('is never answered wrong if it meets damage: what is left answers, and the damage is told', async () => {
      const small = await answerOf(await workspace.searcher());
      const file = indexFileOf(workspace.root);
      const whole = readFileSync(file);
      let met = 0;
      for (let at = 64; at < whole.length; at += 997) {
        const damaged = Buffer.from(whole);
        damaged[at] = (damaged[at] ?? 0) ^ 4;
        writeFileSync(file, whole);
        const searcher = await largeSearcher();
        writeFileSync(file, damaged);
        const answer = await answerOf(searcher);
        if (searcher.views[0]?.problem) {
          met++;
          assert.deepEqual(
            answer.filter((place) => !small.includes(place)),
            [],
            `at ${at}`,
          );
        } else assert.deepEqual(answer, small, `at ${at}`);
      }
      assert.ok(met > 0);
    });

    it('is answered from the new file if the index was replaced', async () => {
      const searcher = await largeSearcher();
      const before = await answerOf(searcher);
      workspace.write('src/router-notes.md', '# Router\n\nHow the router matches a route: the longest route wins.\n');
      await workspace.refresh();
      const after = await answerOf(searcher);
      assert.notDeepEqual(after, before);
      assert.deepEqual(after, await answerOf(await workspace.searcher()));
    });
  });
