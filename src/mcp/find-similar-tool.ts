/** `find_similar`: code like that of a place. */
import { answerText } from '../tools/answer-text';
import { plainPlace } from '../tools/fenced-code';
import { ToolProblem } from '../tools/tool-problem';
import { answered, counterFor, readOnly, type Served } from './tool-answer';
import { file, hitsShape, limit, line, maxTokens, structuredHits } from './tool-shapes';

const description = `Finds code that does something like the code at a place: copies, variants, other implementations, tests of the same thing. Use it before changing code that may exist more than once.`;

export function registerFindSimilar(served: Served): void {
  const { server, index } = served;
  server.registerTool(
    'find_similar',
    {
      ...{ title: 'Find similar code', description, outputSchema: hitsShape, annotations: readOnly },
      inputSchema: { file, line, limit, max_tokens: maxTokens },
    },
    (input, { signal }) =>
      answered(served, signal, async () => {
        const { path } = index.folder.inside(input.file);
        const { searcher, view, notices } = await index.fresh(signal);
        const found = await searcher.similar(path, input.line, { limit: input.limit, signal });
        if (!found) {
          const known = view.reader.file(path);
          const command = `\`codegrain index ${index.folder.path}\``;
          if (!known)
            throw new ToolProblem(`${path} is not in the index: it is new or left out. Run ${command} if it is new.`);
          if (known.skipped) throw new ToolProblem(`${path} was left out of the index: ${known.skipped.message}`);
          throw new ToolProblem(
            `${path} has no line ${input.line} in the index, which knows ${known.lines} lines of it; if it grew since, run ${command}`,
          );
        }
        const packed = await answerText(index.inside(found), {
          ...{ place: plainPlace, ids: true, budget: input.max_tokens, count: counterFor(served), notices },
          advice: 'Nothing else in the index is like this place.',
        });
        return { text: packed.text, structured: structuredHits(packed) };
      }),
  );
}
