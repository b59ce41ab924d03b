/** `codegrain enrich [DIR]` has a language model write a note about every chunk of a folder, for the index. */

import { resolve } from 'node:path';
import { WorkerPool } from '../../../engine/workers/worker-pool';
import type { ChunkRequest } from '../../../engine/workers/worker-protocol';
import { IndexReader } from '../../../index/file/index-reader';
import { indexFileOf, stampedOptions } from '../../../index/index-settings';
import { NoteLog, NoteLogWriter, noteFileOf, removeNotes } from '../../../index/logs/note-log';
import { defaultChunkOptions } from '../../../options/chunk-options';
import { enrichOptions } from '../../../options/enrich-options';
import { fileOptions } from '../../../options/file-options';
import type { OptionValues } from '../../../options/option';
import { printableJson, printError, printLine, showStatus } from '../../../shared/print';
import { printablePath } from '../../../shared/printable-path';
import { NoteMaker, type NotePlan } from '../../../wings/models/note-maker';
import { defaultNoteSettings, type NoteSettings } from '../../../wings/models/note-prompt';
import { type RunReport, runPieces } from '../../../wings/models/piece-runner';
import { discover } from '../../../workspace/discover';
import { defaultLimits, walkLimits } from '../../../workspace/read-file';
import { formatCount } from '../format-numbers';
import { askerOf, chatFlags, chatNotes, confirmSending, readFlagFile, refusalText } from '../options/chat-flags';
import { type CommandAbout, command } from '../options/command-help';
import { oneFolder, requireFolder, UsageError } from '../options/flags';
import { indexFlag, jsonFlag, switchFlag, textFlag } from '../options/shared-flags';

export const enrichAbout = {
  usage: 'enrich [DIR] [options]',
  about: 'Have a language model write one or two sentences about each chunk, from its document.',
  flags: {
    own: {
      keywords: enrichOptions.keywords,
      questions: enrichOptions.questions,
      template: textFlag('template FILE', 'The prompt, with `{document}`, `{chunk}` and `{path}`.'),
      prefix: enrichOptions.prefix,
      documentLimit: enrichOptions.documentLimit,
      retry: switchFlag('retry', 'Ask only for what failed before.'),
      clear: switchFlag('clear', 'Delete all notes; the next `codegrain index` takes them out of the index.'),
      include: fileOptions.include,
      exclude: fileOptions.exclude,
      index: { ...indexFlag, description: 'Use the files of this index, cut the same way, if it exists.' },
      json: jsonFlag,
    },
    chat: chatFlags,
  },
  notes: `${chatNotes}\n\nNotes are kept beside the index, in DIR/.codegrain/index.cgx.notes. The next "codegrain index" embeds and indexes them with their chunks. A note is asked for again only when the file, the model or the prompt changes.`,
  exit: '0 every chunk has a note, 1 some have none yet, 2 wrong use or error.',
} satisfies CommandAbout;

type Values = OptionValues<typeof enrichAbout.flags.own>;
type ChatValues = OptionValues<typeof chatFlags>;

export const enrichCommand = command(enrichAbout, async ({ values: groups, positionals }) => {
  const values = groups.own;
  const root = resolve(oneFolder('enrich', positionals) ?? '.');
  requireFolder(root);
  const indexFile = resolve(values.index ?? indexFileOf(root));
  const file = noteFileOf(indexFile);
  if (values.clear) {
    printLine(
      removeNotes(file) ? `${file}: deleted; "codegrain index" removes the notes from the index` : 'there are no notes',
    );
    return 0;
  }
  return makeNotes(root, indexFile, values, groups.chat);
});

async function makeNotes(root: string, indexFile: string, values: Values, chat: ChatValues): Promise<number> {
  const file = noteFileOf(indexFile);
  const asker = askerOf(chat);
  const { parallel } = chat;
  const settings = settingsOf(values);
  const log = new NoteLog(file);
  log.refresh();
  if (log.problem !== undefined) printError(`codegrain: ${log.problem}`);
  const pool = new WorkerPool({ jobs: 2 });
  const { signal } = new AbortController();
  try {
    const { files, unindexed } = await filesOf(root, indexFile, values);
    if (unindexed > 0) {
      const verb = unindexed === 1 ? 'is' : 'are';
      printError(
        `codegrain: skipped ${formatCount(unindexed, 'file')} that ${verb} not in the index; run: codegrain index`,
      );
    }
    const source = { files, chunk: (request: ChunkRequest, stop: AbortSignal) => pool.chunk(request, stop) };
    const maker = new NoteMaker(source, asker.model, settings, log, values.retry);
    const plan = await maker.plan(signal);
    const { requests, inputTokens } = plan;
    for (const { path, message } of plan.skipped) printError(`codegrain: ${printablePath(path)}: skipped: ${message}`);
    if (requests === 0) return report(plan, undefined, [], values);
    const { maxTokens } = maker;
    if (!(await confirmSending(asker, { requests, inputTokens, maxTokens }, chat.yes))) return 1;
    const writer = await NoteLogWriter.open(file);
    const failures: Failure[] = [];
    let done = 0;
    const work = maker.work(asker, writer, ({ path, startLine }, outcome) => {
      if (outcome.is === 'failed') failures.push({ path, startLine, error: outcome.error });
      if (process.stderr.isTTY) showStatus(`${++done} of ${requests} chunks  ${path.slice(-60)}`);
    });
    const ran = await runPieces(maker.pieces(signal), work, { parallel, onError: 'continue-on-error', signal }).finally(
      () => writer.close(),
    );
    if (process.stderr.isTTY) showStatus('');
    return report(plan, ran, failures, values);
  } finally {
    pool.dispose();
  }
}

type Failure = { readonly path: string; readonly startLine: number; readonly error: string };

function report(plan: NotePlan, ran: RunReport | undefined, failures: readonly Failure[], values: Values): number {
  const { answered = 0, failed = 0, usage = { input: 0, output: 0 }, stopped, refusal } = ran ?? {};
  const left = plan.requests - answered - failed;
  const status = refusal ? 2 : failed + left > 0 ? 1 : 0;
  if (values.json) {
    const { files, chunks, done, skipped } = plan;
    const counts = { files, chunks, had: done, noted: answered, failed, left, stopped, refusal: refusal?.message };
    printLine(printableJson({ ...counts, tokens: usage, failures, skipped }));
    if (refusal) printError(`codegrain: ${refusalText(refusal, true)}`);
    return status;
  }
  for (const { path, startLine, error } of failures)
    printError(`codegrain: ${printablePath(path)}:${startLine}: ${printablePath(error)}`);
  if (!ran)
    printLine(
      values.retry ? 'no failed chunks to retry' : `all ${formatCount(plan.chunks, 'chunk')} have a note already`,
    );
  else {
    const why = stopped === 'budget' ? ' (the budget is spent)' : refusal ? ' (the model refused the request)' : '';
    const had = plan.done > 0 ? `, ${plan.done} already had a note` : '';
    printLine(
      `${formatCount(answered, 'chunk')} noted${had}, ${failed} failed, ${left} left${why}; ${formatCount(usage.input, 'token')} read, ${usage.output.toLocaleString('en-US')} written`,
    );
    if (failed > 0) printLine('retry the failed chunks with: codegrain enrich --retry');
    if (answered > 0) printLine('add the notes to the index with: codegrain index');
  }
  if (refusal) printError(`codegrain: ${refusalText(refusal, true)}`);
  return status;
}

function settingsOf(values: Values): NoteSettings {
  const { template: file, prefix, documentLimit, keywords, questions } = values;
  const template = file === undefined ? defaultNoteSettings.template : readFlagFile('template', file);
  if (!template.includes('{chunk}')) throw new UsageError('--template: the file has no {chunk}');
  return { template, prefix, documentLimit, keywords, questions };
}

interface Files {
  readonly files: ChunkRequest[];
  /** Files that are not in the index: notes about them would cost money and never be used. */
  readonly unindexed: number;
}

/** The files of the index, if there is one, with its chunk options: a note belongs to the exact chunk it was written for. */
async function filesOf(root: string, indexFile: string, { include, exclude }: Values): Promise<Files> {
  const read = IndexReader.open(indexFile);
  const index = 'problem' in read ? undefined : read.index;
  if (index?.problem) printError(`codegrain: ${index.problem.message}`);
  const {
    maxBytes = defaultLimits.maxBytes,
    force = defaultLimits.force,
    ...known
  } = index ? stampedOptions(index.contents.about?.chunker ?? '') : {};
  const options = { ...defaultChunkOptions, ...known };
  const files: ChunkRequest[] = [];
  let unindexed = 0;
  try {
    for await (const found of discover(root, { include, exclude, force })) {
      if ('skipped' in found) continue;
      if (index && !index.file(found.path)) {
        unindexed++;
        continue;
      }
      const limits = walkLimits({ maxBytes, force }, found.isNamed);
      files.push({ path: found.path, file: found.file, options, limits });
    }
  } finally {
    index?.dispose();
  }
  return { files, unindexed };
}
