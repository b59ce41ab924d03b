/**
 * Files of the team's database as read-only documents, and the badge that says where they are from. Their texts and chunks are those
 * that were pushed: a hit has the lines and the id that its document shows.
 */
import type { TextDocument } from 'vscode';
import * as vscode from 'vscode';
import { coverageOf } from '../../code/records/coverage';
import type { StoredFileText } from '../../engine/stored-code';
import type { ChunkReply } from '../../engine/workers/worker-protocol';
import { storedPlaceOf, teamScheme } from '../common/stored-place';
import type { DocumentChunker } from '../documents/document-chunks';
import { databaseFault } from './stored-answers';
import type { TeamSearch } from './team-search';

interface ReadFile extends StoredFileText {
  /** When it was read, in milliseconds. */
  readonly at: number;
  readonly bytes: Uint8Array;
}

/** VS Code asks several times for each document that it opens. */
const keptMs = 60_000;
const keptFiles = 30;

export class TeamFiles implements vscode.FileSystemProvider, vscode.FileDecorationProvider, vscode.Disposable {
  private readonly kept = new Map<string, { readonly at: number; readonly file: Promise<ReadFile> }>();
  private readonly changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  private readonly disposables: vscode.Disposable[];

  readonly onDidChangeFile = this.changed.event;

  constructor(private readonly team: TeamSearch) {
    const why = vscode.l10n.t('This file is from the database of your team, so it cannot be edited here.');
    this.disposables = [
      this.changed,
      team.onDidChange(() => this.kept.clear()),
      vscode.workspace.registerFileSystemProvider(teamScheme, this, {
        isCaseSensitive: true,
        isReadonly: new vscode.MarkdownString(why),
      }),
      vscode.window.registerFileDecorationProvider(this),
    ];
  }

  dispose(): void {
    for (const each of this.disposables) each.dispose();
  }

  /** @throws an Error that says why the file cannot be read. */
  read(uri: vscode.Uri): Promise<ReadFile> {
    const key = uri.toString();
    const known = this.kept.get(key);
    if (known && Date.now() - known.at < keptMs) return known.file;
    const file = this.fetch(uri);
    this.kept.set(key, { at: Date.now(), file });
    file.catch(() => this.kept.delete(key));
    for (const oldest of this.kept.keys()) if (this.kept.size > keptFiles) this.kept.delete(oldest);
    return file;
  }

  private async fetch(uri: vscode.Uri): Promise<ReadFile> {
    const place = storedPlaceOf(uri);
    if (!place) throw new Error(vscode.l10n.t('This is not an address of a file in a database.'));
    const file = await this.team.file(place.root, place.path);
    if (!file) throw new Error(vscode.l10n.t('{0} no longer has this file.', place.root));
    return { ...file, at: Date.now(), bytes: new TextEncoder().encode(file.text) };
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { at, bytes } = await this.readForEditor(uri);
    const permissions = vscode.FilePermission.Readonly;
    return { type: vscode.FileType.File, ctime: 0, mtime: at, size: bytes.length, permissions };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return (await this.readForEditor(uri)).bytes;
  }

  private async readForEditor(uri: vscode.Uri): Promise<ReadFile> {
    try {
      return await this.read(uri);
    } catch (error) {
      throw vscode.FileSystemError.Unavailable(databaseFault(error).text);
    }
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    const place = storedPlaceOf(uri);
    if (!place) return undefined;
    const host = this.team.target?.host ?? '';
    // The lock of read-only files takes the place of a badge in tabs; the tooltip is shown beside it.
    return new vscode.FileDecoration('DB', vscode.l10n.t('{0} in the database on {1}', place.root, host));
  }

  /** Texts do not change by themselves: they are read again when they are opened again. */
  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  readonly createDirectory = refuse;
  readonly writeFile = refuse;
  readonly delete = refuse;
  readonly rename = refuse;
}

function refuse(uri: vscode.Uri): never {
  throw vscode.FileSystemError.NoPermissions(uri);
}

// Chunks documents: those of the team's database have the chunks that were pushed, all others go to the parse workers.

export class TeamChunks implements DocumentChunker {
  constructor(
    private readonly workers: DocumentChunker,
    /** Undefined where there is no database: in a browser. */
    private readonly files: TeamFiles | undefined,
  ) {}

  async chunk(...request: Parameters<DocumentChunker['chunk']>): Promise<ChunkReply> {
    const [document] = request;
    return (await this.stored(document)) ?? this.workers.chunk(...request);
  }

  /** Undefined if the document is not from the database, or the database cannot be asked any more. */
  private async stored({ uri }: TextDocument): Promise<ChunkReply | undefined> {
    const place = storedPlaceOf(uri);
    const file = place && (await this.files?.read(uri).catch(() => undefined));
    if (!place || !file) return undefined;
    return {
      is: 'chunked',
      file: { path: place.path, language: file.language, chunks: file.chunks },
      bytes: file.bytes.length,
      coverage: coverageOf(file.text, file.chunks),
    };
  }
}
