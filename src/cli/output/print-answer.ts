/** Prints the answer to a search: for people, or as JSON; whole chunks or spans. */
import { confidenceNote } from '../../search/hits/confidence-note';
import { snippetTerms } from '../../search/hits/snippet';
import { parseQuery } from '../../search/query/query';
import { wordsReadIn } from '../../search/query/query-problem';
import { queryTerms } from '../../search/query/query-terms';
import type { SearchAnswer } from '../../search/searcher';
import type { FittedHit } from '../../tools/fit-spans';
import { type BudgetedHits, budgetedHits } from './budgeted-hits';
import { fileHeading, placeHeading, showHits } from './show-hits';
import { writeOutput } from './write-output';

export interface AnswerForm {
  readonly json: boolean;
  readonly spans: boolean;
  /** Tokens. */
  readonly budget: number | undefined;
  readonly explain: boolean;
  readonly plain: boolean;
}

/** @returns the exit status. */
export async function printAnswer(answer: SearchAnswer, query: string, form: AnswerForm): Promise<number> {
  printMessages(answer, '');
  if (form.json) await printHitsJson(answer, form, '');
  else await printText(answer, query, form);
  if (answer.hits.length > 0) return 0;
  if (!form.json) console.error('codegrain: no results');
  return nothingFoundStatus(answer);
}

export function printMessages(answer: SearchAnswer, prefix: string): void {
  const { problems, notices } = answer;
  const note = confidenceNote(answer);
  if (note !== undefined) console.error(`codegrain: ${prefix}${note}`);
  for (const { message } of problems) console.error(`codegrain: ${prefix}${message}`);
  for (const notice of notices) console.error(`codegrain: ${prefix}${notice}`);
}

/** 2: the part of the query that could not be used, or what is missing from a damaged index, may be the reason. */
function nothingFoundStatus({ problems, indexProblems = [] }: SearchAnswer): number {
  return problems.some(({ is }) => is !== 'read-as') || indexProblems.length > 0 ? 2 : 1;
}

async function printText({ hits, problems }: SearchAnswer, query: string, form: AnswerForm): Promise<void> {
  const colour = process.stdout.isTTY === true && !process.env.NO_COLOR;
  // Also the words that were searched in the place of those in the query.
  const read = queryTerms(wordsReadIn(problems).join(' '));
  const terms = snippetTerms([...parseQuery(query, { plain: form.plain }).query.lexical.terms, ...read]);
  const show = (shown: readonly FittedHit[], isColoured: boolean): string => {
    const spans = new Map(shown.map((one) => [one.hit, one]));
    const options = { colour: isColoured, explain: form.explain, terms };
    return showHits([...spans.keys()], options, (hit) => spans.get(hit));
  };
  if (!form.spans) return writeOutput(showHits(hits, { colour, explain: form.explain, terms }));
  const { shown, leftOut } = await budgetedHits(hits, form.budget, {
    frame: (hit, spans) => `${fileHeading(hit.root, hit.path)}\n${placeHeading(hit, hits.length, spans)}\n\n`,
    all: (all) => show(all, false),
  });
  await writeOutput(`${show(shown, colour)}${leftOut === undefined ? '' : `\n${leftOut}\n`}`);
}

/** One line; what is left out is said on standard error. */
export async function printHitsJson(answer: SearchAnswer, form: AnswerForm, prefix: string): Promise<void> {
  const budgeted = form.spans ? await budgetedHits(answer.hits, form.budget) : undefined;
  await writeOutput(`${hitsJson(answer, budgeted)}\n`);
  if (budgeted?.leftOut !== undefined) console.error(`codegrain: ${prefix}${budgeted.leftOut}`);
}

/** The answer is an array of hits, so what is wrong with the index is in each of them. */
function hitsJson({ hits, indexProblems }: SearchAnswer, budgeted: BudgetedHits | undefined): string {
  const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;
  const shown = budgeted?.shown ?? hits.map((hit) => ({ hit }));
  return JSON.stringify(
    shown.map(({ hit: { bestLines: _, ...hit }, ...spans }) => ({
      ...hit,
      ...spans,
      score: rounded(hit.score),
      why: hit.why.map(({ signal, share }) => ({ signal, share: rounded(share) })),
      ...(indexProblems && { problems: indexProblems }),
    })),
  );
}
