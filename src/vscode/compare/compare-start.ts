/** What the page gets when it starts: the labels of its controls, headings and rules, and the two sets. */
import { l10n, type Uri } from 'vscode';
import { type ChunkOptions, chunkOptions } from '../../options/chunk-options';
import { type ChoiceOption, type NumberOption, valuesOf } from '../../options/option';
import { type CountAccuracy, counterTable } from '../../tokens/counter-table';
import { localisedAll } from '../common/localised';
import { numberLabel } from '../common/number-labels';
import { type CompareStart, compareTexts } from './compare-messages';
import type { BySide, ComparedOptions } from './option-sets';

/** @param file the name of the file, as in its tab. */
export function compareStart(uri: Uri, file: string, sets: BySide<ComparedOptions>): CompareStart {
  const contexts: Record<ChunkOptions['context'], string> = {
    used: l10n.t('imports and globals it uses'),
    signatures: l10n.t('imports and globals it uses; signatures of other files when copied'),
    all: l10n.t('every import, globals it uses'),
    none: l10n.t('nothing'),
  };
  const accuracies: Record<CountAccuracy, string> = {
    exact: l10n.t('exact'),
    estimated: l10n.t('estimated'),
    approximate: l10n.t('length divided by 4'),
  };
  return {
    is: 'start',
    uri: uri.toString(),
    sets,
    numbers: {
      maxTokens: numberField(l10n.t('Max tokens per chunk'), chunkOptions.maxTokens),
      parentTokens: numberField(l10n.t('Max tokens per parent'), chunkOptions.parentTokens),
    },
    choices: {
      context: choiceField(l10n.t('Context'), chunkOptions.context, (value) => contexts[value]),
      counter: choiceField(
        l10n.t('Token counter'),
        chunkOptions.counter,
        (value) => accuracies[counterTable[value].accuracy],
      ),
    },
    strings: {
      ...localisedAll(compareTexts),
      about: l10n.t('Compare how two sets of settings chunk {0}. Nothing changes until you use one.', file),
    },
    headings: { a: l10n.t('Settings A'), b: l10n.t('Settings B') },
    use: { a: l10n.t('Use A'), b: l10n.t('Use B') },
  };
}

function numberField(label: string, { min, max }: NumberOption) {
  // The rule is shown when the setting cannot have the value.
  return { label, min, max, rule: l10n.t('A whole number from {0} to {1}.', numberLabel(min), numberLabel(max)) };
}

/** Labels have the value as in settings.json, then its meaning. */
function choiceField<T extends string>(label: string, option: ChoiceOption<T>, meaning: (value: T) => string) {
  return { label, options: valuesOf(option).map((value) => ({ value, label: `${value} – ${meaning(value)}` })) };
}
