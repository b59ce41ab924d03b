/** `search_code`: find code by words and meaning. */
import * as z from 'zod';
import { answerText } from '../tools/answer-text';
import { plainPlace } from '../tools/fenced-code';
import { filtersText } from '../tools/query-filters';
import { ToolProblem } from '../tools/tool-problem';
import { answered, counterFor, readOnly, type Served } from './tool-answer';
import { glob, hitsShape, limit, maxTokens, mode, structuredHits } from './tool-shapes';

const description = `Finds code in the served folder by words and meaning, and gives it whole: each hit is a complete function, class or section with its place (path:start-end). Use it to find where something is done, defined or described when you do not know the file. For a name you know exactly use mode keyword. Not for listing files.`;

const queryText = `What is looked for: a question or sentence ("where are retries limited"), or names ("RetryPolicy"). May have "exact phrases", -without, path:src lang:python kind:function name:parse*.`;

export function registerSearchCode(served: Served): void {
  const { server, index } = served;
  const inputSchema = {
    query: z.string().min(1).max(10_000).describe(queryText),
    limit,
    mode,
    path: glob('Only files whose path matches this glob or has this part, such as src/** or test.'),
    language: glob('Only these languages, by name or file ending, such as python or ts,js.'),
    kind: glob('Only these kinds, such as function or class,interface.'),
    max_tokens: maxTokens,
  };
  server.registerTool(
    'search_code',
    { title: 'Search code', description, inputSchema, outputSchema: hitsShape, annotations: readOnly },
    (input, { signal }) =>
      answered(served, signal, async () => {
        if (input.query.trim() === '') throw new ToolProblem('the query is empty; say what is looked for');
        const { searcher, notices } = await index.fresh(signal);
        const filters = filtersText({
          path: listOf(input.path, false),
          language: listOf(input.language, true),
          kind: listOf(input.kind, true),
        });
        const options = { limit: input.limit, mode: input.mode, signal };
        const answer = index.inside(await searcher.search(`${filters}${input.query}`, options));
        const packed = await answerText(answer, {
          ...{ place: plainPlace, ids: true, budget: input.max_tokens, count: counterFor(served), notices },
          advice: 'Try other words, a question instead of names, or fewer filters.',
        });
        return { text: packed.text, structured: structuredHits(packed) };
      }),
  );
}

/** A glob has commas of its own. */
function listOf(value: string | undefined, isSplit: boolean): string[] {
  if (value === undefined) return [];
  return isSplit ? value.split(',') : [value];
}
