import assert from 'node:assert/strict';
import { pathSuffixFit } from '../../../../src/search/query/mentions';
import { stackFrames } from '../../../../src/search/query/text/stack-frames';

/** As `path:line name`, foreign frames with a leading `!`. */
function framesOf(text: string): string[] {
  return stackFrames(text.split('\n')).map(
    ({ path = '', line = '', name = '', isForeign }) => `${isForeign ? '!' : ''}${path}:${line} ${name}`,
  );
}

describe('stack frames', () => {
  const traces: readonly [string, string, readonly string[]][] = [
    [
      'Python, where the last frame raised the error',
      `Traceback (most recent call last):
  File "/app/run.py", line 3, in <module>
    main()
  File "/usr/local/lib/python3.9/site-packages/shop/cart.py", line 41, in add_item
    check(item)
  File "/usr/lib/python3.9/json/decoder.py", line 355, in raw_decode
  File "<frozen importlib._bootstrap>", line 228, in _call
ValueError: no such item`,
      [
        '!<frozen importlib._bootstrap>:228 _call',
        '!/usr/lib/python3.9/json/decoder.py:355 raw_decode',
        '/usr/local/lib/python3.9/site-packages/shop/cart.py:41 add_item',
        '/app/run.py:3 ',
      ],
    ],
    [
      'IPython',
      `File ~/shop/cart.py:41, in add_item(self, item)
     40 def add_item(self, item):
---> 41     check(item)`,
      ['~/shop/cart.py:41 add_item'],
    ],
    [
      'pytest',
      `tests/test_cart.py:12: in test_add
    cart.add_item(None)
shop/cart.py:41: in add_item
    check(item)
E   ValueError: no such item
shop/check.py:7: ValueError`,
      ['shop/check.py:7 ', 'shop/cart.py:41 add_item', 'tests/test_cart.py:12 test_add'],
    ],
    [
      'Node',
      `TypeError: item is undefined
    at Cart.addItem (/srv/shop/src/cart.js:41:7)
    at async Promise.all (index 0)
    at new Shop (file:///srv/shop/src/shop.mjs:3:1)
    at Object.<anonymous> (C:\\work\\shop\\index.ts:9:5)
    at /srv/shop/src/routes/get.js:5:11
    at node:internal/main/run_main_module:23:47`,
      [
        '/srv/shop/src/cart.js:41 Cart.addItem',
        'srv/shop/src/shop.mjs:3 Shop',
        'C:/work/shop/index.ts:9 ',
        '/srv/shop/src/routes/get.js:5 ',
      ],
    ],
    [
      'browsers and bundlers',
      `addItem@http://localhost:3000/static/js/cart.js:41:7
    at addItem (webpack-internal:///./src/cart.jsx?a1b2:41:7)`,
      ['static/js/cart.js:41 addItem', 'src/cart.jsx:41 addItem'],
    ],
    [
      'Java, the cause first',
      `Exception in thread "main" java.lang.IllegalStateException: closed
	at org.shop.cart.Cart$Item.add(Cart.java:41)
	at java.base/java.lang.Thread.run(Thread.java:833)
Caused by: java.io.IOException: broken pipe
	at org.shop.net.Wire.send(Wire.kt:7)
	... 3 more`,
      [
        'org/shop/net/Wire.kt:7 org.shop.net.Wire.send',
        'org/shop/cart/Cart.java:41 org.shop.cart.Cart$Item.add',
        '!java/lang/Thread.java:833 java.lang.Thread.run',
      ],
    ],
    [
      'Go',
      `panic: runtime error: index out of range

goroutine 1 [running]:
example.org/shop/cart.(*Cart).Add(0xc000010000, 0x5)
	/home/me/shop/cart/cart.go:41 +0x1d
runtime.main()
	/usr/local/go/src/runtime/proc.go:250 +0x212`,
      ['/home/me/shop/cart/cart.go:41 cart.Cart.Add', '!/usr/local/go/src/runtime/proc.go:250 runtime.main'],
    ],
    [
      'Rust: a panic and its backtrace',
      `thread 'main' panicked at 'no such item', src/cart.rs:41:9
stack backtrace:
   0: rust_begin_unwind
             at /rustc/abc/library/std/src/panicking.rs:584:5
   1: shop::cart::Cart::add
             at ./src/cart.rs:41:9`,
      [
        'src/cart.rs:41 ',
        '!/rustc/abc/library/std/src/panicking.rs:584 rust_begin_unwind',
        'src/cart.rs:41 shop::cart::Cart::add',
      ],
    ],
    ["the Rust compiler's place", 'error[E0308]: mismatched types\n  --> src/cart.rs:10:5', ['src/cart.rs:10 ']],
    [
      'C#',
      '   at Shop.Cart.Add(Item item, Int32 count) in C:\\work\\Shop\\Cart.cs:line 41',
      ['C:/work/Shop/Cart.cs:41 Shop.Cart.Add'],
    ],
    [
      'Unity',
      '  at Shop.Cart.Add () [0x00000] in /build/Assets/Cart.cs:41',
      ['/build/Assets/Cart.cs:41 Shop.Cart.Add'],
    ],
    [
      'Ruby',
      `lib/shop/cart.rb:41:in \`add_item': no such item (ArgumentError)
	from lib/shop/shop.rb:7:in 'block in Shop#run'`,
      ['lib/shop/cart.rb:41 add_item', 'lib/shop/shop.rb:7 Shop#run'],
    ],
    [
      'PHP',
      `PHP Fatal error:  Uncaught Exception: no such item in /var/www/shop/src/Cart.php:41
#0 /var/www/shop/src/Shop.php(7): Shop\\Cart->add(NULL)
#1 {main}
  thrown in /var/www/shop/src/Cart.php on line 41`,
      ['/var/www/shop/src/Cart.php:41 ', '/var/www/shop/src/Shop.php:7 Shop\\Cart->add'],
    ],
    ['gcc', 'cart.c:41:3: error: unknown type name', ['cart.c:41 ']],
    [
      'gdb and sanitizers',
      `#0  cart_add (cart=0x0, item=3) at src/cart.c:41
#1 0x4b2f in main /src/shop/main.c:9:3`,
      ['src/cart.c:41 cart_add', '/src/shop/main.c:9 '],
    ],
    ['the TypeScript compiler', 'src/cart.ts(41,5): error TS2322: wrong type', ['src/cart.ts:41 ']],
    ['Elixir', '    (shop 0.1.0) lib/shop/cart.ex:41: Shop.Cart.add/2', ['lib/shop/cart.ex:41 Shop.Cart.add']],
    ['Perl', 'no such item at lib/Cart.pm line 41.', ['lib/Cart.pm:41 ']],
    ['Lua', "cart.lua:41: in function 'add_item'", ['cart.lua:41 add_item']],
  ];
  for (const [what, text, expected] of traces) {
    it(`are read in ${what}`, () => {
      assert.deepEqual(framesOf(text), expected);
    });
  }

  it('are read when the line breaks were lost', () => {
    const text = 'Traceback: File "a/one.py", line 1, in f x() File "b/two.py", line 2, in g raise E';
    assert.deepEqual(framesOf(text), ['b/two.py:2 g', 'a/one.py:1 f']);
  });

  it('are not seen in times, ports, ratios and versions', () => {
    assert.deepEqual(framesOf('12:30:01 localhost:8080 ratio 3:1 v1.2:3 host.example:443 at 10:15'), []);
  });
});

describe('the fit of a path', () => {
  const fits: readonly [string, string, number][] = [
    ['/usr/local/lib/python3.9/site-packages/shop/cart.py', 'src/shop/cart.py', 2],
    ['C:\\work\\shop\\Cart.cs', 'shop/Cart.cs', 2],
    ['cart.py', 'shop/cart.py', 1],
    ['shop/cart.py', 'shop/cart_test.py', 0],
    ['org/shop/Cart.java', 'core/src/main/java/org/shop/Cart.java', 3],
    ['shop/cart', 'src/shop/cart.py', 2],
    ['shop/cart', 'src/shop/cart/__init__.py', 2],
    ['shop/Cart', 'src/shop/cart/index.ts', 2],
    ['shop/cart', 'src/shop/cart/item.ts', 0],
    ['cart.py', 'cart.pyi', 0],
    ['', 'cart.py', 0],
  ];
  for (const [mentioned, indexed, expected] of fits) {
    it(`is ${expected} for ${mentioned || 'nothing'} and ${indexed}`, () => {
      assert.equal(pathSuffixFit(mentioned, indexed), expected);
    });
  }
});
