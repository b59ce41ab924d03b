/** Reads the flags of a command by its tables of options, and says in one line what is wrong with them. */
import { statSync } from 'node:fs';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import {
  fromUnit,
  isAllowedNumber,
  type Option,
  type OptionTable,
  type OptionValues,
  ruleOf,
} from '../../../options/option';
import { errorMessage } from '../../../shared/error-message';

/** The command line was wrong: one line on stderr, exit status 2. */
export class UsageError extends Error {}

/** Tables by group: `{ chunk: chunkOptions, own: { … } }`. */
export type FlagGroups = Readonly<Record<string, OptionTable>>;

export interface FlagValues<G extends FlagGroups> {
  /** By group: what was written, or the default. */
  readonly values: { readonly [K in keyof G]: OptionValues<G[K]> };
  /** By group: only what was written. */
  readonly chosen: { readonly [K in keyof G]: Partial<OptionValues<G[K]>> };
  readonly positionals: readonly string[];
  readonly wantsHelp: boolean;
}

/** The folder that a command takes, if it is named. @throws UsageError if there are several */
export function oneFolder(command: string, [folder, ...more]: readonly string[]): string | undefined {
  if (more.length > 0) throw new UsageError(`${command} takes one folder`);
  return folder;
}

/** @throws UsageError if it is not there */
export function requireFolder(folder: string): void {
  if (!isFolder(folder)) throw new UsageError(`there is no folder ${folder}`);
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

type Written = string | boolean | readonly (string | boolean)[] | undefined;

/** @throws UsageError */
export function readFlags<const G extends FlagGroups>(args: readonly string[], groups: G): FlagValues<G> {
  const { values: written, positionals } = parse(args, parserOptions(groups));
  const chosen = Object.entries(groups).map(([group, table]) => {
    const entries = Object.entries(table).flatMap(([key, option]) => {
      const value = written[option.flag?.name ?? ''];
      return value === undefined ? [] : [[key, valueOfFlag(option, value)]];
    });
    return [group, Object.fromEntries(entries)] as const;
  });
  const values = chosen.map(([group, given]) => {
    const table = Object.entries(groups[group] ?? {});
    return [group, Object.fromEntries(table.map(([key, option]) => [key, given[key] ?? option.default]))];
  });
  return {
    values: Object.fromEntries(values) as FlagValues<G>['values'],
    chosen: Object.fromEntries(chosen) as FlagValues<G>['chosen'],
    positionals,
    wantsHelp: written.help === true,
  };
}

function parse(args: readonly string[], options: NonNullable<ParseArgsConfig['options']>) {
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
    return { values: values as Readonly<Record<string, Written>>, positionals };
  } catch (error) {
    const message = errorMessage(error);
    throw new UsageError(message.split('\n')[0] ?? message);
  }
}

function parserOptions(groups: FlagGroups): NonNullable<ParseArgsConfig['options']> {
  const flags = Object.values(groups).flatMap((table) => Object.values(table).flatMap(parserOption));
  return { help: { type: 'boolean', short: 'h' }, ...Object.fromEntries(flags) };
}

function parserOption({ kind, flag }: Option) {
  if (!flag) return [];
  const type = kind === 'toggle' ? ('boolean' as const) : ('string' as const);
  return [[flag.name, { type, multiple: kind === 'list', ...(flag.short !== undefined && { short: flag.short }) }]];
}

function valueOfFlag(option: Option, written: Written): unknown {
  const { name = '', unit = 1 } = option.flag ?? {};
  const wrong = (): never => {
    throw new UsageError(`--${name} must be ${ruleOf(option, unit)}, not "${written}"`);
  };
  switch (option.kind) {
    case 'integer':
    case 'number': {
      const number = /^\d+(\.\d+)?$/.test(String(written)) ? Number(written) : Number.NaN;
      return isAllowedNumber(option, number, unit) ? fromUnit(number, unit) : wrong();
    }
    case 'choice':
      return Object.hasOwn(option.values, String(written)) ? written : wrong();
    case 'choices': {
      const names = String(written)
        .split(',')
        .map((each) => each.trim());
      return names.every((each) => Object.hasOwn(option.values, each)) ? names : wrong();
    }
    default:
      return written;
  }
}
