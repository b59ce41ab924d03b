/** What only the user can know about the order of results: is new code wanted, code that was used before, some folders more than others? */
import { decimal, list } from './option';

export const rankingOptions = {
  recency: decimal([0, 1], {
    default: 0,
    setting: { id: 'search.recency' },
    flag: { name: 'recency', value: 'W' },
    description:
      'Prefer files that changed lately: the bonus for a file that has just changed, from 0 (off) to 1. It halves with every `#codegrain.search.halfLife#`.',
    help: 'Prefer files that changed lately: the bonus for one that has just changed, from 0 (off) to 1',
  }),
  usage: decimal([0, 1], {
    default: 0,
    setting: { id: 'search.usage' },
    flag: { name: 'usage', value: 'W' },
    description:
      'Prefer chunks that you opened before: the largest bonus, from 0 (off) to 1. It grows by the logarithm of uses, and a use counts half after every `#codegrain.search.halfLife#`. While this is on, the results that you open are noted beside the index, on this machine alone.',
    help: 'Prefer chunks that were used before, in VS Code or by get_chunk of the MCP server: the largest bonus, from 0 (off) to 1',
  }),
  halfLifeDays: decimal([0.01, 36_500], {
    default: 30,
    setting: { id: 'search.halfLife' },
    flag: { name: 'half-life', value: 'DAYS' },
    description:
      'Days after which a change or a use counts half, for `#codegrain.search.recency#` and `#codegrain.search.usage#`.',
    help: 'Days after which a change or a use counts half',
  }),
  important: list({
    setting: { id: 'search.important' },
    flag: { name: 'important', value: 'GLOB' },
    description:
      'Globs of files that are more important than others, such as `core/**`. Their chunks get a bonus of 0.3.',
    help: 'Files that are more important than others, as globs; may be repeated',
  }),
};
