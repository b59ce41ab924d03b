/** `codegrain push [DIR] --to URL` writes the chunks and vectors of a folder to PostgreSQL. */

import { resolve } from 'node:path';
import { loadBuiltIn } from '../../../embedding/built-in/built-in-embedder';
import type { Embedder } from '../../../embedding/embedder';
import { IndexReader } from '../../../index/file/index-reader';
import { indexFileOf } from '../../../index/index-settings';
import { chunkOptions } from '../../../options/chunk-options';
import { embeddingOptions } from '../../../options/embedding-options';
import { fileOptions } from '../../../options/file-options';
import type { OptionValues } from '../../../options/option';
import { printableJson, printError, printLine } from '../../../shared/print';
import { printablePath } from '../../../shared/printable-path';
import { Database } from '../../../wings/team/database';
import type { DatabaseAddress } from '../../../wings/team/database-address';
import { type PushProgress, type PushReport, pushBranch } from '../../../wings/team/push-branch';
import { migrateSchema } from '../../../wings/team/schema/migrations';
import { deleteBranch } from '../../../wings/team/write-batch';
import { defaultPushNames, type PushNames } from '../../../workspace/about-repository';
import { formatCount } from '../format-numbers';
import { chosenModel, chunkOptionsOf } from '../options/chosen-options';
import { ciNames } from '../options/ci-names';
import { type CommandAbout, command } from '../options/command-help';
import { addressOf, databaseFlags, databaseNotes } from '../options/database-flags';
import { oneFolder, requireFolder, UsageError } from '../options/flags';
import { indexFlag, jsonFlag, switchFlag, textFlag } from '../options/shared-flags';
import { ProgressListener } from '../output/progress-listener';

export const pushAbout = {
  usage: 'push [DIR] --to URL [options]',
  about:
    'Write the chunks and vectors of a folder to PostgreSQL with pgvector. DIR is the current folder unless you name one.',
  flags: {
    own: {
      to: textFlag('to URL', 'The database: `postgresql://USER@HOST:PORT/DATABASE`.', 'CODEGRAIN_DATABASE_URL'),
      index: {
        ...indexFlag,
        description:
          'The index whose vectors are reused, if it exists. Notes of language models are taken from the file beside it.',
      },
      fromCi: switchFlag(
        'from-ci',
        'Take repository, branch and commit from the environment of the build server. A pull request is pushed as a branch of its own, such as `pull/12`.',
      ),
      delete: textFlag('delete BRANCH', 'Delete this branch of the repository from the database, and push nothing.'),
      noNotes: switchFlag('no-notes', 'Leave out the notes of language models, and remove those that the branch has.'),
      json: jsonFlag,
    },
    database: databaseFlags,
    chunk: chunkOptions,
    files: fileOptions,
    embedding: embeddingOptions,
  },
  notes: `${databaseNotes}\n\nThe text of all chunks is sent there. Files that did not change are not sent again, and a run that was stopped continues where it was.`,
  exit: '0 the branch has files, or is deleted; 1 it has none; 2 wrong use or error.',
} satisfies CommandAbout;

export const pushCommand = command(pushAbout, async ({ values, chosen, positionals }) => {
  const folder = resolve(oneFolder('push', positionals) ?? '.');
  requireFolder(folder);
  const { include, exclude, jobs, maxBytes, force } = values.files;
  const { to, index: indexFile, noNotes, json } = values.own;
  const chunk = chunkOptionsOf(chosen.chunk);
  const limits = { maxBytes, force };
  const address = addressOf('to', to, values.database.ca);
  const names = await namesFor(folder, values.own, values.database);
  const repository = nameOf('repository', names.repository);
  if (values.own.delete !== undefined) return deleteFrom(address, repository, values.own.delete);
  const branch = nameOf('branch', names.branch);
  const listener = new ProgressListener<PushProgress, PushReport>(
    ({ done, total, chunks }) => `${done} of ${total} files, ${formatCount(chunks, 'chunk')} sent`,
  );
  let database: Database | undefined;
  try {
    const embedder = await embedderOf(values.embedding);
    const index = openIndex(indexFile ?? indexFileOf(folder));
    const onLost = (message: string): void => listener.print(`${message}; trying again`);
    database = await Database.open(address, { onLost });
    const { onProgress } = listener;
    const report = await pushBranch(folder, database, {
      ...{
        repository,
        branch,
        commit: names.commit,
        embedder,
        index,
        indexFile,
        include,
        exclude,
        chunk,
        limits,
        jobs,
      },
      allowedStrategy: chunk.customStrategy,
      isServerModel: values.embedding.provider !== 'built-in',
      notes: !noNotes,
      ...(onProgress && { onProgress }),
    });
    listener.done(report);
    printLine(json ? printableJson(report) : summary(report));
    return report.total.files > 0 ? 0 : 1;
  } finally {
    await database?.close();
    listener.end();
  }
});

async function namesFor(
  folder: string,
  { fromCi, delete: deleted }: { readonly fromCi: boolean; readonly delete?: string | undefined },
  chosen: { readonly repository?: string | undefined; readonly branch?: string | undefined },
): Promise<PushNames> {
  if (deleted !== undefined && chosen.branch !== undefined)
    throw new UsageError('--delete names the branch; it cannot be combined with --branch');
  const local = await defaultPushNames(folder);
  if (!fromCi) {
    const { repository = local.repository, branch = local.branch } = chosen;
    return { repository, branch, commit: local.commit };
  }
  const named = ciNames(process.env, { ...chosen, branch: chosen.branch ?? deleted });
  if (typeof named === 'string') throw new UsageError(`--from-ci: ${named}`);
  return { ...named, commit: named.commit ?? local.commit };
}

/** A branch that is not there is no error: the job of a build may run twice. */
async function deleteFrom(address: DatabaseAddress, repository: string, branch: string): Promise<number> {
  const database = await Database.open(address);
  try {
    await migrateSchema(database);
    const isDeleted = await database.transaction((queries) => deleteBranch(queries, repository, branch));
    printLine(isDeleted ? `deleted ${repository}@${branch}` : `there is no ${repository}@${branch}`);
    return 0;
  } finally {
    await database.close();
  }
}

/** Accepts what people and git use as names: anything stranger would be hard to type in a search. */
function nameOf(option: string, name: string): string {
  if (name.trim() !== name || name === '' || name.length > 200 || /\p{Cc}/u.test(name))
    throw new UsageError(
      `--${option} must be a name of 1 to 200 characters, not "${printablePath(name.slice(0, 40))}"`,
    );
  return name;
}

/** The built-in model with fewer dimensions has the id that an index with as many has, so that its vectors are reused. */
async function embedderOf(values: OptionValues<typeof embeddingOptions>): Promise<Embedder> {
  const model = await chosenModel(values);
  if ('embedder' in model) return model.embedder;
  const { dimensions } = model;
  return loadBuiltIn(dimensions === undefined ? {} : { dimensions });
}

/** Optional: without an index, every chunk is embedded. */
function openIndex(file: string): IndexReader | undefined {
  const opened = IndexReader.open(file);
  if ('problem' in opened) return undefined;
  if (opened.index.problem) printError(`codegrain: ${opened.index.problem.message}`);
  return opened.index;
}

function summary(report: PushReport): string {
  const { repository, branch, added, changed, removed, unchanged, kept, sent, shared, chunks, vectors, total } = report;
  const done = [
    added + changed > 0 ? `${formatCount(added, 'file')} added, ${changed} changed` : 'no changes',
    ...(removed > 0 ? [`${removed} removed`] : []),
    ...(unchanged > 0 ? [`${unchanged.toLocaleString('en-US')} unchanged`] : []),
    ...(kept > 0 ? [`${kept} unreadable, kept as they were`] : []),
  ];
  const made = `${formatCount(vectors.embedded, 'text')} embedded, ${vectors.fromIndex} vectors from the index, ${vectors.fromDatabase} already in the database`;
  return [
    `${done.join(', ')} in ${report.seconds.toFixed(1)} s`,
    ...(sent + shared > 0
      ? [
          `sent: ${formatCount(sent, 'file')}, ${formatCount(chunks, 'chunk')}; ${shared} shared with other branches; ${made}`,
        ]
      : []),
    `${repository}@${branch}: ${formatCount(total.files, 'file')}, ${formatCount(total.searched, 'searched chunk')}, ${formatCount(total.chunks - total.searched, 'parent')}${total.noted > 0 ? `, ${formatCount(total.noted, 'note')}` : ''}`,
  ].join('\n');
}
