/**
 * The repository of a soak test: a clone with two branches. Each branch has its own file, and many files differ between them.
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const branches = ['soak-one', 'soak-two'] as const;

export function markerOf(branch: string): string {
  return `${branch.replace('-', '')}branch`;
}

/** Files that a person would edit, without the ones that differ between the branches. */
export function sourceFiles(root: string): readonly string[] {
  const text = execFileSync('git', ['-C', root, 'ls-files', '-z'], { encoding: 'utf8', maxBuffer: 1 << 28 });
  const isSource = (path: string): boolean => /\.(ts|js|py|go|java|rb|rs|md|c|h|cpp)$/.test(path);
  const sources = text.split('\0').filter(isSource);
  return sources.filter((path, i) => i % 20 !== 0 && !path.startsWith('soak') && !/test|vendor|min\.js/.test(path));
}

export function cloneForSoak(source: string, target: string): void {
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', target, '-c', 'user.name=soak', '-c', 'user.email=soak@localhost', ...args], {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
  execFileSync('git', ['clone', '-q', '--shared', source, target]);
  for (const branch of branches) {
    git('checkout', '-q', '-b', branch);
    writeFileSync(join(target, `${markerOf(branch)}.md`), `# ${markerOf(branch)}\n\nOnly here.\n`);
    if (branch === branches[1]) {
      rmSync(join(target, `${markerOf(branches[0])}.md`));
      const isCode = (path: string): boolean => /\.(ts|js|py|go|java|rb|rs|c|h)$/.test(path);
      const files = git('ls-files', '-z').split('\0').filter(isCode);
      for (const path of files.filter((_, i) => i % 20 === 0)) appendFileSync(join(target, path), '\n\n');
    }
    git('add', '-A');
    git('commit', '-q', '-m', branch);
  }
  git('checkout', '-q', branches[0]);
}
