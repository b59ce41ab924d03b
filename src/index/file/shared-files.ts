/** What an index with a shared base says about the files of the base: which are gone, and when the others were changed here. */
import { bytesOf } from '../format/byte-codec';
import type { RevivedFile } from '../format/revived-files';
import type { NewSegment } from '../format/segment-contents';
import type { IndexContents } from './index-contents';

type Stamps = NonNullable<NewSegment['stamps']>;

/** Above this share of the files of the base, all times take less space than the paths of those that changed. */
const fewFiles = 1 / 8;

/** The files of the base that are not in the index. */
export function removedShared(contents: IndexContents): string[] {
  const removed = new Set<string>();
  for (const segment of contents.segments.slice(0, contents.sharedSegments)) {
    for (let file = 0; file < segment.fileCount; file++) {
      const path = segment.isDeadFile(file) ? segment.path(file) : undefined;
      if (path !== undefined && !contents.file(path)) removed.add(path);
    }
  }
  return [...removed];
}

/** The files of the base that are dead there and alive here. */
export function revivedShared(contents: IndexContents): RevivedFile[] {
  return contents.segments.slice(0, contents.sharedSegments).flatMap((segment) => {
    const { sequence, living, paths } = segment;
    return paths.flatMap((path, file) =>
      living.isRevivedHere(file) ? [{ path, sequence, file, mtimeMs: segment.file(file).mtimeMs }] : [],
    );
  });
}

/** The times of all files of the base, in their order. */
export function sharedTimes(contents: IndexContents, changed: ReadonlyMap<string, number> = new Map()): Uint8Array {
  const times: number[] = [];
  for (const segment of contents.segments.slice(0, contents.sharedSegments)) {
    for (let file = 0; file < segment.fileCount; file++) {
      const now = segment.isDeadFile(file) ? undefined : changed.get(segment.path(file));
      times.push(now ?? segment.file(file).mtimeMs);
    }
  }
  return bytesOf(Float64Array.from(times));
}

/** Divides new times into those that are written with their paths, and those of the base, if they are many. */
export function divideStamps(
  contents: IndexContents,
  stamps: Stamps,
): { readonly stamps: Stamps; readonly sharedTimes?: Uint8Array } {
  const isShared = (path: string): boolean => {
    const place = contents.file(path);
    return place !== undefined && contents.segments.indexOf(place.segment) < contents.sharedSegments;
  };
  const files = contents.segments.slice(0, contents.sharedSegments).reduce((sum, { living }) => sum + living.count, 0);
  const ofBase = files === 0 ? [] : stamps.filter(({ path }) => isShared(path));
  if (ofBase.length <= files * fewFiles) return { stamps };
  const changed = new Map(ofBase.map(({ path, mtimeMs }) => [path, mtimeMs]));
  return { stamps: stamps.filter(({ path }) => !changed.has(path)), sharedTimes: sharedTimes(contents, changed) };
}
