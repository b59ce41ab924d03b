/** The icon of a chunk: VS Code's own icon for its kind. */
import { ThemeColor, ThemeIcon } from 'vscode';
import type { Chunk, ChunkKind } from '../../code/chunk';

/** Kinds whose symbol has the same name. */
const symbols = new Set<string>([
  ...['function', 'method', 'constructor', 'class', 'struct', 'interface', 'enum', 'module', 'namespace'],
  ...['object', 'constant', 'variable', 'field', 'property', 'event', 'key'],
]);

const others: Partial<Record<Exclude<ChunkKind, 'constructor'>, string>> = {
  trait: 'symbol-interface',
  protocol: 'symbol-interface',
  impl: 'symbol-class',
  extension: 'symbol-class',
  type: 'symbol-type-parameter',
  macro: 'symbol-snippet',
  test: 'beaker',
  rule: 'symbol-color',
  resource: 'server',
  target: 'play',
  imports: 'package',
  comment: 'comment',
  lines: 'list-flat',
};

const otherIcons: ReadonlyMap<string, string> = new Map(Object.entries(others));

export function chunkIcon(chunk: Chunk): ThemeIcon {
  if (chunk.role === 'parent') return new ThemeIcon('folder-library');
  const { name, colour } = kindIcon(chunk.kind);
  return new ThemeIcon(name, colour === undefined ? undefined : new ThemeColor(colour));
}

/** The icon's name and its theme colour. The kind of a hit comes from the index, which another version may have written. */
export function kindIcon(kind: string): { readonly name: string; readonly colour: string | undefined } {
  const name = symbols.has(kind) ? `symbol-${kind}` : (otherIcons.get(kind) ?? 'symbol-misc');
  return { name, colour: name.startsWith('symbol-') ? `symbolIcon.${camel(name.slice(7))}Foreground` : undefined };
}

function camel(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
