/**
 * The two settings of git that decide what it ignores: `core.excludesFile` and `core.ignoreCase`. They are read from the files, in
 * git's order (system, user, repository; the last value counts), without running git. `[include]` is supported; `[includeIf]` and
 * `GIT_CONFIG_COUNT` are not.
 */
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { plainText } from '../shared/plain-file';

interface GitConfig {
  /** The user's ignore file for all repositories. It may not exist. */
  readonly excludesFile: string | undefined;
  readonly ignoreCase: boolean;
}

type Values = Map<string, string>;

/** The limit for files that include each other, as in git. */
const maxIncludeDepth = 10;

/** The settings in a repository, or with `undefined` outside of one. */
export function gitConfig(commonDir: string | undefined): GitConfig {
  const env = process.env;
  const values: Values = new Map();
  if (env.GIT_CONFIG_NOSYSTEM === undefined) readInto(values, env.GIT_CONFIG_SYSTEM ?? '/etc/gitconfig');
  const config = env.XDG_CONFIG_HOME || join(homedir(), '.config');
  if (env.GIT_CONFIG_GLOBAL !== undefined) readInto(values, env.GIT_CONFIG_GLOBAL);
  else {
    readInto(values, join(config, 'git', 'config'));
    readInto(values, join(homedir(), '.gitconfig'));
  }
  if (commonDir !== undefined) readInto(values, join(commonDir, 'config'));
  const named = values.get('core.excludesfile');
  return {
    excludesFile: named === undefined ? join(config, 'git', 'ignore') : named === '' ? undefined : expand(named),
    ignoreCase: isTrue(values.get('core.ignorecase')),
  };
}

function readInto(values: Values, file: string, depth = 0): void {
  const text = plainText(file);
  if (text === undefined) return;
  for (const { key, name, value } of configEntries(text)) {
    if (name !== '') continue;
    values.set(key, value);
    if (key !== 'include.path' || depth === maxIncludeDepth) continue;
    const path = expand(value);
    readInto(values, isAbsolute(path) ? path : join(dirname(file), path), depth + 1);
  }
}

interface ConfigEntry {
  /** `section.key`, in lower case. */
  readonly key: string;
  /** Of the subsection, as written: `"origin"` in `[remote "origin"]`; empty for none. */
  readonly name: string;
  readonly value: string;
}

/** In the order of the file. */
export function* configEntries(text: string): Generator<ConfigEntry> {
  let section = '';
  let name = '';
  for (const line of text.replace(/\\\r?\n/g, '').split(/\r?\n/)) {
    const heading = /^\s*\[\s*([\w.-]+)\s*("(?:[^"\\]|\\.)*"|)\s*\]\s*(.*)$/.exec(line);
    if (heading) [section = '', name = ''] = [heading[1]?.toLowerCase(), heading[2]];
    else if (/^\s*\[/.test(line)) section = '';
    const entry = /^\s*([A-Za-z][\w-]*)\s*(?:=\s*(.*))?$/.exec(heading?.[3] ?? line);
    if (entry?.[1] === undefined || section === '') continue;
    const value = entry[2] === undefined ? 'true' : unquoted(entry[2]);
    yield { key: `${section}.${entry[1].toLowerCase()}`, name, value };
  }
}

/** Quotes may occur anywhere in a value; outside of quotes a comment ends it. */
export function unquoted(value: string): string {
  let text = '';
  let contentEnd = 0;
  let isQuoted = false;
  for (let i = 0; i < value.length; i++) {
    const char = value.charAt(i);
    if (char === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (char === '#' || char === ';')) break;
    else if (char === '\\') text += escapes[value.charAt(++i)] ?? value.charAt(i);
    else text += char;
    if (isQuoted || (char !== ' ' && char !== '\t')) contentEnd = text.length;
  }
  return text.slice(0, contentEnd);
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b' };

function expand(path: string): string {
  return path === '~' || path.startsWith('~/') ? join(homedir(), path.slice(1)) : path;
}

function isTrue(value: string | undefined): boolean {
  return value !== undefined && /^(true|yes|on|[1-9]\d*)$/i.test(value);
}
