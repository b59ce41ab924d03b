/**
 * The report as Markdown for a bug report: always in English, with folder names instead of full paths. Files are named only if they
 * are the problem.
 */
import { homedir } from 'node:os';
import { basename } from 'node:path';
import type { FolderStats } from '../../engine/indexer/folder-stats';
import type { FolderStatus } from '../../engine/service-protocol';
import { mainIgnoreRule } from '../../workspace/walk-statistics';

export function reportMarkdown(
  folders: readonly ReportedRoot[],
  { version, editor, platform }: { readonly version: string; readonly editor: string; readonly platform: string },
): string {
  const parts = [
    '# Codegrain index report',
    `Codegrain ${version}, VS Code ${editor}, ${platform}`,
    ...folders.flatMap((folder) => folderParts(folder)),
  ];
  const roots = folders.map(({ status }) => status.root);
  return `${withoutLocations(parts.join('\n\n'), roots)}\n`;
}

function folderParts({ name, status, stats }: ReportedRoot): string[] {
  const { is, isStale, isReader, report } = status;
  const problem = status.problem ?? status.damage ?? (typeof stats === 'string' ? undefined : stats.problems[0]);
  const state = [is, ...(isStale ? ['stale'] : []), ...(isReader ? ['shared'] : [])].join(', ');
  const head = [`## ${name}`, `State: ${state}${problem ? ` (${problem.reason}: ${problem.message})` : ''}`];
  if (typeof stats === 'string') return [...head, `No statistics: ${stats}`];
  const last = report && [
    `Last update: ${fixed(report.seconds)} s, ${fixed(report.cpuSeconds)} s of CPU time;`,
    `${report.added} added, ${report.changed} changed, ${report.removed} removed, ${report.unchanged} unchanged;`,
    `${report.chunks} chunks created, ${report.embedded} texts embedded`,
  ];
  return [
    ...head,
    table(['', ''], factsOf(stats, status.memory)),
    ...(last ? [last.join(' ')] : []),
    ...(report?.rebuilt ? [`Rebuilt: ${report.rebuilt}`] : []),
    ...(report?.repaired ? [`Repaired: ${report.repaired}`] : []),
    ...(report?.warnings.length ? [report.warnings.map((each) => `- ${each}`).join('\n')] : []),
    '### Skipped',
    table(
      ['reason', 'files'],
      stats.folder.skipped.map(({ reason, count }) => [reason, String(count)]),
    ),
    ...ignoreLines(stats),
    ...problemLines(stats),
    '### Chunk sizes',
    table(
      ['tokens', 'chunks'],
      stats.sizes.map(({ from, to, chunks }) => [
        to === undefined ? `over ${from - 1}` : `${from}–${to}`,
        String(chunks),
      ]),
    ),
    '### Languages',
    table(
      ['language', 'files', 'bytes', 'chunks'],
      stats.languages.map(({ language, files, bytes, chunks }) => [language, ...[files, bytes, chunks].map(String)]),
    ),
  ];
}

function factsOf({ folder, pending, index }: FolderStats, memory: number): string[][] {
  const { lines, covered } = index.coverage;
  return [
    ['files found', String(folder.seen)],
    ['files indexed', String(index.files)],
    ['source', `${index.sourceBytes} bytes`],
    ['changes not indexed yet', `${pending.added} added, ${pending.changed} changed, ${pending.removed} removed`],
    ['lines covered', `${covered} of ${lines}`],
    ['chunks', `${index.searchedChunks}, ${index.parents} parents`],
    [
      'index on disk',
      `${index.bytes} bytes, ${index.segments} segments, ${index.appended} appended, ${index.deadRows} dead rows`,
    ],
    ['index in memory', `${memory || index.memory} bytes`],
    ['model', `${index.model}, ${index.dimensions} dimensions, ${index.missingVectors} vectors missing`],
    ['chunker', index.chunker],
  ];
}

/** Files that could not be read or chunked, and counts of those that were not chunked by syntax. */
function ignoreLines({ folder }: FolderStats): string[] {
  const rule = mainIgnoreRule(folder);
  return rule
    ? [`Most is ignored by \`${rule.pattern}\` in ${rule.file}, line ${rule.line}: ${rule.count} files and folders.`]
    : [];
}

function problemLines({ folder, fallbacks }: FolderStats): string[] {
  const failed = folder.skipped.filter(({ reason }) => reason === 'failed' || reason === 'unreadable');
  const lines = [
    ...failed.flatMap(({ examples }) => examples.map(({ path, message }) => `- \`${path}\` ${message}`)),
    ...fallbacks.map(({ fallback, files }) => `- ${fallback}: ${files} files`),
  ];
  return lines.length === 0 ? [] : ['### Problems', lines.join('\n')];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Removes locations: messages of problems contain full paths. */
function withoutLocations(text: string, roots: readonly string[]): string {
  // The longest first: folders may be nested.
  const locations = roots.map((root) => [root, basename(root)] as const).sort(([a], [b]) => b.length - a.length);
  return [...locations, [homedir(), '~'] as const].reduce((out, [path, name]) => out.replaceAll(path, name), text);
}

function fixed(value: number): string {
  return value.toFixed(1);
}

/** The report on one folder: the state of its index and, if the index can be read, its statistics. */
export interface ReportedRoot {
  readonly name: string;
  readonly status: FolderStatus;
  /** A string says why there are no statistics. */
  readonly stats: FolderStats | string;
}
