/** The database of a team, as the server asks it: opened by the first question, within what the command line allows. */
import { ToolProblem } from '../../engine/answers/tool-input';
import {
  type FileAddress,
  isDatabaseProblem,
  type StoredCode,
  type StoredFileText,
  type StoredRepository,
} from '../../engine/stored-code';
import type { Hit, HitPlace } from '../../search/hits/hit';
import type { SearchAnswer, SearchOptions } from '../../search/searcher';

export interface DatabaseToServe {
  open(): Promise<StoredCode>;
  /** The only repository, and the only branch of each, that is served; left out: all. */
  readonly repository?: string | undefined;
  readonly branch?: string | undefined;
}

/** A list of repositories is used again for this long. */
const freshMs = 30_000;
/** After a database could not be reached, it is not asked again for this long where others can answer. */
const downMs = 10_000;
const maxNamed = 20;

export class ServedDatabase {
  private opened: Promise<StoredCode> | undefined;
  private listed: { readonly atMs: number; readonly list: Promise<readonly StoredRepository[]> } | undefined;
  private down: { readonly atMs: number; readonly message: string } | undefined;

  constructor(private readonly served: DatabaseToServe) {}

  /** Connects before the first question. */
  begin(): void {
    this.repositories().catch(() => undefined);
  }

  async close(): Promise<void> {
    await (await this.opened?.catch(() => undefined))?.close();
  }

  /** Why it could not be reached a moment ago. */
  get problem(): string | undefined {
    return this.down && performance.now() - this.down.atMs < downMs ? this.down.message : undefined;
  }

  /** @throws `ToolProblem`, like all that follow, if the database cannot answer. */
  async repositories(): Promise<readonly StoredRepository[]> {
    const now = performance.now();
    if (this.listed && now - this.listed.atMs < freshMs) return this.listed.list;
    const list = this.ask((stored) => stored.repositories()).then((all) => this.allowed(all));
    this.listed = { atMs: now, list };
    list.catch(() => {
      this.listed = undefined;
    });
    return list;
  }

  /** @param scope the name of a repository; undefined: all. @param exclude names of repositories that are searched elsewhere. */
  async search(
    query: string,
    options: SearchOptions,
    scope: string | undefined,
    exclude: readonly string[] = [],
  ): Promise<SearchAnswer> {
    const selection = await this.selection(scope);
    return this.ask((stored) => stored.search(query, { ...selection, exclude }, options), options.signal);
  }

  /** Undefined if there is no chunk at this line. */
  async similar(place: FileAddress, line: number, options: SearchOptions): Promise<SearchAnswer | undefined> {
    const selection = await this.selection(undefined);
    return this.ask((stored) => stored.similar(place, line, selection, options), options.signal);
  }

  /** Undefined if the path does not begin with the name of a repository. */
  async place(path: string): Promise<FileAddress | undefined> {
    return path.includes(':') ? placeNamed(path, await this.repositories()) : undefined;
  }

  async file(place: FileAddress, signal: AbortSignal): Promise<StoredFileText> {
    const file = await this.ask((stored) => stored.file(place, signal), signal);
    if (file) return file;
    throw new ToolProblem(`${place.repository}@${place.branch} has no file ${place.path} in the database`);
  }

  private async selection(scope: string | undefined) {
    const { repository, branch } = this.served;
    if (scope !== undefined) {
      const repositories = await this.repositories();
      const chosen = repositoryNamed(scope, repositories);
      if (!chosen) throw new ToolProblem(`there is no repository ${scope} here; ${namesText(repositories)}`);
      return { repositories: [{ repository: chosen.repository, branch: chosen.branch ?? branch }] };
    }
    return repository === undefined ? { branch } : { repositories: [{ repository, branch }] };
  }

  private allowed(all: readonly StoredRepository[]): readonly StoredRepository[] {
    const { repository, branch } = this.served;
    return all.flatMap((each) => {
      const branches = branch === undefined ? each.branches : each.branches.filter(({ name }) => name === branch);
      if (branches.length === 0 || (repository !== undefined && each.repository !== repository)) return [];
      return [
        { ...each, branches: branch === undefined ? branches : branches.map((one) => ({ ...one, isDefault: true })) },
      ];
    });
  }

  private async ask<T>(work: (stored: StoredCode) => Promise<T>, signal?: AbortSignal): Promise<T> {
    try {
      this.opened ??= this.served.open();
      const answer = await work(await this.opened);
      this.down = undefined;
      return answer;
    } catch (error) {
      signal?.throwIfAborted();
      if (!isDatabaseProblem(error)) throw error;
      if (error.reason !== 'no-data') this.down = { atMs: performance.now(), message: error.message };
      throw new ToolProblem(error.message);
    }
  }
}

function namesText(repositories: readonly StoredRepository[]): string {
  const more = repositories.length - maxNamed;
  const names = repositories.slice(0, maxNamed).map(({ repository }) => repository);
  return names.length === 0
    ? 'nothing was pushed yet'
    : `there are ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

// How tools name what is in a database: a repository as `NAME` or `NAME@BRANCH`, a file of it as `NAME@BRANCH:PATH`.

/** Of a repository such as `team/web`, the last part is enough if no other has it. Without a branch it is the default branch. */
function repositoryNamed(
  name: string,
  repositories: readonly StoredRepository[],
): { readonly repository: string; readonly branch?: string } | undefined {
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
function placeNamed(path: string, repositories: readonly StoredRepository[]): FileAddress | undefined {
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
