/** `search_code`: find code by words and meaning. */
import * as z from 'zod';
import { searchAreas } from '../search/query/search-area';
import { answerText, hitsToAsk } from '../tools/answer-text';
import { plainPlace } from '../tools/fenced-code';
import { ToolProblem } from '../tools/tool-problem';
import { counterFor, readOnly, runTool, type ToolContext } from './run-tool';
import {
  globParameter,
  hitsShape,
  limitParameter,
  maxTokensParameter,
  modeParameter,
  readMore,
  spansParameter,
  structuredHits,
} from './tool-shapes';

const description = `Finds code in the served folder by words and meaning. Each hit is a function, class or section with its place (path:start-end): the best ones whole, of others the signature and the lines that answer. Use it to find where something is done, defined or described when you do not know the file. If you know the exact name, use mode keyword. Not for listing files.`;

const queryText = `What to look for: a question or sentence ("where are retries limited"), or names ("RetryPolicy"), or a pasted error message, stack trace or issue. A short query supports "exact phrases", -without, path:src lang:python kind:function name:parse*.`;

export function registerSearchCode(context: ToolContext): void {
  const { server, index } = context;
  const inputSchema = {
    query: z.string().min(1).max(200_000).describe(queryText),
    limit: limitParameter,
    mode: modeParameter,
    path: globParameter('Only files whose path matches this glob or has this part, such as src/** or test.'),
    language: globParameter('Only these languages, by name or file extension, such as python or ts,js.'),
    kind: globParameter('Only these kinds, such as function or class,interface.'),
    only: z.array(z.enum(searchAreas)).optional().describe('Only these areas of the repository; left out: all.'),
    plain: z
      .boolean()
      .default(false)
      .describe('Read the query as plain text, without operators. Long and pasted texts always are.'),
    spans: spansParameter,
    max_tokens: maxTokensParameter,
  };
  server.registerTool(
    'search_code',
    { title: 'Search code', description, inputSchema, outputSchema: hitsShape, annotations: readOnly },
    (input, { signal }) =>
      runTool(context, signal, async () => {
        if (input.query.trim() === '') throw new ToolProblem('the query is empty; say what to look for');
        const { searcher, notices } = await index.current(signal);
        const filters = {
          path: listOf(input.path, false),
          language: listOf(input.language, true),
          kind: listOf(input.kind, true),
        };
        const options = {
          ...hitsToAsk(input.limit, input.spans),
          mode: input.mode,
          plain: input.plain,
          only: input.only ?? [],
          filters,
          ranking: index.options.ranking,
          signal,
        };
        const answer = index.onlyInside(await searcher.search(input.query, options));
        const packed = await answerText(answer, {
          ...{ place: plainPlace, ids: true, budget: input.max_tokens, count: counterFor(context), notices },
          advice: 'Try other words, a question instead of names, or fewer filters.',
          readMore: input.spans ? readMore : undefined,
        });
        return { text: packed.text, structured: structuredHits(packed, answer) };
      }),
  );
}

/** Globs are not split, since they may contain commas. */
function listOf(value: string | undefined, isSplit: boolean): string[] {
  if (value === undefined) return [];
  return isSplit ? value.split(',') : [value];
}
