/** Commands of the command line, run by the editor. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { productFile } from '../../../../src/shared/product';
import { CommandFailed, runCliCommand } from '../../../../src/vscode/common/run-cli';
import { temporaryFolder } from '../../index/file/index-folders';

describe('a command that the editor runs', function () {
  this.timeout(60_000);
  const script = (text: string): string => {
    const file = join(temporaryFolder(), 'script.js');
    writeFileSync(file, text);
    return file;
  };
  const never = new AbortController().signal;
  const quiet = { onProgress: () => {}, signal: never };

  it('gets secrets in its environment, not in its arguments', async () => {
    const file = script(
      'process.send({ report: [process.env.PGPASSWORD, process.argv.slice(2)] }); process.disconnect();',
    );
    const report = await runCliCommand({ script: file, args: ['push', 'x'], env: { PGPASSWORD: 'hidden' }, ...quiet });
    assert.deepEqual(report, ['hidden', ['push', 'x']]);
  });

  it('reports a failure in one line', async () => {
    const args = ['push', '--to=postgresql://me@127.0.0.1:1/none', '--', temporaryFolder()];
    await assert.rejects(
      runCliCommand({ script: productFile('dist', 'cli.js'), args, env: {}, ...quiet }),
      (error) =>
        error instanceof CommandFailed && error.message === 'no server is listening at postgresql://127.0.0.1:1/none',
    );
  });

  it('ends when it is stopped', async () => {
    const file = script(
      "process.send({ progress: 1 }); process.once('disconnect', () => process.exit(130)); setInterval(() => {}, 1000);",
    );
    const stop = new AbortController();
    const onProgress = (): void => stop.abort();
    assert.equal(await runCliCommand({ script: file, args: [], env: {}, onProgress, signal: stop.signal }), undefined);
  });
});
