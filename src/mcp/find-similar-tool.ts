/** `find_similar`: code similar to the code at a line. */
import { answerText, hitsToAsk } from '../tools/answer-text';
import { plainPlace } from '../tools/fenced-code';
import { ToolProblem } from '../tools/tool-problem';
import { requireIndexed } from './indexed-file';
import { counterFor, outputOf, readOnly, runTool, type ToolContext } from './run-tool';
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
  const { server, index } = context;
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
        const { path } = index.folder.resolveFile(input.file);
        const { searcher, view, notices } = await index.current(signal);
        const found = await searcher.similar(path, input.line, {
          ...hitsToAsk(input.limit, input.spans),
          ranking: index.options.ranking,
          signal,
        });
        if (!found) {
          const { lines } = requireIndexed(index, view, path);
          throw new ToolProblem(
            `${path} has no line ${input.line} in the index, only ${lines} lines; if the file has grown, run \`codegrain index ${index.folder.path}\``,
          );
        }
        const packed = await answerText(index.onlyInside(found), {
          ...{ place: plainPlace, ids: false, budget: input.max_tokens, count: counterFor(context), notices },
          advice: 'Nothing else in the index is similar to this code.',
          readMore: input.spans ? readMore : undefined,
        });
        return { text: packed.text, structured: structuredHits(packed, found) };
      }),
  );
}
