/** What the user should know about files of indexes that an answer needed, but that must not be read. */
import { printablePath } from '../../shared/printable-path';
import type { IndexView } from './index-view';

/** Of the question since the last `refresh`; empty if every file could be read. */
export function refusedFileNotices(views: readonly IndexView[]): string[] {
  const refused = views.flatMap(({ gate }) => [...gate.refused]);
  const [first] = refused;
  if (!first) return [];
  const [path, { message }] = first;
  const others = refused.length > 1 ? `, and ${refused.length - 1} more` : '';
  return [`files of the index are left out: ${printablePath(path)} ${message}${others}`];
}
