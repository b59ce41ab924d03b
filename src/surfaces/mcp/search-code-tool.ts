/** `search_code`: find code by words and meaning. */
import * as z from 'zod';
import { answerText, hitsToAsk } from '../../engine/answers/answer-text';
import { plainPlace } from '../../engine/answers/code-blocks';
import { ToolProblem, toolFilters } from '../../engine/answers/tool-input';
import { counterFor, outputOf, readOnly, runTool, type ToolContext } from './run-tool';
import {
  filterParameters,
  hitsShape,
  limitParameter,
  maxTokensParameter,
  modeParameter,
  readMore,
  scopeParameter,
  spansParameter,
  structuredHits,
} from './tool-shapes';

const description = `Lists code by words and meaning, with filters: signatures and the lines that answer, the best hits whole. Use it after pack, for more or other places, or with mode keyword for a name. A /regular.*expression/ in the query finds its matches, ranked by the other words.`;

const queryText = `A question, names, an error or an issue. Short queries take "exact phrases", -without, /regex/i, path:src lang:python kind:function name:parse*`;

export function registerSearchCode(context: ToolContext): void {
  const { server, code } = context;
  const inputSchema = {
    query: z.string().min(1).max(200_000).describe(queryText),
    limit: limitParameter,
    mode: modeParameter,
    ...filterParameters,
    spans: spansParameter,
    max_tokens: maxTokensParameter,
    ...scopeParameter(code),
  };
  server.registerTool(
    'search_code',
    { title: 'Search code', description, inputSchema, ...outputOf(context, hitsShape), annotations: readOnly },
    (input, { signal }) =>
      runTool(context, signal, async () => {
        if (input.query.trim() === '') throw new ToolProblem('the query is empty: say what to look for');
        const options = {
          ...hitsToAsk(input.limit, input.spans),
          mode: input.mode,
          plain: input.plain ?? false,
          only: input.only ?? [],
          filters: toolFilters(input),
          ranking: context.options.ranking,
          signal,
        };
        const { answer, notices } = await code.search(input.query, options, input.scope);
        const packed = await answerText(answer, {
          ...{ place: plainPlace, ids: false, budget: input.max_tokens, count: counterFor(context), notices },
          advice: 'Try other words, a question instead of names, or fewer filters.',
          readMore: input.spans ? readMore : undefined,
        });
        return { text: packed.text, structured: () => structuredHits(packed, answer) };
      }),
  );
}
