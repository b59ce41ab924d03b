import assert from 'node:assert/strict';
import { rustModules } from '../../../../../src/index/graph/modules/rust-modules';
import { workspaceOf } from './memory-workspace';

describe('a module of Rust', () => {
  const workspace = workspaceOf(
    [
      'core/src/lib.rs',
      'core/src/main.rs',
      'core/src/net.rs',
      'core/src/net/socket.rs',
      'core/src/disk/mod.rs',
      'core/src/disk/page.rs',
      'core/src/bin/tool.rs',
      'core/src/bin/big/main.rs',
      'core/src/bin/big/part.rs',
      'core/tests/api.rs',
      'core/tests/common/mod.rs',
      'core/examples/show.rs',
      'core/build.rs',
      'macros/lib.rs',
      'macros/expand.rs',
      'fixture/Cargo.lock',
    ],
    {
      'Cargo.toml':
        '[workspace]\nmembers = ["core", "macros"]\n[workspace.dependencies]\nexpander = { path = "macros", package = "my-macros" }\n',
      'core/Cargo.toml':
        '[package]\nname = "my-core" # the core\nversion = "1.0.0"\n[dependencies.m2]\npackage = "my-macros"\n',
      'macros/Cargo.toml': '[package]\nname = "my-macros"\n[lib]\npath = "lib.rs"\nproc-macro = true\n',
      'fixture/Cargo.toml': '[package]\nname = "my-core"\n',
    },
  );
  const cases: readonly (readonly [module: string, from: string, expected: readonly string[]])[] = [
    ['crate', 'core/src/net.rs', ['core/src/lib.rs', 'core/src/main.rs']],
    ['crate', 'core/src/main.rs', ['core/src/main.rs', 'core/src/lib.rs']],
    ['crate::net', 'core/src/disk/page.rs', ['core/src/net.rs']],
    ['crate::net::socket', 'core/src/lib.rs', ['core/src/net/socket.rs']],
    ['crate::disk', 'core/src/lib.rs', ['core/src/disk/mod.rs']],
    ['crate::net::Socket', 'core/src/lib.rs', []],
    ['self', 'core/src/net.rs', ['core/src/net.rs']],
    ['self::socket', 'core/src/net.rs', ['core/src/net/socket.rs']],
    ['self::net', 'core/src/lib.rs', ['core/src/net.rs']],
    ['self::page', 'core/src/disk/mod.rs', ['core/src/disk/page.rs']],
    ['super', 'core/src/net/socket.rs', ['core/src/net.rs']],
    ['super', 'core/src/net.rs', ['core/src/lib.rs', 'core/src/main.rs']],
    ['super', 'core/src/disk/mod.rs', ['core/src/lib.rs', 'core/src/main.rs']],
    ['super::page', 'core/src/disk/x.rs', ['core/src/disk/page.rs']],
    ['super::super::net', 'core/src/disk/page.rs', ['core/src/net.rs']],
    ['super', 'core/src/lib.rs', []],
    ['net::socket', 'core/src/lib.rs', ['core/src/net/socket.rs']],
    ['r#net', 'core/src/lib.rs', ['core/src/net.rs']],
    ['crate', 'core/src/bin/tool.rs', ['core/src/bin/tool.rs']],
    ['crate::part', 'core/src/bin/big/main.rs', ['core/src/bin/big/part.rs']],
    ['crate', 'core/src/bin/big/part.rs', ['core/src/bin/big/main.rs']],
    ['self::common', 'core/tests/api.rs', ['core/tests/common/mod.rs']],
    ['common', 'core/tests/api.rs', ['core/tests/common/mod.rs']],
    ['my_core', 'core/tests/api.rs', ['core/src/lib.rs']],
    ['my_core::net', 'core/examples/show.rs', ['core/src/net.rs']],
    ['my_core', 'core/src/main.rs', ['core/src/lib.rs']],
    ['my_core::disk', 'macros/lib.rs', ['core/src/disk/mod.rs']],
    ['::my_macros::expand', 'core/src/lib.rs', ['macros/expand.rs']],
    ['m2', 'core/src/lib.rs', ['macros/lib.rs']],
    ['expander::expand', 'core/src/lib.rs', ['macros/expand.rs']],
    ['crate::expand', 'macros/lib.rs', ['macros/expand.rs']],
    ['std::net', 'core/src/lib.rs', []],
    ['::net', 'core/src/lib.rs', []],
    ['crate', 'core/build.rs', ['core/build.rs']],
    ['', 'core/src/lib.rs', []],
  ];
  for (const [module, from, expected] of cases)
    it(`${module} in ${from} is ${expected.join(' and ') || 'nothing'}`, () =>
      assert.deepEqual(rustModules.filesOf(module, from, workspace), expected));

  it('is found without a Cargo.toml', () => {
    const plain = workspaceOf(['a/lib.rs', 'a/x/y.rs']);
    assert.deepEqual(rustModules.filesOf('crate::x::y', 'a/lib.rs', plain), ['a/x/y.rs']);
    assert.deepEqual(rustModules.filesOf('crate', 'a/x/y.rs', plain), ['a/lib.rs']);
  });

  it('is a member of the module around it', () => {
    assert.equal(rustModules.submodule?.('crate::a', 'b'), 'crate::a::b');
    assert.deepEqual(rustModules.parentModule?.('crate::a::B'), { module: 'crate::a', name: 'B' });
    assert.equal(rustModules.parentModule?.('crate'), undefined);
    assert.equal(rustModules.parentModule?.('super::super'), undefined);
    assert.equal(rustModules.parentModule?.('::a'), undefined);
  });
});
