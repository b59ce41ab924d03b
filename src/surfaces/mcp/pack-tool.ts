/** `pack`: the code to open for a task, in one answer. */
import * as z from 'zod';
import { plainPlace } from '../../engine/answers/code-blocks';
import type { Pack, PackForOptions } from '../../engine/answers/pack/pack';
import { packFor } from '../../engine/answers/pack/pack-for';
import { ToolProblem, toolFilters } from '../../engine/answers/tool-input';
import type { CodeIndex } from '../../engine/code-index';
import { counterFor, outputOf, readOnly, runTool, type ToolContext } from './run-tool';
import type { ServedCode } from './served-code';
import {
  filterParameters,
  maxTokensParameter,
  packShape,
  readMore,
  scopeParameter,
  structuredPack,
} from './tool-shapes';

const description = `The first call for a task: returns the code to open for it in one answer, likeliest place first, with signatures, the lines that answer, what they use, what uses them, and their tests. Says so if nothing is relevant. Not for exact strings (use grep), nor for a file that you know (read it).`;

export function registerPack(context: ToolContext): void {
  const { server, code } = context;
  const inputSchema = {
    query: z.string().min(1).max(200_000).describe('The whole task: a question, an issue, an error with its trace'),
    ...filterParameters,
    max_tokens: maxTokensParameter,
    ...scopeParameter(code),
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
    ({ query, max_tokens, scope, only = [], plain = false, ...filters }, { signal }) =>
      runTool(context, signal, async () => {
        if (query.trim() === '') throw new ToolProblem('the query is empty: give the task as text');
        const options = {
          ...{ budget: max_tokens, count: counterFor(context), place: plainPlace, readMore, signal },
          ...{ only, plain, filters: toolFilters(filters), ranking: context.options.ranking },
        };
        const pack = await packOf(code, query, options, scope);
        return { text: pack.text, structured: () => structuredPack(pack) };
      }),
  );
}

async function packOf(
  code: ServedCode,
  query: string,
  options: PackForOptions,
  scope: string | undefined,
): Promise<Pack> {
  let index: CodeIndex | undefined;
  return packFor(
    {
      search: async (text, asked) => {
        const found = await code.search(text, asked, scope);
        index = found.index;
        return { ...found.answer, notices: [...found.answer.notices, ...found.notices] };
      },
      facts: async (place) => index?.facts(place),
    },
    query,
    options,
  );
}
