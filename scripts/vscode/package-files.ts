/** What may go into the `.vsix`: `.vscodeignore` decides among these. */
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = ['dist', 'grammars', 'l10n', 'media', 'models'];

/** Copies the few folders that matter: vsce looks at every file, and the corpora of bench/ have many. */
export function copyForPackage(from: string, to: string): void {
  for (const entry of readdirSync(from, { withFileTypes: true }))
    if (FOLDERS.includes(entry.name) || (entry.isFile() && !entry.name.endsWith('.vsix')))
      cpSync(join(from, entry.name), join(to, entry.name), { recursive: true });
}
