/** Chosen places as Markdown: complete or left out, with what they use, nothing twice. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fencedCode, plainPlace } from '../../../../src/engine/answers/code-blocks';
import { packPlaces, type UsedCode } from '../../../../src/engine/answers/pack-places';
import type { Hit } from '../../../../src/search/hits/hit';
import { tokenCounter } from '../../../../src/tokens/token-counter';
import { runs } from '../../random-runs';

const counter = tokenCounter('o200k_base');
const count = (text: string): number => counter.count(text);
const options = { place: plainPlace, ids: false, count, budget: 4000 };

function hit(path: string, startLine: number, name: string, text: string): Hit {
  const endLine = startLine + text.split('\n').length - 1;
  return {
    ...{ id: name, path, root: '/root', startLine, endLine, score: 1, name, symbol: name, line: startLine },
    ...{ spans: [], kind: 'function', language: 'python', scope: [], text, why: [] },
  };
}

const decimal: UsedCode = { name: 'Decimal', text: 'from decimal import Decimal', line: 1 };
const tax: UsedCode = { name: 'TAX', text: 'TAX = Decimal("0.19")', line: 3 };
const net = { hit: hit('src/cart.py', 10, 'net', 'def net(x):\n    return Decimal(x)'), uses: [decimal] };
const gross = {
  hit: hit('src/cart.py', 20, 'gross', 'def gross(x):\n    return net(x) * TAX'),
  uses: [decimal, tax, { name: 'net', text: 'def net(x):', line: 10 }],
};
const other = { hit: hit('src/other.py', 1, 'other', 'def other():\n    pass'), uses: [] };

describe('chosen places', () => {
  it('are Markdown: a heading with path and lines, and the code in a fence, by file and line', async () => {
    const { text, tokens } = await packPlaces([gross, other, { ...net, uses: [] }], options);
    assert.equal(
      text,
      [
        '## src/cart.py:10-11 · function net\n```python\ndef net(x):\n    return Decimal(x)\n```',
        '## src/cart.py:20-21 · function gross\n```python\nfrom decimal import Decimal\nTAX = Decimal("0.19")\n\ndef gross(x):\n    return net(x) * TAX\n```',
        '## src/other.py:1-2 · function other\n```python\ndef other():\n    pass\n```',
      ].join('\n\n'),
    );
    assert.equal(tokens, count(text));
  });

  it('have an import once in each file, and no global that is chosen itself', async () => {
    const { text } = await packPlaces([net, gross], options);
    assert.equal(text.split('from decimal import Decimal').length - 1, 1);
    assert.equal(text.split('def net(x):').length - 1, 1);
    assert.ok(text.includes('TAX = Decimal("0.19")'));
  });

  it('have the signature of another file once, and none that is chosen itself', async () => {
    const text = '# from src/other.py: def other()';
    const used = { name: 'other', text, line: 1, path: 'src/other.py' };
    const third = { hit: hit('src/third.py', 1, 'third', 'def third():\n    other()'), uses: [used] };
    const both = await packPlaces([{ ...net, uses: [decimal, used] }, third], options);
    assert.equal(both.text.split(text).length - 1, 1);
    const withIt = await packPlaces([{ ...net, uses: [decimal, used] }, third, other], options);
    assert.ok(!withIt.text.includes(text));
  });

  it('bring their imports along if the place that had them does not fit', async () => {
    const long = { hit: hit('src/cart.py', 5, 'long', `def long():\n${'    work()\n'.repeat(400)}`), uses: [decimal] };
    const { text, fitting, leftOut } = await packPlaces([long, gross], { ...options, budget: 200 });
    assert.deepEqual([fitting, leftOut], [[gross], [long]]);
    assert.ok(text.includes('from decimal import Decimal'));
  });

  it('are never more than the budget, and each is complete or left out', async () => {
    const place = fc.record({ words: fc.array(fc.string({ maxLength: 20 }), { maxLength: 30 }), file: fc.nat(2) });
    await fc.assert(
      fc.asyncProperty(fc.array(place, { maxLength: 8 }), fc.integer({ min: 10, max: 600 }), async (all, budget) => {
        const places = all.map(({ words, file }, i) => ({
          hit: hit(`f${file}.py`, 1 + i * 100, `n${i}`, `def n${i}():\n${words.map((w) => `  ${w}`).join('\n')}`),
          uses: [decimal],
        }));
        const packed = await packPlaces(places, { ...options, budget });
        assert.ok(packed.tokens <= budget);
        assert.equal(packed.tokens, count(packed.text));
        assert.equal(packed.fitting.length + packed.leftOut.length, places.length);
        for (const { hit: one } of packed.fitting) {
          const [, code = ''] = fencedCode(one.text, 'python').split(/^```python\n/);
          assert.ok(packed.text.includes(code));
        }
      }),
      { numRuns: runs(25) },
    );
  });
});
