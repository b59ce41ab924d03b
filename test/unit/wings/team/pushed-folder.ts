/** Folders with code to push. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '../../index/file/index-folders';

export function put(folder: string, path: string, text: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/** A file with several functions, large enough to have children and a parent. */
export function moduleText(name: string, functions: number): string {
  return Array.from({ length: functions }, (_, at) => {
    const body = Array.from(
      { length: 14 },
      (__, line) => `    total = total + ${name}_step_${at}(values[${line}], ${line})`,
    );
    return `def ${name}_part_${at}(values, total):\n    """Adds what step ${at} of ${name} gives."""\n${body.join('\n')}\n    return total\n`;
  }).join('\n\n');
}

export function smallFolder(): string {
  const folder = temporaryFolder();
  put(folder, 'src/router.py', moduleText('router', 6));
  put(folder, 'src/parser.py', moduleText('parser', 2));
  put(folder, 'docs/guide.md', '# Guide\n\nHow requests are routed.\n');
  put(folder, 'odd.py', 'name = "naïve ␀ \u{1f600}"  # quote \' and \\ backslash\n');
  return folder;
}

/** Enough files for several batches. */
export function largeFolder(files: number): string {
  const folder = temporaryFolder();
  for (let at = 0; at < files; at++) put(folder, `d${at % 7}/f${at}.py`, moduleText(`f${at}`, 3));
  return folder;
}
