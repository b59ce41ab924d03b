/** Where the results of a run go, and what becomes of them in the end. */
import { createWriteStream, renameSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import { loadBuiltIn } from '../../embedding/built-in/built-in-embedder';
import { type Merged, merge } from '../../enrich/merge-records';
import { type Result, RunFile, type RunLog, resultsIn } from '../../enrich/run-log';
import { countText } from './format-numbers';

/** Results in a file or, without one, on standard output and in memory, for they are merged in the end. */
export class Results {
  private file: RunFile | undefined;
  private readonly kept: Result[] = [];

  constructor(readonly out: string | undefined) {}

  async open(): Promise<RunLog> {
    if (this.out !== undefined) {
      this.file = await RunFile.open(this.out);
      return this.file;
    }
    return {
      append: async (result) => {
        if (result.is === 'answer') this.kept.push(result);
        await print(JSON.stringify(result));
      },
    };
  }

  async close(): Promise<void> {
    await this.file?.close();
  }

  *of(keys: ReadonlySet<string>): Generator<Result> {
    for (const result of this.out === undefined ? this.kept : resultsIn(this.out))
      if (keys.has(result.key)) yield result;
  }
}

export async function writeMerged(results: Results, keys: ReadonlySet<string>, threshold: number): Promise<void> {
  const merged = await merge(results.of(keys), await loadBuiltIn(), threshold);
  if (merged.found === 0) return;
  const { out } = results;
  if (out === undefined) for (const line of linesOf(merged)) await print(line);
  else {
    const file = out.replace(/(\.jsonl)?$/, '.merged.jsonl');
    const stream = createWriteStream(`${file}.new`);
    for (const line of linesOf(merged)) {
      if (!stream.write(`${line}\n`)) await new Promise<void>((done) => stream.once('drain', () => done()));
    }
    stream.end();
    await finished(stream);
    renameSync(`${file}.new`, file);
    console.error(
      `codegrain: ${countText(merged.found, 'record')} became ${merged.records.length}, with ${countText(merged.relations.length, 'relation')}: ${file}`,
    );
  }
  if (merged.loose > 0) console.error(`codegrain: ${countText(merged.loose, 'relation')} named no record and went`);
}

function* linesOf({ records, relations }: Merged): Generator<string> {
  for (const each of [...records, ...relations]) yield JSON.stringify(each);
}

async function print(line: string): Promise<void> {
  if (!process.stdout.write(`${line}\n`)) await new Promise((done) => process.stdout.once('drain', done));
}
