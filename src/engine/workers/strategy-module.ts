/**
 * Strategies of the user: modules, and functions of the program that uses the library. A module runs with all rights of the process, so a worker loads one only if the user named it
 * with this run: the identity in the options alone, which also comes from the stamp of an index, is not enough. The identity is the
 * path and a hash of the file, so an index knows which strategy made its chunks.
 */
import { createHash } from 'node:crypto';
import { basename, extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type CustomStrategy, CustomStrategyError } from '../../code/cut/custom-strategy';
import { errorMessage } from '../../shared/error-message';
import { readPlainFile } from '../../shared/plain-file';

const separator = '#sha256-';

/** @throws an error that says why the file cannot be read */
export function strategyIdentity(file: string): string {
  const path = resolve(file);
  return `${path}${separator}${createHash('sha256').update(readPlainFile(path)).digest('hex').slice(0, 32)}`;
}

/** The file of a strategy in the options. */
export function strategyFile(identity: string): string {
  return identity.slice(0, identity.lastIndexOf(separator));
}

const loaded = new Map<string, Promise<CustomStrategy>>();

const givenMark = 'function ';

/**
 * Of a function, or an object with one, which is then known in this thread alone.
 * @throws an error that says what is missing
 */
export function givenIdentity(given: unknown): string {
  const named = typeof given === 'function' && given.name !== '' ? given.name : 'custom';
  const strategy = strategyOf(given, named);
  const { chunk, canHandle } = isFunction(given) ? { chunk: given, canHandle: undefined } : (given as CustomStrategy);
  const hash = createHash('sha256').update(`${chunk}\n${canHandle}`).digest('hex').slice(0, 32);
  const identity = `${givenMark}${strategy.name}${separator}${hash}`;
  loaded.set(identity, Promise.resolve(strategy));
  return identity;
}

export function isGiven(identity: string): boolean {
  return identity.startsWith(givenMark);
}

/**
 * @param identity of the strategy in the options
 * @param allowed the identity that the user named with this run
 * @throws CustomStrategyError
 */
export function loadStrategy(identity: string, allowed: string | undefined): Promise<CustomStrategy> {
  const path = strategyFile(identity);
  if (identity !== allowed) {
    const name = isGiven(identity) ? `the ${path}` : `--custom-strategy ${path}`;
    return Promise.reject(new CustomStrategyError(`name the strategy that made the index: ${name}`));
  }
  let strategy = loaded.get(identity);
  if (!strategy) {
    strategy = load(path, identity);
    loaded.set(identity, strategy);
  }
  return strategy;
}

async function load(path: string, identity: string): Promise<CustomStrategy> {
  try {
    if (strategyIdentity(path) !== identity) throw new Error('the file changed during the run');
    return strategyOf(await import(pathToFileURL(path).href), basename(path, extname(path)));
  } catch (error) {
    throw new CustomStrategyError(`the strategy ${path} cannot be loaded: ${errorMessage(error)}`);
  }
}

/** A function as the default export, or an object with `chunk`: the default export, or the module itself. */
function strategyOf(exported: unknown, fileName: string): CustomStrategy {
  for (let candidate = exported, i = 0; i < 3; i++) {
    if (isFunction(candidate)) return { name: fileName, chunk: candidate };
    if (typeof candidate !== 'object' || candidate === null) break;
    const { chunk, canHandle, name } = candidate as Readonly<Record<string, unknown>>;
    if (isFunction(chunk)) {
      if (canHandle !== undefined && !isFunction(canHandle)) throw new Error('"canHandle" must be a function');
      return {
        name: typeof name === 'string' && name !== '' ? name : fileName,
        chunk: (input) => chunk.call(candidate, input),
        ...(canHandle && { canHandle: async (input) => Boolean(await canHandle.call(candidate, input)) }),
      };
    }
    // CommonJS modules have their exports once more as `default`.
    candidate = (candidate as Readonly<Record<string, unknown>>).default;
  }
  throw new Error('it must export a function, or an object with a function "chunk"');
}

// What a module returns is checked when it is used.
type AnyFunction = (this: unknown, input: unknown) => never;

function isFunction(value: unknown): value is AnyFunction {
  return typeof value === 'function';
}
