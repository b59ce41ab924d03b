/** Groups hits by file, like VS Code's own search: the file with the best hit comes first, and so does the best hit in each file. */
import type { Hit } from './hit';

export interface FileHits {
  readonly key: string;
  readonly root: string;
  readonly path: string;
  readonly hits: readonly Hit[];
}

export function groupHits(hits: readonly Hit[]): FileHits[] {
  const byFile = new Map<string, Hit[]>();
  const sorted = [...hits].sort((a, b) => b.score - a.score);
  for (const hit of sorted) {
    const key = fileKey(hit);
    const group = byFile.get(key);
    if (group) group.push(hit);
    else byFile.set(key, [hit]);
  }
  return [...byFile].flatMap(([key, members]) => {
    const [first] = members;
    return first ? [{ key, root: first.root, path: first.path, hits: members }] : [];
  });
}

/** Identifies a file across searches. */
export function fileKey({ root, path }: Pick<Hit, 'root' | 'path'>): string {
  return `${root}\n${path}`;
}

/** Identifies a chunk across searches, as long as only other parts of the file are edited. */
export function hitKey(hit: Pick<Hit, 'root' | 'path' | 'id'>): string {
  return `${fileKey(hit)}\n${hit.id}`;
}
