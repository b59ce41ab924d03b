/** How tools name what is in a database: a repository as `NAME` or `NAME@BRANCH`, a file of it as `NAME@BRANCH:PATH`. */
import type { FileAddress, StoredRepository } from '../../engine/stored-code';
import type { Hit, HitPlace } from '../../search/hits/hit';

interface ChosenRepository {
  readonly repository: string;
  /** Left out: the default branch. */
  readonly branch?: string;
}

/** Of a repository such as `team/web`, the last part is enough if no other has it. */
export function repositoryNamed(name: string, repositories: readonly StoredRepository[]): ChosenRepository | undefined {
  const whole = known(name, repositories);
  if (whole) return { repository: whole.repository };
  // Both names may have an @ themselves.
  for (let at = name.lastIndexOf('@'); at > 0; at = name.lastIndexOf('@', at - 1)) {
    const found = known(name.slice(0, at), repositories);
    const branch = name.slice(at + 1);
    if (found?.branches.some((each) => each.name === branch)) return { repository: found.repository, branch };
  }
  return undefined;
}

function known(name: string, repositories: readonly StoredRepository[]): StoredRepository | undefined {
  const exact = repositories.find(({ repository }) => repository === name);
  if (exact) return exact;
  const [short, ...others] = repositories.filter(({ repository }) => repository.endsWith(`/${name}`));
  return others.length === 0 ? short : undefined;
}

/** Undefined if the path does not begin with the name of a repository. */
export function placeNamed(path: string, repositories: readonly StoredRepository[]): FileAddress | undefined {
  for (let at = path.indexOf(':'); at > 0; at = path.indexOf(':', at + 1)) {
    const chosen = repositoryNamed(path.slice(0, at), repositories);
    if (!chosen) continue;
    const { repository } = chosen;
    const branches = repositories.find((each) => each.repository === repository)?.branches ?? [];
    const branch = chosen.branch ?? branches.find(({ isDefault }) => isDefault)?.name ?? '';
    return { repository, branch, path: path.slice(at + 1) };
  }
  return undefined;
}

export function storedPathText({ repository, branch, path }: FileAddress): string {
  return `${repository}@${branch}:${path}`;
}

/** A hit of a database with paths that tools take. */
export function namedHit(hit: Hit): Hit {
  const { root, duplicates, parent } = hit;
  const named = <Place extends HitPlace>(place: Place): Place => ({
    ...place,
    path: `${place.root ?? root}:${place.path}`,
  });
  return {
    ...named(hit),
    ...(parent && { parent: named(parent) }),
    ...(duplicates && { duplicates: duplicates.map(named) }),
  };
}
