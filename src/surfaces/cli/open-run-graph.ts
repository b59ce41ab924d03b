/**
 * What the files of `codegrain chunk` use: looked up among these files and, if the current folder or one above it is indexed, in that
 * index. A file of the run counts as it is now, whatever the index knows about it.
 */
import { existsSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { IndexReader } from '../../index/file/index-reader';
import { indexFileOf } from '../../index/index-settings';
import { IndexView } from '../../search/view/index-view';
import { pathInside, shownPath } from '../../shared/inside-folder';
import { printError } from '../../shared/print';
import { RunGraph, type RunIndex } from '../export/run-graph';
import { nearestIndexedFolder } from './open-search';
import type { InputFile } from './options/input-files';

export function openRunGraph(
  files: readonly InputFile[],
  options: Parameters<typeof RunGraph.read>[1],
): Promise<RunGraph> {
  const read = files.flatMap(({ request }) => {
    if (!request) return [];
    const { path, file, text, language, limits } = request;
    return {
      path,
      file: file ?? path,
      ...(limits?.foundBy === 'walk' ? {} : { isNamed: true }),
      ...(text !== undefined && { text }),
      ...(language !== undefined && { language }),
    };
  });
  return RunGraph.read(read, { ...options, index: nearestIndex() });
}

function nearestIndex(): RunIndex | undefined {
  const root = nearestIndexedFolder(process.cwd());
  const file = indexFileOf(root);
  if (!existsSync(file)) return undefined;
  const opened = IndexReader.open(file);
  if ('problem' in opened) {
    printError(`codegrain: ${opened.problem.message}`);
    return undefined;
  }
  return {
    view: new IndexView(opened.index, root),
    pathInIndex: (path) => pathInside(root, resolve(path)) ?? path,
    pathInRecords: (path) => (isAbsolute(path) ? path : shownPath(resolve(root, path))),
  };
}
