import { checkTargets } from './marked-use';

const repo = { 'repo.ts': 'export class Repo {\n  name = "";\n  save() {}\n}\n' };
const withRepo = "import { Repo } from './repo';\n";

describe('a member in TypeScript is found through', () => {
  checkTargets([
    [
      'a parameter that takes a typed object apart',
      { ...repo, 'a.ts': `${withRepo}function f({ r }: { r: Repo; n: number }) {\n  r.«name»;\n}\n` },
      ['repo.ts:2'],
    ],
    [
      'a local that takes a member out of a value',
      {
        ...repo,
        'a.ts': `${withRepo}interface Site { repo: Repo }\nfunction f(site: Site) {\n  const { repo: r } = site;\n  r.«save»();\n}\n`,
      },
      ['repo.ts:3'],
    ],
    [
      'the key of a pattern',
      { 'a.ts': 'type Site = {\n  url: string;\n};\nfunction f({ «url»: link }: Site) {\n  return link;\n}\n' },
      ['a.ts:2'],
    ],
    [
      'the elements of an array',
      { ...repo, 'a.ts': `${withRepo}function f(all: Repo[]) {\n  all[0].«name»;\n}\n` },
      ['repo.ts:2'],
    ],
    [
      'the variable of a loop',
      { ...repo, 'a.ts': `${withRepo}function f(all: Set<Repo>) {\n  for (const r of all) r.«name»;\n}\n` },
      ['repo.ts:2'],
    ],
    [
      'the parameter of a function that gets the elements',
      { ...repo, 'a.ts': `${withRepo}function f(all: readonly Repo[]) {\n  return all.map((r) => r.«name»);\n}\n` },
      ['repo.ts:2'],
    ],
    [
      'the result of a function without a declared one',
      {
        'a.ts': "import { open } from './open';\nopen().«save»();\n",
        'open.ts': `${withRepo}export function open(old?: Repo) {\n  if (!old) return new Repo();\n  return old;\n}\n`,
        ...repo,
      },
      ['repo.ts:3'],
    ],
    [
      'an arrow function',
      { ...repo, 'a.ts': `${withRepo}const open = () => new Repo();\nopen().«save»();\n` },
      ['repo.ts:3'],
    ],
    [
      'the other value, if the first is unknown',
      { ...repo, 'a.ts': `${withRepo}function f(x) {\n  const r = x ?? new Repo();\n  r.«save»();\n}\n` },
      ['repo.ts:3'],
    ],
    [
      'a parameter of the constructor that is a field',
      {
        ...repo,
        'a.ts': `${withRepo}class A {\n  constructor(private readonly repo: Repo) {}\n  run() {\n    this.repo.«save»();\n  }\n}\n`,
      },
      ['repo.ts:3'],
    ],
    [
      'an object without a declared type',
      {
        'a.ts': "import { colors } from './colors';\ncolors.«red»;\n",
        'colors.ts': 'export const colors = {\n  red: 1,\n} as const;\n',
      },
      ['colors.ts:2'],
    ],
    [
      'the declared type of an object, not its literal',
      { 'a.ts': 'interface Colors {\n  red: number;\n}\nconst colors: Colors = {\n  red: 1,\n};\ncolors.«red»;\n' },
      ['a.ts:2'],
    ],
  ]);
});

describe('a member in Python is found through', () => {
  const py = { 'repo.py': 'class Repo:\n    def save(self):\n        pass\n' };
  const head = 'from repo import Repo\n';
  checkTargets([
    [
      'a field whose type is declared where it is assigned',
      {
        ...py,
        'a.py': `${head}class A:\n    def __init__(self):\n        self.all: list[Repo] = []\n    def run(self):\n        self.all[0].«save»()\n`,
      },
      ['repo.py:2'],
    ],
    [
      'a field that gets a value after it was empty',
      {
        ...py,
        'a.py': `${head}class A:\n    def __init__(self):\n        self.repo = None\n    def run(self):\n        self.repo = Repo()\n        self.repo.«save»()\n`,
      },
      ['repo.py:2'],
    ],
    [
      'the variable of a loop and of a comprehension',
      { ...py, 'a.py': `${head}def f(all: dict[str, Repo]):\n    return [r.«save»() for r in sorted(all)]\n` },
      ['repo.py:2'],
    ],
    [
      'what a function without a declared result returns',
      { ...py, 'a.py': `${head}def make(old=None):\n    return old or Repo()\n\nmake().«save»()\n` },
      ['repo.py:2'],
    ],
    [
      'an import inside the function',
      { ...py, 'a.py': 'def f():\n    from repo import Repo\n    return «Repo»()\n' },
      ['repo.py:1'],
    ],
  ]);
});

describe('a name of a module is found in', () => {
  checkTargets([
    [
      'what a CommonJS module adds to its exports',
      { 'a.js': "const utils = require('./utils');\nutils.«run»();\n", 'utils.js': 'exports.run = function () {};\n' },
      ['utils.js:1'],
    ],
    [
      'the declarations for a package that has files of its own',
      {
        'a.ts': "import type { Options } from 'tool';\nlet o: «Options»;\n",
        'tool/package.json': '{ "name": "tool", "main": "index.ts" }',
        'tool/index.ts': 'export function run() {}\n',
        'tool/tool.d.ts': "declare module 'tool' {\n  export type Options = { a: string };\n}\n",
      },
      ['tool/tool.d.ts:2'],
    ],
    [
      'the declarations for all files of a kind',
      {
        'a.ts': "import styles from './a.module.css';\n«styles».title;\n",
        'css.d.ts':
          "declare module '*.module.css' {\n  const classes: { [key: string]: string };\n  export default classes;\n}\n",
      },
      ['css.d.ts:2'],
    ],
    [
      'the files for imports rather than those for `require`',
      {
        'a.ts': "import { run } from 'tool';\n«run»();\n",
        'tool/package.json':
          '{ "name": "tool", "exports": { ".": { "require": "./old.cjs", "default": "./new.js" } } }',
        'tool/old.cjs': 'exports.run = function () {};\n',
        'tool/new.js': '\nexport function run() {}\n',
      },
      ['tool/new.js:2'],
    ],
  ]);
});
