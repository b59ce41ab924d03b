/** What a run has measured so far, kept in a file so that it can be continued. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import type { IndexReport, WorkTime } from '../../src/engine/indexer/index-result';
import type { BeginTimes } from './begin-step';
import type { GiantAnswers } from './query-step';
import type { RegexAnswers } from './regex-step';
import type { UnchangedTimes } from './unchanged-step';
import type { WatchedRun } from './watched-run';
import type { PeerResult } from './word-peers';

export interface MeasuredFolder {
  readonly report: IndexReport;
  readonly build: WatchedRun;
  readonly indexBytes: number;
  readonly answers: GiantAnswers;
  readonly unchanged: WatchedRun;
  readonly switchedFiles: number;
  readonly switched: WatchedRun;
  /** The part of it after all files could be searched. */
  readonly switchCompaction: WorkTime;
  readonly back: WatchedRun;
  readonly begin: BeginTimes;
  readonly regex: RegexAnswers;
  /** The folder compared with a table of its files. */
  readonly table: UnchangedTimes;
}

interface Kept {
  readonly folders: Record<string, Partial<MeasuredFolder>>;
  /** By folder and name. */
  readonly peers: Record<string, Record<string, PeerResult>>;
  readonly load: string;
}

export class GiantResults {
  private readonly kept: Kept;

  /** @param isNew forget earlier results. */
  constructor(
    private readonly file: string,
    isNew: boolean,
  ) {
    const load = loadavg()[0]?.toFixed(1) ?? '';
    this.kept =
      isNew || !existsSync(file)
        ? { folders: {}, peers: {}, load }
        : { ...JSON.parse(readFileSync(file, 'utf8')), load };
  }

  /** Of the machine, before the run. */
  get load(): string {
    return this.kept.load;
  }

  get folders(): readonly (readonly [name: string, measured: Partial<MeasuredFolder>])[] {
    return Object.entries(this.kept.folders);
  }

  peersIn(folder: string): readonly PeerResult[] {
    return Object.values(this.kept.peers[folder] ?? {});
  }

  add(name: string, measured: Partial<MeasuredFolder>): void {
    this.kept.folders[name] = { ...this.kept.folders[name], ...measured };
    this.save();
  }

  addPeer(folder: string, peer: PeerResult): void {
    this.kept.peers[folder] = { ...this.kept.peers[folder], [peer.name]: peer };
    this.save();
  }

  private save(): void {
    writeFileSync(this.file, JSON.stringify(this.kept));
  }
}
