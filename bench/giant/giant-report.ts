/** The tables of bench:giant; what was not measured is a dash. */
import type { WorkTime } from '../../src/engine/indexer/index-result';
import { searchModes } from '../../src/search/query/search-choices';
import { describeRun } from '../chunks/run-chunkers';
import { quantile } from '../index/cpu-time';
import type { BeginTimes } from './begin-step';
import type { GiantResults, MeasuredFolder } from './giant-results';
import type { RegexAnswers } from './regex-step';

type Measured = Partial<MeasuredFolder>;

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(0);
const range = ({ p50, p95 }: { readonly p50: number; readonly p95: number }): string =>
  `${p50.toFixed(1)} / ${p95.toFixed(1)}`;

/** @param peersOf the folder that peers were run on. */
export function giantText(results: GiantResults, peersOf: string): string {
  const text = [
    `# The largest workspaces\n\n${describeRun()} The load of the machine before the run: ${results.load}.\n`,
    'Made by `npm run bench:giant`. Times are CPU time of all processes unless they say wall. Memory is resident memory at its most.\n',
    giantTable(results),
    ...results.folders.flatMap(([, { begin, regex }]) => [
      ...(begin ? [beginText(begin)] : []),
      ...(regex ? [regexText(regex)] : []),
    ]),
    ...(results.peersIn(peersOf).length > 0 ? [peerText(results, peersOf)] : []),
  ].join('\n');
  return `${text.trimEnd()}\n`;
}

function giantTable({ folders }: GiantResults): string {
  const row = (name: string, value: (of: Measured) => string | undefined): string =>
    `| ${name} | ${folders.map(([, of]) => value(of) ?? '–').join(' | ')} |`;
  const table = folders.some(([, of]) => of.table !== undefined);
  return [
    `|  | ${folders.map(([name]) => name).join(' | ')} |`,
    `| --- |${' ---: |'.repeat(folders.length)}`,
    row('files', ({ report, table }) => (report?.added ?? table?.files)?.toLocaleString('en-US')),
    row('source, MB', ({ report }) => report && megabytes(report.bytes)),
    row('chunks', ({ report }) => report?.chunks.toLocaleString('en-US')),
    row('from nothing, wall s', ({ build }) => build?.seconds.toFixed(0)),
    row('– CPU s', ({ build }) => build?.cpuSeconds.toFixed(0)),
    row(
      '– MB of source per CPU s',
      ({ build, report }) => build && report && (report.bytes / 1e6 / build.cpuSeconds).toFixed(2),
    ),
    row('– cores busy', ({ build }) => build && (build.cpuSeconds / build.seconds).toFixed(2)),
    row('– memory of all processes, MB', ({ build }) => build && megabytes(build.peakSum)),
    row('– of the process that writes', ({ build }) => build && megabytes(build.peaks.command)),
    row('– of the process that compacts', ({ build }) => build && megabytes(build.peaks.compaction)),
    row('– of the largest parse worker', ({ build }) => build && megabytes(build.peaks.worker)),
    row('index, MB', ({ indexBytes }) => (indexBytes === undefined ? undefined : megabytes(indexBytes))),
    row(
      '– share of source',
      ({ indexBytes, report }) => report && `${((100 * (indexBytes ?? 0)) / report.bytes).toFixed(1)} %`,
    ),
    row('open to first answer, CPU ms', ({ answers }) => answers?.firstMs.toFixed(0)),
    ...searchModes.map((mode) =>
      row(`${mode} query, CPU ms p50 / p95`, ({ answers }) => answers && range(answers.modes[mode])),
    ),
    row('memory while answering, MB', ({ answers }) => answers && megabytes(answers.memory)),
    row('nothing changed, CPU s', ({ unchanged }) => unchanged?.cpuSeconds.toFixed(1)),
    row('– wall s', ({ unchanged }) => unchanged?.seconds.toFixed(1)),
    row('– memory, MB', ({ unchanged }) => unchanged && megabytes(unchanged.peakSum)),
    ...(table ? tableRows(row) : []),
    row('files of a branch switch', ({ switchedFiles }) => switchedFiles?.toLocaleString('en-US')),
    row('– until searchable, wall s', (of) => beforeCompaction(of, 'seconds')),
    row('– CPU s', (of) => beforeCompaction(of, 'cpuSeconds')),
    row('– until compacted, wall s', ({ switched }) => switched?.seconds.toFixed(1)),
    row('– CPU s', ({ switched }) => switched?.cpuSeconds.toFixed(1)),
    row('– and back, wall s', ({ back }) => back?.seconds.toFixed(1)),
    row('– CPU s', ({ back }) => back?.cpuSeconds.toFixed(1)),
    '',
  ].join('\n');
}

function beforeCompaction({ switched, switchCompaction }: Measured, time: keyof WorkTime): string | undefined {
  return switched && switchCompaction && (switched[time] - switchCompaction[time]).toFixed(1);
}

function tableRows(row: (name: string, value: (of: Measured) => string | undefined) => string): string[] {
  return [
    row('compared with a table of its files, CPU s', ({ table }) => table?.compareCpuSeconds.toFixed(1)),
    row('– wall s', ({ table }) => table?.compareSeconds.toFixed(1)),
    row('– memory, MB', ({ table }) => table && megabytes(table.peakBytes)),
    row('– update of one file, CPU ms', ({ table }) => table?.updateCpuMs.toFixed(0)),
  ];
}

function beginText(begin: BeginTimes): string {
  const { firstAnswerMs, firstAnswerCpu, usefulAnswerMs, usefulAnswerCpu, filesIn, files } = begin;
  const seconds = (ms: number): string => (ms / 1000).toFixed(1);
  return [
    '## After consent\n',
    '"How does the scheduler pick the next task" is asked every half second, from the moment that indexing begins.\n',
    '| answer | wall s | CPU s |',
    '| --- | ---: | ---: |',
    `| with any hits | ${seconds(firstAnswerMs)} | ${firstAnswerCpu.toFixed(1)} |`,
    `| with a hit in kernel/sched (${filesIn.toLocaleString('en-US')} of ${files.toLocaleString('en-US')} files are in) | ${seconds(usefulAnswerMs)} | ${usefulAnswerCpu.toFixed(1)} |`,
    '',
  ].join('\n');
}

/** Files that a selective pattern reads at most. */
const fewFiles = 1000;

function regexText({ results, p50, p95 }: RegexAnswers): string {
  const selective = results.filter(({ read }) => read <= fewFiles).map(({ ms }) => ms);
  const ofSelective = `${quantile(selective, 0.5).toFixed(0)} / ${quantile(selective, 0.95).toFixed(0)}`;
  return [
    '## Regular expressions\n',
    `CPU ms p50 / p95 over all patterns: ${p50.toFixed(0)} / ${p95.toFixed(0)}; over the ${selective.length} whose words leave at most ${fewFiles} files to read: ${ofSelective}. ripgrep reads all files; both find the same lines of the files that are indexed.\n`,
    '| pattern | CPU ms | ripgrep | files read | files that match | lines |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...results.map(
      ({ expression, ms, ripgrepMs, read, files, lines, isSame }) =>
        `| \`${expression.replaceAll('|', '\\|')}\` | ${ms.toFixed(0)} | ${ripgrepMs.toFixed(0)} | ${read} | ${files} | ${lines}${isSame ? '' : ', **others than ripgrep**'} |`,
    ),
    '',
  ].join('\n');
}

function peerText(results: GiantResults, name: string): string {
  const { build, answers, indexBytes } = results.folders.find(([own]) => own === name)?.[1] ?? {};
  const own = build &&
    answers && [
      `| Codegrain, keyword mode | ${build.cpuSeconds.toFixed(0)} | ${megabytes(build.peakSum)} | ${megabytes(indexBytes ?? 0)} | ${range(answers.modes.keyword)} |`,
    ];
  return [
    `## Beside it: words in ${name}\n`,
    'Whole files, not chunks, and without structure, vectors and context.\n',
    '| engine | build, CPU s | memory, MB | size, MB | query, CPU ms p50 / p95 |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...(own ?? []),
    ...results
      .peersIn(name)
      .map(
        (peer) =>
          `| ${peer.name} | ${peer.cpuSeconds.toFixed(0)} | ${megabytes(peer.peak)} | ${megabytes(peer.bytes)} | ${range(peer)} |`,
      ),
    '',
  ].join('\n');
}
