/**
 * TOML. No library edits it and keeps comments and layout, so our table is added and removed as text, and a parser checks each result:
 * the value is what it should be, and everything else is what it was. If not, the file is a problem and stays as it is.
 */
import { isDeepStrictEqual } from 'node:util';
import { parse, TomlError } from 'smol-toml';
import {
  type ConfigFormat,
  type ConfigObject,
  type ConfigProblem,
  type ConfigValue,
  type Edited,
  isObject,
  lineBreakOf,
  plainValue,
} from './config-format';

export const tomlFormat: ConfigFormat = {
  read(text, keys) {
    const parsed = parsedText(text);
    if ('problem' in parsed) return parsed;
    const depth = keys.slice(0, -1).findIndex((_, at) => !isObject(valueAt(parsed.value, keys.slice(0, at + 1))));
    return { value: valueAt(parsed.value, keys), depth: depth < 0 ? keys.length - 1 : depth };
  },
  put(text, keys, value) {
    const parsed = parsedText(text);
    if ('problem' in parsed) return parsed;
    const without = valueAt(parsed.value, keys) === undefined ? { text } : tableRemoved(text, keys);
    if ('problem' in without) return without;
    const { text: rest } = without;
    const lineBreak = lineBreakOf(text);
    const gap =
      rest.trim() === '' || /\n\r?\n$/.test(rest) ? '' : rest.endsWith('\n') ? lineBreak : lineBreak.repeat(2);
    const edited = rest + gap + tableText(keys, value).replace(/\n/g, lineBreak);
    return checked(edited, withValue(parsed.value, keys, value));
  },
  drop(text, keys) {
    const parsed = parsedText(text);
    if ('problem' in parsed) return parsed;
    return valueAt(parsed.value, keys) === undefined ? { text } : tableRemoved(text, keys);
  },
  show: (keys, value) => tableText(keys, value).trimEnd(),
};

/** Lines of a table of ours, at most; one that the user made longer has to be removed by hand. */
const maxTableLines = 200;

/** Without the table of the keys, and the empty lines before it. */
function tableRemoved(text: string, keys: readonly string[]): Edited {
  const parsed = parsedText(text);
  if ('problem' in parsed) return parsed;
  const header = new RegExp(`^[ \\t]*\\[[ \\t]*${keys.map(keyPattern).join('[ \\t]*\\.[ \\t]*')}[ \\t]*\\]`, 'gm');
  for (const { index } of text.matchAll(header)) {
    let end = index;
    for (let lines = 0; lines < maxTableLines && end < text.length; lines++) {
      end = text.indexOf('\n', end) + 1 || text.length;
      const before = text.slice(0, index).replace(/(\r?\n)(?:\r?\n)+$/, '$1');
      const left = before === '' ? text.slice(end).replace(/^(?:\r?\n)+/, '') : before + text.slice(end);
      if (hasOnlyLost(left, parsed.value, keys)) return { text: left.trim() === '' ? '' : left };
    }
  }
  return { problem: { message: `has ${keys.join('.')} in a form that only a person can change` } };
}

function keyPattern(key: string): string {
  return `(?:${key}|"${key}"|'${key}')`;
}

function tableText(keys: readonly string[], value: ConfigValue): string {
  const members = Object.entries(isObject(value) ? value : {}).map(([key, part]) => `${key} = ${inlineText(part)}\n`);
  return `[${keys.join('.')}]\n${members.join('')}`;
}

/** A string of JSON is one of TOML too; U+007F, which only TOML escapes, makes the check fail. */
function inlineText(value: ConfigValue): string {
  if (Array.isArray(value)) return `[${value.map(inlineText).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([key, part]) => `${JSON.stringify(key)} = ${inlineText(part)}`)
    .join(', ')} }`;
}

/** Whether a text has the value back at the keys if it is put there, and nothing there without that. */
function hasOnlyLost(text: string, before: ConfigObject, keys: readonly string[]): boolean {
  const left = parsedText(text);
  if ('problem' in left || valueAt(left.value, keys) !== undefined) return false;
  return isDeepStrictEqual(withValue(left.value, keys, valueAt(before, keys) ?? null), before);
}

function checked(text: string, wanted: ConfigObject): Edited {
  const parsed = parsedText(text);
  if ('value' in parsed && isDeepStrictEqual(parsed.value, wanted)) return { text };
  return { problem: { message: 'has its servers in a form that cannot be extended' } };
}

function valueAt(value: ConfigValue | undefined, keys: readonly string[]): ConfigValue | undefined {
  return keys.reduce<ConfigValue | undefined>((inner, key) => (isObject(inner) ? inner[key] : undefined), value);
}

function withValue(value: ConfigValue | undefined, keys: readonly string[], wanted: ConfigValue): ConfigObject {
  const [key = '', ...rest] = keys;
  const object = isObject(value) ? value : {};
  return { ...object, [key]: rest.length === 0 ? wanted : withValue(object[key], rest, wanted) };
}

function parsedText(text: string): { readonly value: ConfigObject } | { readonly problem: ConfigProblem } {
  try {
    return { value: plainValue(parse(text)) as ConfigObject };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [message = ''] = error.message.split('\n');
    return { problem: { message: `is not valid TOML: ${message}`, line: error.line, column: error.column } };
  }
}
