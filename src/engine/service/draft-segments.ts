/**
 * The drafts of one folder: unsaved texts in editors, and files that changed on disk while the index is busy with many others. A parse
 * worker chunks, embeds and encodes each by the same rules as a file, and the result replaces the file in search as a segment of its own
 * (see `IndexView`). If the index uses a model on a server, only texts that are already in the index have vectors: sending every state of
 * a text being typed would cost too much.
 */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LoadedSegment } from '../../index/file/loaded-segment';
import { inMemory } from '../../index/format/section-source';
import { noteFileOf } from '../../index/logs/note-log';
import { defaultChunkOptions } from '../../options/chunk-options';
import type { IndexedDraft, IndexView } from '../../search/view/index-view';
import { indexedChunkOptions } from '../../search/view/source-texts';
import { decodeText } from '../../workspace/decode-text';
import { discover } from '../../workspace/discover';
import { hashOfFile, unsettled } from '../../workspace/folder-changes';
import { ReadGate } from '../../workspace/read-gate';
import { builtInDimensions } from '../answers/kept-model';
import type { FolderSetup } from '../service-protocol';
import { type ChunkingPool, encodeKnownVectors } from '../workers/chunking-pool';
import type { FileToIndex, SegmentReply } from '../workers/worker-protocol';

type DraftText = { readonly text: string; readonly languageHint: string | undefined };

/** Programs save by deleting and renaming, so a missing file may be back in a moment. */
export const missingFileGraceMs = 150;

export class DraftSegments {
  private readonly texts = new Map<string, DraftText>();
  /** Files on disk that are searched as they are now, because the index will have them only later. */
  private readonly early = new Set<string>();
  /** Of these, the ones whose text is not that of an editor. */
  private readonly fromDisk = new Set<string>();
  private readonly segments = new Map<string, IndexedDraft>();
  /** The last result of the rules for each file, used when the file is not on disk. */
  private readonly ruleResults = new Map<string, Pick<FileToIndex, 'isNamed'>>();
  /** Drafts whose segments are being made. */
  private readonly making = new Map<string, Promise<void>>();
  private view: IndexView | undefined;
  /** Model, chunker and dimensions of the index that the segments were made for. */
  private madeFor: string | undefined;
  /** Counts down from 0, since segments of the index count up from 1. */
  private sequence = 0;

  constructor(
    private readonly setup: FolderSetup,
    private readonly pool: ChunkingPool,
  ) {}

  /** Resolves when the draft can be found. */
  async set(path: string, text: string | undefined, languageHint: string | undefined): Promise<void> {
    this.fromDisk.delete(path);
    if (text === undefined) {
      this.texts.delete(path);
      if (this.early.has(path)) await this.showFile(path);
      this.settle();
      return;
    }
    // Byte order marks and lone surrogates become what they would be in the file.
    const asRead = decodeText(Buffer.from(text))?.text ?? text;
    const before = this.texts.get(path);
    if (before?.text === asRead && before.languageHint === languageHint && this.segments.has(path)) return;
    this.texts.set(path, { text: asRead, languageHint });
    await this.make(path);
  }

  /** Searches files as they are on disk, until `endEarly`. Resolves when they can be found. */
  async showEarly(paths: readonly string[]): Promise<void> {
    for (const path of paths) this.early.add(path);
    await Promise.all(paths.map((path) => this.showFile(path)));
  }

  /** The index has the files on disk by now, unless they still wait for it. */
  endEarly(isWaiting: (path: string) => boolean): void {
    for (const path of this.early) {
      if (isWaiting(path)) continue;
      this.early.delete(path);
      if (this.fromDisk.delete(path)) this.texts.delete(path);
    }
  }

  /** Resolves when the last text of a path that was set can be found. */
  async made(path: string): Promise<void> {
    for (let making = this.making.get(path); making; making = this.making.get(path))
      await making.catch(() => undefined);
  }

  /** Makes the segments again for another index, unless it has the same model, chunker and dimensions. */
  async setView(view: IndexView | undefined): Promise<void> {
    const madeFor = view && `${view.model}\n${view.chunker}\n${view.reader.header.dimensions}`;
    if (madeFor !== this.madeFor) this.segments.clear();
    this.madeFor = madeFor ?? this.madeFor;
    this.view = view;
    this.show();
    const missing = [...this.texts.keys()].filter((path) => !this.segments.has(path));
    await Promise.all(missing.map((path) => this.make(path)));
  }

  /** Removes closed drafts. A saved draft stays until the index has its text, so that it can be found at any time. */
  settle(): void {
    const { size } = this.segments;
    for (const [path, { segment }] of this.segments) {
      const { hash } = segment.file(0);
      const isNotIndexedYet =
        this.view?.reader.file(path)?.hash !== hash && hashOfFile(join(this.setup.root, path)) === hash;
      if (!this.texts.has(path) && !isNotIndexedYet) this.segments.delete(path);
    }
    if (this.segments.size !== size) this.show();
  }

  /** Takes over the drafts of the same folder with another setup. */
  async adopt({ texts, fromDisk, ruleResults }: DraftSegments): Promise<void> {
    for (const [path, text] of texts) if (!fromDisk.has(path)) this.texts.set(path, text);
    for (const [path, rules] of ruleResults) this.ruleResults.set(path, rules);
    this.madeFor = undefined;
    await this.setView(this.view);
  }

  private async showFile(path: string): Promise<void> {
    const text = await this.textOnDisk(path);
    // A change is often reported several times: by the editor, and by the watcher.
    if (this.texts.get(path)?.text === text) await this.made(path);
    const isInEditor = this.texts.has(path) && !this.fromDisk.has(path);
    if (text === undefined || isInEditor || !this.early.has(path)) return;
    this.fromDisk.add(path);
    if (this.texts.get(path)?.text === text && this.segments.get(path)?.text === text) return;
    this.texts.set(path, { text, languageHint: undefined });
    await this.make(path);
  }

  /** Empty if there is no such file any more. Undefined: it is left to the index, which says why it has no text. */
  private async textOnDisk(path: string): Promise<string | undefined> {
    const { root, limits } = this.setup;
    const stats = () => lstatSync(join(root, path), { throwIfNoEntry: false });
    try {
      if (!stats()) await sleep(missingFileGraceMs);
      const found = stats();
      if (!found) return '';
      const read = new ReadGate(root, limits.maxBytes).read(path);
      return 'skipped' in read || found.isSymbolicLink() ? undefined : read.text;
    } catch {
      return undefined;
    }
  }

  private async make(path: string): Promise<void> {
    const making = this.makeSegment(path);
    this.making.set(path, making);
    try {
      await making;
    } finally {
      if (this.making.get(path) === making) this.making.delete(path);
    }
  }

  private async makeSegment(path: string): Promise<void> {
    const { view } = this;
    const text = this.texts.get(path);
    if (!view || !text) return;
    const segment = await this.segmentOf(path, text, view);
    // Meanwhile the text changed, was saved, or the index was replaced.
    if (this.view !== view || this.texts.get(path) !== text) return;
    if (segment) this.segments.set(path, { path, ...text, segment });
    else this.segments.delete(path);
    this.show();
  }

  private show(): void {
    this.view?.setDrafts(new Map(this.segments));
  }

  /** Undefined if the rules exclude this file. */
  private async segmentOf(path: string, text: DraftText, view: IndexView): Promise<LoadedSegment | undefined> {
    const file = await this.fileOf(path, text, view);
    if (!file) return undefined;
    const rowBytes = view.reader.header.dimensions;
    const dimensions = await builtInDimensions(view.model);
    const replies = await this.pool.segments(
      {
        files: [file],
        isUrgent: true,
        options: { ...defaultChunkOptions, ...indexedChunkOptions(view) },
        limits: this.setup.limits,
        rowBytes,
        notes: noteFileOf(view.reader.path),
        ...(dimensions !== undefined && { builtIn: { dimensions } }),
      },
      (hashes) => encodeKnownVectors(hashes, rowBytes, (key) => view.reader.vectorOfKey(key)),
    );
    const reply = replies.find(({ needLiftoff, unprocessed }) => needLiftoff.length + unprocessed.length === 0);
    return reply && loaded(reply, --this.sequence, rowBytes);
  }

  private async fileOf(
    path: string,
    { text, languageHint }: DraftText,
    view: IndexView,
  ): Promise<FileToIndex | undefined> {
    const { root, include, exclude, limits } = this.setup;
    const file: FileToIndex = {
      path,
      file: join(root, path),
      size: Buffer.byteLength(text),
      mtimeMs: unsettled,
      text,
      ...(languageHint !== undefined && { languageHint }),
    };
    for await (const found of discover(root, { include, exclude, force: limits.force, only: [path] })) {
      if (found.path !== path) continue;
      this.ruleResults.delete(path);
      if ('skipped' in found) return undefined;
      const rules = found.isNamed ? { isNamed: true } : {};
      this.ruleResults.set(path, rules);
      return { ...file, ...rules };
    }
    // The file is not on disk now, so the rules cannot be checked.
    const rules = this.ruleResults.get(path) ?? (view.reader.file(path) ? {} : undefined);
    return rules && { ...file, ...rules };
  }
}

/** All sections came in one message. Each is copied into its own memory, which is also aligned for numbers. */
function loaded({ sections }: SegmentReply, sequence: number, rowBytes: number): LoadedSegment {
  return new LoadedSegment(
    sequence,
    rowBytes,
    inMemory(sections.map(([name, bytes]) => [name, new Uint8Array(bytes)])),
  );
}
