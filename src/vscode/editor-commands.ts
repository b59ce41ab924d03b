/**
 * Every command of the extension: its title, its icon, when the command palette shows it, and what it does. `npm run generate` writes
 * them into the manifest, package.nls.json, package.nls.de.json and docs/commands.md; menus of views are in package.json by hand. No `vscode` here, so that
 * scripts can read it.
 */

/** The tables of docs/commands.md. */
type CommandGroup =
  | 'search'
  | 'chunks'
  | 'index'
  | 'export'
  | 'agents'
  | 'embedding'
  | 'language models'
  | 'status bar';

interface CommandTitle {
  /** English. */
  readonly title: string;
  readonly german: string;
  readonly icon?: string;
}

interface PaletteCommand extends CommandTitle {
  readonly group: CommandGroup;
  /** One or two sentences, as Markdown. */
  readonly does: string;
  /** A `when` clause. Left out: always; a test lists those commands, so that a new one is hidden where it cannot work. */
  readonly palette?: string;
  /** It starts a process, so the palette of VS Code for the Web hides it. */
  readonly needsProcess?: true;
}

/** A command of menus and buttons only. */
interface MenuCommand extends CommandTitle {
  readonly palette: false;
}

/** By id, without `codegrain.`. */
export const editorCommands: Readonly<Record<string, PaletteCommand | MenuCommand>> = {
  chunkCurrentFile: {
    title: 'Chunk Current File',
    german: 'Aktuelle Datei in Chunks zerlegen',
    icon: '$(layers)',
    group: 'chunks',
    does: 'Shows the chunk boundaries and opens the Chunks view on the file.',
    palette: 'editorIsOpen',
  },
  toggleBoundaries: {
    title: 'Toggle Chunk Boundaries',
    german: 'Chunk-Grenzen ein- oder ausblenden',
    group: 'chunks',
    does: 'Shows or hides the boundaries in this file.',
    palette: 'editorIsOpen',
  },
  showBoundaries: {
    title: 'Show Chunk Boundaries',
    german: 'Chunk-Grenzen einblenden',
    icon: '$(eye)',
    palette: false,
  },
  hideBoundaries: {
    title: 'Hide Chunk Boundaries',
    german: 'Chunk-Grenzen ausblenden',
    icon: '$(eye-closed)',
    palette: false,
  },
  search: {
    title: 'Semantic Search',
    german: 'Semantische Suche',
    icon: '$(search)',
    group: 'search',
    does: 'Finds code by words or meaning, in a quick pick. Starts with the selected text, and opens the search view if there is no index yet.',
    palette: 'workspaceFolderCount != 0',
  },
  focusSearch: {
    title: 'Focus Search Box',
    german: 'Suchfeld fokussieren',
    group: 'search',
    does: 'Opens the search view with the cursor in its box. `Ctrl+K Ctrl+G` (macOS: `⌘K ⌘G`).',
  },
  refreshSearch: {
    title: 'Refresh Search',
    german: 'Suche aktualisieren',
    icon: '$(refresh)',
    group: 'search',
    does: 'Compares the files with the index, and searches again.',
    palette: 'codegrain.hasResults',
  },
  clearSearch: {
    title: 'Clear Search Results',
    german: 'Suchergebnisse löschen',
    icon: '$(clear-all)',
    group: 'search',
    does: 'Clears the query, the filters and the results.',
    palette: 'codegrain.hasResults',
  },
  collapseResults: {
    title: 'Collapse All Results',
    german: 'Alle Ergebnisse zuklappen',
    icon: '$(collapse-all)',
    group: 'search',
    does: 'Shows only the files of the results.',
    palette: 'codegrain.hasResults && !codegrain.searchFolded',
  },
  expandResults: {
    title: 'Expand All Results',
    german: 'Alle Ergebnisse aufklappen',
    icon: '$(expand-all)',
    group: 'search',
    does: 'Shows the places in all files again.',
    palette: 'codegrain.hasResults && codegrain.searchFolded',
  },
  searchHistory: {
    title: 'Show Search History',
    german: 'Suchverlauf zeigen',
    icon: '$(history)',
    group: 'search',
    does: 'Lists the recent searches of the workspace: pick one to search again, or clear the list.',
    palette: 'workspaceFolderCount > 0',
  },
  clearSearchHistory: {
    title: 'Clear Search History',
    german: 'Suchverlauf löschen',
    group: 'search',
    does: 'Forgets the recent searches of the workspace.',
    palette: 'workspaceFolderCount > 0',
  },
  saveSearch: {
    title: 'Save Search…',
    german: 'Suche speichern…',
    icon: '$(bookmark)',
    group: 'search',
    does: 'Saves the query and its filters with a name, for this workspace.',
    palette: 'codegrain.hasResults',
  },
  savedSearches: {
    title: 'Show Saved Searches',
    german: 'Gespeicherte Suchen zeigen',
    icon: '$(bookmark)',
    group: 'search',
    does: 'Lists the saved searches of the workspace: pick one to search, or delete it.',
    palette: 'workspaceFolderCount > 0',
  },
  findSimilar: {
    title: 'Find Similar Code',
    german: 'Ähnlichen Code finden',
    icon: '$(search-fuzzy)',
    group: 'search',
    does: 'Finds code like the selection or the chunk at the cursor. Also in the context menu of the editor.',
    palette: 'editorIsOpen',
  },
  openResultsInEditor: {
    title: 'Open Results in Editor',
    german: 'Ergebnisse im Editor öffnen',
    icon: '$(go-to-file)',
    group: 'search',
    does: 'Opens the results of the search view as a document: up to 50 places with the line numbers of their files, which can be run again and saved.',
    palette: 'codegrain.hasResults',
  },
  rerunResults: {
    title: 'Rerun Search',
    german: 'Suche erneut ausführen',
    icon: '$(refresh)',
    group: 'search',
    does: 'Searches again for the query of a results editor, or of a saved `.codegrain-results` file as it is written there.',
    palette: 'editorLangId == codegrain-results',
  },
  saveResults: {
    title: 'Save Results…',
    german: 'Ergebnisse speichern…',
    icon: '$(save)',
    group: 'search',
    does: 'Saves a results editor as a `.codegrain-results` file.',
    palette: 'editorLangId == codegrain-results',
  },
  openResultSource: { title: 'Go to Source', german: 'Gehe zur Quelle', palette: false },
  'searchHit.side': {
    title: 'Open to the Side',
    german: 'Daneben öffnen',
    icon: '$(split-horizontal)',
    palette: false,
  },
  'searchHit.parent': { title: 'Show Parent', german: 'Übergeordneten Chunk zeigen', palette: false },
  'searchHit.copy': { title: 'Copy with Context', german: 'Mit Kontext kopieren', palette: false },
  'searchHit.similar': { title: 'Find Similar Code', german: 'Ähnlichen Code finden', palette: false },
  'searchHit.chat': { title: 'Add to Chat', german: 'Zum Chat hinzufügen', palette: false },
  'searchHit.open': { title: 'Open', german: 'Öffnen', palette: false },
  'searchHit.definition': { title: 'Go to Definition', german: 'Gehe zu Definition', palette: false },
  'searchHit.references': { title: 'Go to References', german: 'Gehe zu Verweisen', palette: false },
  'searchHit.usedBy': { title: 'Show What Uses This', german: 'Zeigen, wo dies verwendet wird', palette: false },
  'searchHit.uses': { title: 'Show What This Uses', german: 'Zeigen, was dies verwendet', palette: false },
  'searchHit.copyCode': { title: 'Copy', german: 'Kopieren', palette: false },
  'searchHit.copyMarkdown': {
    title: 'Copy as Markdown with Link',
    german: 'Als Markdown mit Link kopieren',
    palette: false,
  },
  'searchFile.open': { title: 'Open', german: 'Öffnen', palette: false },
  'searchFile.side': { title: 'Open to the Side', german: 'Daneben öffnen', palette: false },
  'searchFile.reveal': { title: 'Reveal in Explorer View', german: 'In Explorer-Ansicht anzeigen', palette: false },
  'searchFile.copyPath': { title: 'Copy Path', german: 'Pfad kopieren', palette: false },
  'searchFile.copyRelativePath': { title: 'Copy Relative Path', german: 'Relativen Pfad kopieren', palette: false },
  'searchFile.excludeFile': {
    title: 'Exclude File from Search',
    german: 'Datei von der Suche ausschließen',
    palette: false,
  },
  'searchFile.excludeFolder': {
    title: 'Exclude Folder from Search',
    german: 'Ordner von der Suche ausschließen',
    palette: false,
  },
  'searchFile.select': { title: 'Select for Context', german: 'Für Kontext auswählen', palette: false },
  compareSettings: {
    title: 'Compare Chunk Settings',
    german: 'Chunk-Einstellungen vergleichen',
    icon: '$(split-horizontal)',
    group: 'chunks',
    does: 'Compares two sets of settings side by side on this file.',
    palette: 'editorIsOpen',
  },
  copyChunk: {
    title: 'Copy Chunk',
    german: 'Chunk kopieren',
    icon: '$(copy)',
    group: 'chunks',
    does: 'Copies the chunk at the cursor.',
    palette: 'editorIsOpen',
  },
  copyChunkWithContext: {
    title: 'Copy Chunk with Context',
    german: 'Chunk mit Kontext kopieren',
    group: 'chunks',
    does: 'Copies the chunk with its context: the text that is embedded and, with `codegrain.chunk.context` set to `signatures`, what it uses in other files.',
    palette: 'editorIsOpen',
  },
  showParent: {
    title: 'Show Parent Chunk',
    german: 'Übergeordneten Chunk zeigen',
    group: 'chunks',
    does: 'Selects the definition that encloses the chunk; at the top of a file, the lines of its parent.',
    palette: 'editorIsOpen',
  },
  showUses: {
    title: 'Show What This Uses',
    german: 'Zeigen, was dies verwendet',
    group: 'search',
    does: 'Shows the definitions of the workspace that the code at the cursor uses, level by level. Works on unsaved text, without a language server.',
    palette: 'editorIsOpen && workspaceFolderCount != 0',
  },
  showUsedBy: {
    title: 'Show What Uses This',
    german: 'Zeigen, wo dies verwendet wird',
    group: 'search',
    does: 'Shows the code of the workspace that uses the definition at the cursor, level by level.',
    palette: 'editorIsOpen && workspaceFolderCount != 0',
  },
  'graph.refresh': { title: 'Refresh', german: 'Aktualisieren', icon: '$(refresh)', palette: false },
  'graph.switchDirection': {
    title: 'Switch Direction',
    german: 'Richtung wechseln',
    icon: '$(arrow-swap)',
    palette: false,
  },
  'graph.close': { title: 'Close', german: 'Schließen', icon: '$(close)', palette: false },
  'graph.copy': { title: 'Copy', german: 'Kopieren', icon: '$(copy)', palette: false },
  exportFileChunks: {
    title: "Export This File's Chunks…",
    german: 'Chunks dieser Datei exportieren…',
    icon: '$(export)',
    group: 'chunks',
    does: 'Writes the chunk records of this file as JSON lines.',
    palette: 'editorIsOpen',
  },
  testEmbedding: {
    title: 'Test Embedding Model',
    german: 'Einbettungsmodell testen',
    group: 'embedding',
    does: 'Embeds a question and a piece of code, and shows their similarity, the dimensions and the time.',
  },
  setEmbeddingKey: {
    title: 'Set Embedding Key…',
    german: 'Schlüssel für Einbettungen hinterlegen…',
    group: 'embedding',
    does: 'Saves the key of an embedding server in the secret storage of VS Code.',
    palette: "config.codegrain.embedding.provider != 'built-in'",
  },
  clearEmbeddingKey: {
    title: 'Clear Embedding Key',
    german: 'Schlüssel für Einbettungen löschen',
    group: 'embedding',
    does: 'Deletes a saved key.',
    palette: 'codegrain.hasEmbeddingKey',
  },
  indexWorkspace: {
    title: 'Index Workspace',
    german: 'Arbeitsbereich indizieren',
    icon: '$(database)',
    group: 'index',
    does: 'Agrees to have the workspace indexed, and updates the index now.',
    palette: 'workspaceFolderCount != 0',
  },
  pauseIndexing: {
    title: 'Pause Indexing',
    german: 'Indizierung anhalten',
    icon: '$(debug-pause)',
    group: 'index',
    does: 'Pauses indexing, also across restarts. Everything indexed so far can still be searched.',
    palette: 'codegrain.index =~ /^(ready|indexing|stale|failed)$/',
  },
  resumeIndexing: {
    title: 'Resume Indexing',
    german: 'Indizierung fortsetzen',
    icon: '$(debug-continue)',
    group: 'index',
    does: 'Resumes indexing after a pause.',
    palette: 'codegrain.index == paused',
  },
  stopIndexing: {
    title: 'Stop Indexing',
    german: 'Indizierung abbrechen',
    icon: '$(debug-stop)',
    group: 'index',
    does: 'Stops the current run. Files indexed so far stay indexed.',
    palette: 'codegrain.index == indexing',
  },
  rebuildIndex: {
    title: 'Rebuild Index',
    german: 'Index neu aufbauen',
    icon: '$(refresh)',
    group: 'index',
    does: 'Deletes the index and builds it from zero.',
    palette: 'codegrain.index =~ /^(ready|indexing|stale|failed)$/',
  },
  compactIndex: {
    title: 'Compact Index',
    german: 'Index verdichten',
    group: 'index',
    does: 'Makes the index file smaller and faster to search. Codegrain does this by itself when it is worth it.',
    palette: 'codegrain.index =~ /^(ready|stale)$/',
  },
  clearIndex: {
    title: 'Clear Index…',
    german: 'Index löschen…',
    group: 'index',
    does: 'Deletes the index. The workspace is not indexed again until you ask for it.',
    palette: 'codegrain.index =~ /^(ready|indexing|paused|stale|failed)$/',
  },
  keepIndexInCache: {
    title: 'Keep Index in Cache',
    german: 'Index im Cache ablegen',
    group: 'index',
    does: 'For a folder that the index cannot be written into: sets `codegrain.index.location` to `cache` for it, and indexes it.',
    palette: 'codegrain.index == failed',
  },
  showIndexReport: {
    title: 'Show Index Report',
    german: 'Bericht zum Index anzeigen',
    icon: '$(graph)',
    group: 'index',
    does: 'Shows how many files were found, indexed and skipped, with reasons, and which were not split by their syntax; coverage, chunk sizes, languages, index size, times and model. Copies as Markdown for a bug report, without the paths of your disk.',
    palette: 'codegrain.index =~ /^(absent|ready|indexing|paused|stale|failed)$/',
  },
  showActions: {
    title: 'Show Actions',
    german: 'Aktionen zeigen',
    group: 'status bar',
    does: 'Lists the actions that make sense now, the settings and the log.',
  },
  exportWorkspaceChunks: {
    title: 'Export Workspace Chunks…',
    german: 'Chunks des Arbeitsbereichs exportieren…',
    icon: '$(export)',
    group: 'export',
    does: 'Writes the chunks of a folder into one file: JSON lines, Parquet, CSV or Markdown, with or without context, parents and embeddings.',
    palette: 'workspaceFolderCount != 0',
    needsProcess: true,
  },
  runPrompt: {
    title: 'Run Prompt over Chunks…',
    german: 'Prompt über Chunks ausführen…',
    group: 'language models',
    does: 'Sends the same prompt for every chunk of a selection, file, folder or conversation to a language model.',
    palette: 'editorIsOpen || workspaceFolderCount != 0',
    needsProcess: true,
  },
  continueRun: {
    title: 'Continue Run…',
    german: 'Lauf fortsetzen…',
    group: 'language models',
    does: 'Continues a run that was cancelled or failed, or whose window was closed.',
    palette: 'editorIsOpen || workspaceFolderCount != 0',
    needsProcess: true,
  },
  writeNotes: {
    title: 'Write Notes about Chunks…',
    german: 'Notizen zu Chunks schreiben…',
    group: 'language models',
    does: 'Has a language model write a sentence about each chunk, which is searched and shown with it.',
    palette: 'workspaceFolderCount != 0',
    needsProcess: true,
  },
  retryNotes: {
    title: 'Retry Failed Notes',
    german: 'Fehlgeschlagene Notizen wiederholen',
    group: 'language models',
    does: 'Asks only for the notes that failed.',
    palette: 'workspaceFolderCount != 0',
    needsProcess: true,
  },
  clearNotes: {
    title: 'Clear Notes about Chunks',
    german: 'Notizen zu Chunks löschen',
    group: 'language models',
    does: 'Removes the notes.',
    palette: 'workspaceFolderCount != 0',
    needsProcess: true,
  },
  connectAgents: {
    title: 'Connect Agents…',
    german: 'Agenten verbinden…',
    group: 'agents',
    does: 'Lists the coding agents found here (Claude Code, Cursor, Codex and others), and connects those you choose to the MCP server of this folder. Shows every change before it is written; removing a check mark takes the entry out again.',
    palette: 'workspaceFolderCount != 0',
    needsProcess: true,
  },
  pushToDatabase: {
    title: 'Push to Database…',
    german: 'In Datenbank übertragen…',
    group: 'export',
    does: "Writes the chunks of a folder into your team's PostgreSQL database.",
    palette: 'workspaceFolderCount != 0',
    needsProcess: true,
  },
  setDatabasePassword: {
    title: 'Set Database Password…',
    german: 'Passwort der Datenbank hinterlegen…',
    group: 'export',
    does: 'Saves the password for the user and host in `codegrain.database.url` in the secret storage of VS Code.',
    palette: 'config.codegrain.database.url',
    needsProcess: true,
  },
  clearDatabasePassword: {
    title: 'Clear Database Password',
    german: 'Passwort der Datenbank löschen',
    group: 'export',
    does: 'Deletes a saved database password.',
    palette: 'codegrain.hasDatabasePassword',
    needsProcess: true,
  },
};
