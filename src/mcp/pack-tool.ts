/** `pack`: the code to open for a task, in one answer. */
import * as z from 'zod';
import { plainPlace } from '../tools/fenced-code';
import { PackCache } from '../tools/pack/pack-cache';
import { ToolProblem } from '../tools/tool-problem';
import { counterFor, outputOf, readOnly, runTool, type ToolContext } from './run-tool';
import { globParameter, maxTokensParameter, packShape, readMore, structuredPack } from './tool-shapes';

const description = `The first call for a task: returns the code to open for it in one answer, likeliest place first, with signatures, the lines that answer, what they use, what uses them, and their tests. Says so if nothing is relevant. Not for exact strings (use grep), nor for a file that you know (read it).`;

export function registerPack(context: ToolContext): void {
  const { server, index } = context;
  const packs = new PackCache();
  const inputSchema = {
    query: z.string().min(1).max(200_000).describe('The whole task: a question, an issue, an error with its trace'),
    path: globParameter('Only paths with this glob or part: src/**'),
    max_tokens: maxTokensParameter,
  };
  server.registerTool(
    'pack',
    {
      title: 'Pack the code for a task',
      description,
      inputSchema,
      ...outputOf(context, packShape),
      annotations: readOnly,
    },
    ({ query, path, max_tokens }, { signal }) =>
      runTool(context, signal, async () => {
        if (query.trim() === '') throw new ToolProblem('the query is empty: give the task as text');
        const { searcher, notices } = await index.current(signal);
        const source = {
          views: searcher.views,
          search: async (...asked: Parameters<typeof searcher.search>) =>
            index.onlyInside(await searcher.search(...asked)),
        };
        const pack = await packs.packFor(source, query, {
          ...{ budget: max_tokens, count: counterFor(context), place: plainPlace, readMore, notices, signal },
          filters: path === undefined ? {} : { path: [path] },
          ranking: index.options.ranking,
        });
        return { text: pack.text, structured: structuredPack(pack) };
      }),
  );
}
