/** All settings of the extension, in the order and under the titles of the settings editor. */
import { chunkOptions } from '../../src/options/chunk-options';
import { boundaryOptions, databaseOptions, searchViewOptions } from '../../src/options/editor-options';
import { embeddingOptions } from '../../src/options/embedding-options';
import { enrichOptions } from '../../src/options/enrich-options';
import { editorFileOptions } from '../../src/options/file-options';
import { indexOptions } from '../../src/options/index-options';
import type { Option, OptionTable } from '../../src/options/option';
import { rankingOptions } from '../../src/options/ranking-options';

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
