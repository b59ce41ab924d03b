/**
 * A copy of a part of a text. V8 keeps the whole text for as long as a part of 13 characters or more is in use, so caches that outlive
 * a file keep copies.
 */
export function detachedText(part: string): string {
  return part.length < 13 ? part : ` ${part}`.slice(1);
}
