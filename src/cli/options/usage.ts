/** What the commands share: reading their arguments, and saying in one line what is wrong with them. */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { errorMessage } from '../../shared/error-message';

/** The command line was wrong: one line on stderr, exit status 2. */
export class UsageError extends Error {}

const helpFlag = { help: { type: 'boolean', short: 'h', default: false } } as const;

/** The options and the other arguments of a command. */
export function readArguments<const Flags extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Flags,
) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: { ...options, ...helpFlag } });
  } catch (error) {
    const message = errorMessage(error);
    throw new UsageError(message.split('\n')[0] ?? message);
  }
}

export function oneOf<T extends string>(option: string, value: string, allowed: readonly T[]): T {
  const match = allowed.find((candidate) => candidate === value);
  if (match === undefined) throw new UsageError(`--${option} is ${allowed.join(', ')}; not "${value}"`);
  return match;
}

export function wholeNumber(option: string, value: string, least: number, most: number): number {
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= least && number <= most)) {
    throw new UsageError(`--${option} is a whole number from ${least} to ${most}; not "${value}"`);
  }
  return number;
}

export function decimal(option: string, value: string, least: number, most: number): number {
  const number = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= least && number <= most)) {
    throw new UsageError(`--${option} is a number from ${least} to ${most}; not "${value}"`);
  }
  return number;
}
