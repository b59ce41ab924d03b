/** Every setting of the extension: its id, its limits, and how it is read. package.json describes the same ones to users. */
import * as vscode from 'vscode';
import { type ChunkOptions, defaultOptions } from '../../chunking/chunk';
import { databaseUrl } from '../../database/database-url';
import { type EmbeddingSettings, embeddingLimits, type NameOf, providers } from '../../embedding/choose-embedder';
import { COUNTER_NAMES } from '../../tokens/token-types';
import { defaultLimits, type ReadLimits } from '../../workspace/read-file';

export const section = 'codegrain';

export const ids = {
  maxTokens: 'chunk.maxTokens',
  parentTokens: 'chunk.parentTokens',
  context: 'chunk.context',
  counter: 'chunk.counter',
  maxFileSize: 'chunk.maxFileSize',
  overlap: 'text.overlap',
  textStrategy: 'text.strategy',
  threshold: 'text.similarityThreshold',
  minSentences: 'text.minSentences',
  maxSentences: 'text.maxSentences',
  boundaries: 'boundaries.show',
  labels: 'boundaries.labels',
  searchBoundaries: 'search.showBoundaries',
  similarLens: 'search.similarCodeLens',
  provider: 'embedding.provider',
  endpoint: 'embedding.endpoint',
  model: 'embedding.model',
  dimensions: 'embedding.dimensions',
  embeddingTokens: 'embedding.maxTokens',
  queryPrefix: 'embedding.queryPrefix',
  passagePrefix: 'embedding.passagePrefix',
  consent: 'index.consent',
  include: 'index.include',
  exclude: 'index.exclude',
  location: 'index.location',
  database: 'database.url',
  enrichProvider: 'enrich.provider',
  enrichEndpoint: 'enrich.endpoint',
  enrichModel: 'enrich.model',
  enrichWindow: 'enrich.window',
  enrichParallel: 'enrich.parallel',
  enrichBudget: 'enrich.budget',
  enrichTemplate: 'enrich.template',
  enrichPrefix: 'enrich.prefix',
  enrichDocument: 'enrich.documentLimit',
  enrichKeywords: 'enrich.keywords',
  enrichQuestions: 'enrich.questions',
  enrichTimeout: 'enrich.timeout',
  enrichOnError: 'enrich.onError',
  enrichMerge: 'enrich.mergeThreshold',
  enrichInclude: 'enrich.include',
  enrichExclude: 'enrich.exclude',
} as const;

const boundaryModes = ['off', 'onDemand', 'always'] as const;
type BoundaryMode = (typeof boundaryModes)[number];
export const contextModes = ['used', 'all', 'none'] as const;
export const counters = COUNTER_NAMES;
const consentModes = ['ask', 'always', 'never'] as const;
const indexLocations = ['workspace', 'cache'] as const;
const textStrategies = ['boundary', 'sliding-window', 'semantic', 'fixed'] as const;

/** Least and most, the same as in package.json. */
export const limits = {
  maxTokens: { least: 16, most: 100_000 },
  parentTokens: { least: 16, most: 1_000_000 },
  maxFileSize: { least: 1, most: 100_000 },
  /** Percent. */
  overlap: { least: 0, most: 50 },
  threshold: { least: 0, most: 1 },
  minSentences: { least: 1, most: 100_000 },
  maxSentences: { least: 1, most: 100_000 },
} as const;

export interface Settings {
  readonly options: ChunkOptions;
  readonly limits: ReadLimits;
  readonly boundaries: BoundaryMode;
  readonly labels: boolean;
  /** What was found in the settings and cannot be used, one sentence each; the default stands in its place. */
  readonly problems: readonly string[];
}

export function settingsOf(scope: vscode.ConfigurationScope | undefined): Settings {
  const { config, problems, wrong, oneOf } = reader(scope);
  const within = (id: keyof typeof limits, standard: number, isWhole = false): number => {
    const value = config.get<unknown>(ids[id], standard);
    const { least, most } = limits[id];
    const isNumber = typeof value === 'number' && (!isWhole || Number.isInteger(value));
    if (isNumber && value >= least && value <= most) return value;
    wrong(ids[id], value, standard);
    return standard;
  };
  const whole = (id: Exclude<keyof typeof limits, 'overlap' | 'threshold'>, standard: number): number =>
    within(id, standard, true);
  const truth = (id: string, standard: boolean): boolean => {
    const value = config.get<unknown>(id, standard);
    if (typeof value === 'boolean') return value;
    wrong(id, value, standard);
    return standard;
  };
  const maxTokens = whole('maxTokens', defaultOptions.maxTokens);
  let parentTokens = whole('parentTokens', defaultOptions.parentTokens);
  if (parentTokens < maxTokens) {
    // Only a parent size that someone chose is a mistake; the default grows with the chunks.
    const isChosen = parentTokens !== defaultOptions.parentTokens;
    const grown = maxTokens * 3;
    if (isChosen) wrong(ids.parentTokens, parentTokens, grown);
    parentTokens = grown;
  }
  const maxSentences = whole('maxSentences', defaultOptions.maxSentences);
  let minSentences = whole('minSentences', defaultOptions.minSentences);
  if (minSentences > maxSentences) {
    wrong(ids.minSentences, minSentences, maxSentences);
    minSentences = maxSentences;
  }
  return {
    options: {
      maxTokens,
      parentTokens,
      context: oneOf(ids.context, contextModes, defaultOptions.context),
      counter: oneOf(ids.counter, counters, defaultOptions.counter),
      overlap: within('overlap', defaultOptions.overlap * 100) / 100,
      strategy: [],
      textStrategy: [oneOf(ids.textStrategy, textStrategies, 'boundary')],
      threshold: within('threshold', defaultOptions.threshold),
      minSentences,
      maxSentences,
    },
    limits: { maxBytes: whole('maxFileSize', defaultLimits.maxBytes / 1000) * 1000, force: false },
    boundaries: oneOf(ids.boundaries, boundaryModes, 'onDemand'),
    labels: truth(ids.labels, true),
    problems,
  };
}

interface SearchSettings {
  /** An opened hit shows where it is cut. */
  readonly showBoundaries: boolean;
  /** "Find similar" above each chunk. */
  readonly similarLens: boolean;
}

export function searchSettings(scope: vscode.ConfigurationScope | undefined): SearchSettings {
  const config = vscode.workspace.getConfiguration(section, scope ?? null);
  return {
    showBoundaries: config.get<unknown>(ids.searchBoundaries) !== false,
    similarLens: config.get<unknown>(ids.similarLens) === true,
  };
}

/** The model that turns chunks into vectors. It may still lack something: `chooseModel` tells, when the model is wanted. */
export function embeddingSettingsOf(
  scope: vscode.ConfigurationScope | undefined,
): EmbeddingSettings & Pick<Settings, 'problems'> {
  const { config, problems, wrong, oneOf } = reader(scope);
  const text = (id: string): string | undefined => {
    const value = config.get<unknown>(id) ?? undefined;
    if (value === undefined || typeof value === 'string') return value;
    wrong(id, value, null);
    return undefined;
  };
  const whole = (
    id: string,
    { least, most }: { readonly least: number; readonly most: number },
  ): number | undefined => {
    const value = config.get<unknown>(id) ?? undefined;
    if (value === undefined) return undefined;
    if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
    wrong(id, value, null);
    return undefined;
  };
  return {
    provider: oneOf(ids.provider, providers, 'built-in'),
    url: text(ids.endpoint),
    model: text(ids.model),
    dimensions: whole(ids.dimensions, embeddingLimits.dimensions),
    maxTokens: whole(ids.embeddingTokens, embeddingLimits.maxTokens),
    queryPrefix: text(ids.queryPrefix),
    passagePrefix: text(ids.passagePrefix),
    problems,
  };
}

interface IndexingSettings {
  readonly consent: (typeof consentModes)[number];
  /** Globs; where there are some, only files that match one are indexed. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly location: (typeof indexLocations)[number];
}

export function indexingSettingsOf(
  scope: vscode.ConfigurationScope | undefined,
): IndexingSettings & Pick<Settings, 'problems'> {
  const { problems, oneOf, globs } = reader(scope);
  return {
    consent: oneOf(ids.consent, consentModes, 'ask'),
    include: globs(ids.include),
    exclude: globs(ids.exclude),
    location: oneOf(ids.location, indexLocations, 'workspace'),
    problems,
  };
}

interface DatabaseSettings {
  /** Undefined: there is none, or it cannot be used. */
  readonly url: string | undefined;
}

/** No problem repeats the address: what is wrong with it may be a password. */
export function databaseSettings(): DatabaseSettings & Pick<Settings, 'problems'> {
  const { config } = reader(undefined);
  const value = config.get<unknown>(ids.database) ?? '';
  const name = `${section}.${ids.database}`;
  if (value === '') return { url: undefined, problems: [] };
  const url = typeof value === 'string' ? databaseUrl(value) : 'none';
  if (typeof url === 'object') return { url: url.href, problems: [] };
  const { l10n } = vscode;
  const problem =
    url === 'secret'
      ? l10n.t('Remove the password from {0}: "Set Database Password…" keeps it in the secret storage.', name)
      : l10n.t('{0} is an address like postgresql://USER@HOST:PORT/DATABASE; it cannot be used as it is.', name);
  return { url: undefined, problems: [problem] };
}

export const embeddingSettingName: NameOf = (setting) =>
  `${section}.embedding.${setting === 'url' ? 'endpoint' : setting}`;

/** Reads what someone wrote in the settings, and collects what cannot be used. */
export function reader(scope: vscode.ConfigurationScope | undefined) {
  const config = vscode.workspace.getConfiguration(section, scope ?? null);
  const problems: string[] = [];
  const wrong = (id: string, value: unknown, used: unknown): void => {
    problems.push(
      vscode.l10n.t('{0} cannot be {1}; {2} is used.', `${section}.${id}`, JSON.stringify(value), JSON.stringify(used)),
    );
  };
  const oneOf = <T extends string>(id: string, allowed: readonly T[], standard: T): T => {
    const value = config.get<unknown>(id, standard);
    const found = allowed.find((each) => each === value);
    if (found === undefined) wrong(id, value, standard);
    return found ?? standard;
  };
  const globs = (id: string): readonly string[] => {
    const value = config.get<unknown>(id, []);
    if (Array.isArray(value) && value.every((each): each is string => typeof each === 'string')) return value;
    wrong(id, value, []);
    return [];
  };
  return { config, problems, wrong, oneOf, globs };
}
