/** Writes the results of a run, and the merged records at its end. */
import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import { loadBuiltIn } from '../../../embedding/built-in/built-in-embedder';
import { printableJson, printError, writeOutput } from '../../../shared/print';
import { type MergedAnswers, mergeAnswers } from '../../../wings/models/merge-records';
import { type RunLog, RunLogFile, type RunResult, readResults } from '../../../wings/models/run-store';
import { formatCount } from './format-numbers';

/** Results in a file, or else on standard output and in memory, because they are merged at the end. */
export class RunResults {
  private file: RunLogFile | undefined;
  private readonly answers: RunResult[] = [];

  constructor(readonly out: string | undefined) {}

  async open(): Promise<RunLog> {
    if (this.out !== undefined) {
      this.file = await RunLogFile.open(this.out);
      return this.file;
    }
    return {
      append: async (result) => {
        if (result.is === 'answer') this.answers.push(result);
        await writeOutput(`${printableJson(result)}\n`);
      },
    };
  }

  async close(): Promise<void> {
    await this.file?.close();
  }

  *of(keys: ReadonlySet<string>): Generator<RunResult> {
    for (const result of this.out === undefined ? this.answers : readResults(this.out))
      if (keys.has(result.key)) yield result;
  }
}

export async function writeMerged(results: RunResults, keys: ReadonlySet<string>, threshold: number): Promise<void> {
  const merged = await mergeAnswers(results.of(keys), await loadBuiltIn(), threshold);
  if (merged.found === 0) return;
  const { out } = results;
  if (out === undefined) for (const line of jsonLines(merged)) await writeOutput(`${line}\n`);
  else {
    const file = out.replace(/(\.jsonl)?$/, '.merged.jsonl');
    rmSync(`${file}.new`, { force: true });
    const stream = createWriteStream(`${file}.new`, { flags: 'wx' });
    for (const line of jsonLines(merged)) {
      if (!stream.write(`${line}\n`)) await new Promise<void>((done) => stream.once('drain', () => done()));
    }
    stream.end();
    await finished(stream);
    renameSync(`${file}.new`, file);
    printError(
      `codegrain: merged ${formatCount(merged.found, 'record')} into ${merged.records.length}, with ${formatCount(merged.relations.length, 'relation')}: ${file}`,
    );
  }
  if (merged.loose > 0)
    printError(`codegrain: dropped ${formatCount(merged.loose, 'relation')} to records that do not exist`);
}

function* jsonLines({ records, relations }: MergedAnswers): Generator<string> {
  for (const each of [...records, ...relations]) yield printableJson(each);
}
