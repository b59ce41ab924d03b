/** Chooses from the same answer in several sizes: the first that fits the budget, otherwise the last. */
import type { CountTokens } from './pack-hits';

interface Fitting {
  readonly text: string;
  readonly tokens: number;
  /** Index of the chosen form. */
  readonly at: number;
}

export async function firstThatFits(forms: readonly string[], budget: number, count: CountTokens): Promise<Fitting> {
  let fitting: Fitting = { text: '', tokens: 0, at: forms.length };
  for (const [at, text] of forms.entries()) {
    fitting = { text, tokens: await count(text), at };
    if (fitting.tokens <= budget) return fitting;
  }
  return fitting;
}

/** For one answer: its parts and its whole text are counted again and again. */
export function rememberedCount(count: CountTokens): CountTokens {
  const known = new Map<string, number>();
  return async (text) => {
    const tokens = known.get(text) ?? (await count(text));
    known.set(text, tokens);
    return tokens;
  };
}
