/** Markdown is recognised in files called .txt; logs, settings and scripts are not taken for it. */
import assert from 'node:assert/strict';
import { chunkText } from '../../../../src/engine/workers/chunker';

const languageOf = async (text: string, path = 'a.txt'): Promise<string> => (await chunkText({ path, text })).language;

describe('a .txt file', () => {
  for (const [what, text] of [
    ['headings and a list', '# Notes\n\nSome words about it.\n\n- first\n- second\n'],
    ['headings and a fence', '# Install\n\n```sh\nnpm install\n# a comment\nx=1\n```\n'],
    ['headings and a link', 'Words before.\n\n## Links\n\nSee [the docs](https://example.org/a).\n'],
    ['headings and a table', '# Sizes\n\n| a | b |\n|---|---|\n| 1 | 2 |\n'],
    ['headings directly above text', '# Title\nText with **strong** words.\n\n## Next\nMore `code` here.\n'],
  ] as const) {
    it(`is Markdown with ${what}`, async () => {
      assert.equal(await languageOf(text), 'markdown');
      assert.equal(await languageOf(text.replaceAll('\n', '\r\n')), 'markdown');
      assert.equal(await languageOf(text, 'README'), 'markdown');
    });
  }

  for (const [what, text] of [
    ['prose', 'Some words about it.\n\n- first\n- second\n\nA sentence, and one more.\n'],
    ['settings with comments', '# Colours\n\ncolour = red\n\n# Sizes\n\nsize = 3\nwidth = 4\nheight = 5\n- x\n- y\n'],
    ['requirements', '# Web\nflask==2.0  # the server\nrequests>=2\n\n# Tests\npytest\n- e .\n'],
    [
      'a commented header',
      '# Copyright 2020\n# All rights reserved\n#\n# Licence: `MIT`\n\nUser-agent: *\nDisallow: /a\n',
    ],
    ['a log', '[12:00] start\n[12:01] # 3 retries\n- done\n- [link](x)\n# 4 errors\n# 5 errors\n'],
    ['a shell session', '# ls -l\ntotal 3\n# cat `a`\nb\n'],
    ['headings alone', '# One\n\nText.\n\n# Two\n\nText.\n'],
  ] as const) {
    it(`is not Markdown with ${what}`, async () => assert.notEqual(await languageOf(text), 'markdown'));
  }

  it('is what it is said to be', async () => {
    const text = '# Notes\n\nSome words about it.\n\n- first\n- second\n';
    assert.equal((await chunkText({ path: 'a.txt', text, language: 'plaintext' })).language, 'plaintext');
  });
});
