/** The repositories of the judgement, the oracle of each language, and what is to be reached. */
import { spawnSync } from 'node:child_process';
import { clangdGold } from './clangd-oracle';
import type { GoldUse } from './gold-use';
import { goplsGold } from './gopls-oracle';
import { javacGold } from './javac-oracle';
import { hasPyright, pyright } from './pyright-oracle';
import { serverGold } from './server-gold';
import { typescriptGold } from './typescript-oracle';

export interface Judged {
  readonly language: string;
  /** owner/name */
  readonly repositories: readonly string[];
  /** The files whose links our graph gets. */
  readonly files: RegExp;
  readonly oracle: string;
  /** What to do if the oracle is missing; undefined if it is there. */
  readonly missing: () => string | undefined;
  readonly gold: (root: string, repository: string, count: number) => Promise<GoldUse[]>;
  readonly precision: number;
  readonly recall: number;
}

const high = { precision: 0.97, recall: 0.9 };
const medium = { precision: 0.93, recall: 0.8 };

/** What a build would give the compiler; nothing is built here. */
const flags: Readonly<Record<string, readonly string[]>> = {
  'redis/redis': ['src', 'deps/hiredis', 'deps/linenoise', 'deps/lua/src', 'deps/hdr_histogram', 'deps/fpconv'].map(
    (folder) => `-I${folder}`,
  ),
  'git/git': ['-I.', '-DSHA1_DC', '-DSHA256_BLK', '-DNO_OPENSSL', '-DUSE_CURL_FOR_IMAP_SEND'],
  'curl/curl': [
    '-Iinclude',
    '-Ilib',
    '-Isrc',
    '-Itests/libtest',
    '-Itests/unit',
    '-Itests/server',
    '-DBUILDING_LIBCURL',
  ],
  'fmtlib/fmt': ['-Iinclude', '-Itest', '-Itest/gtest'],
  'google/leveldb': ['-I.', '-Iinclude', '-DLEVELDB_PLATFORM_POSIX=1'],
  'google/re2': ['-I.'],
};

export const judged: readonly Judged[] = [
  {
    language: 'typescript',
    repositories: ['trpc/trpc', 'vitest-dev/vitest', 'facebook/docusaurus'],
    files: /\.([cm]?[jt]sx?|vue|svelte)$/,
    oracle: 'the TypeScript checker',
    missing: () => undefined,
    gold: (root, _, count) => typescriptGold(root, (path) => /\.[cm]?tsx?$/.test(path), count),
    ...high,
  },
  {
    language: 'javascript',
    repositories: ['axios/axios', 'preactjs/preact', 'expressjs/express'],
    files: /\.([cm]?[jt]sx?|vue|svelte)$/,
    oracle: 'the TypeScript checker',
    missing: () => undefined,
    gold: (root, _, count) => typescriptGold(root, (path) => /\.[cm]?jsx?$/.test(path), count),
    ...high,
  },
  {
    language: 'python',
    repositories: ['sphinx-doc/sphinx', 'pydata/xarray', 'PrefectHQ/prefect'],
    files: /\.pyi?$/,
    oracle: 'pyright',
    missing: () => (hasPyright() ? undefined : 'run `npm ci --prefix bench`'),
    gold: (root, _, count) => serverGold(root, pyright, count),
    ...high,
  },
  {
    language: 'go',
    repositories: ['go-task/task', 'caddyserver/caddy'],
    files: /\.go$/,
    oracle: 'gopls',
    missing: () => (runs('gopls', 'version') && runs('go', 'version') ? undefined : install('gopls golang-go')),
    gold: (root, _, count) => goplsGold(root, count),
    ...high,
  },
  {
    language: 'java',
    repositories: ['google/gson', 'apache/commons-lang', 'square/javapoet'],
    files: /\.java$/,
    oracle: 'javac',
    missing: () => (runs('javac', '-version') ? undefined : install('default-jdk-headless')),
    gold: (root, _, count) => javacGold(root, count),
    ...medium,
  },
  {
    language: 'c',
    repositories: ['redis/redis', 'curl/curl'],
    files: /\.[ch]$/,
    oracle: 'clangd',
    missing: () => (runs('clangd', '--version') ? undefined : install('clangd')),
    gold: (root, repository, count) => clangdGold(root, 'c', flags[repository] ?? [], count),
    ...medium,
  },
  {
    language: 'cpp',
    repositories: ['google/leveldb', 'google/re2'],
    files: /\.(cc|cpp|cxx|c|h|hh|hpp|inc)$/,
    oracle: 'clangd',
    missing: () => (runs('clangd', '--version') ? undefined : install('clangd')),
    gold: (root, repository, count) => clangdGold(root, 'cpp', flags[repository] ?? [], count),
    ...medium,
  },
];

function runs(command: string, argument: string): boolean {
  return spawnSync(command, [argument], { stdio: 'ignore' }).status === 0;
}

function install(packages: string): string {
  return `install it with \`apt install ${packages}\``;
}

/** Files that say how a project is laid out; the rules of modules read them. */
export const isConfig = (path: string): boolean =>
  /(^|\/)(package\.json|[tj]sconfig[^/]*\.json|pnpm-workspace\.yaml|pyproject\.toml|setup\.(py|cfg)|go\.(mod|work))$/.test(
    path,
  );
