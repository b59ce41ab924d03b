/** The report as one HTML file: no script, nothing from elsewhere, light and dark as the reader's system. */
import { type ReadingMethod, readingMethods } from '../measure-task';
import {
  countText,
  headline,
  loopTable,
  type MeasureReport,
  methodTitles,
  percentText,
  reportColumns,
} from './measure-report';

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

// A plot as SVG: how much of the changed lines is in the context after so many tokens, a line for each way of reading.

const width = 800;
const height = 380;
const margin = { left: 52, right: 216, top: 16, bottom: 48 };
const inner = { width: width - margin.left - margin.right, height: height - margin.top - margin.bottom };
/** Least distance of the labels at the ends of the lines. */
const labelHeight = 18;

/** Colours are in the style sheet of the page, by class: `line-pack` and so on. */
function sharePlot(report: MeasureReport): string {
  const { budgets, limit, methods } = report;
  const hasLines = methods.pack.lines.some((share) => !Number.isNaN(share));
  const sharesOf = (method: ReadingMethod): readonly number[] => methods[method][hasLines ? 'lines' : 'places'];
  const top = niceTop(Math.max(...readingMethods.flatMap((method) => sharesOf(method)).filter((share) => share >= 0)));
  const x = (tokens: number): number => margin.left + (tokens / limit) * inner.width;
  const y = (share: number): number => margin.top + (1 - share / top) * inner.height;
  const lines = readingMethods.map((method) => {
    const points = [[0, 0], ...budgets.map((budget, at) => [budget, sharesOf(method)[at] ?? 0])];
    const path = points.map(([tokens = 0, share = 0]) => `${round(x(tokens))},${round(y(share))}`).join(' ');
    const dots = points
      .slice(1)
      .map(
        ([tokens = 0, share = 0]) =>
          `<circle cx="${round(x(tokens))}" cy="${round(y(share))}" r="3"><title>${methodTitles[method]}: ${percentText(share)} within ${countText(tokens)} tokens</title></circle>`,
      );
    return `<g class="line-${method}"><polyline points="${path}"/>${dots.join('')}</g>`;
  });
  const what = hasLines ? 'changed lines' : 'changed places';
  return [
    `<svg viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="plot-title plot-about">`,
    `<title id="plot-title">Share of the ${what} found over tokens read</title>`,
    `<desc id="plot-about">${readingMethods.map((method) => `${methodTitles[method]} ends at ${percentText(sharesOf(method).at(-1) ?? 0)}`).join('. ')}.</desc>`,
    ...ticks(top).map(
      (share) =>
        `<g class="grid"><line x1="${margin.left}" x2="${margin.left + inner.width}" y1="${round(y(share))}" y2="${round(y(share))}"/><text x="${margin.left - 8}" y="${round(y(share) + 4)}" text-anchor="end">${percentText(share)}</text></g>`,
    ),
    ...[0, 0.25, 0.5, 0.75, 1].map(
      (part) =>
        `<text class="axis" x="${round(x(part * limit))}" y="${height - margin.bottom + 20}" text-anchor="middle">${countText(part * limit)}</text>`,
    ),
    `<text class="axis" x="${margin.left + inner.width / 2}" y="${height - 8}" text-anchor="middle">tokens read</text>`,
    ...lines,
    ...labels(readingMethods.map((method) => ({ method, at: y(sharesOf(method).at(-1) ?? 0) }))),
    '</svg>',
  ].join('\n');
}

/** At the ends of the lines, moved apart where they would overlap. */
function labels(ends: readonly { readonly method: ReadingMethod; readonly at: number }[]): string[] {
  let last = Number.NEGATIVE_INFINITY;
  const sorted = [...ends].sort((a, b) => a.at - b.at);
  const placed = sorted.map(({ method, at }) => {
    last = Math.max(at, last + labelHeight);
    return { method, at: last };
  });
  const over = Math.max(0, last - (height - margin.bottom));
  return placed.map(
    ({ method, at }) =>
      `<text class="label line-${method}" x="${margin.left + inner.width + 10}" y="${round(at - over + 4)}">${methodTitles[method]}</text>`,
  );
}

function niceTop(most: number): number {
  return [0.2, 0.4, 0.6, 0.8, 1].find((top) => top >= most) ?? 1;
}

function ticks(top: number): number[] {
  return [0, 0.25, 0.5, 0.75, 1].map((part) => part * top);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The style sheet of the page. Colours keep a contrast of 4.5 to the background and differ for colour-blind readers. */
const pageStyle = `
:root { --text: #1c2024; --quiet: #5c6570; --back: #ffffff; --panel: #f6f7f9; --line: #d9dde3;
  --pack: #0b62c4; --spans: #0f7b8a; --chunks: #6b4fbb; --grep: #b4500a; --files: #6a6f76; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e8eaed; --quiet: #a2abb6; --back: #15181c; --panel: #1e2228; --line: #353b44;
    --pack: #6cb2ff; --spans: #4fc7d6; --chunks: #b8a3ff; --grep: #ffa15c; --files: #b0b6be; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 15px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; }
main { max-width: 1200px; margin: 0 auto; padding: 40px 24px 64px; }
h1 { font-size: 26px; line-height: 1.25; margin: 0 0 8px; font-weight: 650; }
h2 { font-size: 17px; margin: 40px 0 12px; font-weight: 650; }
.folder { overflow-wrap: anywhere; }
.about { color: var(--quiet); margin: 0; }
.headline { font-size: 18px; margin: 20px 0 0; padding: 14px 18px; background: var(--panel); border-left: 4px solid var(--pack); border-radius: 4px; }
figure { margin: 0; padding: 20px; background: var(--panel); border-radius: 8px; }
svg { display: block; width: 100%; height: auto; max-width: 860px; margin: 0 auto; font: 13px system-ui, -apple-system, "Segoe UI", sans-serif; }
.grid line { stroke: var(--line); }
.grid text, .axis { fill: var(--quiet); }
polyline { fill: none; stroke: currentColor; stroke-width: 2; stroke-linejoin: round; }
circle { fill: currentColor; }
.label { fill: currentColor; font-weight: 600; }
.line-pack { color: var(--pack); } .line-pack polyline { stroke-width: 3.5; }
.line-spans { color: var(--spans); } .line-spans polyline { stroke-dasharray: 8 3; }
.line-chunks { color: var(--chunks); } .line-chunks polyline { stroke-dasharray: 2 3; }
.line-grep { color: var(--grep); } .line-files { color: var(--files); } .line-files polyline { stroke-dasharray: 10 3 2 3; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--quiet); padding-bottom: 8px; }
th, td { padding: 6px 8px; text-align: right; white-space: nowrap; font-weight: 400; border-bottom: 1px solid var(--line); }
thead th { color: var(--quiet); font-size: 13px; }
th[scope=colgroup] { text-align: center; color: var(--text); border-left: 1px solid var(--line); border-bottom: 0; }
.edge { border-left: 1px solid var(--line); }
th[scope=row] { text-align: left; } tbody tr:first-child { font-weight: 600; } .tasks tbody tr:first-child { font-weight: 400; }
tbody tr:first-child th, tbody tr:first-child td { font-weight: inherit; }
.mark { display: inline-block; width: 10px; height: 10px; border-radius: 2px; background: currentColor; margin-right: 8px; }
.tasks th[scope=row] { white-space: normal; min-width: 300px; } .tasks th[scope=col]:first-child { text-align: left; }
.tasks thead th { white-space: normal; vertical-align: bottom; }
.all { font-weight: 600; } .none { color: var(--quiet); }
code { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; color: var(--quiet); }
dl { color: var(--quiet); font-size: 14px; display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; margin: 16px 0 0; }
dt { color: var(--text); } dd { margin: 0; }
@media (max-width: 640px) { dl { grid-template-columns: 1fr; } dd { margin-bottom: 8px; } main { padding: 24px 16px; } }
@media print { .scroll { overflow: visible; } }
`;
