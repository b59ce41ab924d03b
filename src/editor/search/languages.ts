/** The languages of what is indexed, for the filter; all that are known where no index can tell. */
import { formats } from '../../chunking/prose/formats';
import { languages } from '../../languages/registry';
import type { WorkspaceIndex } from '../indexing/workspace-index';
import type { Choices } from './messages';

export async function languageChoices(index: WorkspaceIndex): Promise<Choices> {
  const ids = new Set<string>();
  for (const { root, is } of index.state.folders) {
    if (is === 'absent') continue;
    const stats = await index.stats(root).catch(() => undefined);
    for (const { language } of stats?.languages ?? []) ids.add(language);
  }
  const names = new Map([...languages, ...formats].map(({ id, name }) => [id, name]));
  const known = ids.size > 0 ? [...ids].filter((id) => names.has(id)) : [...names.keys()];
  return known
    .map((value) => ({ value, label: names.get(value) ?? value }))
    .sort((a, b) => a.label.localeCompare(b.label));
}
