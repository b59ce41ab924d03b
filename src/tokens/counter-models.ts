import { type CounterName, counterNames, counterTable } from './counter-table';

const families: readonly (readonly [CounterName, RegExp])[] = counterNames.flatMap((name) => {
  const { models } = counterTable[name];
  return models === '' ? [] : [[name, new RegExp(`(?:^|[/.:@_])(?:${models})(?![a-z0-9])`)] as const];
});

/**
 * The counter for a model by its name; `approximate` for unknown models.
 *
 * Model names have a provider in front (`anthropic/claude-…`, `models/gemini-…`, `us.anthropic.claude-…`, `ft:gpt-4o:…`)
 * and versions and dates at the end. The first counter with a family that occurs in the name, at its start or after a
 * separator, is used.
 */
export function recommendedCounter(model: string): CounterName {
  const name = model.trim().toLowerCase();
  return families.find(([, pattern]) => pattern.test(name))?.[0] ?? 'approximate';
}
