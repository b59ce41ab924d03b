/** The texts of a folder as an agent without an index sees them: what git tracks and an editor opens, without binary and lock files. */

import type { CodeIndex } from '../../engine/code-index';
import type { IndexView } from '../../search/view/index-view';
import { discover } from '../../workspace/discover';
import { readSource } from '../../workspace/read-file';
import type { DefinitionsOf } from './measured-task';

interface TreeFile {
  readonly path: string;
  readonly text: string;
  /** In lower case, of the same length where that is possible. */
  readonly lower: string;
}

export class FileTree {
  private readonly byPath: ReadonlyMap<string, TreeFile>;

  private constructor(readonly files: readonly TreeFile[]) {
    this.byPath = new Map(files.map((file) => [file.path, file]));
  }

  static async read(root: string): Promise<FileTree> {
    const files: TreeFile[] = [];
    for await (const found of discover(root)) {
      if ('skipped' in found) continue;
      const read = readSource(found.file);
      if (!('skipped' in read)) files.push(treeFile(found.path, read.text));
    }
    return new FileTree(files);
  }

  static of(texts: Readonly<Record<string, string>>): FileTree {
    return new FileTree(Object.entries(texts).map(([path, text]) => treeFile(path, text)));
  }

  text(path: string): string | undefined {
    return this.byPath.get(path)?.text;
  }

  /** Empty if there is no such file. */
  lines(path: string): string[] {
    const text = this.text(path);
    return text === undefined ? [] : text.split(/\r\n|\r|\n/);
  }
}

function treeFile(path: string, text: string): TreeFile {
  return { path, text, lower: text.toLowerCase() };
}

// What readers read: a folder at one state, with its index.

export interface ReadState {
  readonly index: CodeIndex;
  readonly tree: FileTree;
  readonly count: (text: string) => number;
}

/** From the links in the index. */
export function definitionsIn(view: IndexView): DefinitionsOf {
  return (path) => {
    const place = view.place(path);
    return (place && view.segments[place.segment]?.links(place.file))?.definitions ?? [];
  };
}
