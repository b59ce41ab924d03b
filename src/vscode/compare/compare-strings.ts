/** The words of the page that do not depend on the file: labels of its controls, headings, rules. */
import { l10n } from 'vscode';
import { number } from '../common/editor-words';
import { contextModes, counters, limits } from '../settings/settings';
import type { ChoiceField, NumberField, Start, Strings } from './compare-messages';

/** @param file the name of the file, as the tab says it. */
export function stringsOf(file: string): Strings {
  return {
    title: l10n.t('Compare Chunk Settings'),
    about: l10n.t('How two sets of settings cut {0}. Nothing is changed until you use one.', file),
    headings: { a: l10n.t('Settings A'), b: l10n.t('Settings B') },
    use: { a: l10n.t('Use A'), b: l10n.t('Use B') },
    inUse: l10n.t('in use'),
    parentRule: l10n.t('Not less than the tokens of a chunk.'),
    histogram: l10n.t('Tokens per chunk'),
    tokens: l10n.t('Tokens'),
    chunks: l10n.t('Chunks'),
    boundaries: l10n.t('Boundaries'),
    onlyDifferences: l10n.t('Only differences'),
    noDifferences: l10n.t('A and B start their chunks in the same lines.'),
    empty: l10n.t('This file is empty: there is nothing to cut.'),
    line: l10n.t('Line'),
    more: l10n.t('Show More'),
    force: l10n.t('Chunk Anyway'),
  };
}

export function numberFields(): Start['numbers'] {
  return {
    maxTokens: numberField(l10n.t('Most tokens of a chunk'), 'maxTokens'),
    parentTokens: numberField(l10n.t('Most tokens of a parent'), 'parentTokens'),
  };
}

export function choiceFields(): Start['choices'] {
  return {
    context: choiceField(l10n.t('Context'), contextModes, {
      used: l10n.t('imports and globals it uses'),
      all: l10n.t('every import, globals it uses'),
      none: l10n.t('nothing'),
    }),
    counter: choiceField(l10n.t('Token counter'), counters, {
      o200k_base: l10n.t('GPT-4o and later'),
      cl100k_base: l10n.t('GPT-4, text-embedding-3'),
      'anthropic-estimate': l10n.t('Claude, estimated'),
      'gemini-estimate': l10n.t('Gemini, estimated'),
      approximate: l10n.t('length divided by 4'),
    }),
  };
}

function numberField(label: string, id: 'maxTokens' | 'parentTokens'): NumberField {
  const { least, most } = limits[id];
  return { label, least, most, rule: l10n.t('A whole number from {0} to {1}.', number(least), number(most)) };
}

/** The value as settings.json spells it, then what it means. */
function choiceField<T extends string>(
  label: string,
  values: readonly T[],
  meanings: Readonly<Record<T, string>>,
): ChoiceField {
  return { label, options: values.map((value) => ({ value, label: `${value} – ${meanings[value]}` })) };
}
