/** A search's answer as text for models, within a budget; what should be known about it is said first. */
import type { Answer } from '../search/searcher';
import { firstThatFits } from './first-that-fits';
import type { BlockOptions } from './hit-blocks';
import { type CountTokens, type Packed, packHits } from './pack-hits';

interface AnswerOptions extends BlockOptions {
  readonly budget: number;
  readonly count: CountTokens;
  /** What else should be known, such as an index that is still growing. */
  readonly notices?: readonly string[];
  /** Said where nothing is found: what to try instead. */
  readonly advice: string;
}

export async function answerText({ hits, problems, notices }: Answer, options: AnswerOptions): Promise<Packed> {
  const { budget, count, place } = options;
  const said = [...problems.map(({ message }) => message), ...notices, ...(options.notices ?? [])].map(
    (notice) => `Note: ${notice}`,
  );
  const [best] = hits;
  if (!best) {
    const nothing = `Nothing was found. ${options.advice}`;
    return { ...(await firstThatFits([[...said, nothing].join('\n'), nothing], budget, count)), hits: [] };
  }
  const packed = await packHits(hits, { ...options, notices: said });
  if (packed.hits.some(({ shown }) => shown === 'chunk' || shown === 'parent')) return packed;
  const words = `The budget of ${budget} tokens is too small for the code of any hit; ask with a larger one.`;
  const short = `${words} The best is ${place(best)}.`;
  const forms = [`${packed.text}\n\n${words}`, [...said, short].join('\n'), short, `Best: ${place(best)}`];
  return { ...(await firstThatFits(forms, budget, count)), hits: packed.hits };
}
