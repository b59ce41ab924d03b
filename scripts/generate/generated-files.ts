/** The files that are made from the tables of options, commands and languages, with the texts they should have. */
import { commandDeclarations, commandTable, commandTitles, paletteEntries } from './command-manifest';
import { flagTable } from './flag-tables';
import { languageTable } from './language-tables';
import { fillTables, settingTable } from './markdown-tables';
import { resultsGrammar } from './results-grammar';
import { serveSchema, serveTable } from './serve-docs';
import { configuration, restrictedSettings, settingTexts } from './setting-manifest';
import { refuseDuplicateKeys } from './unique-keys';

type ReadText = (file: string) => string;

const editedByHand = ['package.json', 'package.nls.json', 'package.nls.de.json', 'l10n/bundle.l10n.de.json'];

/** Throws if a file that people edit has a key twice. */
export function generatedFiles(read: ReadText): [name: string, text: string][] {
  for (const name of editedByHand) refuseDuplicateKeys(name, read(name));
  return [
    ['package.json', manifest(read('package.json'))],
    ['package.nls.json', englishTexts(read('package.nls.json'))],
    ['package.nls.de.json', germanTexts(read('package.nls.de.json'))],
    ['docs/settings.md', fillTables(read('docs/settings.md'), settingTable)],
    ['docs/command-line.md', fillTables(read('docs/command-line.md'), flagTable)],
    ['docs/serve.md', fillTables(read('docs/serve.md'), serveTable)],
    ['docs/serve.schema.json', json(serveSchema())],
    ['docs/commands.md', fillTables(read('docs/commands.md'), commandTable)],
    ['docs/languages.md', fillTables(read('docs/languages.md'), languageTable)],
    ['media/results.tmLanguage.json', json(resultsGrammar())],
  ];
}

function manifest(text: string): string {
  const content = JSON.parse(text);
  content.contributes.commands = commandDeclarations();
  content.contributes.menus.commandPalette = paletteEntries();
  content.contributes.configuration = configuration();
  content.capabilities.untrustedWorkspaces.restrictedConfigurations = restrictedSettings();
  return json(content);
}

/** Other texts stay as they are; those of commands and settings follow them. */
function englishTexts(text: string): string {
  const others = Object.entries(JSON.parse(text)).filter(([key]) => !/^(command|settings?)\./.test(key));
  return json(Object.fromEntries([...others, ...commandTitles(0), ...settingTexts()]));
}

/** The German of settings is written there by hand. */
function germanTexts(text: string): string {
  const others = Object.entries(JSON.parse(text)).filter(([key]) => !key.startsWith('command.'));
  return json(Object.fromEntries([...others, ...commandTitles(1)]));
}

function json(content: unknown): string {
  return `${JSON.stringify(content, undefined, 2)}\n`;
}
