/** All settings of the extension, in the order and under the titles of the settings editor. */
import { chunkOptions } from './chunk-options';
import { boundaryOptions, databaseOptions, searchViewOptions } from './editor-options';
import { embeddingOptions } from './embedding-options';
import { enrichOptions } from './enrich-options';
import { editorFileOptions } from './file-options';
import { indexOptions } from './index-options';
import type { Option, OptionTable } from './option';
import { rankingOptions } from './ranking-options';

/** Every setting id begins with this and a dot. */
export const settingSection = 'codegrain';

export interface SettingGroup {
  /** The ids of the group begin with this. */
  readonly prefix: string;
  readonly title: string;
  readonly options: readonly Option[];
}

export const settingGroups: readonly SettingGroup[] = [
  group('search', 'Search', searchViewOptions, rankingOptions),
  group('index', 'Index', indexOptions),
  group('chunk', 'Chunking', chunkOptions, editorFileOptions),
  group('text', 'Prose', chunkOptions),
  group('conversation', 'Conversations', chunkOptions),
  group('boundaries', 'Boundaries', boundaryOptions),
  group('embedding', 'Embedding', embeddingOptions),
  group('enrich', 'Language Models', enrichOptions),
  group('database', 'Database', databaseOptions),
];

function group(prefix: string, title: string, ...tables: readonly OptionTable[]): SettingGroup {
  const options = tables.flatMap((table) => Object.values(table));
  return { prefix, title, options: options.filter(({ setting }) => setting?.id.startsWith(`${prefix}.`)) };
}

/** The id of a setting as users write it. */
export function settingId({ setting }: Option): string {
  return `${settingSection}.${setting?.id}`;
}
