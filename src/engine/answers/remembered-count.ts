import type { CountTokens } from './pack-hits';

/** For one answer: its parts and its whole text are counted again and again. */
export function rememberedCount(count: CountTokens): CountTokens {
  const known = new Map<string, number>();
  return async (text) => {
    const tokens = known.get(text) ?? (await count(text));
    known.set(text, tokens);
    return tokens;
  };
}
