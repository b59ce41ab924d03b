import assert from 'node:assert/strict';
import { linksOf } from './links-of';

/** Statements and their links: `local module name`, with `-` for the module itself or for this file. */
type Table = Readonly<Record<string, readonly string[]>>;

const ecmascript: Table = {
  "import a from 'x'": ['a x default'],
  'import a, { b, c as d } from "./x"': ['a ./x default', 'b ./x b', 'd ./x c'],
  "import a, * as n from '../n'": ['a ../n default', 'n ../n -'],
  "import { default as a, 'b-c' as d } from 'x'": ['a x default', 'd x b-c'],
  "import 'x'": [],
  "export { a as b, default } from 'x'": ['b x a', 'default x default'],
  "export { default as a } from './a'": ['a ./a default'],
  "export * from 'x'": ['* x *'],
  "export * as n from 'x'": ['n x -'],
  "const a = require('a')": ['a a -'],
  "const a = require('a').b": ['a a b'],
  "const a = require('a').b.c": ['a a b.c'],
  "var a = require('a'), { b, c: d, ...e } = require('f')": ['a a -', 'b f b', 'd f c', 'e f -'],
  "const { a: { b } } = require('x').y": ['b x y.a.b'],
  "const debug = require('debug')('app')": ['debug debug -'],
  "const a = __importStar(require('./a'))": ['a ./a -'],
  "async function f() { const { a } = await import('./a') }": ['a ./a a'],
  "function f() { const a = require('./a') }": ['a ./a -'],
  'export { a as b, c }': ['b - a', 'c - c'],
  'export default a': ['default - a'],
  'export default a.b': ['default - a.b'],
  'export default function f() {}': ['default - f'],
  'export default class A {}': ['default - A'],
  'export default function () {}': [],
  'export default { a, b: c }': [],
  'export default f(a)': [],
  'export const a = 1': [],
  'module.exports = a': ['default - a', '* - a'],
  'exports = module.exports = a': ['default - a', '* - a'],
  'module.exports = { a, b: c, "d": e.f, g() {}, h: 1, ...i }': ['a - a', 'b - c', 'd - e.f', '* - i'],
  "module.exports = { a: require('./a'), ...require('./b') }": ['a ./a -', '* ./b *'],
  "module.exports = require('./a')": ['default ./a -', '* ./a *'],
  "module.exports = require('./a').b": ['default ./a b', '* ./a b'],
  'module.exports = class {}': ['default - exports', '* - exports'],
  'module.exports = function f() {}': ['default - exports', '* - exports'],
  'module.exports = new A()': [],
  'exports.a = b': ['a - b'],
  'exports.a = exports.b = c': ['a - c', 'b - c'],
  'module.exports.a = b': ['a - b'],
  "exports.a = require('./b').c": ['a ./b c'],
  'exports.a = function () {}': [],
  'other.a = b': [],
};

const tables: Readonly<Record<string, Table>> = {
  'a.js': ecmascript,
  'a.ts': {
    ...ecmascript,
    "import type { A, B as C } from './x'": ['A ./x A', 'C ./x B'],
    "import { type A, b } from './x'": ['A ./x A', 'b ./x b'],
    "import a = require('x')": ['a x -'],
    'import a = b.c': ['a - b.c'],
    'export import a = b.c': ['a - b.c'],
    "export type { A } from './x'": ['A ./x A'],
    "export type * from './x'": ['* ./x *'],
    'export type { A }': ['A - A'],
    'export default interface A {}': ['default - A'],
    'export default a as B': ['default - a'],
    'export = a': ['default - a', '* - a'],
  },
  'a.py': {
    'import a': ['a a -'],
    'import a.b': ['a a -'],
    'import a.b as c, d': ['c a.b -', 'd d -'],
    'from a.b import c, d as e': ['c a.b c', 'e a.b d'],
    'from .x import (\n    y as z,\n)': ['z .x y'],
    'from . import y': ['y . y'],
    'from ...a.b import c': ['c ...a.b c'],
    'from x import *': ['* x *'],
    'from __future__ import annotations': [],
    'if TYPE_CHECKING:\n    from a import b': ['b a b'],
    'try:\n    import a\nexcept ImportError:\n    from b import c': ['a a -', 'c b c'],
    'def f():\n    from .a import b': ['b .a b'],
  },
};

describe('the links of imports and exports', () => {
  for (const [path, table] of Object.entries(tables)) {
    describe(path, () => {
      for (const [statement, expected] of Object.entries(table)) {
        it(statement.replace(/\s+/g, ' '), async () => assert.deepEqual(await linksOf(path, statement), expected));
      }
    });
  }
});
