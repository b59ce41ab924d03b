/**
 * Files of one folder as they are in editors. Each is cut, embedded and encoded by an engine like a file of the index, by the same
 * rules, and lies over the index as a segment of its own (see `IndexView`). Where the index was made with the model of a server, only
 * texts that it has met before have vectors: sending each state of a file that is being typed would cost too much.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LoadedSegment } from '../../index/file/loaded-segment';
import { plainSpace } from '../../index/file/vector-space';
import { noteFileOf } from '../../index/notes/note-log';
import { defaultChunkOptions } from '../../options/chunk-options';
import { encodeKnownVectors } from '../../parse-worker/segment-vectors';
import type { ChunkingPool } from '../../parse-worker/worker-pool';
import type { FileToIndex, SegmentReply } from '../../parse-worker/worker-protocol';
import { chunkOptionsOf } from '../../search/hits/source-texts';
import type { IndexedDraft, IndexView } from '../../search/view/index-view';
import { discover } from '../../workspace/discover';
import { contentHash, unsettled } from '../../workspace/folder-changes';
import { decode } from '../../workspace/read-file';
import type { FolderSetup } from '../service-protocol';
import { builtInDimensions } from './service-embedders';

interface EditorText {
  readonly text: string;
  readonly languageHint: string | undefined;
}

export class DraftSegments {
  private readonly texts = new Map<string, EditorText>();
  private readonly made = new Map<string, IndexedDraft>();
  /** What rules said about files, for when these are not on disk. */
  private readonly known = new Map<string, Pick<FileToIndex, 'isNamed'>>();
  private view: IndexView | undefined;
  /** What the drafts were made for. */
  private kind: string | undefined;
  /** Segments of the index count from 1. */
  private sequence = 0;

  constructor(
    private readonly setup: FolderSetup,
    private readonly engines: ChunkingPool,
  ) {}

  /** Waits until the draft is searched. */
  async set(path: string, text: string | undefined, languageHint: string | undefined): Promise<void> {
    if (text === undefined) {
      this.texts.delete(path);
      this.settle();
      return;
    }
    // Byte order marks and halves of characters become what they would be in the file.
    const asRead = decode(Buffer.from(text)) ?? text;
    const before = this.texts.get(path);
    if (before?.text === asRead && before.languageHint === languageHint && this.made.has(path)) return;
    this.texts.set(path, { text: asRead, languageHint });
    await this.make(path);
  }

  /** Drafts are made anew for each index that answers, unless it is like the one before. */
  async setView(view: IndexView | undefined): Promise<void> {
    const kind = view && `${view.model}\n${view.chunker}\n${view.reader.header.dimensions}`;
    if (kind !== this.kind) this.made.clear();
    this.kind = kind ?? this.kind;
    this.view = view;
    this.show();
    const missing = [...this.texts.keys()].filter((path) => !this.made.has(path));
    await Promise.all(missing.map((path) => this.make(path)));
  }

  /** Lets go of drafts that were dropped. One that was saved stays until the index has it, so that what was typed is found all along. */
  settle(): void {
    const { size } = this.made;
    for (const [path, { segment }] of this.made) {
      const { hash } = segment.file(0);
      const isWaiting = this.view?.reader.file(path)?.hash !== hash && hashOnDisk(join(this.setup.root, path)) === hash;
      if (!this.texts.has(path) && !isWaiting) this.made.delete(path);
    }
    if (this.made.size !== size) this.show();
  }

  /** Takes over the drafts of a folder that is set up in another way now. */
  async adopt({ texts, known }: DraftSegments): Promise<void> {
    for (const [path, text] of texts) this.texts.set(path, text);
    for (const [path, rules] of known) this.known.set(path, rules);
    this.kind = undefined;
    await this.setView(this.view);
  }

  private async make(path: string): Promise<void> {
    const { view } = this;
    const text = this.texts.get(path);
    if (!view || !text) return;
    const segment = await this.segmentOf(path, text, view);
    // Typed on, saved, or another index meanwhile.
    if (this.view !== view || this.texts.get(path) !== text) return;
    if (segment) this.made.set(path, { path, ...text, segment });
    else this.made.delete(path);
    this.show();
  }

  private show(): void {
    this.view?.setDrafts(new Map(this.made));
  }

  /** Undefined: by the rules this file is not indexed. */
  private async segmentOf(path: string, text: EditorText, view: IndexView): Promise<LoadedSegment | undefined> {
    const file = await this.fileOf(path, text, view);
    if (!file) return undefined;
    const rowBytes = view.reader.header.dimensions;
    const dimensions = await builtInDimensions(view.model);
    const replies = await this.engines.segments(
      {
        files: [file],
        options: { ...defaultChunkOptions, ...chunkOptionsOf(view) },
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
    { text, languageHint }: EditorText,
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
      this.known.delete(path);
      if ('skipped' in found) return undefined;
      const rules = found.isNamed ? { isNamed: true } : {};
      this.known.set(path, rules);
      return { ...file, ...rules };
    }
    // Not on disk now: the rules cannot be asked.
    const rules = this.known.get(path) ?? (view.reader.file(path) ? {} : undefined);
    return rules && { ...file, ...rules };
  }
}

function hashOnDisk(file: string): string | undefined {
  try {
    return contentHash(readFileSync(file));
  } catch {
    return undefined;
  }
}

/** The bytes came in one message: each section gets memory of its own, which also begins where numbers may. */
function loaded({ sections }: SegmentReply, sequence: number, rowBytes: number): LoadedSegment {
  const own = new Map(sections.map(([name, bytes]) => [name, new Uint8Array(bytes)]));
  const vectors = own.get('vectors');
  own.delete('vectors');
  const block = vectors && plainSpace.allocate(vectors.length);
  if (vectors) block?.bytes.set(vectors);
  return new LoadedSegment(sequence, rowBytes, own, block, plainSpace);
}
