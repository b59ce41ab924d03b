/** Hits by file, as VS Code's own search lists them: the file with the best hit first, in a file the best hit first. */
import type { Hit } from '../../search/hits/hit';

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
    const before = byFile.get(key);
    if (before) before.push(hit);
    else byFile.set(key, [hit]);
  }
  return [...byFile].flatMap(([key, members]) => {
    const [first] = members;
    return first ? [{ key, root: first.root, path: first.path, hits: members }] : [];
  });
}

/** The same for the same file in every answer. */
function fileKey({ root, path }: Pick<Hit, 'root' | 'path'>): string {
  return `${root}\n${path}`;
}

/** The same for the same chunk in every answer, while it is edited elsewhere. */
export function hitKey(hit: Pick<Hit, 'root' | 'path' | 'id'>): string {
  return `${fileKey(hit)}\n${hit.id}`;
}
