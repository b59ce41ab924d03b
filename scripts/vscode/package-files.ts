/** The folders that can go into the `.vsix`; `.vscodeignore` then selects files from them. */
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = ['dist', 'grammars', 'l10n', 'media', 'models'];

/** Copies only the needed folders: vsce looks at every file, and the corpora of bench/ have many. */
export function copyForPackage(from: string, to: string): void {
  for (const entry of readdirSync(from, { withFileTypes: true }))
    if (FOLDERS.includes(entry.name) || (entry.isFile() && !entry.name.endsWith('.vsix')))
      cpSync(join(from, entry.name), join(to, entry.name), { recursive: true });
}
