/**
 * The frames of a pasted trace that are in the indexes, in the order of the text. A trace is from another machine, so a frame is found
 * by the end of its path, and by the function that it names where several files have that end.
 */
import type { LoadedSegment } from '../../index/file/loaded-segment';
import { pathSegments, pathSuffixFit } from '../query/mentions';
import { lastNameOf } from '../query/query-shape';
import type { StackFrame } from '../query/text/stack-frames';
import { filesNamed } from './find-rows';
import type { IndexView } from './index-view';
import type { FoundPlace } from './listed-places';

export interface FramePlace extends FoundPlace {
  /** 1-based, as in the trace, or where the function begins that it names. */
  readonly line: number;
  /** 1-based, in the order of the text; those outside of the indexes count. */
  readonly frame: number;
  /** Of those in the indexes the one nearest to where the error was raised. */
  readonly isDeepest: boolean;
}

interface FramedFile {
  readonly view: IndexView;
  readonly stored: LoadedSegment;
  readonly file: number;
}

type PlacedFrame = StackFrame & Required<Pick<StackFrame, 'path' | 'line'>>;

/** Others have files of the same names. */
const libraryFolder = /(?:^|\/)(?:site-packages|dist-packages|node_modules|gems|vendor|registry\/src|pkg\/mod)\//;

/** @param frames the one where the error was raised first. @param limit the deepest are kept. */
export function framePlaces(
  views: readonly IndexView[],
  frames: readonly StackFrame[],
  limit: number,
  isAllowed: (place: FoundPlace) => boolean,
): FramePlace[] {
  const found = new Map<string, Omit<FramePlace, 'isDeepest'>>();
  for (const frame of frames) {
    if (found.size >= limit) break;
    if (frame.isForeign || frame.isPlace || !isPlaced(frame)) continue;
    const { path, number } = frame;
    const file = fileOf(views, path, frame);
    // A file that has no such line is another one.
    if (!file?.view.rowAtLine(file.stored.path(file.file), frame.line)) continue;
    const line = lineIn(file, frame);
    const { view } = file;
    const indexed = file.stored.path(file.file);
    const key = `${view.root}\n${indexed}:${line}`;
    const place = view.rowAtLine(indexed, line);
    // A message often repeats the place of its first frame.
    if (found.has(key) || !place || !isAllowed({ view, ...place })) continue;
    found.set(key, { view, ...place, line, frame: number });
  }
  return [...found.values()].map((one, at) => ({ ...one, isDeepest: at === 0 })).sort((a, b) => a.frame - b.frame);
}

function isPlaced(frame: StackFrame): frame is PlacedFrame {
  return frame.path !== undefined && frame.line !== undefined;
}

/** Undefined: no file fits, or several do. */
function fileOf(views: readonly IndexView[], path: string, { line, name }: StackFrame): FramedFile | undefined {
  const last = pathSegments(path).at(-1) ?? '';
  let best: FramedFile[] = [];
  let most = libraryFolder.test(path) ? 2 : 1;
  for (const view of views)
    for (const [segment, stored] of view.segments.entries())
      for (const file of filesNamed(stored, [last])) {
        const [from, to] = stored.searchedRows(file);
        if (from === to || !view.isLiving(segment, from)) continue;
        const fit = pathSuffixFit(path, stored.path(file));
        if (fit < most) continue;
        if (fit > most) best = [];
        most = fit;
        best.push({ view, stored, file });
      }
  const called = calledName(name);
  const inNamed = best.filter((one) => called !== undefined && nameAround(one, line ?? 0) === called);
  const fitting = inNamed.length > 0 ? inNamed : best;
  return fitting.length === 1 || most > 1 ? fitting[0] : undefined;
}

function calledName(name: string | undefined): string | undefined {
  return name && lastNameOf(name.replaceAll('$', '.'));
}

/** The line of the frame, or that of the function it names, if the trace is from another state of the file. */
function lineIn({ stored, file }: FramedFile, { line, name }: PlacedFrame): number {
  const { definitions = [] } = stored.links(file) ?? {};
  const named = definitions.filter((each) => each.name === calledName(name));
  const [only] = named;
  const isThere = named.some((each) => each.line <= line && line <= each.endLine);
  return only && named.length === 1 && !isThere ? only.line : line;
}

/** Of the innermost definition. */
function nameAround({ stored, file }: FramedFile, at: number): string | undefined {
  const { definitions = [] } = stored.links(file) ?? {};
  const around = definitions.filter(({ line, endLine }) => line <= at && at <= endLine);
  return around.sort((a, b) => a.endLine - a.line - (b.endLine - b.line))[0]?.name;
}
