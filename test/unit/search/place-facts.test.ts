import assert from 'node:assert/strict';
import { nearestPaths } from '../../../src/index/graph/modules/workspace-paths';
import { placeFacts } from '../../../src/search/graph-questions';
import { makeWorkspace, type TestWorkspace, viewOf } from './search-workspace';

describe('what a pack says about a place', function () {
  this.timeout(60_000);
  let workspace: TestWorkspace;
  before(async () => {
    const users = Array.from({ length: 60 }, (_, at) => [
      `far/user${at}.py`,
      `from shop.tax import tax_of\n\n\ndef total${at}(sum):\n    return sum + tax_of(sum)\n`,
    ]);
    workspace = await makeWorkspace({
      'shop/tax.py': 'def tax_of(sum):\n    return sum * 0.19\n\n\ndef rarely(sum):\n    return tax_of(sum)\n',
      'shop/cart.py': 'from shop.tax import rarely, tax_of\n\n\ndef pay(sum):\n    return tax_of(sum) + rarely(sum)\n',
      'tests/test_tax.py': 'from shop.tax import tax_of\n\n\ndef test_tax():\n    assert tax_of(100) == 19\n',
      ...Object.fromEntries(users),
    });
  });
  after(() => workspace.dispose());

  const factsOf = (line: number) =>
    placeFacts([viewOf(workspace.root)], {
      ...{ root: workspace.root, path: 'shop/tax.py', startLine: line, endLine: line + 1, line },
    }) ?? assert.fail('the graph does not know the place');

  it('looks at the nearest files alone where a name is used in very many, and says so', () => {
    const { isPart, usedByCount, tests } = factsOf(1);
    // 40 files: its own with `rarely`, its test, the cart in its folder, and 37 others.
    assert.deepEqual([isPart, usedByCount], [true, 39]);
    assert.deepEqual(
      tests.map(({ path, name }) => [path, name]),
      [['tests/test_tax.py', 'test_tax']],
    );
  });

  it('counts all users where they are few', () => {
    const { isPart, usedBy, usedByCount } = factsOf(5);
    assert.deepEqual([isPart, usedByCount], [false, 1]);
    assert.deepEqual(
      usedBy.map(({ path, name }) => [path, name]),
      [['shop/cart.py', 'pay']],
    );
  });

  it('gives the same facts after the graph has freed its memory', () => {
    const view = viewOf(workspace.root);
    const subject = () => view.graph.subjectAt('shop/tax.py', 1) ?? assert.fail();
    const before = view.graph.nearestUsers(subject(), 10).uses.map(({ lines }) => lines);
    const { graph } = view;
    Object.defineProperty(graph, 'isFull', { value: true });
    view.refresh();
    assert.notEqual(view.graph, graph);
    assert.deepEqual(
      view.graph.nearestUsers(subject(), 10).uses.map(({ lines }) => lines),
      before,
    );
  });
});

describe('the paths nearest to a file', () => {
  it('begin with those of its name, then those in its folder', () => {
    const paths = ['z/other.py', 'src/util/text.py', 'tests/test_nodes.py', 'src/model/tree.py', 'src/a.py'];
    assert.deepEqual(nearestPaths('src/model/nodes.py', paths), [
      'tests/test_nodes.py',
      'src/model/tree.py',
      'src/a.py',
      'src/util/text.py',
      'z/other.py',
    ]);
  });
});
