/** The entry point: builds the parts and registers them with VS Code. */
import { commands, type ExtensionContext, type TextDocument, Uri, window } from 'vscode';
import { RunStore } from '../enrich/run-store';
import { registerConnectAgents } from './agents/connect-agents';
import { Boundaries } from './boundaries/boundaries';
import { registerChunkCurrentFile } from './boundaries/chunk-current-file';
import { registerHover } from './boundaries/hover';
import { registerToggleBoundaries } from './boundaries/toggle-boundaries';
import { ChunkUses } from './chunks-view/chunk-uses';
import { ChunksView } from './chunks-view/chunks-view';
import { registerCopyChunk } from './chunks-view/copy-chunk';
import { registerRevealLines } from './chunks-view/reveal-lines';
import { registerShowParent } from './chunks-view/show-parent';
import { registerCompareSettings } from './compare/compare-settings';
import { registerDatabasePassword } from './database/database-password';
import { registerPushToDatabase } from './database/push-to-database';
import { TeamDatabase } from './database/team-database';
import { DocumentChunks, type DocumentState } from './documents/document-chunks';
import { ParseWorkerClient } from './documents/parse-worker-client';
import { registerEmbeddingKey } from './embedding/embedding-key';
import { Embedding } from './embedding/embedding-model';
import { registerTestEmbedding } from './embedding/test-embedding';
import { FolderNotes } from './enrich/folder-notes';
import { registerRunPrompt } from './enrich/run-prompt-command';
import { registerNotes } from './enrich/write-notes';
import { registerExportFile } from './export/export-file';
import { registerExportWorkspace } from './export/export-workspace';
import { registerGraphView } from './graph-view/register-graph-view';
import { setupWithoutModel } from './indexing/folder-setup';
import { registerIndexCommands } from './indexing/index-commands';
import { IndexedWorkspace } from './indexing/indexed-workspace';
import { UsedDefinitions } from './indexing/used-definitions';
import type { WorkspaceIndex } from './indexing/workspace-index';
import { registerIndexReport } from './report/index-report';
import { registerResultsEditor } from './results-editor/register-results-editor';
import { registerSearch } from './search/register-search';
import { watchSettings } from './settings/settings-problems';
import { registerShowActions } from './status/show-actions';
import { StatusBar } from './status/status-bar';
import { registerMcpServers } from './tools/mcp-servers';
import { registerTools } from './tools/register-tools';

/** The API for other extensions. */
export interface CodegrainApi {
  /** The chunks of an open document as it is in the editor, with the user's settings; undefined if it was edited before the answer. */
  chunk(document: TextDocument): Promise<DocumentState | undefined>;
  /** The indexes of the window's folders; nothing is indexed before the user agrees. */
  readonly index: WorkspaceIndex;
}

export function activate(context: ExtensionContext): CodegrainApi {
  const { extension, extensionUri, subscriptions, secrets, globalState, workspaceState, globalStorageUri, storageUri } =
    context;
  const script = (name: string): string => Uri.joinPath(extensionUri, 'dist', name).fsPath;
  const version = String(extension.packageJSON.version);
  const setupOf = (folder: Uri) => setupWithoutModel(folder, globalStorageUri);
  const log = window.createOutputChannel('Codegrain', { log: true });
  const embedding = new Embedding({ secrets, globalState }, log);
  const workers = new ParseWorkerClient(script('parse-worker.js'), log, (document, signal) =>
    embedding.judge(document, signal),
  );
  const chunks = new DocumentChunks(workers);
  const database = new TeamDatabase({ secrets, globalState });
  const index = new IndexedWorkspace(
    { workspaceState, cache: globalStorageUri },
    embedding,
    log,
    script('index-service.js'),
  );
  const notes = new FolderNotes(globalStorageUri);
  const runs = new RunStore(Uri.joinPath(storageUri ?? globalStorageUri, 'runs').fsPath);
  const boundaries = new Boundaries(chunks);
  const uses = new ChunkUses(index, log);
  const view = new ChunksView(chunks, uses);
  const used = new UsedDefinitions(index, log);
  const search = registerSearch({ index, used, chunks, boundaries, workspaceState, extensionUri, log });
  subscriptions.push(
    log,
    workers,
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
    registerExportWorkspace(script('cli.js'), setupOf, embedding, log),
    registerPushToDatabase({ script: script('cli.js'), setupOf, embedding, database }, log),
    registerDatabasePassword(database),
    registerCompareSettings(workers, extensionUri),
    registerEmbeddingKey(embedding),
    registerTestEmbedding(embedding, log),
    registerRunPrompt({ script: script('parse-worker.js'), store: runs, embedding, log }),
    registerNotes({
      script: script('parse-worker.js'),
      embedding,
      notes,
      log,
      index: () => void commands.executeCommand('codegrain.indexWorkspace'),
    }),
    registerIndexCommands(index, log),
    registerIndexReport(index, { extensionUri, version }),
    search,
    registerGraphView(index, log),
    registerResultsEditor(index, () => search.currentRequest()),
    registerShowActions(log, index),
    registerTools(index, workers, used),
    registerConnectAgents({ storage: globalStorageUri, script: script('cli.js'), version }, log),
    registerMcpServers({
      script: script('cli.js'),
      version,
      setupOf,
    }),
    watchSettings(log),
  );
  return { chunk: (document) => chunks.get(document), index };
}
