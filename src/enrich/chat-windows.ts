/**
 * How much models read and write, by their names. Those on one's own machine read as much as the server was told to give them,
 * which no name tells: they get a window that any of today's has. Settings override all of it.
 */

interface Window {
  /** Tokens of question and answer together. */
  readonly window: number;
  /** Most tokens of an answer. */
  readonly output: number;
}

const usual: Window = { window: 8_192, output: 2_048 };

/** The first whose family stands in the name decides. */
const rules: readonly (readonly [family: RegExp, window: Window])[] = [
  [/gpt-4\.1/, { window: 1_000_000, output: 32_768 }],
  [/gpt-([5-9]|1\d)/, { window: 272_000, output: 16_384 }],
  [/gpt-4o|gpt-4-turbo/, { window: 128_000, output: 4_096 }],
  [/gpt-3\.5/, { window: 16_384, output: 4_096 }],
  [/(^|[/.:@_])o[134](-|$)/, { window: 200_000, output: 16_384 }],
  [/claude/, { window: 200_000, output: 8_192 }],
  [/gemini/, { window: 1_000_000, output: 8_192 }],
];

export function windowOf(model: string, isLocal: boolean): Window {
  if (isLocal) return usual;
  const name = model.toLowerCase();
  return rules.find(([family]) => family.test(name))?.[1] ?? usual;
}
