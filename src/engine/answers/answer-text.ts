/** The answer to a search as text for models, within a token budget. Notices come first. */
import { answerNotes } from '../../search/hits/hit';
import type { SearchAnswer, SearchOptions } from '../../search/searcher';
import type { BlockOptions } from './code-blocks';
import { hitsForBudget, packSpans } from './fit-spans';
import { type CountTokens, firstThatFits, type PackedHits, packHits } from './pack-hits';

interface AnswerOptions extends BlockOptions {
  readonly budget: number;
  readonly count: CountTokens;
  /** Further notices, such as an index that is still being built. */
  readonly notices?: readonly string[];
  /** What to try instead if nothing was found. */
  readonly advice: string;
  /** The lines that answer instead of whole chunks: how to read those that are left out. Undefined: whole chunks. */
  readonly readMore?: string | undefined;
}

/** Which hits an answer is made from: with spans more of them fit, and further places of their files are of use. */
export function hitsToAsk(
  limit: number | undefined,
  spans: boolean,
): Pick<SearchOptions, 'limit' | 'further' | 'parents' | 'byChunk'> {
  if (!spans) return { limit: limit ?? 10, byChunk: true, parents: true };
  return { ...(limit === undefined ? hitsForBudget : { limit, byChunk: true }), parents: false };
}

export async function answerText(answer: SearchAnswer, options: AnswerOptions): Promise<PackedHits> {
  const { hits, problems, notices } = answer;
  const { budget, count, place } = options;
  const all = [
    ...answerNotes(answer),
    ...problems.map(({ message }) => message),
    ...notices,
    ...(options.notices ?? []),
  ];
  const notes = all.map((notice) => `Note: ${notice}`);
  const [best] = hits;
  if (!best) {
    const nothing = `Nothing was found. ${options.advice}`;
    return { ...(await firstThatFits([[...notes, nothing].join('\n'), nothing], budget, count)), hits: [] };
  }
  const { readMore } = options;
  const packed =
    readMore === undefined
      ? await packHits(hits, { ...options, notices: notes })
      : await packSpans(hits, { ...options, notices: notes, readMore });
  if (packed.hits.some(({ shown }) => shown === 'chunk' || shown === 'parent' || shown === 'spans')) return packed;
  const words = `The budget of ${budget} tokens is too small for the code of any hit; ask with a larger budget.`;
  const short = `${words} The best is ${place(best)}.`;
  // Whole chunks that do not fit are listed by their places; spans are not.
  const listed = readMore === undefined ? [`${packed.text}\n\n${words}`] : [];
  const forms = [...listed, [...notes, short].join('\n'), short, `Best: ${place(best)}`];
  return { ...(await firstThatFits(forms, budget, count)), hits: packed.hits };
}
