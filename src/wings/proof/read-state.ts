/** What readers read: a folder at one state, with its index. */

import type { CodeIndex } from '../../engine/code-index';
import type { IndexView } from '../../search/view/index-view';
import type { FileTree } from './file-tree';
import type { DefinitionsOf } from './gold-places';

export interface ReadState {
  readonly index: CodeIndex;
  readonly tree: FileTree;
  readonly count: (text: string) => number;
}

/** From the links in the index. */
export function definitionsIn(view: IndexView): DefinitionsOf {
  return (path) => {
    const place = view.place(path);
    const links = place && view.segments[place.segment]?.links(place.file);
    return links?.definitions ?? [];
  };
}
