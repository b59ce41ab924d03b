/** The answer to a search as text for models, within a token budget. Notices come first. */
import type { SearchAnswer } from '../search/searcher';
import { firstThatFits } from './first-that-fits';
import type { BlockOptions } from './hit-blocks';
import { type CountTokens, type PackedHits, packHits } from './pack-hits';

interface AnswerOptions extends BlockOptions {
  readonly budget: number;
  readonly count: CountTokens;
  /** Further notices, such as an index that is still being built. */
  readonly notices?: readonly string[];
  /** What to try instead if nothing was found. */
  readonly advice: string;
}

export async function answerText(
  { hits, problems, notices }: SearchAnswer,
  options: AnswerOptions,
): Promise<PackedHits> {
  const { budget, count, place } = options;
  const notes = [...problems.map(({ message }) => message), ...notices, ...(options.notices ?? [])].map(
    (notice) => `Note: ${notice}`,
  );
  const [best] = hits;
  if (!best) {
    const nothing = `Nothing was found. ${options.advice}`;
    return { ...(await firstThatFits([[...notes, nothing].join('\n'), nothing], budget, count)), hits: [] };
  }
  const packed = await packHits(hits, { ...options, notices: notes });
  if (packed.hits.some(({ shown }) => shown === 'chunk' || shown === 'parent')) return packed;
  const words = `The budget of ${budget} tokens is too small for the code of any hit; ask with a larger budget.`;
  const short = `${words} The best is ${place(best)}.`;
  const forms = [`${packed.text}\n\n${words}`, [...notes, short].join('\n'), short, `Best: ${place(best)}`];
  return { ...(await firstThatFits(forms, budget, count)), hits: packed.hits };
}
