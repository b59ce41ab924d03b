/** The options of the library: those of the command line by their names in src/options, checked, since JavaScript has no types. */
import type { CustomStrategy } from '../../code/cut/custom-strategy';
import { impossible } from '../../code/cut/strategies';
import { givenIdentity, strategyIdentity } from '../../engine/workers/strategy-module';
import { languageById } from '../../languages/registry';
import { type ChunkOptions, chunkOptions, completeChunkOptions, type StrategyName } from '../../options/chunk-options';
import { fileOptions } from '../../options/file-options';
import { indexOptions } from '../../options/index-options';
import { isAllowedValue, type Option, ruleOf } from '../../options/option';
import { proseFormatNames } from '../../prose/prose-format-names';
import { errorMessage } from '../../shared/error-message';
import type { CounterName } from '../../tokens/counter-table';
import type { Counted } from '../../tokens/token-counter';
import type { ReadLimits } from '../../workspace/read-file';
import { CodegrainError } from './library-error';

/** A way to cut text; docs/strategies.md describes them. */
export type Strategy = StrategyName;

/** What counts tokens; docs/tokens.md states the error of the estimates. */
export type Tokenizer = CounterName;

/**
 * Where files are parsed. `process`: in supervised processes, which are replaced if a parser crashes or hangs. `none`: in the thread
 * of the caller, without processes; Swift, PowerShell, Fortran and Vim script are then cut by lines, because their parsers could end
 * the process.
 */
export type Isolation = 'process' | 'none';

/** How text is chunked. The defaults are those of the command line; docs/settings.md has the details. */
export type ChunkingOptions = {
  readonly [Name in Exclude<keyof ChunkOptions, 'customStrategy'>]?: ChunkOptions[Name] | undefined;
} & {
  /**
   * Cut by a function, an object with one, or the module in a file that exports either; where `canHandle` says so. A function runs in
   * the thread of the caller, with the parsers (`isolation` is then `none`). Its name and text are part of the stamp of an index.
   */
  readonly customStrategy?: CustomStrategy | CustomStrategy['chunk'] | string | undefined;
};

/** Which files of a folder are read. */
export interface FileOptions {
  /** Take only files that match one of these globs. */
  readonly include?: readonly string[] | undefined;
  /** Leave out files and folders that match. */
  readonly exclude?: readonly string[] | undefined;
  /** Skip larger files. Default 1,500,000. */
  readonly maxBytes?: number | undefined;
  /** Also read minified, oversized, generated, lock and secret files. */
  readonly force?: boolean | undefined;
}

/** The chunk options of a call, complete. @throws CodegrainError */
export function checkedChunkOptions(options: ChunkingOptions): ChunkOptions {
  const chosen: Record<string, unknown> = {};
  for (const [name, option] of Object.entries(chunkOptions)) {
    const value = options[name as keyof ChunkOptions];
    if (value === undefined) continue;
    if (name !== 'customStrategy') check(name, value, option);
    chosen[name] = name === 'customStrategy' ? identityOf(value) : value;
  }
  const complete = completeChunkOptions(chosen as Partial<ChunkOptions>);
  const problem = impossible(complete);
  if (problem !== undefined) throw new CodegrainError('invalid-argument', problem);
  return complete;
}

/** @throws CodegrainError */
export function checkedFileOptions(options: FileOptions): {
  readonly globs: { readonly include: readonly string[]; readonly exclude: readonly string[] };
  readonly limits: ReadLimits;
} {
  const { include = [], exclude = [], maxBytes = fileOptions.maxBytes.default, force = false } = options;
  check('include', include, fileOptions.include);
  check('exclude', exclude, fileOptions.exclude);
  check('maxBytes', maxBytes, fileOptions.maxBytes);
  check('force', force, fileOptions.force);
  return { globs: { include, exclude }, limits: { maxBytes, force } };
}

/** @throws CodegrainError */
export function checkedMaxSize(maxSize: number | undefined): number | undefined {
  if (maxSize !== undefined) check('maxSize', maxSize, indexOptions.maxSize);
  return maxSize;
}

/** @throws CodegrainError */
export function checkText(name: string, value: unknown): asserts value is string {
  if (typeof value !== 'string') throw new CodegrainError('invalid-argument', `${name} must be a text`);
}

/** @throws CodegrainError */
export function checkCounted(value: unknown): asserts value is Counted {
  if (typeof value === 'string') return;
  if (!Array.isArray(value)) throw new CodegrainError('invalid-argument', 'only a text or messages can be counted');
  for (const { role, content, name = '' } of value.map((message) => ({ ...message })))
    if ([role, content, name].some((field) => typeof field !== 'string'))
      throw new CodegrainError('invalid-argument', 'each message must have a role and content, which are texts');
}

/** @throws CodegrainError */
export function checkedLanguage(language: string | undefined): { readonly language?: string } {
  if (language === undefined) return {};
  checkText('language', language);
  if (!languageById(language) && !proseFormatNames.some(({ id }) => id === language))
    throw new CodegrainError('invalid-argument', `there is no language "${language}"`);
  return { language };
}

/** @throws CodegrainError */
export function checkedIsolation(isolation: Isolation = 'process'): Isolation {
  if (isolation !== 'process' && isolation !== 'none')
    throw new CodegrainError('invalid-argument', 'isolation must be process or none');
  return isolation;
}

function check(name: string, value: unknown, option: Option): void {
  if (!isAllowedValue(option, value)) throw new CodegrainError('invalid-argument', `${name} must be ${ruleOf(option)}`);
}

function identityOf(strategy: unknown): string {
  const isFile = typeof strategy === 'string';
  try {
    return isFile ? strategyIdentity(strategy) : givenIdentity(strategy);
  } catch (error) {
    const code = isFile ? 'not-found' : 'invalid-argument';
    throw new CodegrainError(code, `customStrategy: ${errorMessage(error)}`, { cause: error });
  }
}
