/** The files of an index as the rules of modules see them. */
import type { WorkspaceFiles } from './modules/module-rules';
import { folderOfPath, lastPart } from './modules/workspace-paths';

const none: readonly string[] = [];

export class IndexedPaths implements WorkspaceFiles {
  private readonly paths = new Set<string>();
  /** Made when it is first needed: few languages ask for folders. */
  private byFolder: Map<string, string[]> | undefined;
  private readonly byName = new Map<string, string[]>();
  private readonly texts = new Map<string, string | undefined>();

  /** @param readText the text of a file of the workspace; undefined if it cannot be read. */
  constructor(
    paths: Iterable<string>,
    private readonly readText: (path: string) => string | undefined,
  ) {
    for (const path of paths) {
      if (this.paths.has(path)) continue;
      this.paths.add(path);
      add(this.byName, lastPart(path), path);
    }
  }

  get size(): number {
    return this.paths.size;
  }

  has(path: string): boolean {
    return this.paths.has(path);
  }

  inFolder(folder: string): readonly string[] {
    if (!this.byFolder) {
      this.byFolder = new Map();
      for (const path of this.paths) add(this.byFolder, folderOfPath(path), path);
    }
    return this.byFolder.get(folder) ?? none;
  }

  named(name: string): readonly string[] {
    return this.byName.get(name) ?? none;
  }

  read(path: string): string | undefined {
    if (!this.texts.has(path)) this.texts.set(path, this.paths.has(path) ? this.readText(path) : undefined);
    return this.texts.get(path);
  }
}

function add(lists: Map<string, string[]>, key: string, path: string): void {
  const list = lists.get(key);
  if (list) list.push(path);
  else lists.set(key, [path]);
}
