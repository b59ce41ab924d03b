/**
 * The user's include and exclude globs. They are relative to the walked folder. A glob without a slash matches at every
 * depth (`*.sql`, `docs`); one that matches a folder matches everything in it.
 */
import picomatch from 'picomatch';

export interface Globs {
  /** Of a file or a folder. A folder that is excluded is not walked. */
  isExcluded(path: string): boolean;
  isIncluded(file: string): boolean;
  /** Whether a folder can contain something that is included. */
  mayInclude(folder: string): boolean;
}

export function globsOf(include: readonly string[] = [], exclude: readonly string[] = []): Globs {
  const included = include.flatMap(shape);
  const excluded = exclude.flatMap(shape);
  const isIncluded = matcher(included) ?? (() => true);
  const isExcluded = matcher(excluded) ?? (() => false);
  const starts = included.map(({ anchored, glob }) => (anchored ? picomatch.scan(glob).base : ''));
  const mayInclude = (folder: string): boolean =>
    starts.length === 0 ||
    starts.some((start) => start === '' || `${start}/`.startsWith(`${folder}/`) || folder.startsWith(`${start}/`));
  return { isExcluded, isIncluded, mayInclude };
}

interface Shape {
  readonly glob: string;
  readonly anchored: boolean;
}

function shape(written: string): Shape[] {
  const posix = process.platform === 'win32' ? written.replaceAll('\\', '/') : written;
  const glob = posix.replace(/^(?:\.?\/)+/, '').replace(/\/+$/, '');
  if (glob === '') return [];
  const anchored = posix.startsWith('/') || posix.startsWith('./') || glob.includes('/');
  return [{ anchored, glob: anchored ? glob : `**/${glob}` }];
}

function matcher(shapes: readonly Shape[]): ((path: string) => boolean) | undefined {
  if (shapes.length === 0) return undefined;
  const globs = shapes.flatMap(({ glob }) => (glob.endsWith('**') ? [glob] : [glob, `${glob}/**`]));
  // Paths are POSIX everywhere, so a backslash escapes.
  return picomatch(globs, { dot: true, windows: false });
}
