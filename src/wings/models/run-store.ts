/**
 * Stores unfinished runs in a folder: `ID.json` describes the prompt, model and target, `ID.jsonl` has the results as they arrive. A run
 * resumes from both after it was cancelled, failed, or its window was closed. Finished runs are removed.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChunkRequest } from '../../engine/workers/worker-protocol';
import { LineWriter, wholeLines } from '../../index/logs/line-file';
import type { ChunkOptions } from '../../options/chunk-options';
import { errorCode } from '../../shared/error-code';
import { readPlainFile } from '../../shared/plain-file';
import type { JsonSchema, TokenUsage } from './chat-model';
import type { RunPiece } from './prompt-pieces';

/** What a run is about: texts as they were at its start, or a folder as it is when the run resumes. */
export type RunTarget =
  | { readonly is: 'texts'; readonly texts: readonly Pick<ChunkRequest, 'path' | 'text' | 'languageHint'>[] }
  | { readonly is: 'folder'; readonly uri: string };

export interface RunDescription {
  /** What the run is about, for the user. */
  readonly title: string;
  readonly over: RunTarget;
  /** How the run is chunked, also when it resumes: other chunks would all have to be asked about again. */
  readonly chunk: Partial<ChunkOptions>;
  /** Id of the model: another model would have to be asked about everything again. */
  readonly model: string;
  readonly template: string;
  readonly schema?: JsonSchema | undefined;
  /** Number of requests at the start. */
  readonly requests: number;
  /** ISO 8601. */
  readonly started: string;
}

export interface StoredRun {
  readonly id: string;
  readonly about: RunDescription;
  /** The file with its results. */
  readonly file: string;
}

/** Runs that are never resumed must not fill the disk. */
const maxRuns = 20;

export class RunStore {
  private readonly running = new Set<string>();

  constructor(private readonly folder: string) {}

  /** @throws if it cannot be written: the run could not be resumed. */
  begin(about: RunDescription): StoredRun {
    mkdirSync(this.folder, { recursive: true });
    for (const { id } of this.list().slice(maxRuns - 1)) this.remove(id);
    const run = this.runOf(randomUUID(), about);
    writeFileSync(this.aboutFile(run.id), JSON.stringify(about));
    return run;
  }

  /** The runs that are not in progress, latest first. */
  list(): StoredRun[] {
    const runs = this.names().flatMap((name) => {
      const id = /^(.+)\.json$/.exec(name)?.[1];
      const about = id === undefined || this.running.has(id) ? undefined : this.read(id);
      return id !== undefined && about ? [this.runOf(id, about)] : [];
    });
    return runs.sort((a, b) => b.about.started.localeCompare(a.about.started));
  }

  /** Marks the run as in progress during the work: if two resumed it, every request would be paid for twice. */
  async whileRunning<T>({ id }: StoredRun, work: () => Promise<T>): Promise<T> {
    this.running.add(id);
    try {
      return await work();
    } finally {
      this.running.delete(id);
    }
  }

  remove(id: string): void {
    rmSync(this.aboutFile(id), { force: true });
    rmSync(this.runFile(id), { force: true });
  }

  private runOf(id: string, about: RunDescription): StoredRun {
    return { id, about, file: this.runFile(id) };
  }

  private aboutFile(id: string): string {
    return join(this.folder, `${id}.json`);
  }

  private runFile(id: string): string {
    return join(this.folder, `${id}.jsonl`);
  }

  private names(): readonly string[] {
    try {
      return readdirSync(this.folder);
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return [];
      throw error;
    }
  }

  private read(id: string): RunDescription | undefined {
    try {
      const about: Partial<RunDescription> = JSON.parse(readPlainFile(this.aboutFile(id)).toString());
      return isAbout(about) ? about : undefined;
    } catch {
      // Partly written, or removed by another window: it cannot be resumed.
      return undefined;
    }
  }
}

/** The number of pieces that have an answer. */
export function countAnswers({ file }: StoredRun): number {
  return answeredKeys(file).size;
}

function isAbout(value: Partial<RunDescription>): value is RunDescription {
  const { title, over, chunk, model, template, requests, started } = value;
  const texts = [title, model, template, started];
  return (
    texts.every((each) => typeof each === 'string') &&
    typeof requests === 'number' &&
    typeof chunk === 'object' &&
    isOver(over)
  );
}

function isOver(over: RunTarget | undefined): boolean {
  return over?.is === 'folder' ? typeof over.uri === 'string' : over?.is === 'texts' && Array.isArray(over.texts);
}

// The results of a run, one JSON line each, written as they arrive. A stopped run resumes from them.

export interface RunResult extends Omit<RunPiece, 'text' | 'context'> {
  readonly is: 'answer' | 'failed';
  /** A string or, with a schema, a value that matches it. */
  readonly answer?: unknown;
  readonly error?: string;
  readonly tokens: TokenUsage;
  /** Duration of the request, in milliseconds. */
  readonly ms: number;
  /** When the result arrived, ISO 8601. */
  readonly time: string;
}

/** Receives results. */
export interface RunLog {
  append(result: RunResult): Promise<void>;
}

export async function openRunLog(file: string): Promise<RunLog & { close(): Promise<void> }> {
  const writer = await LineWriter.open(file);
  return { append: (result) => writer.append(JSON.stringify(result)), close: () => writer.close() };
}

/** The keys that have an answer in the file. */
export function answeredKeys(file: string): Set<string> {
  const keys = new Set<string>();
  for (const { key, is } of readResults(file)) if (is === 'answer') keys.add(key);
  return keys;
}

/** The results in a file, in order. Lines that are not results are skipped. */
export function* readResults(file: string): Generator<RunResult> {
  for (const { text } of wholeLines(file)) {
    const result = resultOf(text);
    if (result) yield result;
  }
}

function resultOf(line: string): RunResult | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const value: RunResult = JSON.parse(line);
    return typeof value.key === 'string' && (value.is === 'answer' || value.is === 'failed') ? value : undefined;
  } catch {
    return undefined;
  }
}

export function resultFor(
  { text: _text, context: _context, ...place }: RunPiece,
  { is, ...rest }: Pick<RunResult, 'is' | 'answer' | 'error' | 'tokens' | 'ms'>,
): RunResult {
  return { is, ...place, ...rest, time: new Date().toISOString() };
}
