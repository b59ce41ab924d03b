/** The icon of a chunk: VS Code's own icon for its kind. */
import { ThemeColor, ThemeIcon } from 'vscode';
import type { Chunk, ChunkKind } from '../../code/chunk';

const names: Partial<Record<ChunkKind, string>> = {
  function: 'symbol-function',
  method: 'symbol-method',
  constructor: 'symbol-constructor',
  class: 'symbol-class',
  struct: 'symbol-struct',
  interface: 'symbol-interface',
  trait: 'symbol-interface',
  protocol: 'symbol-interface',
  impl: 'symbol-class',
  extension: 'symbol-class',
  enum: 'symbol-enum',
  type: 'symbol-type-parameter',
  module: 'symbol-module',
  namespace: 'symbol-namespace',
  object: 'symbol-object',
  constant: 'symbol-constant',
  variable: 'symbol-variable',
  field: 'symbol-field',
  property: 'symbol-property',
  macro: 'symbol-snippet',
  test: 'beaker',
  event: 'symbol-event',
  key: 'symbol-key',
  rule: 'symbol-color',
  resource: 'server',
  target: 'play',
  imports: 'package',
  comment: 'comment',
  lines: 'list-flat',
};

const byKind: ReadonlyMap<string, string> = new Map(Object.entries(names));

export function chunkIcon(chunk: Chunk): ThemeIcon {
  if (chunk.role === 'parent') return new ThemeIcon('folder-library');
  const { name, colour } = kindIcon(chunk.kind);
  return new ThemeIcon(name, colour === undefined ? undefined : new ThemeColor(colour));
}

/** The icon's name and its theme colour. The kind of a hit comes from the index, which another version may have written. */
export function kindIcon(kind: string): { readonly name: string; readonly colour: string | undefined } {
  const name = byKind.get(kind) ?? 'symbol-misc';
  return { name, colour: name.startsWith('symbol-') ? `symbolIcon.${camel(name.slice(7))}Foreground` : undefined };
}

function camel(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
