/** The features that need no process of their own, for the desktop's extension host and for a web worker. */
import { type ExtensionContext, type LogOutputChannel, lm, type Memento, type TextDocument, window } from 'vscode';
import { Boundaries } from './boundaries/boundaries';
import { registerChunkCurrentFile, registerToggleBoundaries } from './boundaries/boundary-commands';
import { registerHover } from './boundaries/hover';
import { registerCopyChunk, registerShowParent } from './chunks-view/chunk-commands';
import { ChunkUses } from './chunks-view/chunk-uses';
import { ChunksView } from './chunks-view/chunks-view';
import { registerRevealLines } from './chunks-view/reveal-lines';
import { registerCompareSettings } from './compare/compare-panel';
import { DocumentChunks, type DocumentState } from './documents/document-chunks';
import { ParseWorkerClient } from './documents/parse-worker-client';
import { registerEmbeddingKey, registerTestEmbedding } from './embedding/embedding-commands';
import { Embedding } from './embedding/embedding-model';
import { NoteReader } from './enrich/note-reader';
import { registerExportFile } from './export/export-file';
import { registerGraphView } from './graph-view/register-graph-view';
import { registerIndexCommands } from './indexing/index-commands';
import type { MirrorOf } from './indexing/mirror/mirror';
import { UsedDefinitions } from './indexing/uses-graph';
import { WorkspaceIndex } from './indexing/workspace-index';
import { registerIndexReport } from './report/index-report';
import { registerResultsEditor } from './results-editor/register-results-editor';
import { registerSearch } from './search/register-search';
import { ScopedSearch } from './search/scoped-search';
import { watchSettings } from './settings/settings';
import { registerShowActions, StatusBar } from './status/status-bar';
import type { TeamDatabase } from './team/team-database';
import { TeamChunks, TeamFiles } from './team/team-files';
import { TeamSearch } from './team/team-search';
import { ChunkTool, chunkToolName } from './tools/chunk-tool';
import { PackTool, packToolName } from './tools/pack-tool-in-editor';
import { SearchTool, searchToolName } from './tools/search-tool';
import { UsesTool, usesToolName } from './tools/uses-tool';

/** The API for other extensions. */
export interface CodegrainApi {
  /** The chunks of an open document as it is in the editor, with the user's settings; undefined if it was edited before the answer. */
  chunk(document: TextDocument): Promise<DocumentState | undefined>;
  /** The indexes of the window's folders; nothing is indexed before the user agrees. */
  readonly index: WorkspaceIndex;
}

/** Where the programs beside the extension are: scripts of processes, or URLs of web workers. */
type Scripts = { readonly parseWorker: string; readonly indexService: string };

interface SharedFeatures {
  readonly api: CodegrainApi;
  readonly log: LogOutputChannel;
  readonly embedding: Embedding;
  readonly notes: NoteReader;
  readonly team: TeamSearch | undefined;
}

/** What only one of the two has: a way to read folders that are on no disk, or a database. */
interface HostFeatures {
  readonly mirrorFor?: (log: LogOutputChannel) => MirrorOf;
  readonly database?: TeamDatabase;
}

export function startSharedFeatures(
  context: ExtensionContext,
  scripts: Scripts,
  { mirrorFor, database }: HostFeatures,
): SharedFeatures {
  const { extension, extensionUri, subscriptions, secrets, globalState, workspaceState, globalStorageUri } = context;
  const log = window.createOutputChannel('Codegrain', { log: true });
  const embedding = new Embedding({ secrets, globalState }, log);
  const workers = new ParseWorkerClient(scripts.parseWorker, log, (document, signal) =>
    embedding.judge(document, signal),
  );
  const storage = { globalState, workspaceState, cache: globalStorageUri };
  const index = new WorkspaceIndex(storage, embedding, log, scripts.indexService, mirrorFor?.(log));
  const team = database && startTeam(database, index.stored, workspaceState);
  const chunker = new TeamChunks(workers, team?.files);
  const chunks = new DocumentChunks(chunker);
  const scoped = new ScopedSearch({ index, team: team?.search, chunks });
  const notes = new NoteReader(globalStorageUri);
  const boundaries = new Boundaries(chunks);
  const uses = new ChunkUses(index, log);
  const view = new ChunksView(chunks, uses);
  const used = new UsedDefinitions(index, log);
  const search = registerSearch({
    ...{ index, used, chunks, boundaries, workspaceState, globalState, extensionUri, log, scoped, team },
  });
  subscriptions.push(
    log,
    workers,
    ...(team ? [team.search, team.files] : []),
    chunks,
    embedding,
    index,
    boundaries,
    uses,
    view,
    new StatusBar(chunks, index),
    registerHover({ chunks, boundaries, notes, index }),
    registerChunkCurrentFile(chunks, boundaries, view, log),
    registerToggleBoundaries(boundaries),
    registerRevealLines(),
    registerCopyChunk(chunks, used),
    registerShowParent(chunks, view),
    registerExportFile(chunks, used),
    registerCompareSettings(workers, extensionUri),
    registerEmbeddingKey(embedding),
    registerTestEmbedding(embedding, log),
    registerIndexCommands(index, log),
    registerIndexReport(index, { extensionUri, version: String(extension.packageJSON.version) }),
    search,
    registerGraphView(index, log),
    registerResultsEditor(scoped, () => search.currentRequest()),
    registerShowActions(log, index),
    lm.registerTool(packToolName, new PackTool(index, scoped, team?.search)),
    lm.registerTool(searchToolName, new SearchTool(index, scoped, team?.search)),
    lm.registerTool(chunkToolName, new ChunkTool(index, chunker, used, team?.search)),
    lm.registerTool(usesToolName, new UsesTool(index)),
    watchSettings(log),
  );
  return { api: { chunk: (document) => chunks.get(document), index }, log, embedding, notes, team: team?.search };
}

function startTeam(database: TeamDatabase, stored: WorkspaceIndex['stored'], workspaceState: Memento) {
  const search = new TeamSearch(database, stored, workspaceState);
  return { search, files: new TeamFiles(search) };
}
