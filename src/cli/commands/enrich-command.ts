/** `codegrain enrich [DIR]`: has a language model write a note about every chunk of a folder, for the index. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { defaultOptions } from '../../chunking/chunk';
import { printable } from '../../chunking/records/describe-chunk';
import { Asker } from '../../enrich/model-asker';
import { NoteMaker, type NotePlan } from '../../enrich/note-maker';
import { defaultNotes, type NoteSettings } from '../../enrich/note-prompt';
import { type RunReport, runOver } from '../../enrich/prompt-run';
import { IndexReader } from '../../index/file/index-reader';
import { indexFileOf, stampedOptions } from '../../index/index-settings';
import { NoteLog, NoteLogWriter, noteFileOf, removeNotes } from '../../index/notes/note-log';
import { WorkerPool } from '../../parse-worker/worker-pool';
import type { ChunkRequest } from '../../parse-worker/worker-protocol';
import { discover } from '../../workspace/discover';
import { defaultLimits } from '../../workspace/read-file';
import { budgetOf, chatFlags, chatHelp, chatModelOf } from '../options/chat-options';
import { textOf } from '../options/prompt-options';
import { readArguments, UsageError, wholeNumber } from '../options/usage';
import { askConsent, estimateText } from '../output/ask-terminal';
import { countText } from '../output/format-numbers';
import { refusedText } from '../output/refused-text';

const help = `codegrain enrich [DIR] [options]     a language model writes one or two sentences about each chunk, from its document

  --keywords, --questions   also words to be found by, and questions that the chunk answers
  --template FILE           what is asked, with {document}, {chunk} and {path}
  --prefix S                put before each note (default "${defaultNotes.prefix}")
  --document-chars N        most characters of a document that are sent, around the chunk (default ${defaultNotes.documentLimit})
  --parallel N              requests at a time (default 4)
  --retry                   ask only for what failed before
  --clear                   delete all notes; the next "codegrain index" takes them out of the index
  --include G, --exclude G  globs, on top of what is indexed: take only what matches, leave out what matches; may be repeated
  --index FILE              the files of this index, cut as it is (default DIR/.codegrain/index.cgx, where there is one)
  --json                    print what was done as one JSON object

${chatHelp}

Notes are kept beside the index, in DIR/.codegrain/index.cgx.notes. "codegrain index" then embeds and indexes them with their chunks. What has a note is not
asked for again until the file, the model or the prompt is another.

Exit status: 0 every chunk has a note, 1 some have none yet, 2 wrong use or error.`;

type Values = ReturnType<typeof parse>['values'];

export async function enrichCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = parse(args);
  if (values.help) {
    console.log(help);
    return 0;
  }
  if (positionals.length > 1) throw new UsageError('enrich takes one folder');
  const root = resolve(positionals[0] ?? '.');
  if (!statSync(root, { throwIfNoEntry: false })?.isDirectory()) throw new UsageError(`there is no folder ${root}`);
  const indexFile = resolve(values.index ?? indexFileOf(root));
  const file = noteFileOf(indexFile);
  if (values.clear) {
    console.log(removeNotes(file) ? `${file}: deleted; "codegrain index" takes the notes out` : 'there are no notes');
    return 0;
  }
  return makeNotes(root, indexFile, values);
}

async function makeNotes(root: string, indexFile: string, values: Values): Promise<number> {
  const file = noteFileOf(indexFile);
  const model = chatModelOf(values);
  const budget = budgetOf(values);
  const parallel = wholeNumber('parallel', values.parallel, 1, 256);
  const settings = settingsOf(values);
  const log = new NoteLog(file);
  log.refresh();
  const pool = new WorkerPool({ jobs: 2 });
  const { signal } = new AbortController();
  try {
    const { files, unindexed } = await filesOf(root, indexFile, values);
    if (unindexed > 0) {
      const [are, get, them] = unindexed === 1 ? ['is', 'gets', 'it'] : ['are', 'get', 'them'];
      const what = `${countText(unindexed, 'file')} ${are} not in the index and ${get} no notes`;
      console.error(`codegrain: ${what}: codegrain index takes ${them} in`);
    }
    const source = {
      files,
      chunk: (request: ChunkRequest, stop: AbortSignal) => pool.chunk(request, stop),
    };
    const maker = new NoteMaker(source, model, settings, log, values.retry);
    const plan = await maker.plan(signal);
    const { requests, inputTokens } = plan;
    for (const { path, message } of plan.skipped) console.error(`codegrain: ${printable(path)}: skipped: ${message}`);
    if (requests === 0) return report(plan, undefined, [], values);
    const estimate = estimateText(model, { requests, inputTokens, maxTokens: maker.maxTokens }, budget);
    if (!(await askConsent(estimate, values.yes))) return 1;
    const writer = await NoteLogWriter.open(file);
    const failures: Failure[] = [];
    let done = 0;
    const work = maker.work(new Asker(model, budget), writer, ({ path, startLine }, asked) => {
      if (asked.is === 'failed') failures.push({ path, startLine, error: asked.error });
      if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${++done} of ${requests} chunks  ${path.slice(-60)}`);
    });
    const ran = await runOver(maker.pieces(signal), work, { parallel, onError: 'continue-on-error', signal }).finally(
      () => writer.close(),
    );
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
    return report(plan, ran, failures, values);
  } finally {
    pool.dispose();
  }
}

interface Failure {
  readonly path: string;
  readonly startLine: number;
  readonly error: string;
}

function report(plan: NotePlan, ran: RunReport | undefined, failures: readonly Failure[], values: Values): number {
  const { answered = 0, failed = 0, usage = { input: 0, output: 0 }, stopped, refusal } = ran ?? {};
  const left = plan.requests - answered - failed;
  const status = refusal ? 2 : failed + left > 0 ? 1 : 0;
  if (values.json) {
    const { files, chunks, done, skipped } = plan;
    console.log(
      JSON.stringify({
        files,
        chunks,
        had: done,
        noted: answered,
        failed,
        left,
        stopped,
        refusal: refusal?.message,
        tokens: usage,
        failures,
        skipped,
      }),
    );
    if (refusal) console.error(`codegrain: ${refusedText(refusal, true)}`);
    return status;
  }
  for (const { path, startLine, error } of failures)
    console.error(`codegrain: ${printable(path)}:${startLine}: ${printable(error)}`);
  if (!ran)
    console.log(values.retry ? 'nothing failed before' : `all ${countText(plan.chunks, 'chunk')} have a note already`);
  else {
    const why = stopped === 'budget' ? ' (the budget is spent)' : refusal ? ' (the model answers nobody)' : '';
    const had = plan.done > 0 ? `, ${plan.done} had one` : '';
    console.log(
      `${countText(answered, 'chunk')} noted${had}, ${failed} failed, ${left} left${why}; ${countText(usage.input, 'token')} read, ${usage.output.toLocaleString('en-US')} written`,
    );
    if (failed > 0) console.log('ask again for those that failed with: codegrain enrich --retry');
    if (answered > 0) console.log('bring the notes into the index with: codegrain index');
  }
  if (refusal) console.error(`codegrain: ${refusedText(refusal, true)}`);
  return status;
}

function settingsOf(values: Values): NoteSettings {
  const { template: file, prefix, keywords, questions } = values;
  const template = file === undefined ? defaultNotes.template : textOf('template', file);
  if (!template.includes('{chunk}')) throw new UsageError('--template: there is no {chunk} in it');
  const documentLimit = wholeNumber('document-chars', values['document-chars'], 1000, 10_000_000);
  return { template, prefix, documentLimit, keywords, questions };
}

interface Files {
  readonly files: ChunkRequest[];
  /** Files that the index does not have: a note about them would be paid for in vain. */
  readonly unindexed: number;
}

/** What the index has, where there is one, cut as it is: a note belongs to the chunk it was written for. */
async function filesOf(root: string, indexFile: string, { include, exclude }: Values): Promise<Files> {
  const read = IndexReader.open(indexFile);
  const index = 'problem' in read ? undefined : read.index;
  const {
    maxBytes = defaultLimits.maxBytes,
    force = defaultLimits.force,
    ...known
  } = index ? stampedOptions(index.contents.about?.chunker ?? '') : {};
  const options = { ...defaultOptions, ...known };
  const files: ChunkRequest[] = [];
  let unindexed = 0;
  try {
    for await (const found of discover(root, { include, exclude, force })) {
      if ('skipped' in found) continue;
      if (index && !index.file(found.path)) {
        unindexed++;
        continue;
      }
      const limits = { maxBytes, force, ...(!found.isNamed && { isFound: true }) };
      files.push({ path: found.path, file: found.file, options, limits });
    }
  } finally {
    index?.dispose();
  }
  return { files, unindexed };
}

function parse(args: readonly string[]) {
  return readArguments(args, {
    keywords: { type: 'boolean', default: false },
    questions: { type: 'boolean', default: false },
    template: { type: 'string' },
    prefix: { type: 'string', default: defaultNotes.prefix },
    'document-chars': { type: 'string', default: String(defaultNotes.documentLimit) },
    parallel: { type: 'string', default: '4' },
    retry: { type: 'boolean', default: false },
    clear: { type: 'boolean', default: false },
    include: { type: 'string', multiple: true, default: [] },
    exclude: { type: 'string', multiple: true, default: [] },
    index: { type: 'string' },
    json: { type: 'boolean', default: false },
    ...chatFlags,
  });
}
