/** The commands as the manifest of the extension declares them, and their English titles. */
import { editorCommands } from '../../src/vscode/editor-commands';

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
  return commands.flatMap(([id, { palette }]) =>
    palette === undefined ? [] : [{ command: `codegrain.${id}`, when: palette === false ? 'false' : palette }],
  );
}

/** Keys and English texts of package.nls.json. */
export function commandTitles(): [key: string, text: string][] {
  return commands.map(([id, { title }]) => [`command.${id}`, title]);
}
