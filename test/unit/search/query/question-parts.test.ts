import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type QuestionParts, questionParts } from '../../../../src/search/query/question-parts';
import { runs } from '../../random-runs';

const report = `# Adding an item twice empties the cart

<!-- Thank you for your report! -->
### Describe the bug
When I call \`Cart.add_item\` twice with \`merge=True\`, the cart is empty. See
https://github.com/example/shop/blob/1a2b3c/src/shop/cart.py#L41-L45 and src/shop/merge.py:7.

### To Reproduce
\`\`\`python
from shop.cart import Cart
cart = Cart(owner="me")
cart.add_item("Apples and pears", merge=True)
\`\`\`

### Actual behavior
\`\`\`
Traceback (most recent call last):
  File "/app/src/shop/cart.py", line 41, in add_item
    self._merge(item)
shop.errors.MergeError: cannot merge item 'pear' into cart 12
\`\`\`

It also prints "the cart was changed by someone else" with \`--no-cache\`.

### Environment
- OS: Windows 11
- Python version: 3.11
- shop==2.0.1

- [x] I searched the tracker
`;

function namesOf(parts: QuestionParts, where: string): string[] {
  return parts.names.filter((one) => one.where === where).map(({ name }) => name);
}

describe('the parts of a report', () => {
  const parts = questionParts(report);

  it('have the title apart', () => {
    assert.equal(parts.title, 'Adding an item twice empties the cart');
  });

  it('have prose without code, headings of templates, checklists, comments, addresses and versions', () => {
    assert.equal(
      parts.prose,
      `When I call \`Cart.add_item\` twice with \`merge=True\`, the cart is empty. See
and src/shop/merge.py:7.
It also prints "the cart was changed by someone else" with \`--no-cache\`.`,
    );
  });

  it('have code apart from output', () => {
    assert.match(parts.code, /from shop\.cart import Cart/);
    assert.match(parts.code, /merge=True/);
    assert.doesNotMatch(parts.code, /Traceback/);
    assert.match(parts.output, /Traceback/);
    assert.match(parts.output, /MergeError/);
    assert.doesNotMatch(parts.output, /import/);
  });

  it('have names by where they are, also the last part and the class of qualified names', () => {
    assert.deepEqual(namesOf(parts, 'prose'), ['Cart.add_item', 'add_item', 'no-cache', 'Cart', 'merge']);
    assert.ok(namesOf(parts, 'code').includes('shop.cart'));
    assert.ok(namesOf(parts, 'output').includes('MergeError'));
  });

  it('have paths with their lines', () => {
    assert.deepEqual(parts.paths.slice(0, 4), [
      { path: 'src/shop/cart.py', line: 41 },
      { path: 'src/shop/merge.py', line: 7 },
      { path: 'shop/cart' },
      { path: '/app/src/shop/cart.py', line: 41 },
    ]);
  });

  it('have frames and messages', () => {
    const frame = { path: '/app/src/shop/cart.py', line: 41, name: 'add_item' };
    assert.deepEqual(parts.frames[0], { ...frame, isForeign: false, number: 1, isPlace: false });
    assert.deepEqual(parts.messages, ["cannot merge item 'pear' into cart 12", 'the cart was changed by someone else']);
  });

  it('are those of a text that was pasted', () => {
    assert.equal(parts.isPasted, true);
    assert.equal(questionParts('where is the cart emptied').isPasted, false);
  });
});

describe('blocks of a text', () => {
  const fences: readonly [string, string][] = [
    ['Markdown', 'Title\n\n```js\nconst a = 1;\n```\nafter'],
    ['Markdown without a line break before the end', 'Title\n\n```\nconst a = 1;```\nafter'],
    ['tildes', 'Title\n~~~\nconst a = 1;\n~~~\nafter'],
    ['Trac', 'Title\n{{{#!js\nconst a = 1;\n}}}\nafter'],
    ['Jira', 'Title\n{code:js}\nconst a = 1;\n{code}\nafter'],
    ['HTML', 'Title\n<pre>\nconst a = 1;\n</pre>\nafter'],
    ['indentation', 'Title\n\n    const a = 1;\n\nafter'],
    ['a quotation', 'Title\n> ```\n> const a = 1;\n> ```\nafter'],
    ['the shape of the line', 'Title\nconst a = 1;\nafter'],
  ];
  for (const [what, text] of fences) {
    it(`are told by ${what}`, () => {
      const { title, prose, code } = questionParts(text);
      assert.deepEqual([title, prose, code.trim()], ['Title', 'after', 'const a = 1;']);
    });
  }

  it('tell what was typed into a shell or a console from what it printed', () => {
    const { code, output } = questionParts('Title\n```console\n$ shop add pear\nno such item\n>>> f(1)\n2\n```');
    assert.equal(code, '$ shop add pear\n>>> f(1)');
    assert.equal(output, 'no such item\n2');
  });

  it('tell logs from prose without fences', () => {
    const { prose, output } = questionParts(
      'The server stops\n\nIt stops after a while.\n2026-01-02T03:04:05Z ERROR lost the connection to peer 7\npanic: no peers left',
    );
    assert.equal(prose, 'It stops after a while.');
    assert.match(output, /lost the connection[\s\S]*no peers left/);
  });

  const prefixed = ['web_1  | ', 'E/Shop( 1234): ', '2026-01-02T03:04:05.000Z '];
  for (const prefix of prefixed) {
    it(`tell a trace in a log with the prefix ${prefix.trim()} from prose`, () => {
      const trace = [
        'Traceback (most recent call last):',
        '  File "shop/cart.py", line 41, in add',
        'KeyError: no pear',
      ];
      const { prose, frames, messages } = questionParts(`Title\n\n${trace.map((line) => prefix + line).join('\n')}`);
      assert.equal(prose, '');
      assert.equal(frames[0]?.path, 'shop/cart.py');
      assert.deepEqual(messages.slice(0, 1), ['no pear']);
    });
  }

  it('leave out the header of a quoted mail', () => {
    const { prose } = questionParts('Re: the cart\n\nOn Mon, Jan 2, 2026 at 3:04 AM Someone wrote:\n> It is empty.');
    assert.equal(prose, 'It is empty.');
  });

  it('keep sentences that only mention code', () => {
    const text = 'Title\nIf the value is None, return early (see below).\nUse x = 3 for this, it works fine.\nSo: why?';
    assert.equal(questionParts(text).prose, text.slice('Title\n'.length));
  });

  it('of a patch are code with the paths of its files', () => {
    const text = `Mend the sum

diff --git a/src/shop/sum.c b/src/shop/sum.c
--- a/src/shop/sum.c
+++ b/src/shop/sum.c
@@ -1,2 +1,2 @@
-  return a;
+  return a + b;
`;
    const { prose, code, paths } = questionParts(text);
    assert.equal(prose, '');
    assert.match(code, /return a \+ b/);
    assert.deepEqual(paths, [{ path: 'src/shop/sum.c' }]);
  });

  it('have no title if the text begins with a trace', () => {
    assert.equal(questionParts('Traceback (most recent call last):\n  File "a.py", line 1, in f').title, '');
  });

  it('have the first sentence of a long paragraph as title', () => {
    const { title, prose } = questionParts(`The cart forgets its items. ${'It happens now and then. '.repeat(20)}`);
    assert.equal(title, 'The cart forgets its items.');
    assert.match(prose, /^It happens/);
  });
});

describe('a very long text', () => {
  const filler = Array.from({ length: 4000 }, (_, i) => `step number ${i} of the run went well`).join('\n');
  const text = `The cart is empty

\`\`\`
${filler}
  File "/app/shop/cart.py", line 41, in add_item
shop.CartError: the basket is already gone
${filler}
\`\`\`

It worked before \`merge_items\` came.`;

  it('is read at its beginning and its end, and where its middle has errors and places', () => {
    const { title, prose, frames, messages, names } = questionParts(text);
    assert.equal(title, 'The cart is empty');
    assert.equal(prose, 'It worked before `merge_items` came.');
    assert.equal(frames[0]?.path, '/app/shop/cart.py');
    assert.equal(messages[0], 'the basket is already gone');
    assert.ok(names.some(({ name }) => name === 'merge_items'));
  });

  it('is read also if it is a single line', () => {
    const { title, prose } = questionParts(text.replaceAll('\n', ' '));
    assert.match(title, /^The cart is empty/);
    assert.match(prose, /merge_items/);
  });
});

describe('names in a text', () => {
  const cases: readonly [string, string, string[]][] = [
    ['an identifier in a sentence', 'why does addItem fail', ['addItem']],
    ['a call', 'why does add() fail', ['add']],
    ['a member', 'Cart::add and cart->total', ['Cart::add', 'add', 'cart->total', 'total', 'Cart']],
    ['a call with arguments', 'why does add_item(self, item) fail', ['add_item']],
    ['letters around a digit', 'why does union1d fail on x86', ['union1d']],
    ['an option', 'it fails with --no-cache and --jobs=3', ['no-cache', 'jobs']],
    ['a decorator, but no person', '@cached_property breaks, says @someone', ['cached_property']],
    ['no emphasis, product or version', 'it _really_ breaks GitHub on `1.2.3`', []],
    ['a setting', 'set max_line_length to 80', ['max_line_length']],
  ];
  for (const [what, text, expected] of cases) {
    it(`are read from ${what}`, () => {
      assert.deepEqual(namesOf(questionParts(text), 'title'), expected);
    });
  }

  it('of a test come with its file', () => {
    const { names, paths } = questionParts('Flaky\n\ntests/test_cart.py::TestCart::test_add_twice fails sometimes');
    assert.deepEqual(paths, [{ path: 'tests/test_cart.py' }]);
    assert.ok(names.some(({ name }) => name === 'test_add_twice'));
  });

  it('in code count where they are called or have a shape, not in comments and strings', () => {
    const { names } = questionParts('T\n```js\n// Please Note\nconst mine = makeCart("Big Cart").total;\n```');
    assert.deepEqual(
      names.map(({ name }) => name),
      ['makeCart'],
    );
  });
});

describe('paths in a text', () => {
  const cases: readonly [string, string, object[]][] = [
    [
      'Python imports',
      'T\n```\nfrom shop.cart import add, Cart\n```',
      [{ path: 'shop/cart' }, { path: 'shop/cart/add' }],
    ],
    ['relative imports', "T\n```\nimport { add } from '../lib/cart'\n```", [{ path: 'lib/cart' }]],
    ['Java imports', 'T\n```\nimport org.shop.Cart;\n```', [{ path: 'org/shop' }, { path: 'org/shop/Cart' }]],
    ['PHP imports', 'T\n```\nuse Shop\\Cart\\Item;\n```', [{ path: 'Shop/Cart/Item' }]],
    ['Rust imports', 'T\n```\nuse shop::cart::Item;\n```', [{ path: 'shop/cart/Item' }]],
    ['pages of GitLab', 'see https://gitlab.com/a/b/-/blob/main/src/cart.rb#L7', [{ path: 'src/cart.rb', line: 7 }]],
    ['a file and its line in words', 'look at `cart.py`, line 12', [{ path: 'cart.py', line: 12 }]],
    ['Windows', 'in src\\shop\\cart.cs', [{ path: 'src/shop/cart.cs' }]],
    ['no products', 'on Node.js and Vue.js', []],
  ];
  for (const [what, text, expected] of cases) {
    it(`are read from ${what}`, () => {
      assert.deepEqual(questionParts(text).paths, expected);
    });
  }
});

describe('messages in a text', () => {
  const cases: readonly [string, string, string][] = [
    ['Python', 'KeyError: no such item here', 'no such item here'],
    ['Java', 'Caused by: java.io.IOException: broken pipe again', 'broken pipe again'],
    ['Rust', "thread 'main' panicked at 'no such item', src/a.rs:1:2", 'no such item'],
    ['Rust, below the place', "thread 'main' panicked at src/a.rs:1:2:\nno such item", 'no such item'],
    ['Elixir', '** (ArgumentError) no such item', 'no such item'],
    ['a linter', '  12:5  error  no such item  no-items', 'no such item'],
    ['a log with details', '[2026-01-02 03:04:05] local.ERROR: no such item {"id":7}', 'no such item'],
    ['a compiler', 'cart.c:41:3: error: unknown type name', 'unknown type name'],
    ['Ruby', "lib/cart.rb:41:in `add': no such item (ArgumentError)", 'no such item'],
    ['a log', '2026-01-02 03:04:05 [error]: #0 lost the connection', 'lost the connection'],
    ['double quotes', 'It says "no such item" again', 'no such item'],
    ['typographic quotes', 'It says “no such item” again', 'no such item'],
    ['single quotes', "It doesn't work and says 'no such item' again", 'no such item'],
  ];
  for (const [what, line, expected] of cases) {
    it(`are read from ${what}`, () => {
      assert.deepEqual(questionParts(`The cart\n\n${line}`).messages, [expected]);
    });
  }
});

describe('any text', () => {
  const pieces = fc.constantFrom(
    ...[
      '```',
      '`',
      '"',
      "'",
      '\n',
      ' ',
      '    ',
      '{{{',
      '}}}',
      '<!--',
      '-->',
      '<pre>',
      'a.py:3',
      'File "a.py", line 3, in f',
    ],
    ...[
      'at f (a.js:1:2)',
      'Error: it is so',
      '#0 ',
      '--flag',
      'fooBar',
      'a.b.c',
      'https://x.y/z',
      '> ',
      '- ',
      '\\',
      '\r\n',
      'word',
    ],
  );
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(pieces, { maxLength: 60 }).map((all) => all.join('')),
  );

  it('is read without failing, and every part is a piece of it', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const parts = questionParts(text);
        const words = [parts.title, parts.prose, parts.code, parts.output, ...parts.messages].flatMap((part) =>
          part.split(/[\s`<>]+/),
        );
        for (const word of words) if (/^\w+$/.test(word)) assert.ok(text.includes(word), word);
        for (const { name } of parts.names) if (/^\w+$/.test(name)) assert.ok(text.includes(name), name);
        for (const { path } of parts.paths)
          for (const segment of path.split('/')) assert.ok(text.includes(segment), segment);
      }),
      { numRuns: runs(100) },
    );
  });

  const units = ['"', "'", '`', '.', ' ', 'a', '\n', '(', '<!--', '```\n', 'at a.b(', 'a.py:', '> ', 'a/', '\t', '**a'];
  it('is read in bounded time, however hostile', function () {
    this.timeout(60_000);
    for (const unit of units) questionParts(unit.repeat(1_000_000 / unit.length));
  });
});
