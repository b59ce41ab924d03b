/** The files that are made from the tables of options, with the texts they should have. */
import { flagTable } from './flag-tables';
import { fillTables, settingTable } from './markdown-tables';
import { configuration, restrictedSettings, settingTexts } from './setting-manifest';

type ReadText = (file: string) => string;

export function generatedFiles(read: ReadText): [name: string, text: string][] {
  return [
    ['package.json', manifest(read('package.json'))],
    ['package.nls.json', englishTexts(read('package.nls.json'))],
    ['docs/settings.md', fillTables(read('docs/settings.md'), settingTable)],
    ['docs/command-line.md', fillTables(read('docs/command-line.md'), flagTable)],
  ];
}

function manifest(text: string): string {
  const content = JSON.parse(text);
  content.contributes.configuration = configuration();
  content.capabilities.untrustedWorkspaces.restrictedConfigurations = restrictedSettings();
  return json(content);
}

/** Other texts stay as they are; those of settings follow them. */
function englishTexts(text: string): string {
  const others = Object.entries(JSON.parse(text)).filter(([key]) => !/^settings?\./.test(key));
  return json(Object.fromEntries([...others, ...settingTexts()]));
}

function json(content: unknown): string {
  return `${JSON.stringify(content, undefined, 2)}\n`;
}
