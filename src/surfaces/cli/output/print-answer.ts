/** Prints the answer to a search: for people, or as JSON; whole chunks or spans. */
import { type FittedHit, fitSpans, hitsForBudget } from '../../../engine/answers/fit-spans';
import type { OptionValues } from '../../../options/option';
import { answerNotes, type Hit } from '../../../search/hits/hit';
import { snippetTerms } from '../../../search/hits/snippet';
import { type Span, spanText } from '../../../search/hits/spans';
import { missingNamesIn } from '../../../search/query/query-problem';
import type { SearchAnswer, SearchOptions } from '../../../search/searcher';
import { printableJson, printError, writeColoured, writeOutput } from '../../../shared/print';
import { counterOrApproximate } from '../../../tokens/token-counter';
import { formatCount } from '../format-numbers';
import type { hitFlags } from '../options/shared-flags';
import { fileHeading, placeHeading, showHits } from './show-hits';

export interface AnswerForm {
  readonly json: boolean;
  readonly spans: boolean;
  /** Tokens. */
  readonly budget: number | undefined;
  readonly explain: boolean;
}

/** @param hint is said if nothing is found. @returns the exit status. */
export async function printAnswer(answer: SearchAnswer, form: AnswerForm, hint?: string): Promise<number> {
  printMessages(answer, '');
  if (form.json) await printHitsJson(answer, form, '');
  else await printText(answer, form);
  const isFound = answer.hits.length > 0;
  if (!isFound && !form.json) printError('codegrain: no results');
  if (hint !== undefined && (!isFound || answer.confidence === 'none')) printError(`codegrain: ${hint}`);
  if (isFound) return 0;
  return nothingFoundStatus(answer);
}

export function printMessages(answer: SearchAnswer, prefix: string): void {
  const { problems, notices } = answer;
  for (const said of [...answerNotes(answer), ...problems.map(({ message }) => message), ...notices])
    printError(`codegrain: ${prefix}${said}`);
}

/** 2: the part of the query that could not be used, or what is missing from a damaged index, may be the reason. */
function nothingFoundStatus({ problems, indexProblems = [] }: SearchAnswer): number {
  return problems.some(({ is }) => is !== 'read-as' && is !== 'no-definition') || indexProblems.length > 0 ? 2 : 1;
}

async function printText({ hits, asked }: SearchAnswer, form: AnswerForm): Promise<void> {
  const colour = process.stdout.isTTY === true && !process.env.NO_COLOR;
  const terms = snippetTerms(asked?.terms ?? []);
  const write = colour ? writeColoured : writeOutput;
  const show = (shown: readonly FittedHit[], isColoured: boolean): string => {
    const spans = new Map(shown.map((one) => [one.hit, one]));
    const options = { colour: isColoured, explain: form.explain, terms };
    return showHits([...spans.keys()], options, (hit) => spans.get(hit));
  };
  if (!form.spans) return write(showHits(hits, { colour, explain: form.explain, terms }));
  const { shown, leftOut } = await budgetedHits(hits, form.budget, {
    frame: (hit, spans) => `${fileHeading(hit.root, hit.path)}\n${placeHeading(hit, hits.length, spans)}\n\n`,
    all: (all) => show(all, false),
  });
  await write(`${show(shown, colour)}${leftOut === undefined ? '' : `\n${leftOut}\n`}`);
}

/** One line; what is left out is said on standard error. */
export async function printHitsJson(answer: SearchAnswer, form: AnswerForm, prefix: string): Promise<void> {
  const budgeted = form.spans ? await budgetedHits(answer.hits, form.budget) : undefined;
  await writeOutput(`${hitsJson(answer, budgeted)}\n`);
  if (budgeted?.leftOut !== undefined) printError(`codegrain: ${prefix}${budgeted.leftOut}`);
}

/** The answer is an array of hits, so what is wrong with the index, and which names do not exist, is in each of them. */
function hitsJson({ hits, problems, indexProblems }: SearchAnswer, budgeted: BudgetedHits | undefined): string {
  const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;
  const missing = missingNamesIn(problems);
  const shown = budgeted?.shown ?? hits.map((hit) => ({ hit }));
  return printableJson(
    shown.map(({ hit: { bestLines: _, ...hit }, ...spans }) => ({
      ...hit,
      ...spans,
      ...(hit.score !== undefined && { score: rounded(hit.score) }),
      why: hit.why.map(({ signal, share }) => ({ signal, share: rounded(share) })),
      ...missing,
      ...(indexProblems && { problems: indexProblems }),
    })),
  );
}

/** The hits of `--spans`: the spans of each, as many as a token budget allows, and one line about those that are left out. */
interface BudgetedHits {
  readonly shown: readonly FittedHit[];
  /** Undefined if nothing is left out. */
  readonly leftOut: string | undefined;
}

interface Printed {
  /** What is printed of a hit besides its spans. */
  readonly frame: (hit: Hit, spans: readonly Span[]) => string;
  /** All that is printed. */
  readonly all: (shown: readonly FittedHit[]) => string;
}

/** @param printed what counts; undefined: the texts of the spans alone. */
async function budgetedHits(
  hits: readonly Hit[],
  budget: number | undefined,
  printed?: Printed,
): Promise<BudgetedHits> {
  const counter = counterOrApproximate('o200k_base', (message) => printError(`codegrain: ${message}`));
  const count = (text: string): number => counter.count(text);
  const shownAs = (hit: Hit, spans: readonly Span[]): FittedHit => {
    const text = spanText(hit, spans);
    return { hit, spans, text, tokens: count(text) };
  };
  if (budget === undefined) return { shown: hits.map((hit) => shownAs(hit, hit.spans)), leftOut: undefined };
  const reserved = printed ? count(leftOutLine(hits, budget)) : 0;
  const { fitted, leftOut } = await fitSpans(hits, {
    budget: budget - reserved,
    count,
    textOf: (hit, spans) => `${printed?.frame(hit, spans) ?? ''}${spanText(hit, spans)}`,
    ...(printed && { total: (all) => count(printed.all(all.map(({ hit, spans }) => shownAs(hit, spans)))) }),
  });
  return {
    shown: fitted.map(({ hit, spans }) => shownAs(hit, spans)),
    leftOut: leftOut.length > 0 ? leftOutLine(leftOut, budget) : undefined,
  };
}

function leftOutLine(hits: readonly Hit[], budget: number): string {
  const files = new Set(hits.map(({ root, path }) => `${root}\n${path}`)).size;
  return `left out: ${formatCount(hits.length, 'hit')} in ${formatCount(files, 'file')}, beyond ${budget} tokens`;
}

type HitValues = OptionValues<typeof hitFlags>;

/** @param chosen the flags that were written. */
export function hitOptions(
  { limit, noParents, byParent, only, spans, budget }: HitValues,
  chosen: Partial<HitValues>,
): SearchOptions {
  const isFree = budget !== undefined && chosen.limit === undefined;
  return {
    ...(isFree ? hitsForBudget : { limit }),
    parents: !noParents && !spans && budget === undefined,
    byParent,
    only,
  };
}

export function answerForm(values: HitValues & { readonly explain?: boolean }): AnswerForm {
  const { json, spans, budget, explain = false } = values;
  return { json, spans: spans || budget !== undefined, budget, explain };
}
