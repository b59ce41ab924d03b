/** What agents learn about the graph of a folder: `trace_uses`, the dependencies in `get_chunk`, the counts in `outline_file`. */
import assert from 'node:assert/strict';
import { tokenCounter } from '../../../../src/tokens/token-counter';
import { makeWorkspace, type TestWorkspace } from '../../search/search-workspace';
import { connect, type TestClient } from './mcp-client';

const callers = Array.from(
  { length: 40 },
  (_, i) => `def caller_${i}(text: str) -> float:\n    return parse_amount(text) + ${i}\n`,
);

const files = {
  'shop/amounts.py': `RATE = 0.2


def parse_amount(text: str) -> float:
    """Reads an amount of money."""
    return float(text) * RATE


def unused_helper() -> None:
    # Nothing here yet.
    pass
`,
  'shop/cart.py': `from shop.amounts import parse_amount


class Cart:
    def __init__(self) -> None:
        self.total = 0.0

    def add(self, text: str) -> None:
        self.total += parse_amount(text)

    def add_twice(self, text: str) -> None:
        self.add(text)
        self.add(text)
`,
  'shop/orders.py': `from shop.cart import Cart


def order(text: str) -> Cart:
    cart = Cart()
    cart.add_twice(text)
    return cart
`,
  'shop/many.py': `from shop.amounts import parse_amount\n\n\n${callers.join('\n\n')}`,
  'notes.md': '# Notes\n\nAbout amounts.\n',
};

interface Traced {
  readonly definitions: readonly {
    readonly name: string;
    readonly direct: number;
    readonly more: number;
    readonly uses: readonly { name: string; level: number; how: string; lines: number[]; signature?: string }[];
  }[];
}

describe('the graph for agents', function () {
  this.timeout(120_000);
  let workspace: TestWorkspace;
  let server: TestClient;
  before(async () => {
    workspace = await makeWorkspace(files);
    server = await connect(workspace.root, '--structured');
  });
  after(async () => {
    await server.close();
    workspace.dispose();
  });

  const trace = async (input: Record<string, unknown>): Promise<{ text: string; traced: Traced }> => {
    const { text, structured, isError } = await server.call('trace_uses', input);
    assert.ok(!isError, text);
    return { text, traced: Object(structured) };
  };
  const failed = async (input: Record<string, unknown>, words: RegExp): Promise<void> => {
    const { isError, text } = await server.call('trace_uses', input);
    assert.ok(isError, text);
    assert.match(text, words);
  };

  it('lists what uses a definition, one line each, with the lines of the use', async () => {
    const { text, traced } = await trace({ name: 'Cart.add' });
    assert.equal(
      text,
      [
        '## shop/cart.py:8 def add(self, text: str) -> None: · in Cart · used by 1',
        'shop/cart.py:11 def add_twice(self, text: str) -> None: (in Cart; lines 12, 13)',
      ].join('\n'),
    );
    const [use] = traced.definitions[0]?.uses ?? [];
    assert.deepEqual([use?.name, use?.level, use?.how, use?.lines], ['Cart.add_twice', 1, 'resolved', [12, 13]]);
  });

  it('lists what code uses, by a place', async () => {
    const { text } = await trace({ file: 'shop/cart.py', line: 9, direction: 'uses', depth: 2 });
    assert.equal(
      text,
      [
        '## shop/cart.py:8 def add(self, text: str) -> None: · in Cart · uses 2',
        'shop/amounts.py:4 def parse_amount(text: str) -> float:',
        '  shop/amounts.py:1 RATE = 0.2',
        'shop/cart.py:6 self.total = 0.0 (in Cart)',
      ].join('\n'),
    );
  });

  it('indents the next levels', async () => {
    const { text } = await trace({ name: 'add', file: 'shop/cart.py', depth: 3 });
    assert.match(text, /\nshop\/cart\.py:11 .*\n {2}shop\/orders\.py:4 def order\(text: str\) -> Cart: \(line 6\)$/);
  });

  it('takes the module of a function for its qualifier', async () => {
    const { traced } = await trace({ name: 'shop.amounts.parse_amount' });
    assert.equal(traced.definitions[0]?.direct, 41);
  });

  it('says how many are left out by the limit and by the budget', async () => {
    const limited = await trace({ name: 'parse_amount', limit: 10 });
    assert.match(limited.text, / · used by 41\n/);
    assert.match(limited.text, /\n… 31 more: ask with a larger limit or max_tokens$/);
    assert.equal(limited.traced.definitions[0]?.uses.length, 10);
    const counter = tokenCounter('o200k_base');
    for (const max_tokens of [100, 200, 500]) {
      const { text, traced } = await trace({ name: 'parse_amount', max_tokens });
      assert.ok(counter.count(text) <= max_tokens);
      const [definition] = traced.definitions;
      assert.ok(definition && definition.uses.length > 0);
      assert.equal(definition.uses.length + definition.more, 41);
    }
  });

  it('says that nothing uses a definition, and what that does not cover', async () => {
    const { text } = await trace({ name: 'unused_helper' });
    assert.match(text, /^## shop\/amounts\.py:9 def unused_helper\(\) -> None: · used by nothing in this folder\n/);
    assert.match(text, /Uses by reflection, in strings or in other repositories are not known\.$/);
  });

  it('explains what is wrong with a question', async () => {
    await failed({}, /give a name, or file and line/);
    await failed({ file: 'shop/cart.py' }, /give a line or a name with the file/);
    await failed({ file: 'shop/cart.py', line: 900 }, /has no line 900 in the index, only \d+ lines/);
    await failed({ file: 'shop/nowhere.py', line: 1 }, /no file shop\/nowhere\.py/);
    await failed({ file: '../secret.py', line: 1 }, /not in the served folder/);
    await failed({ name: 'parseAmount' }, /nothing named parseAmount .* Similar: parse_amount \(shop\/amounts\.py:4\)/);
    await failed({ name: 'Order.add' }, /nothing named Order\.add .* Similar: Cart\.add \(shop\/cart\.py:8\)/);
    await failed({ name: 'entirely_different' }, /search_code finds code/);
    await failed({ name: 'add', depth: 9 }, /depth/);
    workspace.write('shop/fresh.py', 'def fresh(): pass\n');
    await failed({ file: 'shop/fresh.py', line: 1 }, /not in the index: it is new or was skipped/);
    workspace.remove('shop/fresh.py');
  });

  it('shows with a chunk the definitions it uses, where there is room', async () => {
    const input = { path: 'shop/orders.py', line: 5, parent: false };
    const { text, structured } = await server.call('get_chunk', input);
    assert.match(text, /\n\nDefinitions it uses:\nshop\/cart\.py:4 class Cart:\nshop\/cart\.py:11 def add_twice/);
    const [cart] = Object(structured).dependencies;
    assert.deepEqual(cart, {
      ...{ name: 'Cart', kind: 'class', path: 'shop/cart.py', line: 4, endLine: 13 },
      ...{ signature: 'class Cart:', how: 'resolved' },
    });
    const less = tokenCounter('o200k_base').count(text) - 1;
    const short = await server.call('get_chunk', { ...input, max_tokens: Math.max(100, less) });
    assert.match(short.text, /cart\.add_twice\(text\)/);
    assert.ok(short.text.length < text.length || less < 100);
  });

  it('finds what a chunk uses after lines were added above it', async () => {
    const source = files['shop/orders.py'];
    workspace.write('shop/orders.py', `# One.\n# Two.\n\n${source}`);
    const { text } = await server.call('get_chunk', { path: 'shop/orders.py', line: 8 });
    assert.match(text, /Definitions it uses:\nshop\/cart\.py:4 class Cart:/);
    workspace.write('shop/orders.py', source);
  });

  it('outlines a file with the numbers of uses', async () => {
    const { text, structured } = await server.call('outline_file', { path: 'shop/cart.py' });
    assert.match(text, /class {5}class Cart: · uses 1, used by 1$/m);
    assert.match(text, /method {8}def add\(self, text: str\) -> None: · uses 2, used by 1$/m);
    assert.match(text, /def __init__\(self\) -> None:$/m);
    const add = Object(structured).symbols.find((symbol: { name: string }) => symbol.name === 'add');
    assert.deepEqual([add.uses, add.usedBy], [2, 1]);
    const prose = await server.call('outline_file', { path: 'notes.md' });
    assert.ok(!prose.isError && !prose.text.includes('used by'));
  });
});
