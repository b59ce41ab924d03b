/**
 * What a token budget returns: the share of the files, and of the lines, that answer a question. For whole chunks, best first, until
 * the budget is full, and for spans (src/engine/answers/fit-spans.ts).
 */

import { fitSpans } from '../../src/engine/answers/fit-spans';
import type { Hit } from '../../src/search/hits/hit';
import { type Span, spanText } from '../../src/search/hits/spans';

/** A file that answers, and the lines in it: 1-based, inclusive; none if only the file is known. */
export interface AnswerFile {
  readonly path: string;
  readonly spans: readonly Span[];
}

/** What was returned of a hit. */
export interface Returned {
  readonly path: string;
  readonly spans: readonly Span[];
}

type Count = (text: string) => number;

export function chunksWithin(hits: readonly Hit[], budget: number, count: Count): Returned[] {
  const returned: Returned[] = [];
  let left = budget;
  for (const { path, text, startLine, endLine } of hits) {
    left -= count(text);
    if (left < 0) break;
    returned.push({ path, spans: [[startLine, endLine]] });
  }
  return returned;
}

/** As `codegrain search --spans --budget` fills it. */
export async function spansWithinBudget(hits: readonly Hit[], budget: number, count: Count): Promise<Returned[]> {
  const { fitted } = await fitSpans(hits, { budget, count, textOf: spanText });
  return fitted.map(({ hit: { path }, spans }) => ({ path, spans }));
}

/** As `codegrain search --spans` without a budget: the spans of each hit, in the order of the hits. */
export function spansInOrder(hits: readonly Hit[], budget: number, count: Count): Returned[] {
  const returned: Returned[] = [];
  let left = budget;
  for (const hit of hits) {
    left -= count(spanText(hit, hit.spans));
    if (left < 0) break;
    returned.push({ path: hit.path, spans: hit.spans });
  }
  return returned;
}

export function fileRecall(returned: readonly Returned[], files: readonly AnswerFile[]): number {
  const paths = new Set(returned.map(({ path }) => path));
  return files.filter(({ path }) => paths.has(path)).length / files.length;
}

/** NaN if no lines are known. */
export function lineRecall(returned: readonly Returned[], files: readonly AnswerFile[]): number {
  const seen = new Set(returned.flatMap(({ path, spans }) => linesIn(spans).map((line) => `${path}:${line}`)));
  const lines = files.flatMap(({ path, spans }) => linesIn(spans).map((line) => `${path}:${line}`));
  return lines.filter((line) => seen.has(line)).length / lines.length;
}

function linesIn(spans: readonly Span[]): number[] {
  return spans.flatMap(([start, end]) => Array.from({ length: end - start + 1 }, (_, at) => start + at));
}
