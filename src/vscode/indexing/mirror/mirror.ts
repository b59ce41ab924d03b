/**
 * Mirrors a folder of any file system into the index service in a web worker, which has no disk. Files are read through VS Code, a few
 * at a time, and sent in batches. A file whose size and time are known is not read again.
 */
import * as vscode from 'vscode';
import type { RequestType } from 'vscode-jsonrpc';
import type { IndexServiceClient } from '../../../engine/client/service-client';
import { usualShare } from '../../../engine/indexer/index-budget';
import { estimateOf } from '../../../engine/service/estimate-index';
import type { IndexEstimate } from '../../../engine/service-protocol';
import { errorMessage } from '../../../shared/error-message';
import {
  loadIndexRequest,
  type MirroredFile,
  putFilesRequest,
  removeFilesRequest,
  takeIndexRequest,
} from '../../../wings/web/web-worker-protocol';
import { skipByName } from '../../../workspace/skip-by-name';
import { rootOf } from '../../common/folder-root';
import { numberLabel } from '../../common/number-labels';
import { indexingSettingsOf, settingsOf } from '../../settings/settings';
import { KeptFile, packedFiles, unpackedFiles } from './kept-files';
import { inParallel, type ListedFile, listFolder } from './list-folder';

export type MirrorProgress = { readonly done: number; readonly total: number };

interface FileStamp {
  readonly size: number;
  readonly mtimeMs: number;
}

interface StampedFile extends ListedFile, FileStamp {}

/** The memory of a worker is limited; so is the number of requests that a remote file system answers. */
const mostFiles = 5_000;
const mostBytes = 64_000_000;
/** Files that are looked at or read at the same time. */
const parallelFiles = 32;
/** Files whose sizes stand for those of all, in an estimate. */
const sampledFiles = 200;
const batchBytes = 2_000_000;
/** The files are kept again if more than this share of them was read. */
const keptShare = 0.1;
/** Waits for the end of a burst of changes before the index is kept: it has megabytes. */
const saveAfterMs = 1_000;
/** A worker in a browser, compared with a core of the machine that the estimate was measured on. */
const browserSpeed = { cores: 1, load: 0, speed: 1 };

export type MirrorOf = (folder: vscode.WorkspaceFolder, service: IndexServiceClient) => Mirror;

export class Mirror {
  /** What the limits leave out: one sentence. */
  leftOut: string | undefined;
  /** Not all changes of the folder are in the mirror. */
  isBehind = true;
  private readonly root: string;
  private readonly keptIndex: KeptFile;
  private readonly keptFiles: KeptFile;
  /** What the index service has, by path. */
  private readonly known = new Map<string, FileStamp>();
  private stopping = new AbortController();
  private saving: NodeJS.Timeout | undefined;

  constructor(
    private readonly folder: vscode.WorkspaceFolder,
    private readonly service: IndexServiceClient,
    storage: vscode.Uri,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.root = rootOf(folder.uri);
    this.keptIndex = new KeptFile(this.root, 'index', storage, log);
    this.keptFiles = new KeptFile(this.root, 'files', storage, log);
  }

  /** By names and the sizes of some files alone. */
  async estimate(signal: AbortSignal): Promise<IndexEstimate> {
    const listed = await this.names(signal);
    this.leftOut = leftOutText(this.folder.name, listed.slice(mostFiles));
    const files = listed.slice(0, mostFiles).filter(({ isSkipped }) => !isSkipped);
    const sample = files.filter((_, i) => i % Math.ceil(files.length / sampledFiles) === 0);
    const stamped = (await this.stamped(sample, signal)).filter((file) => !this.isTooLarge(file));
    const mean = stamped.reduce((sum, { size }) => sum + size, 0) / Math.max(1, sample.length);
    const bytes = Math.round(mean * files.length);
    return estimateOf(
      { files: files.length, bytes, indexed: { files: 0, bytes: 0 } },
      usualShare,
      undefined,
      browserSpeed,
    );
  }

  /** Brings back the index of the last visit, before the service opens the folder. */
  async restore(): Promise<void> {
    // Also makes the folder, which may be empty.
    await this.ask(putFilesRequest, { root: this.root, files: [] });
    const bytes = await this.keptIndex.read();
    if (bytes) await this.ask(loadIndexRequest, { root: this.root, bytes: ownBytes(bytes) });
  }

  /** Makes the mirror equal to the folder. Rejects when it is stopped. */
  async sync(onProgress: (progress: MirrorProgress) => void): Promise<void> {
    this.isBehind = true;
    this.stopping = new AbortController();
    const { signal } = this.stopping;
    const isFirst = this.known.size === 0;
    const kept = unpackedFiles(isFirst ? await this.keptFiles.read() : undefined);
    const files = await this.list(signal);
    const paths = new Set(files.map(({ path }) => path));
    await this.remove([...this.known.keys()].filter((path) => !paths.has(path)));
    const changed = files.filter((file) => !this.isKnown(file));
    let done = 0;
    const { sent, read } = await this.send(changed, signal, kept, () => {
      onProgress({ done: ++done, total: changed.length });
    });
    signal.throwIfAborted();
    this.isBehind = false;
    if (isFirst && read > keptShare * files.length) void this.keptFiles.write(() => packedFiles(sent));
  }

  /** The same for some files, which may be new, changed or deleted. */
  async update(paths: readonly string[]): Promise<void> {
    const { signal } = new AbortController();
    const changed: StampedFile[] = [];
    const gone: string[] = [];
    for (const path of paths) {
      const stamp = await this.stat(path);
      if (stamp === 'folder') return this.sync(() => undefined);
      const file = stamp && { path, isSkipped: skipByName(path) !== undefined, ...stamp };
      if (!file || this.isTooLarge(file)) gone.push(path);
      else if (this.known.has(path) || this.known.size < mostFiles) changed.push(file);
      else this.log.warn(`${path} is not indexed: ${this.root} has ${mostFiles} files already`);
    }
    // A folder that was deleted takes its files with it.
    await this.remove(gone.flatMap((path) => [path, ...this.below(path)]));
    await this.send(changed, signal, new Map());
  }

  /** Keeps the index for the next visit, soon. Never rejects. */
  saveIndex(): void {
    clearTimeout(this.saving);
    const take = async () => (await this.ask(takeIndexRequest, { root: this.root }))?.bytes;
    this.saving = setTimeout(() => void this.keptIndex.write(take), saveAfterMs);
  }

  /** Ends a running `sync`. */
  stop(): void {
    this.stopping.abort(new Error('stopped'));
  }

  /** The service was started again and has nothing. */
  forget(): void {
    this.known.clear();
  }

  /** Deletes what is kept. */
  async clear(): Promise<void> {
    // It would keep the files that it has read.
    this.stop();
    this.known.clear();
    clearTimeout(this.saving);
    await this.keptIndex.delete();
    await this.keptFiles.delete();
  }

  /** The files to mirror, within the limits. */
  private async list(signal: AbortSignal): Promise<readonly StampedFile[]> {
    const listed = await this.names(signal);
    const stamped = await this.stamped(listed.slice(0, mostFiles), signal);
    return this.withinLimits(stamped, listed.slice(mostFiles));
  }

  private names(signal: AbortSignal): Promise<readonly ListedFile[]> {
    const { include, exclude } = indexingSettingsOf(this.folder.uri);
    const { limits } = settingsOf(this.folder.uri);
    const onUnreadable = (path: string, reason: string): void => this.log.warn(`${this.root}/${path}: ${reason}`);
    const { root } = this;
    return listFolder(this.folder.uri, { root, include, exclude, force: limits.force, signal, onUnreadable });
  }

  private async stamped(files: readonly ListedFile[], signal: AbortSignal): Promise<readonly StampedFile[]> {
    const stamped: StampedFile[] = [];
    await inParallel(files, parallelFiles, signal, async (file) => {
      const stamp = await this.stat(file.path);
      if (stamp && stamp !== 'folder') stamped.push({ ...file, ...stamp });
    });
    return stamped.sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  private withinLimits(files: readonly StampedFile[], further: readonly ListedFile[]): readonly StampedFile[] {
    const out = [...further];
    let bytes = 0;
    const taken = files.filter((file) => {
      if (this.isTooLarge(file)) {
        this.log.info(`${file.path} is not indexed: it is larger than codegrain.chunk.maxFileSize allows`);
        return false;
      }
      bytes += file.isSkipped ? 0 : file.size;
      if (bytes > mostBytes) out.push(file);
      return bytes <= mostBytes;
    });
    this.leftOut = leftOutText(this.folder.name, out);
    for (const { path } of out.slice(0, 20)) this.log.info(`${path} is not indexed: over the limits`);
    return taken;
  }

  private isTooLarge({ size, isSkipped }: StampedFile): boolean {
    const { limits } = settingsOf(this.folder.uri);
    return !isSkipped && !limits.force && size > limits.maxBytes;
  }

  private async stat(path: string): Promise<FileStamp | 'folder' | undefined> {
    try {
      // Without a time the file counts as changed: it is read and compared, and indexed only if its content is another.
      const { type, size, mtime } = await vscode.workspace.fs.stat(this.uriOf(path));
      return (type & vscode.FileType.Directory) !== 0 ? 'folder' : { size, mtimeMs: mtime || Date.now() };
    } catch {
      return undefined;
    }
  }

  private isKnown({ path, size, mtimeMs }: StampedFile): boolean {
    const known = this.known.get(path);
    return known?.size === size && known.mtimeMs === mtimeMs;
  }

  private below(path: string): string[] {
    return [...this.known.keys()].filter((each) => each.startsWith(`${path}/`));
  }

  private async remove(paths: readonly string[]): Promise<void> {
    if (paths.length === 0) return;
    for (const path of paths) this.known.delete(path);
    await this.ask(removeFilesRequest, { root: this.root, paths });
  }

  /** Sends files in batches, and reads those that were not kept. A file that cannot be read is logged and left out. */
  private async send(
    files: readonly StampedFile[],
    signal: AbortSignal,
    kept: ReadonlyMap<string, MirroredFile>,
    onFile?: () => void,
  ): Promise<{ readonly sent: readonly MirroredFile[]; readonly read: number }> {
    const sizes = new Map(files.map((file) => [file.path, file.size]));
    const sent: MirroredFile[] = [];
    let read = 0;
    let batch: MirroredFile[] = [];
    let size = 0;
    const flush = async (): Promise<void> => {
      const sending = batch;
      batch = [];
      size = 0;
      if (sending.length === 0) return;
      await this.ask(putFilesRequest, { root: this.root, files: sending });
      for (const { path, mtimeMs } of sending) this.known.set(path, { mtimeMs, size: sizes.get(path) ?? 0 });
      sent.push(...sending);
    };
    await inParallel(files, parallelFiles, signal, async (file) => {
      const { path, mtimeMs } = file;
      let bytes = file.isSkipped ? noBytes : keptBytes(kept.get(path), file);
      if (!bytes) {
        bytes = await this.read(path);
        read++;
      }
      onFile?.();
      if (!bytes) return;
      batch.push({ path, bytes, mtimeMs });
      size += bytes.length;
      if (size >= batchBytes) await flush();
    });
    await flush();
    return { sent, read };
  }

  private async read(path: string): Promise<Uint8Array | undefined> {
    try {
      return ownBytes(await vscode.workspace.fs.readFile(this.uriOf(path)));
    } catch (error) {
      this.log.warn(`${this.root}/${path}: ${errorMessage(error)}`);
      return undefined;
    }
  }

  private ask<Asked, Answer>(type: RequestType<Asked, Answer, void>, asked: Asked): Promise<Answer> {
    return this.service.request((to, token) => to.sendRequest<Answer>(type.method, asked, token));
  }

  private uriOf(path: string): vscode.Uri {
    return vscode.Uri.joinPath(this.folder.uri, ...path.split('/'));
  }
}

const noBytes = new Uint8Array(0);

/** Undefined if the file changed since, or was not kept. */
function keptBytes(kept: MirroredFile | undefined, { size, mtimeMs }: FileStamp): Uint8Array | undefined {
  return kept?.mtimeMs === mtimeMs && kept.bytes.length === size ? kept.bytes : undefined;
}

/** A message with a part of a buffer would copy all of the buffer. */
function ownBytes(bytes: Uint8Array): Uint8Array {
  return bytes.length === bytes.buffer.byteLength ? bytes : bytes.slice();
}

function leftOutText(name: string, out: readonly ListedFile[]): string | undefined {
  if (out.length === 0) return undefined;
  return vscode.l10n.t(
    'In VS Code for the Web, {0} files and {1} MB of a folder are indexed. {2} files of {3} are left out, such as {4}; the setting {5} chooses what is indexed.',
    numberLabel(mostFiles),
    numberLabel(mostBytes / 1e6),
    numberLabel(out.length),
    name,
    out[0]?.path ?? '',
    'codegrain.index.include',
  );
}
