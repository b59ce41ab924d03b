/** Packs without code: probably nothing is relevant, or the budget is too small for any code. Places are listed, one line each. */
import type { SearchAnswer } from '../../../search/searcher';
import { firstThatFits } from '../count-tokens';
import { joinPlaces } from './choose-lines';
import type { Pack, PackForOptions } from './pack';
import { placeHead } from './place-text';

type ListOptions = PackForOptions & { readonly notices: readonly string[] };

/** Enough to see that none of them is meant. */
const maxNearest = 3;

/** What is said then, and what to do instead. */
export const nothingRelevant =
  'Probably nothing relevant: no code here is close to this. Search for exact strings with grep, or ask again with names or words from the code.';

/** Nothing in the folder is likely to answer. */
export async function nearestPlaces(answer: SearchAnswer, options: ListOptions): Promise<Pack> {
  const { budget, count, notices } = options;
  const notes = notices.map((notice) => `Note: ${notice}`);
  const places = listed(answer, options, maxNearest);
  const near = places.length > 0 ? [`Nearest: ${places.join('; ')}`] : [];
  const forms = [
    [nothingRelevant, ...near, ...notes],
    [nothingRelevant, ...near],
    [nothingRelevant],
    ['Probably nothing relevant; use grep.'],
    [],
  ].map((lines) => lines.join('\n'));
  const { text, tokens, at } = await firstThatFits(forms, budget, count);
  return listPack(answer, notices, text, tokens, at < 2 ? places.length : 0);
}

/** The budget is too small for code. */
export async function placeList(answer: SearchAnswer, options: ListOptions): Promise<Pack> {
  const { budget, count, notices } = options;
  const places = listed(answer, options, answer.hits.length);
  for (let shown = places.length; shown > 0; shown--) {
    const more = shown < places.length ? [`${places.length - shown} more; ask with a larger budget.`] : [];
    const text = [...places.slice(0, shown).map((place) => `- ${place}`), ...more].join('\n');
    const tokens = await count(text);
    if (tokens <= budget) return listPack(answer, notices, text, tokens, shown);
  }
  const [best = ''] = places;
  const { text, tokens } = await firstThatFits([best, ''], budget, count);
  return listPack(answer, notices, text, tokens, text === '' ? 0 : 1);
}

function listed({ hits }: SearchAnswer, { place }: ListOptions, max: number): string[] {
  return hits.slice(0, max).map((hit) => placeHead({ hit, spans: [], members: [hit] }, place));
}

function listPack(
  { hits, confidence }: SearchAnswer,
  notices: readonly string[],
  text: string,
  tokens: number,
  shown: number,
): Pack {
  const places = joinPlaces(hits.slice(0, shown).map((hit) => ({ hit, spans: [], text: '', tokens: 0 }))).map(
    ({ hit: { root, path, startLine, endLine, symbol, name, kind, scope, language } }) => ({
      ...{ root, path, startLine, endLine, name: symbol === '' ? name : symbol, kind, scope, language },
      spans: [],
    }),
  );
  const left = hits.slice(shown);
  const files = new Set(left.map(({ root, path }) => `${root}\n${path}`)).size;
  return { confidence, text, tokens, places, leftOut: { places: left.length, files }, notices };
}
