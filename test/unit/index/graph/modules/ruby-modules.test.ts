import assert from 'node:assert/strict';
import { rubyModules } from '../../../../../src/index/graph/modules/rules-by-language';
import { workspaceOf } from './memory-workspace';

describe('a file of Ruby', () => {
  const workspace = workspaceOf([
    'lib/shop/cart.rb',
    'lib/shop/json.rb',
    'gems/pay/lib/pay.rb',
    'app/models/admin/html_report.rb',
    'app/models/concerns/taggable.rb',
    'test/helper.rb',
    'test/cart_test.rb',
  ]);
  const required = (module: string, from = 'test/cart_test.rb'): readonly string[] =>
    rubyModules.filesOf(module, from, workspace);
  const homes = (name: string): readonly string[] => rubyModules.homesOf?.(name, 'app/models/user.rb', workspace) ?? [];

  it('is required by its path in a folder of the load path', () => {
    assert.deepEqual(required('shop/cart'), ['lib/shop/cart.rb']);
    assert.deepEqual(required('pay'), ['gems/pay/lib/pay.rb']);
    assert.deepEqual(required('helper.rb'), ['test/helper.rb']);
  });

  it('that only ends like the name of a library is another', () => assert.deepEqual(required('json'), []));

  it('is required relative to the file', () => {
    assert.deepEqual(required('./helper'), ['test/helper.rb']);
    assert.deepEqual(required('../lib/shop/cart'), ['lib/shop/cart.rb']);
    assert.deepEqual(required('./missing'), []);
  });

  it('is where the loader looks for a constant', () => {
    assert.deepEqual(homes('Admin.HTMLReport'), ['app/models/admin/html_report.rb']);
    assert.deepEqual(homes('Taggable'), ['app/models/concerns/taggable.rb']);
    assert.deepEqual(homes('Shop.Cart'), ['lib/shop/cart.rb']);
    assert.deepEqual(homes('Cart'), []);
  });
});
