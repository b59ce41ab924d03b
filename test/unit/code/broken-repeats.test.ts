/** Broken lines that are repeated: the work on them has a limit, and no part of our own grows with the square of their number. */
import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { ParsedSource, ParseTimeout } from '../../../src/code/identify/parsed-source';
import { chunkFile } from '../../../src/engine/workers/chunk-file';
import { languageById } from '../../../src/languages/registry';
import { ChildWalk } from '../../../src/syntax/fast/child-walk';

const typescript = languageById('typescript');

/** Each takes the parser many times longer than its length allows: minutes, on any machine. */
const slow = {
  'errors that are recovered from by going back': '}!\n'.repeat(6000),
  'comments that never end': `/** ${'a comment that is never closed '.repeat(3)}\n`.repeat(1500),
};

/** The limit is seconds of processor time. With clocks eight times as fast the tests take less of it. */
function speedUpClocks(): void {
  const { cpuUsage } = process;
  mock.method(process, 'cpuUsage', (since = { user: 0, system: 0 }) => {
    const { user, system } = cpuUsage();
    return { user: 8 * user - since.user, system: 8 * system - since.system };
  });
  const now = performance.now.bind(performance);
  mock.method(performance, 'now', () => 8 * now());
}

describe('broken lines that are repeated', () => {
  afterEach(() => mock.restoreAll());

  for (const [what, text] of Object.entries(slow)) {
    it(`${what}: parsing stops by a limit that follows from the length of the text`, async () => {
      assert.ok(typescript);
      speedUpClocks();
      // Without the limit of the length this would be an hour.
      await assert.rejects(ParsedSource.parse(typescript, text, 8 * 3_600_000), ParseTimeout);
    });

    it(`${what}: the file keeps its text, cut by lines, and says so`, async () => {
      speedUpClocks();
      const reply = await chunkFile({ path: 'a.ts', text }, () => assert.fail('a trap'));
      assert.ok(reply.is === 'chunked');
      const { chunks, fallback } = reply.file;
      assert.equal(fallback, 'grammar-timeout');
      const searched = chunks.filter(({ role }) => role !== 'parent');
      assert.equal(searched.map((chunk) => chunk.text).join(''), text);
    });
  }

  it('names in one unclosed type cost the same each, however many there are', async () => {
    const next = ChildWalk.prototype.next;
    const steps = async (lines: number): Promise<number> => {
      let count = 0;
      ChildWalk.prototype.next = function counted(this: ChildWalk) {
        count++;
        return next.call(this);
      };
      try {
        const text = `function f(a: {\n${'    this.processorBefore = processorMs(this.pid);\n'.repeat(lines)}`;
        const reply = await chunkFile({ path: 'a.ts', text, withLinks: true }, () => assert.fail('a trap'));
        assert.ok(reply.is === 'chunked' && !reply.file.fallback);
        return count;
      } finally {
        ChildWalk.prototype.next = next;
      }
    };
    const [few, many] = [await steps(200), await steps(1600)];
    assert.ok(many < 12 * few, `${few} steps for 200 lines, ${many} for 1600`);
  });
});
