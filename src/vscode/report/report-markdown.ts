/**
 * The report as Markdown for a bug report: always in English, with names of folders instead of where they are. Names of files are
 * given only where a file is the problem.
 */
import { homedir } from 'node:os';
import { basename } from 'node:path';
import type { FolderStats } from '../../index-service/indexer/folder-stats';
import type { FolderReport } from './folder-report';

interface About {
  readonly version: string;
  readonly editor: string;
  readonly platform: string;
}

export function reportMarkdown(folders: readonly FolderReport[], { version, editor, platform }: About): string {
  const parts = [
    '# Codegrain index report',
    `Codegrain ${version}, VS Code ${editor}, ${platform}`,
    ...folders.flatMap((folder) => folderParts(folder)),
  ];
  const roots = folders.map(({ status }) => status.root);
  return `${withoutPlaces(parts.join('\n\n'), roots)}\n`;
}

function folderParts({ name, status, stats }: FolderReport): string[] {
  const { is, isStale, isReader, problem, report } = status;
  const state = [is, ...(isStale ? ['stale'] : []), ...(isReader ? ['shared'] : [])].join(', ');
  const head = [`## ${name}`, `State: ${state}${problem ? ` (${problem.reason}: ${problem.message})` : ''}`];
  if (typeof stats === 'string') return [...head, `No numbers: ${stats}`];
  const last = report && [
    `Last refresh: ${fixed(report.seconds)} s, ${fixed(report.cpuSeconds)} s of processor time;`,
    `${report.added} added, ${report.changed} changed, ${report.removed} removed, ${report.unchanged} unchanged;`,
    `${report.chunks} chunks made, ${report.embedded} texts embedded`,
  ];
  return [
    ...head,
    table(['', ''], factsOf(stats, status.memory)),
    ...(last ? [last.join(' ')] : []),
    ...(report?.rebuilt ? [`Built anew: ${report.rebuilt}`] : []),
    ...(report?.warnings.length ? [report.warnings.map((each) => `- ${each}`).join('\n')] : []),
    '### Left out',
    table(
      ['reason', 'files'],
      stats.folder.skipped.map(({ reason, count }) => [reason, String(count)]),
    ),
    ...troubles(stats),
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
    ['files seen', String(folder.seen)],
    ['files indexed', String(index.files)],
    ['source', `${index.sourceBytes} bytes`],
    ['changed since', `${pending.added} added, ${pending.changed} changed, ${pending.removed} removed`],
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

/** Files that could not be read, cut, or not by their syntax. */
function troubles({ folder, fallbacks }: FolderStats): string[] {
  const failed = folder.skipped.filter(({ reason }) => reason === 'failed' || reason === 'unreadable');
  const lines = [
    ...failed.flatMap(({ examples }) => examples.map(({ path, message }) => `- \`${path}\` ${message}`)),
    ...fallbacks.map(({ fallback, files }) => `- ${fallback}: ${files} files`),
  ];
  return lines.length === 0 ? [] : ['### Trouble', lines.join('\n')];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Messages of problems name files in full. */
function withoutPlaces(text: string, roots: readonly string[]): string {
  // The longest first: a folder may be in another.
  const places = roots.map((root) => [root, basename(root)] as const).sort(([a], [b]) => b.length - a.length);
  return [...places, [homedir(), '~'] as const].reduce((out, [place, name]) => out.replaceAll(place, name), text);
}

function fixed(value: number): string {
  return value.toFixed(1);
}
