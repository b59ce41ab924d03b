/**
 * Writes an index file: the only way it changes. Appends are flushed to the disk before they count; everything else writes a new
 * file next to it and renames that over it, so that there is always one complete index under its name. System errors are values
 * (`problem`); after one, the last good index is still there, and the writer can still be used.
 *
 * An index made with another model, chunker or format stays and is searched while the new one is made in `….next`; `finish` replaces
 * the old one with it. In both cases a build that was killed continues where it was.
 */
import { fstatSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { attempt } from '../../shared/attempt';
import { requireNoLink } from '../../shared/own-folder';
import {
  type CompactionJob,
  type CompactOptions,
  hasManyNewRows,
  hasMostlyDead,
  hasOutgrownBase,
  isWorthCompacting,
  ownRecords,
  wholeRecords,
} from '../compact/compact';
import { createIndex, writeNewFile } from '../file/create-index';
import { encodeTarget, filesAfter, type IndexContents } from '../file/index-contents';
import { type IndexDamage, type IndexFileProblem, indexProblemOf } from '../file/index-error';
import {
  copyDamaged,
  isBusy,
  nextSuffix,
  prepareFolder,
  removeOthers,
  replaceFile,
  temporaryFile,
  writePieces,
} from '../file/index-files';
import { IndexLock, type LockOptions } from '../file/index-lock';
import type { IndexStamp } from '../file/index-origin';
import type { IndexReader } from '../file/index-reader';
import { leftVectors } from '../file/left-vectors';
import { bytesOf } from '../format/byte-codec';
import { type IndexSettings, nextGeneration } from '../format/header';
import { encodeRecord, type RecordType, type SectionBytes, type SectionName } from '../format/log-record';
import { ChangedFileError } from '../format/record-file';
import type { NewSegment, QuantisedVectors } from '../format/segment-contents';
import { type RecordSections, segmentSections } from '../format/segment-sections';
import { encodeScales } from '../vectors/row-scales';
import { openTarget, type RebuildReason, type TargetOptions } from './write-target';

export interface WriterOptions extends LockOptions, TargetOptions, CompactOptions {
  /** For tests: rows from which an index is compacted apart. */
  readonly apartFrom?: number | undefined;
}

/** Compacts in another process. Resolves to false if that is not possible. */
export type CompactApart = (job: CompactionJob) => Promise<boolean>;

/** Compacting so many rows takes some seconds, and 100 MB. */
const defaultApartFrom = 100_000;

type Failed = { readonly problem: IndexFileProblem };
type WriterOpened = { readonly writer: IndexWriter } | Failed;
/** Without a problem, it succeeded. */
type Outcome = { readonly problem?: IndexFileProblem };

export class IndexWriter {
  /** Why the index is being rebuilt; undefined: it is not. */
  rebuilding: RebuildReason | undefined;
  /** The file was created now. */
  isNew = false;
  /** The index that a new one continues. */
  continued: string | undefined;
  /** Where a damaged file is kept that was found when this writer was opened. */
  damaged: string | undefined;
  /** What was wrong with the index, if it could be read; the writer has cut it off, and what is missing must be indexed again. */
  damage: IndexDamage | undefined;
  private handle: FileHandle | undefined;
  /** What is left of the damaged file: nothing is embedded again that has a vector there. */
  private left: IndexContents | undefined;
  private queue: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly path: string,
    private readonly settings: IndexSettings,
    private readonly options: WriterOptions,
    private readonly lock: IndexLock,
    /** The index as written so far. It may be searched, and outlives the writer. */
    readonly index: IndexReader,
    /** During a rebuild: the index that will be replaced, if it can be read. */
    public previous: IndexReader | undefined,
  ) {}

  /** Takes the lock; creates the file if there is none. */
  static async open(path: string, settings: IndexSettings, options: WriterOptions): Promise<WriterOpened> {
    let lock: IndexLock | Failed | undefined;
    try {
      prepareFolder(path);
      lock = await IndexLock.acquire(path, options);
      if ('problem' in lock) return lock;
      const opened = await IndexWriter.openLocked(path, settings, options, lock);
      if ('problem' in opened) lock.release();
      return opened;
    } catch (error) {
      if (lock && !('problem' in lock)) lock.release();
      return { problem: indexProblemOf(error, `the index ${path} cannot be written`) };
    }
  }

  private static async openLocked(
    path: string,
    settings: IndexSettings,
    options: WriterOptions,
    lock: IndexLock,
  ): Promise<WriterOpened> {
    const target = await openTarget(path, settings, options);
    if ('problem' in target) return target;
    const writer = new IndexWriter(path, settings, options, lock, target.index, target.previous);
    writer.rebuilding = target.rebuilding;
    writer.isNew = target.isNew;
    writer.continued = target.continued;
    writer.damaged = target.damaged;
    try {
      await writer.cutDamaged();
    } catch (error) {
      await writer.closeHandle();
      throw error;
    }
    if (writer.damaged !== undefined) writer.left = leftVectors(writer.damaged, settings);
    return { writer };
  }

  /** Records new and changed files with all their chunks, and removed paths. */
  append(segment: NewSegment): Promise<{ readonly sequence: number } | Failed> {
    return this.appendSections(segmentSections(segment, this.settings.dimensions));
  }

  /** The same for a segment that another process encoded with `segmentSections`. */
  appendSections(sections: RecordSections): Promise<{ readonly sequence: number } | Failed> {
    return this.run(() => this.appendRecord('segment', sections));
  }

  /** Adds vectors for rows of a segment that were appended without them. */
  fillVectors(
    sequence: number,
    rows: Uint32Array,
    { vectors, scales }: QuantisedVectors,
  ): Promise<{ readonly sequence: number } | Failed> {
    return this.run(async () => {
      const segment = this.index.segments.find((candidate) => candidate.sequence === sequence);
      if (
        !segment ||
        rows.some((row) => row >= segment.searched) ||
        vectors.length !== rows.length * segment.dimensions
      )
        throw new RangeError(`segment ${sequence} does not have these rows`);
      const sections = new Map<SectionName, SectionBytes>([
        ['target', encodeTarget(sequence, rows)],
        ['vectors', bytesOf(vectors)],
        ['scales', encodeScales(scales)],
      ]);
      return this.appendRecord('fill', sections);
    });
  }

  /** The vector of a text that the same model embedded before. */
  vectorOf(hash: string): ReturnType<IndexReader['vectorOf']> {
    return this.vectorOfKey(Buffer.from(hash, 'hex'));
  }

  /** @param key the 16 bytes of the hash. */
  vectorOfKey(key: Uint8Array): ReturnType<IndexReader['vectorOf']> {
    const found = this.index.vectorOfKey(key) ?? this.leftVectorOf(key);
    if (found || !this.previous) return found;
    const { modelHash, dimensions } = this.previous.header;
    const isSame = modelHash === this.index.header.modelHash && dimensions === this.settings.dimensions;
    return isSame ? this.previous.vectorOfKey(key) : undefined;
  }

  private leftVectorOf(key: Uint8Array): ReturnType<IndexReader['vectorOf']> {
    // It is in a damaged part.
    return attempt(() => this.left?.vectorOf(key));
  }

  get isWorthCompacting(): boolean {
    return isWorthCompacting(this.index.contents) || hasMostlyDead(this.index.contents);
  }

  /** Should what was appended be compacted before more is? */
  get isCrowded(): boolean {
    return hasManyNewRows(this.index.contents, this.options.codesFrom);
  }

  /**
   * Writes all living rows as one base, those of a shared base excepted; does nothing if there is nothing to gain.
   * @param keepsOlder keep an older version of each file, for `NewSegment.revived`.
   * @param compactApart does it for a large index; left out: this process does.
   */
  compact({
    keepsOlder = false,
    compactApart,
  }: {
    readonly keepsOlder?: boolean;
    readonly compactApart?: CompactApart | undefined;
  } = {}): Promise<Outcome> {
    return this.run(async () => {
      const { appended, segments, sharedSegments } = this.index.contents;
      const hasDead = segments.slice(sharedSegments).some(({ living, fileCount }) => living.count < fileCount);
      if (appended === 0 && (keepsOlder || !hasDead)) return {};
      return this.rewrite(keepsOlder, compactApart);
    });
  }

  /** After a rebuild: replaces the old index with the new one. */
  finish(): Promise<Outcome> {
    return this.run(async () => {
      if (!this.rebuilding) return {};
      if (!this.lock.isHeld()) return this.lockLost();
      await this.closeHandle();
      const failed = await this.move(this.path + nextSuffix, this.path);
      if (failed) return failed;
      this.index.follow(this.path);
      this.previous?.dispose();
      this.previous = undefined;
      this.rebuilding = undefined;
      return {};
    });
  }

  /** Empties the index, and deletes a rebuild in progress and damaged files. */
  clear(): Promise<Outcome> {
    return this.run(async () => {
      if (!this.lock.isHeld()) return this.lockLost();
      const generation = nextGeneration((this.previous ?? this.index).header.generation);
      const before = this.index.contents;
      await this.closeHandle();
      await createIndex(this.path, this.settings, generation);
      removeOthers(this.path);
      this.index.follow(this.path);
      this.previous?.dispose();
      this.previous = undefined;
      this.rebuilding = undefined;
      return this.reread(() => this.index.contents !== before);
    });
  }

  /** Releases the lock after all pending work. `index` stays usable. */
  async close(): Promise<void> {
    await this.queue;
    await this.closeHandle();
    this.previous?.dispose();
    this.left?.close();
    this.lock.release();
  }

  /** Runs one task at a time; system errors become problems. */
  private run<T>(task: () => Promise<T>): Promise<T | Failed> {
    const result = this.queue.then(async () => {
      try {
        return await this.afterRepair(task);
      } catch (error) {
        if (error instanceof RangeError) throw error;
        return { problem: indexProblemOf(error, `the index ${this.path} cannot be written`) };
      }
    });
    this.queue = result.catch(() => undefined);
    return result;
  }

  /** If damage is found while the file is read, it is cut off, and the task begins again. */
  private async afterRepair<T>(task: () => Promise<T>): Promise<T | Failed> {
    const repaired = async (): Promise<Failed | undefined> => {
      if (!this.index.contents.hasChanged) return undefined;
      const refreshed = this.index.refresh();
      if (typeof refreshed === 'object') return refreshed;
      await this.cutDamaged();
      return undefined;
    };
    const failed = await repaired();
    if (failed) return failed;
    try {
      return await task();
    } catch (error) {
      if (!(error instanceof ChangedFileError)) throw error;
    }
    return (await repaired()) ?? task();
  }

  private async appendRecord(type: RecordType, sections: RecordSections): Promise<{ sequence: number } | Failed> {
    const { contents } = this.index;
    const sequence = contents.sequence + 1;
    const { end } = contents;
    const { generation } = contents.header;
    const record = encodeRecord({ type, sequence, generation, files: filesAfter(contents, sections), sections });
    const handle = await this.openHandle();
    // The lock can be lost while this process sleeps, and the new holder may have written.
    if (!this.lock.isHeld() || fstatSync(handle.fd).size !== end) return this.lockLost();
    try {
      await writePieces(handle, record.pieces(), end, record.length);
      await handle.datasync();
    } catch (error) {
      await handle.truncate(end).catch(() => undefined);
      throw error;
    }
    const { problem } = this.reread(() => this.index.contents.sequence === sequence);
    return problem ? { problem } : { sequence };
  }

  /** What new files and records are stamped with. */
  private get stamp(): IndexStamp {
    const shared = this.index.contents.about?.shared;
    return shared ? { ...this.settings, shared } : this.settings;
  }

  private async rewrite(keepsOlder: boolean, compactApart?: CompactApart): Promise<Outcome> {
    const { options, settings } = this;
    const { path: index, contents } = this.index;
    const generation = nextGeneration(contents.header.generation);
    if (contents.sharedSegments > 0 && !hasOutgrownBase(contents)) {
      const records = await ownRecords(contents, options);
      return this.replace((file) => writeNewFile(file, this.stamp, generation, records));
    }
    const { codesFrom, rowsPerRecord, minCopiedRows, apartFrom = defaultApartFrom } = options;
    const isLarge = contents.sharedSegments === 0 && contents.searched >= apartFrom;
    return this.replace(async (target) => {
      const limits = { codesFrom, rowsPerRecord, minCopiedRows };
      const job = { index, target, settings, generation, keepsOlder, options: limits };
      if (isLarge && (await compactApart?.(job))) return;
      // What a process left that ended too early.
      rmSync(target, { force: true });
      await writeNewFile(target, settings, generation, wholeRecords(contents, options, keepsOlder));
    });
  }

  private async replace(make: (file: string) => Promise<void>): Promise<Outcome> {
    const { path: target, contents: before } = this.index;
    const temporary = temporaryFile(target);
    try {
      await make(temporary);
      if (!this.lock.isHeld()) return this.lockLost();
      await this.closeHandle();
      before.close();
      const failed = await this.move(temporary, target);
      if (failed) return failed;
    } finally {
      rmSync(temporary, { force: true });
    }
    return this.reread(() => this.index.contents !== before);
  }

  private async move(from: string, to: string): Promise<Failed | undefined> {
    try {
      await replaceFile(from, to);
      return undefined;
    } catch (error) {
      if (!isBusy(error)) throw error;
      const message = `the index ${to} cannot be replaced because another program has it open; Codegrain will try again`;
      return { problem: { reason: 'busy', message } };
    }
  }

  /** The writer reads the file back, so that it sees the same as every reader. */
  private reread(isAsWritten: () => boolean): Outcome {
    const refreshed = this.index.refresh();
    if (typeof refreshed === 'object') return refreshed;
    if (isAsWritten()) return {};
    const message = `the index ${this.path} could not be read back after it was written`;
    return { problem: { reason: 'failed', message } };
  }

  /** Cuts off the first record that is not as it was written, and what follows it. The indexer adds again what is missing then. */
  private async cutDamaged(): Promise<void> {
    const { damage, path, contents } = this.index;
    if (!damage) return;
    this.damage = damage;
    if (!damage.isCutShort) this.damaged = await copyDamaged(path, this.path);
    const handle = await this.openHandle();
    await handle.truncate(contents.end);
    await handle.datasync();
    this.index.refresh();
  }

  private async openHandle(): Promise<FileHandle> {
    if (!this.handle) requireNoLink(this.path);
    this.handle ??= await open(this.index.path, 'r+');
    return this.handle;
  }

  private async closeHandle(): Promise<void> {
    const { handle } = this;
    this.handle = undefined;
    await handle?.close();
  }

  private lockLost(): Failed {
    const message = `the index ${this.path} can no longer be written: another process took over, or its folder was deleted`;
    return { problem: { reason: 'lock-lost', message } };
  }
}
