/** The report on the terminal: a row for each way of reading, and what each column means. */
import { readingMethods } from '../measure-task';
import { headline, loopTable, type MeasureReport, methodTitles, reportColumns } from './measure-report';

const gap = '  ';

export function reportText(report: MeasureReport): string {
  const { measured, skipped, notes, folder } = report;
  const columns = reportColumns(report);
  const names = Math.max(...readingMethods.map((method) => methodTitles[method].length));
  const widths = columns.map(({ title, heads, cells }) => {
    const parts = heads.map((head, at) =>
      Math.max(head.length, ...readingMethods.map((method) => (cells(method)[at] ?? '').length)),
    );
    const total = parts.reduce((sum, part) => sum + part, 0) + gap.length * (parts.length - 1);
    // The last part also fills what the title needs.
    const last = (parts.at(-1) ?? 0) + Math.max(0, title.length - total);
    return [...parts.slice(0, -1), last];
  });
  const row = (name: string, cellsOf: (column: number) => readonly string[]): string =>
    [
      name.padEnd(names),
      ...columns.map((_, column) =>
        (widths[column] ?? []).map((width, at) => (cellsOf(column)[at] ?? '').padStart(width)).join(gap),
      ),
    ].join(` ${gap}`);
  const titles = columns.map(({ title }, column) => {
    const parts = widths[column] ?? [];
    return title.padStart(parts.reduce((sum, part) => sum + part, 0) + gap.length * (parts.length - 1));
  });
  const first = headline(report);
  return [
    `${measured.length} ${measured.length === 1 ? 'task' : 'tasks'} of ${folder}, each at the commit before the change`,
    ...(first === undefined ? [] : [first]),
    '',
    [' '.repeat(names), ...titles].join(` ${gap}`),
    row('', (column) => columns[column]?.heads ?? []),
    ...readingMethods.map((method) => row(methodTitles[method], (column) => columns[column]?.cells(method) ?? [])),
    '',
    ...columns.map(({ title, means }) => `${title}: ${means}`),
    ...(skipped.length > 0 ? ['', `Left out: ${skipped.map(([why, count]) => `${count} ${why}`).join('; ')}.`] : []),
    ...notes,
    ...loopLines(report),
  ].join('\n');
}

function loopLines({ loops }: MeasureReport): string[] {
  if (!loops) return [];
  const { title, heads, rows, notes } = loopTable(loops);
  const widths = heads.map((_, at) => Math.max(...[heads, ...rows].map((row) => (row[at] ?? '').length)));
  const line = (row: readonly string[]): string =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join(gap);
  return ['', title, '', line(heads), ...rows.map(line), '', ...notes];
}
