/** Describes a chunked file for people: one line per chunk, children below their parent. */
import { printablePath } from '../../shared/printable-path';
import type { Chunk, ChunkedFile, Fallback } from '../chunk';
import { shownName, shownNameText } from './labels';

const fallbacks: Record<Fallback, string> = {
  lines: 'no grammar: cut by lines',
  'syntax-error': 'syntax error here',
  'grammar-failed': 'the parser failed: cut by lines',
  'grammar-timeout': 'the parser took too long: cut by lines',
  'grammar-crashed': 'the parser crashed: cut by lines',
};

export function describeFile(file: ChunkedFile): string {
  const searched = file.chunks.filter((chunk) => chunk.role !== 'parent');
  const tokens = searched.reduce((sum, chunk) => sum + chunk.tokens.text, 0);
  const fallback = file.fallback ? `, ${fallbacks[file.fallback]}` : '';
  const note = file.encoding === undefined ? fallback : `${fallback}, decoded from ${file.encoding}`;
  const head = `${printablePath(file.path)}  ${file.language}, ${plural(searched.length, 'chunk')}, ${plural(tokens, 'token')}${note}\n`;
  return head + file.chunks.map((chunk) => describeChunk(chunk, file.fallback)).join('');
}

function describeChunk(chunk: Chunk, ofFile: Fallback | undefined): string {
  const lines = `${chunk.startLine}-${chunk.endLine}`.padStart(11);
  const shown = shownName(chunk);
  const name = [...chunk.scope, shownNameText(shown)].filter((part) => part !== '').join('.');
  const title = [shown.kind ?? '', name].filter((part) => part !== '').join(' ');
  const indent = chunk.role === 'child' ? '    ' : '  ';
  const carried = [
    plural(chunk.tokens.text, 'token'),
    ...(chunk.imports.length > 0 ? [plural(new Set(chunk.imports.map((entry) => entry.name)).size, 'import')] : []),
    ...(chunk.globals.length > 0 ? [plural(chunk.globals.length, 'global')] : []),
    ...(chunk.dependencies && chunk.dependencies.length > 0 ? [`uses ${chunk.dependencies.length} more`] : []),
    ...(chunk.omitted.length > 0 ? [`${chunk.omitted.length} omitted`] : []),
    ...(chunk.role === 'parent' ? ['parent'] : []),
    ...(chunk.fallback && chunk.fallback !== ofFile ? [fallbacks[chunk.fallback]] : []),
  ];
  return `${lines}${indent}${title === '' ? 'lines' : title} · ${carried.join(' · ')}\n`;
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
