/** `index_status`: what the index has, and what changed since. */
import { type FolderStats, folderStats } from '../index-service/indexer/folder-stats';
import { ToolProblem } from '../tools/tool-problem';
import type { ServedIndex } from './served-index';
import { answered, readOnly, type Served } from './tool-answer';
import { statusShape } from './tool-shapes';

const description = `Says whether the served folder is indexed, with how many files and chunks, what changed since, and what to run. Use it when a search finds less than it should.`;

const shownLanguages = 8;

export function registerIndexStatus(served: Served): void {
  const { server, index } = served;
  const pending = new Pending(index);
  server.registerTool(
    'index_status',
    { title: 'Index status', description, inputSchema: {}, outputSchema: statusShape, annotations: readOnly },
    (_input, { signal }) =>
      answered(served, signal, async () => {
        const about = { folder: index.folder.path, index: index.file };
        try {
          const stats = await pending.stats(signal);
          const advice = adviceOf(stats, about.folder);
          return {
            text: textOf(stats, about.folder, advice),
            structured: { indexed: true, ...about, ...numbersOf(stats), advice },
          };
        } catch (error) {
          if (!(error instanceof ToolProblem)) throw error;
          // That there is none is an answer here, no failure.
          return { text: error.message, structured: { indexed: false, ...about, advice: error.message } };
        }
      }),
  );
}

/** The folder is walked for it: who asks meanwhile shares the answer. */
class Pending {
  private running: Promise<FolderStats> | undefined;

  constructor(private readonly index: ServedIndex) {}

  async stats(signal: AbortSignal): Promise<FolderStats> {
    const { view } = await this.index.fresh(signal);
    const { include, exclude } = this.index.options;
    this.running ??= folderStats(this.index.folder.path, {
      ...{ include, exclude, indexFile: this.index.file, index: view.reader },
    }).finally(() => {
      this.running = undefined;
    });
    return this.running;
  }
}

function numbersOf({ index, pending, languages }: FolderStats) {
  const { files, searchedChunks: chunks, parents, model, missingVectors, bytes, sourceBytes } = index;
  return {
    ...{ files, chunks, parents, model, missingVectors, bytes, sourceBytes },
    pending: { ...pending },
    languages: languages.slice(0, shownLanguages).map(({ language, files, chunks }) => ({ language, files, chunks })),
  };
}

function adviceOf({ pending: { added, changed, removed }, index }: FolderStats, folder: string): string {
  if (added + changed + removed > 0) return `run \`codegrain index ${folder}\` to bring in what changed`;
  return index.missingVectors > 0 ? 'some chunks are found by words alone until their vectors are made' : '';
}

function textOf({ index, pending, languages }: FolderStats, folder: string, advice: string): string {
  const { added, changed, removed } = pending;
  const since = added + changed + removed === 0 ? 'nothing' : `${added} added, ${changed} changed, ${removed} removed`;
  const most = languages.slice(0, shownLanguages).map(({ language, files }) => `${language} ${files}`);
  const { files, searchedChunks, parents, model, missingVectors, file, bytes, sourceBytes } = index;
  return [
    `${folder} is indexed: ${files} files, ${searchedChunks} chunks, ${parents} parents`,
    `changed since then: ${since}`,
    `languages: ${most.join(', ')}`,
    `model: ${model}${missingVectors > 0 ? `, ${missingVectors} vectors still to be made` : ''}`,
    `index: ${file}, ${megabytes(bytes)} for ${megabytes(sourceBytes)} of source`,
    ...(advice === '' ? [] : [`advice: ${advice}`]),
  ].join('\n');
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
