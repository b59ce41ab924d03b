/**
 * Where the tests of a folder are, as the configuration of its test runners says: pytest, Jest, Vitest, Mocha, Playwright, PHPUnit,
 * Cargo, RSpec, Maven. Configuration that is code is not run: lists of strings are read in it. Only the top of the folder is looked at.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../shared/attempt';
import { readPlainFile } from '../shared/plain-file';
import { globsOf } from './globs';

/** Configuration files and what they say. Values are folders, files or globs. */
const runners: readonly { readonly files: RegExp; readonly read: (text: string) => readonly string[] }[] = [
  { files: /^(?:\.?pytest\.ini|tox\.ini|setup\.cfg)$/, read: (text) => iniWords(text, 'testpaths') },
  { files: /^pyproject\.toml$/, read: (text) => strings(text, /\btestpaths\s*=\s*/g).flatMap(words) },
  { files: /^(?:package|jest\.config)\.json$/, read: (text) => strings(text, /"testMatch"\s*:\s*/g) },
  { files: /^jest\.config\.[cm]?[jt]s$/, read: (text) => strings(text, /\btestMatch\s*:\s*/g) },
  {
    files: /^vite(?:st)?\.config\.[cm]?[jt]s$/,
    read: (text) => strings(text, /\btest\s*:\s*\{[^{}]*?\binclude\s*:\s*/g),
  },
  { files: /^\.mocharc\.(?:jsonc?|[cm]?js)$/, read: (text) => strings(text, /\bspec["']?\s*:\s*/g) },
  { files: /^\.mocharc\.ya?ml$/, read: (text) => yamlList(text, 'spec') },
  { files: /^playwright\.config\.[cm]?[jt]s$/, read: (text) => strings(text, /\btestDir\s*:\s*/g) },
  { files: /^phpunit\.xml(?:\.dist)?$/, read: (text) => phpunitSuites(text) },
  { files: /^Cargo\.toml$/, read: (text) => strings(text, /\[\[(?:test|bench)\]\][^[]*?\bpath\s*=\s*/g) },
  { files: /^\.rspec$/, read: (text) => [...text.matchAll(/--default-path[ =](\S+)/g)].map(([, path = '']) => path) },
  { files: /^pom\.xml$/, read: (text) => elements(text, 'testSourceDirectory') },
];

/** Bytes; a larger file is not configuration. */
const maxSize = 1 << 20;

/** A runner that looks for tests in all code, doctests for example, does not make all code tests. */
const wholeCode = /^(?:\.|src|lib|docs?|(?:\.|src|lib|\*\*)?\/?(?:\*\*\/)*\*(?:\.[\w{},*[\]?|()@+-]+)?)$/;

interface TestConfig {
  /** Of the files that were read. */
  readonly stamp: string;
  readonly isTest: (path: string) => boolean;
}

const known = new Map<string, TestConfig>();

/** Does the configuration of a folder say that this file is a test? Paths are relative to the folder. Files are read again if they changed. */
export function configuredTests(root: string): (path: string) => boolean {
  const files = configFiles(root);
  const stamp = files.map(({ name, mtimeMs }) => `${name} ${mtimeMs}`).join('\n');
  const last = known.get(root);
  if (last?.stamp === stamp) return last.isTest;
  const places = files.flatMap(({ name, read }) => testPlaces(root, name, read));
  const globs = globsOf([...new Set(places)]);
  const isTest = places.length === 0 ? () => false : globs.isIncluded;
  known.set(root, { stamp, isTest });
  return isTest;
}

function configFiles(root: string) {
  return namesIn(root).flatMap((name) => {
    const runner = runners.find(({ files }) => files.test(name));
    if (!runner) return [];
    const found = statSync(join(root, name), { throwIfNoEntry: false });
    if (!found?.isFile() || found.size > maxSize) return [];
    return [{ name, mtimeMs: found.mtimeMs, read: runner.read }];
  });
}

/** Empty if the folder cannot be read: then its paths alone tell what is a test. */
function namesIn(root: string): string[] {
  return attempt(() => readdirSync(root).sort()) ?? [];
}

function testPlaces(root: string, name: string, read: (text: string) => readonly string[]): string[] {
  try {
    const text = readPlainFile(join(root, name), maxSize).toString();
    const project = /^\s*name\s*=\s*["']?([\w.-]+)/m.exec(text)?.[1]?.toLowerCase().replace(/[-.]/g, '_');
    return read(text)
      .map((place) => place.replace(/^<rootDir>\//, '').replace(/^(?:\.\/)+/, ''))
      .filter((place) => place !== '' && !place.startsWith('!') && !place.startsWith('/') && !place.startsWith('..'))
      .map((place) => place.replace(/\/+$/, ''))
      .filter((place) => !wholeCode.test(place) && place.replace(/^src\//, '') !== project)
      .map((place) => (place.includes('/') ? place : `/${place}`));
  } catch {
    return [];
  }
}

/** The string literals after a key: one, or a list of them. Comments in the list are left out. */
function strings(text: string, key: RegExp): string[] {
  return [...text.matchAll(key)].flatMap(({ 0: matched, index }) => {
    const rest = text.slice(index + matched.length, index + matched.length + 10_000);
    const value = rest.startsWith('[') ? rest.slice(0, rest.search(/\]\s*(?:[,;})\n]|$)/) + 1) : firstLiteral(rest);
    const code = value.replace(/^\s*(?:#|\/\/).*$/gm, '');
    return [...code.matchAll(/(["'`])((?:(?!\1)[^\\\n])*)\1/g)].map(([, , literal = '']) => literal);
  });
}

function firstLiteral(text: string): string {
  return /^(?:"[^"\n]*"|'[^'\n]*'|`[^`\n]*`)/.exec(text)?.[0] ?? '';
}

/** `key = a b`, which may go on in indented lines. */
function iniWords(text: string, key: string): string[] {
  const value = new RegExp(`^${key}[ \\t]*[=:](.*(?:\\r?\\n[ \\t]+.*)*)`, 'm').exec(text)?.[1] ?? '';
  return words(value.replace(/^\s*[#;].*$/gm, ''));
}

function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/** `key: a`, or `- a` in the lines below. */
function yamlList(text: string, key: string): string[] {
  const value = new RegExp(`^${key}:(.*(?:\\r?\\n[ \\t]*-.*)*)`, 'm').exec(text)?.[1] ?? '';
  return value
    .split('\n')
    .map((line) => line.replace(/^\s*-?\s*/, '').replace(/\s+#.*$/, ''))
    .map((line) => line.trim().replace(/^(["'])(.*)\1$/, '$2'))
    .filter((line) => line !== '' && !line.startsWith('['));
}

function phpunitSuites(text: string): string[] {
  const suites = [...text.matchAll(/<testsuite\b[^>]*>([\s\S]*?)<\/testsuite>/g)].map(([, suite = '']) => suite);
  return suites.flatMap((suite) => [...elements(suite, 'directory'), ...elements(suite, 'file')]);
}

function elements(text: string, name: string): string[] {
  return [...text.matchAll(new RegExp(`<${name}\\b[^>]*>([^<]*)</${name}>`, 'g'))].map(([, value = '']) =>
    value.trim(),
  );
}
