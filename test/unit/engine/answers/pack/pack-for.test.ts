/** A pack of a real folder: places, what is said about them, and what is not relevant. */
import assert from 'node:assert/strict';
import { plainPlace } from '../../../../../src/engine/answers/code-blocks';
import type { Pack } from '../../../../../src/engine/answers/pack/pack';
import { packFor } from '../../../../../src/engine/answers/pack/pack-for';
import type { CodeIndex } from '../../../../../src/engine/code-index';
import { tokenCounter } from '../../../../../src/tokens/token-counter';
import { makeWorkspace, type TestWorkspace } from '../../../search/search-workspace';

const counter = tokenCounter('o200k_base');

const shop = {
  'shop/prices.py': `import decimal
from typing import Optional

TAX_RATE = decimal.Decimal("0.19")


class Price:
    """An amount of money without tax."""

    def __init__(self, amount):
        self.amount = amount

    def gross(self):
        """The price with the value added tax."""
        return self.amount * (1 + TAX_RATE)


def parse_price(text: str) -> Optional[Price]:
    """Reads a price such as 12.50 EUR from a text."""
    number = text.split(" ")[0]
    return Price(decimal.Decimal(number)) if number else None
`,
  'shop/cart.py': `from .prices import parse_price


class Cart:
    """The things that a customer wants to buy."""

    def __init__(self):
        self.lines = []

    def add_line(self, text):
        self.lines.append(parse_price(text))

    def total_with_tax(self):
        """The sum of all lines of the cart, with the value added tax."""
        return sum(price.gross() for price in self.lines)
`,
  'shop/checkout.py': `from .cart import Cart


def check_out(texts):
    """Puts the lines into a cart and returns what the customer pays."""
    cart = Cart()
    for text in texts:
        cart.add_line(text)
    return cart.total_with_tax()
`,
  'tests/test_cart.py': `from shop.cart import Cart


def test_total_of_an_empty_cart_is_nothing():
    assert Cart().total_with_tax() == 0


def test_total_has_tax():
    cart = Cart()
    cart.add_line("10 EUR")
    assert cart.total_with_tax() > 10
`,
  'web/format.ts': `/** Writes an amount for the page of the cart, with its currency. */
export function formatAmount(amount: number): string {
  return \`\${amount.toFixed(2)} EUR\`;
}
`,
  'web/format.test.ts': `import { formatAmount } from './format';

describe('an amount', () => {
  it('has its currency', () => {
    if (formatAmount(1) !== '1.00 EUR') throw new Error('wrong');
  });
});
`,
};

describe('a pack', function () {
  this.timeout(120_000);
  let workspace: TestWorkspace;
  let searcher: CodeIndex;
  before(async () => {
    workspace = await makeWorkspace(shop);
    searcher = await workspace.searcher();
  });
  after(() => workspace.dispose());

  const pack = (text: string, budget = 2000): Promise<Pack> =>
    packFor(searcher, text, {
      ...{ budget, count: (each) => counter.count(each), place: plainPlace, readMore: 'get_chunk with path and line' },
    });

  it('begins with its confidence and the likeliest place', async () => {
    const { text, places, confidence } = await pack('where is the total of the cart with tax computed');
    assert.match(text, new RegExp(`^Confidence: ${confidence}`));
    assert.match(text.split('\n\n')[1] ?? '', /^## shop\/cart\.py:/);
    assert.equal(places[0]?.path, 'shop/cart.py');
    assert.match(text, /return sum\(price\.gross\(\) for price in self\.lines\)/);
  });

  it('names what uses a place, and the tests that do', async () => {
    const { text } = await pack('Cart.total_with_tax');
    assert.match(text, /^used by \d+: .*shop\/checkout\.py:4 check_out/m);
    assert.match(
      text,
      /^tests \d+: tests\/test_cart\.py:4 test_total_of_an_empty_cart_is_nothing, :8 test_total_has_tax$/m,
    );
  });

  it('names a test that is a call by its title', async () => {
    const { text } = await pack('formatAmount');
    assert.match(text, /^tests 1: web\/format\.test\.ts:5 has its currency$/m);
  });

  it('has the signatures of what a place uses, unless it shows their code', async () => {
    const alone = await packFor(
      {
        search: (text, options) => searcher.search(text, { ...options, limit: 1, further: 0 }),
        facts: (place) => searcher.facts(place),
      },
      'put the line of a text into the cart: add_line',
      { budget: 2000, count: (each) => counter.count(each), place: plainPlace, readMore: '' },
    );
    assert.match(alone.text, /^uses: shop\/prices\.py:18 def parse_price\(text: str\) -> Optional\[Price\]/m);
    const { text } = await pack('put the line of a text into the cart: add_line');
    assert.match(text, /^def parse_price/m);
    assert.doesNotMatch(text, /^uses: .*def parse_price/m);
  });

  it('names imports from outside of the folder', async () => {
    const { text } = await pack('parse_price reads a price from a text');
    assert.match(text, /^imports: decimal, typing: Optional$/m);
  });

  it('says less about places than it shows of them', async () => {
    for (const budget of [400, 800, 2000]) {
      const { text, tokens } = await pack('price with the value added tax', budget);
      const said = text.split('\n').filter((line) => /^(?:imports|uses|used by \d+|tests \d+): /.test(line));
      assert.ok(counter.count(said.join('\n')) <= 0.15 * budget, text);
      assert.ok(tokens <= budget);
    }
  });

  it('says first that probably nothing is relevant, what to do, and shows the nearest places in a quarter of the budget', async () => {
    const question = 'text of the kubernetes ingress controller certificate rotation webhook';
    const { text, confidence, tokens, places } = await pack(question, 2000);
    assert.equal(confidence, 'none');
    assert.match(text, /^Probably nothing relevant.* grep/);
    assert.match(text, /^## \S+:\d+-\d+ /m);
    assert.ok(tokens <= 500);
    assert.ok(places.length > 0);
  });

  it('only names the nearest places if a quarter of the budget has no room for code', async () => {
    const question = 'text of the kubernetes ingress controller certificate rotation webhook';
    const { text, places } = await pack(question, 1000);
    assert.match(text, /^Probably nothing relevant.* grep/);
    assert.doesNotMatch(text, /```/);
    assert.match(text, /^Nearest: \S+:\d+-\d+ /m);
    assert.ok(places.every(({ spans }) => spans.length === 0));
  });

  it('is useful in a tiny budget', async () => {
    for (const budget of [50, 100, 200]) {
      const { text, places } = await pack('where is the total of the cart with tax computed', budget);
      assert.match(text, /shop\/cart\.py/);
      assert.ok(places.length > 0);
    }
    assert.equal((await pack('total', 0)).text, '');
  });

  it('stops when it is cancelled', async () => {
    const options = { budget: 500, count: (each: string) => counter.count(each), place: plainPlace, readMore: '' };
    await assert.rejects(packFor(searcher, 'total', { ...options, signal: AbortSignal.abort() }), {
      name: 'AbortError',
    });
  });

  it('shows a file as it is now', async () => {
    const { 'web/format.ts': before } = shop;
    workspace.write('web/format.ts', `const rates = ['0.19', '0.07'];\nconsole.log(rates);\n\n${before}`);
    try {
      const { text } = await pack('formatAmount');
      assert.match(text, /^const rates = \['0\.19', '0\.07'\];$/m);
      assert.match(text, /^## web\/format\.ts:1-7 .*\(changed since it was indexed\)/m);
    } finally {
      workspace.write('web/format.ts', before);
    }
  });
});
