/**
 * How much models read and write, by name. The window of a local model depends on the configuration of its server, not on its name, so
 * it gets one that any current model has. Settings override this.
 */

interface ModelWindow {
  /** Tokens of prompt and answer together. */
  readonly window: number;
  /** Max tokens of an answer. */
  readonly output: number;
}

const defaultWindow: ModelWindow = { window: 8_192, output: 2_048 };

/** The first family that matches the name decides. */
const rules: readonly (readonly [family: RegExp, window: ModelWindow])[] = [
  [/gpt-4\.1/, { window: 1_000_000, output: 32_768 }],
  [/gpt-([5-9]|1\d)/, { window: 272_000, output: 16_384 }],
  [/gpt-4o|gpt-4-turbo/, { window: 128_000, output: 4_096 }],
  [/gpt-3\.5/, { window: 16_384, output: 4_096 }],
  [/(^|[/.:@_])o[134](-|$)/, { window: 200_000, output: 16_384 }],
  [/claude/, { window: 200_000, output: 8_192 }],
  [/gemini/, { window: 1_000_000, output: 8_192 }],
  [/command-/, { window: 128_000, output: 4_000 }],
  [/(mis|codes|devs|minis|magis)tral/, { window: 128_000, output: 8_192 }],
];

export function modelWindow(model: string, isLocal: boolean): ModelWindow {
  if (isLocal) return defaultWindow;
  const name = model.toLowerCase();
  return rules.find(([family]) => family.test(name))?.[1] ?? defaultWindow;
}
