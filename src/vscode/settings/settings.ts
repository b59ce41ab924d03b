/** The settings of the extension in the form that the features use. `src/options` defines them. */
import { realpathSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import * as vscode from 'vscode';
import type { EmbeddingSettings, NameOf } from '../../embedding/choose-embedder';
import { allowStrategy } from '../../engine/workers/chunking-pool';
import { strategyIdentity } from '../../engine/workers/strategy-module';
import { type ChunkOptions, chunkOptions, completeChunkOptions } from '../../options/chunk-options';
import { boundaryOptions, databaseOptions, searchViewOptions } from '../../options/editor-options';
import { embeddingOptions } from '../../options/embedding-options';
import { enrichOptions } from '../../options/enrich-options';
import { editorFileOptions } from '../../options/file-options';
import { indexOptions } from '../../options/index-options';
import {
  fromUnit,
  isAllowedNumber,
  type Option,
  type OptionTable,
  type OptionValues,
  writtenDefault,
} from '../../options/option';
import { rankingOptions } from '../../options/ranking-options';
import { settingId, settingSection } from '../../options/setting-id';
import { unusedOptions } from '../../options/unused-options';
import { errorMessage } from '../../shared/error-message';
import { pathInside } from '../../shared/inside-folder';
import { databaseUrl } from '../../wings/team/database-url';
import type { ReadLimits } from '../../workspace/read-file';
import { openSettings } from '../common/dialogs';
import { isWebHost } from '../common/folder-root';

type Scope = vscode.ConfigurationScope | undefined;

interface WithProblems {
  /** Values that cannot be used, one sentence each; the default is used instead. */
  readonly problems: readonly string[];
}

interface Settings extends OptionValues<typeof boundaryOptions>, WithProblems {
  readonly options: ChunkOptions;
  readonly limits: ReadLimits;
}

export function settingsOf(scope: Scope): Settings {
  const reader = new SettingsReader(scope);
  const { maxFileSize } = reader.read(editorFileOptions);
  return {
    options: readChunkOptions(reader),
    limits: { maxBytes: maxFileSize, force: false },
    ...reader.read(boundaryOptions),
    problems: reader.problems,
  };
}

/**
 * The chunk settings of a run, like the flags of `codegrain run`: a file goes in whole, or in the largest chunks that fit, unless the
 * size of chunks is set. Tokens are counted for the model that is asked, and a run has no parents.
 */
export function runChunkOptionsOf(scope: Scope): Partial<ChunkOptions> {
  const reader = new SettingsReader(scope);
  const { maxTokens, parentTokens: _parents, counter: _counter, ...chunk } = readChunkOptions(reader);
  return reader.isChosen(chunkOptions.maxTokens) ? { ...chunk, maxTokens } : chunk;
}

/** Corrects pairs of values that contradict each other, and reports a problem. */
function readChunkOptions(reader: SettingsReader): ChunkOptions {
  const { parentTokens, customStrategy: file, ...chosen } = reader.read(chunkOptions);
  const customStrategy = userStrategy(file, (reason) =>
    reader.problems.push(`${settingId(chunkOptions.customStrategy)}: ${reason}`),
  );
  const options = completeChunkOptions({
    ...chosen,
    ...(customStrategy !== undefined && { customStrategy }),
    ...(reader.isChosen(chunkOptions.parentTokens) && { parentTokens }),
  });
  const { maxTokens, overlapTokens, minSentences, maxSentences } = options;
  const corrected = { ...options };
  if (options.parentTokens < maxTokens) {
    corrected.parentTokens = maxTokens * 3;
    reader.report(chunkOptions.parentTokens, options.parentTokens, corrected.parentTokens);
  }
  if (overlapTokens !== undefined && overlapTokens * 2 > maxTokens) {
    corrected.overlapTokens = Math.floor(maxTokens / 2);
    reader.report(chunkOptions.overlapTokens, overlapTokens, corrected.overlapTokens);
  }
  if (minSentences > maxSentences) {
    corrected.minSentences = maxSentences;
    reader.report(chunkOptions.minSentences, minSentences, maxSentences);
  }
  const written = Object.entries(chosen).filter(([key]) => reader.isChosen(chunkOptions[key as keyof ChunkOptions]));
  for (const { option, because } of unusedOptions(Object.fromEntries(written))) {
    // Settings have one strategy, that of prose.
    const winner = because === 'overlap-tokens-win' ? chunkOptions.overlapTokens : chunkOptions.textStrategy;
    const names = [chunkOptions[option], winner].map(settingId);
    reader.problems.push(vscode.l10n.t('{0} does nothing with this value of {1}.', ...names));
  }
  return corrected;
}

/**
 * What the options have for the file that the user's settings name, and pools may load from now on. It runs with the user's rights, so
 * nothing that comes with a workspace decides about it: no workspace can set what has the scope `machine`, and no file of one runs.
 * @param refuse receives why the file cannot be used.
 */
function userStrategy(file: string | undefined, refuse: (reason: string) => void): string | undefined {
  const identity = file && vscode.workspace.isTrusted && !isWebHost ? identityOf(file, refuse) : undefined;
  allowStrategy(identity);
  return identity;
}

function identityOf(file: string, refuse: (reason: string) => void): string | undefined {
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  try {
    const real = realpathSync(file);
    const isInside = folders.some(({ uri }) => pathInside(realpathSync(uri.fsPath), real) !== undefined);
    if (isAbsolute(file) && !isInside) return strategyIdentity(real);
    refuse(vscode.l10n.t('The path must be absolute and outside of the workspace.'));
  } catch (error) {
    refuse(errorMessage(error));
  }
  return undefined;
}

export function searchSettings(scope: Scope): OptionValues<typeof searchViewOptions> {
  return new SettingsReader(scope).read(searchViewOptions);
}

/** Recency, usage and importance: the same for all folders that are searched together. */
export function rankingSettings(): OptionValues<typeof rankingOptions> {
  return new SettingsReader(undefined).read(rankingOptions);
}

/** The embedding model. The settings may be incomplete: `chooseModel` reports that when the model is needed. */
export function embeddingSettingsOf(scope: Scope): EmbeddingSettings & WithProblems {
  const reader = new SettingsReader(scope);
  const { endpoint, ...settings } = reader.read(embeddingOptions);
  return { ...settings, url: endpoint, problems: reader.problems };
}

export function indexingSettingsOf(scope: Scope): OptionValues<typeof indexOptions> & WithProblems {
  const reader = new SettingsReader(scope);
  return { ...reader.read(indexOptions), problems: reader.problems };
}

type EnrichSettings = OptionValues<Omit<typeof enrichOptions, 'endpoint'>> & { readonly url: string };

/** The language model and how to ask it. An empty template means the default one. */
export function enrichSettingsOf(scope: Scope): EnrichSettings & WithProblems {
  const reader = new SettingsReader(scope);
  const { endpoint, ...settings } = reader.read(enrichOptions);
  return { ...settings, url: endpoint, problems: reader.problems };
}

interface DatabaseSettings extends WithProblems {
  /** Undefined if it is not set or cannot be used. */
  readonly url: string | undefined;
}

/** Problems do not repeat the address, because it may contain a password. */
export function databaseSettings(): DatabaseSettings {
  const value = vscode.workspace.getConfiguration(settingSection).get<unknown>('database.url') ?? '';
  if (value === '') return { url: undefined, problems: [] };
  const url = typeof value === 'string' ? databaseUrl(value) : 'none';
  if (typeof url === 'object') return { url: url.href, problems: [] };
  const name = settingId(databaseOptions.url);
  const problem =
    url === 'secret'
      ? vscode.l10n.t('Remove the password from {0}. "Set Database Password…" keeps it in the secret storage.', name)
      : vscode.l10n.t('{0} must be an address like postgresql://USER@HOST:PORT/DATABASE.', name);
  return { url: undefined, problems: [problem] };
}

export const embeddingSettingName: NameOf = (setting) =>
  `${settingSection}.embedding.${setting === 'url' ? 'endpoint' : setting}`;

// Reads the settings that the tables of options define, and collects values that cannot be used.

class SettingsReader {
  /** Values that cannot be used, one sentence each. */
  readonly problems: string[] = [];
  private readonly config: vscode.WorkspaceConfiguration;

  constructor(scope: vscode.ConfigurationScope | undefined) {
    this.config = vscode.workspace.getConfiguration(settingSection, scope ?? null);
  }

  /** The values of all options of a table; the default replaces a value that is not allowed. */
  read<T extends OptionTable>(table: T): OptionValues<T> {
    const values = Object.entries(table).map(([key, option]) => [key, this.value(option)]);
    return Object.fromEntries(values) as OptionValues<T>;
  }

  /** True if a value is set for the user, the workspace or the folder. */
  isChosen({ setting }: Option): boolean {
    const found = this.config.inspect(setting?.id ?? '');
    return (
      found?.globalValue !== undefined ||
      found?.workspaceValue !== undefined ||
      found?.workspaceFolderValue !== undefined
    );
  }

  report(option: Option, written: unknown, used: unknown): void {
    this.problems.push(
      vscode.l10n.t(
        '{0} cannot be {1}. Using {2} instead.',
        settingId(option),
        JSON.stringify(written),
        JSON.stringify(used ?? null),
      ),
    );
  }

  private value(option: Option): unknown {
    const { setting } = option;
    if (!setting) return option.default;
    const written = this.config.get<unknown>(setting.id) ?? undefined;
    if (written === undefined) return option.default;
    const value = allowedValue(option, written);
    if (value !== undefined) return value;
    this.report(option, written, writtenDefault(option));
    return option.default;
  }
}

/** Undefined if the option cannot have this value. */
function allowedValue(option: Option, written: unknown): unknown {
  const { unit = 1, values } = option.setting ?? {};
  switch (option.kind) {
    case 'integer':
    case 'number':
      return typeof written === 'number' && isAllowedNumber(option, written, unit)
        ? fromUnit(written, unit)
        : undefined;
    case 'choice':
      return typeof written === 'string' && Object.hasOwn(option.values, written) ? written : undefined;
    case 'choices':
      return typeof written === 'string' && values?.includes(written) ? [written] : undefined;
    case 'toggle':
      return typeof written === 'boolean' ? written : undefined;
    case 'text':
      return typeof written === 'string' ? written : undefined;
    case 'list':
      return Array.isArray(written) && written.every((each) => typeof each === 'string') ? written : undefined;
  }
}

// Warns about settings that cannot be used, once per problem.

export function watchSettings(log: vscode.LogOutputChannel): vscode.Disposable {
  const reported = new Set<string>();
  const check = (): void => {
    const scope = vscode.window.activeTextEditor?.document;
    const read = [settingsOf, embeddingSettingsOf, indexingSettingsOf, enrichSettingsOf, databaseSettings];
    const all = read.flatMap((settings) => settings(scope).problems);
    const problems = all.filter((each) => !reported.has(each));
    if (problems.length === 0) return;
    for (const problem of problems) {
      reported.add(problem);
      log.warn(problem);
    }
    const open = vscode.l10n.t('Open Settings');
    void vscode.window.showWarningMessage(problems.join(' '), open).then((choice) => {
      if (choice === open) void openSettings('@ext:codegrain.codegrain');
    });
  };
  check();
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(settingSection)) check();
  });
}
