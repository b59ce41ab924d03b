/**
 * Every command of the extension: its title, its icon, when the command palette shows it, and what it does. `npm run generate` writes
 * them into the manifest, package.nls.json, package.nls.de.json and docs/commands.md; menus of views are in package.json by hand.
 */
import type { CommandTitle, PaletteCommand } from './command-kinds';
import { menuCommands, searchCommands } from './search-commands';

/** By the table of docs/commands.md that lists them, and by id, without `codegrain.`. */
export const paletteCommands: Readonly<Record<string, Readonly<Record<string, PaletteCommand>>>> = {
  chunks: {
    chunkCurrentFile: {
      title: ['Chunk Current File', 'Aktuelle Datei in Chunks zerlegen'],
      icon: '$(layers)',
      does: 'Shows the chunk boundaries and opens the Chunks view on the file.',
      when: 'editorIsOpen',
    },
    toggleBoundaries: {
      title: ['Toggle Chunk Boundaries', 'Chunk-Grenzen ein- oder ausblenden'],
      does: 'Shows or hides the boundaries in this file.',
      when: 'editorIsOpen',
    },
    compareSettings: {
      title: ['Compare Chunk Settings', 'Chunk-Einstellungen vergleichen'],
      icon: '$(split-horizontal)',
      does: 'Compares two sets of settings side by side on this file.',
      when: 'editorIsOpen',
    },
    copyChunk: {
      title: ['Copy Chunk', 'Chunk kopieren'],
      icon: '$(copy)',
      does: 'Copies the chunk at the cursor, after the line of its class. In the rows of the Chunks view.',
      when: 'false',
    },
    copyChunkWithContext: {
      title: ['Copy Chunk with Context', 'Chunk mit Kontext kopieren'],
      does: 'Copies the chunk with its context: path, imports, globals and, with `codegrain.chunk.context` set to `signatures`, what it uses in other files.',
      when: 'editorIsOpen',
    },
    showParent: {
      title: ['Show Parent Chunk', 'Übergeordneten Chunk zeigen'],
      does: 'Selects the definition that encloses the chunk; at the top of a file, the lines of its parent. In the context menu of the Chunks view.',
      when: 'false',
    },
    exportFileChunks: {
      title: ["Export This File's Chunks…", 'Chunks dieser Datei exportieren…'],
      icon: '$(export)',
      does: 'Writes the chunk records of this file as JSON lines.',
      when: 'editorIsOpen',
    },
  },
  search: searchCommands,
  embedding: {
    testEmbedding: {
      title: ['Test Embedding Model', 'Einbettungsmodell testen'],
      does: 'Embeds a question and a piece of code, and shows their similarity, the dimensions and the time.',
      when: "config.codegrain.embedding.provider != 'built-in'",
    },
    setEmbeddingKey: {
      title: ['Set Embedding Key…', 'Schlüssel für Einbettungen hinterlegen…'],
      does: 'Saves the key of an embedding server in the secret storage of VS Code.',
      when: "config.codegrain.embedding.provider != 'built-in'",
    },
    clearEmbeddingKey: {
      title: ['Clear Embedding Key', 'Schlüssel für Einbettungen löschen'],
      does: 'Deletes a saved key.',
      when: 'codegrain.hasEmbeddingKey',
    },
  },
  index: {
    indexWorkspace: {
      title: ['Index Workspace', 'Arbeitsbereich indizieren'],
      icon: '$(database)',
      does: 'Agrees to have the workspace indexed, and updates the index now. An index that is up to date does not need it.',
      when: 'workspaceFolderCount != 0 && codegrain.index != ready && codegrain.index != indexing && codegrain.index != paused',
    },
    pauseIndexing: {
      title: ['Pause Indexing', 'Indizierung anhalten'],
      icon: '$(debug-pause)',
      does: 'Pauses indexing, also across restarts. Everything indexed so far can still be searched.',
      when: 'codegrain.index =~ /^(ready|indexing|stale|failed)$/',
    },
    resumeIndexing: {
      title: ['Resume Indexing', 'Indizierung fortsetzen'],
      icon: '$(debug-continue)',
      does: 'Resumes indexing after a pause.',
      when: 'codegrain.index == paused',
    },
    stopIndexing: {
      title: ['Stop Indexing', 'Indizierung abbrechen'],
      icon: '$(debug-stop)',
      does: 'Stops the current run. Files indexed so far stay indexed.',
      when: 'codegrain.index == indexing',
    },
    rebuildIndex: {
      title: ['Rebuild Index', 'Index neu aufbauen'],
      icon: '$(refresh)',
      does: 'Deletes the index and builds it from zero.',
      when: 'codegrain.index =~ /^(ready|indexing|stale|failed)$/',
    },
    clearIndex: {
      title: ['Clear Index…', 'Index löschen…'],
      does: 'Deletes the index. The workspace is not indexed again until you ask for it.',
      when: 'codegrain.index =~ /^(ready|indexing|paused|stale|failed)$/',
    },
    keepIndexInCache: {
      title: ['Keep Index in Cache', 'Index im Cache ablegen'],
      does: 'For a folder that the index cannot be written into: sets `codegrain.index.location` to `cache` for it, and indexes it.',
      when: 'codegrain.index == failed',
    },
    showIndexReport: {
      title: ['Show Index Report', 'Bericht zum Index anzeigen'],
      icon: '$(graph)',
      does: 'Shows how many files were found, indexed and skipped, with reasons, and which were not split by their syntax; coverage, chunk sizes, languages, index size, times and model. Copies as Markdown for a bug report, without the paths of your disk.',
      when: 'codegrain.index =~ /^(absent|ready|indexing|paused|stale|failed)$/',
    },
  },
  'status bar': {
    showActions: {
      title: ['Show Actions', 'Aktionen zeigen'],
      does: 'Lists the actions that make sense now, the settings and the log.',
    },
  },
  export: {
    exportWorkspaceChunks: {
      title: ['Export Workspace Chunks…', 'Chunks des Arbeitsbereichs exportieren…'],
      icon: '$(export)',
      does: 'Writes the chunks of a folder into one file: JSON lines, Parquet, CSV or Markdown, with or without context, parents and embeddings.',
      when: 'workspaceFolderCount != 0',
    },
    pushToDatabase: {
      title: ['Push to Database…', 'In Datenbank übertragen…'],
      does: "Writes the chunks of a folder into your team's PostgreSQL database.",
      when: 'workspaceFolderCount != 0 && config.codegrain.database.url',
    },
    setDatabasePassword: {
      title: ['Set Database Password…', 'Passwort der Datenbank hinterlegen…'],
      does: 'Saves the password for the user and host in `codegrain.database.url` in the secret storage of VS Code.',
      when: 'config.codegrain.database.url',
    },
    clearDatabasePassword: {
      title: ['Clear Database Password', 'Passwort der Datenbank löschen'],
      does: 'Deletes a saved database password.',
      when: 'codegrain.hasDatabasePassword',
    },
  },
  'language models': {
    runPrompt: {
      title: ['Run Prompt over Chunks…', 'Prompt über Chunks ausführen…'],
      does: 'Sends the same prompt for every chunk of a selection, file, folder or conversation to a language model.',
      when: 'editorIsOpen || workspaceFolderCount != 0',
    },
    continueRun: {
      title: ['Continue Run…', 'Lauf fortsetzen…'],
      does: 'Continues a run that was cancelled or failed, or whose window was closed.',
      when: 'codegrain.hasRuns',
    },
    writeNotes: {
      title: ['Write Notes about Chunks…', 'Notizen zu Chunks schreiben…'],
      does: 'Has a language model write a sentence about each chunk, which is searched and shown with it.',
      when: 'workspaceFolderCount != 0',
    },
    retryNotes: {
      title: ['Retry Failed Notes', 'Fehlgeschlagene Notizen wiederholen'],
      does: 'Asks only for the notes that failed.',
      when: 'codegrain.hasNotes',
    },
    clearNotes: {
      title: ['Clear Notes about Chunks', 'Notizen zu Chunks löschen'],
      does: 'Removes the notes.',
      when: 'codegrain.hasNotes',
    },
  },
  agents: {
    connectAgents: {
      title: ['Connect Agents…', 'Agenten verbinden…'],
      does: 'Lists the coding agents found here (Claude Code, Cursor, Codex and others), and connects those you choose to the MCP server of this folder. Shows every change before it is written; removing a check mark takes the entry out again.',
      when: 'workspaceFolderCount != 0',
    },
  },
};

/** All of them by id, those of menus included. */
export const editorCommands: Readonly<Record<string, CommandTitle & Partial<PaletteCommand>>> = {
  ...menuCommands,
  ...Object.fromEntries(Object.values(paletteCommands).flatMap((group) => Object.entries(group))),
};
