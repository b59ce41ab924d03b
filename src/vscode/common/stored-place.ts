/**
 * How answers and addresses name repositories of the team's database: the root of their hits is `REPOSITORY@BRANCH`, where that of a
 * folder is a path. Both names may contain `/` and `@`, so the address of a file also has the root as its query.
 */
import { Uri } from 'vscode';

/** As package.json declares it. */
export const teamScheme = 'codegrain-team';

interface StoredPlace {
  readonly root: string;
  /** Relative to the repository, with `/`. */
  readonly path: string;
}

export function isStoredRoot(root: string): boolean {
  return root.includes('@') && !/^(?:[/\\]|[a-z]:[/\\])/i.test(root);
}

export function storedUri(root: string, path: string): Uri {
  return Uri.from({ scheme: teamScheme, path: `/${root}/${path}`, query: root });
}

/** Undefined if the document is not from the database. */
export function storedPlaceOf({ scheme, query: root, path }: Uri): StoredPlace | undefined {
  if (scheme !== teamScheme || root === '' || !path.startsWith(`/${root}/`)) return undefined;
  return { root, path: path.slice(root.length + 2) };
}
