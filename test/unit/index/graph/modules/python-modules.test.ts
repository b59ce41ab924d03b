import assert from 'node:assert/strict';
import type { WorkspaceFiles } from '../../../../../src/index/graph/modules/module-rules';
import { pythonModules } from '../../../../../src/index/graph/modules/python-modules';
import { workspaceOf } from './memory-workspace';

function files(module: string, from: string, workspace: WorkspaceFiles): readonly string[] {
  return pythonModules.filesOf(module, from, workspace);
}

describe('a relative module of Python', () => {
  const workspace = workspaceOf(['pkg/__init__.py', 'pkg/a.py', 'pkg/sub/__init__.py', 'pkg/sub/b.py', 'loose/c.py']);
  const cases: readonly (readonly [module: string, from: string, expected: readonly string[]])[] = [
    ['.', 'pkg/a.py', ['pkg/__init__.py']],
    ['.', 'pkg/__init__.py', ['pkg/__init__.py']],
    ['.a', 'pkg/__init__.py', ['pkg/a.py']],
    ['.sub', 'pkg/a.py', ['pkg/sub/__init__.py']],
    ['.sub.b', 'pkg/a.py', ['pkg/sub/b.py']],
    ['..', 'pkg/sub/b.py', ['pkg/__init__.py']],
    ['..a', 'pkg/sub/b.py', ['pkg/a.py']],
    ['.c', 'loose/d.py', ['loose/c.py']],
    ['.', 'loose/d.py', []],
    ['....a', 'pkg/sub/b.py', []],
    ['.missing', 'pkg/a.py', []],
  ];
  for (const [module, from, expected] of cases)
    it(`${module} in ${from} is ${expected.join(' and ') || 'nothing'}`, () =>
      assert.deepEqual(files(module, from, workspace), expected));
});

describe('an absolute module of Python', () => {
  it('is in a folder around the file, the nearest first', () => {
    const workspace = workspaceOf(['utils.py', 'tools/utils.py', 'pkg/__init__.py', 'pkg/a.py', 'pkg/a/__init__.py']);
    assert.deepEqual(files('utils', 'tools/run.py', workspace), ['tools/utils.py']);
    assert.deepEqual(files('utils', 'tests/test_a.py', workspace), ['utils.py']);
    // A package hides a module of the same name.
    assert.deepEqual(files('pkg.a', 'tests/test_a.py', workspace), ['pkg/a/__init__.py']);
  });

  it('is found in source folders and in other projects', () => {
    const workspace = workspaceOf([
      'src/app/__init__.py',
      'src/app/a.py',
      'libs/one/one/__init__.py',
      'libs/one/pyproject.toml',
      'services/x/api/__init__.py',
      'services/x/api/routes.py',
    ]);
    assert.deepEqual(files('app', 'tests/test_a.py', workspace), ['src/app/__init__.py']);
    assert.deepEqual(files('app.a', 'tests/unit/test_a.py', workspace), ['src/app/a.py']);
    assert.deepEqual(files('one', 'src/app/a.py', workspace), ['libs/one/one/__init__.py']);
    assert.deepEqual(files('api.routes', 'tests/test_a.py', workspace), ['services/x/api/routes.py']);
  });

  it('may be in packages without `__init__.py`', () => {
    const workspace = workspaceOf([
      'google/cloud/store/__init__.py',
      'google/cloud/store/client.py',
      'plain/deep/mod.py',
    ]);
    assert.deepEqual(files('google.cloud.store.client', 'tests/t.py', workspace), ['google/cloud/store/client.py']);
    assert.deepEqual(files('plain.deep.mod', 'tests/t.py', workspace), ['plain/deep/mod.py']);
    assert.deepEqual(files('google.cloud', 'tests/t.py', workspace), []);
  });

  it('is never in the package of the file without its name, nor a library that a file is called after', () => {
    const workspace = workspaceOf([
      'pkg/__init__.py',
      'pkg/redis.py',
      'pkg/types.py',
      'tests/docker.py',
      'tests/json.py',
    ]);
    assert.deepEqual(files('redis', 'pkg/cache.py', workspace), []);
    assert.deepEqual(files('types', 'pkg/cache.py', workspace), []);
    assert.deepEqual(files('json', 'tests/test_a.py', workspace), []);
    assert.deepEqual(files('docker', 'tests/docker.py', workspace), []);
    assert.deepEqual(files('os.path', 'pkg/cache.py', workspace), []);
  });

  it('is the one of its own project if several projects have the name', () => {
    const workspace = workspaceOf([
      'one/pyproject.toml',
      'one/src/app/__init__.py',
      'two/pyproject.toml',
      'two/src/app/__init__.py',
    ]);
    assert.deepEqual(files('app', 'two/tests/test_a.py', workspace), ['two/src/app/__init__.py']);
    assert.deepEqual(files('app', 'one/tests/test_a.py', workspace), ['one/src/app/__init__.py']);
  });

  it('with a stub is the code, then the stub', () => {
    const workspace = workspaceOf(['a.py', 'a.pyi', 'b.pyi', 'c/__init__.pyi']);
    assert.deepEqual(files('a', 'x.py', workspace), ['a.py', 'a.pyi']);
    assert.deepEqual(files('b', 'x.py', workspace), ['b.pyi']);
    assert.deepEqual(files('c', 'x.py', workspace), ['c/__init__.pyi']);
  });
});

describe('modules inside Python packages', () => {
  const cases: readonly (readonly [module: string, name: string, inside: string])[] = [
    ['a.b', 'c', 'a.b.c'],
    ['.', 'c', '.c'],
    ['..', 'c', '..c'],
    ['.a', 'c', '.a.c'],
  ];
  for (const [module, name, inside] of cases)
    it(`${name} of ${module} is ${inside}`, () => {
      assert.equal(pythonModules.submodule?.(module, name), inside);
      assert.deepEqual(pythonModules.parentModule?.(inside), { module, name });
    });

  it('end at the top', () => {
    for (const module of ['a', '.', '..']) assert.equal(pythonModules.parentModule?.(module), undefined);
  });
});
