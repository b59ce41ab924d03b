import assert from 'node:assert/strict';
import { goModules } from '../../../../../src/index/graph/modules/go-modules';
import { workspaceOf } from './memory-workspace';

describe('a package of Go', () => {
  const workspace = workspaceOf(
    [
      'main.go',
      'net/http.go',
      'net/socket.go',
      'net/http_test.go',
      'net/README.md',
      'tools/cmd/cmd.go',
      'forks/yaml/yaml.go',
      'vendor/github.com/x/y/y.go',
    ],
    {
      'go.mod': 'module example.com/app // the app\n\ngo 1.22\n\nreplace gopkg.in/yaml.v3 v3.0.1 => ./forks/yaml\n',
      'tools/go.mod': 'module example.com/app/tools\n',
    },
  );
  const files = (module: string, from: string): readonly string[] => goModules.filesOf(module, from, workspace);

  it('is the files of a folder without its tests', () => {
    assert.deepEqual(files('example.com/app/net', 'main.go'), ['net/http.go', 'net/socket.go']);
    assert.deepEqual(files('example.com/app', 'net/http.go'), ['main.go']);
    assert.deepEqual(files('example.com/app/missing', 'main.go'), []);
    assert.deepEqual(files('example.com/application', 'main.go'), []);
  });

  it('belongs to the module with the longest path', () =>
    assert.deepEqual(files('example.com/app/tools/cmd', 'main.go'), ['tools/cmd/cmd.go']));

  it('has the folder that `replace` gives it', () => {
    assert.deepEqual(files('gopkg.in/yaml.v3', 'main.go'), ['forks/yaml/yaml.go']);
    const inWork = workspaceOf(['a/a.go', 'b/x/x.go'], {
      'go.work': 'go 1.22\nuse ./a\nreplace (\n\texample.com/b => ./b\n)\n',
      'a/go.mod': 'module example.com/a',
    });
    assert.deepEqual(goModules.filesOf('example.com/b/x', 'a/a.go', inWork), ['b/x/x.go']);
  });

  it('may be vendored, but is never of the standard library', () => {
    assert.deepEqual(files('github.com/x/y', 'net/http.go'), ['vendor/github.com/x/y/y.go']);
    assert.deepEqual(files('net/http', 'main.go'), []);
    assert.deepEqual(files('fmt', 'main.go'), []);
  });

  it('has a test of the same folder see the other tests', () => {
    assert.deepEqual(files('example.com/app/net', 'net/other_test.go'), [
      'net/http.go',
      'net/socket.go',
      'net/http_test.go',
    ]);
    assert.deepEqual(files('example.com/app/net', 'main_test.go'), ['net/http.go', 'net/socket.go']);
  });

  it('shares its names among its files', () => {
    assert.deepEqual(goModules.packageOf?.('net/http.go', workspace), ['net/socket.go']);
    assert.deepEqual(goModules.packageOf?.('net/http_test.go', workspace), ['net/http.go', 'net/socket.go']);
  });

  it('is the nearest of several modules with one path', () => {
    const twice = workspaceOf(['v1/a.go', 'v2/a.go', 'v2/x/x.go'], {
      'v1/go.mod': 'module m',
      'v2/go.mod': 'module m',
    });
    assert.deepEqual(goModules.filesOf('m', 'v2/x/x.go', twice), ['v2/a.go']);
  });
});
