/** A plot as SVG: how much of the changed lines is in the context after so many tokens, a line for each way of reading. */
import { type ReadingMethod, readingMethods } from '../measure-task';
import { countText, type MeasureReport, percentText } from './measure-report';
import { methodTitles } from './method-titles';

const width = 800;
const height = 380;
const margin = { left: 52, right: 216, top: 16, bottom: 48 };
const inner = { width: width - margin.left - margin.right, height: height - margin.top - margin.bottom };
/** Least distance of the labels at the ends of the lines. */
const labelHeight = 18;

/** Colours are in the style sheet of the page, by class: `line-pack` and so on. */
export function sharePlot(report: MeasureReport): string {
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
