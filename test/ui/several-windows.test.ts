/** Two windows on one folder share its index; running work survives the end of any process. */
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from './eventually';
import { filesInIndex } from './index-file';
import { indexItem, indexReady, SearchPage } from './search-page';
import { suiteWorkbench } from './suite';
import type { Workbench } from './workbench';

/** Enough files to kill a process while they are being indexed. */
const manyFiles = 1000;

describe('windows and processes', () => {
  const workbench = suiteWorkbench('test/fixtures/workspace');
  let search: SearchPage;
  let second: Workbench;
  let other: SearchPage;
  const put = (path: string, word: string): void =>
    writeFileSync(join(workbench().folder, path), `def ${word}():\n${`    ${word}_step()\n`.repeat(40)}`);
  const services = (): number[] => workbench().processes('index-service.js');

  before(async () => {
    search = await SearchPage.open(workbench(), 'Search code by what it does');
    await search.frame.getByRole('button', { name: 'Index Workspace' }).click();
    await indexItem(workbench(), indexReady).waitFor();
  });

  it('share the index: the second window reads what the first writes', async () => {
    second = await workbench().openSecond();
    other = await SearchPage.open(second, 'Ask what the code does');
    await other.finds('"Cart"', ['cart.py', 'guide.md']);
    assert.equal(services().length, 2);
    await indexItem(second, indexReady).hover();
    await second.page.locator('.monaco-hover', { hasText: 'another window' }).waitFor();
    await second.screenshot('windows-reader');
  });

  it('both show a change', async () => {
    put('src/first.py', 'zweifelsfall');
    await search.finds('"zweifelsfall"', ['first.py']);
    await other.finds('"zweifelsfall"', ['first.py']);
  });

  it('continue in the second window when the first is closed', async () => {
    await workbench().page.goto('about:blank');
    await eventually(() => assert.equal(services().length, 1));
    put('src/second.py', 'uebernahme');
    await other.finds('"uebernahme"', ['second.py']);
    await second.screenshot('windows-taken-over');
  });

  for (const name of ['parse-worker', 'index-service'])
    it(`lose nothing if the ${name} is killed while files are indexed`, async () => {
      const folder = join(workbench().folder, `many-${name}`);
      const before = filesInIndex(workbench().folder);
      mkdirSync(folder, { recursive: true });
      for (let i = 0; i < manyFiles; i++) put(`many-${name}/file${i}.py`, `${name.replace('-', '_')}${i}`);
      await eventually(() => assert.ok(filesInIndex(workbench().folder) > before));
      assert.ok(filesInIndex(workbench().folder) < before + manyFiles);
      const killed = second.processes(`${name}.js`);
      assert.ok(killed.length > 0);
      for (const pid of killed) process.kill(pid, 'SIGKILL');
      await eventually(() => assert.equal(filesInIndex(workbench().folder), before + manyFiles), 60_000);
      await indexItem(second, indexReady).waitFor();
      rmSync(folder, { recursive: true });
      await eventually(() => assert.equal(filesInIndex(workbench().folder), before), 60_000);
    });
});
