/** The settings of language models: which one is asked, how, about what, and what it may cost. */
import type * as vscode from 'vscode';
import { usualTimeoutSeconds } from '../../enrich/chat-model';
import { chatLimits, chatProviders } from '../../enrich/choose-chat';
import { usualThreshold } from '../../enrich/merge-records';
import { defaultNotes, type NoteSettings } from '../../enrich/note-prompt';
import { ids, reader, type Settings } from './settings';

const enrichProviders = ['editor', ...chatProviders] as const;
const errorModes = ['continue-on-error', 'fail-fast'] as const;

interface EnrichSettings extends NoteSettings {
  /** `editor`: a model of VS Code. */
  readonly provider: (typeof enrichProviders)[number];
  readonly url: string;
  readonly model: string;
  readonly window: number | undefined;
  readonly parallel: number;
  /** Most tokens of a run; undefined: no limit. */
  readonly budget: number | undefined;
  readonly timeoutSeconds: number;
  /** Of runs. */
  readonly onError: (typeof errorModes)[number];
  /** Records as alike as this become one; 0: none do. */
  readonly mergeThreshold: number;
  /** Globs: which of the files in the index get notes. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** The language model, and how it is asked. An empty template is the usual one. */
export function enrichSettingsOf(
  scope: vscode.ConfigurationScope | undefined,
): EnrichSettings & Pick<Settings, 'problems'> {
  const { config, problems, wrong, oneOf, globs } = reader(scope);
  const text = (id: string, standard: string): string => {
    const value = config.get<unknown>(id, standard);
    if (typeof value === 'string') return value;
    wrong(id, value, standard);
    return standard;
  };
  const whole = <T>(id: string, standard: T, least: number, most: number): number | T => {
    const value = config.get<unknown>(id) ?? standard;
    if (value === standard) return standard;
    if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
    wrong(id, value, standard ?? null);
    return standard;
  };
  const share = (id: string, standard: number): number => {
    const value = config.get<unknown>(id) ?? standard;
    if (typeof value === 'number' && value >= 0 && value <= 1) return value;
    wrong(id, value, standard);
    return standard;
  };
  const { least, most } = chatLimits.timeoutSeconds;
  return {
    provider: oneOf(ids.enrichProvider, enrichProviders, 'editor'),
    url: text(ids.enrichEndpoint, ''),
    model: text(ids.enrichModel, ''),
    window: whole(ids.enrichWindow, undefined, 512, 10_000_000),
    parallel: whole(ids.enrichParallel, 1, 1, 64),
    budget: whole(ids.enrichBudget, undefined, 1, 1e12),
    template: text(ids.enrichTemplate, ''),
    prefix: text(ids.enrichPrefix, defaultNotes.prefix),
    documentLimit: whole(ids.enrichDocument, defaultNotes.documentLimit, 1000, 10_000_000),
    keywords: config.get<unknown>(ids.enrichKeywords) === true,
    questions: config.get<unknown>(ids.enrichQuestions) === true,
    timeoutSeconds: whole(ids.enrichTimeout, usualTimeoutSeconds, least, most),
    onError: oneOf(ids.enrichOnError, errorModes, 'continue-on-error'),
    mergeThreshold: share(ids.enrichMerge, usualThreshold),
    include: globs(ids.enrichInclude),
    exclude: globs(ids.enrichExclude),
    problems,
  };
}
