/** The commands as the manifest of the extension declares them, their titles, and their tables in docs/commands.md. */
import { desktopCommands } from '../../src/vscode/common/command-kinds';
import { editorCommands, paletteCommands } from './editor-commands';
import { code, markdownTable } from './markdown-tables';

const commands = Object.entries(editorCommands);
const onDesktop: readonly string[] = Object.values(desktopCommands).flat();

export function commandDeclarations(): unknown[] {
  return commands.map(([id, { icon }]) => ({
    command: `codegrain.${id}`,
    title: `%command.${id}%`,
    category: 'Codegrain',
    ...(icon !== undefined && { icon }),
  }));
}

export function paletteEntries(): unknown[] {
  return commands.flatMap((command) => {
    const when = whenClause(command);
    return when === undefined ? [] : [{ command: `codegrain.${command[0]}`, when }];
  });
}

function whenClause([id, { does, when }]: (typeof commands)[number]): string | undefined {
  if (does === undefined) return 'false';
  if (when === undefined || !onDesktop.includes(id)) return when;
  return `${when.includes('||') ? `(${when})` : when} && !codegrain.isWeb`;
}

/** Keys and texts of package.nls.json (0) and package.nls.de.json (1). */
export function commandTitles(language: 0 | 1): [key: string, text: string][] {
  return commands.map(([id, { title }]) => [`command.${id}`, title[language]]);
}

/** Commands that the palette never shows have no row. */
export function commandTable(name: string): string | undefined {
  const group = paletteCommands[name.replace(/^commands /, '')];
  if (!group || !name.startsWith('commands ')) return undefined;
  const rows = Object.entries(group).map(([id, { title, does }]) => [title[0], code(`codegrain.${id}`), does]);
  return markdownTable(['command', 'id', 'what it does'], rows);
}
