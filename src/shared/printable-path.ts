/** A path for output and comments. A file name may contain line breaks and other control characters, which would break the line. */
export function printablePath(path: string): string {
  return path.replace(/\p{Cc}/gu, '?');
}
