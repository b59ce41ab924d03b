/** `codegrain mcp [DIR]` serves the index of a folder to agents over the Model Context Protocol. */

import { statSync } from 'node:fs';
import type { Embedder } from '../../../embedding/embedder';
import { embeddingOptions } from '../../../options/embedding-options';
import { fileOptions } from '../../../options/file-options';
import { indexOptions } from '../../../options/index-options';
import { rankingOptions } from '../../../options/ranking-options';
import { serveMcp } from '../../mcp/mcp-server';
import type { DatabaseToServe } from '../../mcp/served-database';
import { serverModel } from '../options/chosen-options';
import { type CommandAbout, command, untilSignal } from '../options/command-help';
import { addressOf, type DatabaseValues, databaseFlags, modelOfId } from '../options/database-flags';
import { oneFolder, UsageError } from '../options/flags';
import { indexFlag, numberFlag, switchFlag, textFlag } from '../options/shared-flags';

const keptGlobs = 'Globs to index the folder with. Without any, those that its index was made with stay.';

export const mcpAbout = {
  usage: 'mcp [DIR] [options]',
  about:
    'Serve the index of a folder, or the database of a team, to agents: an MCP server on standard input and output.',
  flags: {
    own: {
      index: { ...indexFlag, description: 'Another index file.' },
      refreshSeconds: numberFlag(
        'refresh SECONDS',
        { default: 30, min: 0, max: 1e6 },
        'Make the index if there is none, and update it at the start and before an answer when the last update is older than this. While another program has the index open for writing (VS Code, another server), that program keeps it fresh.',
      ),
      readOnly: switchFlag(
        'read-only',
        'Never write the index: something else makes it and keeps it fresh (VS Code, `codegrain index`).',
      ),
      maxSize: indexOptions.maxSize,
      include: { ...fileOptions.include, description: keptGlobs, help: undefined },
      exclude: { ...fileOptions.exclude, description: keptGlobs, help: undefined },
      from: textFlag(
        'from URL',
        'Serve a database that `codegrain push` has filled: alone, or together with the index of DIR if you name one. An empty URL is the one in the environment.',
      ),
      structured: switchFlag(
        'structured',
        'Answers have their data beside the text (`structuredContent`), for programs. Many agents show their model the data alone, so leave it out for them.',
      ),
    },
    ranking: {
      ...rankingOptions,
      usage: {
        ...rankingOptions.usage,
        help: 'Prefer chunks that were used before: the largest bonus, from 0 (off) to 1. While it is on, the chunks that get_chunk returns are noted beside the index',
      },
    },
    database: databaseFlags,
    embedding: embeddingOptions,
  },
  notes:
    'Tools: pack, search_code, find_similar, trace_uses, get_chunk, outline_file, index_status; resources: codegrain://chunk/ID. They read nothing outside DIR, and only the index is written. Several servers and VS Code can share one index. With --from, answers have code of all repositories in the database; --repository and --branch limit that. The server ends when its client closes standard input. The embedding flags are needed only if the index was made with the model of a server.',
  exit: '0 the client is done, 2 wrong use or error.',
} satisfies CommandAbout;

export const mcpCommand = command(mcpAbout, async ({ values, positionals }) => {
  const { index: indexFile, readOnly, include, exclude, structured, from } = values.own;
  const root = oneFolder('mcp', positionals) ?? (from === undefined ? '.' : undefined);
  if (root !== undefined && !statSync(root, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`there is no folder ${root}`);
  if (root === undefined && (indexFile !== undefined || readOnly || include.length + exclude.length > 0))
    throw new UsageError(
      '--index, --read-only, --include and --exclude need a folder: name it, also if it is the current one',
    );
  if (from === undefined && Object.values(values.database).some((each) => each !== undefined))
    throw new UsageError('--repository, --branch and --ca need --from');
  const refreshSeconds = readOnly ? undefined : values.own.refreshSeconds;
  const embedder = await serverModel(values.embedding);
  const database = from === undefined ? undefined : databaseToServe({ from, ...values.database }, embedder);
  const { ranking } = values;
  const { maxSize: maxIndexBytes } = values.own;
  const options = { root, database, indexFile, include, exclude, embedder, refreshSeconds, maxIndexBytes };
  await serveMcp({ ...options, ranking, structured }, untilSignal());
  return 0;
});

/** A wrong URL is an error at once; the database itself is reached when it is asked. */
function databaseToServe({ from, repository, branch, ca }: DatabaseValues, server?: Embedder): DatabaseToServe {
  const address = addressOf('from', from, ca);
  const open = async () => {
    const { DatabaseCode } = await import('../../../wings/team/stored/database-code');
    return new DatabaseCode(address, modelOfId(server));
  };
  return { open, repository, branch };
}
