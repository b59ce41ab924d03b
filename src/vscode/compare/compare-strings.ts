/** The texts of the page that do not depend on the results: labels of its controls, headings, rules. */
import { l10n } from 'vscode';
import { type ChunkOptions, chunkOptions } from '../../options/chunk-options';
import { type ChoiceOption, type NumberOption, valuesOf } from '../../options/option';
import { type CountAccuracy, counterTable } from '../../tokens/counter-table';
import { numberLabel } from '../common/number-labels';
import type { ChoiceField, CompareStart, CompareStrings, NumberField } from './compare-messages';

/** @param file the name of the file, as in its tab. */
export function compareStrings(file: string): CompareStrings {
  return {
    title: l10n.t('Compare Chunk Settings'),
    about: l10n.t('Compare how two sets of settings chunk {0}. Nothing changes until you use one.', file),
    headings: { a: l10n.t('Settings A'), b: l10n.t('Settings B') },
    use: { a: l10n.t('Use A'), b: l10n.t('Use B') },
    inUse: l10n.t('in use'),
    parentRule: l10n.t('At least the max tokens per chunk.'),
    histogram: l10n.t('Tokens per chunk'),
    tokens: l10n.t('Tokens'),
    chunks: l10n.t('Chunks'),
    boundaries: l10n.t('Boundaries'),
    onlyDifferences: l10n.t('Only differences'),
    noDifferences: l10n.t('A and B have the same boundaries.'),
    empty: l10n.t('This file is empty.'),
    line: l10n.t('Line'),
    more: l10n.t('Show More'),
    force: l10n.t('Chunk Anyway'),
  };
}

export function numberFields(): CompareStart['numbers'] {
  return {
    maxTokens: numberField(l10n.t('Max tokens per chunk'), chunkOptions.maxTokens),
    parentTokens: numberField(l10n.t('Max tokens per parent'), chunkOptions.parentTokens),
  };
}

export function choiceFields(): CompareStart['choices'] {
  return {
    context: choiceField(l10n.t('Context'), chunkOptions.context, (context) => contextText(context)),
    counter: choiceField(l10n.t('Token counter'), chunkOptions.counter, (counter) =>
      accuracyText(counterTable[counter].accuracy),
    ),
  };
}

function contextText(context: ChunkOptions['context']): string {
  switch (context) {
    case 'used':
      return l10n.t('imports and globals it uses');
    case 'signatures':
      return l10n.t('imports and globals it uses; signatures of other files when copied');
    case 'all':
      return l10n.t('every import, globals it uses');
    case 'none':
      return l10n.t('nothing');
  }
}

function accuracyText(accuracy: CountAccuracy): string {
  switch (accuracy) {
    case 'exact':
      return l10n.t('exact');
    case 'estimated':
      return l10n.t('estimated');
    case 'approximate':
      return l10n.t('length divided by 4');
  }
}

function numberField(label: string, { min, max }: NumberOption): NumberField {
  return { label, min, max, rule: l10n.t('A whole number from {0} to {1}.', numberLabel(min), numberLabel(max)) };
}

/** Labels have the value as in settings.json, then its meaning. */
function choiceField<T extends string>(
  label: string,
  option: ChoiceOption<T>,
  meaning: (value: T) => string,
): ChoiceField {
  return { label, options: valuesOf(option).map((value) => ({ value, label: `${value} – ${meaning(value)}` })) };
}
