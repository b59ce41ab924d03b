/** An agent with Codegrain: one call, with the very text that the tool returns. */
import { wholeSpan } from '../../search/hits/spans';
import type { SearchAnswer, Searcher } from '../../search/searcher';
import { answerText, hitsToAsk } from '../../tools/answer-text';
import { plainPlace } from '../../tools/fenced-code';
import type { PackSource } from '../../tools/pack/pack';
import { packFor } from '../../tools/pack/pack-for';
import type { PackedHit } from '../../tools/pack-hits';
import type { ReadState } from '../read-state';
import type { ToolAnswer } from '../reading';
import { linesInAnswer, type ShownPlace } from './answer-lines';

/** The answer within a budget of tokens. */
export type AskWithin = (budget: number) => Promise<ToolAnswer>;

const place = plainPlace;

// The task is in the context already, so the calls cost only their own words.

export function readPack(task: string, { searcher, tree, count }: ReadState): AskWithin {
  const source = rememberAnswer(searcher);
  return async (budget) => {
    const { text, places } = await packFor(source, task, {
      budget,
      count,
      place,
      readMore: 'get_chunk with path and line',
    });
    return { call: 'pack', lines: linesInAnswer(text, places, tree) };
  };
}

/** `spans`: signatures and the lines that answer. `chunks`: every hit whole. */
export function readSearch(task: string, form: 'spans' | 'chunks', { searcher, tree, count }: ReadState): AskWithin {
  const isSpans = form === 'spans';
  const source = rememberAnswer(searcher);
  return async (budget) => {
    const answer = await source.search(task, hitsToAsk(undefined, isSpans));
    const readMore = isSpans ? 'get_chunk with the id, or with path and line,' : undefined;
    const { text, hits } = await answerText(answer, { place, ids: true, budget, count, advice: '', readMore });
    return { call: 'search_code', lines: linesInAnswer(text, hits.map(shownPlace), tree) };
  };
}

/** The same question is asked with several budgets. */
function rememberAnswer(searcher: Searcher): PackSource {
  const answers = new Map<string, Promise<SearchAnswer>>();
  return {
    views: searcher.views,
    search: (text, options) => {
      const key = JSON.stringify([text, options]);
      const answer = answers.get(key) ?? searcher.search(text, options);
      answers.set(key, answer);
      return answer;
    },
  };
}

function shownPlace({ hit, shown, spans }: PackedHit): ShownPlace {
  const { path } = hit;
  if (shown === 'parent' && hit.parent) return { path, spans: [[hit.parent.startLine, hit.parent.endLine]] };
  if (shown === 'chunk') return { path, spans: [wholeSpan(hit)] };
  return { path, spans: spans ?? [] };
}
