/** Builds the parts and hands them to VS Code; nothing else. */
import { commands, type ExtensionContext, type TextDocument, Uri, window } from 'vscode';
import { Boundaries } from './editor/boundaries';
import { ChunksView } from './editor/chunks-view';
import { registerChunkCurrentFile } from './editor/commands/chunk-current-file';
import { registerCopyChunk } from './editor/commands/copy-chunk';
import { registerDatabasePassword } from './editor/commands/database-password';
import { registerEmbeddingKey } from './editor/commands/embedding-key';
import { registerExportFile } from './editor/commands/export-file';
import { registerExportWorkspace } from './editor/commands/export-workspace';
import { registerPushToDatabase } from './editor/commands/push-to-database';
import { registerRevealLines } from './editor/commands/reveal-lines';
import { registerShowActions } from './editor/commands/show-actions';
import { registerShowParent } from './editor/commands/show-parent';
import { registerTestEmbedding } from './editor/commands/test-embedding';
import { registerToggleBoundaries } from './editor/commands/toggle-boundaries';
import { registerCompareSettings } from './editor/compare/compare-settings';
import { TeamDatabase } from './editor/database/team-database';
import { DocumentChunks, type DocumentState } from './editor/document-chunks';
import { Embedding } from './editor/embedding';
import { EngineClient } from './editor/engine-client';
import { FolderNotes } from './editor/enrich/folder-notes';
import { registerRunPrompt } from './editor/enrich/run-prompt';
import { registerNotes } from './editor/enrich/write-notes';
import { registerHover } from './editor/hover';
import { setupWithout } from './editor/indexing/folder-setup';
import { registerIndexCommands } from './editor/indexing/index-commands';
import { KeptWorkspace } from './editor/indexing/kept-workspace';
import type { WorkspaceIndex } from './editor/indexing/workspace-index';
import { registerIndexReport } from './editor/report/index-report';
import { registerSearch } from './editor/search/register';
import { watchSettings } from './editor/settings-problems';
import { Status } from './editor/status';
import { registerMcpServers } from './editor/tools/mcp-servers';
import { registerTools } from './editor/tools/register-tools';
import { RunStore } from './enrich/run-store';

/** What other extensions can ask of this one. */
export interface CodegrainApi {
  /** The chunks of an open document as it is in the editor, by the user's settings. Undefined: it was edited meanwhile. */
  chunk(document: TextDocument): Promise<DocumentState | undefined>;
  /** The indexes of the window's folders; nothing is indexed before the user agrees. */
  readonly index: WorkspaceIndex;
}

export function activate(context: ExtensionContext): CodegrainApi {
  const { extension, extensionUri, subscriptions, secrets, globalState, workspaceState, globalStorageUri, storageUri } =
    context;
  const script = (name: string): string => Uri.joinPath(extensionUri, 'dist', name).fsPath;
  const version = String(extension.packageJSON.version);
  const setupOf = (folder: Uri) => setupWithout(folder, globalStorageUri);
  const log = window.createOutputChannel('Codegrain', { log: true });
  const engine = new EngineClient(script('engine.js'), log);
  const chunks = new DocumentChunks(engine);
  const embedding = new Embedding({ secrets, globalState }, log);
  const database = new TeamDatabase({ secrets, globalState });
  const index = new KeptWorkspace({ workspaceState, cache: globalStorageUri }, embedding, log, script('keeper.js'));
  const notes = new FolderNotes(globalStorageUri);
  const runs = new RunStore(Uri.joinPath(storageUri ?? globalStorageUri, 'runs').fsPath);
  const boundaries = new Boundaries(chunks);
  const view = new ChunksView(chunks);
  subscriptions.push(
    log,
    engine,
    chunks,
    embedding,
    index,
    boundaries,
    view,
    new Status(chunks, index),
    registerHover(chunks, boundaries, notes),
    registerChunkCurrentFile(chunks, boundaries, view, log),
    registerToggleBoundaries(boundaries),
    registerRevealLines(),
    registerCopyChunk(chunks),
    registerShowParent(chunks, view),
    registerExportFile(chunks),
    registerExportWorkspace(script('cli.js'), setupOf, embedding, log),
    registerPushToDatabase({ script: script('cli.js'), setupOf, embedding, database }, log),
    registerDatabasePassword(database),
    registerCompareSettings(engine, extensionUri),
    registerEmbeddingKey(embedding),
    registerTestEmbedding(embedding, log),
    registerRunPrompt({ script: script('engine.js'), store: runs, embedding, log }),
    registerNotes({
      script: script('engine.js'),
      embedding,
      notes,
      log,
      index: () => void commands.executeCommand('codegrain.indexWorkspace'),
    }),
    registerIndexCommands(index, log),
    registerIndexReport(index, { extensionUri, version }),
    registerSearch({ index, chunks, boundaries, workspaceState, extensionUri, log }),
    registerShowActions(log, index),
    registerTools(index, engine),
    registerMcpServers({
      script: script('cli.js'),
      version,
      setupOf,
    }),
    watchSettings(log),
  );
  return { chunk: (document) => chunks.get(document), index };
}
