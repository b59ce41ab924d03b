/** Which files are read, and how: the options of every command that walks a folder. */
import { availableParallelism } from 'node:os';
import { integer, list, toggle } from './option';

const globRule = 'Globs without a slash match in every folder.';

export const fileOptions = {
  include: list({
    flag: { name: 'include', value: 'GLOB' },
    description: `Take only files that match. ${globRule} May be repeated.`,
    help: 'Take only files that match; may be repeated',
  }),
  exclude: list({
    flag: { name: 'exclude', value: 'GLOB' },
    description: `Leave out files and folders that match. ${globRule} May be repeated.`,
    help: 'Leave out files and folders that match; may be repeated',
  }),
  maxBytes: integer([1, 1e12], {
    default: 1_500_000,
    flag: { name: 'max-bytes', value: 'N' },
    description: 'Skip larger files.',
  }),
  force: toggle({
    flag: { name: 'force' },
    description: 'Also read minified, oversized, generated, lock and secret files.',
  }),
  jobs: integer([1, 256], {
    default: availableParallelism(),
    flag: { name: 'jobs', value: 'N', defaultText: 'one per core' },
    description: 'Worker processes.',
  }),
};

/** The limit on file sizes in the editor: the same default, in kilobytes. */
export const editorFileOptions = {
  maxFileSize: integer([1000, 100_000_000], {
    default: fileOptions.maxBytes.default,
    setting: { id: 'chunk.maxFileSize', unit: 1000 },
    description: 'Max file size in kilobytes. Larger files are chunked only when you ask for it.',
  }),
};
