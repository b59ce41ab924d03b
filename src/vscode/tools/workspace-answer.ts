/** Answers of the index as models in the editor get them. */
import type { HitPlace } from '../../search/hits/hit';
import type { SearchAnswer } from '../../search/searcher';
import { RootFolder } from '../../tools/root-folder';
import { isStoredRoot } from '../common/stored-root';
import { workspacePath } from './place-link';

/** The answer with paths of the workspace, without files outside the folder that symbolic links lead to. */
export function workspaceAnswer(answer: SearchAnswer): SearchAnswer {
  const roots = new Map<string, RootFolder>();
  const rootOf = (root: string): RootFolder => {
    const folder = roots.get(root) ?? new RootFolder(root);
    roots.set(root, folder);
    return folder;
  };
  const hits = answer.hits.flatMap((hit) => {
    const { root, parent, duplicates } = hit;
    if (!isStoredRoot(root) && !rootOf(root).contains(hit.path)) return [];
    const toWorkspace = <T extends HitPlace>(place: T): T => ({
      ...place,
      path: workspacePath(place.root ?? root, place.path),
    });
    return [
      {
        ...toWorkspace(hit),
        ...(parent && { parent: toWorkspace(parent) }),
        ...(duplicates && { duplicates: duplicates.map(toWorkspace) }),
      },
    ];
  });
  return { ...answer, hits };
}

/** For messages to the user. */
export function shortQuery(query: string): string {
  return query.length > 200 ? `${query.slice(0, 199)}…` : query;
}
