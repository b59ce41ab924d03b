import assert from 'node:assert/strict';
import { includedFiles } from '../../../../../src/index/graph/modules/included-files';
import { workspaceOf } from './memory-workspace';

describe('a header', () => {
  const workspace = workspaceOf([
    'include/net/socket.h',
    'src/net/socket.c',
    'src/disk/socket.c',
    'src/list.h',
    'src/list.c',
    'src/string.h',
    'compat/errno.h',
    'include/fmt/format.h',
    'src/format.cc',
    'docs/net/socket.h',
    'test/list.h',
    'test/deep/a.c',
    'Kit/Sources/View.h',
    'Kit/Sources/View.m',
    'src/impl.inc',
  ]);
  const cases: readonly (readonly [module: string, from: string, expected: readonly string[]])[] = [
    ['list.h', 'src/main.c', ['src/list.h', 'src/list.c']],
    ['../src/list.h', 'test/a.c', ['src/list.h', 'src/list.c']],
    ['list.h', 'test/deep/a.c', ['test/list.h']],
    ['net/socket.h', 'src/main.c', ['include/net/socket.h', 'src/net/socket.c']],
    ['fmt/format.h', 'test/a.cc', ['include/fmt/format.h', 'src/format.cc']],
    ['./impl.inc', 'src/main.c', ['src/impl.inc']],
    ['Kit/View.h', 'App/main.m', ['Kit/Sources/View.h', 'Kit/Sources/View.m']],
    ['string.h', 'src/main.c', ['src/string.h']],
    ['errno.h', 'src/main.c', []],
    ['stdio.h', 'src/main.c', []],
    ['vector', 'src/main.cc', []],
    ['other/list.h', 'src/main.c', []],
    ['../../../list.h', 'src/main.c', ['src/list.h', 'src/list.c']],
    ['std', 'src/main.cc', []],
  ];
  for (const [module, from, expected] of cases)
    it(`${module} in ${from} is ${expected.join(' and ') || 'nothing'}`, () =>
      assert.deepEqual(includedFiles.filesOf(module, from, workspace), expected));
});
