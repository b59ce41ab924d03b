/** `codegrain mcp [DIR]` serves the index of a folder to agents over the Model Context Protocol. */

import { statSync } from 'node:fs';
import { serveMcp } from '../../mcp/mcp-serve';
import { embeddingOptions } from '../../options/embedding-options';
import { fileOptions } from '../../options/file-options';
import { integer, toggle } from '../../options/option';
import { rankingOptions } from '../../options/ranking-options';
import { chosenModel } from '../options/chosen-options';
import { type CommandAbout, helpText } from '../options/command-help';
import { readFlags, UsageError } from '../options/flags';
import { indexFlag } from '../options/shared-flags';

const keptGlobs = 'Globs to index the folder with. Without any, those that its index was made with stay.';

export const mcpAbout = {
  usage: 'mcp [DIR] [options]',
  about: 'Serve the index of a folder to agents: an MCP server on standard input and output.',
  flags: {
    own: {
      index: { ...indexFlag, description: 'Another index file.' },
      refreshSeconds: integer({
        min: 0,
        max: 1e6,
        default: 30,
        flag: { name: 'refresh', value: 'SECONDS' },
        description:
          'Make the index if there is none, and update it at the start and before an answer when the last update is older than this. While another program has the index open for writing (VS Code, another server), that program keeps it fresh.',
      }),
      readOnly: toggle({
        flag: { name: 'read-only' },
        description: 'Never write the index: something else makes it and keeps it fresh (VS Code, `codegrain index`).',
      }),
      include: { ...fileOptions.include, description: keptGlobs, help: undefined },
      exclude: { ...fileOptions.exclude, description: keptGlobs, help: undefined },
      structured: toggle({
        flag: { name: 'structured' },
        description:
          'Answers have their data beside the text (`structuredContent`), for programs. Many agents show their model the data alone, so leave it out for them.',
      }),
    },
    ranking: {
      ...rankingOptions,
      usage: {
        ...rankingOptions.usage,
        help: 'Prefer chunks that were used before: the largest bonus, from 0 (off) to 1. While it is on, the chunks that get_chunk returns are noted beside the index',
      },
    },
    embedding: embeddingOptions,
  },
  notes:
    'Tools: pack, search_code, find_similar, trace_uses, get_chunk, outline_file, index_status; resources: codegrain://chunk/ID. They read nothing outside DIR, and only the index is written. Several servers and VS Code can share one index. The server ends when its client closes standard input. The embedding flags are needed only if the index was made with the model of a server.',
  exit: '0 the client is done, 2 wrong use or error.',
} satisfies CommandAbout;

export async function mcpCommand(args: readonly string[]): Promise<number> {
  const { values, positionals, wantsHelp } = readFlags(args, mcpAbout.flags);
  if (wantsHelp) {
    console.log(helpText(mcpAbout));
    return 0;
  }
  if (positionals.length > 1) throw new UsageError('mcp takes one folder');
  const root = positionals[0] ?? '.';
  if (!statSync(root, { throwIfNoEntry: false })?.isDirectory()) throw new UsageError(`there is no folder ${root}`);
  const { index: indexFile, readOnly, include, exclude, structured } = values.own;
  const refreshSeconds = readOnly ? undefined : values.own.refreshSeconds;
  const model = await chosenModel(values.embedding);
  const embedder = 'embedder' in model ? model.embedder : undefined;
  const stop = new AbortController();
  // Other commands exit at once on a signal; the server first closes what is open.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.removeAllListeners(signal);
    process.once(signal, () => stop.abort());
  }
  const { ranking } = values;
  await serveMcp({ root, indexFile, include, exclude, embedder, refreshSeconds, ranking, structured }, stop.signal);
  return 0;
}
