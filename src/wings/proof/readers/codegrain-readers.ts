/** An agent with Codegrain: one call, with the very text that the tool returns. */

import { answerText, hitsToAsk } from '../../../engine/answers/answer-text';
import { plainPlace } from '../../../engine/answers/code-blocks';
import type { PackSource } from '../../../engine/answers/pack/pack';
import { packFor } from '../../../engine/answers/pack/pack-for';
import type { PackedHit } from '../../../engine/answers/pack-hits';
import type { CodeIndex } from '../../../engine/code-index';
import { wholeSpan } from '../../../search/hits/spans';
import type { SearchAnswer } from '../../../search/searcher';
import type { ReadState } from '../read-state';
import type { ToolAnswer } from '../reading';
import { linesInAnswer, type ShownPlace } from './answer-lines';

/** The answer within a budget of tokens. */
export type AskWithin = (budget: number) => Promise<ToolAnswer>;

const place = plainPlace;

// The task is in the context already, so the calls cost only their own words.

export function readPack(task: string, { index, tree, count }: ReadState): AskWithin {
  const source = rememberAnswer(index);
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
export function readSearch(task: string, form: 'spans' | 'chunks', { index, tree, count }: ReadState): AskWithin {
  const isSpans = form === 'spans';
  const source = rememberAnswer(index);
  return async (budget) => {
    const answer = await source.search(task, hitsToAsk(undefined, isSpans));
    const readMore = isSpans ? 'get_chunk with the id, or with path and line,' : undefined;
    const { text, hits } = await answerText(answer, { place, ids: true, budget, count, advice: '', readMore });
    return { call: 'search_code', lines: linesInAnswer(text, hits.map(shownPlace), tree) };
  };
}

/** The same question is asked with several budgets. */
function rememberAnswer(index: CodeIndex): PackSource {
  const answers = new Map<string, Promise<SearchAnswer>>();
  return {
    facts: (place) => index.facts(place),
    search: (text, options) => {
      const key = JSON.stringify([text, options]);
      const answer = answers.get(key) ?? index.search(text, options);
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
