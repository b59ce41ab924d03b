/**
 * Runs that are not done, in a folder: `ID.json` says what is asked of whom about what, `ID.jsonl` has the results as they come.
 * From both a run goes on after it was cancelled, failed, or its window was closed. One with nothing left is removed.
 */

import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMissing } from '../index/file/line-file';
import type { ChunkRequest } from '../parse-worker/worker-protocol';
import type { Schema } from './chat-model';
import { answeredIn } from './run-log';

/** What a run is over: texts as they were when it began, or a folder as it is when it goes on. */
export type RunOver =
  | { readonly is: 'texts'; readonly texts: readonly Pick<ChunkRequest, 'path' | 'text' | 'languageHint'>[] }
  | { readonly is: 'folder'; readonly uri: string };

export interface RunAbout {
  /** What it is over, for the user. */
  readonly title: string;
  readonly over: RunOver;
  /** Id of the model: another one would be asked everything anew. */
  readonly model: string;
  readonly template: string;
  readonly schema?: Schema | undefined;
  /** Questions when it began. */
  readonly requests: number;
  /** ISO 8601. */
  readonly started: string;
}

export interface KeptRun {
  readonly id: string;
  readonly about: RunAbout;
  /** Where its results are. */
  readonly file: string;
}

/** Whoever never goes on with them shall not fill the disk. */
const mostKept = 20;

export class RunStore {
  private readonly underWay = new Set<string>();

  constructor(private readonly folder: string) {}

  /** @throws where it cannot be written: such a run could not go on. */
  begin(about: RunAbout): KeptRun {
    mkdirSync(this.folder, { recursive: true });
    for (const { id } of this.list().slice(mostKept - 1)) this.remove(id);
    const run = this.runOf(randomUUID(), about);
    writeFileSync(this.aboutFile(run.id), JSON.stringify(about));
    return run;
  }

  /** Those that no one works on, the latest first. */
  list(): KeptRun[] {
    const runs = this.names().flatMap((name) => {
      const id = /^(.+)\.json$/.exec(name)?.[1];
      const about = id === undefined || this.underWay.has(id) ? undefined : this.read(id);
      return id !== undefined && about ? [this.runOf(id, about)] : [];
    });
    return runs.sort((a, b) => b.about.started.localeCompare(a.about.started));
  }

  /** Nobody else goes on with a run meanwhile: what two ask is paid for twice. */
  async during<T>({ id }: KeptRun, work: () => Promise<T>): Promise<T> {
    this.underWay.add(id);
    try {
      return await work();
    } finally {
      this.underWay.delete(id);
    }
  }

  remove(id: string): void {
    rmSync(this.aboutFile(id), { force: true });
    rmSync(this.runFile(id), { force: true });
  }

  private runOf(id: string, about: RunAbout): KeptRun {
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
      if (isMissing(error)) return [];
      throw error;
    }
  }

  private read(id: string): RunAbout | undefined {
    try {
      const about: Partial<RunAbout> = JSON.parse(readFileSync(this.aboutFile(id), 'utf8'));
      return isAbout(about) ? about : undefined;
    } catch {
      // Half written, or another window removed it: there is nothing to go on with.
      return undefined;
    }
  }
}

/** How many of its questions have an answer. */
export function answersOf({ file }: KeptRun): number {
  return answeredIn(file).size;
}

function isAbout(value: Partial<RunAbout>): value is RunAbout {
  const { title, over, model, template, requests, started } = value;
  const texts = [title, model, template, started];
  return texts.every((each) => typeof each === 'string') && typeof requests === 'number' && isOver(over);
}

function isOver(over: RunOver | undefined): boolean {
  return over?.is === 'folder' ? typeof over.uri === 'string' : over?.is === 'texts' && Array.isArray(over.texts);
}
