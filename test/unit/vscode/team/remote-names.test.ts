/** The name of a repository from its remote: builds on servers push under it. */
import assert from 'node:assert/strict';
import { remoteNames } from '../../../../src/vscode/team/remote-names';

describe('the names of a remote', () => {
  const config = (url: string): string =>
    `[core]\n\tbare = false\n[remote "fork"]\n\turl = git@host:me/other.git\n[remote "origin"]\n\turl = ${url}\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n[branch "main"]\n\tremote = origin\n`;

  it('are its last two parts, and the last one', () => {
    const urls = [
      'https://github.com/acme/shop.git',
      'https://me@git.example:8443/group/acme/shop',
      'git@github.com:acme/shop.git',
      'ssh://git@git.example:2222/acme/shop.git/',
      '/srv/git/acme/shop.git',
    ];
    for (const url of urls) assert.deepEqual(remoteNames(config(url)), ['acme/shop', 'shop'], url);
  });

  it('may be one part', () => {
    assert.deepEqual(remoteNames(config('git@host:shop.git')), ['shop']);
  });

  it('are none without a remote', () => {
    assert.deepEqual(remoteNames(''), []);
    assert.deepEqual(remoteNames('[core]\n\tbare = false\n[remote "fork"]\n\turl = git@host:me/other.git\n'), []);
  });
});
