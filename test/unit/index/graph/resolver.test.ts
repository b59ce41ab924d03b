import { checkTargets } from './marked-use';

describe('a use in JavaScript or TypeScript leads to', () => {
  checkTargets([
    [
      'an imported function',
      { 'a.ts': "import { run as go } from './b';\n«go»();\n", 'b.ts': 'export function run() {}\n' },
      ['b.ts:1'],
    ],
    [
      'what is behind re-exports',
      {
        'a.ts': "import { run } from './lib';\n«run»();\n",
        'lib/index.ts': "export * from './all';\n",
        'lib/all.ts': "export { start as run } from './start';\n",
        'lib/start.ts': '\nexport function start() {}\n',
      },
      ['lib/start.ts:2'],
    ],
    [
      'the default export, whatever it is called here',
      { 'a.js': "import thing from './b';\n«thing»();\n", 'b.js': 'function other() {}\nexport default other;\n' },
      ['b.js:1'],
    ],
    [
      'a member of a module that is imported as a whole',
      { 'a.ts': "import * as b from './b';\nb.«run»();\n", 'b.ts': 'export const run = () => 1;\n' },
      ['b.ts:1'],
    ],
    [
      'what a CommonJS module exports as its value',
      {
        'a.js': "const App = require('./lib');\n«App»();\n",
        'lib/index.js': "module.exports = require('./app');\n",
        'lib/app.js': 'module.exports = App;\nfunction App() {}\n',
      },
      ['lib/app.js:2'],
    ],
    [
      'a name that an exported object takes from its file',
      {
        'a.js': "import utils from './utils';\nutils.«isList»([]);\n",
        'utils.js': 'function isList() {}\nexport default { isList };\n',
      },
      ['utils.js:1'],
    ],
    [
      'a method through the type of a local',
      {
        'a.ts': "import { Repo } from './repo';\nexport function f(repo: Repo) {\n  repo.«save»();\n}\n",
        'repo.ts': 'export class Repo {\n  save() {}\n}\n',
      },
      ['repo.ts:2'],
    ],
    [
      'a method of a base class in another file',
      {
        'a.ts':
          "import { Repo } from './repo';\nclass Users extends Repo {\n  all() {\n    return this.«load»();\n  }\n}\n",
        'repo.ts': 'export class Repo {\n  load() {}\n}\n',
      },
      ['repo.ts:2'],
    ],
    [
      'a method through what a function returns',
      {
        'a.ts': "import { open } from './repo';\nopen().«save»();\n",
        'repo.ts':
          'export class Repo {\n  save() {}\n}\nexport async function open(): Promise<Repo> {\n  return new Repo();\n}\n',
      },
      ['repo.ts:2'],
    ],
    [
      'the module that a declaration file describes',
      {
        'a.ts': "import Heading from '@theme/Heading';\n«Heading»();\n",
        'theme.d.ts': "declare module '@theme/Heading' {\n  export default function Heading(): void;\n}\n",
      },
      ['theme.d.ts:2'],
    ],
    [
      'nothing for a library',
      { 'a.ts': "import { run } from 'library';\n«run»();\n", 'b.ts': 'export function run() {}\n' },
      [],
    ],
    [
      'nothing if re-exports form a circle',
      {
        'a.ts': "import { run } from './b';\n«run»();\n",
        'b.ts': "export * from './c';\n",
        'c.ts': "export * from './b';\n",
      },
      [],
    ],
    [
      'the only method with a telling name, if the type is unknown',
      {
        'a.js': 'export function f(x) {\n  x.«saveAllUsers»();\n}\n',
        'b.js': 'class Users {\n  saveAllUsers() {}\n}\n',
      },
      ['b.js:2 (unique name)'],
    ],
    [
      'a guess, if the only method has a common name',
      { 'a.js': 'export function f(x) {\n  x.«get»();\n}\n', 'b.js': 'class Users {\n  get() {}\n}\n' },
      ['b.js:2 (guess)'],
    ],
  ]);
});

describe('a use in Python leads to', () => {
  checkTargets([
    [
      'what a package takes from its modules',
      {
        'app.py': 'from pkg import Repo\n«Repo»()\n',
        'pkg/__init__.py': 'from .repo import *\n',
        'pkg/repo.py': 'class Repo:\n    pass\n',
      },
      ['pkg/repo.py:1'],
    ],
    [
      'a function of a module that is imported inside a function',
      {
        'app.py': 'def main():\n    from pkg import tools\n    tools.«clean»()\n',
        'pkg/__init__.py': '',
        'pkg/tools.py': 'def clean():\n    pass\n',
      },
      ['pkg/tools.py:1'],
    ],
    [
      'a method of a field that the constructor sets',
      {
        'app.py':
          'from repo import Repo\n\nclass App:\n    def __init__(self):\n        self.repo = Repo()\n\n    def run(self):\n        self.repo.«save»()\n',
        'repo.py': 'class Repo:\n    def save(self):\n        pass\n',
      },
      ['repo.py:2'],
    ],
    [
      'a method through results of type Self',
      {
        'app.py': 'from repo import Repo\nRepo().filter().«first»()\n',
        'repo.py':
          'from typing import Self\n\nclass Repo:\n    def filter(self) -> Self:\n        return self\n\n    def first(self):\n        pass\n',
      },
      ['repo.py:7'],
    ],
  ]);
});

describe('a use in Go leads to', () => {
  checkTargets([
    [
      'a function of another file of the package',
      {
        'go.mod': 'module example.com/app\n',
        'a.go': 'package app\n\nfunc f() { «g»() }\n',
        'b.go': 'package app\n\nfunc g() {}\n',
      },
      ['b.go:3'],
    ],
    [
      'a method of a type of another package',
      {
        'go.mod': 'module example.com/app\n',
        'main.go':
          'package main\n\nimport "example.com/app/store"\n\nfunc main() {\n\ts := store.Open()\n\ts.«Save»()\n}\n',
        'store/store.go': 'package store\n\ntype Store struct{}\n\nfunc Open() *Store { return nil }\n',
        'store/save.go': 'package store\n\nfunc (s *Store) Save() {}\n',
      },
      ['store/save.go:3'],
    ],
  ]);
});

describe('a use in Go also leads to', () => {
  checkTargets([
    [
      'a method beside its type',
      {
        'go.mod': 'module example.com/app\n',
        'main.go': 'package app\n\nfunc f(s *Store) { s.«Save»() }\n',
        'store.go': 'package app\n\ntype Store struct{}\n\nfunc (s *Store) Save() {}\n',
      },
      ['store.go:5'],
    ],
  ]);
});

describe('a use in Java leads to', () => {
  checkTargets([
    [
      'a class of the same package',
      {
        'src/a/A.java': 'package a;\n\nclass A {\n  «B» b;\n}\n',
        'src/a/B.java': 'package a;\n\nclass B {\n}\n',
        'src/c/B.java': 'package c;\n\nclass B {\n}\n',
      },
      ['src/a/B.java:3'],
    ],
    [
      'an inherited method without `this`',
      {
        'src/a/A.java': 'package a;\n\nimport b.Base;\n\nclass A extends Base {\n  void f() {\n    «load»();\n  }\n}\n',
        'src/b/Base.java': 'package b;\n\npublic class Base {\n  void load() {\n  }\n}\n',
      },
      ['src/b/Base.java:4'],
    ],
  ]);
});

describe('a use in C leads to', () => {
  checkTargets([
    [
      'the declaration in a header that another header includes, and the definition',
      {
        'main.c': '#include "all.h"\n\nint main(void) { return «list_size»(); }\n',
        'all.h': '#include "list.h"\n',
        'list.h': 'int list_size(void);\n',
        'list.c': '#include "list.h"\n\nint list_size(void) { return 0; }\n',
      },
      ['list.h:1', 'list.c:3'],
    ],
  ]);
});

describe('a use in a language without rules of its own leads to', () => {
  checkTargets([
    [
      'the one definition with the name',
      { 'a.sh': 'build_all() {\n  «copy_assets»\n}\n', 'b.sh': 'copy_assets() {\n  cp -r a b\n}\n' },
      ['b.sh:1 (unique name)'],
    ],
    [
      'nothing, if nobody defines it',
      { 'a.lua': 'local function f()\n  «g»()\nend\n', 'b.lua': 'function h() end\n' },
      [],
    ],
  ]);
});

describe('a use in C++ leads to', () => {
  checkTargets([
    [
      'the class, not a forward declaration of it, also behind the macro of a library',
      {
        'a.cc': '#include "a.h"\n\nvoid f(«Options»* options) {}\n',
        'a.h': 'namespace app {\nclass Options;\n}\n',
        'options.h': 'namespace app {\nclass APP_EXPORT Options {\n public:\n  int size();\n};\n}\n',
      },
      ['options.h:2'],
    ],
    [
      'a member of the type that a method outside of it names',
      {
        'table.h': 'class Table {\n  void flush();\n  void close();\n};\n',
        'table.cc': '#include "table.h"\n\nvoid Table::close() { «flush»(); }\n',
      },
      ['table.h:2'],
    ],
  ]);
});

describe('a use in Ruby leads to', () => {
  checkTargets([
    [
      'a class of a required file, however that is reached',
      {
        'lib/shop.rb': "require 'shop/cart'\n",
        'lib/shop/cart.rb': 'class Cart\n  def total; end\nend\n',
        'bin/run.rb': "require 'shop'\n«Cart».new\n",
      },
      ['lib/shop/cart.rb:1'],
    ],
    [
      'a class in the file that its name spells',
      {
        'app/models/user.rb': 'class User\nend\n',
        'app/jobs/send_job.rb': 'class SendJob\n  def run = «User».find\nend\n',
      },
      ['app/models/user.rb:1'],
    ],
    [
      'a class elsewhere, by its name alone',
      { 'a.rb': 'class Cart\nend\n', 'b.rb': '«Cart».new\n' },
      ['a.rb:1 (unique name)'],
    ],
    [
      'all files that add to a module',
      {
        'lib/shop.rb': 'module Shop\nend\n',
        'lib/shop/cart.rb': 'module Shop\n  class Cart\n  end\nend\n',
        'bin/run.rb': "require 'shop'\nShop::«Cart».new\n",
      },
      ['lib/shop/cart.rb:2'],
    ],
    [
      'the outermost class rather than one in another namespace',
      {
        'lib/cart.rb': 'class Cart\nend\n',
        'lib/old/cart.rb': 'module Old\n  class Cart\n  end\nend\n',
        'bin/run.rb': "require 'cart'\n«Cart».new\n",
      },
      ['lib/cart.rb:1'],
    ],
  ]);
});

describe('a use in PHP leads to', () => {
  checkTargets([
    [
      'a function of a required file',
      {
        'helpers.php': '<?php\nfunction slug_of($text) {}\n',
        'index.php': "<?php\nrequire __DIR__ . '/helpers.php';\n«slug_of»('a');\n",
      },
      ['helpers.php:2'],
    ],
    [
      'the class that composer.json leads to, if two files have the same name',
      {
        'composer.json': '{ "autoload": { "psr-4": { "App\\\\": "src/" } } }',
        'src/User.php': '<?php\nnamespace App;\nclass User {}\n',
        'stubs/User.php': '<?php\nnamespace App;\nclass User {}\n',
        'src/Run.php': '<?php\nnamespace App;\nfunction run(): void { new «User»(); }\n',
      },
      ['src/User.php:3'],
    ],
  ]);
});
