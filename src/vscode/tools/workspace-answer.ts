/** Answers of the index as models in the editor get them. */
import type { HitPlace } from '../../search/hits/hit';
import type { SearchAnswer } from '../../search/searcher';
import { workspacePath } from './place-link';

/** The answer with paths of the workspace. */
export function workspaceAnswer(answer: SearchAnswer): SearchAnswer {
  const hits = answer.hits.map((hit) => {
    const { root, parent, duplicates } = hit;
    const toWorkspace = <T extends HitPlace>(place: T): T => ({
      ...place,
      path: workspacePath(place.root ?? root, place.path),
    });
    return {
      ...toWorkspace(hit),
      ...(parent && { parent: toWorkspace(parent) }),
      ...(duplicates && { duplicates: duplicates.map(toWorkspace) }),
    };
  });
  return { ...answer, hits };
}

/** For messages to the user. */
export function shortQuery(query: string): string {
  return query.length > 200 ? `${query.slice(0, 199)}…` : query;
}
