/** The settings of the extension in the form that the features use. `src/options` defines them. */
import * as vscode from 'vscode';
import type { EmbeddingSettings, NameOf } from '../../embedding/choose-embedder';
import { type ChunkOptions, chunkOptions, completeChunkOptions } from '../../options/chunk-options';
import { databaseOptions } from '../../options/database-options';
import { boundaryOptions, searchViewOptions } from '../../options/editor-options';
import { embeddingOptions } from '../../options/embedding-options';
import { enrichOptions } from '../../options/enrich-options';
import { editorFileOptions } from '../../options/file-options';
import { indexOptions } from '../../options/index-options';
import type { OptionValues } from '../../options/option';
import { rankingOptions } from '../../options/ranking-options';
import { settingId, settingSection } from '../../options/setting-groups';
import { unusedOptions } from '../../options/unused-options';
import { databaseUrl } from '../../wings/team/database-url';
import type { ReadLimits } from '../../workspace/read-file';
import { SettingsReader } from './read-settings';

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
  const { parentTokens, ...chosen } = reader.read(chunkOptions);
  const options = completeChunkOptions({
    ...chosen,
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
