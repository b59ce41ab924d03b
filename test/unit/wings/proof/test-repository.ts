/** A real git repository in a temporary folder, with commits made one by one. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '../../index/file/index-folders';

/** Nothing of the user's own git settings. */
const environment = {
  ...process.env,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
};

export class TestRepository {
  constructor(readonly folder = temporaryFolder()) {
    this.git('init', '--quiet', '--initial-branch=main');
  }

  git(...args: string[]): string {
    return execFileSync('git', ['-C', this.folder, ...args], { encoding: 'utf8', env: environment, stdio: 'pipe' });
  }

  /** @param files undefined: delete it. Returns the id of the commit. */
  commit(message: string, files: Readonly<Record<string, string | Buffer | undefined>>, author?: string): string {
    for (const [path, text] of Object.entries(files)) {
      const file = join(this.folder, path);
      if (text === undefined) rmSync(file);
      else {
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, text);
      }
    }
    this.git('add', '--all');
    this.git(
      'commit',
      '--quiet',
      '--allow-empty',
      '-m',
      message,
      ...(author === undefined ? [] : ['--author', author]),
    );
    return this.git('rev-parse', 'HEAD').trim();
  }
}

/** Functions `first` to `last`, of four lines each, with a blank line after each. */
export function functions(...names: string[]): string {
  return names
    .map(
      (name) =>
        `export function ${name}(value: number): number {\n  const doubled = value * 2;\n  return doubled;\n}\n`,
    )
    .join('\n');
}
