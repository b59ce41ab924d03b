/** A repository with an index, and a worktree whose index continues it: real git. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CodeIndex } from '../../../../src/engine/code-index';
import { temporaryFolder } from '../../index/file/index-folders';
import { files, rechunk, viewOf } from '../../search/search-workspace';

const who = ['-c', 'user.name=a', '-c', 'user.email=a@b.c'];

export function git(cwd: string, ...args: string[]): void {
  execFileSync('git', [...who, ...args], { cwd, stdio: 'pipe' });
}

export function put(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** The version of a generated file. Few versions, so that contents come back. */
export function versionOf(file: number, version: number): string {
  const lines = Array.from({ length: 8 + file }, (_, i) => `  total += step${version}(${i}, 'file ${file}');`);
  return `/** Computes number ${file}. */\nexport function compute${file}(total: number): number {\n${lines.join('\n')}\n  return total;\n}\n`;
}

export const generated = (file: number): string => `lib/part${file % 5}/compute${file}.ts`;

/** Two working trees of one repository, neither of them indexed. */
export function makeCopies(count: number): { readonly main: string; readonly tree: string } {
  const at = temporaryFolder();
  const main = join(at, 'main');
  const tree = join(at, 'tree');
  for (const [path, text] of Object.entries(files)) put(main, path, text);
  for (let file = 0; file < count; file++) put(main, generated(file), versionOf(file, 0));
  git(main, 'init', '-q', '-b', 'trunk');
  git(main, 'add', '-A');
  git(main, 'commit', '-q', '-m', 'first');
  git(main, 'worktree', 'add', '-q', '--detach', tree);
  return { main, tree };
}

/** Every hit shows what is in its file now. */
export async function assertTrueHits(root: string): Promise<void> {
  const searcher = new CodeIndex([viewOf(root)], undefined, rechunk);
  for (const query of ['matchRoute', 'compute number', 'step1', 'step2 total', 'duration']) {
    for (const { path, text, startLine, endLine, stale } of (await searcher.search(query, { limit: 50 })).hits) {
      const now = existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '';
      assert.ok(now.includes(text), `${path} does not have: ${text.slice(0, 200)}`);
      if (stale) continue;
      const lines = now.split(/(?<=\n)/).slice(startLine - 1, endLine);
      assert.ok(
        text !== '' && lines.join('').includes(text),
        `${path}:${startLine} does not have: ${text.slice(0, 200)}`,
      );
    }
  }
}
