/** The rows of files that a text mentions, so that they are candidates even if they share no word with it. */
import type { LoadedSegment } from '../../index/file/loaded-segment';
import { type Mentions, namesOf } from '../rank/mentions';
import type { IndexView } from './index-view';
import type { RowPlace } from './view-vectors';

/** Files and rows per file that are taken; further ones are found by their words if at all. */
const maxFiles = 20;
const maxRows = 8;

/** By segment, which never changes: files by what a mention may end with. */
const filesByName = new WeakMap<LoadedSegment, ReadonlyMap<string, readonly number[]>>();

/** Rows at the mentioned lines, then the first rows of mentioned files; the files that fit best come first. */
export function mentionedRows(view: IndexView, mentions: Mentions): RowPlace[] {
  if (mentions.isEmpty) return [];
  const files = view.segments.flatMap((segment, number) => {
    const known = filesByName.get(segment) ?? filesOf(segment);
    filesByName.set(segment, known);
    const named = new Set(mentions.names.flatMap((name) => known.get(name) ?? []));
    return [...named].flatMap((file) => {
      const mention = segment.isDeadFile(file) ? undefined : mentions.of(segment.path(file));
      return mention ? [{ segment, number, file, mention }] : [];
    });
  });
  files.sort((a, b) => b.mention.parts - a.mention.parts || b.mention.frame - a.mention.frame);
  return files.slice(0, maxFiles).flatMap(({ segment, number, file, mention: { lines } }) => {
    const [first, end] = segment.searchedRows(file);
    const rows = Array.from({ length: Math.min(end - first, maxRows) }, (_, i) => first + i);
    for (const chunk of lines.length > 0 ? segment.chunksOf(file) : [])
      if (chunk.role !== 'parent' && lines.some((line) => chunk.startLine <= line && line <= chunk.endLine))
        rows.push(chunk.row);
    return [...new Set(rows)].map((row) => ({ segment: number, row }));
  });
}

function filesOf(segment: LoadedSegment): Map<string, number[]> {
  const files = new Map<string, number[]>();
  for (let file = 0; file < segment.fileCount; file++) {
    for (const name of namesOf(segment.path(file))) {
      const known = files.get(name);
      if (known) known.push(file);
      else files.set(name, [file]);
    }
  }
  return files;
}
