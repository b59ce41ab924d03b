import { type CounterName, counterNames, counterTable } from './counter-table';

const families: readonly (readonly [CounterName, RegExp])[] = counterNames.flatMap((name) => {
  const { models } = counterTable[name];
  return models === '' ? [] : [[name, new RegExp(`(?:^|[/.:@_])(?:${models})(?![a-z0-9])`)] as const];
});

/**
 * The counter for a model's name; `approximate` where the model is not known.
 *
 * Model names come with a provider in front (`anthropic/claude-…`, `models/gemini-…`, `us.anthropic.claude-…`, `ft:gpt-4o:…`)
 * and with versions and dates behind. The first counter one of whose families is in the name, at its start or behind a separator,
 * decides.
 */
export function recommendedCounter(model: string): CounterName {
  const name = model.trim().toLowerCase();
  return families.find(([, pattern]) => pattern.test(name))?.[0] ?? 'approximate';
}
