/** The report as the page shows it: every number in the language of the editor. */
import { l10n } from 'vscode';
import type { FolderStats } from '../../index-service/indexer/folder-stats';
import type { IndexReport } from '../../index-service/indexer/index-result';
import { chunkCount, fileCount, number } from '../common/editor-words';
import { bytesText, percentText, secondsText } from '../common/size-text';
import type { FolderReport } from './folder-report';
import type { Fact, FolderSection, Histogram, PathGroup, ReportPage, Table } from './report-messages';
import { fallbackTitle, reasonTitle, stateTitle } from './report-words';

export function reportPage(folders: readonly FolderReport[], nothing: string | undefined): ReportPage {
  return {
    title: l10n.t('Index Report'),
    copy: l10n.t('Copy as Markdown'),
    refresh: l10n.t('Refresh'),
    ...(nothing !== undefined && { nothing }),
    folders: folders.map(section),
  };
}

function section({ name, status, stats }: FolderReport): FolderSection {
  const { root } = status;
  const state = stateTitle(status);
  const base = { root, name, state };
  if (typeof stats === 'string') return { ...base, problem: stats, facts: [], lists: [], tables: [] };
  const left = stats.folder.skipped.reduce((sum, { count }) => sum + count, 0);
  const fallen = stats.fallbacks.reduce((sum, { files }) => sum + files, 0);
  return {
    ...base,
    ...(status.problem && { problem: status.problem.message }),
    facts: [...factsOf(stats, status.memory), ...timesOf(status.report)],
    lists: [
      {
        title: l10n.t('Left out'),
        summary: left === 0 ? l10n.t('Nothing is left out.') : l10n.t('Files and folders: {0}', number(left)),
        groups: stats.folder.skipped.map(({ reason, count, examples }) => group(reasonTitle(reason), count, examples)),
      },
      {
        title: l10n.t('Not cut by syntax'),
        summary: fallen === 0 ? l10n.t('Every file was cut by its syntax, or has none.') : fileCount(fallen),
        groups: stats.fallbacks.map(({ fallback, files, examples }) =>
          group(
            fallbackTitle(fallback),
            files,
            examples.map((path) => ({ path, message: '' })),
          ),
        ),
      },
    ],
    histogram: histogramOf(stats),
    tables: [languagesOf(stats)],
  };
}

function factsOf({ folder, pending, index }: FolderStats, memory: number): Fact[] {
  const { coverage } = index;
  const changes = pending.added + pending.changed + pending.removed;
  return [
    { name: l10n.t('Files seen'), value: number(folder.seen) },
    { name: l10n.t('Files indexed'), value: `${number(index.files)}, ${bytesText(index.sourceBytes)}` },
    { name: l10n.t('Changed since'), value: changes === 0 ? l10n.t('nothing') : fileCount(changes) },
    {
      name: l10n.t('Lines in exactly one chunk'),
      value: l10n.t('{0} of {1}', percentText(coverage.covered, coverage.lines), number(coverage.lines)),
    },
    { name: l10n.t('Chunks'), value: number(index.searchedChunks) },
    { name: l10n.t('Parents'), value: number(index.parents) },
    {
      name: l10n.t('On disk'),
      value: l10n.t('{0}, {1} of the source', bytesText(index.bytes), percentText(index.bytes, index.sourceBytes)),
    },
    { name: l10n.t('In memory'), value: bytesText(memory || index.memory) },
    { name: l10n.t('Model'), value: index.model },
    ...(index.missingVectors > 0
      ? [{ name: l10n.t('Vectors still to be made'), value: number(index.missingVectors) }]
      : []),
  ];
}

function timesOf(report: IndexReport | undefined): Fact[] {
  if (!report) return [];
  const made = l10n.t('{0} read, {1} made', fileCount(report.added + report.changed), chunkCount(report.chunks));
  return [
    {
      name: l10n.t('Last refresh'),
      value: l10n.t('{0}, {1} of processor time', secondsText(report.seconds), secondsText(report.cpuSeconds)),
    },
    { name: l10n.t('Done by it'), value: made },
  ];
}

function group(name: string, count: number, paths: PathGroup['paths']): PathGroup {
  const more = count - paths.length;
  return { name, count: number(count), paths, more: more > 0 ? l10n.t('and {0} more', number(more)) : '' };
}

function histogramOf({ sizes }: FolderStats): Histogram {
  const most = Math.max(1, ...sizes.map(({ chunks }) => chunks));
  return {
    title: l10n.t('Tokens per chunk'),
    bars: sizes.map(({ from, to, chunks }) => ({
      range: to === undefined ? l10n.t('over {0}', number(from - 1)) : `${number(from)}–${number(to)}`,
      count: number(chunks),
      share: chunks / most,
    })),
  };
}

function languagesOf({ languages }: FolderStats): Table {
  return {
    title: l10n.t('Languages'),
    head: [l10n.t('Language'), l10n.t('Files'), l10n.t('Size'), l10n.t('Chunks')],
    rows: languages.map(({ language, files, bytes, chunks }) => [
      language || l10n.t('plain text'),
      number(files),
      bytesText(bytes),
      number(chunks),
    ]),
  };
}
