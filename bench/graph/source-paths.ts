/** The files of a repository that the product reads, by language. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { discover } from '../../src/workspace/discover';

export async function sourcePaths(folder: string, isSource: (path: string) => boolean): Promise<string[]> {
  const paths: string[] = [];
  for await (const found of discover(folder)) {
    if (!('skipped' in found) && isSource(found.path)) paths.push(found.path);
  }
  return paths;
}

/** The text of a file as the product sees it; undefined if it is no UTF-8. */
export function sourceText(folder: string, path: string): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(join(folder, path)));
  } catch {
    return undefined;
  }
}
