/** What the playground says about texts that it cannot chunk, or not well. */
import type { PlaygroundResult } from './playground-library';

export const emptyMessage = 'Paste code or text to see its chunks.';

/** In UTF-16 units. A text area of this size is still usable. */
const maxLength = 2_000_000;

export function largeMessage(length: number): string | undefined {
  if (length <= maxLength) return undefined;
  return `This text has ${(length / 1e6).toFixed(1)} million characters. The playground takes ${maxLength / 1e6} million; the command line takes more.`;
}

const fallbacks = {
  lines: 'There is no grammar for this text: it is cut by lines.',
  'syntax-error': 'Much of this text is not valid in this language: it is cut by lines.',
  'grammar-failed': 'The parser failed on this text: it is cut by lines.',
  'grammar-timeout': 'The parser took too long on this text: it is cut by lines.',
  'grammar-crashed': 'The parser crashed on this text: it is cut by lines.',
} as const;

/** Empty if there is none. */
export function problemIn({ fallback, warnings }: PlaygroundResult, text: string): string {
  return [
    ...(fallback ? [fallbacks[fallback]] : []),
    ...(text.includes('\0') ? ['This text has NUL characters: it may be a binary file.'] : []),
    ...warnings,
  ].join(' ');
}
