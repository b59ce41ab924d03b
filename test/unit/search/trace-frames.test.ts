/** The frames of a pasted trace come first, in its order, at their lines. */
import assert from 'node:assert/strict';
import type { CodeIndex } from '../../../src/engine/code-index';
import { makeWorkspace, type TestWorkspace } from './search-workspace';

/** A file with a function at each of these lines. */
function linesWith(functions: Readonly<Record<number, string>>, count = 12): string {
  return Array.from({ length: count }, (_, at) => functions[at + 1] ?? (at % 3 === 2 ? '' : `// line ${at + 1}`)).join(
    '\n',
  );
}

const python = `import json


def load(path):
    with open(path) as file:
        return read_cart(file)


def read_cart(file):
    cart = json.load(file)
    if not cart:
        raise ValueError("empty cart")
    return cart
`;

const files = {
  'shop/cart.py': python,
  'shop/__main__.py': 'from shop.cart import load\n\n\ndef main():\n    load("cart.json")\n\n\nmain()\n',
  'other/cart.py': 'def total(cart):\n    return sum(cart)\n',
  'web/src/cart.ts': `export class Cart {
  add(item: string): void {
    this.items.push(item);
  }
}
`,
  'web/src/shop.ts': `import { Cart } from './cart';\n\nexport function order(cart: Cart): void {\n  cart.add('x');\n}\n`,
  'java/org/shop/Cart.java': linesWith({
    1: 'package org.shop;',
    3: 'class Cart {',
    5: '  void add() { send(); }',
    7: '  void send() { throw new IllegalStateException(); }',
    9: '}',
  }),
  'go/cart/cart.go': 'package cart\n\nfunc Add(items []int) int {\n\treturn items[5]\n}\n',
  'rust/src/main.rs': 'fn main() {\n    pick(&[]);\n}\n\nfn pick(items: &[u8]) -> u8 {\n    items[5]\n}\n',
  'cs/Shop/Cart.cs':
    'namespace Shop {\n  class Cart {\n    void Add(object item) {\n      throw new System.Exception();\n    }\n  }\n}\n',
  'ruby/lib/cart.rb': "class Cart\n  def add_item(item)\n    raise ArgumentError, 'no such item'\n  end\nend\n",
  'php/src/Cart.php':
    "<?php\nclass Cart {\n  function add($item) {\n    throw new Exception('no such item');\n  }\n}\n",
  'c/src/cart.c': 'int add(int *items) {\n  return items[5];\n}\n\nint main(void) {\n  return add(0);\n}\n',
};

const trace = `Traceback (most recent call last):
  File "/app/shop/__main__.py", line 8, in <module>
    main()
  File "/app/shop/__main__.py", line 5, in main
    load("cart.json")
  File "/usr/lib/python3.12/site-packages/lib/wrap.py", line 3, in wrapped
    return f(*args)
  File "/app/shop/cart.py", line 6, in load
    return read_cart(file)
  File "/app/shop/cart.py", line 12, in read_cart
    raise ValueError("empty cart")
ValueError: empty cart`;

describe('a pasted trace', function () {
  this.timeout(120_000);
  let workspace: TestWorkspace;
  let index: CodeIndex;
  before(async () => {
    workspace = await makeWorkspace(files);
    index = await workspace.searcher();
  });
  after(() => workspace.dispose());

  const rows = async (text: string, options = {}): Promise<string[]> =>
    (await index.search(text, options)).hits
      .filter(({ frame }) => frame !== undefined)
      .map(({ path, line, symbol, frame, deepest }) => `${frame}${deepest ? '*' : ''} ${path}:${line} ${symbol}`);

  it('has its frames of the folder first, in its order, each at its line', async () => {
    assert.deepEqual(await rows(trace), [
      '1 shop/__main__.py:8 ',
      '2 shop/__main__.py:5 main',
      '4 shop/cart.py:6 load',
      '5* shop/cart.py:12 read_cart',
    ]);
    const { hits, confidence } = await index.search(trace);
    assert.deepEqual(
      hits.slice(0, 4).map(({ frame }) => frame),
      [1, 2, 4, 5],
    );
    assert.notEqual(confidence, 'none');
    const [, , , deepest] = hits;
    assert.ok(deepest?.spans.some(([from, to]) => from <= 12 && 12 <= to));
    assert.ok(!('score' in (deepest ?? {})));
  });

  it('opens in the function that it names, if its lines are of another state of the file', async () => {
    const older = trace
      .replace('line 6, in load', 'line 11, in load')
      .replace('line 12, in read_cart', 'line 99, in gone');
    assert.deepEqual((await rows(older)).slice(2), ['4* shop/cart.py:4 load']);
  });

  it('is followed by related code, without the places of its frames', async () => {
    const { hits } = await index.search(trace, { limit: 10 });
    const others = hits.filter(({ frame }) => frame === undefined);
    const framed = new Set(hits.filter(({ frame }) => frame !== undefined).map(({ id }) => id));
    assert.ok(others.length > 0);
    assert.ok(others.every(({ id, score }) => score !== undefined && !framed.has(id)));
    assert.ok(hits.length <= 10);
  });

  it('leaves room for related code, and keeps its deepest frames', async () => {
    assert.deepEqual(await rows(trace, { limit: 3 }), [
      '2 shop/__main__.py:5 main',
      '4 shop/cart.py:6 load',
      '5* shop/cart.py:12 read_cart',
    ]);
  });

  const traces: readonly [string, string, readonly string[]][] = [
    [
      'Node',
      `TypeError: Cannot read properties of undefined (reading 'push')
    at Cart.add (/srv/web/src/cart.ts:3:16)
    at order (/srv/web/src/shop.ts:4:8)
    at node:internal/main/run_main_module:23:47`,
      ['1* web/src/cart.ts:3 add', '2 web/src/shop.ts:4 order'],
    ],
    [
      'Java',
      `Exception in thread "main" java.lang.IllegalStateException
	at org.shop.Cart.send(Cart.java:7)
	at org.shop.Cart.add(Cart.java:5)
	at java.base/java.lang.Thread.run(Thread.java:833)`,
      ['1* java/org/shop/Cart.java:7 send', '2 java/org/shop/Cart.java:5 add'],
    ],
    [
      'Go',
      `panic: runtime error: index out of range [5] with length 0

goroutine 1 [running]:
example.org/shop/cart.Add(...)
	/home/me/go/cart/cart.go:4 +0x1d
main.main()
	/usr/local/go/src/runtime/proc.go:250 +0x212`,
      ['1* go/cart/cart.go:4 Add'],
    ],
    [
      'a panic of Rust',
      `thread 'main' panicked at rust/src/main.rs:6:5:\nindex out of bounds: the len is 0 but the index is 5`,
      ['1* rust/src/main.rs:6 pick'],
    ],
    [
      'C#',
      'Unhandled exception. System.Exception: no\n   at Shop.Cart.Add(Object item) in C:\\work\\cs\\Shop\\Cart.cs:line 4',
      ['1* cs/Shop/Cart.cs:4 Add'],
    ],
    [
      'Ruby',
      "ruby/lib/cart.rb:3:in `add_item': no such item (ArgumentError)\n\tfrom bin/run.rb:7:in '<main>'",
      ['1* ruby/lib/cart.rb:3 add_item'],
    ],
    [
      'PHP',
      `PHP Fatal error:  Uncaught Exception: no such item in /var/www/php/src/Cart.php:4
#0 /var/www/php/public/index.php(7): Cart->add(NULL)
#1 {main}`,
      ['1* php/src/Cart.php:4 add'],
    ],
    [
      'gdb',
      '#0  add (items=0x0) at c/src/cart.c:2\n#1  0x00005555 in main () at c/src/cart.c:6',
      ['1* c/src/cart.c:2 add', '2 c/src/cart.c:6 main'],
    ],
  ];
  for (const [what, text, expected] of traces) {
    it(`of ${what} opens at its frames`, async () => {
      assert.deepEqual(await rows(text), expected);
    });
  }

  it('does not lead to files that only have the name of one elsewhere', async () => {
    const at = (path: string, line: number, name: string): string =>
      `Traceback (most recent call last):\n  File "${path}", line ${line}, in ${name}\n    x\nKeyError: 1`;
    assert.deepEqual(await rows(at('/venv/lib/site-packages/basket/cart.py', 2, 'run')), []);
    // Two files have the name, and one of them the function.
    assert.deepEqual(await rows(at('cart.py', 2, 'total')), ['1* other/cart.py:2 total']);
    assert.deepEqual(await rows(at('cart.py', 2, 'unknown')), []);
    assert.deepEqual(await rows(at('/app/shop/cart.py', 400, 'load')), []);
  });

  it('keeps to the filters that are given beside it', async () => {
    const within = { filters: { path: ['shop/cart.py'] } };
    assert.deepEqual(await rows(trace, within), ['4 shop/cart.py:6 load', '5* shop/cart.py:12 read_cart']);
  });

  it('is no place that a compiler names', async () => {
    assert.deepEqual(await rows('error[E0308]: mismatched types\n  --> rust/src/main.rs:2:5\nhelp: consider it'), []);
  });
});
