import type { ImportLink } from './language';

/** Every name of a module. */
export function everyName(module: string): ImportLink {
  return { local: '*', module, name: '*' };
}

/** A module under a name of its own. */
export function wholeModule(local: string, module: string): ImportLink {
  return { local, module, name: '' };
}

/** The last part of a path in the rest of it: `a.b.C` is `C` of `a.b`. A path with one part is a module. */
export function lastOfPath(path: string, separator: string, local?: string): ImportLink {
  const at = path.lastIndexOf(separator);
  if (at <= 0) return wholeModule(local ?? path, path);
  const name = path.slice(at + separator.length);
  return { local: local ?? name, module: path.slice(0, at), name };
}
