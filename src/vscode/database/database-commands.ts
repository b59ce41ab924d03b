/** The commands of the team's database: a part of editor-commands.ts. */
import type { PaletteCommand } from '../common/command-kinds';

/** By id, without `codegrain.`. */
export const databaseCommands: Readonly<Record<string, PaletteCommand>> = {
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
  chooseSearchScope: {
    title: 'Choose Search Scope…',
    german: 'Suchbereich wählen…',
    icon: '$(database)',
    group: 'search',
    does: "Searches this workspace, all repositories of your team's [database](database.md#in-vs-code), or one of them. Also a button below the search box.",
    palette: 'config.codegrain.database.url',
    needsProcess: true,
  },
  openInWorkspace: {
    title: 'Open in Workspace',
    german: 'Im Arbeitsbereich öffnen',
    icon: '$(go-to-file)',
    group: 'search',
    does: 'From a file of the database to the same definition in a folder of this window. Also in the title of its editor and in the context menu of a result.',
    palette: 'codegrain.isInWorkspace',
    needsProcess: true,
  },
};
