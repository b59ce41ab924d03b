/** The columns of the report: the same on the terminal and on the page. */
import type { ReadingMethod } from '../measure-task';
import { atShown, countText, type MeasureReport, percentText, timeText } from './measure-report';

interface ReportColumn {
  readonly title: string;
  /** One line for people who see it for the first time. */
  readonly means: string;
  /** The heads of its parts. */
  readonly heads: readonly string[];
  readonly cells: (method: ReadingMethod) => readonly string[];
}

export function reportColumns(report: MeasureReport): ReportColumn[] {
  const { methods, shown, limit } = report;
  const heads = shown.map(countText);
  const untilCells = (key: 'firstPlace' | 'allPlaces') => (method: ReadingMethod) => {
    const { median, mean, found } = methods[method][key];
    return [countText(median), countText(mean), percentText(found)];
  };
  const untilHeads = ['median', 'mean', 'found'];
  const never = `Not found within ${countText(limit)} counts as ${countText(limit)}`;
  return [
    {
      title: 'Changed lines found',
      means: 'Share of the changed lines that are in the context after so many tokens.',
      heads,
      cells: (method) => atShown(methods[method].lines, report).map(percentText),
    },
    {
      title: 'Changed places found',
      means: 'The same for functions: found as soon as one of the changed lines in it is in the context.',
      heads,
      cells: (method) => atShown(methods[method].places, report).map(percentText),
    },
    {
      title: 'Tokens until the first place',
      means: `Tokens read until the first changed place is in the context, and in how many tasks it is found. ${never}.`,
      heads: untilHeads,
      cells: untilCells('firstPlace'),
    },
    {
      title: 'Tokens until all places',
      means: 'The same until every changed place is in the context.',
      heads: untilHeads,
      cells: untilCells('allPlaces'),
    },
    {
      title: 'Calls',
      means: 'Mean tool calls until all places are found, or until the limit.',
      heads: ['mean'],
      cells: (method) => [methods[method].calls.toFixed(1)],
    },
    {
      title: 'Time',
      means: 'Median time of the tools in a task, without the time that a model needs between calls.',
      heads: ['median'],
      cells: (method) => [timeText(methods[method].medianMilliseconds)],
    },
  ];
}
