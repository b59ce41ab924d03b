/** The clients in docs/examples and the example in docs/serve.md, where Python and Go are installed. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { productFile } from '../../../../src/shared/product';
import { removeTemporaryFolders, temporaryFolder } from '../../index/file/index-folders';

const isThere = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0;

const source = `def check_user(name, password):
    """Where users are checked."""
    return find(name).password == password
`;

/** A folder with a project, and with a `codegrain` on the path, as after `npm install -g`. */
function stranger(): { folder: string; env: NodeJS.ProcessEnv } {
  const folder = temporaryFolder();
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const command = join(bin, 'codegrain');
  writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${productFile('dist', 'cli.js')}" "$@"\n`);
  chmodSync(command, 0o755);
  mkdirSync(join(folder, 'project'));
  writeFileSync(join(folder, 'project', 'app.py'), source);
  return { folder, env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` } };
}

/** The indented block of the page that begins with this line, without its indentation. */
function exampleOf(first: string): string {
  const lines = readFileSync(productFile('docs', 'serve.md'), 'utf8').split('\n');
  const start = lines.findIndex((line) => line.trim() === first);
  const indent = lines[start]?.indexOf(first) ?? 0;
  const end = lines.findIndex((line, i) => i > start && line.trim() !== '' && !line.startsWith(' '.repeat(indent)));
  return lines
    .slice(start, end)
    .map((line) => line.slice(indent))
    .join('\n');
}

describe('the clients of codegrain serve', function () {
  this.timeout(120_000);
  afterEach(removeTemporaryFolders);

  const python = ['python3', 'python'].find((name) =>
    isThere(name, '-c', 'import sys; assert sys.version_info >= (3, 8)'),
  );

  function runPython(code: string) {
    const { folder, env } = stranger();
    const project = join(folder, 'project');
    copyFileSync(productFile('docs', 'examples', 'codegrain_client.py'), join(folder, 'codegrain_client.py'));
    const { stdout, stderr, status } = spawnSync(python ?? '', ['-c', code], {
      ...{ cwd: project, encoding: 'utf8' as const },
      env: { ...env, PYTHONPATH: folder, PYTHONIOENCODING: 'utf-8' },
    });
    assert.equal(status, 0, stderr);
    return stdout.replaceAll('\r\n', '\n').trimEnd().split('\n');
  }

  it('do in Python what the page says', function () {
    if (python === undefined || process.platform === 'win32') this.skip();
    const lines = runPython(exampleOf('from codegrain_client import Codegrain'));
    assert.equal(lines[0], '1 function check_user');
    assert.equal(lines.at(-1), 'app.py 1');
  });

  it('have 42 lines in Python, raise errors with their code, and read vectors', function () {
    if (python === undefined || process.platform === 'win32') this.skip();
    const client = readFileSync(productFile('docs', 'examples', 'codegrain_client.py'), 'utf8');
    assert.equal(client.trimEnd().split('\n').length, 42);
    const lines = runPython(`
import base64, struct
from codegrain_client import Codegrain, CodegrainError
with Codegrain() as codegrain:
    try:
        codegrain.call("chunkFile", file="größe.py")
    except CodegrainError as error:
        print(error.code, error)
    print(codegrain.call("countTokens", texts=["hello world", "naïve 😀"])["tokens"][0])
    texts = ["user"]
    numbers = codegrain.call("embed", texts=texts)["vectors"][0]
    packed = base64.b64decode(codegrain.call("embed", texts=texts, encoding="base64")["vectors"][0])
    unpacked = struct.unpack("<%df" % (len(packed) // 4), packed)
    print(len(unpacked) == len(numbers) and max(abs(a - b) for a, b in zip(unpacked, numbers)) < 1e-7)
print(codegrain.process.returncode)
`);
    assert.deepEqual(lines, ['not-found there is no file größe.py', '2', 'True', '0']);
  });

  it('chunk a file in Go', function () {
    if (!isThere('go', 'version') || process.platform === 'win32') this.skip();
    const { folder, env } = stranger();
    const { stdout, stderr, status } = spawnSync(
      'go',
      ['run', productFile('docs', 'examples', 'codegrain_client.go'), 'project/app.py'],
      {
        ...{ cwd: folder, encoding: 'utf8' },
        env: { ...env, GOFLAGS: '-mod=mod', GOCACHE: join(folder, 'go-cache'), GOPROXY: 'off' },
      },
    );
    assert.deepEqual([status, stdout], [0, '1-3 function check_user\n'], stderr);
  });
});
