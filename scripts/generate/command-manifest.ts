/** The commands as the manifest of the extension declares them, their titles, and their tables in docs/commands.md. */
import { editorCommands } from '../../src/vscode/editor-commands';
import { code, markdownTable } from './markdown-tables';

const commands = Object.entries(editorCommands);

export function commandDeclarations(): unknown[] {
  return commands.map(([id, { icon }]) => ({
    command: `codegrain.${id}`,
    title: `%command.${id}%`,
    category: 'Codegrain',
    ...(icon !== undefined && { icon }),
  }));
}

export function paletteEntries(): unknown[] {
  return commands.flatMap(([id, command]) => {
    const when = whenClause(command);
    return when === undefined ? [] : [{ command: `codegrain.${id}`, when }];
  });
}

function whenClause(command: (typeof editorCommands)[string]): string | undefined {
  if (command.palette === false) return 'false';
  const { palette, needsProcess } = command;
  if (!needsProcess || palette === undefined) return palette;
  return `${palette.includes('||') ? `(${palette})` : palette} && !codegrain.isWeb`;
}

/** Keys and texts of package.nls.json and package.nls.de.json. */
export function commandTitles(language: 'title' | 'german'): [key: string, text: string][] {
  return commands.map(([id, command]) => [`command.${id}`, command[language]]);
}

/** Commands that the palette never shows have no row. */
export function commandTable(name: string): string | undefined {
  const rows = commands.flatMap(([id, command]) =>
    command.palette === false || name !== `commands ${command.group}`
      ? []
      : [[command.title, code(`codegrain.${id}`), command.does]],
  );
  return rows.length === 0 ? undefined : markdownTable(['command', 'id', 'what it does'], rows);
}
