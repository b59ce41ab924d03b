import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { ParsedSource } from '../../../src/code/identify/parsed-source';
import type { ImportedNames } from '../../../src/languages/language';
import { grammarOf, languages } from '../../../src/languages/registry';
import { productFile } from '../../../src/shared/product';
import { exportsOf, importsIn, linksOf } from './links-of';

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
  'export default { a, b: c }': ['default.a - a', 'default.b - c'],
  'const o = { a, b: c, d: 1 }': ['o.a - a', 'o.b - c'],
  'export const o = { a, ...b }': ['o.a - a', 'o.* - b'],
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
  'var app = exports = module.exports = {}': ['default - app', '* - app'],
  'const a = (exports.b = 1)': ['b - a'],
  'const a = b = 1': [],
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
  'a.go': {
    'package a\nimport "x/y"': ['y x/y -'],
    'package a\nimport z "x/y"': ['z x/y -'],
    'package a\nimport . "x/y"': ['* x/y *'],
    'package a\nimport _ "x/y"': [],
    'package a\nimport ("fmt"; "x/go-y/v2")': [
      'fmt fmt -',
      'y x/go-y/v2 -',
      'goy x/go-y/v2 -',
      'go_y x/go-y/v2 -',
      'v2 x/go-y/v2 -',
    ],
  },
  'a.rs': {
    'use a;': ['a a -'],
    'use crate::a::b;': ['b crate::a b'],
    'use crate::a::{b as c, self, d::*};': ['c crate::a b', 'a crate::a -', '* crate::a::d *'],
    'pub use self::a::{b, c::{self as d, E}};': ['b self::a b', 'd self::a::c -', 'E self::a::c E'],
    'use a::B as _;': [],
    'use super::super::a::*;': ['* super::super::a *'],
    'use ::std::fs;': ['fs ::std fs'],
    'extern crate a as b;': ['b a -'],
    'mod a;': ['a self::a -'],
    'mod a { mod b; }': ['b self::a::b -'],
    // Paths in an inline module are from the file's module; names of this file need no link.
    'mod tests { use super::*; use super::A; }': [],
    'mod tests { use super::a::B; use super::super::c; use self::d::E; use crate::f::G; }': [
      'B self::a B',
      'c super c',
      'E self::tests::d E',
      'G crate::f G',
    ],
    'fn f() { use crate::a::b; }': ['b crate::a b'],
  },
  'a.java': {
    'import a.b.C;': ['C a.b C'],
    'import a.b.*;': ['* a.b *'],
    'import static a.b.C.f;': ['f a.b.C f'],
    'import static a.b.C.*;': ['* a.b.C *'],
  },
  'a.kt': {
    'import a.b.C': ['C a.b C'],
    'import a.b.C as D': ['D a.b C'],
    'import a.b.*': ['* a.b *'],
    'import a.`in`.f': ['f a.in f'],
  },
  'a.groovy': {
    'import a.b.C': ['C a.b C'],
    'import a.b.C as D': ['D a.b C'],
    'import a.b.*': ['* a.b *'],
    'import static a.b.C.f': ['f a.b.C f'],
  },
  'a.scala': {
    'import a.b.C': ['C a.b C'],
    'import a.b._, c.d': ['* a.b *', 'd c d'],
    'import a.b.{C, D => E, F as G, *}': ['C a.b C', 'E a.b D', 'G a.b F', '* a.b *'],
    'import a.b.{C => _, _}': ['* a.b *'],
    'import a.b as c': ['c a b'],
    'import a.b.given': [],
    'object A { export a.{b, c as d} }': ['b a b', 'd a c'],
    'def f = { import a.B; 1 }': ['B a B'],
  },
  'a.cs': {
    'using A.B;': ['* A.B *'],
    'using static A.B.C;': ['* A.B.C *'],
    'using X = A.B.C;': ['X A.B C'],
    'using X = A.B.C<int>;': ['X A.B C'],
    'using X = C;': ['X - C'],
    'using X = (int, int);': [],
    'global using A;': ['* A *'],
    'using global::A.B;': ['* A.B *'],
    'namespace N { using A.B; }': ['* A.B *'],
  },
  'a.php': {
    '<?php use A\\B\\C;': ['C A\\B C'],
    '<?php use \\A\\B as C, D;': ['C A B', 'D \\ D'],
    '<?php use function A\\f;': ['f A f'],
    '<?php use const A\\B;': ['B A B'],
    '<?php use A\\{B, function c, D\\E as F};': ['B A B', 'c A c', 'F A\\D E'],
    "<?php require 'x.php';": ['* x.php *'],
    "<?php require_once __DIR__ . '/a/x.php';": ['* ./a/x.php *'],
    "<?php include(dirname(__FILE__) . '/x.php');": ['* ./x.php *'],
    "<?php include_once dirname(__DIR__) . '/x.php';": ['* ../x.php *'],
    "<?php require $dir . '/x.php';": [],
  },
  'a.c': {
    '#include "a/b.h"\n': ['* a/b.h *'],
    '#include <stdio.h>\n': ['* stdio.h *'],
    '#include HEADER\n': [],
    '#ifdef A\n#include "a.h"\n#endif\n': ['* a.h *'],
  },
  'a.cpp': {
    '#include "a/b.hpp"\n': ['* a/b.hpp *'],
    'using namespace a::b;': ['* a::b *'],
    'using a::b::c;': ['c a::b c'],
    'using ::a;': ['a a -'],
    'using enum a::B;': ['* a::B *'],
    'namespace x = a::b;': ['x a::b -'],
    'void f() { using std::swap; }': ['swap std swap'],
  },
  'a.m': {
    '#import "a/b.h"\n': ['* a/b.h *'],
    '@import UIKit;': ['* UIKit *'],
  },
  'a.rb': {
    "require_relative 'x'": ['* ./x *'],
    "require_relative '../x'": ['* ../x *'],
    "require 'a/b'": ['* a/b *'],
    "require 'json'": ['* json *'],
    "require 'a' if b": ['* a *'],
    "autoload :Foo, 'a/foo'": ['Foo a/foo Foo'],
    "module A\n  autoload :Foo, 'a/foo'\nend": ['Foo a/foo Foo'],
    'require "a/#{b}"': [],
  },
  'a.swift': {
    'import Foundation': ['* Foundation *', 'Foundation Foundation -'],
    'import struct Foundation.Date': ['Date Foundation Date'],
    '@testable import App': ['* App *', 'App App -'],
  },
  'a.dart': {
    "import 'x.dart';": ['* x.dart *'],
    "import 'x.dart' as p;": ['p x.dart -'],
    "import 'x.dart' deferred as p show a;": ['p x.dart -'],
    "import 'x.dart' show a, b;": ['a x.dart a', 'b x.dart b'],
    "import 'x.dart' hide a;": ['* x.dart *'],
    "export 'x.dart';": ['* x.dart *'],
    "export 'x.dart' show a;": ['a x.dart a'],
    "part 'x.dart';": ['* x.dart *'],
    "part of 'x.dart';": ['* x.dart *'],
  },
  'a.ex': {
    'alias A.B.C': ['C A.B C'],
    'alias A.B.C, as: D': ['D A.B C'],
    'alias A': ['A A -'],
    'alias A.{B, C.D}': ['B A B', 'D A.C D'],
    'import A.B': ['* A.B *'],
    'import A.B, only: [c: 1, d: 2]': ['c A.B c', 'd A.B d'],
    'require Logger': ['Logger Logger -'],
    'use A.B, c: 1': ['* A.B *'],
  },
  'a.hs': {
    'import A.B': ['* A.B *'],
    'import A.B (c, D(..), E(F, g))': ['c A.B c', 'D A.B D', 'E A.B E', 'F A.B F', 'g A.B g'],
    'import qualified A.B as C': ['C A.B -'],
    'import qualified A.B': ['A.B A.B -'],
    'import A.B as C': ['C A.B -', '* A.B *'],
    'import A.B as C (d)': ['C A.B -', 'd A.B d'],
    'import A.B hiding (c)': ['* A.B *'],
  },
  'a.lua': {
    "local x = require 'a.b'": ['x a.b -'],
    "local x = require('a').b.c": ['x a b.c'],
    "local a, b = require 'x', require 'y'": ['a x -', 'b y -'],
    "local ok, x = pcall(require, 'x')": ['x x -'],
    "local x = require('x')('y')": ['x x -'],
    "require 'x'": ['* x *'],
    'return M': ['* - M'],
    "return require 'x'": ['* x *'],
    "return { a = a, b = c.d, ['e'] = require('f'), g = function() end }": ['a - a', 'b - c.d', 'e f -'],
  },
  'a.pl': {
    'use List::Util qw(first sum);': ['List::Util List::Util -', 'first List::Util first', 'sum List::Util sum'],
    'use A::B;': ['A::B A::B -', '* A::B *'],
    'use parent qw(A B::C);': ['A A -', 'B::C B::C -'],
    "use base 'A';": ['A A -'],
    'use strict;': [],
    'require A::B;': ['A::B A::B -'],
    'require "x.pl";': ['* x.pl *'],
  },
  'a.jl': {
    'using A, B.C': ['* A *', 'A A -', '* B.C *', 'C B.C -'],
    'using A: b, @c': ['b A b', 'c A c'],
    'import A': ['A A -'],
    'import A.B': ['B A B'],
    'import A: b as c': ['c A b'],
    'import A as B': ['B A -'],
    'using ..X': ['* ..X *', 'X ..X -'],
    'include("x.jl")': ['* x.jl *'],
  },
  'a.ml': {
    'open A.B': ['* A.B *'],
    'open! A': ['* A *'],
  },
  'a.R': {
    'library(dplyr)': ['dplyr dplyr -', '* dplyr *'],
    'requireNamespace("a")': ['a a -'],
    'source("x.R")': ['* x.R *'],
    'suppressPackageStartupMessages(library(a))': ['a a -', '* a *'],
  },
  'a.zig': {
    'const x = @import("x.zig");': ['x x.zig -'],
    'const x = @import("x.zig").a.b;': ['x x.zig a.b'],
    'usingnamespace @import("x.zig");': ['* x.zig *'],
  },
  'a.sol': {
    'import {A, B as C} from "./x.sol";': ['A ./x.sol A', 'C ./x.sol B'],
    'import * as L from "x.sol";': ['L x.sol -'],
    'import "x.sol" as L;': ['L x.sol -'],
    'import "./x.sol";': ['* ./x.sol *'],
  },
  'a.sh': {
    'source lib.sh': ['* lib.sh *'],
    '. ./lib.sh': ['* ./lib.sh *'],
    'source "$(dirname "$0")/lib.sh"': ['* ./lib.sh *'],
    '. "${DIR}/a/lib.sh"': ['* ./a/lib.sh *'],
    'source "$FILE"': [],
  },
  'a.ps1': {
    'using module ./x.psm1': ['* ./x.psm1 *'],
    'Import-Module -Name A': ['* A *'],
    'Import-Module "$PSScriptRoot\\x.psm1" -Force': ['* ./x.psm1 *'],
    '. ./x.ps1': ['* ./x.ps1 *'],
    '. $PSScriptRoot\\x.ps1': ['* ./x.ps1 *'],
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

  /** The bound names without a link. With `*`, names come from a table of the library's exports. */
  function unlinkedNames({ names, links }: ImportedNames): readonly string[] {
    const locals = (links?.() ?? []).map((link) => link.local);
    if (locals.includes('*')) return [];
    // Haskell's `A.B.c` is matched by its first part.
    return names.filter((name) => !locals.some((local) => local === name || local.startsWith(`${name}.`)));
  }

  const samples = productFile('grammars', 'samples');
  for (const grammar of readdirSync(samples)) {
    const language = languages.find((candidate) => grammarOf(candidate) === grammar);
    if (!language?.structure.imports) continue;
    it(`cover every imported name in the samples of ${grammar}, whole and cut short`, async () => {
      for (const file of readdirSync(`${samples}/${grammar}`)) {
        const whole = readFileSync(`${samples}/${grammar}/${file}`, 'utf8');
        for (const text of [whole, whole.slice(0, Math.floor(whole.length / 2))]) {
          const parsed = await ParsedSource.parse(language, text);
          try {
            const root = parsed.tree.rootNode;
            exportsOf(language, root);
            for (const imported of importsIn(language, root)) {
              const { names } = imported;
              // No link: what an inline module of Rust takes from its own file, and C#'s aliases for built-in types.
              if (/^(rust|c_sharp)$/.test(grammar) && imported.links?.().length === 0) continue;
              assert.deepEqual(unlinkedNames(imported), [], `${file}: ${names.join(', ')}`);
            }
          } finally {
            parsed.delete();
          }
        }
      }
    });
  }
});
