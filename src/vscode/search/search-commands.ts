/** The commands of the search, and those in menus: parts of editor-commands.ts. */
import type { CommandTitle, PaletteCommand } from '../common/command-kinds';

/** The commands of the search, by id without `codegrain.`. */
export const searchCommands: Readonly<Record<string, PaletteCommand>> = {
  search: {
    title: ['Semantic Search', 'Semantische Suche'],
    icon: '$(search)',
    does: 'Finds code by words or meaning, in a quick pick. Starts with the selected text, and opens the search view if there is no index yet.',
    when: 'workspaceFolderCount != 0',
  },
  focusSearch: {
    title: ['Focus Search Box', 'Suchfeld fokussieren'],
    does: 'Opens the search view with the cursor in its box. `Ctrl+K Ctrl+G` (macOS: `⌘K ⌘G`).',
    when: 'false',
  },
  refreshSearch: {
    title: ['Refresh Search', 'Suche aktualisieren'],
    icon: '$(refresh)',
    does: 'Compares the files with the index, and searches again.',
    when: 'false',
  },
  clearSearch: {
    title: ['Clear Search Results', 'Suchergebnisse löschen'],
    icon: '$(clear-all)',
    does: 'Clears the query, the filters and the results.',
    when: 'false',
  },
  collapseResults: {
    title: ['Collapse All Results', 'Alle Ergebnisse zuklappen'],
    icon: '$(collapse-all)',
    does: 'Shows only the files of the results.',
    when: 'false',
  },
  expandResults: {
    title: ['Expand All Results', 'Alle Ergebnisse aufklappen'],
    icon: '$(expand-all)',
    does: 'Shows the places in all files again.',
    when: 'false',
  },
  searchHistory: {
    title: ['Show Search History', 'Suchverlauf zeigen'],
    icon: '$(history)',
    does: 'Lists the recent searches of the workspace: pick one to search again, or clear the list.',
    when: 'false',
  },
  clearSearchHistory: {
    title: ['Clear Search History', 'Suchverlauf löschen'],
    does: 'Forgets the recent searches of the workspace.',
    when: 'false',
  },
  saveSearch: {
    title: ['Save Search…', 'Suche speichern…'],
    icon: '$(bookmark)',
    does: 'Saves the query and its filters with a name, for this workspace.',
    when: 'false',
  },
  savedSearches: {
    title: ['Show Saved Searches', 'Gespeicherte Suchen zeigen'],
    icon: '$(bookmark)',
    does: 'Lists the saved searches of the workspace: pick one to search, or delete it.',
    when: 'false',
  },
  findSimilar: {
    title: ['Find Similar Code', 'Ähnlichen Code finden'],
    icon: '$(search-fuzzy)',
    does: 'Finds code like the selection or the chunk at the cursor. Also in the context menu of the editor.',
    when: 'editorIsOpen',
  },
  openResultsInEditor: {
    title: ['Open Results in Editor', 'Ergebnisse im Editor öffnen'],
    icon: '$(go-to-file)',
    does: 'Opens the results of the search view as a document: up to 50 places with the line numbers of their files, which can be run again and saved.',
    when: 'codegrain.hasResults',
  },
  rerunResults: {
    title: ['Search Again', 'Erneut suchen'],
    icon: '$(refresh)',
    does: 'Searches again for the query of a results editor, or of a saved `.codegrain-results` file as it is written there.',
    when: 'editorLangId == codegrain-results',
  },
  saveResults: {
    title: ['Save Results…', 'Ergebnisse speichern…'],
    icon: '$(save)',
    does: 'Saves a results editor as a `.codegrain-results` file.',
    when: 'editorLangId == codegrain-results',
  },
  showUses: {
    title: ['Find Dependencies', 'Abhängigkeiten finden'],
    does: 'Shows the definitions of the workspace that the code at the cursor uses, level by level. Works on unsaved text, without a language server.',
    when: 'editorIsOpen && workspaceFolderCount != 0',
  },
  showUsedBy: {
    title: ['Find Callers', 'Aufrufer finden'],
    does: 'Shows the code of the workspace that uses the definition at the cursor, level by level.',
    when: 'editorIsOpen && workspaceFolderCount != 0',
  },
  chooseSearchScope: {
    title: ['Choose Search Scope…', 'Suchbereich wählen…'],
    icon: '$(database)',
    does: "Searches this workspace, all repositories of your team's [database](database.md#in-vs-code), or one of them. Also a button below the search box.",
    when: 'config.codegrain.database.url',
  },
  openInWorkspace: {
    title: ['Open in Workspace', 'Im Arbeitsbereich öffnen'],
    icon: '$(go-to-file)',
    does: 'From a file of the database to the same definition in a folder of this window. Also in the title of its editor and in the context menu of a result.',
    when: 'codegrain.isInWorkspace',
  },
};

/** Commands in the menus of views, files and hits, by id without `codegrain.`. */
export const menuCommands: Readonly<Record<string, CommandTitle>> = {
  showBoundaries: { title: ['Show Chunk Boundaries', 'Chunk-Grenzen einblenden'], icon: '$(eye)' },
  hideBoundaries: { title: ['Hide Chunk Boundaries', 'Chunk-Grenzen ausblenden'], icon: '$(eye-closed)' },
  openResultSource: { title: ['Go to Source', 'Gehe zur Quelle'] },
  'searchHit.side': { title: ['Open to the Side', 'Daneben öffnen'], icon: '$(split-horizontal)' },
  'searchHit.parent': { title: ['Show Parent', 'Übergeordneten Chunk zeigen'] },
  'searchHit.copy': { title: ['Copy with Context', 'Mit Kontext kopieren'] },
  'searchHit.similar': { title: ['Find Similar Code', 'Ähnlichen Code finden'] },
  'searchHit.chat': { title: ['Add to Chat', 'Zum Chat hinzufügen'] },
  'searchHit.open': { title: ['Open', 'Öffnen'] },
  'searchHit.definition': { title: ['Go to Definition', 'Gehe zu Definition'] },
  'searchHit.references': { title: ['Go to References', 'Gehe zu Verweisen'] },
  'searchHit.usedBy': { title: ['Find Callers', 'Aufrufer finden'] },
  'searchHit.uses': { title: ['Find Dependencies', 'Abhängigkeiten finden'] },
  'searchHit.copyCode': { title: ['Copy', 'Kopieren'] },
  'searchHit.copyMarkdown': { title: ['Copy as Markdown with Link', 'Als Markdown mit Link kopieren'] },
  'searchFile.open': { title: ['Open', 'Öffnen'] },
  'searchFile.side': { title: ['Open to the Side', 'Daneben öffnen'] },
  'searchFile.reveal': { title: ['Reveal in Explorer View', 'In Explorer-Ansicht anzeigen'] },
  'searchFile.copyPath': { title: ['Copy Path', 'Pfad kopieren'] },
  'searchFile.copyRelativePath': { title: ['Copy Relative Path', 'Relativen Pfad kopieren'] },
  'searchFile.excludeFile': { title: ['Exclude File from Search', 'Datei von der Suche ausschließen'] },
  'searchFile.excludeFolder': { title: ['Exclude Folder from Search', 'Ordner von der Suche ausschließen'] },
  'searchFile.select': { title: ['Select for Context', 'Für Kontext auswählen'] },
  'graph.refresh': { title: ['Refresh', 'Aktualisieren'], icon: '$(refresh)' },
  'graph.switchDirection': { title: ['Switch Direction', 'Richtung wechseln'], icon: '$(arrow-swap)' },
  'graph.close': { title: ['Close', 'Schließen'], icon: '$(close)' },
  'graph.copy': { title: ['Copy', 'Kopieren'], icon: '$(copy)' },
};
