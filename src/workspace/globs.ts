/**
 * The user's include and exclude globs. They are relative to the walked folder. A glob without a slash matches in every
 * folder (`*.sql`, `docs`); a glob that matches a folder matches everything in it.
 */
import picomatch from 'picomatch';

export interface Globs {
  /** For files and folders. An excluded folder is not walked. */
  isExcluded(path: string): boolean;
  isIncluded(file: string): boolean;
  /** True if a folder can contain included files. */
  mayInclude(folder: string): boolean;
}

export function globsOf(include: readonly string[] = [], exclude: readonly string[] = []): Globs {
  const included = include.flatMap(parseGlob);
  const excluded = exclude.flatMap(parseGlob);
  const isIncluded = matcher(included) ?? (() => true);
  const isExcluded = matcher(excluded) ?? (() => false);
  const bases = included.map(({ anchored, glob }) => (anchored ? picomatch.scan(glob).base : ''));
  const mayInclude = (folder: string): boolean =>
    bases.length === 0 ||
    bases.some((base) => base === '' || `${base}/`.startsWith(`${folder}/`) || folder.startsWith(`${base}/`));
  return { isExcluded, isIncluded, mayInclude };
}

type ParsedGlob = { readonly glob: string; readonly anchored: boolean };

function parseGlob(written: string): ParsedGlob[] {
  const posix = process.platform === 'win32' ? written.replaceAll('\\', '/') : written;
  const glob = posix.replace(/^(?:\.?\/)+/, '').replace(/\/+$/, '');
  if (glob === '') return [];
  const anchored = posix.startsWith('/') || posix.startsWith('./') || glob.includes('/');
  return [{ anchored, glob: anchored ? glob : `**/${glob}` }];
}

function matcher(parsed: readonly ParsedGlob[]): ((path: string) => boolean) | undefined {
  if (parsed.length === 0) return undefined;
  const globs = parsed.flatMap(({ glob }) => (glob.endsWith('**') ? [glob] : [glob, `${glob}/**`]));
  // Paths are POSIX everywhere, so a backslash escapes.
  return picomatch(globs, { dot: true, windows: false });
}
