/** `find_similar`: code similar to the code at a line. */

import { answerText, hitsToAsk } from '../../engine/answers/answer-text';
import { plainPlace } from '../../engine/answers/code-blocks';
import { ToolProblem } from '../../engine/answers/tool-input';
import type { SearchAnswer, SearchOptions } from '../../search/searcher';
import { counterFor, outputOf, readOnly, runTool, type ToolContext } from './run-tool';
import type { ServedCode } from './served-code';
import { namedHit } from './served-database';
import { requireIndexed, type ServedIndex } from './served-index';
import {
  fileParameter,
  hitsShape,
  limitParameter,
  lineParameter,
  maxTokensParameter,
  readMore,
  spansParameter,
  structuredHits,
} from './tool-shapes';

const description = `Finds copies and variants of the code at a line. Use it before changing code that may exist more than once. Not for callers: use trace_uses.`;

export function registerFindSimilar(context: ToolContext): void {
  const { server, code } = context;
  server.registerTool(
    'find_similar',
    {
      ...{ title: 'Find similar code', description, ...outputOf(context, hitsShape), annotations: readOnly },
      inputSchema: {
        file: fileParameter,
        line: lineParameter,
        limit: limitParameter,
        spans: spansParameter,
        max_tokens: maxTokensParameter,
      },
    },
    (input, { signal }) =>
      runTool(context, signal, async () => {
        const options = {
          ...hitsToAsk(input.limit, input.spans),
          ranking: context.options.ranking,
          signal,
        };
        const { answer, notices } =
          (await similarStored(code, input.file, input.line, options)) ??
          (await similarInFolder(code.requireFolder('a path without a repository'), input.file, input.line, options));
        const packed = await answerText(answer, {
          ...{ place: plainPlace, ids: false, budget: input.max_tokens, count: counterFor(context), notices },
          advice: 'Nothing else in the index is similar to this code.',
          readMore: input.spans ? readMore : undefined,
        });
        return { text: packed.text, structured: () => structuredHits(packed, answer) };
      }),
  );
}

interface Similar {
  readonly answer: SearchAnswer;
  readonly notices: readonly string[];
}

/** Undefined if the file is not one of the database. */
async function similarStored(
  { database }: ServedCode,
  file: string,
  line: number,
  options: SearchOptions,
): Promise<Similar | undefined> {
  const place = await database?.place(file);
  if (!database || !place) return undefined;
  const answer = await database.similar(place, line, options);
  if (!answer) throw new ToolProblem(`${file} has no chunk at line ${line} in the database`);
  return { answer: { ...answer, hits: answer.hits.map(namedHit) }, notices: [] };
}

async function similarInFolder(
  index: ServedIndex,
  file: string,
  line: number,
  options: SearchOptions,
): Promise<Similar> {
  const { path } = index.folder.resolveFile(file);
  const { index: asked, view, notices } = await index.current(options.signal);
  const found = await asked.similar(path, line, options);
  if (found) return { answer: found, notices };
  const { lines } = requireIndexed(index, view, path);
  throw new ToolProblem(
    `${path} has no line ${line} in the index, only ${lines} lines; if the file has grown, run \`codegrain index ${index.folder.path}\``,
  );
}
