import assert from 'node:assert/strict';
import { ecmascriptModules } from '../../../../../src/index/graph/modules/ecmascript-modules';
import type { WorkspaceFiles } from '../../../../../src/index/graph/modules/module-rules';
import { moduleRulesOf } from '../../../../../src/index/graph/modules/rules-by-language';
import { memoryWorkspace, workspaceOf } from './memory-workspace';

function files(module: string, from: string, workspace: WorkspaceFiles): readonly string[] {
  return ecmascriptModules.filesOf(module, from, workspace);
}

describe('a relative module of JavaScript and TypeScript', () => {
  const workspace = workspaceOf([
    'src/a.ts',
    'src/view.tsx',
    'src/both.ts',
    'src/both.js',
    'src/node.mts',
    'src/lib/index.ts',
    'src/lib.ts',
    'src/App.vue',
    'src/data.json',
    'src/typed.d.ts',
    'src/typed.js',
    'src/button.native.tsx',
    'index.js',
  ]);
  const cases: readonly (readonly [module: string, expected: readonly string[]])[] = [
    ['./a', ['src/a.ts']],
    ['./a.ts', ['src/a.ts']],
    ['./a.js', ['src/a.ts']],
    ['./view.jsx', ['src/view.tsx']],
    ['./view.js', ['src/view.tsx']],
    ['./both.js', ['src/both.ts']],
    ['./node.mjs', ['src/node.mts']],
    ['./lib', ['src/lib.ts']],
    ['./lib/', ['src/lib/index.ts']],
    ['./lib/index.js', ['src/lib/index.ts']],
    ['./App.vue', ['src/App.vue']],
    ['./App.vue?raw', ['src/App.vue']],
    ['./data', ['src/data.json']],
    ['./button', ['src/button.native.tsx']],
    ['..', ['index.js']],
    ['../index', ['index.js']],
    ['../../outside', []],
    ['./missing', []],
    ['', []],
  ];
  for (const [module, expected] of cases)
    it(`${JSON.stringify(module)} is ${expected.join(' and ') || 'nothing'}`, () =>
      assert.deepEqual(files(module, 'src/main.ts', workspace), expected));

  it('with a declaration file is the code, then the declaration', () =>
    assert.deepEqual(files('./typed', 'src/main.ts', workspace), ['src/typed.js', 'src/typed.d.ts']));
});

describe('`paths` and `baseUrl`', () => {
  it('map names to places, the most specific pattern first', () => {
    const workspace = workspaceOf(['app/a.ts', 'app/ui/b.ts', 'special/b.ts', 'exact.ts'], {
      'tsconfig.json': `{
        // Comments and trailing commas are allowed.
        "compilerOptions": { "paths": { "@/*": ["./app/*"], "@/ui/*": ["./missing/*", "./special/*"], "x": ["./exact"], }, },
      }`,
    });
    assert.deepEqual(files('@/a', 'app/main.ts', workspace), ['app/a.ts']);
    assert.deepEqual(files('@/ui/b', 'app/main.ts', workspace), ['special/b.ts']);
    assert.deepEqual(files('x', 'app/main.ts', workspace), ['exact.ts']);
    assert.deepEqual(files('x/y', 'app/main.ts', workspace), []);
  });

  it('are those of the nearest configuration and of what it extends', () => {
    const workspace = workspaceOf(['one/src/a.ts', 'two/lib/a.ts', 'shared/a.ts'], {
      'tsconfig.base.json': '{ "compilerOptions": { "baseUrl": ".", "paths": { "~/*": ["shared/*"] } } }',
      'one/tsconfig.json': '{ "extends": "../tsconfig.base" }',
      'two/tsconfig.json':
        '{ "extends": "../tsconfig.base.json", "compilerOptions": { "paths": { "~/*": ["two/lib/*"] } } }',
    });
    assert.deepEqual(files('~/a', 'one/src/main.ts', workspace), ['shared/a.ts']);
    assert.deepEqual(files('~/a', 'two/lib/main.ts', workspace), ['two/lib/a.ts']);
    assert.deepEqual(files('one/src/a', 'one/src/main.ts', workspace), ['one/src/a.ts']);
  });

  it('can come from a package of the workspace and from a referenced configuration', () => {
    const workspace = workspaceOf(['app/src/a.ts', 'web/src/b.ts'], {
      'configs/package.json': '{ "name": "@me/configs" }',
      'configs/base.json': `{ "compilerOptions": { "paths": { "#/*": ["\${configDir}/src/*"] } } }`,
      'app/tsconfig.json': '{ "extends": "@me/configs/base.json" }',
      'web/tsconfig.json': '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }] }',
      'web/tsconfig.app.json': '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
    });
    assert.deepEqual(files('#/a', 'app/src/main.ts', workspace), ['app/src/a.ts']);
    assert.deepEqual(files('@/b', 'web/src/main.ts', workspace), ['web/src/b.ts']);
  });

  it('that cannot be read or extend each other in a circle map nothing', () => {
    const workspace = workspaceOf(['a.ts'], {
      'tsconfig.json': '{ "extends": "./other.json" }',
      'other.json': '{ "extends": "./tsconfig.json" }',
      'broken/tsconfig.json': '{ "compilerOptions": { "paths": ',
      'package.json': '[]',
    });
    assert.deepEqual(files('@/a', 'main.ts', workspace), []);
    assert.deepEqual(files('@/a', 'broken/main.ts', workspace), []);
  });

  it('do not make a library of a JSON file', () => {
    const workspace = workspaceOf(['react.json'], { 'tsconfig.json': '{ "compilerOptions": { "baseUrl": "." } }' });
    assert.deepEqual(files('react', 'main.ts', workspace), []);
    assert.deepEqual(files('react.json', 'main.ts', workspace), ['react.json']);
  });
});

describe('a package of the workspace', () => {
  it('is its main file, or the source of that file if it is built', () => {
    const workspace = workspaceOf(
      ['packages/core/src/index.ts', 'packages/old/lib/main.js', 'packages/flat/index.tsx'],
      {
        'packages/core/package.json': '{ "name": "@me/core", "main": "./dist/index.js", "types": "dist/index.d.ts" }',
        'packages/old/package.json': '{ "name": "old", "main": "lib/main" }',
        'packages/flat/package.json': '{ "name": "flat" }',
      },
    );
    assert.deepEqual(files('@me/core', 'apps/web/a.ts', workspace), ['packages/core/src/index.ts']);
    assert.deepEqual(files('old', 'apps/web/a.ts', workspace), ['packages/old/lib/main.js']);
    assert.deepEqual(files('flat', 'apps/web/a.ts', workspace), ['packages/flat/index.tsx']);
    assert.deepEqual(files('../../packages/core', 'apps/web/a.ts', workspace), ['packages/core/src/index.ts']);
    assert.deepEqual(files('@me/other', 'apps/web/a.ts', workspace), []);
  });

  it('has the files of its `exports`: subpaths, conditions and patterns', () => {
    const workspace = workspaceOf(
      [
        'p/src/index.ts',
        'p/src/adapters/express/index.ts',
        'p/src/icons/add.tsx',
        'p/src/node/redirect.ts',
        'p/plain/file.ts',
      ],
      {
        'p/package.json': JSON.stringify({
          name: 'p',
          exports: {
            '.': {
              import: { types: './dist/esm/index.d.mts', default: './dist/esm/index.mjs' },
              require: './dist/index.cjs',
            },
            './express': { default: ['./dist/adapters/express.js'] },
            './icons/*': { types: './dist/icons/*.d.ts', default: './dist/icons/*.js' },
            './icons/internal/*': null,
            './redirect': './dist/redirect.js',
          },
        }),
      },
    );
    assert.deepEqual(files('p', 'a.ts', workspace), ['p/src/index.ts']);
    assert.deepEqual(files('p/express', 'a.ts', workspace), ['p/src/adapters/express/index.ts']);
    assert.deepEqual(files('p/icons/add', 'a.ts', workspace), ['p/src/icons/add.tsx']);
    assert.deepEqual(files('p/redirect', 'a.ts', workspace), ['p/src/node/redirect.ts']);
    assert.deepEqual(files('p/plain/file', 'a.ts', workspace), ['p/plain/file.ts']);
    assert.deepEqual(files('p/icons/internal/x', 'a.ts', workspace), []);
  });

  it('prefers the file that `exports` names if it is in the workspace', () => {
    const workspace = workspaceOf(['p/dist/index.js', 'p/src/index.ts', 'p/source.ts'], {
      'p/package.json': '{ "name": "p", "exports": { "default": "./dist/index.js", "source": "./source.ts" } }',
    });
    assert.deepEqual(files('p', 'a.ts', workspace), ['p/source.ts']);
  });

  it('may have packages in its folders', () => {
    const workspace = workspaceOf(['hooks/src/index.js'], {
      'package.json': '{ "name": "p", "exports": { "./hooks": "./hooks/dist/hooks.js" } }',
      'hooks/package.json': '{ "name": "p-hooks", "source": "src/index.js" }',
    });
    assert.deepEqual(files('p/hooks', 'test/a.js', workspace), ['hooks/src/index.js']);
  });

  it('is the nearest one of several with the name', () => {
    const workspace = workspaceOf(['a/dep/index.js', 'b/dep/index.js'], {
      'a/dep/package.json': '{ "name": "dep" }',
      'b/dep/package.json': '{ "name": "dep" }',
    });
    assert.deepEqual(files('dep', 'b/test/x.js', workspace), ['b/dep/index.js']);
  });

  it('calls its own files by `imports` and itself by its name', () => {
    const workspace = workspaceOf(['p/src/util/x.ts', 'p/src/index.ts'], {
      'p/package.json':
        '{ "name": "p", "imports": { "#util/*": { "default": "./dist/util/*.js" } }, "main": "build/index.js" }',
    });
    assert.deepEqual(files('#util/x', 'p/test/a.ts', workspace), ['p/src/util/x.ts']);
    assert.deepEqual(files('#other', 'p/test/a.ts', workspace), []);
    assert.deepEqual(files('p', 'p/test/a.ts', workspace), ['p/src/index.ts']);
  });

  it('has the source of a built file that a relative path names', () => {
    const workspace = workspaceOf(['p/src/cli.ts'], { 'p/package.json': '{}' });
    assert.deepEqual(files('../dist/cli.js', 'p/bin/run.js', workspace), ['p/src/cli.ts']);
  });

  it('has folders with the names of its framework', () => {
    const workspace = workspaceOf(['web/src/a.ts', 'web/src/lib/index.ts', 'web/static/logo.svg'], {
      'web/package.json': '{}',
    });
    assert.deepEqual(files('@/a', 'web/src/x.vue', workspace), ['web/src/a.ts']);
    assert.deepEqual(files('$lib', 'web/src/x.svelte', workspace), ['web/src/lib/index.ts']);
    assert.deepEqual(files('@site/static/logo.svg', 'web/src/x.jsx', workspace), ['web/static/logo.svg']);
    assert.deepEqual(files('/src/a.ts', 'web/src/x.ts', workspace), ['web/src/a.ts']);
  });
});

describe('a library', () => {
  it('is no file of the workspace, even if a file has its name', () => {
    const workspace = workspaceOf(['fs.ts', 'demo/redux.js'], {
      'tsconfig.json': '{ "compilerOptions": { "baseUrl": "demo" } }',
    });
    assert.deepEqual(files('node:fs', 'a.ts', workspace), []);
    assert.deepEqual(files('fs', 'a.ts', workspace), []);
    assert.deepEqual(files('redux', 'demo/redux.js', workspace), []);
  });
});

describe('rules by language', () => {
  it('are the same for JavaScript, TypeScript, Vue and Svelte', () => {
    for (const id of ['javascript', 'typescript', 'typescriptreact', 'vue', 'svelte'])
      assert.equal(moduleRulesOf(id), ecmascriptModules);
    assert.equal(moduleRulesOf('java'), undefined);
    assert.equal(moduleRulesOf('constructor'), undefined);
  });

  it('see a changed configuration in a new state of the workspace', () => {
    const at = (folder: string): WorkspaceFiles =>
      memoryWorkspace({
        'a/x.ts': '',
        'b/x.ts': '',
        'tsconfig.json': `{ "compilerOptions": { "paths": { "x": ["./${folder}/x"] } } }`,
      });
    assert.deepEqual(files('x', 'main.ts', at('a')), ['a/x.ts']);
    assert.deepEqual(files('x', 'main.ts', at('b')), ['b/x.ts']);
  });
});
