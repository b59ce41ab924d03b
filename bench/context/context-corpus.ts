/**
 * Real files for `npm run bench:context`, fetched once into bench/corpus/ (ignored by git): npm packages that ship their
 * sources, Debian packages of Python, Ruby and PHP libraries, and the standard library of the local Python.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

export type LanguageName = 'TypeScript' | 'TSX' | 'JavaScript' | 'Python' | 'Ruby' | 'PHP';

export interface ContextFile {
  readonly path: string;
  readonly language: LanguageName;
}

const corpus = join(__dirname, '..', 'corpus');
const largestFile = 200_000;

const extensions: Readonly<Record<LanguageName, RegExp>> = {
  TypeScript: /(?<!\.d)\.[mc]?ts$/,
  TSX: /\.tsx$/,
  JavaScript: /(?<!\.min)\.(jsx|[mc]?js)$/,
  Python: /\.py$/,
  Ruby: /\.rb$/,
  PHP: /\.php$/,
};

/** Versions are pinned, so that two runs compare the same text. `max` files per package, so that no package dominates the corpus. */
const npmPackages: readonly { spec: string; under: string; languages: readonly LanguageName[]; max: number }[] = [
  { spec: 'rxjs@7.8.2', under: 'src', languages: ['TypeScript'], max: 120 },
  { spec: 'zod@4.6.7', under: 'src', languages: ['TypeScript'], max: 120 },
  { spec: '@reduxjs/toolkit@2.14.0', under: 'src', languages: ['TypeScript', 'TSX'], max: 120 },
  { spec: '@tanstack/query-core@5.107.1', under: 'src', languages: ['TypeScript'], max: 120 },
  { spec: 'mobx@7.1.3', under: 'src', languages: ['TypeScript'], max: 120 },
  { spec: '@trpc/server@11.23.0', under: 'src', languages: ['TypeScript'], max: 120 },
  { spec: 'effect@4.1.0', under: 'src', languages: ['TypeScript'], max: 120 },
  { spec: 'viem@2.57.13', under: '.', languages: ['TypeScript'], max: 120 },
  { spec: 'react-native-gesture-handler@3.4.0', under: 'src', languages: ['TypeScript', 'TSX'], max: 120 },
  { spec: '@wordpress/components@41.0.0', under: 'src', languages: ['TypeScript', 'TSX'], max: 160 },
  { spec: '@blueprintjs/core@6.20.0', under: 'src', languages: ['TypeScript', 'TSX'], max: 160 },
  { spec: '@react-navigation/core@7.23.0', under: 'src', languages: ['TSX'], max: 120 },
  { spec: '@tanstack/react-router@1.170.46', under: 'src', languages: ['TypeScript', 'TSX'], max: 80 },
  { spec: 'abitype@1.3.0', under: 'src', languages: ['TypeScript'], max: 80 },
  { spec: '@docusaurus/theme-classic@3.10.2', under: 'src', languages: ['TSX'], max: 80 },
  { spec: '@docusaurus/theme-classic@3.10.2', under: 'lib', languages: ['JavaScript'], max: 120 },
  { spec: 'webpack@5.112.2', under: 'lib', languages: ['JavaScript'], max: 160 },
  { spec: 'eslint@10.14.0', under: 'lib', languages: ['JavaScript'], max: 160 },
  { spec: 'jsdom@29.1.1', under: 'lib', languages: ['JavaScript'], max: 120 },
  { spec: 'three@0.187.0', under: 'src', languages: ['JavaScript'], max: 160 },
  { spec: 'express@5.1.0', under: 'lib', languages: ['JavaScript'], max: 40 },
  { spec: 'core-js@3.51.0', under: 'internals', languages: ['JavaScript'], max: 80 },
  { spec: 'jquery@4.0.0', under: 'src', languages: ['JavaScript'], max: 80 },
  { spec: 'svelte@5.57.3', under: 'src', languages: ['JavaScript'], max: 120 },
  { spec: 'sequelize@6.37.8', under: 'lib', languages: ['JavaScript'], max: 80 },
  { spec: '@wordpress/block-editor@18.0.0', under: 'src', languages: ['JavaScript'], max: 120 },
  { spec: 'request@2.88.2', under: '.', languages: ['JavaScript'], max: 40 },
  { spec: 'lodash-es@4.17.21', under: '.', languages: ['JavaScript'], max: 60 },
];

const debianPackages: Readonly<Partial<Record<LanguageName, readonly string[]>>> = {
  Python: ['python3-django', 'python3-sqlalchemy', 'python3-aiohttp', 'python3-flask', 'python3-rich'],
  Ruby: ['ruby-activerecord', 'ruby-actionpack', 'ruby-sequel', 'ruby-rspec-core', 'rubocop', 'jekyll'],
  PHP: ['php-symfony-form', 'php-symfony-http-kernel', 'phpunit', 'composer', 'php-doctrine-orm', 'php-twig'],
};
const maxFiles = { debian: 120, standardLibrary: 200 };

/** All files, fetching what is missing. `python` is the command that runs Python, undefined if there is none. */
export function corpusFiles(python: string | undefined): readonly ContextFile[] {
  const files: ContextFile[] = [];
  for (const { spec, under, languages, max } of npmPackages) {
    const folder = npmPackage(spec);
    for (const language of languages) files.push(...select(join(folder, under), language, max));
  }
  for (const language of ['Python', 'Ruby', 'PHP'] as const) {
    if (language === 'Python' && python === undefined) continue;
    for (const name of debianPackages[language] ?? []) {
      const folder = debianPackage(name);
      if (folder) files.push(...select(folder, language, maxFiles.debian));
    }
  }
  if (python !== undefined) {
    const library = execFileSync(python, ['-c', 'import os; print(os.path.dirname(os.__file__))'], {
      encoding: 'utf8',
    });
    files.push(...select(library.trim(), 'Python', maxFiles.standardLibrary));
  }
  return files;
}

function npmPackage(spec: string): string {
  const folder = join(corpus, 'npm', spec.replace('/', '+'));
  if (existsSync(folder)) return folder;
  console.error(`fetching ${spec}`);
  unpack(folder, (work) => {
    const archive = execFileSync('npm', ['pack', '--silent', spec], { cwd: work, encoding: 'utf8' }).trim();
    execFileSync('tar', ['xzf', archive, '--strip-components=1'], { cwd: work });
    rmSync(join(work, archive));
  });
  return folder;
}

/** Undefined if there is no Debian archive to fetch from. */
function debianPackage(name: string): string | undefined {
  const folder = join(corpus, 'debian', name);
  if (existsSync(folder)) return folder;
  console.error(`fetching ${name}`);
  try {
    unpack(folder, (work) => {
      execFileSync('apt-get', ['download', name], { cwd: work, stdio: 'ignore' });
      for (const archive of readdirSync(work)) {
        execFileSync('dpkg-deb', ['-x', archive, '.'], { cwd: work });
        rmSync(join(work, archive));
      }
    });
    return folder;
  } catch {
    console.error(`  apt-get cannot fetch ${name}: continuing without it`);
    return undefined;
  }
}

/** Fills a folder under another name and then renames it, so that an interrupted run leaves no partial folder. */
function unpack(folder: string, fill: (work: string) => void): void {
  const work = `${folder}.part`;
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  fill(work);
  renameSync(work, folder);
}

/** Every n-th file of a folder, in path order, so that all parts of the folder are represented. */
function select(folder: string, language: LanguageName, max: number): ContextFile[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => extensions[language].test(path) && !/node_modules|site-packages|lib2to3|_cjs|_esm/.test(path))
    .sort()
    .map((path) => join(folder, path))
    .filter((path) => statSync(path).isFile() && statSync(path).size <= largestFile);
  const step = Math.max(1, paths.length / max);
  const chosen: ContextFile[] = [];
  for (let at = 0; at < paths.length; at += step) {
    const path = paths[Math.floor(at)];
    if (path !== undefined) chosen.push({ path, language });
  }
  return chosen;
}
