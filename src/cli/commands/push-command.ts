/** `codegrain push [DIR] --to URL`: the chunks and vectors of a folder in PostgreSQL. */
import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { printable } from '../../chunking/records/describe-chunk';
import { namesOf } from '../../database/branch-names';
import { Database } from '../../database/database';
import { type PushProgress, type PushReport, push } from '../../database/push-folder';
import { loadBuiltIn } from '../../embedding/built-in/built-in-embedder';
import { providers } from '../../embedding/choose-embedder';
import type { Embedder } from '../../embedding/embedder';
import { IndexReader } from '../../index/file/index-reader';
import { indexFileOf } from '../../index/index-settings';
import { defaultLimits } from '../../workspace/read-file';
import { chunkFlags, chunkOptionsOf, sizeHelp, strategyHelp } from '../options/chunk-flags';
import { databaseFlags } from '../options/database-flags';
import { addressOf, databaseHelp } from '../options/database-options';
import { chosenModel, modelFlags } from '../options/model-options';
import { readArguments, UsageError, wholeNumber } from '../options/usage';
import { countText } from '../output/format-numbers';
import { Listener } from '../output/progress-listener';

const help = `codegrain push [DIR] --to URL [options]     DIR is the current folder, unless told otherwise

  --to URL                  the database: PostgreSQL with pgvector
  --repository NAME         what the folder is called there (default: its own name)
  --branch NAME             and its branch (default: the one that is checked out, else main)
  --ca FILE                 the certificate authority of the server
  --json                    print what was done as one JSON object
  --index FILE              where vectors are taken from (default DIR/.codegrain/index.cgx, where it is there)
  --jobs N                  processes side by side (default: one per core)
  --include G, --exclude G  globs: take only what matches, leave out what matches; may be repeated
  --max-bytes N             skip larger files (default ${defaultLimits.maxBytes})
  --force                   read minified, oversized, generated, lock and secret files too

${sizeHelp}
${strategyHelp}

  --provider P              what embeds: ${providers.join(', ')} (default ${providers[0]})
  --endpoint URL, --model M, --dimensions N, --passage-prefix S, --query-prefix S, --timeout S   as for codegrain index
  --embedding-tokens N      cut longer texts for a server (default: what the model is known to read, else 2048)

${databaseHelp}

The text of all chunks is sent there. Files that did not change are not sent again; what was sent when a run is stopped stays sent,
and the next one goes on.

Exit status: 0 the branch has files, 1 it has none, 2 wrong use or error.`;

export async function pushCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = parsePush(args);
  if (values.help) {
    console.log(help);
    return 0;
  }
  if (positionals.length > 1) throw new UsageError('push takes one folder');
  const folder = resolve(positionals[0] ?? '.');
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new UsageError(`there is no folder ${folder}`);
  const chunk = chunkOptionsOf(values);
  const limits = { maxBytes: wholeNumber('max-bytes', values['max-bytes'], 1, 1e12), force: values.force };
  const jobs = wholeNumber('jobs', values.jobs, 1, 256);
  const address = addressOf('to', values.to, values.ca);
  const names = await namesOf(folder);
  const repository = nameOf('repository', values.repository ?? names.repository);
  const branch = nameOf('branch', values.branch ?? names.branch);
  const listener = new Listener<PushProgress, PushReport>(progressText);
  let database: Database | undefined;
  try {
    const embedder = await embedderOf(values);
    const index = openIndex(values.index ?? indexFileOf(folder));
    const onLost = (message: string): void => listener.say(`${message}; trying again`);
    database = await Database.open(address, { onLost });
    const { onProgress } = listener;
    const report = await push(folder, database, {
      repository,
      branch,
      commit: names.commit,
      embedder,
      index,
      indexFile: values.index,
      include: values.include,
      exclude: values.exclude,
      chunk,
      limits,
      jobs,
      ...(onProgress && { onProgress }),
    });
    listener.done(report);
    console.log(values.json ? JSON.stringify(report) : summary(report));
    return report.total.files > 0 ? 0 : 1;
  } finally {
    await database?.close();
    listener.end();
  }
}

function progressText({ done, total, chunks }: PushProgress): string {
  return `${done} of ${total} files, ${countText(chunks, 'chunk')} sent`;
}

type Values = ReturnType<typeof parsePush>['values'];

/** Of people and git; what is stranger would be hard to ask for. */
function nameOf(option: string, name: string): string {
  if (name.trim() !== name || name === '' || name.length > 200 || /\p{Cc}/u.test(name))
    throw new UsageError(`--${option} is a name of 1 to 200 characters; not "${printable(name.slice(0, 40))}"`);
  return name;
}

async function embedderOf(values: Values): Promise<Embedder> {
  // `--max-tokens` is about chunks here.
  const { 'max-tokens': _ofChunks, 'embedding-tokens': tokens, ...others } = values;
  const model = await chosenModel({ ...others, 'max-tokens': tokens });
  if ('embedder' in model) return model.embedder;
  const { dimensions } = model;
  return loadBuiltIn(dimensions === undefined ? {} : { dimensions });
}

/** Only helps: without it, vectors are made anew. */
function openIndex(file: string): IndexReader | undefined {
  const opened = IndexReader.open(file);
  return 'problem' in opened ? undefined : opened.index;
}

function summary(report: PushReport): string {
  const { repository, branch, added, changed, removed, unchanged, kept, sent, shared, chunks, vectors, total } = report;
  const done = [
    added + changed > 0 ? `${countText(added, 'file')} added, ${changed} changed` : 'nothing new',
    ...(removed > 0 ? [`${removed} removed`] : []),
    ...(unchanged > 0 ? [`${unchanged.toLocaleString('en-US')} unchanged`] : []),
    ...(kept > 0 ? [`${kept} could not be looked at and stay as they were`] : []),
  ];
  const made = `${countText(vectors.embedded, 'text')} embedded, ${vectors.fromIndex} vectors from the index, ${vectors.fromDatabase} there already`;
  return [
    `${done.join(', ')} in ${report.seconds.toFixed(1)} s`,
    ...(sent + shared > 0
      ? [
          `sent: ${countText(sent, 'file')}, ${countText(chunks, 'chunk')}; ${shared} shared with other branches; ${made}`,
        ]
      : []),
    `${repository}@${branch}: ${countText(total.files, 'file')}, ${countText(total.searched, 'searched chunk')}, ${countText(total.chunks - total.searched, 'parent')}`,
  ].join('\n');
}

export function parsePush(args: readonly string[]) {
  return readArguments(args, {
    ...chunkFlags,
    to: { type: 'string' },
    ...databaseFlags,
    index: { type: 'string' },
    json: { type: 'boolean', default: false },
    jobs: { type: 'string', default: String(availableParallelism()) },
    include: { type: 'string', multiple: true, default: [] },
    exclude: { type: 'string', multiple: true, default: [] },
    'max-bytes': { type: 'string', default: String(defaultLimits.maxBytes) },
    force: { type: 'boolean', default: false },
    ...modelFlags,
    'embedding-tokens': { type: 'string' },
  });
}
