/** The report as one HTML file: no script, nothing from elsewhere, light and dark as the reader's system. */
import { readingMethods } from '../measure-task';
import { loopTable } from './loop-lines';
import { headline, type MeasureReport, percentText } from './measure-report';
import { methodTitles } from './method-titles';
import { pageStyle } from './page-style';
import { reportColumns } from './report-columns';
import { sharePlot } from './share-plot';

const maxSubject = 90;

export function measurePage(report: MeasureReport): string {
  const { folder, date, measured, skipped, notes } = report;
  const first = headline(report);
  return [
    '<!DOCTYPE html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>What Codegrain saves on ${escaped(folder)}</title>`,
    `<style>${pageStyle}</style>`,
    '</head>',
    '<body>',
    '<main>',
    `<header><h1>What Codegrain saves on <span class="folder">${escaped(folder)}</span></h1>`,
    `<p class="about">${measured.length} ${measured.length === 1 ? 'task' : 'tasks'}, ${escaped(date)}. Each task is asked at the commit before the change. No model takes part: each row is a way of reading.</p>`,
    ...(first === undefined ? [] : [`<p class="headline">${escaped(first)}</p>`]),
    '</header>',
    '<section>',
    '<h2>Found over tokens read</h2>',
    `<figure>${sharePlot(report)}</figure>`,
    '</section>',
    '<section>',
    '<h2>In numbers</h2>',
    `<div class="scroll" tabindex="0" role="region" aria-label="In numbers">${methodTable(report)}</div>`,
    `<dl>${reportColumns(report)
      .map(({ title, means }) => `<dt>${title}</dt><dd>${escaped(means)}</dd>`)
      .join('')}</dl>`,
    '</section>',
    ...loopSection(report),
    '<section>',
    '<h2>Tasks</h2>',
    `<div class="scroll" tabindex="0" role="region" aria-label="Tasks">${taskTable(report)}</div>`,
    ...(skipped.length > 0
      ? [`<p>Left out: ${escaped(skipped.map(([why, count]) => `${count} ${why}`).join('; '))}.</p>`]
      : []),
    ...notes.map((note) => `<p>${escaped(note)}</p>`),
    '</section>',
    '</main>',
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

function methodTable(report: MeasureReport): string {
  const columns = reportColumns(report);
  const groups = columns.map(({ title, heads }) => `<th scope="colgroup" colspan="${heads.length}">${title}</th>`);
  const heads = columns.flatMap(({ heads: parts }) =>
    parts.map((part, at) => `<th scope="col"${edge(at)}>${part}</th>`),
  );
  const rows = readingMethods.map((method) => {
    const cells = columns.flatMap(({ cells: of }) => of(method).map((cell, at) => `<td${edge(at)}>${cell}</td>`));
    return `<tr><th scope="row"><span class="mark line-${method}"></span>${methodTitles[method]}</th>${cells.join('')}</tr>`;
  });
  return `<table><thead><tr><td></td>${groups.join('')}</tr><tr><td></td>${heads.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

/** Of each task, the share of the changed places within the budget in the middle. */
function taskTable({ measured, shown, budgets }: MeasureReport): string {
  const budget = shown[Math.floor(shown.length / 2)] ?? 0;
  const at = budgets.indexOf(budget);
  const heads = readingMethods.map((method) => `<th scope="col">${methodTitles[method]}</th>`).join('');
  const rows = measured.map(({ task, results }) => {
    const subject = task.text.split('\n')[0] ?? '';
    const short = subject.length > maxSubject ? `${subject.slice(0, maxSubject - 1)}…` : subject;
    const cells = readingMethods.map((method) => {
      const share = results[method]?.shares[at]?.places ?? Number.NaN;
      return `<td class="${share === 1 ? 'all' : share > 0 ? 'some' : 'none'}">${percentText(share)}</td>`;
    });
    return `<tr><th scope="row"><code>${escaped(task.id)}</code> ${escaped(short)}</th><td>${task.places.length}</td>${cells.join('')}</tr>`;
  });
  return `<table class="tasks"><caption>Share of the changed places within ${budget.toLocaleString('en-US')} tokens</caption><thead><tr><th scope="col">Task</th><th scope="col">Places</th>${heads}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function loopSection({ loops }: MeasureReport): string[] {
  if (!loops) return [];
  const { title, heads, rows, notes } = loopTable(loops);
  const head = heads.map((each) => (each === '' ? '<td></td>' : `<th scope="col">${each}</th>`)).join('');
  const body = rows.map(([name = '', ...cells]) => {
    return `<tr><th scope="row">${name}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  });
  return [
    '<section>',
    '<h2>Runs of a model</h2>',
    `<p class="about">${escaped(title)}</p>`,
    `<table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table>`,
    ...notes.map((note) => `<p class="about">${escaped(note)}</p>`),
    '</section>',
  ];
}

function edge(at: number): string {
  return at === 0 ? ' class="edge"' : '';
}

/** Paths and messages come from the repository. */
function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}
