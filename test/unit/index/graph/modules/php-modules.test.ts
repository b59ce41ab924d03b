import assert from 'node:assert/strict';
import { phpModules } from '../../../../../src/index/graph/modules/rules-by-language';
import { workspaceOf } from './memory-workspace';

describe('a file of PHP', () => {
  const workspace = workspaceOf(
    ['src/Models/User.php', 'lib/pay/src/Card.php', 'tests/UserTest.php', 'inc/helpers.php'],
    {
      'composer.json': JSON.stringify({
        autoload: { 'psr-4': { 'App\\': 'src/' } },
        'autoload-dev': { 'psr-4': { 'Tests\\': ['tests/', 'missing'] } },
      }),
      'lib/pay/composer.json': '{ "autoload": { "psr-4": { "Pay\\\\": "./src" } } }',
    },
  );
  const homes = (name: string): readonly string[] => phpModules.homesOf?.(name, 'src/x.php', workspace) ?? [];
  const required = (module: string): readonly string[] => phpModules.filesOf(module, 'src/index.php', workspace);

  it('is where composer.json says that the classes of a namespace are', () => {
    assert.deepEqual(homes('App.Models.User'), ['src/Models/User.php']);
    assert.deepEqual(homes('Pay.Card'), ['lib/pay/src/Card.php']);
    assert.deepEqual(homes('Tests.UserTest'), ['tests/UserTest.php']);
    assert.deepEqual(homes('App.Models.Order'), []);
    assert.deepEqual(homes('Other.User'), []);
  });

  it('is required relative to the file, or by the end of its path', () => {
    assert.deepEqual(required('../inc/helpers.php'), ['inc/helpers.php']);
    assert.deepEqual(required('inc/helpers.php'), ['inc/helpers.php']);
    assert.deepEqual(required('./helpers.php'), []);
    assert.deepEqual(required('App\\Models'), []);
  });
});
