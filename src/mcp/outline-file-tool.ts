/** `outline_file`: the definitions of a file and their lines. */
import { outlineOf, outlineText } from '../tools/file-outline';
import { ToolProblem } from '../tools/tool-problem';
import { answered, counterFor, readOnly, type Served } from './tool-answer';
import { file, line, maxTokens, outlineShape } from './tool-shapes';

const description = `Lists the definitions of a file (functions, classes, methods, types, constants; of documents the sections) with their lines, from the file as it is now. Use it before reading a long file, then get_chunk for what you need. Works without an index.`;

export function registerOutlineFile(served: Served): void {
  const { server, index } = served;
  const inputSchema = {
    path: file,
    start_line: line.optional().describe('Begin at this line, to go on where an outline was too long.'),
    max_tokens: maxTokens,
  };
  server.registerTool(
    'outline_file',
    { title: 'Outline a file', description, inputSchema, outputSchema: outlineShape, annotations: readOnly },
    ({ path, start_line = 1, max_tokens }, { signal }) =>
      answered(served, signal, async () => {
        const inside = index.folder.inside(path);
        const reply = await index.chunk(inside, signal);
        if (reply.is !== 'chunked')
          throw new ToolProblem(
            `${inside.path} ${reply.is === 'skipped' ? reply.skipped.message : 'could not be cut'}`,
          );
        const { language, chunks } = reply.file;
        const entries = outlineOf(chunks).filter((entry) => entry.line >= start_line);
        const lines = chunks.reduce((most, { endLine }) => Math.max(most, endLine), 0);
        const head = `${inside.path} (${language}, ${lines} lines)${entries.length === 0 ? ' has no definitions that are known' : ''}`;
        const { text, shown } = await outlineText(head, entries, max_tokens, counterFor(served));
        const symbols = shown.map((entry) => ({ ...entry }));
        return { text, structured: { path: inside.path, language, symbols, more: entries.length - shown.length } };
      }),
  );
}
