/** The commands in the menus of files and hits in the search view: a part of editor-commands.ts. */
import type { MenuCommand } from '../../common/command-kinds';

/** By id, without `codegrain.`. */
export const resultMenuCommands: Readonly<Record<string, MenuCommand>> = {
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
};
