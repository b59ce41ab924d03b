import { deepEqual } from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryNamesOf } from '../../../src/workspace/about-repository';

describe('the names of a repository in a database', () => {
  const parent = mkdtempSync(join(tmpdir(), 'codegrain-names-'));
  after(() => rmSync(parent, { recursive: true }));

  function repository(name: string, ...urls: string[]): string {
    const folder = join(parent, name);
    mkdirSync(join(folder, '.git', 'objects'), { recursive: true });
    mkdirSync(join(folder, '.git', 'refs'));
    writeFileSync(join(folder, '.git', 'HEAD'), 'ref: refs/heads/main\n');
    const remotes = urls.map(
      (url, i) => `[remote "r${i}"]\n\turl = ${url}\n\tfetch = +refs/heads/*:refs/remotes/r${i}/*\n`,
    );
    writeFileSync(join(folder, '.git', 'config'), `[core]\n\tbare = false\n${remotes.join('')}`);
    return folder;
  }

  it('are that of the folder and those of its remotes, with and without the owner', async () => {
    const urls = [
      'https://example.com/acme/shop.git',
      'https://user:key@example.com/acme/shop/',
      'git@example.com:acme/shop.git',
      'ssh://git@example.com:2222/acme/shop',
    ];
    for (const [i, url] of urls.entries())
      deepEqual(await repositoryNamesOf(repository(`copy-${i}`, url)), [`copy-${i}`, 'acme/shop', 'shop']);
  });

  it('are those of every remote: a fork is pushed under the name of its source', async () => {
    const folder = repository('shop', 'git@example.com:me/shop.git', 'git@example.com:acme/shop.git');
    deepEqual(await repositoryNamesOf(folder), ['shop', 'me/shop', 'acme/shop']);
  });

  it('are that of the folder alone without a remote, without git, and for a folder inside a repository', async () => {
    deepEqual(await repositoryNamesOf(repository('alone')), ['alone']);
    mkdirSync(join(parent, 'plain'));
    deepEqual(await repositoryNamesOf(join(parent, 'plain')), ['plain']);
    const inside = join(repository('outer', 'git@example.com:acme/outer.git'), 'inside');
    mkdirSync(inside);
    deepEqual(await repositoryNamesOf(inside), ['inside']);
  });
});
