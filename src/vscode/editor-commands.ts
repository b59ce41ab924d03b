/**
 * Every command of the extension: its title, its icon, and when the command palette shows it. `npm run generate` writes them into the
 * manifest and package.nls.json; menus of views are in package.json by hand. No `vscode` here, so that scripts can read it.
 */

interface CommandEntry {
  /** English; package.nls.de.json has the German. */
  readonly title: string;
  readonly icon?: string;
  /** A `when` clause; false: never, only in menus; left out: always. */
  readonly palette?: string | false;
}

/** By id, without `codegrain.`. */
export const editorCommands: Readonly<Record<string, CommandEntry>> = {
  chunkCurrentFile: { title: 'Chunk Current File', icon: '$(layers)' },
  toggleBoundaries: { title: 'Toggle Chunk Boundaries', palette: 'editorIsOpen' },
  showBoundaries: { title: 'Show Chunk Boundaries', icon: '$(eye)', palette: false },
  hideBoundaries: { title: 'Hide Chunk Boundaries', icon: '$(eye-closed)', palette: false },
  search: { title: 'Semantic Search', icon: '$(search)' },
  findSimilar: { title: 'Find Similar Code', icon: '$(search-fuzzy)', palette: 'editorIsOpen' },
  'searchHit.side': { title: 'Open to the Side', icon: '$(split-horizontal)', palette: false },
  'searchHit.parent': { title: 'Show Parent', palette: false },
  'searchHit.copy': { title: 'Copy with Context', palette: false },
  'searchHit.similar': { title: 'Find Similar Code', palette: false },
  'searchHit.chat': { title: 'Add to Chat', palette: false },
  compareSettings: { title: 'Compare Chunk Settings', icon: '$(split-horizontal)', palette: 'editorIsOpen' },
  copyChunk: { title: 'Copy Chunk', icon: '$(copy)', palette: 'editorIsOpen' },
  copyChunkWithContext: { title: 'Copy Chunk with Context', palette: 'editorIsOpen' },
  showParent: { title: 'Show Parent Chunk', palette: 'editorIsOpen' },
  exportFileChunks: { title: "Export This File's Chunks…", icon: '$(export)', palette: 'editorIsOpen' },
  testEmbedding: { title: 'Test Embedding Model' },
  setEmbeddingKey: { title: 'Set Embedding Key…' },
  clearEmbeddingKey: { title: 'Clear Embedding Key' },
  indexWorkspace: { title: 'Index Workspace', icon: '$(database)', palette: 'workspaceFolderCount != 0' },
  pauseIndexing: {
    title: 'Pause Indexing',
    icon: '$(debug-pause)',
    palette: 'codegrain.index =~ /^(ready|indexing|stale|failed)$/',
  },
  resumeIndexing: { title: 'Resume Indexing', icon: '$(debug-continue)', palette: 'codegrain.index == paused' },
  stopIndexing: { title: 'Stop Indexing', icon: '$(debug-stop)', palette: 'codegrain.index == indexing' },
  rebuildIndex: {
    title: 'Rebuild Index',
    icon: '$(refresh)',
    palette: 'codegrain.index =~ /^(ready|indexing|stale|failed)$/',
  },
  compactIndex: { title: 'Compact Index', palette: 'codegrain.index =~ /^(ready|stale)$/' },
  clearIndex: { title: 'Clear Index…', palette: 'codegrain.index =~ /^(ready|indexing|paused|stale|failed)$/' },
  showIndexReport: {
    title: 'Show Index Report',
    icon: '$(graph)',
    palette: 'codegrain.index =~ /^(absent|ready|indexing|paused|stale|failed)$/',
  },
  showActions: { title: 'Show Actions' },
  exportWorkspaceChunks: { title: 'Export Workspace Chunks…', icon: '$(export)', palette: 'workspaceFolderCount > 0' },
  runPrompt: { title: 'Run Prompt over Chunks…' },
  continueRun: { title: 'Continue Run…' },
  writeNotes: { title: 'Write Notes about Chunks…' },
  retryNotes: { title: 'Retry Failed Notes' },
  clearNotes: { title: 'Clear Notes about Chunks' },
  pushToDatabase: { title: 'Push to Database…', palette: 'workspaceFolderCount > 0' },
  setDatabasePassword: { title: 'Set Database Password…' },
  clearDatabasePassword: { title: 'Clear Database Password' },
};
