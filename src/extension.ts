/** Builds the parts and hands them to VS Code; nothing else. */
import { type ExtensionContext, type TextDocument, Uri, window } from 'vscode';
import { Boundaries } from './editor/boundaries';
import { ChunksView } from './editor/chunks-view';
import { registerChunkCurrentFile } from './editor/commands/chunk-current-file';
import { registerCopyChunk } from './editor/commands/copy-chunk';
import { registerEmbeddingKey } from './editor/commands/embedding-key';
import { registerExportFile } from './editor/commands/export-file';
import { registerRevealLines } from './editor/commands/reveal-lines';
import { registerShowActions } from './editor/commands/show-actions';
import { registerShowParent } from './editor/commands/show-parent';
import { registerTestEmbedding } from './editor/commands/test-embedding';
import { registerToggleBoundaries } from './editor/commands/toggle-boundaries';
import { registerCompareSettings } from './editor/compare/compare-settings';
import { DocumentChunks, type DocumentState } from './editor/document-chunks';
import { Embedding } from './editor/embedding';
import { EngineClient } from './editor/engine-client';
import { registerHover } from './editor/hover';
import { watchSettings } from './editor/settings-problems';
import { Status } from './editor/status';

/** What other extensions can ask of this one. */
export interface CodegrainApi {
  /** The chunks of an open document as it is in the editor, by the user's settings. Undefined: it was edited meanwhile. */
  chunk(document: TextDocument): Promise<DocumentState | undefined>;
}

export function activate({ extensionUri, subscriptions, secrets, globalState }: ExtensionContext): CodegrainApi {
  const log = window.createOutputChannel('Codegrain', { log: true });
  const engine = new EngineClient(Uri.joinPath(extensionUri, 'dist', 'engine.js').fsPath, log);
  const chunks = new DocumentChunks(engine);
  const embedding = new Embedding({ secrets, globalState }, log);
  const boundaries = new Boundaries(chunks);
  const view = new ChunksView(chunks);
  subscriptions.push(
    log,
    engine,
    chunks,
    embedding,
    boundaries,
    view,
    new Status(chunks),
    registerHover(chunks, boundaries),
    registerChunkCurrentFile(chunks, boundaries, view, log),
    registerToggleBoundaries(boundaries),
    registerRevealLines(),
    registerCopyChunk(chunks),
    registerShowParent(chunks, view),
    registerExportFile(chunks),
    registerCompareSettings(engine, extensionUri),
    registerEmbeddingKey(embedding),
    registerTestEmbedding(embedding, log),
    registerShowActions(log),
    watchSettings(log),
  );
  return { chunk: (document) => chunks.get(document) };
}
