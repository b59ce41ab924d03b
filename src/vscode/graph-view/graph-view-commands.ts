/** The commands of the view that shows what uses what: a part of editor-commands.ts. */
import type { MenuCommand, PaletteCommand } from '../common/command-kinds';

/** By id, without `codegrain.`. */
export const graphViewCommands: Readonly<Record<string, PaletteCommand | MenuCommand>> = {
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
};
