/** The report as the page shows it, with numbers and texts in the language of the editor. */
import { l10n } from 'vscode';
import type { FolderStats } from '../../engine/indexer/folder-stats';
import type { IndexReport } from '../../engine/indexer/index-result';
import type { FolderStatus } from '../../engine/service-protocol';
import type { SkipReason } from '../../workspace/skip-reasons';
import { lineThatIncludes, mainIgnoreRule } from '../../workspace/walk-statistics';
import { fallbackTexts } from '../common/chunk-labels';
import { localised } from '../common/localised';
import { bytesLabel, chunkCount, fileCount, numberLabel, percentLabel, secondsLabel } from '../common/number-labels';
import { missingFilesText } from '../indexing/index-status-text';
import type { ReportedRoot } from './report-markdown';
import type {
  PathGroup,
  ReportContents,
  ReportFact,
  ReportHistogram,
  ReportSection,
  ReportTable,
} from './report-messages';

/** The names of states and reasons in the report. */
function folderStateLabel({ is, isStale, isReader, damage }: FolderStatus): string {
  const names: Record<FolderStatus['is'], string> = {
    absent: l10n.t('not indexed'),
    ready: l10n.t('ready'),
    indexing: l10n.t('indexing'),
    paused: l10n.t('paused'),
    failed: l10n.t('failed'),
  };
  return [
    names[is],
    ...(isStale && is === 'ready' ? [l10n.t('out of date')] : []),
    ...(damage ? [l10n.t('damaged')] : []),
    ...(isReader ? [l10n.t('shared')] : []),
  ].join(', ');
}

function skipReasonLabel(reason: SkipReason): string {
  const titles: Record<SkipReason, string> = {
    ignored: l10n.t('Ignored by git or .codegrainignore'),
    excluded: l10n.t('Excluded by the settings'),
    'symbolic-link': l10n.t('Symbolic links'),
    'not-a-file': l10n.t('Not regular files'),
    'bad-name': l10n.t('Unreadable names'),
    unreadable: l10n.t('Unreadable'),
    'too-large': l10n.t('Too large'),
    binary: l10n.t('Binary'),
    media: l10n.t('Images, fonts, audio, documents'),
    secret: l10n.t('May contain secrets'),
    lock: l10n.t('Lock files'),
    'source-map': l10n.t('Source maps'),
    generated: l10n.t('Generated'),
    minified: l10n.t('Minified'),
    failed: l10n.t('Could not be chunked'),
  };
  return titles[reason];
}

/** The index of a later version may have other fallbacks. */
function knownFallbackLabel(fallback: string): string {
  const texts: Readonly<Record<string, string>> = fallbackTexts;
  return localised(texts[fallback] ?? fallback);
}

export function reportContents(folders: readonly ReportedRoot[], noIndexReason: string | undefined): ReportContents {
  return {
    title: l10n.t('Index Report'),
    copy: l10n.t('Copy as Markdown'),
    refresh: l10n.t('Refresh'),
    ...(noIndexReason !== undefined && { noIndexReason }),
    folders: folders.map(section),
  };
}

function section({ name, status, stats }: ReportedRoot): ReportSection {
  const { root } = status;
  const base = { root, name, state: folderStateLabel(status) };
  if (typeof stats === 'string') return { ...base, problem: stats, facts: [], lists: [], tables: [] };
  const skipped = stats.folder.skipped.reduce((sum, { count }) => sum + count, 0);
  const fallbackFiles = stats.fallbacks.reduce((sum, { files }) => sum + files, 0);
  return {
    ...base,
    ...problemOf(status, stats),
    facts: [...factsOf(stats, status.memory), ...timesOf(status.report)],
    lists: [
      {
        title: l10n.t('Skipped'),
        summary: skipped === 0 ? l10n.t('Nothing was skipped.') : skippedSummary(stats, skipped),
        groups: stats.folder.skipped.map(({ reason, count, examples }) =>
          group(skipReasonLabel(reason), count, examples),
        ),
      },
      {
        title: l10n.t('Not chunked by syntax'),
        summary:
          fallbackFiles === 0
            ? l10n.t('All files with a supported syntax were chunked by it.')
            : fileCount(fallbackFiles),
        groups: stats.fallbacks.map(({ fallback, files, examples }) =>
          group(
            knownFallbackLabel(fallback),
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

/** A failure first; then a damage, which the status may not have yet. */
function problemOf({ problem, damage }: FolderStatus, { problems }: FolderStats): Pick<ReportSection, 'problem'> {
  const found = problem ?? damage ?? problems[0];
  if (!found) return {};
  if (!found.damage) return { problem: found.message };
  return { problem: `${l10n.t('The index is damaged.')} ${missingFilesText(found.damage)}` };
}

function skippedSummary({ folder }: FolderStats, skipped: number): string {
  const total = l10n.t('Files and folders: {0}', numberLabel(skipped));
  const rule = mainIgnoreRule(folder);
  if (!rule) return total;
  const { file, line } = lineThatIncludes(rule);
  const advice = l10n.t(
    'Most are ignored by "{0}" in {1}, line {2}. To index them, put the line "{3}" into {4}.',
    rule.pattern,
    rule.file,
    numberLabel(rule.line ?? 0),
    line,
    file,
  );
  return `${total}. ${advice}`;
}

function factsOf({ folder, pending, index }: FolderStats, memory: number): ReportFact[] {
  const { coverage } = index;
  const changes = pending.added + pending.changed + pending.removed;
  return [
    { name: l10n.t('Files found'), value: numberLabel(folder.seen) },
    { name: l10n.t('Files indexed'), value: `${numberLabel(index.files)}, ${bytesLabel(index.sourceBytes)}` },
    { name: l10n.t('Changes not indexed yet'), value: fileCount(changes) },
    {
      name: l10n.t('Lines in exactly one chunk'),
      value: l10n.t('{0} of {1}', percentLabel(coverage.covered, coverage.lines), numberLabel(coverage.lines)),
    },
    { name: l10n.t('Chunks'), value: numberLabel(index.searchedChunks) },
    { name: l10n.t('Parent chunks'), value: numberLabel(index.parents) },
    {
      name: l10n.t('Size on disk'),
      value: sizeLabel(index),
    },
    { name: l10n.t('Size in memory'), value: bytesLabel(memory || index.memory) },
    { name: l10n.t('Model'), value: index.model },
    ...(index.missingVectors > 0
      ? [{ name: l10n.t('Missing vectors'), value: numberLabel(index.missingVectors) }]
      : []),
  ];
}

/** Beside much less source, a share says nothing: most of the index is then its fixed part, or rows of files that are gone. */
const maxSourceShare = 10;

function sizeLabel({ bytes, sourceBytes }: FolderStats['index']): string {
  const size = bytesLabel(bytes);
  if (bytes > maxSourceShare * sourceBytes) return size;
  return l10n.t('{0}, {1} of the source size', size, percentLabel(bytes, sourceBytes));
}

function timesOf(report: IndexReport | undefined): ReportFact[] {
  if (!report) return [];
  const work = l10n.t('{0} read, {1} created', fileCount(report.added + report.changed), chunkCount(report.chunks));
  return [
    {
      name: l10n.t('Last update'),
      value: l10n.t('{0}, {1} of CPU time', secondsLabel(report.seconds), secondsLabel(report.cpuSeconds)),
    },
    { name: l10n.t('Work done'), value: work },
  ];
}

function group(name: string, count: number, paths: PathGroup['paths']): PathGroup {
  const more = count - paths.length;
  return { name, count: numberLabel(count), paths, more: more > 0 ? l10n.t('and {0} more', numberLabel(more)) : '' };
}

function histogramOf({ sizes }: FolderStats): ReportHistogram {
  const maxChunks = Math.max(1, ...sizes.map(({ chunks }) => chunks));
  return {
    title: l10n.t('Tokens per chunk'),
    bars: sizes.map(({ from, to, chunks }) => ({
      range: to === undefined ? l10n.t('over {0}', numberLabel(from - 1)) : `${numberLabel(from)}–${numberLabel(to)}`,
      count: numberLabel(chunks),
      share: chunks / maxChunks,
    })),
  };
}

function languagesOf({ languages }: FolderStats): ReportTable {
  return {
    title: l10n.t('Languages'),
    head: [l10n.t('Language'), l10n.t('Files'), l10n.t('Size'), l10n.t('Chunks')],
    rows: languages.map(({ language, files, bytes, chunks }) => [
      language || l10n.t('plain text'),
      numberLabel(files),
      bytesLabel(bytes),
      numberLabel(chunks),
    ]),
  };
}
