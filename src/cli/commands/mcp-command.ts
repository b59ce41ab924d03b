/** `codegrain mcp [DIR]`: serves a folder's index to agents over the Model Context Protocol. */
import { statSync } from 'node:fs';
import { serve } from '../../mcp/mcp-serve';
import { chosenModel, modelFlags } from '../options/model-options';
import { readArguments, UsageError, wholeNumber } from '../options/usage';

const help = `codegrain mcp [DIR] [options]     an MCP server on standard input and output for DIR (default: the current folder)

  --index FILE              another index than .codegrain/index.cgx of the folder
  --refresh SECONDS         keep the index fresh: refresh it at the start, and before an answer when that is longer ago;
                            without it the index is only read, and something else keeps it fresh (VS Code, codegrain index)
  --include G, --exclude G  the globs it was indexed with
  --provider P, --endpoint URL, --model M, --dimensions N, --query-prefix S, --passage-prefix S, --timeout S
                            the server's model, said as it was to codegrain index, where the index was made with one

Tools: search_code, find_similar, get_chunk, outline_file, index_status; resources: codegrain://chunk/ID. All of them only read, and
nothing outside DIR. Several servers may serve one index. The server ends when its client closes standard input.

Exit status: 0 the client is done, 2 wrong use or error.`;

export async function mcpCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = parse(args);
  if (values.help) {
    console.log(help);
    return 0;
  }
  if (positionals.length > 1) throw new UsageError('mcp takes one folder');
  const root = positionals[0] ?? '.';
  if (!statSync(root, { throwIfNoEntry: false })?.isDirectory()) throw new UsageError(`there is no folder ${root}`);
  const { refresh, include, exclude } = values;
  const refreshSeconds = refresh === undefined ? undefined : wholeNumber('refresh', refresh, 0, 1e6);
  const model = await chosenModel(values);
  const embedder = 'embedder' in model ? model.embedder : undefined;
  const stop = new AbortController();
  // Instead of the end at once that other commands have: what is under way is closed first.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.removeAllListeners(signal);
    process.once(signal, () => stop.abort());
  }
  await serve({ root, indexFile: values.index, include, exclude, embedder, refreshSeconds }, stop.signal);
  return 0;
}

function parse(args: readonly string[]) {
  return readArguments(args, {
    index: { type: 'string' },
    refresh: { type: 'string' },
    include: { type: 'string', multiple: true, default: [] },
    exclude: { type: 'string', multiple: true, default: [] },
    ...modelFlags,
  });
}
