/**
 * `table-step.cjs FOLDER INDEX`: makes an index with the table of all files of a folder, and without chunks: what comparing the folder
 * with its index costs depends on the files alone.
 */
import { rmSync } from 'node:fs';
import { describeBuiltIn } from '../../src/embedding/built-in/built-in-embedder';
import { succeeded } from '../../src/engine/indexer/index-problem';
import type { NewFile } from '../../src/index/format/segment-contents';
import { indexSettings } from '../../src/index/index-settings';
import { SegmentBuilder } from '../../src/index/lexical/lexical-builder';
import { mergeLexical } from '../../src/index/lexical/merge-segments';
import { IndexWriter } from '../../src/index/write/index-writer';
import { defaultChunkOptions } from '../../src/options/chunk-options';
import { walkFolder } from '../../src/workspace/discover';
import { detectChanges, KnownList } from '../../src/workspace/folder-changes';
import { defaultLimits } from '../../src/workspace/read-file';
import { WalkCounter } from '../../src/workspace/walk-statistics';
import { runStep } from '../index/cpu-time';

const filesPerSegment = 20_000;

runStep(async (folder = '.', indexFile = ''): Promise<{ readonly files: number }> => {
  rmSync(indexFile, { force: true });
  const settings = indexSettings(await describeBuiltIn(), defaultChunkOptions, defaultLimits);
  const opened = await IndexWriter.open(indexFile, settings, { mergeLexical });
  if ('problem' in opened) throw new Error(opened.problem.message);
  const { writer } = opened;
  const walk = walkFolder(folder, indexFile, { include: [], exclude: [] }, new WalkCounter());
  const { added } = await detectChanges(folder, new KnownList([]), walk);
  for (let at = 0; at < added.length; at += filesPerSegment) {
    const files = added.slice(at, at + filesPerSegment).map(
      ({ path, size, mtimeMs }): NewFile => ({
        path,
        size,
        mtimeMs,
        hash: '0'.repeat(32),
        language: 'c',
        lines: 1,
        coverage: { lines: 1, covered: 1 },
        chunks: [],
      }),
    );
    succeeded(await writer.append({ files, removed: [], lexical: new SegmentBuilder().finish() }));
  }
  succeeded(await writer.compact());
  await writer.close();
  return { files: added.length };
});
