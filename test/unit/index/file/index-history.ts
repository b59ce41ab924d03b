/** A history of an index with a known state at each step, so that any process can continue it and any can check it. */
import type { IndexFileProblem } from '../../../../src/index/file/index-error';
import type { NewFile } from '../../../../src/index/format/segment-contents';
import type { IndexWriter } from '../../../../src/index/write/index-writer';
import { describeFiles, toyFile, toySegment } from './toy-index';

/** The files that a step writes, with their number of chunks; one of them records the number of steps done. */
function writtenBy(step: number): [path: string, chunks: number][] {
  return [
    ['count', 1],
    [`src/${step % 7}.ts`, 16],
  ];
}

function removedBy(step: number): string[] {
  return step % 5 === 0 ? [`src/${(step + 3) % 7}.ts`] : [];
}

export function appendStep(
  writer: IndexWriter,
  step: number,
): Promise<{ sequence: number } | { problem: IndexFileProblem }> {
  const files = writtenBy(step).map(([path, chunks]) => toyFile(path, step, chunks));
  return writer.append(toySegment(files, removedBy(step)));
}

/** The expected description of an index after this many steps. */
export function describeHistory(steps: number): string {
  const files = new Map<string, () => NewFile>();
  for (let step = 1; step <= steps; step++) {
    for (const path of removedBy(step)) files.delete(path);
    for (const [path, chunks] of writtenBy(step)) files.set(path, () => toyFile(path, step, chunks));
  }
  return describeFiles([...files.values()].map((make) => make()));
}
