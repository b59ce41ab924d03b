/** `outline_file`: the definitions of a file and their lines. */
import { outlineOf, outlineText, withCounts } from '../../engine/answers/file-outline';
import { counterFor, outputOf, readOnly, runTool, type ToolContext } from './run-tool';
import { fileParameter, lineParameter, maxTokensParameter, outlineShape } from './tool-shapes';

const description = `Lists the definitions or sections of a file with their lines, and how many definitions each uses and is used by. Use it before reading a long file, then get_chunk. Not for code: it shows signatures alone.`;

export function registerOutlineFile(context: ToolContext): void {
  const { server, code } = context;
  const inputSchema = {
    path: fileParameter,
    start_line: lineParameter.optional().describe('To continue an outline that was too long'),
    max_tokens: maxTokensParameter,
  };
  server.registerTool(
    'outline_file',
    { title: 'Outline a file', description, inputSchema, ...outputOf(context, outlineShape), annotations: readOnly },
    ({ path, start_line = 1, max_tokens }, { signal }) =>
      runTool(context, signal, async () => {
        const file = await code.chunksOf(path, signal);
        const { language, chunks } = file;
        const entries = outlineOf(chunks).filter((entry) => entry.line >= start_line);
        const lines = chunks.reduce((max, { endLine }) => Math.max(max, endLine), 0);
        const head = `${file.path} (${language}, ${lines} lines)${entries.length === 0 ? ' has no known definitions' : ''}`;
        const outline = (of: typeof entries) => outlineText(head, of, max_tokens, counterFor(context));
        const uncounted = await outline(entries);
        const opened = file.isStored ? undefined : code.folder?.now;
        // Only what fits is counted.
        const counted = await opened?.index.ask(() => withCounts(uncounted.shown, opened.view.graph, file.path));
        const { text, shown } = counted ? await outline([...counted, ...entries.slice(counted.length)]) : uncounted;
        const symbols = shown.map((entry) => ({ ...entry }));
        const more = entries.length - shown.length;
        return { text, structured: () => ({ path: file.path, language, symbols, more }) };
      }),
  );
}
