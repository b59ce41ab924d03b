/** What is indexed, and where the index is kept. */
import { choice, integer, list, text } from './option';

export const indexOptions = {
  consent: choice({
    default: 'ask',
    values: {
      ask: 'Only workspaces you agree to, in the search view or with *Index Workspace*.',
      always: 'Every workspace you open, except those whose index you cleared.',
      never: 'No workspace.',
    },
    setting: { id: 'index.consent', scope: 'application' },
    description: 'Which workspaces are indexed. Nothing is indexed before you agree, and a workspace cannot set this.',
  }),
  include: list({
    setting: { id: 'index.include' },
    description:
      'Globs of files to index, such as `src/**` or `*.sql`; a glob without a slash matches in every folder. If empty: all files that git does not ignore and `#codegrain.index.exclude#` does not leave out.',
  }),
  exclude: list({
    setting: { id: 'index.exclude' },
    description:
      'Globs of files and folders to leave out, such as `docs` or `**/*.test.ts`; a glob without a slash matches in every folder. Files that git or `.codegrainignore` ignores are always left out.',
  }),
  location: choice({
    default: 'workspace',
    values: {
      workspace:
        'In the folder itself, in `.codegrain`, which git ignores. It moves with the folder, and the command line finds it.',
      cache: 'In the storage of the extension, one per folder. For folders that are read-only or must not change.',
    },
    setting: { id: 'index.location' },
    description: 'Where the index of a folder is kept. In workspaces you do not trust it is always the cache.',
  }),
  maxSize: integer([1e6, 1e12], {
    setting: { id: 'index.maxSize', unit: 1e6 },
    flag: { name: 'max-size', value: 'MB', unit: 1e6, defaultText: 'no limit' },
    description:
      'Max size of the index of a folder in megabytes. `null`: no limit. Indexing stops before the index gets larger, and offers what would make it fit; what is in it can be searched. While an index is compacted, the disk has it twice.',
    help: 'Max size of the index in megabytes; indexing stops before it gets larger',
  }),
  base: text({
    default: '',
    setting: { id: 'index.base' },
    description:
      'An index that a new one continues instead of starting from nothing: a file, or an https address, that `codegrain index --pack` wrote. Codegrain asks before it fetches from a host; no code is sent. Ignored in workspaces you do not trust.',
  }),
};
