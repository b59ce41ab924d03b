/**
 * What a file is for, guessed from its path and language. A question about code is answered by the code itself, not by its tests,
 * examples or documentation, which repeat the same words more often. If the query names the role, its files keep their full score.
 */
import { type ProseFormatId, proseFormatNames } from '../prose/prose-format-names';
import { RecentResults } from '../shared/recent-results';

export type FileRole = 'test' | 'example' | 'document' | 'data' | 'legacy' | 'generated' | 'types';

const testFolders =
  /^(?:tests?|specs?|__tests__|__mocks__|testdata|test[-_]?(?:utils?|data|cases|suite)|fixtures?|e2e|mocks?|bench(?:mark|es|marks)?)$/i;
const testNames =
  /(?:^tests?[-_.]|[-_.](?:test|spec|bench|benchmark|mock|stories)s?\.|_tests?\.|[a-z\d](?:Tests?|Spec|Bench(?:mark)?)\.[a-z]+$|^conftest\.py$)/;

/** By role: folders, file names, and the words of a query that ask for the role. */
const signs: readonly {
  readonly role: FileRole;
  readonly folders?: RegExp;
  readonly names?: RegExp;
  readonly queryWords: RegExp;
}[] = [
  {
    role: 'test',
    folders: testFolders,
    names: testNames,
    queryWords: /^(?:tests?|testing|tested|specs?|fixtures?|mocks?|mocking|benchmarks?|e2e|assert(?:s|ion|ions)?)$/,
  },
  {
    role: 'example',
    folders: /^(?:[\w-]*examples?|samples?|demos?|playground|tutorials?|docs?_src|sandbox|quickstart)$/i,
    names: /(?:^|[-_.])(?:example|sample|demo)s?\./i,
    queryWords: /^(?:examples?|samples?|demos?|tutorials?|playground)$/,
  },
  {
    role: 'document',
    folders: /^(?:docs?|documentation|website|wiki)$/i,
    names: /^(?:readme|changelog|history|changes|news|contributing|licen[cs]e|security|authors|code_of_conduct)\b/i,
    queryWords: /^(?:docs?|documentation|readme|changelog|guide|guides|tutorials?|manual)$/,
  },
  {
    role: 'legacy',
    folders: /^(?:legacy|deprecated|obsolete|old|compat|attic)$/i,
    names: /(?:^|[-_.])(?:legacy|deprecated|obsolete|compat)(?=[-_.])/i,
    queryWords: /^(?:legacy|deprecated?|deprecation|obsolete|old|compat|compatib(?:le|ility)|v\d+)$/,
  },
  {
    role: 'generated',
    folders: /^(?:generated|__generated__|gen|dist|vendor|vendored|third[-_]?party|node_modules)$/i,
    names: /(?:\.pb\.\w+|_pb2(?:_grpc)?\.pyi?|\.g(?:enerated)?\.\w+|_generated\.\w+|\.min\.\w+)$/i,
    queryWords: /^(?:generated?|generator|vendor(?:ed)?|dist)$/,
  },
  {
    role: 'types',
    names: /\.d\.[cm]?ts$|\.pyi$/i,
    queryWords: /^(?:types?|typings?|declarations?|interfaces?|stubs?)$/,
  },
];

const documents: ReadonlySet<string> = new Set(proseFormatNames.map(({ id }) => id));
const data: ReadonlySet<string> = new Set('json jsonc yaml toml xml ini csv properties css scss'.split(' '));
const dataWords =
  /^(?:json|ya?ml|toml|xml|config(?:uration)?|settings?|manifest|package|workflows?|css|styles?|schema)$/;

/** A file is a candidate of many queries. */
const recentRoles = new RecentResults<string, ReadonlySet<FileRole>>(1 << 12);

export function rolesOf(path: string, language: string): Set<FileRole> {
  const roles = new Set(recentRoles.get(path, rolesOfPath));
  if (documents.has(language)) roles.add('document');
  if (data.has(language)) roles.add('data');
  return roles;
}

function rolesOfPath(path: string): ReadonlySet<FileRole> {
  const roles = new Set<FileRole>();
  const parts = path.split('/');
  const name = parts.pop() ?? '';
  for (const { role, folders, names } of signs)
    if (names?.test(name) || (folders && parts.some((part) => folders.test(part)))) roles.add(role);
  return roles;
}

/** Is this a test, fixture or benchmark? Called for all files of an index, so it computes nothing else. */
export function isTestPath(path: string): boolean {
  const parts = path.split('/');
  const name = parts.pop() ?? '';
  // `testing` at the top has a project's own tests; deeper it is mostly a library for tests, such as `numpy/testing`.
  return testNames.test(name) || parts[0] === 'testing' || parts.some((part) => testFolders.test(part));
}

/** What a limited search calls documents; pages, tables and notebooks are code or data in most repositories. */
const documentLanguages: ReadonlySet<string> = new Set([
  'markdown',
  'mdx',
  'restructuredtext',
  'asciidoc',
  'latex',
  'plaintext',
  'conversation',
] satisfies ProseFormatId[]);

/** Is this documentation? `docs` deeper in the path may be code about documents. */
export function isDocumentFile(path: string, language: string): boolean {
  return documentLanguages.has(language) || /^(?:docs?|documentation|website|wiki)\//i.test(path);
}

/** Is this definition a test by its name, wherever it is: `test_parse`, `TestParser`, `testParse`? */
export function isTestName(name: string): boolean {
  return /^(?:test_|Test(?=[A-Z_])|test(?=[A-Z]))/.test(name);
}

/** In a query of more words, `test` or `type` says what the code is about; only these words still ask for files. */
const maxRoleWords = 6;
const asksInSentence =
  /^(?:tests|specs|benchmarks|examples|samples|demos|docs|documentation|readme|changelog|tutorials?|v\d+)$/;

/** The roles that the words of a query ask for. */
export function requestedRoles(words: readonly string[]): ReadonlySet<FileRole> {
  const roles = new Set<FileRole>();
  for (const word of words) {
    const lower = word.toLowerCase();
    // "how does it decide whether a class is a test class" is about code, "router test" about a test.
    const isTopic = words.length > maxRoleWords && !asksInSentence.test(lower);
    for (const { role, queryWords } of signs)
      if (queryWords.test(lower) && !(isTopic && role !== 'legacy')) roles.add(role);
    if (dataWords.test(lower) && !isTopic) roles.add('data');
  }
  return roles;
}
