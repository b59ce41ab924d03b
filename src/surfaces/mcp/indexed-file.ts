import { ToolProblem } from '../../engine/answers/tool-input';
import type { StoredFile } from '../../index/format/segment-contents';
import type { IndexView } from '../../search/view/index-view';
import type { ServedIndex } from './served-index';

/** @throws `ToolProblem` with the reason if the index does not have the file. */
export function requireIndexed({ folder }: ServedIndex, view: IndexView, path: string): StoredFile {
  const known = view.reader.file(path);
  if (!known)
    throw new ToolProblem(
      `${path} is not in the index: it is new or was skipped. Run \`codegrain index ${folder.path}\` if it is new.`,
    );
  if (known.skipped) throw new ToolProblem(`${path} was skipped when the folder was indexed: ${known.skipped.message}`);
  return known;
}
