import type { CounterName } from './token-types';

/**
 * Which counter suits which model.
 *
 * Model names come with a provider in front (`anthropic/claude-…`, `models/gemini-…`, `us.anthropic.claude-…`, `ft:gpt-4o:…`)
 * and with versions and dates behind. The first rule whose family stands in the name, at its start or behind a separator,
 * decides; so newer families stand before the ones whose names they extend.
 */
const RULES: readonly (readonly [family: RegExp, counter: CounterName])[] = [
  [family('claude'), 'anthropic-estimate'],
  [family('gemini|(code)?gemma\\d*'), 'gemini-estimate'],
  [family('(chat)?gpt-4o|gpt-4\\.\\d|gpt-([5-9]|1\\d)|gpt-oss|o[1-9]|codex-mini'), 'o200k_base'],
  [family('gpt-4|gpt-3\\.?5|text-embedding-3|text-embedding-ada-002'), 'cl100k_base'],
];

function family(names: string): RegExp {
  return new RegExp(`(?:^|[/.:@_])(?:${names})(?![a-z0-9])`);
}

/** The counter for a model's name; `approximate` where the model is not known. */
export function recommendedMethod(model: string): CounterName {
  const name = model.trim().toLowerCase();
  return RULES.find(([names]) => names.test(name))?.[1] ?? 'approximate';
}
